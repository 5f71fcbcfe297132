//! The rules of a `macro_rules!`: what each matches, and what it makes.
use std::collections::HashMap;
use std::rc::Rc;

use ra_syntax::{Edition, SmolStr, SyntaxKind, T};

use super::fragment::taken;
use super::tree::{FragmentKind, Leaf, Tree, glued};
use super::{Unsure, unsure};

/// One rule.
pub(super) struct Rule {
    matcher: Vec<Op>,
    template: Vec<Op>,
}

enum Op {
    /// One token, by its parts.
    Token(Vec<Leaf>),
    Delimited(SyntaxKind, Vec<Op>),
    /// A fragment that an outer macro put into the rule.
    Fragment(FragmentKind, Rc<[Tree]>),
    Variable(SmolStr, FragmentKind),
    Repeat(Repeat),
}

struct Repeat {
    ops: Vec<Op>,
    separator: Vec<Leaf>,
    /// `*`, `+` or `?`.
    times: char,
}

/// What a variable stands for.
#[derive(Clone)]
enum Bound {
    One(Rc<[Tree]>),
    Many(Vec<Bound>),
}

type Bindings = HashMap<SmolStr, Bound>;

/// The rules between the brackets of a definition.
pub(super) fn rules(trees: &[Tree], edition: Edition) -> Result<Vec<Rule>, Unsure> {
    let mut found = Vec::new();
    let mut rest = trees;
    while !rest.is_empty() {
        let [Tree::Delimited(_, matcher), Tree::Leaf(eq), Tree::Leaf(arrow), Tree::Delimited(_, template), after @ ..] =
            rest
        else {
            return unsure();
        };
        if !eq.is("=") || !arrow.is(">") {
            return unsure();
        }
        found.push(Rule { matcher: parse(matcher, true, edition)?, template: parse(template, false, edition)? });
        rest = match after {
            [Tree::Leaf(semicolon), after @ ..] if semicolon.is(";") => after,
            after => after,
        };
    }
    Ok(found)
}

impl Rule {
    /// What the rule makes of tokens; `None` if it does not match.
    pub(super) fn expand(&self, input: &[Tree], edition: Edition) -> Result<Option<Vec<Tree>>, Unsure> {
        let matching = Matching { edition };
        let Some((_, bound)) = matching.sequence(&self.matcher, input, 0, true)? else { return Ok(None) };
        let mut made = Vec::new();
        transcribe(&self.template, &bound, &mut Vec::new(), &mut made)?;
        Ok(Some(made))
    }
}

fn parse(trees: &[Tree], matcher: bool, edition: Edition) -> Result<Vec<Op>, Unsure> {
    let mut ops = Vec::new();
    let mut rest = trees;
    while let Some(first) = rest.first() {
        match (first, rest.get(1)) {
            (Tree::Leaf(dollar), Some(next)) if dollar.is("$") => {
                rest = &rest[2..];
                match next {
                    Tree::Delimited(T!['('], within) => {
                        let (separator, times, after) = repetition(rest)?;
                        ops.push(Op::Repeat(Repeat { ops: parse(within, matcher, edition)?, separator, times }));
                        rest = after;
                    }
                    Tree::Leaf(word) if word.is("crate") => {
                        ops.push(Op::Token(vec![Leaf::new(SyntaxKind::IDENT, "$crate")]));
                    }
                    Tree::Leaf(word) if word.is_word() && matcher => {
                        let [Tree::Leaf(colon), Tree::Leaf(kind), after @ ..] = rest else { return unsure() };
                        if !colon.is(":") {
                            return unsure();
                        }
                        ops.push(Op::Variable(word.text.clone(), kind_of(&kind.text, edition)?));
                        rest = after;
                    }
                    Tree::Leaf(word) if word.is_word() => ops.push(Op::Variable(word.text.clone(), FragmentKind::Tt)),
                    // `${count(...)}` and `$$` are not stable.
                    _ => return unsure(),
                }
                continue;
            }
            (Tree::Leaf(_), _) => {
                let count = if matcher { glued(rest) } else { 1 };
                let leaves = rest[..count].iter().filter_map(|tree| match tree {
                    Tree::Leaf(leaf) => Some(leaf.clone()),
                    _ => None,
                });
                ops.push(Op::Token(leaves.collect()));
                rest = &rest[count..];
                continue;
            }
            (Tree::Delimited(open, within), _) => ops.push(Op::Delimited(*open, parse(within, matcher, edition)?)),
            (Tree::Fragment(kind, within), _) => ops.push(Op::Fragment(*kind, within.clone())),
        }
        rest = &rest[1..];
    }
    Ok(ops)
}

/// What stands behind `$(...)`: the separator, and how often.
fn repetition(trees: &[Tree]) -> Result<(Vec<Leaf>, char, &[Tree]), Unsure> {
    let times = |tree: Option<&Tree>| match tree {
        Some(Tree::Leaf(leaf)) if leaf.is("*") => Some('*'),
        Some(Tree::Leaf(leaf)) if leaf.is("+") => Some('+'),
        Some(Tree::Leaf(leaf)) if leaf.is("?") => Some('?'),
        _ => None,
    };
    if let Some(times) = times(trees.first()) {
        return Ok((Vec::new(), times, &trees[1..]));
    }
    // A separator is one token, and may be followed by `*` without space.
    for count in 1..=3 {
        let (Some(separator), Some(times)) = (trees.get(..count), times(trees.get(count))) else { continue };
        let leaf = |tree: &Tree| match tree {
            Tree::Leaf(leaf) => Some(leaf.clone()),
            _ => None,
        };
        return match separator.iter().map(leaf).collect() {
            Some(separator) => Ok((separator, times, &trees[count + 1..])),
            None => unsure(),
        };
    }
    unsure()
}

fn kind_of(name: &str, edition: Edition) -> Result<FragmentKind, Unsure> {
    Ok(match name {
        "block" => FragmentKind::Block,
        "expr" if edition.at_least_2024() => FragmentKind::Expr,
        "expr" | "expr_2021" => FragmentKind::Expr2021,
        "ident" => FragmentKind::Ident,
        "item" => FragmentKind::Item,
        "lifetime" => FragmentKind::Lifetime,
        "literal" => FragmentKind::Literal,
        "meta" => FragmentKind::Meta,
        "pat" if edition.at_least_2021() => FragmentKind::Pat,
        "pat" | "pat_param" => FragmentKind::PatParam,
        "path" => FragmentKind::Path,
        "stmt" => FragmentKind::Stmt,
        "tt" => FragmentKind::Tt,
        "ty" => FragmentKind::Ty,
        "vis" => FragmentKind::Vis,
        _ => return unsure(),
    })
}

struct Matching {
    edition: Edition,
}

type Matched = Result<Option<(usize, Bindings)>, Unsure>;

impl Matching {
    /// Matches ops from a place on: to the end if `all`. Of repetitions, the longest are tried first.
    fn sequence(&self, ops: &[Op], input: &[Tree], mut at: usize, all: bool) -> Matched {
        let mut bound = Bindings::new();
        for (index, op) in ops.iter().enumerate() {
            let rest = &input[at..];
            match op {
                Op::Token(leaves) => {
                    let Some(count) = starts_with(rest, leaves) else { return Ok(None) };
                    at += count;
                }
                // A fragment is no token that could be matched.
                Op::Fragment(..) => return unsure(),
                Op::Delimited(open, within) => {
                    let Some(Tree::Delimited(found, inner)) = rest.first() else { return Ok(None) };
                    if found != open {
                        return Ok(None);
                    }
                    let Some((_, more)) = self.sequence(within, inner, 0, true)? else { return Ok(None) };
                    bound.extend(more);
                    at += 1;
                }
                Op::Variable(name, kind) => {
                    let Some(count) = taken(*kind, rest, self.edition)? else { return Ok(None) };
                    bound.insert(name.clone(), Bound::One(fragment(*kind, &rest[..count])));
                    at += count;
                }
                Op::Repeat(repeat) => {
                    let found = self.repeat(repeat, &ops[index + 1..], input, at, all)?;
                    return Ok(found.map(|(end, more)| {
                        bound.extend(more);
                        (end, bound)
                    }));
                }
            }
        }
        Ok((!all || at == input.len()).then_some((at, bound)))
    }

    /// A repetition and what follows it.
    fn repeat(&self, repeat: &Repeat, after: &[Op], input: &[Tree], start: usize, all: bool) -> Matched {
        let mut rounds: Vec<(usize, Bindings)> = Vec::new();
        let mut at = start;
        while rounds.is_empty() || repeat.times != '?' {
            let mut from = at;
            if !rounds.is_empty() && !repeat.separator.is_empty() {
                let Some(count) = starts_with(&input[at..], &repeat.separator) else { break };
                from += count;
            }
            let Some((end, bound)) = self.sequence(&repeat.ops, input, from, false)? else { break };
            if end == at {
                break;
            }
            rounds.push((end, bound));
            at = end;
        }
        let least = usize::from(repeat.times == '+');
        let mut names = Vec::new();
        variables(&repeat.ops, &mut names);
        while rounds.len() >= least {
            let at = rounds.last().map_or(start, |(end, _)| *end);
            if let Some((end, mut bound)) = self.sequence(after, input, at, all)? {
                for name in names {
                    let each = rounds.iter_mut().filter_map(|(_, bound)| bound.remove(&name)).collect();
                    bound.insert(name, Bound::Many(each));
                }
                return Ok(Some((end, bound)));
            }
            if rounds.pop().is_none() {
                break;
            }
        }
        Ok(None)
    }
}

/// How many trees a token is, where they start with it.
fn starts_with(trees: &[Tree], leaves: &[Leaf]) -> Option<usize> {
    let count = glued(trees);
    let same = |(tree, leaf): (&Tree, &Leaf)| matches!(tree, Tree::Leaf(it) if it.text == leaf.text);
    (count == leaves.len() && trees.len() >= count && trees.iter().zip(leaves).all(same)).then_some(count)
}

/// What was matched as a fragment. Identifiers, lifetimes and token trees are what they were.
fn fragment(kind: FragmentKind, trees: &[Tree]) -> Rc<[Tree]> {
    match (kind, trees) {
        (FragmentKind::Ident | FragmentKind::Lifetime | FragmentKind::Tt, _) => trees.into(),
        (_, [Tree::Fragment(_, within)]) => [Tree::Fragment(kind, within.clone())].into(),
        _ => [Tree::Fragment(kind, trees.into())].into(),
    }
}

fn variables(ops: &[Op], names: &mut Vec<SmolStr>) {
    for op in ops {
        match op {
            Op::Variable(name, _) => names.push(name.clone()),
            Op::Delimited(_, ops) => variables(ops, names),
            Op::Repeat(repeat) => variables(&repeat.ops, names),
            Op::Token(_) | Op::Fragment(..) => {}
        }
    }
}

fn transcribe(ops: &[Op], bound: &Bindings, rounds: &mut Vec<usize>, made: &mut Vec<Tree>) -> Result<(), Unsure> {
    for op in ops {
        match op {
            Op::Token(leaves) => made.extend(leaves.iter().cloned().map(Tree::Leaf)),
            Op::Delimited(open, ops) => {
                let mut within = Vec::new();
                transcribe(ops, bound, rounds, &mut within)?;
                made.push(Tree::Delimited(*open, within.into()));
            }
            Op::Fragment(kind, within) => made.push(Tree::Fragment(*kind, within.clone())),
            Op::Variable(name, _) => match bound.get(name).map(|all| of_round(all, rounds)) {
                Some(Bound::One(trees)) => {
                    made.extend(trees.iter().cloned());
                    // What follows is another token in any case.
                    if let Some(Tree::Leaf(leaf)) = made.last_mut().filter(|_| !trees.is_empty()) {
                        leaf.joint = false;
                    }
                }
                Some(Bound::Many(_)) => return unsure(),
                // One of a macro that is defined there.
                None => {
                    made.push(Tree::Leaf(Leaf::new(T![$], "$")));
                    made.push(Tree::Leaf(Leaf::new(SyntaxKind::IDENT, name)));
                }
            },
            Op::Repeat(repeat) => repeated(repeat, bound, rounds, made)?,
        }
    }
    Ok(())
}

fn repeated(repeat: &Repeat, bound: &Bindings, rounds: &mut Vec<usize>, made: &mut Vec<Tree>) -> Result<(), Unsure> {
    let mut names = Vec::new();
    variables(&repeat.ops, &mut names);
    let mut counts = names.iter().filter_map(|name| match of_round(bound.get(name)?, rounds) {
        Bound::Many(all) => Some(all.len()),
        Bound::One(_) => None,
    });
    let Some(count) = counts.next() else { return unsure() };
    if counts.any(|other| other != count) {
        return unsure();
    }
    for round in 0..count {
        if round > 0 {
            made.extend(repeat.separator.iter().cloned().map(Tree::Leaf));
        }
        rounds.push(round);
        let result = transcribe(&repeat.ops, bound, rounds, made);
        rounds.pop();
        result?;
    }
    Ok(())
}

/// What a variable stands for in a round of the repetitions around.
fn of_round<'b>(mut bound: &'b Bound, rounds: &[usize]) -> &'b Bound {
    for round in rounds {
        match bound {
            Bound::Many(all) => match all.get(*round) {
                Some(one) => bound = one,
                None => return bound,
            },
            Bound::One(_) => break,
        }
    }
    bound
}
