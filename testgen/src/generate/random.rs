//! Values that small ones do not lead to: the ends of the types' ranges, the literals of the program, and chance.
use std::collections::{BTreeSet, HashMap};

use num_bigint::BigInt;
use refine_core::ir::{Stmt, Terminator};
use refine_core::program::{FnInst, Program, Stub};
use refine_core::term::{Term, TermKind};
use refine_core::ty::{IntTy, Ty};
use refine_core::value::{Table, Value};

use super::space::{Foreign, Maker, Space, float, made, text};
use crate::foreign::{carrier, stub};
use crate::types::{Known, known, over_own_parameters, param_types};

/// Answers that a function chooses from, at most.
const ANSWERS: usize = 6;

/// A small generator (SplitMix64): the same numbers for the same seed everywhere.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Chance(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }

    /// Puts things in any order; with `keep`, those in front are likely to stay there.
    pub(super) fn order<T>(&mut self, all: &mut [T], keep: bool) {
        let count = if keep { all.len().min(16) } else { all.len() };
        for at in 0..count {
            let left = all.len() - at;
            let mut other = self.below(left);
            if keep {
                other = (other * (self.below(left) + 1)) / left;
            }
            // (Not a swap: what is behind keeps its order.)
            all[at..=at + other].rotate_right(1);
        }
    }

    /// Things in any order, the smaller ones likely in front: of two, the one of twice the size is ahead one time in sixteen.
    pub(super) fn small_first<T>(&mut self, all: &mut [T], size: &dyn Fn(&T) -> u64) {
        all.sort_by_cached_key(|one| {
            let size = u128::from(size(one).min(1 << 20)) + ALIKE;
            u128::from(self.next() >> 32) * size.pow(3)
        });
    }

    /// A number divided among some, in proportion to their sizes, and what is left over by chance.
    pub(super) fn shares(&mut self, of: u64, sizes: &[u64]) -> Vec<u64> {
        let all: u64 = sizes.iter().sum::<u64>().max(1);
        let share = |size: &u64| (u128::from(of) * u128::from(*size) / u128::from(all)) as u64;
        let mut out: Vec<u64> = sizes.iter().map(share).collect();
        let left = of - out.iter().sum::<u64>();
        if !out.is_empty() {
            let at = self.below(out.len());
            out[at] += left;
        }
        out
    }
}

/// Things not larger than this are about as likely to be in front as the smallest.
const ALIKE: u128 = 8;

/// Sequences have fewer elements.
const LONG: usize = 9;

/// Makes vectors by chance.
pub(super) struct Random {
    pub(super) chance: Chance,
    literals: Vec<BigInt>,
    /// Texts and characters that are written in the program.
    texts: Vec<String>,
    /// Integers of the vector being made: equal ones matter.
    recent: Vec<BigInt>,
    /// In the vector being made, integers are among so many and characters among a few: what happens only where parts
    /// are equal, or one is inserted between two others, is rare otherwise.
    pub(super) few: Option<u32>,
    /// Values of abstract types that came to states not seen before, to go on from.
    pub(super) states: HashMap<Ty, Vec<Value>>,
}

/// How many integers there are at least and at most where there are few: 2^d - 1 fill a tree of depth d.
const FEW: std::ops::Range<u32> = 2..6;

impl Random {
    pub(super) fn new(program: &dyn Program, inst: &FnInst, seed: u64) -> Self {
        let (chance, literals) = (Chance::new(seed), literals(program, inst));
        let texts = texts(program, inst);
        Random { chance, literals, texts, recent: Vec::new(), few: None, states: HashMap::new() }
    }

    pub(super) fn chance(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// The integer literals of the program.
    pub(super) fn literals(&self) -> impl Iterator<Item = i128> + '_ {
        self.literals.iter().filter_map(|literal| i128::try_from(literal).ok())
    }

    /// Starts a new vector.
    pub(super) fn begin(&mut self) {
        self.recent.clear();
        let depth = FEW.start + self.chance.below(FEW.len()) as u32;
        self.few = (self.chance.below(2) == 0).then_some((1 << depth) - 1);
    }

    /// Starts the scalars of a vector.
    pub(super) fn forget(&mut self) {
        self.recent.clear();
    }

    /// An integer within bounds, any as likely as any other.
    pub(super) fn within(&mut self, lo: i128, hi: i128) -> i128 {
        let wide = (u128::from(self.chance.next()) << 64) | u128::from(self.chance.next());
        match hi.abs_diff(lo).checked_add(1) {
            Some(count) if lo <= hi => lo.saturating_add_unsigned(wide % count),
            _ => lo,
        }
    }

    /// An integer or character of a type within bounds, telling ones more often.
    pub(super) fn scalar(&mut self, ty: &Ty, lo: i128, hi: i128) -> i128 {
        let value = match ty {
            Ty::Int(int) => i128::try_from(self.int(*int)).ok(),
            Ty::Char => Some(i128::from(u32::from(char::from(b' ' + self.chance.below(95) as u8)))),
            _ => None,
        };
        match value.filter(|value| (lo..=hi).contains(value)) {
            Some(value) => value,
            None if self.chance.below(4) == 0 => [lo, hi][self.chance.below(2)],
            None => self.within(lo, hi),
        }
    }

    /// A vector with containers and recursion bounded.
    pub(super) fn vector(&mut self, space: &mut Space<'_>, tys: &[Ty], depth: u32) -> Option<Vec<Value>> {
        self.begin();
        tys.iter().map(|ty| self.value(space, ty, depth)).collect()
    }

    pub(super) fn value(&mut self, space: &mut Space<'_>, ty: &Ty, depth: u32) -> Option<Value> {
        Some(match ty {
            Ty::Bool => Value::Bool(self.chance.below(2) == 1),
            Ty::Int(int) => Value::Int(self.int(*int)),
            Ty::Char => match self.chance.below(3) {
                0 if !self.texts.is_empty() => Value::Char(self.told().chars().next().unwrap_or('a')),
                _ if self.few.is_some() => Value::Char(char::from(b'a' + self.chance.below(3) as u8)),
                0 => Value::Char(char::from(b' ' + self.chance.below(95) as u8)),
                1 => Value::Char(char::from_u32(self.chance.next() as u32 % 0x11_0000).unwrap_or('x')),
                _ => {
                    let at = self.chance.below(12);
                    space.pick(&Ty::Char, at, 0)?
                }
            },
            Ty::Opaque(spelling) if known(spelling).is_none() => match space.foreign(ty)? {
                Foreign::Carried(inner) => {
                    let value = self.value(space, &inner, depth)?;
                    space.kept(ty, value)
                }
                Foreign::Function(ret) => {
                    let count = 2 + self.chance.below(ANSWERS);
                    let mut others = Vec::new();
                    for _ in 0..count {
                        others.push(self.value(space, &ret, depth.saturating_sub(1))?);
                    }
                    // What adds up only where all answers are great is rare otherwise.
                    if self.chance.below(4) == 0 {
                        others = vec![others[0].clone(); 2];
                    }
                    Value::Function(Box::new(Table { entries: Vec::new(), others }))
                }
            },
            Ty::Opaque(spelling) => match known(spelling)? {
                Known::Text if !self.texts.is_empty() && self.chance.below(2) == 0 => Value::Str(self.told()),
                Known::Text => {
                    let length = self.chance.below(depth as usize * 2 + 2);
                    Value::Str(text((0..length).map(|_| self.value(space, &Ty::Char, depth)).collect::<Option<_>>()?))
                }
                Known::Float => match self.chance.below(3) {
                    0 => {
                        let at = self.chance.below(14);
                        space.pick(ty, at, 0)?
                    }
                    1 => Value::Float(float(spelling, f64::from(self.chance.next() as i32) / 16.0)),
                    _ => Value::Float(float(spelling, f64::from_bits(self.chance.next()))),
                },
            },
            Ty::Ref(_, inner) | Ty::Boxed(inner) => self.value(space, inner, depth)?,
            Ty::Tuple(all) => Value::Tuple(all.iter().map(|ty| self.value(space, ty, depth)).collect::<Option<_>>()?),
            Ty::Array(inner, n) => Value::Seq((0..*n).map(|_| self.value(space, inner, depth)).collect::<Option<_>>()?),
            Ty::Slice(inner) | Ty::Vec(inner) if self.tells(inner) => {
                let int = |byte| Value::Int(byte);
                match **inner {
                    Ty::Char => Value::Seq(self.told().chars().map(Value::Char).collect()),
                    _ => Value::Seq(self.told().bytes().map(BigInt::from).map(int).collect()),
                }
            }
            Ty::Slice(inner) | Ty::Vec(inner) => {
                let length = self.chance.below(if self.few.is_some() { LONG } else { depth as usize + 2 });
                let below = depth.saturating_sub(1);
                Value::Seq((0..length).map(|_| self.value(space, inner, below)).collect::<Option<_>>()?)
            }
            Ty::Adt(id, args) if space.is_abstract(*id) => self.chain(space, ty, (*id, args), depth)?,
            Ty::Adt(id, args) => {
                if let Some(Foreign::Carried(inner)) = space.foreign(ty) {
                    return self.value(space, &inner, depth).map(|value| space.kept(ty, value));
                }
                let mut makers = space.makers(*id, args);
                if depth == 0 && space.recursive(*id) {
                    let least = makers.iter().map(|(_, _, parts)| parts.len()).min()?;
                    makers.retain(|(_, _, parts)| parts.len() == least);
                }
                let below = if space.recursive(*id) { depth.checked_sub(1) } else { Some(depth) };
                if makers.is_empty() {
                    return None;
                }
                let (maker, _, parts): (Maker, usize, Vec<Ty>) = makers.swap_remove(self.chance.below(makers.len()));
                if below.is_none() && !parts.is_empty() {
                    return None;
                }
                let parts = parts.iter().map(|ty| self.value(space, ty, below.unwrap_or(0)));
                made(*id, maker, parts.collect::<Option<_>>()?)
            }
            Ty::Exact | Ty::Param(_) | Ty::Never | Ty::Borrow(_) => return None,
        })
    }

    /// Whether a sequence of such elements is to be text of the program.
    fn tells(&mut self, element: &Ty) -> bool {
        let able = matches!(element, Ty::Char) || matches!(element, Ty::Int(int) if int.name() == "u8");
        able && !self.texts.is_empty() && self.chance.below(3) == 0
    }

    /// A text of the program, or several with something between them.
    fn told(&mut self) -> String {
        let count = [1, 1, 2, 3, 5, 8][self.chance.below(6)];
        let mut out = String::new();
        for _ in 0..count {
            match self.chance.below(4) {
                0 if count > 1 => out.push(char::from(b'a' + self.chance.below(3) as u8)),
                1 if count > 1 => out.push(char::from(b'0' + self.chance.below(10) as u8)),
                _ => {
                    let at = self.chance.below(self.texts.len());
                    out.push_str(&self.texts[at].clone());
                }
            }
        }
        out
    }

    pub(super) fn int(&mut self, int: IntTy) -> BigInt {
        let (min, max) = (int.min(), int.max());
        let value = match self.chance.below(8) {
            1.. if self.few.is_some() => BigInt::from(self.chance.below(self.few.unwrap_or(1) as usize)),
            0 => min.clone() + self.chance.below(2),
            1 => max.clone() - self.chance.below(2),
            2 if !self.recent.is_empty() => self.recent[self.chance.below(self.recent.len())].clone(),
            3 | 4 if !self.literals.is_empty() => {
                let literal = self.literals[self.chance.below(self.literals.len())].clone();
                literal + BigInt::from(self.chance.below(3)) - 1
            }
            5 => {
                let power = BigInt::from(1) << self.chance.below(int.bits() as usize);
                let near: BigInt = power + BigInt::from(self.chance.below(3)) - 1;
                if int.signed() && self.chance.below(2) == 1 { -near } else { near }
            }
            6 => {
                // Any width is as likely as any other.
                let width = self.chance.below(int.bits() as usize + 1);
                let wide = (BigInt::from(self.chance.next()) << 64) + self.chance.next();
                let value: BigInt = wide % (BigInt::from(1) << width);
                if int.signed() && self.chance.below(2) == 1 { -value } else { value }
            }
            _ => {
                let small = BigInt::from(self.chance.below(21));
                if int.signed() { small - 10 } else { small }
            }
        };
        let value = value.clamp(min, max);
        self.recent.push(value.clone());
        value
    }
}

/// The texts that are written in a function, and in those of its module.
fn texts(program: &dyn Program, inst: &FnInst) -> Vec<String> {
    let own = program.func(inst.func);
    let near = program.fns().iter().filter(|def| !def.std && def.module == own.module);
    let all: BTreeSet<&String> = own.texts.iter().chain(near.flat_map(|def| &def.texts)).collect();
    all.into_iter().filter(|text| !text.is_empty()).cloned().collect()
}

/// The integer literals in a function's contract and body, in order.
fn literals(program: &dyn Program, inst: &FnInst) -> Vec<BigInt> {
    let mut out = BTreeSet::new();
    let tys = param_types(program, inst);
    // What a trait says of the answers of a stub counts, too.
    let stubs = tys.iter().filter_map(|ty| stub_in(program, ty));
    let methods = stubs.flat_map(|stub| &stub.methods).map(|method| over_own_parameters(program, method.func));
    for inst in methods.chain([inst.clone()]) {
        let contract = program.contract(&inst);
        contract.requires.iter().chain(&contract.ensures).for_each(|clause| collect(&clause.term, &mut out));
    }
    for block in program.body(inst).iter().flat_map(|body| &body.blocks) {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Assign { value, .. } => collect(value, &mut out),
                Stmt::Assert { cond, .. } | Stmt::Assume { cond, .. } => collect(cond, &mut out),
                Stmt::Call { args, .. } => args.iter().for_each(|arg| collect(arg, &mut out)),
                Stmt::Havoc { .. } | Stmt::Unmodelled { .. } => {}
            }
        }
        if let Terminator::Branch { cond, .. } = &block.end {
            collect(cond, &mut out);
        }
    }
    out.into_iter().collect()
}

/// The first stub among the parts of a type that its arguments and what it is made of show.
fn stub_in<'p>(program: &'p dyn Program, ty: &Ty) -> Option<&'p Stub> {
    let made = carrier(program, ty);
    let parts = || ty.parts().chain(&made).find_map(|part| stub_in(program, part));
    stub(program, ty).or_else(parts)
}

fn collect(term: &Term, out: &mut BTreeSet<BigInt>) {
    if let TermKind::Int(int) = term.kind() {
        out.insert(int.clone());
    }
    term.children().into_iter().for_each(|child| collect(child, out));
}
