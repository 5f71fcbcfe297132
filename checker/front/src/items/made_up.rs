//! Macros that rust-analyzer expands to something of the right type and no more: `line!()` is always 0 to it.
use hir_expand::{HirFileId, Lookup, MacroDefKind};
use ra_syntax::ast::HasName;
use ra_syntax::{AstNode, ast};

use crate::database::Database;

/// The macro whose expansion a file is, if the values in it are not what they are when the crate is compiled.
pub(crate) fn made_up(db: &Database, file: HirFileId) -> Option<String> {
    let HirFileId::MacroFile(call) = file else { return None };
    let loc = call.lookup(db);
    let def = match loc.def.kind {
        MacroDefKind::BuiltIn(def, _) => def.to_in_file_node(db).value,
        MacroDefKind::BuiltInEager(def, _) => def.to_in_file_node(db).value,
        _ => return None,
    };
    let name = match &def {
        ast::Macro::MacroRules(rules) => rules.name()?,
        ast::Macro::MacroDef(def) => def.name()?,
    };
    let name = name.text().to_string();
    let node = loc.to_node(db).value;
    let arguments = node.descendants().find_map(ast::TokenTree::cast);
    let arguments = arguments.map(|tree| tree.syntax().text().to_string()).unwrap_or_default();
    // A build script may set any of them to something else.
    let is_set = || {
        let variable = arguments.split('"').nth(1);
        variable.is_some_and(|variable| db.unasked(loc.krate).is_none() && loc.krate.env(db).contains_key(variable))
    };
    let is_known = match name.as_str() {
        "line" | "column" | "file" | "module_path" | "stringify" | "include_str" | "include_bytes" => false,
        "env" | "option_env" => is_set(),
        // Of others' values.
        "concat" | "concat_bytes" => !arguments.contains('!'),
        _ => true,
    };
    (!is_known).then_some(name)
}
