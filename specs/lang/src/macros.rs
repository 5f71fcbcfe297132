//! The macros that clauses may have: `matches!`, and `vec![…]`, which is written out as an expression, so that what is in it is seen like all else.
use quote::quote_spanned;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Token};

/// Writes out each `vec![a, b]` as `[a, b].to_vec()`, and `vec![a; n]` as that of `n` copies.
pub(crate) fn write_out(expr: &mut Expr) {
    Lists.visit_expr_mut(expr);
}

/// Whether a macro is `matches!`.
pub(crate) fn is_matches(path: &syn::Path) -> bool {
    is_of(path, "matches", &["std", "core"])
}

/// Whether a path is a macro's name, alone or in one of the crates that have it.
fn is_of(path: &syn::Path, name: &str, crates: &[&str]) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match &names[..] {
        [last] => last == name,
        [first, last] => last == name && crates.contains(&first.as_str()),
        _ => false,
    }
}

struct Lists;

impl VisitMut for Lists {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(mac) = expr
            && let Some(list) = written_out(&mac.mac)
        {
            *expr = list;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

fn written_out(mac: &syn::Macro) -> Option<Expr> {
    if !is_of(&mac.path, "vec", &["std", "alloc"]) {
        return None;
    }
    let span = mac.span();
    let copies = |input: ParseStream<'_>| {
        let (value, _, count): (Expr, Token![;], Expr) = (input.parse()?, input.parse()?, input.parse()?);
        Ok(quote_spanned!(span=> ::std::iter::repeat(#value).take(#count).collect::<::std::vec::Vec<_>>()))
    };
    let written = match copies.parse2(mac.tokens.clone()) {
        Ok(written) => written,
        Err(_) => {
            let all = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone()).ok()?;
            match all.is_empty() {
                true => quote_spanned!(span=> ::std::vec::Vec::new()),
                false => quote_spanned!(span=> [#all].to_vec()),
            }
        }
    };
    syn::parse2(written).ok()
}
