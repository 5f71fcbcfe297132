//! Whether rust-analyzer expands a macro as rustc does.
//!
//! It writes what a macro matched back as plain tokens, so that a fragment which is handed on may match, or be read, as
//! what it is not in rustc; and of several `macro_rules!` with one name it takes the last. Here each expansion is made a
//! second time, by rustc's rules. What comes out differently, or is not known, is in doubt.
//!
//! In reading order: `tree` (tokens and fragments), `rules` (what matches, what is made), `fragment` (what a fragment
//! takes), `scope` (which definition a name means).
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use hir_def::ModuleId;
use hir_expand::{HirFileId, InFile, Lookup as _, MacroCallId, MacroCallKind, MacroDefId, MacroDefKind};
use ra_syntax::ast::{self, AstNode};
use ra_syntax::{SyntaxKind, SyntaxNode};

use self::rules::rules;
use self::scope::Scopes;
use self::tree::{FragmentKind, Offsets, Text, Tree, read};
use crate::database::{Database, Origin};

mod fragment;
mod rules;
mod scope;
mod tree;

/// It is not known what rustc does.
pub(super) struct Unsure;

fn unsure<T>() -> Result<T, Unsure> {
    Err(Unsure)
}

/// The expansions of macros, made a second time.
pub struct Expansions<'db> {
    db: &'db Database,
    scopes: Scopes<'db>,
    known: RefCell<HashMap<MacroCallId, Rc<Expanded>>>,
}

/// What an expansion comes to.
enum Expanded {
    /// The same as in rustc, with what is between brackets in it, by the place of the opening one.
    Same(Offsets, HashMap<usize, Rc<[Tree]>>),
    /// Not made by rules, and without fragments.
    Plain,
    /// Built into the compiler, and not by the tokens that it is given.
    Inscrutable,
    Doubtful,
}

/// What a call makes that rust-analyzer does not expand, since it is not compiled as far as is known.
pub(super) struct ExpandedTree {
    root: SyntaxNode,
    offsets: Offsets,
    delimited: HashMap<usize, Rc<[Tree]>>,
}

impl ExpandedTree {
    /// The items.
    pub(super) fn root(&self) -> SyntaxNode {
        self.root.clone()
    }
}

impl<'db> Expansions<'db> {
    /// Those of a database.
    pub fn new(db: &'db Database) -> Expansions<'db> {
        Expansions { db, scopes: Scopes::new(db), known: RefCell::default() }
    }

    /// Makes known what definitions there are in the blocks around and in a body.
    pub(super) fn enter(&self, module: ModuleId, blocks: impl Iterator<Item = ModuleId>) {
        self.scopes.enter(module);
        blocks.for_each(|block| self.scopes.calls_in(block.def_map(self.db)));
    }

    /// Whether rustc may make something else of a call than rust-analyzer does.
    pub(super) fn is_doubtful(&self, call: MacroCallId) -> bool {
        let loc = call.lookup(self.db);
        let MacroCallKind::FnLike { ast_id, .. } = loc.kind else { return false };
        let node = ast_id.to_in_file_node(self.db);
        !self.scopes.means(loc.krate, &node, &loc.def) || matches!(*self.expanded(call), Expanded::Doubtful)
    }

    fn expanded(&self, call: MacroCallId) -> Rc<Expanded> {
        if let Some(known) = self.known.borrow().get(&call) {
            return known.clone();
        }
        let found = Rc::new(self.expand(call).unwrap_or(Expanded::Doubtful));
        self.known.borrow_mut().insert(call, found.clone());
        found
    }

    fn expand(&self, call: MacroCallId) -> Result<Expanded, Unsure> {
        let loc = call.lookup(self.db);
        let MacroCallKind::FnLike { ast_id, .. } = loc.kind else { return Ok(Expanded::Plain) };
        let node = ast_id.to_in_file_node(self.db);
        let Some(arguments) = node.value.token_tree() else { return unsure() };
        let arguments = self.trees(node.with_value(arguments.syntax()))?;
        let Some(definition) = self.definition(&loc.def)? else {
            return if has_fragments(&arguments) { self.built_in(call, &arguments) } else { Ok(Expanded::Plain) };
        };
        let edition = loc.def.edition;
        let mut made = None;
        for (index, rule) in rules(&definition, edition)?.iter().enumerate() {
            if let Some(trees) = rule.expand(&arguments, edition)? {
                made = Some((index, trees));
                break;
            }
        }
        let expansion = call.parse_macro_expansion(self.db);
        let (parse, map) = &expansion.value;
        let Some((index, trees)) = made else { return unsure() };
        let (text, offsets) = (Text::of(&trees), Offsets::of(&parse.syntax_node()));
        let same = map.matched_arm == Some(index as u32) && text.text == offsets.text;
        if same
            && expansion.err.is_none()
            && parse.errors().is_empty()
            && is_whole(&parse.syntax_node(), &text, &offsets)
        {
            Ok(Expanded::Same(offsets, text.delimited))
        } else {
            unsure()
        }
    }

    /// What a call makes that rust-analyzer does not expand.
    pub(super) fn made(&self, def: &MacroDefId, call: &InFile<ast::MacroCall>) -> Option<ExpandedTree> {
        let arguments = call.value.token_tree()?;
        self.apply(def, &self.trees(call.with_value(arguments.syntax())).ok()?)
    }

    /// The same of a call in what such a call makes.
    pub(super) fn made_within(
        &self,
        def: &MacroDefId,
        around: &ExpandedTree,
        call: &ast::MacroCall,
    ) -> Option<ExpandedTree> {
        let start = around.offsets.at(call.token_tree()?.syntax().text_range().start());
        self.apply(def, around.delimited.get(&start)?)
    }

    fn apply(&self, def: &MacroDefId, arguments: &[Tree]) -> Option<ExpandedTree> {
        let definition = self.definition(def).ok()??;
        for rule in rules(&definition, def.edition).ok()? {
            if let Some(trees) = rule.expand(arguments, def.edition).ok()? {
                let Text { spaced, delimited, .. } = Text::of(&trees);
                let parse = ast::SourceFile::parse(&spaced, def.edition);
                let root = parse.tree().syntax().clone();
                return parse.errors().is_empty().then(|| ExpandedTree {
                    offsets: Offsets::of(&root),
                    root,
                    delimited,
                });
            }
        }
        None
    }

    /// A macro that is built into the compiler. Some keep what they are given, as `format_args!` does.
    fn built_in(&self, call: MacroCallId, arguments: &[Tree]) -> Result<Expanded, Unsure> {
        let root = HirFileId::from(call).parse_or_expand(self.db);
        let offsets = Offsets::of(&root);
        let Some(start) = offsets.text.find(&Text::of(arguments).text) else { return Ok(Expanded::Inscrutable) };
        let text = Text::after(&offsets.text[..start], arguments);
        if is_whole(&root, &text, &offsets) { Ok(Expanded::Same(offsets, text.delimited)) } else { unsure() }
    }

    /// The rules of a definition; none of one that has no rules, but is built into the compiler.
    fn definition(&self, def: &MacroDefId) -> Result<Option<Rc<[Tree]>>, Unsure> {
        let MacroDefKind::Declarative(id, _) = def.kind else { return Ok(None) };
        let node = id.to_in_file_node(self.db);
        match &node.value {
            ast::Macro::MacroRules(it) => match it.token_tree() {
                Some(tree) => self.trees(node.with_value(tree.syntax())).map(Some),
                None => unsure(),
            },
            // Only the standard library has such.
            ast::Macro::MacroDef(_) => match self.db.origin(def.krate) {
                Origin::Std | Origin::Spec => Ok(None),
                Origin::Local | Origin::Dependency => unsure(),
            },
        }
    }

    /// What is between brackets, with the fragments that are known from how it was made.
    fn trees(&self, tree: InFile<&SyntaxNode>) -> Result<Rc<[Tree]>, Unsure> {
        let plain = || read(tree.value).map(|(_, within)| within).ok_or(Unsure);
        let HirFileId::MacroFile(call) = tree.file_id else { return plain() };
        match &*self.expanded(call) {
            Expanded::Same(offsets, delimited) => {
                delimited.get(&offsets.at(tree.value.text_range().start())).cloned().ok_or(Unsure)
            }
            Expanded::Plain => plain(),
            Expanded::Inscrutable | Expanded::Doubtful => unsure(),
        }
    }
}

fn has_fragments(trees: &[Tree]) -> bool {
    trees.iter().any(|tree| match tree {
        Tree::Leaf(_) => false,
        Tree::Delimited(_, within) => has_fragments(within),
        Tree::Fragment(..) => true,
    })
}

/// Whether each fragment is one thing in what rust-analyzer reads, too.
fn is_whole(root: &SyntaxNode, text: &Text, offsets: &Offsets) -> bool {
    text.fragments.iter().all(|(range, kind, like_block)| {
        let token = offsets.place(range.start).and_then(|place| root.token_at_offset(place).right_biased());
        let Some(token) = token else { return false };
        if *kind == FragmentKind::Item && token.parent_ancestors().any(|node| is_item(&node, range, offsets)) {
            return true;
        }
        let bounds = |node: &SyntaxNode| {
            let all = node.text_range();
            offsets.at(all.start())..offsets.at(all.end())
        };
        let mut around = token.parent_ancestors().take_while(|node| {
            let bounds = bounds(node);
            bounds.start == range.start && bounds.end <= range.end + 1 || node.kind() == SyntaxKind::TOKEN_TREE
        });
        let is_it = |node: &SyntaxNode| {
            // Tokens of another macro are looked at when it is expanded.
            let bounds = bounds(node);
            // The semicolon after a statement is not part of the fragment.
            let semicolon = *kind == FragmentKind::Stmt
                && bounds.end == range.end + 1
                && offsets.text[range.end..].starts_with(';');
            node.kind() == SyntaxKind::TOKEN_TREE
                || (bounds == *range || semicolon && bounds.start == range.start) && fits(*kind, node.kind())
        };
        let Some(node) = around.find(is_it) else { return false };
        // A block at the start of a statement is all of it, whatever follows.
        !like_block || !continues(&node)
    })
}

/// Whether a syntax node is an item in a range, apart from attributes that a macro has put before it: those are the item's in rustc, too.
fn is_item(node: &SyntaxNode, range: &std::ops::Range<usize>, offsets: &Offsets) -> bool {
    let parts = node.children_with_tokens().filter(|part| !part.kind().is_trivia());
    let mut parts =
        parts.skip_while(|part| part.kind() == SyntaxKind::ATTR && offsets.at(part.text_range().start()) < range.start);
    ast::Item::can_cast(node.kind())
        && offsets.at(node.text_range().end()) == range.end
        && parts.next().is_some_and(|part| offsets.at(part.text_range().start()) == range.start)
}

/// Whether a syntax node may be what a fragment is.
fn fits(kind: FragmentKind, node: SyntaxKind) -> bool {
    let path = || matches!(node, SyntaxKind::PATH | SyntaxKind::PATH_SEGMENT);
    match kind {
        FragmentKind::Expr | FragmentKind::Expr2021 | FragmentKind::Literal | FragmentKind::Block => {
            ast::Expr::can_cast(node) || ast::Pat::can_cast(node) || node == SyntaxKind::BLOCK_EXPR
        }
        FragmentKind::Ty => ast::Type::can_cast(node) || path(),
        FragmentKind::Pat | FragmentKind::PatParam => ast::Pat::can_cast(node) || ast::Expr::can_cast(node),
        FragmentKind::Path => path(),
        FragmentKind::Ident
        | FragmentKind::Item
        | FragmentKind::Lifetime
        | FragmentKind::Meta
        | FragmentKind::Stmt
        | FragmentKind::Tt
        | FragmentKind::Vis => true,
    }
}

/// Whether something that looks like a block begins a statement and is followed by what may be an operator.
fn continues(node: &SyntaxNode) -> bool {
    let inner = node.ancestors().take_while(|it| it.text_range().start() == node.text_range().start());
    let begins = inner.into_iter().any(|it| {
        it.parent().is_some_and(|parent| {
            matches!(parent.kind(), SyntaxKind::STMT_LIST | SyntaxKind::MACRO_STMTS | SyntaxKind::EXPR_STMT)
        })
    });
    let next = std::iter::successors(node.last_token().and_then(|it| it.next_token()), |it| it.next_token());
    let next = next.into_iter().find(|it| !it.kind().is_trivia());
    begins && next.is_some_and(|it| "-*&|([.?<>=+/%^!a".contains(it.text().chars().next().unwrap_or(' ')))
}
