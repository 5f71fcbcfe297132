//! Text to MIR: what [`body_text`](crate::mir::print::body_text) and [`adt_text`](crate::mir::print::adt_text) print, for tests that say what
//! they are about in a few lines.
//!
//! ```text
//! std struct Span { start: usize, end: usize } invariant self.start <= self.end;
//! fn g(x: u32) -> r: u32 requires x < 10_u32 "x < 10"; ensures r == old(x) "*r == x";
//! pure fn down(n: u32) -> r: u32 = if n == 0_u32 { 0_u32 } else { pure down(n - 1_u32) } where n < 100_u32;
//! fn f(v: &mut Vec<u32>) -> r: () { bb0: … }
//! ```
//!
//! A `std struct` is one of the standard library. A name of a type that is not declared is a type parameter. Statements end with `;`.
//! The term of a `pure fn` is what it is in clauses; `where` that term has a value. Spans are those in the text.
mod body;
mod lex;
mod term;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use lex::Token;

use super::Body;
use crate::ids::{AdtId, ModuleId, ObligationIx};
use crate::ir::{Clause, Contract, Local};
use crate::mir::listing::Listing;
use crate::obligation::{Kind, Obligation};
use crate::program::{AdtDef, CtorShape, FieldDef, FnDef, ParamDef, Program, PureDef, VariantDef};
use crate::span::{FileId, Span};
use crate::term::Term;
use crate::ty::{FnInst, IntTy, Length, Ty};

/// Why a text is not one of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

type Parsed<T> = Result<T, ParseError>;

/// Reads a program.
pub fn listing(text: &str) -> Result<Listing, ParseError> {
    let mut parser =
        Parser { tokens: lex::tokens(text)?, at: 0, program: Listing::of(text), scope: ParseScope::default() };
    parser.declare()?;
    parser.at = 0;
    while *parser.peek() != Token::End {
        parser.item()?;
    }
    parser.program.find_recursion();
    Ok(parser.program)
}

/// What names mean inside of a function.
#[derive(Default)]
struct ParseScope {
    path: String,
    locals: Vec<Local>,
    obligations: Vec<Obligation>,
    /// The first token of the statement or clause that is being read.
    stmt: usize,
}

struct Parser {
    tokens: Vec<(Token, Range<u32>)>,
    at: usize,
    program: Listing,
    scope: ParseScope,
}

impl Parser {
    fn peek(&self) -> &Token {
        self.ahead(0)
    }

    fn ahead(&self, by: usize) -> &Token {
        self.tokens.get(self.at + by).map_or(&Token::End, |(token, _)| token)
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let line = self.program.line_col(self.since(self.at)).line;
        Err(ParseError { line, message: message.into() })
    }

    /// The text from a token to the last one that was read.
    fn since(&self, first: usize) -> Span {
        let place = |at: usize| self.tokens.get(at).or(self.tokens.last()).map_or(0..0, |(_, place)| place.clone());
        let (start, end) = (place(first).start, place(self.at.saturating_sub(1)).end);
        Span { file: FileId(0), start, end: end.max(start) }
    }

    /// The text of the last token that was read.
    fn just_read(&self) -> Span {
        self.since(self.at.saturating_sub(1))
    }

    fn is(&self, mark: &str) -> bool {
        matches!(self.peek(), Token::Mark(known) if *known == mark)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(known) if known == word)
    }

    fn eat(&mut self, mark: &str) -> bool {
        let found = self.is(mark);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: &str) -> Parsed<()> {
        if self.eat(mark) { Ok(()) } else { self.error(format!("`{mark}` is missing before {:?}", self.peek())) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.error(format!("`{word}` is missing before {:?}", self.peek())) }
    }

    /// A name or path.
    fn name(&mut self) -> Parsed<String> {
        match self.next() {
            Token::Word(name) | Token::Quoted(name) => Ok(name),
            other => {
                self.at -= 1;
                self.error(format!("a name is missing before {other:?}"))
            }
        }
    }

    fn length(&mut self) -> Parsed<Length> {
        match self.peek() {
            Token::Word(_) => Ok(Length::Param(self.name()?)),
            _ => Ok(Length::Known(self.number()?)),
        }
    }

    fn number(&mut self) -> Parsed<u64> {
        match self.next() {
            Token::Int(value, suffix) if suffix.is_empty() => {
                value.try_into().or_else(|_| self.error("this number is too large"))
            }
            other => {
                self.at -= 1;
                self.error(format!("a number is missing before {other:?}"))
            }
        }
    }

    /// What `one` reads, separated by commas, up to a mark.
    fn list<T>(&mut self, end: &str, mut one: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut all = Vec::new();
        while !self.eat(end) {
            all.push(one(self)?);
            if !self.is(end) {
                self.expect(",")?;
            }
        }
        Ok(all)
    }

    /// Notes the types and functions, so that they may be used before they are declared.
    fn declare(&mut self) -> Parsed<()> {
        let mut depth = 0u32;
        while *self.peek() != Token::End {
            match self.next() {
                Token::Mark("{") => depth += 1,
                Token::Mark("}") => depth = depth.saturating_sub(1),
                Token::Word(word) if depth == 0 && (word == "struct" || word == "enum") => {
                    let std = self.at > 1 && self.tokens[self.at - 2].0 == Token::Word("std".to_owned());
                    let path = self.name()?;
                    let module = (!std).then_some(ModuleId(0));
                    self.program.adts.push(AdtDef { module, ..adt_def(path, word == "enum") });
                    self.program.invariants.push(None);
                }
                Token::Word(word) if depth == 0 && word == "fn" => {
                    let pure = self.at > 1 && self.tokens[self.at - 2].0 == Token::Word("pure".to_owned());
                    let path = self.name()?;
                    if self.program.fn_named(&path).is_none() {
                        self.program.fns.push(FnDef { pure, ..fn_def(path, self.just_read()) });
                        self.program.contracts.push(Contract::default());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn item(&mut self) -> Parsed<()> {
        let _ = self.eat_word("std") || self.eat_word("pure");
        match self.next() {
            Token::Word(word) if word == "struct" || word == "enum" => self.adt(),
            Token::Word(word) if word == "fn" => self.function(),
            other => {
                self.at -= 1;
                self.error(format!("no item starts with {other:?}"))
            }
        }
    }

    fn adt(&mut self) -> Parsed<()> {
        let path = self.name()?;
        let Some(id) = self.program.adt_named(&path) else { return self.error("an unknown type") };
        let at = id.0 as usize;
        if self.eat("<") {
            self.program.adts[at].generics = self.list(">", Self::name)?;
        }
        self.expect("{")?;
        let is_enum = self.program.adts[at].is_enum;
        let name = self.program.adts[at].name.clone();
        self.program.adts[at].variants = if is_enum {
            self.list("}", |p| {
                let name = p.name()?;
                let fields = if p.eat("{") { p.fields()? } else { Vec::new() };
                Ok(variant_def(name, fields))
            })?
        } else {
            vec![variant_def(name, self.fields()?)]
        };
        if self.eat_word("invariant") {
            let generics = self.program.adts[at].generics.iter().map(|name| Ty::Param(name.clone())).collect();
            let ty = Ty::Adt(id, generics);
            self.scope.locals = vec![Local { name: "self".to_owned(), ty, span: self.just_read() }];
            let term = self.term()?;
            self.program.invariants[at] = Some(term);
            self.expect(";")?;
        }
        Ok(())
    }

    fn fields(&mut self) -> Parsed<Vec<FieldDef>> {
        self.list("}", |p| {
            let name = match p.next() {
                Token::Word(name) | Token::Quoted(name) => name,
                Token::Int(at, _) => at.to_string(),
                other => return p.error(format!("a field's name is missing before {other:?}")),
            };
            p.expect(":")?;
            Ok(FieldDef { name, ty: p.ty()?, public: true })
        })
    }

    fn tys(&mut self) -> Parsed<Vec<Ty>> {
        if self.eat("<") { self.list(">", Self::ty) } else { Ok(Vec::new()) }
    }

    fn ty(&mut self) -> Parsed<Ty> {
        let boxed = |p: &mut Self| p.ty().map(Box::new);
        if self.eat("!") {
            return Ok(Ty::Never);
        }
        // `&&T` is two marks as one.
        if self.eat("&&") {
            let inner = self.referenced()?;
            return Ok(Ty::Ref(false, Box::new(inner)));
        }
        if self.eat("&") {
            return self.referenced();
        }
        if self.eat("(") {
            return Ok(Ty::Tuple(self.list(")", Self::ty)?));
        }
        if self.eat("[") {
            let element = boxed(self)?;
            let ty = if self.eat(";") { Ty::Array(element, self.length()?) } else { Ty::Slice(element) };
            self.expect("]")?;
            return Ok(ty);
        }
        if matches!((self.peek(), self.ahead(1)), (Token::Word(word), Token::Text(_)) if word == "opaque") {
            self.next();
            let Token::Text(text) = self.next() else { return self.error("a text is missing") };
            return Ok(Ty::Opaque(text));
        }
        let plain = matches!(self.peek(), Token::Word(_));
        let name = self.name()?;
        let one = |p: &mut Self| -> Parsed<Box<Ty>> {
            p.expect("<")?;
            let inner = p.ty()?;
            p.expect(">")?;
            Ok(Box::new(inner))
        };
        Ok(match name.as_str() {
            "bool" if plain => Ty::Bool,
            "char" if plain => Ty::Char,
            "int" if plain => Ty::Exact,
            "Vec" if plain && self.is("<") => Ty::Vec(one(self)?),
            "Box" if plain && self.is("<") => Ty::Boxed(one(self)?),
            name if plain && IntTy::from_name(name).is_some() => Ty::Int(IntTy::from_name(name).unwrap_or(IntTy::U8)),
            name => match self.program.adt_named(name) {
                Some(id) => Ty::Adt(id, self.tys()?),
                None => Ty::Param(name.to_owned()),
            },
        })
    }

    fn referenced(&mut self) -> Parsed<Ty> {
        let (mutable, out) = (self.eat_word("mut"), self.eat_word("out"));
        let inner = Box::new(self.ty()?);
        Ok(if mutable { Ty::Borrow(inner) } else { Ty::Ref(out, inner) })
    }

    fn local(&mut self) -> Parsed<Local> {
        let name = self.name()?;
        let span = self.just_read();
        self.expect(":")?;
        Ok(Local { name, ty: self.ty()?, span })
    }

    fn function(&mut self) -> Parsed<()> {
        let path = self.name()?;
        let Some(func) = self.program.fn_named(&path) else { return self.error("an unknown function") };
        let args = self.tys()?;
        self.expect("(")?;
        let mut locals = self.list(")", Self::local)?;
        let params = locals.len();
        self.expect("->")?;
        locals.push(self.local()?);
        let inst = FnInst { func, args };
        self.head(&inst, &locals);
        self.scope = ParseScope { path, locals, obligations: Vec::new(), stmt: self.at };
        let mut contract = Contract::default();
        loop {
            if self.eat_word("requires") {
                contract.requires.push(self.clause()?);
            } else if self.eat_word("ensures") {
                contract.ensures.push(self.clause()?);
            } else if self.eat_word("decreases") {
                contract.decreases = Some(self.clause()?);
            } else {
                break;
            }
            contract.explicit = true;
            self.expect(";")?;
        }
        self.program.contracts[func.0 as usize] = contract.clone();
        if self.eat("=") {
            let body = self.term()?;
            let domain = if self.eat_word("where") { self.term()? } else { Term::bool(true) };
            self.expect(";")?;
            self.program.pures.insert(inst.clone(), Arc::new(PureDef { body, domain, recursive: false }));
        }
        if self.eat(";") || !self.is("{") {
            return Ok(());
        }
        let body = self.body(inst, params, contract)?;
        self.program.add(body);
        Ok(())
    }

    /// Fills in the definition from the function's head.
    fn head(&mut self, inst: &FnInst, locals: &[Local]) {
        let def = &mut self.program.fns[inst.func.0 as usize];
        let generic = |(at, ty): (usize, &Ty)| match ty {
            Ty::Param(name) => name.clone(),
            _ => format!("T{at}"),
        };
        def.generics = inst.args.iter().enumerate().map(generic).collect();
        let declared = |ty: &Ty| match ty {
            Ty::Borrow(inner) => Ty::Ref(true, inner.clone()),
            other => other.clone(),
        };
        let params = &locals[..locals.len() - 1];
        def.params =
            params.iter().map(|p| ParamDef { name: p.name.clone(), ty: declared(&p.ty), is_static: false }).collect();
        def.ret = locals[params.len()].ty.clone();
    }

    /// A term, the term it is as written if that is another, and its text.
    fn clause(&mut self) -> Parsed<Clause> {
        let first = self.at;
        let term = self.term()?;
        let value = if self.eat(",") { self.term()? } else { term.clone() };
        let text = match self.peek() {
            Token::Text(_) => self.text()?,
            _ => String::new(),
        };
        Ok(Clause { term, value, span: self.since(first), text, binder: None })
    }

    fn text(&mut self) -> Parsed<String> {
        match self.next() {
            Token::Text(text) => Ok(text),
            other => {
                self.at -= 1;
                self.error(format!("a text is missing before {other:?}"))
            }
        }
    }

    /// An obligation, `@kind/n` or `@"identity" kind`. One that is new gets the next index, and the place of the statement.
    fn tag(&mut self) -> Parsed<ObligationIx> {
        self.expect("@")?;
        if let Token::Text(id) = self.peek().clone() {
            self.next();
            let kind = self.kind()?;
            return Ok(self.obligation(id, kind));
        }
        let kind = self.kind()?;
        self.expect("/")?;
        let n = self.number()?;
        Ok(self.obligation(format!("{}/{}/{n}", self.scope.path, kind.name()), kind))
    }

    fn kind(&mut self) -> Parsed<Kind> {
        let mut name = self.name()?;
        if self.is("-") {
            self.next();
            name = format!("{name}-{}", self.name()?);
        }
        match Kind::ALL.into_iter().find(|kind| kind.name() == name) {
            Some(kind) => Ok(kind),
            None => self.error(format!("`{name}` is no kind of obligation")),
        }
    }

    fn obligation(&mut self, id: String, kind: Kind) -> ObligationIx {
        let span = self.since(self.scope.stmt);
        let all = &mut self.scope.obligations;
        let at = all.iter().position(|known| known.id == id).unwrap_or_else(|| {
            all.push(Obligation {
                id,
                kind,
                span,
                clause: None,
                claim: String::new(),
                message: String::new(),
                words: String::new(),
                panics_at: None,
                template: None,
                through: Vec::new(),
                callee: None,
                home: None,
                always_met: true,
            });
            all.len() - 1
        });
        ObligationIx(at as u32)
    }
}

fn adt_def(path: String, is_enum: bool) -> AdtDef {
    let name = path.rsplit("::").next().unwrap_or_default().to_owned();
    AdtDef { is_enum, ..AdtDef::plain(name, path, None, Vec::new()) }
}

fn variant_def(name: String, fields: Vec<FieldDef>) -> VariantDef {
    let shape = match fields.first() {
        None => CtorShape::Unit,
        Some(field) if field.name == "0" => CtorShape::Tuple,
        Some(_) => CtorShape::Named,
    };
    VariantDef { name, shape, fields, discriminant: None, is_default: false }
}

fn fn_def(path: String, span: Span) -> FnDef {
    let name = path.rsplit("::").next().unwrap_or_default().to_owned();
    FnDef { public: true, ..FnDef::new(path, name, span) }
}

/// The parser is used by its parts through these.
impl Parser {
    fn body_of(&mut self, body: Body) -> Body {
        Body { obligations: std::mem::take(&mut self.scope.obligations), ..body }
    }

    fn adt_of(&self, ty: &Ty) -> Option<(AdtId, &AdtDef)> {
        match ty.peeled() {
            Ty::Adt(id, _) => Some((*id, &self.program.adts[id.0 as usize])),
            _ => None,
        }
    }
}
