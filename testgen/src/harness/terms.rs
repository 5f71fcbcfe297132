//! Clauses as Rust text: expressions over the runtime's exact values, for functions that return an `rt::E<…>`.
//!
//! In the text, `l` are the locals (parameters, then the result) and `o` the parameters at entry.
use std::collections::{BTreeMap, HashMap};

use refine_core::ir::Clause;
use refine_core::program::Program;
use refine_core::term::{BinOp, BitOp, Quantifier, Term, TermKind, UnOp};
use refine_core::ty::{FnInst, Ty};

use crate::types::speaks_of;

/// What a constant parameter is called in generated helpers: a crate may have a constant of its name.
pub(in crate::harness) fn constant(name: &str) -> String {
    format!("__REFINE_{}", name.trim_start_matches("r#"))
}

/// Numbers the pure functions that clauses apply.
pub(crate) struct Pures<'p> {
    program: &'p dyn Program,
    all: Vec<FnInst>,
}

impl<'p> Pures<'p> {
    /// None so far.
    pub(crate) fn new(program: &'p dyn Program) -> Self {
        Pures { program, all: Vec::new() }
    }

    /// The constant parameters of the function under check that a pure function's value depends on, also by way of those that it calls.
    pub(crate) fn constants(&self, inst: &FnInst) -> Vec<(String, Ty)> {
        fn within(term: &Term, found: &mut BTreeMap<String, Ty>, called: &mut Vec<FnInst>) {
            match term.kind() {
                TermKind::Param(name) => _ = found.insert(name.clone(), term.ty().clone()),
                TermKind::Call(inst, _) | TermKind::Defined(inst, _) => called.push(inst.clone()),
                _ => {}
            }
            term.children().into_iter().for_each(|child| within(child, found, called));
        }
        let (mut found, mut seen, mut todo) = (BTreeMap::new(), Vec::new(), vec![inst.clone()]);
        while let Some(next) = todo.pop() {
            if seen.contains(&next) {
                continue;
            }
            if let Some(def) = self.program.pure_def(&next) {
                within(&def.body, &mut found, &mut todo);
                within(&def.domain, &mut found, &mut todo);
            }
            seen.push(next);
        }
        found.into_iter().collect()
    }

    /// The number of a pure function, the same each time.
    pub(crate) fn number(&mut self, inst: &FnInst) -> usize {
        self.all.iter().position(|known| known == inst).unwrap_or_else(|| {
            self.all.push(inst.clone());
            self.all.len() - 1
        })
    }

    /// The pure function of a number, if there are that many.
    pub(crate) fn get(&self, number: usize) -> Option<&FnInst> {
        self.all.get(number)
    }
}

/// The body of a function that evaluates a term.
pub(crate) fn body(term: &Term, pures: &mut Pures<'_>) -> String {
    let mut text = Text::new(pures, &[term]);
    let value = text.value(term);
    text.after_memos(&format!("rt::fine({value})"))
}

/// The body of a function that says whether a clause has a value and is true. What is only evaluated on a condition is counted by the
/// numbers that `parts` gives, if it does.
pub(crate) fn claim<'t>(clause: &Clause, pures: &'t mut Pures<'_>, parts: Option<&'t mut PartNumbers<'t>>) -> String {
    if clause.term == clause.value {
        let mut text = Text::new(pures, &[&clause.term]);
        text.parts = parts;
        let term = text.value(&clause.term);
        return text.after_memos(&format!("rt::claimed({term})"));
    }
    let mut text = Text::new(pures, &[&clause.term, &clause.value]);
    let (term, written) = (text.value(&clause.term), text.value(&clause.value));
    if parts.is_some() {
        // What it says beyond that has a value is no part that anyone wrote.
        text.parts = parts;
        let counted = text.value(&clause.value);
        let counted = format!("let __counted = || -> rt::E<rt::V> {{ rt::fine({counted}) }}; let _ = __counted();");
        return text.after_memos(&format!(
            "let __claim = rt::claimed_or({term}, &|| -> rt::E<rt::V> {{ rt::fine({written}) }}); {counted} __claim"
        ));
    }
    text.after_memos(&format!("rt::claimed_or({term}, &|| -> rt::E<rt::V> {{ rt::fine({written}) }})"))
}

/// Gives those parts of a clause numbers that are counted.
pub(crate) type PartNumbers<'a> = dyn FnMut(&Term) -> Option<u32> + 'a;

/// A text being written.
struct Text<'t, 'p> {
    pures: &'t mut Pures<'p>,
    /// Counts what is only evaluated on a condition, as long as what is written says whether the clause is true.
    parts: Option<&'t mut PartNumbers<'t>>,
    /// The calls that stand in it more than once (as those do of which the greater is taken), which are made once: what would recur
    /// twice in each call takes time without end.
    shared: Vec<Term>,
}

impl<'t, 'p> Text<'t, 'p> {
    fn new(pures: &'t mut Pures<'p>, terms: &[&Term]) -> Self {
        let mut seen = HashMap::new();
        terms.iter().for_each(|term| calls(term, &mut seen));
        let mut shared: Vec<(usize, Term)> =
            seen.into_iter().filter(|(_, (_, count))| *count > 1).map(|(term, (at, _))| (at, term)).collect();
        shared.sort_by_key(|(at, _)| *at);
        Text { pures, parts: None, shared: shared.into_iter().map(|(_, term)| term).collect() }
    }

    fn after_memos(&self, text: &str) -> String {
        let memos: String = (0..self.shared.len()).map(|at| format!("let m{at} = rt::Memo::new(); ")).collect();
        format!("{memos}{text}")
    }

    fn list(&mut self, all: &[Term]) -> String {
        let all: Vec<String> = all.iter().map(|term| self.value(term)).collect();
        format!("rt::std::vec![{}]", all.join(", "))
    }

    /// A call, made at most once if it stands here more than once.
    fn call(&mut self, term: &Term, what: &str, inst: &FnInst, args: &[Term]) -> String {
        let constants: Vec<String> = self.pures.constants(inst).iter().map(|(name, _)| constant(name)).collect();
        let given = if constants.is_empty() { String::new() } else { format!("::<{}>", constants.join(", ")) };
        let call = format!("crate::__refine::{what}_{}{given}(&{})", self.pures.number(inst), self.list(args));
        match self.shared.iter().position(|known| known == term) {
            Some(at) => format!("m{at}.of(&|| -> rt::E<rt::V> {{ {call} }})?"),
            None => format!("{call}?"),
        }
    }

    fn value(&mut self, term: &Term) -> String {
        use TermKind::*;
        let is_logic = match term.kind() {
            Un(UnOp::Not, _) | Bin(BinOp::And | BinOp::Or | BinOp::Implies, ..) | Quant(..) => true,
            Ite(..) => *term.ty() == Ty::Bool,
            _ => false,
        };
        if is_logic {
            return self.plain(term);
        }
        let parts = self.parts.take();
        let text = self.plain(term);
        self.parts = parts;
        text
    }

    /// What is only evaluated on a condition.
    fn part(&mut self, term: &Term) -> String {
        let text = self.value(term);
        match self.parts.as_mut().and_then(|number| number(term)) {
            Some(number) => format!("{{ rt::evaluated({number}); {text} }}"),
            None => text,
        }
    }

    fn plain(&mut self, term: &Term) -> String {
        use TermKind::*;
        let mut v = |term: &Term| self.value(term);
        match term.kind() {
            Local(id) => format!("l[{}].copy()", id.0),
            Old(id) => format!("o[{}].copy()", id.0),
            Bound(id) => format!("b{}.copy()", id.0),
            Param(name) => match (constant(name), term.ty()) {
                (name, Ty::Bool) => format!("rt::V::Bool({name})"),
                (name, Ty::Char) => format!("rt::number(i128::from(u32::from({name})))"),
                (name, _) => format!("rt::literal(&{name}.to_string())"),
            },
            Int(int) => match i128::try_from(int) {
                Ok(int) => format!("rt::number({int})"),
                Err(_) => format!("rt::literal(\"{int}\")"),
            },
            Bool(flag) => format!("rt::V::Bool({flag})"),
            Un(UnOp::Neg, a) => format!("rt::neg({})?", v(a)),
            Un(UnOp::Not, a) => format!("rt::V::Bool(!rt::truth({})?)", v(a)),
            Bin(op, a, b) => {
                let a = v(a);
                let b = match op {
                    BinOp::And | BinOp::Or | BinOp::Implies => self.part(b),
                    _ => self.value(b),
                };
                match op {
                    BinOp::Add => format!("rt::add({a}, {b})?"),
                    BinOp::Sub => format!("rt::sub({a}, {b})?"),
                    BinOp::Mul => format!("rt::mul({a}, {b})?"),
                    BinOp::Div => format!("rt::div({a}, {b})?"),
                    BinOp::Rem => format!("rt::rem({a}, {b})?"),
                    // That two values are one is said in no clause; in a run it is `==`.
                    BinOp::Eq | BinOp::Same => format!("rt::eq({a}, {b})?"),
                    BinOp::Ne => format!("rt::ne({a}, {b})?"),
                    BinOp::Lt => format!("rt::lt({a}, {b})?"),
                    BinOp::Le => format!("rt::le({a}, {b})?"),
                    BinOp::Gt => format!("rt::lt({b}, {a})?"),
                    BinOp::Ge => format!("rt::le({b}, {a})?"),
                    BinOp::And => format!("rt::V::Bool(rt::truth({a})? && rt::truth({b})?)"),
                    BinOp::Or => format!("rt::V::Bool(rt::truth({a})? || rt::truth({b})?)"),
                    BinOp::Implies => format!("rt::V::Bool(!rt::truth({a})? || rt::truth({b})?)"),
                }
            }
            Wrap(ty, a) => format!("rt::wrap({}, {}, {})?", ty.bits(), ty.signed(), v(a)),
            Bits(op, ty, a, b) => {
                let name = match op {
                    BitOp::And => "and",
                    BitOp::Or => "or",
                    BitOp::Xor => "xor",
                    BitOp::Shl => "shl",
                    BitOp::Shr => "shr",
                };
                format!("rt::bits(\"{name}\", {}, {}, {}, {})?", ty.bits(), ty.signed(), v(a), v(b))
            }
            Ite(c, a, b) => {
                let (c, a, b) = (v(c), self.part(a), self.part(b));
                format!("(if rt::truth({c})? {{ {a} }} else {{ {b} }})")
            }
            Quant(q, id, lo, hi, inner) => {
                let (lo, hi) = (v(lo), v(hi));
                format!(
                    "rt::quant({}, {lo}, {hi}, &|b{}: rt::V| -> rt::E<rt::V> {{ rt::fine({}) }})?",
                    *q == Quantifier::Forall,
                    id.0,
                    self.part(inner)
                )
            }
            Proj(a, at) => format!("rt::project({}, {at})?", v(a)),
            Field(a, variant, at) => format!("rt::field({}, {variant}, {at})?", v(a)),
            IsVariant(a, variant) => format!("rt::is_variant({}, {variant})?", v(a)),
            SeqRepeat(a, n) => format!("rt::repeat({}, {})?", v(a), v(n)),
            SeqLen(a) => format!("rt::len({})?", v(a)),
            SeqGet(a, i) => format!("rt::get({}, {})?", v(a), v(i)),
            SeqSet(a, i, x) => format!("rt::replace({}, {}, {})?", v(a), v(i), v(x)),
            SeqPush(a, x) => format!("rt::push({}, {})?", v(a), v(x)),
            SeqSlice(a, lo, hi) => format!("rt::slice({}, {}, {})?", v(a), v(lo), v(hi)),
            SeqConcat(a, b) => format!("rt::concat({}, {})?", v(a), v(b)),
            Tuple(all) => format!("rt::V::tuple({})", self.list(all)),
            Ctor(variant, all) => format!("rt::V::adt({variant}, {})", self.list(all)),
            SeqLit(all) => format!("rt::V::seq({})", self.list(all)),
            Call(inst, all) => self.call(term, "pure", inst, all),
            Defined(inst, all) => self.call(term, "defined", inst, all),
            NoValue => "rt::no_value()?".into(),
        }
    }
}

/// Counts the calls in a term that speak of no quantified variable, in the order in which they are met.
fn calls(term: &Term, seen: &mut HashMap<Term, (usize, usize)>) {
    if let TermKind::Call(..) | TermKind::Defined(..) = term.kind()
        && !speaks_of(term, &|leaf| matches!(leaf, TermKind::Bound(_)))
    {
        let next = seen.len();
        let (_, count) = seen.entry(term.clone()).or_insert((next, 0));
        *count += 1;
    }
    term.children().into_iter().for_each(|child| calls(child, seen));
}
