//! Terms to symbolic values.
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{One, Zero};
use z3::ast::{self, Array, Ast, Bool, Dynamic, Int, exists_const, forall_const, lambda_const};
use z3::{AstKind, DeclKind, RecFuncDecl, Sort};

use super::bits::Extent;
use super::functions::Aspect;
use super::sorts::{Sorts, normal};
use super::sym::{Sym, int};
use crate::ids::{BoundId, LocalId};
use crate::planted::{Defect, is_planted};
use crate::program::Program;
use crate::term::{BinOp, Quantifier, Term, TermKind, UnOp};
use crate::ty::{FnInst, IntTy, Ty};

/// What it may cost the solver to take in a graph, by [`Encoder::cost`]: a second or two, and some 200 MB.
const MAX_COST: u64 = 1_200_000;
/// What the solver spends on an exact term.
const PER_TERM: u64 = 9;

/// Why a term has no exact encoding.
#[derive(Clone, Debug)]
pub(super) struct Unencodable(pub(super) String);

impl Unencodable {
    pub(super) fn new(what: &str) -> Self {
        Unencodable(what.to_owned())
    }
}

/// On which side of an implication a formula stands. Facts about quantified components may strengthen a hypothesis
/// and weaken a goal, since they are true; where the side is not known they are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// It is assumed.
    Hypothesis,
    /// It is to be shown.
    Goal,
    /// Either.
    Both,
}

impl Side {
    fn flipped(self) -> Side {
        match self {
            Side::Hypothesis => Side::Goal,
            Side::Goal => Side::Hypothesis,
            Side::Both => Side::Both,
        }
    }
}

/// The solver has no term for a part of a value of another sort.
pub(super) fn is_of(one: &Dynamic, data: &z3::DatatypeSort) -> Result<(), Unencodable> {
    match one.get_sort() == data.sort {
        true => Ok(()),
        false => Err(Unencodable::new("a value that is used as one of another type")),
    }
}

/// What leaves stand for.
#[derive(Clone, Default)]
pub(super) struct Env {
    pub(super) vars: Rc<Values>,
    bound: HashMap<BoundId, Int>,
}

/// The values of those variables that have one.
pub(super) type Values = BTreeMap<LocalId, Known>;

/// The value of a variable.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) value: Sym,
    /// What is known of its bits, if it is an integer.
    pub(super) extent: Option<Extent>,
}

impl From<Sym> for Known {
    /// One of which nothing else is known.
    fn from(value: Sym) -> Known {
        Known { value, extent: None }
    }
}

impl Env {
    pub(super) fn new(vars: Rc<Values>) -> Self {
        Env { vars, bound: HashMap::new() }
    }

    /// The parameters of a function, or whatever else variables are numbered by, with their values.
    pub(super) fn of(values: impl IntoIterator<Item = Sym>) -> Self {
        Env::new(Rc::new((0..).map(LocalId).zip(values.into_iter().map(Known::from)).collect()))
    }
}

/// The state of one translation.
pub(super) struct Encoder<'p> {
    pub(super) sorts: Sorts<'p>,
    /// With `Some(k)`, quantifiers range over at most `k` indices and are written out (*find*); the condition under
    /// which that is exact is in `bounds`.
    pub(super) expand: Option<u32>,
    /// Integers are bit vectors ([`super::bit_vectors`]).
    pub(super) bit_vectors: bool,
    pub(super) bounds: Vec<Bool>,
    /// About what it costs the solver to take in what was translated so far, in its resource units. It takes it in before it looks at any
    /// budget.
    pub(super) cost: u64,
    /// The most that it may cost: what comes after is not translated.
    most: u64,
    /// The arrays that are made by rules, and how many of them.
    by_rule: HashMap<Array, u64>,
    /// Facts about components that were read: a list for each binder around, the outermost for the execution.
    pub(super) facts: Vec<Vec<Bool>>,
    /// By function, and whether it is its value or whether it has one.
    pub(super) recursive: HashMap<(FnInst, Aspect), Result<Rc<RecFuncDecl>, Unencodable>>,
    /// The recursive functions whose end is being checked; their values are not known meanwhile.
    pub(super) checking: Vec<FnInst>,
    /// Whether the body of a recursive function is translated, which the solver unfolds again and again.
    pub(super) unfolds: bool,
}

pub(super) type Encoded = Result<Sym, Unencodable>;

impl<'p> Encoder<'p> {
    pub(super) fn new(program: &'p dyn Program, expand: Option<u32>, bit_vectors: bool) -> Self {
        Encoder {
            sorts: Sorts::new(program),
            expand,
            bit_vectors,
            bounds: Vec::new(),
            cost: 0,
            most: MAX_COST,
            by_rule: HashMap::new(),
            facts: vec![Vec::new()],
            recursive: HashMap::new(),
            checking: Vec::new(),
            unfolds: false,
        }
    }

    /// The same with another bound on what it costs the solver to take in what is translated.
    pub(super) fn at_most(self, cost: u64) -> Self {
        Encoder { most: cost.min(MAX_COST), ..self }
    }

    /// Whether what is translated is as much as the solver may have to take in.
    pub(super) fn is_full(&self) -> bool {
        self.cost > self.most
    }

    pub(super) fn fact(&mut self, fact: Bool) {
        if let Some(last) = self.facts.last_mut() {
            last.push(fact);
        }
    }

    /// The facts pushed since the last call. To be stated under the condition that the execution gets there.
    pub(super) fn take_facts(&mut self) -> Vec<Bool> {
        std::mem::take(&mut self.facts[0])
    }

    /// Opens a list of facts of its own.
    pub(super) fn open_facts(&mut self) {
        self.facts.push(Vec::new());
    }

    /// Closes it.
    pub(super) fn close_facts(&mut self) -> Vec<Bool> {
        self.facts.pop().unwrap_or_default()
    }

    /// A condition.
    pub(super) fn cond(&mut self, term: &Term, env: &Env, side: Side) -> Result<Bool, Unencodable> {
        match term.kind() {
            TermKind::Un(UnOp::Not, a) => Ok(self.cond(a, env, side.flipped())?.not()),
            TermKind::Bin(BinOp::And, a, b) => Ok(Bool::and(&[self.cond(a, env, side)?, self.cond(b, env, side)?])),
            TermKind::Bin(BinOp::Or, a, b) => Ok(Bool::or(&[self.cond(a, env, side)?, self.cond(b, env, side)?])),
            TermKind::Bin(BinOp::Implies, a, b) => {
                Ok(self.cond(a, env, side.flipped())?.implies(self.cond(b, env, side)?))
            }
            TermKind::Ite(c, a, b) => {
                let c = self.cond(c, env, Side::Both)?;
                let (a, b) = (self.cond(a, env, side)?, self.cond(b, env, side)?);
                Ok(c.ite(&a, &b))
            }
            TermKind::Quant(quantifier, id, lo, hi, body) => {
                self.quantified(*quantifier, *id, [lo, hi], body, (env, side))
            }
            _ => self.value(term, env)?.bool(),
        }
    }

    pub(super) fn int(&mut self, term: &Term, env: &Env) -> Result<Int, Unencodable> {
        self.value(term, env)?.int()
    }

    /// A value of any type.
    pub(super) fn value(&mut self, term: &Term, env: &Env) -> Encoded {
        use TermKind::*;
        if self.bit_vectors
            && let Some(value) = self.value_in_words(term, env)?
        {
            return Ok(value);
        }
        self.cost += PER_TERM;
        Ok(match term.kind() {
            Local(id) | Old(id) => self.local(*id, env)?,
            Bound(id) => Sym::Int(
                env.bound.get(id).cloned().ok_or_else(|| Unencodable::new("a quantified variable out of its scope"))?,
            ),
            Param(name) if *term.ty() == Ty::Bool => Sym::Bool(ast::Bool::new_const(format!("constant {name}"))),
            Param(name) if term.ty().is_integral() => Sym::Int(self.constant(name, term.ty())),
            Param(_) => return Err(Unencodable::new("a constant parameter of this type")),
            Int(value) => Sym::Int(int(value)),
            Bool(value) => Sym::Bool(ast::Bool::from_bool(*value)),
            Un(UnOp::Neg, a) => Sym::Int(self.int(a, env)?.unary_minus()),
            Un(UnOp::Not, _) | Bin(BinOp::And | BinOp::Or | BinOp::Implies, _, _) | Quant(..) => {
                Sym::Bool(self.cond(term, env, Side::Both)?)
            }
            Bin(op, a, b) => self.binary(*op, a, b, env)?,
            Wrap(ty, a) if self.unfolds && is_short_sum(*ty, a) => Sym::Int(wrap_sum(*ty, &self.int(a, env)?)),
            Wrap(ty, a) if self.extent(a, env).is_some_and(|extent| extent.fits(*ty)) => Sym::Int(self.int(a, env)?),
            Wrap(ty, a) => Sym::Int(wrap(*ty, &self.int(a, env)?)),
            Bits(op, ty, a, b) => self.bits(*op, *ty, (a, b), env)?,
            Ite(c, a, b) => {
                let c = self.cond(c, env, Side::Both)?;
                let (a, b) = (self.value(a, env)?, self.value(b, env)?);
                Sym::ite(&c, &a, &b)?
            }
            Tuple(all) => Sym::Product(all.iter().map(|t| self.value(t, env)).collect::<Result<_, _>>()?),
            Proj(a, at) => self.component(a, *at, env)?,
            Ctor(variant, fields) => self.ctor(term.ty(), *variant, fields, env)?,
            Field(a, variant, at) => self.field(a, *variant, *at, env)?,
            IsVariant(a, variant) => match self.value(a, env)? {
                Sym::Product(_) => Sym::Bool(ast::Bool::from_bool(*variant == 0)),
                Sym::One(one) => Sym::Bool(self.is_variant(a.ty(), &one, *variant)?),
                _ => return Err(Unencodable::new("a variant test of a value that has none")),
            },
            SeqLit(all) => self.listed(all, term.ty(), env)?,
            SeqRepeat(value, n) => {
                let element = element(term.ty())?;
                let value = self.value(value, env)?;
                let value = self.pack(&value, &element)?;
                Sym::Seq(self.int(n, env)?, Array::const_array(&Sort::int(), &value))
            }
            SeqLen(a) => match self.value(a, env)? {
                Sym::One(text) if is_text(a.ty()) => Sym::Int(self.text_len(&text)?),
                all => Sym::Int(all.seq()?.0),
            },
            SeqGet(a, at) => {
                let (_, cells) = self.value(a, env)?.seq()?;
                let at = self.int(at, env)?;
                self.unpack(&cells.select(&at), &element(a.ty())?)?
            }
            SeqSet(a, at, value) => {
                let (len, cells) = self.value(a, env)?.seq()?;
                let at = self.int(at, env)?;
                let value = self.value(value, env)?;
                let value = self.pack(&value, &element(a.ty())?)?;
                Sym::Seq(len, stored(&cells, &at, &value)?)
            }
            SeqPush(a, value) => {
                let (len, cells) = self.value(a, env)?.seq()?;
                let value = self.value(value, env)?;
                let value = self.pack(&value, &element(a.ty())?)?;
                let more = i64::from(!is_planted(Defect::PushKeepsLength));
                Sym::Seq(len.clone() + ast::Int::from_i64(more), stored(&cells, &len, &value)?)
            }
            SeqSlice(a, lo, hi) => {
                let (_, cells) = self.value(a, env)?.seq()?;
                let (lo, hi) = (self.int(lo, env)?, self.int(hi, env)?);
                let len = hi - lo.clone();
                if lo.simplify().as_i64() == Some(0) {
                    Sym::Seq(len, cells)
                } else {
                    let at = ast::Int::fresh_const("k");
                    Sym::Seq(len, self.by_rule(&at, &cells.select(&(at.clone() + lo)), &[&cells])?)
                }
            }
            SeqConcat(a, b) => {
                let (n, a) = self.value(a, env)?.seq()?;
                let (m, b) = self.value(b, env)?.seq()?;
                // (A type outside the model has another name in a field of its own than where the field is used.)
                if a.get_sort() != b.get_sort() {
                    return Err(Unencodable::new("two values of different shapes"));
                }
                let at = ast::Int::fresh_const("k");
                let cell = at.lt(&n).ite(&a.select(&at), &b.select(&(at.clone() - n.clone())));
                Sym::Seq(n + m, self.by_rule(&at, &cell, &[&a, &b])?)
            }
            Call(inst, args) if *term.ty() == Ty::Exact => self.count(inst, args, env)?,
            Call(inst, args) => self.call(inst, Aspect::Value, args, term.ty(), env)?,
            Defined(inst, args) => self.call(inst, Aspect::Domain, args, term.ty(), env)?,
            NoValue => self.fresh("no value", term.ty()),
        })
    }

    /// An array whose `cell` at each place `at` is made of those of others. The solver puts in for them what they are made of themselves,
    /// once for each mention, so that the cost doubles with each turn of a loop that writes a part of a sequence.
    fn by_rule(&mut self, at: &Int, cell: &Dynamic, of: &[&Array]) -> Result<Array, Unencodable> {
        let size = of.iter().map(|array| self.size_by_rule(array)).fold(1, u64::saturating_add);
        self.cost = self.cost.saturating_add(size.saturating_mul(PER_TERM));
        if self.is_full() {
            return Err(Unencodable::new("a sequence made of too many parts"));
        }
        let array = lambda_const(&[at], cell);
        self.by_rule.insert(array.clone(), size);
        Ok(array)
    }

    /// How many rules are put in for an array.
    fn size_by_rule(&mut self, array: &Array) -> u64 {
        if let Some(known) = self.by_rule.get(array) {
            return *known;
        }
        let is_app = array.kind() == AstKind::App;
        let parts = match is_app.then(|| array.decl().kind()) {
            Some(DeclKind::Ite | DeclKind::Store) => array.children(),
            _ => Vec::new(),
        };
        let parts = parts.iter().filter_map(Dynamic::as_array).collect::<Vec<_>>();
        let size = parts.iter().map(|part| self.size_by_rule(part)).fold(0, u64::saturating_add);
        self.by_rule.insert(array.clone(), size);
        size
    }

    fn local(&self, id: LocalId, env: &Env) -> Encoded {
        env.vars
            .get(&id)
            .map(|known| known.value.clone())
            .ok_or_else(|| Unencodable::new("a variable that has no value yet"))
    }

    fn component(&mut self, of: &Term, at: usize, env: &Env) -> Encoded {
        match self.value(of, env)? {
            Sym::Product(parts) if at < parts.len() => Ok(parts[at].clone()),
            _ => Err(Unencodable::new("a component of a value that has none")),
        }
    }

    fn ctor(&mut self, ty: &Ty, variant: usize, fields: &[Term], env: &Env) -> Encoded {
        let values = fields.iter().map(|f| self.value(f, env)).collect::<Result<Vec<_>, _>>()?;
        if self.sorts.product(ty).is_some() {
            return Ok(Sym::Product(values));
        }
        let types = self.field_types(ty, variant)?;
        let mut packed = Vec::new();
        for (value, ty) in values.iter().zip(&types) {
            packed.push(self.pack(value, ty)?);
        }
        Ok(Sym::One(self.construct(ty, variant, &packed)?))
    }

    fn field_types(&self, ty: &Ty, variant: usize) -> Result<Vec<Ty>, Unencodable> {
        match ty.peeled() {
            Ty::Adt(id, args) => self
                .sorts
                .variants(*id, args)
                .into_iter()
                .nth(variant)
                .ok_or_else(|| Unencodable::new("a variant that does not exist")),
            _ => Err(Unencodable::new("a variant of a type that has none")),
        }
    }

    fn field(&mut self, of: &Term, variant: usize, at: usize, env: &Env) -> Encoded {
        match self.value(of, env)? {
            Sym::Product(parts) if at < parts.len() => Ok(parts[at].clone()),
            Sym::One(one) => self.field_of(&one, of.ty(), variant, at),
            _ => Err(Unencodable::new("a field of a value that has none")),
        }
    }

    /// A field of an enum value.
    pub(super) fn field_of(&mut self, one: &Dynamic, ty: &Ty, variant: usize, at: usize) -> Encoded {
        let types = self.field_types(ty, variant)?;
        let data = self.data(ty)?;
        is_of(one, &data)?;
        let accessor = &data.variants[variant].accessors[at];
        self.unpack(&accessor.apply(&[one]), &types[at])
    }

    pub(super) fn is_variant(&mut self, ty: &Ty, one: &Dynamic, variant: usize) -> Result<Bool, Unencodable> {
        let data = self.data(ty)?;
        is_of(one, &data)?;
        let tester =
            &data.variants.get(variant).ok_or_else(|| Unencodable::new("a variant that does not exist"))?.tester;
        tester.apply(&[one]).as_bool().ok_or_else(|| Unencodable::new("a variant test"))
    }

    fn listed(&mut self, all: &[Term], ty: &Ty, env: &Env) -> Encoded {
        let element = element(ty)?;
        let sort = self.sorts.sort(&element);
        let mut cells = Array::fresh_const("cells", &Sort::int(), &sort);
        for (at, value) in all.iter().enumerate() {
            let value = self.value(value, env)?;
            let value = self.pack(&value, &element)?;
            cells = stored(&cells, &Int::from_u64(at as u64), &value)?;
        }
        Ok(Sym::Seq(Int::from_u64(all.len() as u64), cells))
    }

    fn binary(&mut self, op: BinOp, a: &Term, b: &Term, env: &Env) -> Encoded {
        if matches!(op, BinOp::Eq | BinOp::Ne) {
            let (x, y) = (self.value(a, env)?, self.value(b, env)?);
            let same = self.equal(&x, &y, a.ty())?;
            return Ok(Sym::Bool(if op == BinOp::Eq { same } else { same.not() }));
        }
        if op == BinOp::Same {
            let (x, y) = (self.value(a, env)?, self.value(b, env)?);
            return x.identical(&y).map(Sym::Bool);
        }
        let non_negative = non_negative(a);
        let (x, y) = (self.int(a, env)?, self.int(b, env)?);
        Ok(match op {
            BinOp::Add => Sym::Int(x + y),
            BinOp::Sub => Sym::Int(x - y),
            BinOp::Mul => Sym::Int(x * y),
            // The solver's division makes the remainder non-negative: Rust's for a non-negative dividend.
            BinOp::Div if non_negative || is_planted(Defect::DivisionRoundsDown) => Sym::Int(x.div(&y)),
            BinOp::Rem if non_negative => Sym::Int(x.modulo(&y)),
            BinOp::Div => {
                let negative = x.clone().unary_minus().div(&y).unary_minus();
                Sym::Int(x.ge(0).ite(&x.div(&y), &negative))
            }
            BinOp::Rem => {
                let negative = x.clone().unary_minus().modulo(&y).unary_minus();
                Sym::Int(x.ge(0).ite(&x.modulo(&y), &negative))
            }
            BinOp::Lt => Sym::Bool(x.lt(&y)),
            BinOp::Le => Sym::Bool(x.le(&y)),
            BinOp::Gt => Sym::Bool(x.gt(&y)),
            BinOp::Ge => Sym::Bool(x.ge(&y)),
            BinOp::Eq | BinOp::Ne | BinOp::Same | BinOp::And | BinOp::Or | BinOp::Implies => {
                unreachable!("handled by the callers")
            }
        })
    }

    /// Rust's `==` on values whose types compare by structure: sequences element by element within their length.
    fn equal(&mut self, x: &Sym, y: &Sym, ty: &Ty) -> Result<Bool, Unencodable> {
        match (x, y) {
            (Sym::Product(xs), Sym::Product(ys)) if xs.len() == ys.len() => {
                let types = self.sorts.product(ty).unwrap_or_default();
                let mut all = Vec::new();
                for ((x, y), ty) in xs.iter().zip(ys).zip(&types) {
                    all.push(self.equal(x, y, ty)?);
                }
                Ok(Bool::and(&all))
            }
            (Sym::Seq(n, xs), Sym::Seq(m, ys)) => {
                let element = element(ty)?;
                let alike = |this: &mut Self, at: &Int| {
                    // Facts about the cells are of no use to an equality.
                    this.facts.push(Vec::new());
                    let cells = this.unpack(&xs.select(at), &element).and_then(|x| {
                        let y = this.unpack(&ys.select(at), &element)?;
                        this.equal(&x, &y, &element)
                    });
                    this.facts.pop();
                    cells
                };
                let mut all = vec![n.eq(m)];
                if let Some(bound) = self.expand {
                    self.bounds.push(n.le(Int::from_u64(u64::from(bound))));
                    for at in 0..bound {
                        let at = Int::from_u64(u64::from(at));
                        all.push(at.lt(n).implies(alike(self, &at)?));
                    }
                } else {
                    let at = Int::fresh_const("k");
                    let same = alike(self, &at)?;
                    let inside = Bool::and(&[at.ge(0), at.lt(n)]);
                    all.push(forall_const(&[&at], &[], &inside.implies(same)));
                }
                Ok(Bool::and(&all))
            }
            (Sym::One(x), Sym::One(y)) if !self.holds_seq(ty, &mut Vec::new()) => Ok(x.eq(y)),
            (Sym::One(x), Sym::One(y)) => self.equal_enums(x, y, ty),
            (Sym::Word(x), Sym::Word(y)) => Ok(x.equals(y)),
            (Sym::Cells(xs), Sym::Cells(ys)) if xs.len() == ys.len() => {
                let element = element(ty)?;
                let all = xs.iter().zip(ys).map(|(x, y)| self.equal(x, y, &element)).collect::<Result<Vec<_>, _>>()?;
                Ok(Bool::and(&all))
            }
            (Sym::Bool(_), Sym::Bool(_)) | (Sym::Int(_), Sym::Int(_)) => Ok(x.is(y)),
            _ => Err(Unencodable::new("`==` on values of different shapes")),
        }
    }

    /// `==` on enums with sequences in them: the same variant, with equal parts. (As solver terms, sequences that are equal differ in
    /// the cells behind their ends.)
    fn equal_enums(&mut self, x: &Dynamic, y: &Dynamic, ty: &Ty) -> Result<Bool, Unencodable> {
        let ty = normal(ty);
        let Ty::Adt(id, args) = &ty else { return Err(Unencodable::new("`==` on values of different shapes")) };
        let variants = self.sorts.variants(*id, args);
        if self.sorts.is_recursive(&ty) {
            return Err(Unencodable::new("`==` on recursive enums that contain sequences"));
        }
        let mut found = Vec::new();
        for (variant, parts) in variants.iter().enumerate() {
            let both = Bool::and(&[self.is_variant(&ty, x, variant)?, self.is_variant(&ty, y, variant)?]);
            let mut same = vec![both.clone()];
            // What is known of a field is known of values of its variant.
            self.open_facts();
            for (at, part) in parts.iter().enumerate() {
                let (x, y) = (self.field_of(x, &ty, variant, at)?, self.field_of(y, &ty, variant, at)?);
                same.push(self.equal(&x, &y, part)?);
            }
            for fact in self.close_facts() {
                self.fact(both.implies(fact));
            }
            found.push(Bool::and(&same));
        }
        Ok(Bool::or(&found))
    }

    fn holds_seq(&self, ty: &Ty, seen: &mut Vec<Ty>) -> bool {
        let ty = normal(ty);
        if seen.contains(&ty) {
            return false;
        }
        seen.push(ty.clone());
        match &ty {
            Ty::Vec(_) => true,
            Ty::Tuple(all) => all.iter().any(|t| self.holds_seq(t, seen)),
            Ty::Adt(id, args) => self.sorts.variants(*id, args).iter().flatten().any(|t| self.holds_seq(t, seen)),
            _ => false,
        }
    }

    /// `forall x in lo..hi. body` and its dual.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        id: BoundId,
        [lo, hi]: [&Term; 2],
        body: &Term,
        (env, side): (&Env, Side),
    ) -> Result<Bool, Unencodable> {
        if self.bit_vectors {
            return Err(Unencodable::new("a quantifier"));
        }
        let (lo, hi) = (self.int(lo, env)?, self.int(hi, env)?);
        let forall = quantifier == Quantifier::Forall;
        let constant = lo.simplify().as_i64().zip(hi.simplify().as_i64()).map(|(lo, hi)| hi.saturating_sub(lo));
        let count = match (constant, self.expand) {
            (Some(n), _) if n <= 16 => Some(n.max(0) as u32),
            (_, Some(bound)) => {
                self.bounds.push((hi.clone() - lo.clone()).le(Int::from_u64(u64::from(bound))));
                Some(bound)
            }
            _ => None,
        };
        let mut inner = env.clone();
        if let Some(count) = count {
            let mut all = Vec::new();
            for k in 0..count {
                let at = lo.clone() + Int::from_u64(u64::from(k));
                inner.bound.insert(id, at.clone());
                let body = self.cond(body, &inner, side)?;
                all.push(if forall { at.lt(&hi).implies(body) } else { Bool::and(&[at.lt(&hi), body]) });
            }
            return Ok(if forall { Bool::and(&all) } else { Bool::or(&all) });
        }
        let at = Int::fresh_const("i");
        inner.bound.insert(id, at.clone());
        self.facts.push(Vec::new());
        let body = self.cond(body, &inner, side);
        let facts = Bool::and(&self.facts.pop().unwrap_or_default());
        let body = match side {
            Side::Hypothesis => Bool::and(&[facts, body?]),
            Side::Goal => facts.implies(body?),
            Side::Both => body?,
        };
        let inside = Bool::and(&[lo.le(&at), at.lt(&hi)]);
        Ok(if forall {
            forall_const(&[&at], &[], &inside.implies(body))
        } else {
            exists_const(&[&at], &[], &Bool::and(&[inside, body]))
        })
    }
}

/// Whether a term's value is surely not negative. Its type alone does not tell: in clauses, exact integers are chosen
/// and put into values beside those of machine types.
fn non_negative(term: &Term) -> bool {
    match term.kind() {
        TermKind::Int(value) => *value >= BigInt::zero(),
        TermKind::Ite(_, a, b) => non_negative(a) && non_negative(b),
        TermKind::Field(of, ..) | TermKind::Proj(of, _) | TermKind::SeqGet(of, _) => is_unsigned(term) && !made(of),
        _ => is_unsigned(term),
    }
}

fn is_unsigned(term: &Term) -> bool {
    term.ty().int().is_some_and(|ty| !ty.signed())
}

/// Whether a compound value is made in the term itself.
fn made(term: &Term) -> bool {
    match term.kind() {
        TermKind::Local(_) | TermKind::Old(_) | TermKind::Call(..) => false,
        TermKind::Field(of, ..) | TermKind::Proj(of, _) | TermKind::SeqGet(of, _) | TermKind::SeqSlice(of, ..) => {
            made(of)
        }
        _ => true,
    }
}

/// The cells with one replaced. A value of another sort would be a defect of the lowering; here it is no proof.
fn stored(cells: &Array, at: &Int, value: &Dynamic) -> Result<Array, Unencodable> {
    if cells.get_sort().array_range() != Some(value.get_sort()) {
        return Err(Unencodable::new("a sequence of elements whose type is not known"));
    }
    Ok(cells.store(at, value))
}

/// Whether values are text, of which the solver knows no more than how long it is.
pub(super) fn is_text(ty: &Ty) -> bool {
    matches!(ty.peeled(), Ty::Opaque(name) if name == "str" || name == "String")
}

fn element(ty: &Ty) -> Result<Ty, Unencodable> {
    ty.element().cloned().ok_or_else(|| Unencodable::new("an element of a value that is not a sequence"))
}

/// Reduction modulo 2^bits into the type's range.
pub(super) fn wrap(ty: IntTy, value: &Int) -> Int {
    let modulus = int(&(BigInt::one() << ty.bits()));
    if ty.signed() && !is_planted(Defect::WrapForgetsSign) {
        let half = int(&(BigInt::one() << (ty.bits() - 1)));
        (value.clone() + half.clone()).modulo(&modulus) - half
    } else {
        value.modulo(&modulus)
    }
}

/// The same of what most likely is in the range, where it is as it is: with a division in each step, the definition of a measure
/// (`1 + height(tail)`) takes the solver twenty times longer to unfold.
fn wrap_sum(ty: IntTy, value: &Int) -> Int {
    let fits = Bool::and(&[value.ge(int(&IntTy::min(ty))), value.le(int(&IntTy::max(ty)))]);
    fits.ite(value, &wrap(ty, value))
}

/// Whether a number is the sum or the difference of two that are in the range of a type.
fn is_short_sum(ty: IntTy, number: &Term) -> bool {
    let fits = |part: &Term| match (part.kind(), part.ty()) {
        (TermKind::Int(_), _) => true,
        (_, Ty::Int(of)) => IntTy::min(*of) >= IntTy::min(ty) && IntTy::max(*of) <= IntTy::max(ty),
        _ => false,
    };
    matches!(number.kind(), TermKind::Bin(BinOp::Add | BinOp::Sub, a, b) if fits(a) && fits(b))
}
