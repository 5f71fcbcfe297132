//! Clauses as checks: what is claimed of a call is evaluated when it happens, and a clause that does not hold panics with its name.
//!
//! The first attribute of refine on an item to be expanded takes in the others, so that all is checked in one place:
//!
//! ```text
//! { preconditions; entry values; let ret = 'refine_body: { body, leaving it for its `return` and `?` }; postconditions; ret }
//! ```
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use refine_spec_lang::{Aliases, ClauseSyntax, TypeBody, fn_spec, type_spec};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, FnArg, Pat, ReceiverKind, ReturnType, Stmt, Type, parse_quote};

/// What turns the checks off while a program is compiled: refine runs the functions itself, and evaluates their clauses.
const OFF: &str = "REFINE_RUNTIME";

/// Attributes that the first of them takes in.
const CONTRACTS: [&str; 3] = ["requires", "ensures", "spec"];

fn is_off() -> bool {
    std::env::var_os(OFF).is_some_and(|value| value == "off")
}

fn attribute(name: &str, args: proc_macro::TokenStream) -> Attribute {
    let (name, args) = (Ident::new(name, Span::call_site()), TokenStream::from(args));
    if args.is_empty() { parse_quote!(#[#name]) } else { parse_quote!(#[#name(#args)]) }
}

fn is_one_of(attr: &Attribute, names: &[&str]) -> bool {
    attr.path().segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// A function with its clauses as checks; `None` where there is nothing to check, or what is written is no function with a body.
pub fn function_with_checks(
    name: &str,
    args: proc_macro::TokenStream,
    item: &proc_macro::TokenStream,
) -> Option<proc_macro::TokenStream> {
    let mut function: syn::ImplItemFn = syn::parse(item.clone()).ok().filter(|_| !is_off())?;
    if function.sig.constness.is_some() {
        return None;
    }
    let (taken, kept): (Vec<_>, Vec<_>) = function.attrs.drain(..).partition(|attr| is_one_of(attr, &CONTRACTS));
    function.attrs = kept;
    let all: Vec<Attribute> = [attribute(name, args)].into_iter().chain(taken).collect();
    let (spec, _) = fn_spec(&all, &function.sig, &Aliases::default());
    let path = function.sig.ident.to_string();
    let params = Params::of(&function.sig);
    let mut checks = Checks { path: &path, params: &params, olds: Vec::new() };
    let requires: Vec<TokenStream> = spec.requires.iter().map(|clause| checks.precondition(clause)).collect();
    let ensures: Vec<TokenStream> = spec.ensures.iter().map(|clause| checks.postcondition(clause)).collect();
    let (olds, entry) = (checks.olds, params.at_entry(&spec.ensures));
    // What the result borrows cannot be looked at beside it.
    let lends = function.sig.output.to_token_stream().to_string().contains(['&', '\'']);
    let after = if lends { TokenStream::new() } else { params.invariants(&path, true) };
    let before = params.invariants(&path, false);
    let mut body = function.block.clone();
    Leave.visit_block_mut(&mut body);
    let ret = match &function.sig.output {
        ReturnType::Default => quote!(()),
        // What it is called in a type it has no other name for.
        ReturnType::Type(_, ty) if mentions_impl(ty) => quote!(_),
        ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    let result = quote!(::refine_spec::runtime::Seen(&__refine_ret));
    function.block = parse_quote!({
        #[allow(unused_imports)]
        use ::refine_spec::runtime::{Stated as _, Unstated as _};
        #before
        #(#requires)*
        #entry
        #(#olds)*
        #[allow(unreachable_code, unused_labels, clippy::never_loop, clippy::needless_question_mark)]
        let __refine_ret: #ret = 'refine_body: #body;
        #after
        (&#result).refine_stated("result", #path);
        #(#ensures)*
        __refine_ret
    });
    Some(function.into_token_stream().into())
}

fn mentions_impl(ty: &Type) -> bool {
    ty.to_token_stream().into_iter().any(|token| token.to_string() == "impl") || matches!(ty, Type::Never(_))
}

/// The parameters of a function, as far as checks must know them.
struct Params {
    /// Names of those that a clause means by their entry value, and whether the name is `self`.
    by_value: Vec<Ident>,
    /// Names behind a `&mut`, which means their final value.
    by_mut: Vec<Ident>,
    /// Whether the receiver is taken by value.
    takes_self: bool,
    has_self: bool,
}

impl Params {
    fn of(sig: &syn::Signature) -> Params {
        let mut params = Params { by_value: Vec::new(), by_mut: Vec::new(), takes_self: false, has_self: false };
        for arg in &sig.inputs {
            match arg {
                FnArg::Receiver(receiver) => {
                    params.has_self = true;
                    params.takes_self = !matches!(receiver.kind, ReceiverKind::Reference(..));
                }
                FnArg::Typed(typed) => {
                    if let Pat::Ident(pat) = &*typed.pat {
                        let behind = matches!(&*typed.ty, Type::Reference(reference) if reference.mutability.is_some());
                        let list = if behind { &mut params.by_mut } else { &mut params.by_value };
                        list.push(pat.ident.clone());
                    }
                }
            }
        }
        params
    }

    /// Copies of the parameters that the clauses mean by their entry value, since the body may use them up.
    fn at_entry(&self, clauses: &[ClauseSyntax]) -> TokenStream {
        let named = |name: &&Ident| clauses.iter().any(|clause| mentions(&clause.expr, &name.to_string()));
        let copies = self.by_value.iter().filter(named).map(|name| {
            let copy = entry_name(name);
            quote!(let #copy = ::core::clone::Clone::clone(&#name);)
        });
        let own = (self.takes_self && clauses.iter().any(|clause| mentions(&clause.expr, "self")))
            .then(|| quote!(let __refine_self = ::core::clone::Clone::clone(&self);));
        copies.chain(own).collect()
    }

    /// The invariants of the parameters' types: of all, or of those that are still there at the end.
    fn invariants(&self, path: &str, at_end: bool) -> TokenStream {
        let by_value: &[Ident] = if at_end { &[] } else { &self.by_value };
        let named = by_value.iter().map(|name| (name.to_string(), quote!(&#name)));
        let behind = self.by_mut.iter().map(|name| (name.to_string(), quote!(&*#name)));
        let own = self.has_self && !self.takes_self || self.takes_self && !at_end;
        let own = own.then(|| ("self".to_owned(), if self.takes_self { quote!(&self) } else { quote!(&*self) }));
        let check = |(name, value): (String, TokenStream)| quote!((&::refine_spec::runtime::Seen(#value)).refine_stated(#name, #path););
        named.chain(behind).chain(own).map(check).collect()
    }
}

fn entry_name(name: &Ident) -> Ident {
    format_ident!("__refine_{}", name.to_string().trim_start_matches("r#"))
}

fn mentions(expr: &Expr, name: &str) -> bool {
    fn go(tokens: TokenStream, name: &str) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Group(group) => go(group.stream(), name),
            token => token.to_string() == name,
        })
    }
    go(expr.to_token_stream(), name)
}

/// The checks of one function.
struct Checks<'a> {
    path: &'a str,
    params: &'a Params,
    /// What `old(…)` stands for, as statements at entry.
    olds: Vec<TokenStream>,
}

impl Checks<'_> {
    fn precondition(&mut self, clause: &ClauseSyntax) -> TokenStream {
        let (condition, text, path) = (lazy(&clause.expr), &clause.text, self.path);
        quote_spanned! {clause.span.0=>
            if !(#condition) { ::refine_spec::runtime::violated("precondition", #text, #path) }
        }
    }

    fn postcondition(&mut self, clause: &ClauseSyntax) -> TokenStream {
        let mut condition = lazy(&clause.expr);
        let mut olds = Olds { first: self.olds.len(), found: Vec::new() };
        olds.visit_expr_mut(&mut condition);
        for (at, inner) in olds.found.iter().enumerate() {
            let name = format_ident!("__refine_old_{}", olds.first + at);
            self.olds.push(quote!(let #name = ::core::clone::Clone::clone(&(#inner));));
        }
        let copies = self.params.by_value.iter().filter(|name| mentions(&clause.expr, &name.to_string()));
        let copies = copies.map(|name| {
            let copy = entry_name(name);
            quote!(#[allow(unused_variables)] let #name = ::core::clone::Clone::clone(&#copy);)
        });
        let copies: TokenStream = copies.collect();
        if self.params.takes_self {
            SelfByName.visit_expr_mut(&mut condition);
        }
        let binder = match &clause.binder {
            Some(pat) => quote!(#[allow(unused_variables)] let #pat = &__refine_ret;),
            None => quote!(#[allow(unused_variables)] let result = &__refine_ret;),
        };
        let (text, path) = (&clause.text, self.path);
        quote_spanned! {clause.span.0=>
            if !({ #copies #binder #condition }) { ::refine_spec::runtime::violated("postcondition", #text, #path) }
        }
    }
}

/// A clause in which `implies(a, b)` evaluates `b` only where `a` holds.
fn lazy(expr: &Expr) -> Expr {
    struct Lazy;
    impl VisitMut for Lazy {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            visit_mut::visit_expr_mut(self, expr);
            if let Expr::Call(call) = expr
                && matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "implies"))
                && call.args.len() == 2
            {
                let (condition, conclusion) = (&call.args[0], &call.args[1]);
                *expr = parse_quote!((!(#condition) || (#conclusion)));
            }
        }
    }
    let mut expr = expr.clone();
    Lazy.visit_expr_mut(&mut expr);
    expr
}

/// Puts variables in the places of `old(…)`.
struct Olds {
    first: usize,
    found: Vec<Expr>,
}

impl VisitMut for Olds {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Call(call) = expr
            && matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "old"))
            && call.args.len() == 1
        {
            let name = format_ident!("__refine_old_{}", self.first + self.found.len());
            self.found.push(call.args[0].clone());
            *expr = parse_quote!(::core::clone::Clone::clone(&#name));
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// The receiver, where it was taken by value, is its copy.
struct SelfByName;

impl VisitMut for SelfByName {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if ident == "self" {
            *ident = Ident::new("__refine_self", ident.span());
        }
    }
}

/// Makes `return` and `?` leave the block around the body. What is inside a closure, an item or an `async` block is not the function's own; nor is
/// the inside of a macro seen.
struct Leave;

impl VisitMut for Leave {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::Closure(_) | Expr::Async(_) | Expr::Const(_)) {
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Return(leave) => {
                let value = leave.expr.as_ref().map_or_else(|| quote!(()), ToTokens::to_token_stream);
                *expr = parse_quote!(break 'refine_body #value);
            }
            Expr::Try(question) => {
                let inner = &question.expr;
                *expr = parse_quote! {
                    match ::refine_spec::runtime::Question::ask(#inner) {
                        ::core::result::Result::Ok(value) => value,
                        ::core::result::Result::Err(leave) => break 'refine_body leave,
                    }
                };
            }
            _ => {}
        }
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if !matches!(stmt, Stmt::Item(_)) {
            visit_mut::visit_stmt_mut(self, stmt);
        }
    }
}

/// A type with its invariants where checks find them; `None` where what is written is no type.
pub fn type_with_checks(
    name: &str,
    args: proc_macro::TokenStream,
    item: &proc_macro::TokenStream,
) -> Option<proc_macro::TokenStream> {
    const OWN: [&str; 2] = ["invariant", "refined"];
    let mut ty: syn::DeriveInput = syn::parse(item.clone()).ok().filter(|_| !is_off())?;
    let (taken, kept): (Vec<_>, Vec<_>) = ty.attrs.drain(..).partition(|attr| is_one_of(attr, &OWN));
    ty.attrs = kept;
    let all: Vec<Attribute> = [attribute(name, args)].into_iter().chain(taken).collect();
    let body = match &ty.data {
        syn::Data::Struct(data) => TypeBody::Struct(&data.fields),
        syn::Data::Enum(data) => TypeBody::Enum(&data.variants),
        syn::Data::Union(_) => return None,
    };
    let (spec, _) = type_spec(&all, body, &Aliases::default());
    let each = |fields: &mut syn::Fields| {
        fields.iter_mut().for_each(|field| field.attrs.retain(|attr| !is_one_of(attr, &["field"])));
    };
    match &mut ty.data {
        syn::Data::Struct(data) => each(&mut data.fields),
        syn::Data::Enum(data) => data.variants.iter_mut().for_each(|variant| each(&mut variant.fields)),
        syn::Data::Union(_) => {}
    }
    let (params, args, bounds) = ty.generics.split_for_impl();
    let (ident, of) = (&ty.ident, ty.ident.to_string());
    let checks = spec.invariants.iter().map(|clause| {
        let (condition, text) = (lazy(&clause.expr), &clause.text);
        quote_spanned!(clause.span.0=> if !(#condition) { ::refine_spec::runtime::broken(#text, #of, place, function) })
    });
    let checks: Vec<TokenStream> = checks.collect();
    let stated = quote! {
        #[allow(clippy::all)]
        impl #params ::refine_spec::runtime::Invariant for #ident #args #bounds {
            fn refine_invariant(&self, place: &str, function: &str) {
                #(#checks)*
            }
        }
    };
    Some(quote!(#ty #stated).into())
}
