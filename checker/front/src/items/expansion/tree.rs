//! Tokens as rustc hands them to `macro_rules!`: a fragment that another macro matched before stays one thing.
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use ra_syntax::ast::{self, AstToken};
use ra_syntax::{NodeOrToken, SmolStr, SyntaxKind, SyntaxNode, SyntaxToken, T, TextSize};

/// A token tree.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Leaf(Leaf),
    /// What stands between brackets; which ones, by the opening one.
    Delimited(SyntaxKind, Rc<[Tree]>),
    /// What an outer macro matched as a fragment.
    Fragment(FragmentKind, Rc<[Tree]>),
}

/// A token; punctuation by single characters.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) kind: SyntaxKind,
    pub(super) text: SmolStr,
    /// Whether the next token follows without space.
    pub(super) joint: bool,
}

/// What a fragment is matched as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FragmentKind {
    Block,
    Expr,
    /// `expr` as it was before edition 2024.
    Expr2021,
    Ident,
    Item,
    Lifetime,
    Literal,
    Meta,
    Pat,
    PatParam,
    Path,
    Stmt,
    Tt,
    Ty,
    Vis,
}

impl FragmentKind {
    pub(super) fn is_expr(self) -> bool {
        matches!(self, FragmentKind::Expr | FragmentKind::Expr2021)
    }
}

impl Leaf {
    pub(super) fn new(kind: SyntaxKind, text: &str) -> Leaf {
        Leaf { kind, text: text.into(), joint: false }
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text
    }

    /// An identifier, keyword or `_`.
    pub(super) fn is_word(&self) -> bool {
        let first = self.text.chars().next();
        !self.kind.is_literal() && first.is_some_and(|it| it.is_alphabetic() || it == '_') || self.is("$crate")
    }

    pub(super) fn is_literal(&self) -> bool {
        self.kind.is_literal() || self.is("true") || self.is("false")
    }

    pub(super) fn is_punct(&self) -> bool {
        !self.kind.is_literal() && self.kind != SyntaxKind::LIFETIME_IDENT && !self.is_word()
    }
}

/// What is between the brackets of a syntax tree of tokens.
pub(super) fn read(tree: &SyntaxNode) -> Option<(SyntaxKind, Rc<[Tree]>)> {
    let mut parts: Vec<_> = tree.children_with_tokens().collect();
    let open = parts.first()?.kind();
    if !matches!(open, T!['('] | T!['['] | T!['{']) || parts.len() < 2 {
        return None;
    }
    parts.pop();
    parts.remove(0);
    let mut found = Vec::new();
    for part in parts {
        match part {
            NodeOrToken::Node(node) => {
                let (open, within) = read(&node)?;
                found.push(Tree::Delimited(open, within));
            }
            NodeOrToken::Token(token) => tokens(&token, &mut found),
        }
    }
    Some((open, found.into()))
}

fn tokens(token: &SyntaxToken, found: &mut Vec<Tree>) {
    if let Some(comment) = ast::Comment::cast(token.clone()) {
        documentation(&comment, found);
    } else if token.kind().is_trivia() {
    } else {
        let joint = token.next_token().is_some_and(|next| !next.kind().is_trivia());
        let text = token.text();
        let leaf = Leaf { kind: token.kind(), text: text.into(), joint };
        if leaf.is_punct() && text.len() > 1 && text.is_ascii() {
            let last = text.len() - 1;
            found.extend(text.chars().enumerate().map(|(at, each)| {
                let kind = SyntaxKind::from_char(each).unwrap_or(SyntaxKind::ERROR);
                Tree::Leaf(Leaf { joint: at < last || joint, ..Leaf::new(kind, each.encode_utf8(&mut [0; 4])) })
            }));
        } else {
            found.push(Tree::Leaf(leaf));
        }
    }
}

/// A comment that documents is an attribute to a macro.
fn documentation(comment: &ast::Comment, found: &mut Vec<Tree>) {
    let Some(place) = comment.kind().doc else { return };
    let leaf = |kind, text: &str| Tree::Leaf(Leaf::new(kind, text));
    found.push(leaf(T![#], "#"));
    if place == ast::CommentPlacement::Inner {
        found.push(leaf(T![!], "!"));
    }
    let text = &comment.text()[comment.prefix().len()..];
    let text = if comment.kind().shape == ast::CommentShape::Block { text.trim_end_matches("*/") } else { text };
    let mut hashes = String::new();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    let text = format!("r{hashes}\"{text}\"{hashes}");
    let within = [leaf(SyntaxKind::IDENT, "doc"), leaf(T![=], "="), leaf(SyntaxKind::STRING, &text)];
    found.push(Tree::Delimited(T!['['], within.into()));
}

/// How many of the first trees are one token: punctuation is taken as far as it goes.
pub(super) fn glued(trees: &[Tree]) -> usize {
    let punct = |at: usize| match trees.get(at) {
        Some(Tree::Leaf(leaf)) if leaf.is_punct() => leaf.text.chars().next().map(|it| (it, leaf.joint)),
        _ => None,
    };
    let (Some((first, true)), Some((second, joint))) = (punct(0), punct(1)) else { return 1 };
    let third = punct(2).filter(|_| joint).map(|(it, _)| it);
    match (first, second, third) {
        ('.', '.', Some('.' | '=')) | ('<', '<', Some('=')) | ('>', '>', Some('=')) => 3,
        ('-' | '!' | '*' | '/' | '&' | '%' | '^' | '+' | '<' | '=' | '>' | '|', '=', _)
        | ('-' | '=' | '>', '>', _)
        | ('<', '-' | '<', _)
        | (':', ':', _)
        | ('.', '.', _)
        | ('&', '&', _)
        | ('|', '|', _) => 2,
        _ => 1,
    }
}

/// The one thing that trees are, where they are no more.
pub(super) fn whole(trees: &[Tree]) -> Option<&Tree> {
    match trees {
        [Tree::Fragment(_, within)] if whole(within).is_some() => whole(within),
        [one] => Some(one),
        _ => None,
    }
}

/// A literal, perhaps with a minus.
pub(super) fn is_literal(trees: &[Tree]) -> bool {
    match trees {
        [Tree::Fragment(_, within)] => is_literal(within),
        [Tree::Leaf(leaf)] => leaf.is_literal(),
        [Tree::Leaf(_), Tree::Leaf(_)] => is_negative(trees),
        _ => false,
    }
}

fn is_negative(trees: &[Tree]) -> bool {
    matches!(trees, [Tree::Leaf(minus), Tree::Leaf(leaf)] if minus.is("-") && leaf.kind.is_literal())
}

/// Whether rust-analyzer puts brackets around an expression that a macro hands on.
pub(super) fn is_bracketed(within: &[Tree]) -> bool {
    let one = matches!(whole(within), Some(Tree::Leaf(_) | Tree::Delimited(..)));
    !one && !is_negative(flat_fragment(within))
}

fn flat_fragment(trees: &[Tree]) -> &[Tree] {
    match trees {
        [Tree::Fragment(_, within)] => flat_fragment(within),
        _ => trees,
    }
}

/// Trees written one after the other without space, as rust-analyzer writes them.
#[derive(Default)]
pub(super) struct Text {
    pub(super) text: String,
    /// The same with space between what would be one token without.
    pub(super) spaced: String,
    /// What is between brackets, by the place of the opening one.
    pub(super) delimited: HashMap<usize, Rc<[Tree]>>,
    /// The fragments that are more than one token.
    pub(super) fragments: Vec<(Range<usize>, FragmentKind, bool)>,
}

impl Text {
    pub(super) fn of(trees: &[Tree]) -> Text {
        Text::after("", trees)
    }

    /// The same after other text.
    pub(super) fn after(before: &str, trees: &[Tree]) -> Text {
        let mut text = Text { text: before.to_owned(), ..Text::default() };
        text.all(trees);
        text
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        // `$crate` is written by nobody.
        self.spaced.push_str(&text.replace('$', "_"));
    }

    fn all(&mut self, trees: &[Tree]) {
        for tree in trees {
            match tree {
                Tree::Leaf(leaf) => {
                    self.push(&leaf.text);
                    self.spaced.extend((!leaf.is_punct() || !leaf.joint).then_some(' '));
                }
                Tree::Delimited(open, within) => {
                    self.delimited.insert(self.text.len(), within.clone());
                    let (open, close) = match open {
                        T!['('] => ("(", ")"),
                        T!['['] => ("[", "]"),
                        _ => ("{", "}"),
                    };
                    self.push(open);
                    self.all(within);
                    self.push(close);
                }
                Tree::Fragment(kind, within) => self.fragment(*kind, within),
            }
        }
    }

    fn fragment(&mut self, kind: FragmentKind, within: &[Tree]) {
        let start = self.text.len();
        if kind.is_expr() && is_bracketed(within) {
            self.push("(");
            self.all(within);
            self.push(")");
        } else if kind == FragmentKind::Path {
            self.path(within);
        } else {
            self.all(within);
        }
        if !matches!(whole(within), None | Some(Tree::Delimited(T!['{'], _))) || within.is_empty() {
            return;
        }
        self.fragments.push((start..self.text.len(), kind, begins_like_block(within)));
    }

    /// A path is written as in expressions: `Vec::<u8>`.
    fn path(&mut self, within: &[Tree]) {
        for (at, tree) in within.iter().enumerate() {
            let word = at.checked_sub(1).is_some_and(|at| matches!(&within[at], Tree::Leaf(leaf) if leaf.is_word()));
            if word && matches!(tree, Tree::Leaf(leaf) if leaf.is("<")) {
                self.push("::");
            }
            self.all(std::slice::from_ref(tree));
        }
    }
}

fn begins_like_block(trees: &[Tree]) -> bool {
    match trees.first() {
        Some(Tree::Leaf(leaf)) => {
            let words = ["if", "match", "loop", "while", "for", "unsafe", "const", "async"];
            words.contains(&leaf.text.as_str()) || leaf.kind == SyntaxKind::LIFETIME_IDENT
        }
        Some(Tree::Delimited(open, _)) => *open == T!['{'],
        Some(Tree::Fragment(_, within)) => begins_like_block(within),
        None => false,
    }
}

/// Where the tokens of a syntax tree are in its text without space.
pub(super) struct Offsets {
    pub(super) text: String,
    starts: Vec<(TextSize, usize)>,
}

impl Offsets {
    pub(super) fn of(root: &SyntaxNode) -> Offsets {
        let mut offsets = Offsets { text: String::new(), starts: Vec::new() };
        let tokens = root.descendants_with_tokens().filter_map(NodeOrToken::into_token);
        for token in tokens.filter(|token| token.kind() != SyntaxKind::WHITESPACE) {
            offsets.starts.push((token.text_range().start(), offsets.text.len()));
            offsets.text.push_str(token.text());
        }
        offsets
    }

    /// The offset of what starts at or after a place of the tree.
    pub(super) fn at(&self, place: TextSize) -> usize {
        let index = self.starts.partition_point(|(start, _)| *start < place);
        self.starts.get(index).map_or(self.text.len(), |(_, offset)| *offset)
    }

    /// The place of what starts at an offset.
    pub(super) fn place(&self, offset: usize) -> Option<TextSize> {
        let index = self.starts.binary_search_by_key(&offset, |(_, offset)| *offset).ok()?;
        Some(self.starts[index].0)
    }
}
