//! The values of a type, ordered by size and counted, so that each can be had by its number and none is stored.
//!
//! | type | sizes |
//! |---|---|
//! | `bool` | both 0 |
//! | integers | 0 has 0; `n` and `-n` have `n` |
//! | tuples, arrays, structs | the sum of the parts |
//! | `Vec`, slices, text | each element 1 more than its own size |
//! | enums | unit variants 0; others, and recursive structs, 1 more than the sum of the parts |
//! | `char`, floats | their place in a short list of telling values |
//! | functions | that of the answer which they always give |
use std::borrow::Borrow;
use std::hash::Hash;
use std::ops::Range;
use std::rc::Rc;
use std::slice;

use refine_core::ids::{AdtId, FnId};
use refine_core::program::Program;
use refine_core::ty::{IntTy, Length, Ty};
use refine_core::value::{Table, Value};
use rustc_hash::FxHashMap;

use crate::foreign::{answer, carrier, function, kept, standard, stub};
use crate::types::{
    Constructor, TextOrFloat, constructors, field_types, grounded, has_default, has_shapes, is_recursive, is_unstable,
    known, std_path, unmakable,
};

const CHARS: [char; 12] = ['a', 'b', 'A', '0', ' ', 'z', '\n', '-', 'é', '\0', '😀', '\u{10ffff}'];

/// Floats of both types.
const FLOATS: [f64; 11] = [0.0, 1.0, -1.0, 0.5, 2.0, -0.0, 1e10, 0.1, f64::INFINITY, f64::NAN, f64::NEG_INFINITY];
/// What is at an edge: the greatest and the least, the least normal and the least of all positive ones, the distance from one to the next,
/// and the first number that the next integer is not.
const EDGES_F64: [f64; 6] = [f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, f64::EPSILON, 9_007_199_254_740_992.0];
/// The same.
const EDGES_F32: [f64; 6] =
    [f32::MAX as f64, f32::MIN as f64, f32::MIN_POSITIVE as f64, 1e-45, f32::EPSILON as f64, 16_777_216.0];

/// Arrays longer than this hold one value throughout.
const LONG: u64 = 64;

/// Sequences of elements of which there is only one are listed up to this length.
const ALIKE: usize = 300;

/// Sizes at which a value is looked for where one is missing.
const FITTING: usize = 16;

/// Values of one size that are listed at most.
const MOST: u128 = 256;
/// Types of at most so many values are listed whole.
const FEW: usize = 1024;
/// Sets and maps with more possible elements or keys than this are not all listed.
const FEW_KEYS: usize = 4;

/// A way to make a value of a struct or enum.
#[derive(Clone)]
pub(super) enum Construction {
    /// A variant.
    Variant(usize),
    /// A constructor of the crate.
    Call(FnId),
    /// The derived `Default`.
    Default,
}

/// How values of a type outside the model are made.
pub(super) enum Foreign {
    /// A function: with answers of this type.
    Function(Ty),
    /// Out of a value of this type.
    Carried(Ty),
}

/// A function that makes of one value of an abstract type another.
pub(super) struct Transition {
    pub(super) func: FnId,
    /// The argument it goes on from.
    pub(super) from: usize,
    pub(super) params: Vec<Ty>,
}

/// How chains of calls make values of an abstract type.
#[derive(Default)]
pub(super) struct Chains {
    pub(super) starts: Vec<(Construction, Vec<Ty>)>,
    pub(super) steps: Vec<Transition>,
}

/// A way to make a value.
pub(super) struct Making {
    pub(super) how: Construction,
    /// What it adds to the size of its parts.
    pub(super) cost: usize,
    /// The types of the arguments or fields.
    pub(super) parts: Vec<Ty>,
    /// Which of these may have any number of parts.
    pub(super) large: Vec<bool>,
}

/// Where among the vectors of a size one was found.
#[derive(Default)]
pub(super) struct Cursor {
    size: usize,
    /// The size of its first value, and how many vectors have a smaller one there.
    at: usize,
    before: u128,
    /// The same of the other values.
    rest: Option<Box<Cursor>>,
}

/// By what is counted, and by size.
type Counts<K> = FxHashMap<K, FxHashMap<usize, u128>>;

/// A count, if it is known.
fn known_count<K: Borrow<Q> + Hash + Eq, Q: Hash + Eq + ?Sized>(
    counts: &Counts<K>,
    of: &Q,
    size: usize,
) -> Option<u128> {
    counts.get(of)?.get(&size).copied()
}

/// The values of a program's types.
pub(super) struct Space<'p> {
    program: &'p dyn Program,
    /// How many vectors over types there are of each size.
    counts: Counts<Vec<Ty>>,
    /// How many sequences of each size, by the type of their elements.
    seq_counts: Counts<Ty>,
    recursive: FxHashMap<AdtId, bool>,
    /// Whether values of a type may have any number of parts.
    shapes: FxHashMap<Ty, bool>,
    /// What values of types are carried by.
    carriers: FxHashMap<Ty, Option<Ty>>,
    makings: FxHashMap<(AdtId, Vec<Ty>), Rc<[Making]>>,
    chains: FxHashMap<(AdtId, Vec<Ty>), Rc<Chains>>,
    /// All values of types that have few.
    whole: FxHashMap<Ty, Option<Rc<[Value]>>>,
}

/// A `&mut` inside of a value: what it leads to, and nothing for what that will be.
pub(super) fn lent(now: Value) -> Value {
    Value::Tuple(vec![now, Value::Tuple(Vec::new())])
}

impl<'p> Space<'p> {
    pub(super) fn new(program: &'p dyn Program) -> Self {
        let (counts, seq_counts, recursive, shapes, carriers, makings, chains, whole) = Default::default();
        Space { program, counts, seq_counts, recursive, shapes, carriers, makings, chains, whole }
    }

    pub(super) fn recursive(&mut self, id: AdtId) -> bool {
        let program = self.program;
        *self.recursive.entry(id).or_insert_with(|| is_recursive(program, id))
    }

    /// Whether values of a type may have any number of parts.
    pub(super) fn has_shapes(&mut self, ty: &Ty) -> bool {
        if let Some(known) = self.shapes.get(ty) {
            return *known;
        }
        let carried = self.carrier(ty).unwrap_or_else(|| ty.clone());
        let shapes = has_shapes(self.program, &carried);
        self.shapes.insert(ty.clone(), shapes);
        shapes
    }

    /// The type whose values those of a type are made out of.
    pub(super) fn carrier(&mut self, ty: &Ty) -> Option<Ty> {
        if let Some(known) = self.carriers.get(ty) {
            return known.clone();
        }
        let carrier = carrier(self.program, ty);
        self.carriers.insert(ty.clone(), carrier.clone());
        carrier
    }

    pub(super) fn program(&self) -> &'p dyn Program {
        self.program
    }

    /// Whether values of a type are made by calls only.
    pub(super) fn is_abstract(&self, id: AdtId) -> bool {
        self.program.adt(id).is_abstract()
    }

    /// How chains of calls make values of an abstract type.
    pub(super) fn chains(&mut self, id: AdtId, args: &[Ty]) -> Rc<Chains> {
        if let Some(known) = self.chains.get(&(id, args.to_vec())) {
            return known.clone();
        }
        let mut chains = Chains::default();
        let program = self.program;
        let known = constructors(program, id, args).into_iter().filter(|one| one.is_step);
        let steps: FxHashMap<FnId, Option<usize>> = known.map(|one| (one.func, one.from)).collect();
        for Making { how, parts, .. } in self.makings(id, args).iter() {
            match how {
                Construction::Call(func) if let Some(from) = steps.get(func) => {
                    // A step that goes on from none directly, as from a list of them, is left to the enumeration.
                    let step = from.map(|from| Transition { func: *func, from, params: parts.clone() });
                    chains.steps.extend(step);
                }
                how => chains.starts.push((how.clone(), parts.clone())),
            }
        }
        let chains = Rc::new(chains);
        self.chains.insert((id, args.to_vec()), chains.clone());
        chains
    }

    /// The ways to make a value.
    pub(super) fn makings(&mut self, id: AdtId, args: &[Ty]) -> Rc<[Making]> {
        let key = (id, args.to_vec());
        if let Some(known) = self.makings.get(&key) {
            return known.clone();
        }
        let all: Vec<(Construction, usize, Vec<Ty>)> = self.ways(id, args);
        let all = all.into_iter().map(|(how, cost, parts)| {
            let large = parts.iter().map(|ty| self.has_shapes(ty)).collect();
            Making { how, cost, parts, large }
        });
        let all: Rc<[Making]> = all.collect();
        self.makings.insert(key, all.clone());
        all
    }

    /// The same, each with its cost and the types of its parts.
    fn ways(&mut self, id: AdtId, args: &[Ty]) -> Vec<(Construction, usize, Vec<Ty>)> {
        let program = self.program;
        let def = program.adt(id);
        if !def.is_spelled() && std_path(&def.name).is_none() {
            return Vec::new();
        }
        if def.is_abstract() {
            let default = has_default(def).then(|| (Construction::Default, 0, Vec::new()));
            let calls = constructors(program, id, args).into_iter().map(|Constructor { func, params, .. }| {
                (Construction::Call(func), usize::from(!params.is_empty()), params)
            });
            let able = calls.filter(|(_, _, parts)| parts.iter().all(|ty| unmakable(program, ty).is_none()));
            return default.into_iter().chain(able).collect();
        }
        let step = def.is_enum || self.recursive(id);
        let variants = (0..def.variants.len()).filter_map(|variant| {
            let parts: Vec<Ty> = field_types(program, id, args, variant)?.iter().map(grounded).collect();
            if def.choice && parts.iter().any(|ty| unmakable(program, ty).is_some()) || is_unstable(def, variant) {
                return None;
            }
            Some((Construction::Variant(variant), usize::from(step && !parts.is_empty()), parts))
        });
        variants.collect()
    }

    /// The first value of a type, if it has one of these sizes.
    pub(super) fn first(&mut self, ty: &Ty, sizes: Range<usize>) -> Option<Value> {
        let size = { sizes }.find(|size| self.count(ty, *size) > 0)?;
        self.pick(ty, size, 0)
    }

    /// A value, or what stands for it where it is none of the type.
    pub(super) fn fitted(&mut self, ty: &Ty, value: Value) -> Value {
        let ty = ty.peeled();
        if let Some(inner) = carrier(self.program, ty) {
            return self.fitted(&inner, value);
        }
        let fits = match (ty, &value) {
            (Ty::Bool, Value::Bool(_)) | (Ty::Char, Value::Char(_)) => true,
            (Ty::Int(int), Value::Int(number)) => (IntTy::min(*int)..=IntTy::max(*int)).contains(number),
            (Ty::Adt(..), Value::Adt(..) | Value::Call(..) | Value::Default(_)) => true,
            (Ty::Array(_, Length::Known(n)), Value::Seq(all)) if *n > LONG => all.len() as u64 == *n,
            (Ty::Tuple(_), Value::Tuple(_)) | (_, Value::Seq(_)) => true,
            (Ty::Opaque(_), Value::Function(table)) => !table.others.is_empty(),
            (Ty::Opaque(_), Value::Str(_) | Value::Float(_)) => true,
            _ => false,
        };
        if !fits {
            return self.first(ty, 0..FITTING).unwrap_or(value);
        }
        match (ty, value) {
            (Ty::Tuple(tys), Value::Tuple(all)) => {
                Value::Tuple(tys.iter().zip(all).map(|(ty, value)| self.fitted(ty, value)).collect())
            }
            (ty, Value::Seq(mut all)) => {
                if let Ty::Array(inner, Length::Known(n)) = ty
                    && let Some(plain) = self.first(inner, 0..FITTING)
                {
                    all.resize(*n as usize, plain);
                }
                let element = ty.element().cloned();
                let fitted = |value| match &element {
                    Some(element) => self.fitted(element, value),
                    None => value,
                };
                Value::Seq(all.into_iter().map(fitted).collect())
            }
            (Ty::Adt(_, args), Value::Adt(id, variant, all)) => {
                let tys = field_types(self.program, id, args, variant).unwrap_or_default();
                let fitted = all.into_iter().enumerate().map(|(at, value)| match tys.get(at) {
                    Some(ty) => self.fitted(&grounded(ty), value),
                    None => value,
                });
                Value::Adt(id, variant, fitted.collect())
            }
            (_, value) => value,
        }
    }

    /// The values of a type that are at most this large.
    pub(super) fn all(&mut self, ty: &Ty, size: usize) -> Vec<Value> {
        let mut out = Vec::new();
        for size in 0..=size {
            let count = self.count(ty, size).min(MOST);
            out.extend((0..count).filter_map(|index| self.pick(ty, size, index)));
        }
        out
    }

    /// All values of a type, small ones first, if there are few.
    pub(super) fn whole(&mut self, ty: &Ty) -> Option<Rc<[Value]>> {
        if let Some(known) = self.whole.get(ty) {
            return known.clone();
        }
        let whole = self.largest(ty).filter(|largest| *largest <= FEW).and_then(|largest| {
            let count = (0..=largest).map(|size| self.count(ty, size)).fold(0, u128::saturating_add);
            let listed: Vec<Value> = if count <= FEW as u128 { self.all(ty, largest) } else { Vec::new() };
            (count > 0 && listed.len() as u128 == count).then(|| Rc::from(listed))
        });
        self.whole.insert(ty.clone(), whole.clone());
        whole
    }

    /// How many values of a type have exactly this size.
    pub(super) fn count(&mut self, ty: &Ty, size: usize) -> u128 {
        match ty {
            Ty::Bool => 2 * u128::from(size == 0),
            Ty::Int(int) => ints(*int, size).iter().flatten().count() as u128,
            Ty::Char => u128::from(size < CHARS.len()),
            Ty::Opaque(spelling) => match known(spelling) {
                Some(TextOrFloat::Float) => u128::from(size < FLOATS.len() + EDGES_F64.len()),
                Some(TextOrFloat::Text) => self.count_seq(&Ty::Char, size),
                None => match self.foreign(ty) {
                    Some(Foreign::Function(ret)) => self.count(&ret, size),
                    Some(Foreign::Carried(inner)) => self.count(&inner, size),
                    None => 0,
                },
            },
            Ty::Ref(_, inner) | Ty::Boxed(inner) | Ty::Borrow(inner) => self.count(inner, size),
            Ty::Tuple(all) => self.count_all(all, size),
            Ty::Array(inner, Length::Known(n)) if *n > LONG => self.count(inner, size),
            Ty::Array(inner, Length::Known(n)) => self.count_all(&vec![(**inner).clone(); *n as usize], size),
            Ty::Slice(inner) | Ty::Vec(inner) => self.count_seq(inner, size),
            Ty::Adt(id, args) => {
                if let Some(inner) = self.carrier(ty) {
                    return self.count(&inner, size);
                }
                if let Some(count) = known_count(&self.counts, slice::from_ref(ty), size) {
                    return count;
                }
                let makings = self.makings(*id, args);
                let count = makings.iter().map(|making| match size.checked_sub(making.cost) {
                    Some(left) => self.count_all(&making.parts, left),
                    None => 0,
                });
                let count = count.fold(0, u128::saturating_add);
                self.counts.entry(vec![ty.clone()]).or_default().insert(size, count);
                count
            }
            Ty::Exact | Ty::Array(_, Length::Param(_)) | Ty::Param(_) | Ty::Infer(_) | Ty::Never => 0,
        }
    }

    /// How many vectors over the types have exactly this size.
    pub(super) fn count_all(&mut self, tys: &[Ty], size: usize) -> u128 {
        match tys {
            [] => u128::from(size == 0),
            [only] => self.count(only, size),
            [first, rest @ ..] => {
                if let Some(count) = known_count(&self.counts, tys, size) {
                    return count;
                }
                let split = |space: &mut Self, at: usize| {
                    let firsts = space.count(first, at);
                    if firsts == 0 { 0 } else { firsts.saturating_mul(space.count_all(rest, size - at)) }
                };
                let count = (0..=size).fold(0u128, |sum, at| sum.saturating_add(split(self, at)));
                self.counts.entry(tys.to_vec()).or_default().insert(size, count);
                count
            }
        }
    }

    fn count_seq(&mut self, element: &Ty, size: usize) -> u128 {
        if let Some(count) = known_count(&self.seq_counts, element, size) {
            return count;
        }
        let split = |space: &mut Self, at: usize| {
            let firsts = space.count(element, at);
            if firsts == 0 { 0 } else { firsts.saturating_mul(space.count_seq(element, size - 1 - at)) }
        };
        let count = match size {
            0 => 1,
            // Of elements that are all alike there would be one sequence of each length, without end.
            _ if size > ALIKE && (0..size).map(|at| self.count(element, at)).sum::<u128>() <= 1 => 0,
            _ => (0..size).fold(0u128, |sum, at| sum.saturating_add(split(self, at))),
        };
        self.seq_counts.entry(element.clone()).or_default().insert(size, count);
        count
    }

    /// The value of a type, size and number below the count.
    pub(super) fn pick(&mut self, ty: &Ty, size: usize, index: u128) -> Option<Value> {
        Some(match ty {
            Ty::Bool => Value::Bool(index == 1),
            Ty::Int(int) => Value::Int(ints(*int, size).into_iter().flatten().nth(index as usize)?.into()),
            Ty::Char => Value::Char(*CHARS.get(size)?),
            Ty::Opaque(spelling) => match (known(spelling), self.foreign(ty)) {
                (Some(TextOrFloat::Float), _) => Value::Float(float(spelling, edge_float(spelling, size)?)),
                (Some(TextOrFloat::Text), _) => Value::Str(text(self.pick_seq(&Ty::Char, size, index)?)),
                (None, Some(Foreign::Function(ret))) => constant(self.pick(&ret, size, index)?),
                (None, Some(Foreign::Carried(inner))) => {
                    let value = self.pick(&inner, size, index)?;
                    kept(self.program, ty, value)
                }
                (None, None) => return None,
            },
            Ty::Ref(_, inner) | Ty::Boxed(inner) => self.pick(inner, size, index)?,
            Ty::Tuple(all) => Value::Tuple(self.pick_all(all, size, index)?),
            Ty::Array(inner, Length::Known(n)) if *n > LONG => {
                Value::Seq(vec![self.pick(inner, size, index)?; *n as usize])
            }
            Ty::Array(inner, Length::Known(n)) => {
                Value::Seq(self.pick_all(&vec![(**inner).clone(); *n as usize], size, index)?)
            }
            Ty::Slice(inner) | Ty::Vec(inner) => Value::Seq(self.pick_seq(inner, size, index)?),
            Ty::Adt(id, args) => {
                if let Some(inner) = self.carrier(ty) {
                    return self.pick(&inner, size, index).map(|value| kept(self.program, ty, value));
                }
                let mut index = index;
                for Making { how, cost, parts, .. } in self.makings(*id, args).iter() {
                    let Some(left) = size.checked_sub(*cost) else { continue };
                    let count = self.count_all(parts, left);
                    if index < count {
                        return Some(made(*id, how.clone(), self.pick_all(parts, left, index)?));
                    }
                    index -= count;
                }
                return None;
            }
            Ty::Borrow(inner) => lent(self.pick(inner, size, index)?),
            Ty::Exact | Ty::Array(_, Length::Param(_)) | Ty::Param(_) | Ty::Infer(_) | Ty::Never => return None,
        })
    }

    /// The vector of the types, a size and number below the count.
    pub(super) fn pick_all(&mut self, tys: &[Ty], size: usize, index: u128) -> Option<Vec<Value>> {
        self.pick_next(tys, size, index, &mut Cursor::default())
    }

    /// The same, found from where an earlier one was: of the next number it is there or close by.
    pub(super) fn pick_next(
        &mut self,
        tys: &[Ty],
        size: usize,
        index: u128,
        cursor: &mut Cursor,
    ) -> Option<Vec<Value>> {
        let [first, rest @ ..] = tys else { return Some(Vec::new()) };
        if rest.is_empty() {
            return Some(vec![self.pick(first, size, index)?]);
        }
        if cursor.size != size || index < cursor.before {
            (cursor.size, cursor.at, cursor.before) = (size, 0, 0);
        }
        while cursor.at <= size {
            let firsts = self.count(first, cursor.at);
            let rests = if firsts == 0 { 0 } else { self.count_all(rest, size - cursor.at) };
            let here = firsts.saturating_mul(rests);
            let index = index - cursor.before;
            if index < here {
                let mut out = vec![self.pick(first, cursor.at, index / rests)?];
                let inner = cursor.rest.get_or_insert_default();
                out.extend(self.pick_next(rest, size - cursor.at, index % rests, inner)?);
                return Some(out);
            }
            cursor.at += 1;
            cursor.before += here;
        }
        None
    }

    fn pick_seq(&mut self, element: &Ty, mut size: usize, mut index: u128) -> Option<Vec<Value>> {
        let mut out = Vec::new();
        while size > 0 {
            let mut first = None;
            for at in 0..size {
                let firsts = self.count(element, at);
                let rests = if firsts == 0 { 0 } else { self.count_seq(element, size - 1 - at) };
                let here = firsts.saturating_mul(rests);
                if index < here {
                    first = Some((at, rests));
                    break;
                }
                index -= here;
            }
            let (at, rests) = first?;
            out.push(self.pick(element, at, index / rests)?);
            size -= 1 + at;
            index %= rests;
        }
        Some(out)
    }

    /// A value that was made out of a carrier's.
    pub(super) fn kept(&self, ty: &Ty, value: Value) -> Value {
        kept(self.program, ty, value)
    }

    /// Whether it is a path, or a part of one.
    pub(super) fn is_path(&self, ty: &Ty) -> bool {
        let name = standard(self.program, ty).map(|(name, _)| name);
        name.is_some_and(|name| ["Path", "PathBuf", "OsStr", "OsString"].contains(&name))
    }

    /// How values of a type outside the model are made.
    pub(super) fn foreign(&self, ty: &Ty) -> Option<Foreign> {
        match function(self.program, ty) {
            Some(signature) => Some(Foreign::Function(answer(self.program, &signature))),
            None => carrier(self.program, ty).map(Foreign::Carried),
        }
    }

    /// The greatest size of a value of the type, if there is one below a million and the type's values are all listed.
    pub(super) fn largest(&mut self, ty: &Ty) -> Option<usize> {
        match ty {
            Ty::Bool => Some(0),
            Ty::Int(int) if int.bits() <= 16 => Some(1 << (int.bits() - u32::from(int.signed()))),
            Ty::Ref(_, inner) | Ty::Boxed(inner) | Ty::Borrow(inner) => self.largest(inner),
            // (Whatever a function answers, another one panics instead.)
            Ty::Opaque(_) => match self.foreign(ty)? {
                Foreign::Function(_) => None,
                Foreign::Carried(_) => self.largest_set(ty),
            },
            Ty::Tuple(all) => all.iter().map(|ty| self.largest(ty)).sum(),
            Ty::Array(inner, Length::Known(n)) if *n <= LONG => Some(self.largest(inner)? * *n as usize),
            Ty::Adt(id, args) => {
                // Of what a trait allows a stub is one thing of many.
                let is_one_of_many = self.program.adt(*id).is_abstract() || stub(self.program, ty).is_some();
                if carrier(self.program, ty).is_some() {
                    return self.largest_set(ty);
                }
                if self.recursive(*id) || is_one_of_many {
                    return None;
                }
                let makings = self.makings(*id, args);
                let each = |making: &Making| {
                    Some(making.cost + making.parts.iter().map(|ty| self.largest(ty)).sum::<Option<usize>>()?)
                };
                let sizes: Option<Vec<usize>> = makings.iter().map(each).collect();
                Some(sizes?.into_iter().max().unwrap_or(0))
            }
            _ => None,
        }
    }

    /// The same of a set, or a map, with few possible elements: that of all of them.
    fn largest_set(&mut self, ty: &Ty) -> Option<usize> {
        let (name, args) = standard(self.program, ty)?;
        let (key, value) = match (name, args) {
            ("HashSet" | "BTreeSet", [element, ..]) => (element.clone(), None),
            ("HashMap" | "BTreeMap", [key, value, ..]) => (key.clone(), Some(value.clone())),
            _ => return None,
        };
        let largest = self.largest(&key)?;
        let of_value = value.map_or(Some(0), |value| self.largest(&value))?;
        let count = (0..=largest).map(|size| self.count(&key, size)).sum::<u128>();
        let count = usize::try_from(count).ok().filter(|count| *count <= FEW_KEYS)?;
        Some(count * (1 + largest + of_value))
    }

    /// The greatest size of a value of at most this depth: integers within `-depth..=depth`, at most `depth` elements,
    /// recursive types at most `depth` deep. `None` where depth says nothing about the type.
    pub(super) fn span(&mut self, ty: &Ty, depth: usize) -> Option<usize> {
        match ty {
            Ty::Bool => Some(0),
            Ty::Int(_) => Some(depth),
            Ty::Ref(_, inner) | Ty::Boxed(inner) | Ty::Borrow(inner) => self.span(inner, depth),
            Ty::Tuple(all) => all.iter().map(|ty| self.span(ty, depth)).sum(),
            Ty::Array(inner, Length::Known(n)) if *n <= LONG => Some(self.span(inner, depth)? * *n as usize),
            Ty::Slice(inner) | Ty::Vec(inner) => Some(depth * (1 + self.span(inner, depth)?)),
            Ty::Adt(id, args) => {
                let recursive = self.recursive(*id);
                let is_one_of_many = self.program.adt(*id).is_abstract() || stub(self.program, ty).is_some();
                if is_one_of_many || carrier(self.program, ty).is_some() {
                    return None;
                }
                let mut most = 0;
                for Making { cost, parts, .. } in self.makings(*id, args).iter() {
                    let below = if recursive { depth.checked_sub(1) } else { Some(depth) };
                    let Some(below) = below else { continue };
                    most = most.max(cost + parts.iter().map(|ty| self.span(ty, below)).sum::<Option<usize>>()?);
                }
                Some(most)
            }
            _ => None,
        }
    }
}

/// The function that always gives the same answer, where its type allows that. (With one answer alone it may give no other.)
fn constant(answer: Value) -> Value {
    Value::Function(Box::new(Table { entries: Vec::new(), others: vec![answer.clone(), answer] }))
}

/// The value that a construction makes.
pub(super) fn made(id: AdtId, how: Construction, parts: Vec<Value>) -> Value {
    match how {
        Construction::Variant(variant) => Value::Adt(id, variant, parts),
        Construction::Call(func) => Value::Call(func, parts),
        Construction::Default => Value::Default(id),
    }
}

/// The float of a size: everyday ones first.
fn edge_float(spelling: &str, size: usize) -> Option<f64> {
    let edges = if spelling.ends_with("f32") { EDGES_F32 } else { EDGES_F64 };
    FLOATS.iter().chain(&edges).nth(size).copied()
}

/// The bits of a float of the type (always those of an `f64`).
pub(super) fn float(spelling: &str, value: f64) -> u64 {
    if spelling.ends_with("f32") { f64::from(value as f32).to_bits() } else { value.to_bits() }
}

/// Characters as text.
pub(super) fn text(chars: Vec<Value>) -> String {
    let char = |value| if let Value::Char(c) = value { c } else { ' ' };
    chars.into_iter().map(char).collect()
}

/// The integers of this size: `size` and `-size`, where the type has them.
fn ints(int: IntTy, size: usize) -> [Option<i128>; 2] {
    // With 128 bits they have more than a size does.
    let greatest = i128::MAX >> (127 - (int.bits() - u32::from(int.signed())).min(127));
    let size = size as i128;
    [(size <= greatest).then_some(size), (int.signed() && 0 < size && size - 1 <= greatest).then_some(-size)]
}
