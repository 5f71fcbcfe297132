//! Contracts as Rust: whether the clauses hold before and after a call.
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use refine_spec_lang::{ClauseSyntax, clauses, plain_rust};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Type};

use super::cases::Arg;

/// The call between its preconditions and its postconditions: what they come to is the value.
pub fn checked(
    attrs: &[Attribute],
    args: &[Arg],
    callee: &TokenStream,
    consts: &[String],
) -> Result<TokenStream, String> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for attr in attrs {
        let tokens = attr.meta.require_list().map_err(|_| "a clause without an expression")?.tokens.clone();
        let is_before = attr.path().is_ident("requires");
        for clause in clauses(tokens).map_err(|error| error.message)? {
            let (binder, clause) = expression(&clause, args, is_before)?;
            if is_before {
                before.push(clause);
            } else {
                after.push(quote!(match &r { #binder => #clause }));
            }
        }
    }
    let consts: Vec<Ident> = consts.iter().map(|name| format_ident!("{name}")).collect();
    let (mut bound, mut passed, mut ended) = (TokenStream::new(), Vec::new(), TokenStream::new());
    for (at, Arg { name, value, ty }) in args.iter().enumerate() {
        let (given, old, place) = (format_ident!("p{at}"), format_ident!("old_{name}"), format_ident!("at{at}"));
        match ty {
            // What it points to is looked at after the call, even if the result borrows it.
            Type::Reference(reference) if reference.mutability.is_some() => {
                bound.extend(
                    quote!(let #given = #value; let #old = (*#given).to_owned(); let #place = &raw mut *#given;),
                );
                ended.extend(quote!(let #name = unsafe { &*#place };));
                passed.push(quote!(unsafe { &mut *#place }));
            }
            // A closure.
            Type::Infer(_) => passed.push(value.clone()),
            Type::Reference(_) => {
                bound.extend(quote!(let #given = #value; let #old = #given;));
                ended.extend(quote!(let #name = #old;));
                passed.push(quote!(#given));
            }
            _ => {
                bound.extend(quote!(let #given = #value; let #old = #given.clone();));
                ended.extend(quote!(let #name = #old.clone();));
                passed.push(quote!(#given));
            }
        }
    }
    let met = (!before.is_empty()).then(|| quote!(meets(true #(&& #before)*);));
    Ok(quote! {
        #(const #consts: usize = 3;)*
        #bound #met
        let r = #callee(#(#passed),*);
        #ended
        (#(#after,)*)
    })
}

/// A clause as Rust, with what the result is called. `self` has the name `this` here.
fn expression(clause: &ClauseSyntax, args: &[Arg], all_old: bool) -> Result<(TokenStream, TokenStream), String> {
    let binder = clause.binder.as_ref().map_or_else(|| quote!(result), |binder| quote!(#binder));
    let tokens: TokenStream = plain_rust(clause).parse().map_err(|_| "a clause that is no Rust")?;
    let mut expr: Expr = syn::parse2(renamed(tokens)).map_err(|error| error.to_string())?;
    Old { args, inside: all_old }.visit_expr_mut(&mut expr);
    Ok((binder, quote!(#expr)))
}

fn renamed(tokens: TokenStream) -> TokenStream {
    let each = |token| match token {
        TokenTree::Ident(name) if name == "self" => TokenTree::Ident(format_ident!("this")),
        TokenTree::Group(group) => proc_macro2::Group::new(group.delimiter(), renamed(group.stream())).into(),
        other => other,
    };
    tokens.into_iter().map(each).collect()
}

/// Writes `old(e)` as `e` about what was remembered.
struct Old<'a> {
    args: &'a [Arg],
    inside: bool,
}

impl VisitMut for Old<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Call(call) = expr
            && matches!(&*call.func, Expr::Path(path) if path.path.is_ident("old"))
            && let Some(of) = call.args.first()
        {
            let mut of = of.clone();
            Old { args: self.args, inside: true }.visit_expr_mut(&mut of);
            *expr = syn::parse_quote!((#of));
            return;
        }
        if let Expr::Path(path) = expr
            && self.inside
            && let Some(name) = path.path.get_ident()
            && self.args.iter().any(|arg| arg.name == *name)
        {
            let name = format_ident!("old_{name}");
            *expr = syn::parse_quote!(#name);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
