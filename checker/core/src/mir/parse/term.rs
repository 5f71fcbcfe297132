//! Terms.
use super::lex::Token;
use super::{Parsed, Parser};
use crate::ids::{BoundId, LocalId};
use crate::mir::print::{BIT_OPS, RESERVED, usual_ty};
use crate::program::AdtDef;
use crate::term::{BinOp, Quantifier, Term, TermKind, UnOp};
use crate::ty::{FnInst, IntTy, Ty};

/// The binary operators with how tightly they bind.
const OPERATORS: [(&str, BinOp, u8); 15] = [
    ("==>", BinOp::Implies, 0),
    ("||", BinOp::Or, 1),
    ("&&", BinOp::And, 2),
    ("===", BinOp::Same, 3),
    ("==", BinOp::Eq, 3),
    ("!=", BinOp::Ne, 3),
    ("<=", BinOp::Le, 3),
    (">=", BinOp::Ge, 3),
    ("<", BinOp::Lt, 3),
    (">", BinOp::Gt, 3),
    ("+", BinOp::Add, 5),
    ("-", BinOp::Sub, 5),
    ("*", BinOp::Mul, 6),
    ("/", BinOp::Div, 6),
    ("%", BinOp::Rem, 6),
];

impl Parser {
    pub(super) fn term(&mut self) -> Parsed<Term> {
        self.term_above(0)
    }

    /// A term of its usual type.
    fn usual(&self, kind: TermKind) -> Parsed<Term> {
        match usual_ty(&self.program, &self.scope.locals, &kind) {
            Some(ty) => Ok(Term::new(kind, ty.plain())),
            // The type is about to be written.
            None => Ok(Term::new(kind, Ty::Never)),
        }
    }

    fn term_above(&mut self, least: u8) -> Parsed<Term> {
        let mut left = self.unary()?;
        loop {
            let found = OPERATORS.iter().find(|(mark, _, level)| self.is(mark) && *level >= least);
            if let Some((_, op, level)) = found {
                self.next();
                let right = self.term_above(if *op == BinOp::Implies { *level } else { level + 1 })?;
                left = self.usual(TermKind::Bin(*op, left, right))?;
            } else if least <= 3 && self.eat_word("is") {
                let variant = self.variant_of(left.ty().clone())?;
                left = self.usual(TermKind::IsVariant(left, variant))?;
            } else {
                return Ok(left);
            }
        }
    }

    /// The index of a variant that is named here.
    pub(super) fn variant_of(&mut self, ty: Ty) -> Parsed<usize> {
        if let Token::Int(..) = self.peek() {
            return Ok(self.number()? as usize);
        }
        let name = self.name()?;
        match self.adt_of(&ty).and_then(|(_, def)| position(def, &name)) {
            Some(at) => Ok(at),
            None => self.error(format!("no variant `{name}`")),
        }
    }

    fn unary(&mut self) -> Parsed<Term> {
        if self.eat("!") {
            let inner = self.unary()?;
            return self.usual(TermKind::Un(UnOp::Not, inner));
        }
        let mut term = self.primary()?;
        loop {
            if self.eat(".") {
                term = self.part(term, None)?;
            } else if self.eat("[") {
                let lo = self.term()?;
                term = if self.eat("..") {
                    let hi = self.term()?;
                    self.usual(TermKind::SeqSlice(term, lo, hi))?
                } else {
                    self.usual(TermKind::SeqGet(term, lo))?
                };
                self.expect("]")?;
            } else {
                return Ok(term);
            }
        }
    }

    /// What follows a dot: a field of a struct or of the variant that was named, a component, or `@variant.field`.
    fn part(&mut self, of: Term, variant: Option<usize>) -> Parsed<Term> {
        let (variant, field, component) = self.part_of(&of.ty().plain(), variant)?;
        self.usual(if component { TermKind::Proj(of, field) } else { TermKind::Field(of, variant, field) })
    }

    /// The variant and field after a dot, and whether it is a component of a tuple.
    pub(super) fn part_of(&mut self, ty: &Ty, variant: Option<usize>) -> Parsed<(usize, usize, bool)> {
        if self.eat("@") {
            let variant = self.number()? as usize;
            self.expect(".")?;
            return Ok((variant, self.number()? as usize, false));
        }
        let name = match self.next() {
            Token::Word(name) | Token::Quoted(name) => name,
            Token::Int(at, _) => at.to_string(),
            other => return self.error(format!("a field is missing before {other:?}")),
        };
        if let Some((_, def)) = self.adt_of(ty) {
            let variant = variant.unwrap_or(0);
            let fields = def.variants.get(variant).map(|v| v.fields.as_slice()).unwrap_or_default();
            return match fields.iter().position(|field| field.name == name) {
                Some(at) => Ok((variant, at, false)),
                None => self.error(format!("no field `{name}`")),
            };
        }
        match name.parse() {
            Ok(at) => Ok((0, at, true)),
            Err(_) => self.error(format!("no field `{name}` in a value of this type")),
        }
    }

    fn primary(&mut self) -> Parsed<Term> {
        match self.next() {
            Token::Int(value, suffix) => match suffix.as_str() {
                "int" => Ok(Term::int(value, Ty::Exact)),
                "char" => Ok(Term::int(value, Ty::Char)),
                suffix => match IntTy::from_name(suffix) {
                    Some(int) => Ok(Term::int(value, Ty::Int(int))),
                    None => self.error("an integer without a type"),
                },
            },
            Token::Mark("%") => {
                let at = self.number()? as u32;
                self.usual(TermKind::Bound(BoundId(at)))
            }
            Token::Mark("(") => self.in_parens(),
            Token::Mark("[") => self.in_brackets(),
            Token::Word(word) => self.after_word(&word),
            other => {
                self.at -= 1;
                self.error(format!("a term is missing before {other:?}"))
            }
        }
    }

    fn in_parens(&mut self) -> Parsed<Term> {
        if self.eat(")") {
            return self.usual(TermKind::Tuple(Vec::new()));
        }
        let first = self.term()?;
        if self.eat(")") {
            return Ok(first);
        }
        if self.eat(":") {
            let ty = self.ty()?;
            self.expect(")")?;
            return Ok(Term::new(first.kind().clone(), ty));
        }
        if self.eat_word("as") {
            let variant = self.variant_of(first.ty().clone())?;
            self.expect(")")?;
            self.expect(".")?;
            return self.part(first, Some(variant));
        }
        self.expect(",")?;
        let mut all = vec![first];
        all.extend(self.list(")", Self::term)?);
        self.usual(TermKind::Tuple(all))
    }

    fn in_brackets(&mut self) -> Parsed<Term> {
        if self.eat("]") {
            return self.usual(TermKind::SeqLit(Vec::new()));
        }
        let first = self.term()?;
        if self.eat(";") {
            let n = self.term()?;
            self.expect("]")?;
            return self.usual(TermKind::SeqRepeat(first, n));
        }
        let mut all = vec![first];
        if !self.eat("]") {
            self.expect(",")?;
            all.extend(self.list("]", Self::term)?);
        }
        self.usual(TermKind::SeqLit(all))
    }

    fn args(&mut self, n: usize) -> Parsed<Vec<Term>> {
        self.expect("(")?;
        let args = self.list(")", Self::term)?;
        if args.len() == n { Ok(args) } else { self.error(format!("{n} arguments are needed")) }
    }

    fn after_word(&mut self, word: &str) -> Parsed<Term> {
        if let Some(id) = self.local_named(word) {
            return self.usual(TermKind::Local(id));
        }
        let three = |args: Vec<Term>| <[Term; 3]>::try_from(args).ok();
        let two = |args: Vec<Term>| <[Term; 2]>::try_from(args).ok();
        let one = |args: Vec<Term>| <[Term; 1]>::try_from(args).ok();
        let kind = match word {
            "true" => TermKind::Bool(true),
            "false" => TermKind::Bool(false),
            "old" => {
                self.expect("(")?;
                let name = self.name()?;
                self.expect(")")?;
                match self.local_named(&name) {
                    Some(id) => TermKind::Old(id),
                    None => return self.error(format!("no local `{name}`")),
                }
            }
            "neg" => match one(self.args(1)?) {
                Some([a]) => TermKind::Un(UnOp::Neg, a),
                None => return self.error("an argument is missing"),
            },
            "len" => match one(self.args(1)?) {
                Some([a]) => TermKind::SeqLen(a),
                None => return self.error("an argument is missing"),
            },
            "push" => match two(self.args(2)?) {
                Some([a, b]) => TermKind::SeqPush(a, b),
                None => return self.error("an argument is missing"),
            },
            "concat" => match two(self.args(2)?) {
                Some([a, b]) => TermKind::SeqConcat(a, b),
                None => return self.error("an argument is missing"),
            },
            "set" => match three(self.args(3)?) {
                Some([a, b, c]) => TermKind::SeqSet(a, b, c),
                None => return self.error("an argument is missing"),
            },
            "if" => {
                let cond = self.term()?;
                self.expect("{")?;
                let then = self.term()?;
                self.expect("}")?;
                self.expect_word("else")?;
                self.expect("{")?;
                let otherwise = self.term()?;
                self.expect("}")?;
                TermKind::Ite(cond, then, otherwise)
            }
            "forall" | "exists" => {
                let quantifier = if word == "forall" { Quantifier::Forall } else { Quantifier::Exists };
                self.expect("(")?;
                let lo = self.term()?;
                self.expect("..")?;
                let hi = self.term()?;
                self.expect(",")?;
                self.expect("%")?;
                let id = BoundId(self.number()? as u32);
                self.expect(":")?;
                let body = self.term()?;
                self.expect(")")?;
                TermKind::Quant(quantifier, id, lo, hi, body)
            }
            "no_value" => {
                self.expect("(")?;
                let ty = self.ty()?;
                self.expect(")")?;
                return Ok(Term::new(TermKind::NoValue, ty));
            }
            "constant" => {
                self.expect("(")?;
                let name = self.name()?;
                self.expect(":")?;
                let ty = self.ty()?;
                self.expect(")")?;
                return Ok(Term::new(TermKind::Param(name), ty));
            }
            "new" => {
                let (ty, variant) = self.made()?;
                self.expect("(")?;
                let fields = self.list(")", Self::term)?;
                return Ok(Term::new(TermKind::Ctor(variant, fields), ty));
            }
            "pure" | "defined" => {
                let inst = self.inst()?;
                self.expect("(")?;
                let args = self.list(")", Self::term)?;
                if word == "pure" { TermKind::Call(inst, args) } else { TermKind::Defined(inst, args) }
            }
            _ => return self.on_machine_integers(word),
        };
        self.usual(kind)
    }

    /// `wrap_u8(a)`, `bitand_u8(a, b)` and their kind.
    fn on_machine_integers(&mut self, word: &str) -> Parsed<Term> {
        let parts = word.rsplit_once('_').and_then(|(name, ty)| Some((name, IntTy::from_name(ty)?)));
        let Some((name, int)) = parts else {
            self.at -= 1;
            return self.error(format!("`{word}` is not known"));
        };
        if name == "wrap" {
            let args = self.args(1)?;
            return self.usual(TermKind::Wrap(int, args[0].clone()));
        }
        match BIT_OPS.iter().find(|(_, known)| *known == name) {
            Some((op, _)) => {
                let args = self.args(2)?;
                self.usual(TermKind::Bits(*op, int, args[0].clone(), args[1].clone()))
            }
            None => {
                self.at -= 1;
                self.error(format!("`{word}` is not known"))
            }
        }
    }

    pub(super) fn local_named(&self, name: &str) -> Option<LocalId> {
        let found = self.scope.locals.iter().position(|local| local.name == name);
        found.filter(|_| !RESERVED.contains(&name)).map(|at| LocalId(at as u32))
    }

    /// A function with its type arguments.
    pub(super) fn inst(&mut self) -> Parsed<FnInst> {
        let path = self.name()?;
        match self.program.fn_named(&path) {
            Some(func) => Ok(FnInst { func, args: self.tys()? }),
            None => self.error(format!("no function `{path}`")),
        }
    }

    /// A type of which a value is made, with the variant of an enum.
    pub(super) fn made(&mut self) -> Parsed<(Ty, usize)> {
        // `Color::Red` is one word.
        if let Token::Word(path) = self.peek().clone()
            && self.program.adt_named(&path).is_none()
            && let Some((path, variant)) = path.rsplit_once("::")
            && let Some(id) = self.program.adt_named(path)
        {
            self.next();
            return match position(&self.program.adts[id.0 as usize], variant) {
                Some(at) => Ok((Ty::Adt(id, Vec::new()), at)),
                None => self.error(format!("no variant `{variant}`")),
            };
        }
        let ty = self.ty()?;
        let variant = if self.eat("::") { self.variant_of(ty.clone())? } else { 0 };
        Ok((ty, variant))
    }
}

fn position(def: &AdtDef, variant: &str) -> Option<usize> {
    def.variants.iter().position(|known| known.name == variant)
}
