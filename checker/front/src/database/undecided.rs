//! Conditions that only a build script knows, while it was not asked, and code that it makes.
use std::collections::HashSet;

use cfg::{CfgAtom, CfgExpr};
use ra_syntax::{AstNode, Edition, SyntaxNode, TextRange, WalkEvent, ast};

use super::{CrateInput, Files};

/// What only rustc, cargo or rustdoc set, so that it is off where they do not.
const BUILT_IN: [&str; 17] = [
    "clippy",
    "debug_assertions",
    "doc",
    "docsrs",
    "doctest",
    "fmt_debug",
    "miri",
    "overflow_checks",
    "panic",
    "proc_macro",
    "relocation_model",
    "rustfmt",
    "sanitize",
    "test",
    "ub_checks",
    "unix",
    "windows",
];

/// Attributes that say nothing of what the code does: `cfg_attr(docsrs, doc(…))` is of no interest.
const INERT: [&str; 13] = [
    "allow",
    "cold",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "feature",
    "forbid",
    "inline",
    "must_use",
    "no_std",
    "rustfmt",
    "warn",
];

/// A condition whose value is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undecided {
    /// The condition: ``cfg `feature = "x"` ``, or what else it is.
    pub name: String,
    /// The file, by its absolute path.
    pub path: String,
    /// Where.
    pub range: TextRange,
}

/// The first place in a crate's files where what its build script sets makes a difference, as far as that is seen without resolving
/// names. None where there is no such script, or it was asked.
pub fn undecided(krate: &CrateInput, files: &dyn Files) -> Option<Undecided> {
    let known = Decided::of(krate)?;
    let folder = &krate.root[..krate.root.rfind(['/', '\\'])?];
    let mut paths = files.list(folder);
    paths.retain(|path| *path != krate.root);
    paths.insert(0, krate.root.clone());
    paths.into_iter().find_map(|path| {
        let text = files.read(&path)?;
        // Most files of most crates: not worth the parsing.
        if !["cfg", "env!", "include", "path"].iter().any(|word| text.contains(word)) {
            return None;
        }
        let file = ast::SourceFile::parse(&text, Edition::LATEST).tree();
        let elsewhere = || file.syntax().descendants().find_map(|node| Some((beyond(&node)?, node)));
        let (name, node) = known.open_in(file.syntax()).next().or_else(elsewhere)?;
        Some(Undecided { name, path, range: node.text_range() })
    })
}

/// What brings in a variable of the build, or a file that may not be among those that are looked at.
fn beyond(node: &SyntaxNode) -> Option<String> {
    if let Some(call) = ast::MacroCall::cast(node.clone()) {
        let name = call.path()?.segment()?.name_ref()?.text().to_string();
        let inside = call.token_tree()?.syntax().text().to_string();
        let of_build = matches!(name.as_str(), "env" | "option_env") || inside.contains("env!");
        return (of_build || name == "include").then(|| format!("{name}!"));
    }
    let attribute = ast::Attr::cast(node.clone())?.syntax().text().to_string();
    (attribute.contains("path") && attribute.contains("..")).then(|| "path".to_owned())
}

/// What is known to be on or off.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    on: HashSet<String>,
    features: HashSet<String>,
}

impl Decided {
    /// `None` if all is known.
    pub(crate) fn of(krate: &CrateInput) -> Option<Decided> {
        let declared = krate.unasked.as_ref()?;
        let shown = |(key, value): &(String, Option<String>)| match value {
            Some(value) => format!("{key} = \"{value}\""),
            None => key.clone(),
        };
        let features = declared.iter().map(|name| format!("feature = \"{name}\"")).collect();
        Some(Decided { on: krate.cfgs.iter().map(shown).collect(), features })
    }

    /// The conditions in a text that are open: of each, in words, the first name that leaves it so, and where it is.
    pub(crate) fn open_in(&self, text: &SyntaxNode) -> impl Iterator<Item = (String, SyntaxNode)> {
        self.live(text).filter_map(|node| {
            if includes_generated(&node) {
                return Some(("the code that is included".to_owned(), node));
            }
            let conditions: Vec<ast::CfgPredicate> = if let Some(meta) = ast::CfgMeta::cast(node.clone()) {
                meta.cfg_predicate().into_iter().collect()
            } else if let Some(meta) = ast::CfgAttrMeta::cast(node.clone()) {
                if is_inert(&meta) {
                    return None;
                }
                meta.cfg_predicate().into_iter().collect()
            } else {
                in_macro(&node)
            };
            let open = conditions.into_iter().find_map(|condition| self.open(&CfgExpr::parse_from_ast(condition)));
            Some((format!("cfg `{}`", open?), node))
        })
    }

    /// A node with those in it, without what is surely not compiled.
    fn live(&self, text: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> {
        live(text, |node| self.is_off(node))
    }

    /// Whether something is surely not compiled.
    pub(crate) fn is_off(&self, node: &SyntaxNode) -> bool {
        conditions(node).any(|condition| self.value(&condition) == Some(false))
    }

    /// The first name that leaves a condition open.
    fn open(&self, condition: &CfgExpr) -> Option<String> {
        if self.value(condition).is_some() {
            return None;
        }
        match condition {
            CfgExpr::Atom(atom) => Some(shown(atom)),
            CfgExpr::All(all) | CfgExpr::Any(all) => all.iter().find_map(|each| self.open(each)),
            CfgExpr::Not(inner) => self.open(inner),
            CfgExpr::Invalid => None,
        }
    }

    /// Whether a condition holds; `None` if that is not known.
    fn value(&self, condition: &CfgExpr) -> Option<bool> {
        let of = |all: &[CfgExpr], wanted: bool| {
            let values: Vec<_> = all.iter().map(|each| self.value(each)).collect();
            if values.contains(&Some(wanted)) {
                Some(wanted)
            } else if values.contains(&None) {
                None
            } else {
                Some(!wanted)
            }
        };
        match condition {
            // rustc refuses it.
            CfgExpr::Invalid => Some(false),
            CfgExpr::Atom(atom) => {
                let name = shown(atom);
                let literal = matches!(name.as_str(), "true" | "false").then(|| name == "true");
                let on = self.on.contains(&name).then_some(true);
                literal.or(on).or_else(|| self.is_decided(&name).then_some(false))
            }
            CfgExpr::All(all) => of(all, false),
            CfgExpr::Any(all) => of(all, true),
            CfgExpr::Not(inner) => self.value(inner).map(|value| !value),
        }
    }

    /// Whether a name that is not set is known not to be.
    fn is_decided(&self, name: &str) -> bool {
        let key = name.split(' ').next().unwrap_or(name);
        let of_rustc = BUILT_IN.contains(&key) || key.starts_with("target_") || key.starts_with("sanitizer_");
        of_rustc || self.features.contains(name)
    }
}

/// A node with those in it, without what is surely not compiled.
pub(crate) fn live<F: Fn(&SyntaxNode) -> bool>(
    text: &SyntaxNode,
    is_off: F,
) -> impl Iterator<Item = SyntaxNode> + use<F> {
    let mut walk = text.preorder();
    std::iter::from_fn(move || {
        loop {
            match walk.next()? {
                WalkEvent::Enter(node) if is_off(&node) => walk.skip_subtree(),
                WalkEvent::Enter(node) => return Some(node),
                WalkEvent::Leave(_) => {}
            }
        }
    })
}

/// The conditions that are written on something.
pub(crate) fn conditions(node: &SyntaxNode) -> impl Iterator<Item = CfgExpr> {
    let metas = node.children().filter_map(ast::Attr::cast).filter_map(|attr| attr.meta());
    let cfgs = metas.filter_map(|meta| match meta {
        ast::Meta::CfgMeta(cfg) => cfg.cfg_predicate(),
        _ => None,
    });
    cfgs.map(CfgExpr::parse_from_ast)
}

fn shown(atom: &CfgAtom) -> String {
    match atom {
        CfgAtom::Flag(name) => name.as_str().to_owned(),
        CfgAtom::KeyValue { key, value } => format!("{key} = \"{value}\""),
    }
}

/// Whether all that a `cfg_attr` brings says nothing of what the code does.
fn is_inert(meta: &ast::CfgAttrMeta) -> bool {
    meta.metas().all(|meta| match &meta {
        ast::Meta::CfgAttrMeta(inner) => is_inert(inner),
        other => {
            let path = other.syntax().children().find_map(ast::Path::cast);
            let first = path.map(|path| path.syntax().text().to_string()).unwrap_or_default();
            let first = first.split("::").next().unwrap_or_default().trim().to_owned();
            INERT.contains(&first.as_str())
        }
    })
}

/// Whether a build script makes what is included: the file is named by a variable of the build.
fn includes_generated(node: &SyntaxNode) -> bool {
    let named = || {
        let call = ast::MacroCall::cast(node.clone())?;
        let name = call.path()?.segment()?.name_ref()?;
        Some(name.text() == "include" && call.token_tree()?.syntax().text().to_string().contains("env!"))
    };
    named().unwrap_or(false)
}

/// The conditions in the arguments of a macro, or its definition: of `cfg!`, and of attributes on what it makes.
fn in_macro(node: &SyntaxNode) -> Vec<ast::CfgPredicate> {
    let call = ast::MacroCall::cast(node.clone());
    if call.is_none() && !ast::MacroRules::can_cast(node.kind()) && !ast::MacroDef::can_cast(node.kind()) {
        return Vec::new();
    }
    let Some(tree) = node.children().find_map(ast::TokenTree::cast) else { return Vec::new() };
    let text = tree.syntax().text().to_string();
    let is_cfg = call.and_then(|call| call.path()).is_some_and(|path| path.syntax().text() == "cfg");
    if is_cfg {
        return parsed(&format!("#[cfg{text}] struct S;"));
    }
    let mut found = Vec::new();
    for (at, _) in text.match_indices("cfg") {
        let rest = &text[at..];
        let end = rest.char_indices().scan(0i32, |depth, (at, char)| {
            *depth += i32::from(char == '(') - i32::from(char == ')');
            Some((at, char, *depth))
        });
        let close = end.clone().find(|(_, char, depth)| *char == ')' && *depth == 0).map(|(at, ..)| at + 1);
        let head = rest.split('(').next().unwrap_or_default().trim();
        if let (Some(close), "cfg" | "cfg!" | "cfg_attr" | "cfg !") = (close, head) {
            let condition = rest[..close].replacen('!', "", 1);
            found.extend(parsed(&format!("#[{condition}] struct S;")));
        }
    }
    found
}

fn parsed(text: &str) -> Vec<ast::CfgPredicate> {
    let file = ast::SourceFile::parse(text, Edition::LATEST).tree();
    let metas = file.syntax().descendants().filter_map(|node| {
        let cfg = ast::CfgMeta::cast(node.clone()).and_then(|meta| meta.cfg_predicate());
        cfg.or_else(|| ast::CfgAttrMeta::cast(node).filter(|meta| !is_inert(meta))?.cfg_predicate())
    });
    metas.collect()
}
