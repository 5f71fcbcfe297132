//! What is run with a function: the functions that its clauses mention.
use hir_def::ModuleDefId;
use hir_def::resolver::{HasResolver, ValueNs};
use hir_expand::mod_path::{ModPath, PathKind};
use hir_expand::name::Name;
use intern::Symbol;
use refine_core::span::Span;
use refine_spec_lang::{ClauseSyntax, FnSpec};
use syn::visit::Visit;

use super::walk::Walk;

/// The paths and methods in a clause.
#[derive(Default)]
struct Mentions {
    paths: Vec<Vec<String>>,
    methods: Vec<String>,
    /// Whether there are macros, whose arguments are not looked at.
    macros: bool,
}

impl<'ast> Visit<'ast> for Mentions {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.paths.push(path.path.segments.iter().map(|segment| segment.ident.to_string()).collect());
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.macros = true;
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.methods.push(call.method.to_string());
        syn::visit::visit_expr_method_call(self, call);
    }
}

impl Walk<'_, '_> {
    /// What the clauses of a function mention is as good as in it.
    pub(super) fn clauses(&mut self, spec: &FnSpec, place: impl Fn(&ClauseSyntax) -> Span) {
        for clause in spec.requires.iter().chain(&spec.ensures) {
            let mut mentions = Mentions::default();
            mentions.visit_expr(&clause.expr);
            let span = place(clause);
            mentions.paths.iter().for_each(|path| self.clause_path(path, span));
            mentions.methods.iter().for_each(|method| self.by_name(method));
            self.facts.unknown |= mentions.macros;
        }
    }

    fn clause_path(&mut self, path: &[String], span: Span) {
        let db = self.types.db();
        let (kind, names) = match path {
            [first, rest @ ..] if first == "crate" => (PathKind::Crate, rest),
            [first, rest @ ..] if first == "self" && !rest.is_empty() => (PathKind::SELF, rest),
            [first, rest @ ..] if first == "super" => (PathKind::Super(1), rest),
            all => (PathKind::Plain, all),
        };
        let names = names.iter().map(|name| Name::new_symbol_root(Symbol::intern(name.trim_start_matches("r#"))));
        let mod_path = ModPath::from_segments(kind, names);
        let resolver = self.owner.resolver(db);
        let hygiene = hir_def::expr_store::HygieneId::ROOT;
        let found = resolver.resolve_path_in_value_ns_fully(
            db,
            &hir_def::expr_store::path::Path::BarePath(intern::Interned::new(mod_path.clone())),
            hygiene,
        );
        match found {
            Some(ValueNs::FunctionId(id)) => self.function_of_clause(id, span),
            Some(_) => {}
            None => {
                let items = resolver.resolve_module_path_in_items(db, &mod_path);
                if let Some(ModuleDefId::FunctionId(id)) = items.values.map(|item| item.def) {
                    self.function_of_clause(id, span);
                } else if path.len() > 1 {
                    // An associated function, or what our standard library does not have.
                    self.unknown_path(&path.join("::"), &None, true, span);
                }
            }
        }
    }
}
