//! Values that small ones do not lead to: the ends of the types' ranges, the literals of the program, and chance.
use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive as _;
use refine_core::ids::{AdtId, FnId};
use refine_core::program::Program;
use refine_core::ty::{FnInst, IntTy, Ty};
use refine_core::value::{Table, Value};

use super::chain::CALLS;
use super::literals::Literals;
use super::space::{Foreign, Making, Space, float, lent, made};
use crate::types::{TextOrFloat, known, over_own_parameters};

/// Answers that a function chooses from, at most: more in one of so many, since of `bool`s and the like there are few lists.
const ANSWERS: usize = 6;
const MORE_ANSWERS: (usize, usize) = (20, 4);

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

/// How many parts the values of a vector have at most where their types allow any number: one of these, in quarters of the depth.
const PARTS: [u32; 8] = [1, 2, 4, 6, 8, 12, 16, 32];
/// Sequences have at most so many elements.
pub(super) const LONG: u32 = 16;
/// Arrays have at most so many; longer ones are not made.
const LONGEST: u64 = 1 << 24;
/// Those of what may have any number of parts itself have one or two elements, or at most so many.
const BROAD: u32 = 8;
/// Values inside of each other, where a type has none that end.
const NESTED: u32 = 400;
/// Integers that a vector chooses from, at most.
const PALETTE: usize = 8;

/// Makes vectors by chance.
pub(super) struct Random {
    pub(super) chance: Chance,
    /// The function that the values are for.
    pub(super) func: FnId,
    /// What is written in it.
    pub(super) literals: Rc<Literals>,
    /// The same of the functions that steps of chains call.
    literals_of: HashMap<FnId, Rc<Literals>>,
    /// Integers of the vector being made: equal ones matter.
    recent: Vec<BigInt>,
    /// Texts of the vector being made: equal ones matter, too.
    pub(super) said: Vec<String>,
    /// In the vector being made, integers are among so many and characters among a few: what happens only where parts
    /// are equal, or one is inserted between two others, is rare otherwise.
    few: Option<u32>,
    /// In the vector being made, most characters are of the texts of the source: what reads a language takes many of its words at once.
    quoted: bool,
    /// Whether the next text is to be a path as people have them.
    pub(super) in_path: bool,
    /// In the vector being made, most integers are of these, if there are any.
    palette: Vec<BigInt>,
    /// How deep inside of others the value is that is being made.
    nested: u32,
    /// Calls that chains of the vector being made may still have.
    pub(super) calls_left: usize,
    /// Values of abstract types that came to states not seen before, to go on from.
    pub(super) states: HashMap<Ty, Vec<Value>>,
    /// How many chains were made of one step again and again, by the first step of their type.
    pub(super) monotone: HashMap<FnId, usize>,
}

/// How many integers there are at least and at most where there are few: 2^d - 1 fill a tree of depth d.
const FEW: std::ops::Range<u32> = 2..6;

impl Random {
    pub(super) fn new(program: &dyn Program, inst: &FnInst, seed: u64) -> Self {
        let (chance, literals) = (Chance::new(seed), Rc::new(Literals::of(program, inst)));
        let (literals_of, recent, said, palette, states, monotone) = Default::default();
        Random {
            chance,
            func: inst.func,
            literals,
            literals_of,
            recent,
            said,
            few: None,
            quoted: false,
            in_path: false,
            palette,
            nested: 0,
            calls_left: CALLS,
            states,
            monotone,
        }
    }

    pub(super) fn chance(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// The integer literals of the program.
    pub(super) fn literals(&self) -> impl Iterator<Item = i128> + '_ {
        self.literals.numbers.iter().filter_map(|literal| i128::try_from(literal).ok())
    }

    /// Starts a new vector.
    pub(super) fn begin(&mut self) {
        self.recent.clear();
        self.said.clear();
        self.palette.clear();
        self.calls_left = CALLS;
        self.few = None;
        self.quoted = !self.literals.texts.is_empty() && self.chance.below(2) == 0;
        match self.chance.below(8) {
            0..4 => {
                let depth = FEW.start + self.chance.below(FEW.len()) as u32;
                self.few = Some((1 << depth) - 1);
            }
            // What is told apart from other numbers comes beside its like.
            4 if self.literals.numbers.len() > 1 => {
                let mut all = self.literals.numbers.clone();
                self.chance.order(&mut all, false);
                all.truncate(PALETTE);
                self.palette = all;
            }
            _ => {}
        }
    }

    /// Starts a vector that goes on from another: the same integers are likely to be in it.
    pub(super) fn begin_with(&mut self, mut ints: Vec<BigInt>) {
        self.begin();
        if !ints.is_empty() && self.chance.below(2) == 0 {
            self.chance.order(&mut ints, false);
            ints.truncate(PALETTE);
            (self.few, self.palette) = (None, ints);
        }
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

    /// A vector, the larger the greater the depth.
    pub(super) fn vector(&mut self, space: &mut Space<'_>, tys: &[Ty], depth: u32) -> Option<Vec<Value>> {
        self.begin();
        let parts = PARTS[self.chance.below(PARTS.len())];
        let parts = (parts * depth).div_ceil(4);
        tys.iter().map(|ty| self.value(space, ty, parts)).collect()
    }

    /// A value of a type. Where it may have any number of parts, it has about so many, of which each has a share.
    pub(super) fn value(&mut self, space: &mut Space<'_>, ty: &Ty, parts: u32) -> Option<Value> {
        if space.is_path(ty) {
            self.in_path = self.chance.below(2) == 0;
        }
        Some(match ty {
            Ty::Bool => Value::Bool(self.chance.below(2) == 1),
            Ty::Int(int) => Value::Int(self.int(*int)),
            Ty::Char if self.quoted && self.chance.below(8) > 0 => Value::Char(self.told_char()),
            Ty::Char => match self.chance.below(4) {
                0 if !self.literals.texts.is_empty() => Value::Char(self.told_char()),
                _ if self.few.is_some() => Value::Char(char::from(b'a' + self.chance.below(3) as u8)),
                1 => Value::Char(char::from_u32(self.chance.next() as u32 % 0x11_0000).unwrap_or('x')),
                2 => {
                    let at = self.chance.below(12);
                    space.pick(&Ty::Char, at, 0)?
                }
                _ if self.chance.below(4) == 0 => Value::Char(char::from(self.chance.below(128) as u8)),
                _ => Value::Char(char::from(b' ' + self.chance.below(95) as u8)),
            },
            Ty::Opaque(spelling) if known(spelling).is_none() => match space.foreign(ty)? {
                Foreign::Carried(inner) => {
                    let value = self.value(space, &inner, parts)?;
                    space.kept(ty, value)
                }
                Foreign::Function(ret) => {
                    let (more, one_of) = MORE_ANSWERS;
                    let most = if self.chance.below(one_of) == 0 { more } else { ANSWERS };
                    let count = 2 + self.chance.below(most);
                    let mut others = Vec::new();
                    for _ in 0..count {
                        others.push(self.value(space, &ret, parts / 2)?);
                    }
                    // What adds up only where all answers are great is rare otherwise.
                    if self.chance.below(4) == 0 {
                        others = vec![others[0].clone(); 2];
                    }
                    Value::Function(Box::new(Table { entries: Vec::new(), others }))
                }
            },
            Ty::Opaque(spelling) => match known(spelling)? {
                TextOrFloat::Text => Value::Str(self.text(space, parts)?),
                TextOrFloat::Float => match self.chance.below(if self.literals.floats.is_empty() { 4 } else { 6 }) {
                    0 => {
                        let at = self.chance.below(14);
                        space.pick(ty, at, 0)?
                    }
                    // What people calculate with: small ones, most of them whole, and those near what is written in the source.
                    3.. => Value::Float(float(spelling, self.everyday())),
                    1 => Value::Float(float(spelling, f64::from(self.chance.next() as i32) / 16.0)),
                    _ => Value::Float(float(spelling, f64::from_bits(self.chance.next()))),
                },
            },
            Ty::Ref(_, inner) | Ty::Boxed(inner) => self.value(space, inner, parts)?,
            Ty::Tuple(all) => Value::Tuple(self.beside(space, &all.iter().collect::<Vec<_>>(), parts)?),
            Ty::Array(inner, n) => {
                let length = n.known().filter(|n| *n <= LONGEST)?;
                Value::Seq(self.beside(space, &vec![&**inner; length as usize], parts)?)
            }
            Ty::Slice(inner) | Ty::Vec(inner) if self.tells(inner) => {
                let int = |byte| Value::Int(byte);
                match **inner {
                    Ty::Char => Value::Seq(self.told().chars().map(Value::Char).collect()),
                    _ => Value::Seq(self.told().bytes().map(BigInt::from).map(int).collect()),
                }
            }
            Ty::Slice(inner) | Ty::Vec(inner) if space.has_shapes(inner) => {
                let most = parts.min(if self.chance.below(5) < 3 { 2 } else { BROAD });
                let length = if most == 0 { 0 } else { 1 + self.chance.below(most as usize) };
                let shares = self.divided(parts - length as u32, length);
                Value::Seq(shares.into_iter().map(|share| self.value(space, inner, share)).collect::<Option<_>>()?)
            }
            Ty::Slice(inner) | Ty::Vec(inner) => {
                let length = self.chance.below(parts.min(LONG) as usize + 2);
                Value::Seq((0..length).map(|_| self.value(space, inner, 0)).collect::<Option<_>>()?)
            }
            Ty::Adt(id, args) if space.is_abstract(*id) => self.chain(space, ty, (*id, args), parts)?,
            Ty::Adt(id, args) => {
                if let Some(inner) = space.carrier(ty) {
                    return self.value(space, &inner, parts).map(|value| space.kept(ty, value));
                }
                self.nested += 1;
                let value = if self.nested < NESTED { self.data(space, *id, args, parts) } else { None };
                self.nested -= 1;
                value?
            }
            Ty::Borrow(inner) => lent(self.value(space, inner, parts)?),
            Ty::Exact | Ty::Param(_) | Ty::Infer(_) | Ty::Never => return None,
        })
    }

    /// A floating-point number that people calculate with: one of the source or its neighbour, a small one, or one near an integer of the
    /// source; most of these are whole.
    fn everyday(&mut self) -> f64 {
        if !self.literals.floats.is_empty() && self.chance.below(2) == 0 {
            let written = self.literals.floats[self.chance.below(self.literals.floats.len())];
            if self.chance.below(3) == 0 {
                return self.calculated(written);
            }
            return match self.chance.below(8) {
                0 => written.next_up(),
                1 => written.next_down(),
                2 => -written,
                3 => written + 1.0,
                4 => written - 1.0,
                _ => written,
            };
        }
        let whole = if !self.literals.numbers.is_empty() && self.chance.below(2) == 0 {
            self.number().to_f64().unwrap_or(0.0) + self.chance.below(5) as f64 - 2.0
        } else {
            self.chance.below(141) as f64 - 20.0
        };
        whole + [0.0, 0.0, 0.0, 0.0, 0.5, 0.25][self.chance.below(6)]
    }

    /// What one or two operations with numbers of the source make of a number: the `x` of `x * 2.0 + 1.0 == 8.5`.
    fn calculated(&mut self, from: f64) -> f64 {
        let mut out = from;
        for _ in 0..1 + self.chance.below(2) {
            let with = self.literals.floats[self.chance.below(self.literals.floats.len())];
            out = match self.chance.below(4) {
                0 => out + with,
                1 => out - with,
                2 => out * with,
                _ => out / with,
            };
        }
        out
    }

    /// The parts of a tuple or an array. Inside of a type that may be in itself they share what there is: with two branches that had it all,
    /// a tree would double with each level.
    fn beside(&mut self, space: &mut Space<'_>, tys: &[&Ty], parts: u32) -> Option<Vec<Value>> {
        let large: Vec<bool> = tys.iter().map(|ty| space.has_shapes(ty)).collect();
        let count = large.iter().filter(|large| **large).count();
        let shares = if self.nested > 0 && count > 1 { self.divided(parts, count) } else { vec![parts; count] };
        let mut shares = shares.into_iter();
        let share = |large: &bool| if *large { shares.next().unwrap_or(0) } else { parts };
        let shares: Vec<u32> = large.iter().map(share).collect();
        tys.iter().zip(shares).map(|(ty, share)| self.value(space, ty, share)).collect()
    }

    /// A value of a struct or enum.
    fn data(&mut self, space: &mut Space<'_>, id: AdtId, args: &[Ty], parts: u32) -> Option<Value> {
        let recursive = space.recursive(id);
        let all = space.makings(id, args);
        let large = |making: &&Making| making.large.iter().filter(|large| **large).count();
        let mut able: Vec<&Making> = all.iter().collect();
        // An `Option` of the type around it is not in itself, but has to come to an end all the same.
        if (recursive || self.nested > 1) && parts == 0 {
            let least = able.iter().map(large).min()?;
            able.retain(|making| large(making) == least);
        } else if recursive && self.chance.below(parts as usize + 1) > 0 && able.iter().any(|making| large(making) > 0)
        {
            able.retain(|making| large(making) > 0);
        }
        let making = *able.get(self.chance.below(able.len()))?;
        let count = large(&making);
        let shares = if recursive { self.divided(parts.saturating_sub(1), count) } else { vec![parts; count] };
        let mut shares = shares.into_iter();
        let mut fields = Vec::with_capacity(making.parts.len());
        for (ty, large) in making.parts.iter().zip(&making.large) {
            let share = if *large { shares.next().unwrap_or(0) } else { 0 };
            fields.push(self.value(space, ty, share)?);
        }
        Some(made(id, making.how.clone(), fields))
    }

    /// A number divided among some by chance: each division of two is as likely as any other.
    fn divided(&mut self, of: u32, among: usize) -> Vec<u32> {
        let mut left = of;
        let mut out: Vec<u32> = (0..among)
            .map(|at| {
                let share = if at + 1 == among { left } else { self.chance.below(left as usize + 1) as u32 };
                left -= share;
                share
            })
            .collect();
        self.chance.order(&mut out, false);
        out
    }

    /// An integer of the program, which has some.
    pub(super) fn number(&mut self) -> BigInt {
        self.literals.numbers[self.chance.below(self.literals.numbers.len())].clone()
    }

    pub(super) fn has_numbers(&self) -> bool {
        !self.literals.numbers.is_empty() || !self.literals.floats.is_empty()
    }

    /// Makes something for a call of a function, with the literals of that function as often as not.
    pub(super) fn with_literals_of<T>(
        &mut self,
        space: &mut Space<'_>,
        func: FnId,
        make: impl FnOnce(&mut Self, &mut Space<'_>) -> T,
    ) -> T {
        if self.chance.below(2) == 0 {
            return make(self, space);
        }
        let program = space.program();
        let own = || Rc::new(Literals::of(program, &over_own_parameters(program, func)));
        let own = Rc::clone(self.literals_of.entry(func).or_insert_with(own));
        let (literals, few) = (std::mem::replace(&mut self.literals, own), self.few.take());
        let palette = std::mem::take(&mut self.palette);
        let made = make(self, space);
        (self.literals, self.few, self.palette) = (literals, few, palette);
        made
    }

    pub(super) fn int(&mut self, int: IntTy) -> BigInt {
        let range = int.range();
        let value = match self.chance.below(8) {
            1.. if !self.palette.is_empty() => {
                let fits = |chance: &mut Chance| {
                    let one = &self.palette[chance.below(self.palette.len())];
                    range.contains(one).then(|| one.clone())
                };
                let drawn = (0..4).find_map(|_| fits(&mut self.chance));
                drawn.unwrap_or_else(|| BigInt::from(self.chance.below(4)))
            }
            1.. if self.few.is_some() => BigInt::from(self.chance.below(self.few.unwrap_or(1) as usize)),
            0 => range.start() + self.chance.below(2),
            1 => range.end() - self.chance.below(2),
            2 if !self.recent.is_empty() => self.recent[self.chance.below(self.recent.len())].clone(),
            3 | 4 if !self.literals.numbers.is_empty() => self.number() + BigInt::from(self.chance.below(3)) - 1,
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
        let value = if range.contains(&value) { value } else { value.clamp(int.min(), int.max()) };
        self.recent.push(value.clone());
        value
    }
}
