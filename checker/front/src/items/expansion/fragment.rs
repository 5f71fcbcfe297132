//! Which tokens a fragment of `macro_rules!` takes.
use ra_parser::{Input, PrefixEntryPoint, Step};
use ra_syntax::{Edition, SyntaxKind, T};

use super::tree::{FragmentKind, Leaf, Tree, glued, is_bracketed, is_literal};
use super::{Unsure, unsure};

/// How many of the trees a fragment takes; `None` if it does not match.
pub(super) fn taken(kind: FragmentKind, trees: &[Tree], edition: Edition) -> Result<Option<usize>, Unsure> {
    let Some(first) = trees.first() else { return Ok(None) };
    match first {
        Tree::Fragment(of, within) => match kind {
            FragmentKind::Tt => Ok(Some(1)),
            FragmentKind::Ident | FragmentKind::Lifetime => Ok(None),
            FragmentKind::Literal => {
                Ok((*of == FragmentKind::Literal || of.is_expr() && is_literal(within)).then_some(1))
            }
            FragmentKind::Block if *of == FragmentKind::Block => Ok(Some(1)),
            FragmentKind::Block if matches!(of, FragmentKind::Stmt | FragmentKind::Expr | FragmentKind::Expr2021) => {
                unsure()
            }
            FragmentKind::Vis => Ok(Some(usize::from(*of == FragmentKind::Vis))),
            _ if of.is_expr() && kind.is_expr() || *of == kind => parsed(kind, trees, edition),
            _ => match begins(kind, *of) {
                Some(true) => parsed(kind, trees, edition),
                Some(false) => Ok(None),
                None => unsure(),
            },
        },
        Tree::Delimited(..) => match kind {
            FragmentKind::Tt => Ok(Some(1)),
            FragmentKind::Ident | FragmentKind::Lifetime | FragmentKind::Literal => Ok(None),
            FragmentKind::Vis if matches!(first, Tree::Delimited(T!['{'], _)) => Ok(None),
            _ => parsed(kind, trees, edition),
        },
        Tree::Leaf(leaf) => match kind {
            FragmentKind::Tt => Ok(Some(glued(trees))),
            FragmentKind::Ident => Ok((leaf.is_word() && !leaf.is("_")).then_some(1)),
            FragmentKind::Lifetime => Ok((leaf.kind == SyntaxKind::LIFETIME_IDENT).then_some(1)),
            FragmentKind::Literal if leaf.is("-") => {
                Ok(matches!(trees.get(1), Some(Tree::Leaf(next)) if next.is_literal()).then_some(2))
            }
            FragmentKind::Literal => Ok(leaf.is_literal().then_some(1)),
            FragmentKind::Expr | FragmentKind::Expr2021 if leaf.is("let") => Ok(None),
            FragmentKind::Expr2021 if leaf.is("_") || leaf.is("const") => Ok(None),
            FragmentKind::Vis if !begins_visibility(leaf) => Ok(None),
            _ => parsed(kind, trees, edition),
        },
    }
}

/// Whether a fragment may begin with one that was matched as another kind; `None` if that rests on more than the kinds.
fn begins(kind: FragmentKind, of: FragmentKind) -> Option<bool> {
    use FragmentKind::{Block, Expr, Expr2021, Item, Literal, Meta, Pat, PatParam, Path, Stmt, Ty, Vis};
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

fn parsed(kind: FragmentKind, trees: &[Tree], edition: Edition) -> Result<Option<usize>, Unsure> {
    let entry = match kind {
        FragmentKind::Block => PrefixEntryPoint::Block,
        FragmentKind::Expr | FragmentKind::Expr2021 => PrefixEntryPoint::Expr,
        FragmentKind::Item => PrefixEntryPoint::Item,
        FragmentKind::Meta => PrefixEntryPoint::MetaItem,
        FragmentKind::Pat => PrefixEntryPoint::PatTop,
        FragmentKind::PatParam => PrefixEntryPoint::Pat,
        FragmentKind::Path => PrefixEntryPoint::Path,
        FragmentKind::Stmt => PrefixEntryPoint::Stmt,
        FragmentKind::Ty => PrefixEntryPoint::Ty,
        FragmentKind::Vis => PrefixEntryPoint::Vis,
        FragmentKind::Ident | FragmentKind::Lifetime | FragmentKind::Literal | FragmentKind::Tt => return unsure(),
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
        return Ok((index > 0 || kind == FragmentKind::Vis).then_some(index));
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
