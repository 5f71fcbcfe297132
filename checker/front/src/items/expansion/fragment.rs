//! Which tokens a fragment of `macro_rules!` takes.
use ra_parser::{Input, PrefixEntryPoint, Step};
use ra_syntax::{Edition, SyntaxKind, T};

use super::tree::{Kind, Leaf, Tree, glued, is_bracketed, is_literal};
use super::{Unsure, unsure};

/// How many of the trees a fragment takes; `None` if it does not match.
pub(super) fn taken(kind: Kind, trees: &[Tree], edition: Edition) -> Result<Option<usize>, Unsure> {
    let Some(first) = trees.first() else { return Ok(None) };
    match first {
        Tree::Fragment(of, within) => match kind {
            Kind::Tt => Ok(Some(1)),
            Kind::Ident | Kind::Lifetime => Ok(None),
            Kind::Literal => Ok((*of == Kind::Literal || of.is_expr() && is_literal(within)).then_some(1)),
            Kind::Block if *of == Kind::Block => Ok(Some(1)),
            Kind::Block if matches!(of, Kind::Stmt | Kind::Expr | Kind::Expr2021) => unsure(),
            Kind::Vis => Ok(Some(usize::from(*of == Kind::Vis))),
            _ if of.is_expr() && kind.is_expr() || *of == kind => parsed(kind, trees, edition),
            _ => match begins(kind, *of) {
                Some(true) => parsed(kind, trees, edition),
                Some(false) => Ok(None),
                None => unsure(),
            },
        },
        Tree::Delimited(..) => match kind {
            Kind::Tt => Ok(Some(1)),
            Kind::Ident | Kind::Lifetime | Kind::Literal => Ok(None),
            Kind::Vis if matches!(first, Tree::Delimited(T!['{'], _)) => Ok(None),
            _ => parsed(kind, trees, edition),
        },
        Tree::Leaf(leaf) => match kind {
            Kind::Tt => Ok(Some(glued(trees))),
            Kind::Ident => Ok((leaf.is_word() && !leaf.is("_")).then_some(1)),
            Kind::Lifetime => Ok((leaf.kind == SyntaxKind::LIFETIME_IDENT).then_some(1)),
            Kind::Literal if leaf.is("-") => {
                Ok(matches!(trees.get(1), Some(Tree::Leaf(next)) if next.is_literal()).then_some(2))
            }
            Kind::Literal => Ok(leaf.is_literal().then_some(1)),
            Kind::Expr | Kind::Expr2021 if leaf.is("let") => Ok(None),
            Kind::Expr2021 if leaf.is("_") || leaf.is("const") => Ok(None),
            Kind::Vis if !begins_visibility(leaf) => Ok(None),
            _ => parsed(kind, trees, edition),
        },
    }
}

/// Whether a fragment may begin with one that was matched as another kind; `None` if that rests on more than the kinds.
fn begins(kind: Kind, of: Kind) -> Option<bool> {
    use Kind::{Block, Expr, Expr2021, Item, Literal, Meta, Pat, PatParam, Path, Stmt, Ty, Vis};
    Some(match (kind, of) {
        (Expr | Expr2021, Block | Literal | Path) | (Ty, Path) => true,
        (Expr | Expr2021, _) | (Ty, _) => false,
        (Pat | PatParam, Expr | Expr2021 | Literal | Path | Pat | PatParam) => true,
        (Pat | PatParam, Item | Stmt | Block | Vis) => false,
        (Path | Meta, Item | Block | Vis) => false,
        (Stmt, Item | Expr | Expr2021 | Block | Path | Literal) => true,
        (Meta, Path) => true,
        _ => return None,
    })
}

/// What may follow where a visibility is looked for, be there one or not.
fn begins_visibility(leaf: &Leaf) -> bool {
    let puncts = [",", "!", "*", "&", "?", "<", ":"];
    leaf.is_word() || leaf.kind == SyntaxKind::LIFETIME_IDENT || puncts.contains(&leaf.text.as_str())
}

fn parsed(kind: Kind, trees: &[Tree], edition: Edition) -> Result<Option<usize>, Unsure> {
    let entry = match kind {
        Kind::Block => PrefixEntryPoint::Block,
        Kind::Expr | Kind::Expr2021 => PrefixEntryPoint::Expr,
        Kind::Item => PrefixEntryPoint::Item,
        Kind::Meta => PrefixEntryPoint::MetaItem,
        Kind::Pat => PrefixEntryPoint::PatTop,
        Kind::PatParam => PrefixEntryPoint::Pat,
        Kind::Path => PrefixEntryPoint::Path,
        Kind::Stmt => PrefixEntryPoint::Stmt,
        Kind::Ty => PrefixEntryPoint::Ty,
        Kind::Vis => PrefixEntryPoint::Vis,
        Kind::Ident | Kind::Lifetime | Kind::Literal | Kind::Tt => return unsure(),
    };
    let mut input = Input::with_capacity(trees.len());
    // Where each of the trees ends, and whether it is a fragment.
    let mut ends = vec![0];
    for tree in trees {
        push(tree, &mut input, edition);
        ends.push(input.len());
    }
    let output = entry.parse(&input);
    let mut count = 0;
    for step in output.iter() {
        match step {
            Step::Token { n_input_tokens, .. } => count += usize::from(n_input_tokens),
            Step::FloatSplit { .. } => count += 1,
            Step::Error { .. } => return Ok(None),
            Step::Enter { .. } | Step::Exit => {}
        }
    }
    // The last of those, where the next ones are empty.
    let index = ends.partition_point(|end| *end < count);
    if ends.get(index) == Some(&count) {
        return Ok((index > 0 || kind == Kind::Vis).then_some(index));
    }
    match index.checked_sub(1).map(|at| &trees[at]) {
        Some(Tree::Fragment(..)) => unsure(),
        _ => Ok(None),
    }
}

fn push(tree: &Tree, input: &mut Input, edition: Edition) {
    match tree {
        Tree::Leaf(leaf) => push_leaf(leaf, input, edition),
        Tree::Delimited(open, within) => {
            let close = match open {
                T!['('] => T![')'],
                T!['['] => T![']'],
                _ => T!['}'],
            };
            between(*open, within, close, input, edition);
        }
        Tree::Fragment(kind, within) if kind.is_expr() && is_bracketed(within) => {
            between(T!['('], within, T![')'], input, edition);
        }
        Tree::Fragment(_, within) => within.iter().for_each(|tree| push(tree, input, edition)),
    }
}

fn between(open: SyntaxKind, within: &[Tree], close: SyntaxKind, input: &mut Input, edition: Edition) {
    input.push(open, edition);
    within.iter().for_each(|tree| push(tree, input, edition));
    input.push(close, edition);
}

fn push_leaf(leaf: &Leaf, input: &mut Input, edition: Edition) {
    if leaf.kind.is_literal() || leaf.kind == SyntaxKind::LIFETIME_IDENT {
        input.push(leaf.kind, edition);
        if leaf.kind == SyntaxKind::FLOAT_NUMBER && !leaf.text.ends_with('.') {
            input.was_joint();
        }
    } else if leaf.is("_") {
        input.push(T![_], edition);
    } else if leaf.is_word() {
        match SyntaxKind::from_keyword(&leaf.text, edition) {
            Some(kind) => input.push(kind, edition),
            None => {
                let kind = SyntaxKind::from_contextual_keyword(&leaf.text, edition);
                input.push_ident(kind.unwrap_or(SyntaxKind::IDENT), edition);
            }
        }
    } else {
        input.push(leaf.kind, edition);
        if leaf.joint {
            input.was_joint();
        }
    }
}
