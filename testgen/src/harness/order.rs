//! Whether a clause may depend on the order in which a `HashMap` or `HashSet` gives its elements: a copy that is made for the clause has
//! another one than the value that the call is given.
use syn::visit::{self, Visit};

/// Methods that say the same in any order of the elements. A method of the user's by such a name is taken for one.
const ORDERLESS: [&str; 41] = [
    "contains",
    "contains_key",
    "get",
    "len",
    "is_empty",
    "is_subset",
    "is_superset",
    "is_disjoint",
    "clone",
    "as_ref",
    "as_deref",
    "copied",
    "cloned",
    "to_owned",
    "to_string",
    "as_str",
    "is_some",
    "is_none",
    "is_some_and",
    "is_none_or",
    "is_ok",
    "is_err",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "expect",
    "map_or",
    "and_then",
    "ok",
    "abs",
    "min",
    "max",
    // Elements in some order, and what is asked of all of them.
    "iter",
    "keys",
    "values",
    "filter",
    "map",
    "all",
    "any",
    "count",
    "borrow",
];

/// Whether the clause may say something else in another order. One that cannot be read does.
pub(super) fn depends_on_order(clause: &str) -> bool {
    let mut search = OrderSearch { found: false };
    match syn::parse_str::<syn::Expr>(clause) {
        Ok(clause) => search.visit_expr(&clause),
        Err(_) => return true,
    }
    search.found
}

struct OrderSearch {
    found: bool,
}

impl<'ast> Visit<'ast> for OrderSearch {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.found |= !ORDERLESS.contains(&call.method.to_string().as_str());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        let name = match &*call.func {
            syn::Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        // Constructors, and what the language of clauses has of its own.
        let known = ["old", "implies", "forall", "exists", "real", "Some", "Ok", "Err"];
        self.found |= !name.is_some_and(|name| known.contains(&name.as_str()));
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.found |= !called.path.is_ident("matches");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_of_all_elements_is_the_same_in_any_order() {
        for clause in [
            "a.contains(&4)",
            "*r == a.contains(&3)",
            "a.len() > 1 && !old(a.contains(&x))",
            "a.values().all(|v| *v > 0)",
        ] {
            assert!(!depends_on_order(clause), "{clause}");
        }
        let others = [
            "a.iter().next() == Some(&1)",
            "first(&a) == 3",
            "a.iter().zip(b).all(|(x, y)| x == y)",
            "a.into_iter().last() == r",
        ];
        for clause in others.iter().chain(&["format!(\"{a:?}\") == r", "a.iter().position(|x| x == 1) == r", "a +"]) {
            assert!(depends_on_order(clause), "{clause}");
        }
    }
}
