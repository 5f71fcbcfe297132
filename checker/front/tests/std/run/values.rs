//! Vectors: the edges of each type, then values by chance from a fixed seed.
use std::collections::HashSet;

use refine_core::finished::FinishedProgram;
use refine_core::mir::types::field_ty;
use refine_core::ty::Ty;
use refine_core::value::Value;
use syn::Type;

use super::recipes::arguments;
use super::wire::V;

/// Vectors of each function that has parameters.
pub const VECTORS: usize = 12;

/// The vectors of a function.
pub fn vectors(item: &str, params: &[Type]) -> Vec<Vec<V>> {
    let seed = item.bytes().fold(7_u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut chance = Chance(seed);
    let Some(edges) = params.iter().map(edges).collect::<Option<Vec<_>>>() else { return Vec::new() };
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for turn in 0..2 * VECTORS {
        let by_edges = turn < VECTORS * 2 / 3;
        let one = |(at, ty): (usize, &Type)| {
            let edges = &edges[at];
            // Each parameter goes through its edges at a pace of its own, so that they meet.
            if by_edges { edges.get((turn * (at + 1) + at * at) % edges.len()).cloned() } else { chance.value(ty) }
        };
        let Some(vector) = params.iter().enumerate().map(one).collect::<Option<Vec<_>>>() else { return Vec::new() };
        if seen.insert(V::Tuple(vector.clone()).text()) && found.len() < VECTORS {
            found.push(vector);
        }
    }
    found
}

/// The same as a value of a type of the checker's.
pub fn value(given: &V, program: &FinishedProgram, ty: &Ty) -> Option<Value> {
    let all = |values: &[V], ty: &dyn Fn(usize) -> Option<Ty>| {
        values.iter().enumerate().map(|(at, given)| value(given, program, &ty(at)?)).collect::<Option<Vec<_>>>()
    };
    Some(match (given, ty.peeled()) {
        (V::Int(n), _) => Value::Int(n.parse().ok()?),
        (V::Char(c), _) => Value::Char(*c),
        (V::Bool(b), _) => Value::Bool(*b),
        (V::Text(text), _) => Value::Str(text.clone()),
        (given, Ty::Borrow(inner)) => value(given, program, inner)?,
        (V::Seq(values), ty) => {
            let element = ty.element().cloned();
            Value::Seq(all(values, &|_| element.clone())?)
        }
        (V::Tuple(values), Ty::Tuple(tys)) => Value::Tuple(all(values, &|at| tys.get(at).cloned())?),
        (V::Adt(variant, values), Ty::Adt(id, args)) => {
            Value::Adt(*id, *variant, all(values, &|at| field_ty(program, *id, args, *variant, at))?)
        }
        _ => return None,
    })
}

/// A value of the checker's as the real program writes it.
pub fn shown(value: &Value) -> Option<V> {
    let all = |all: &[Value]| all.iter().map(shown).collect::<Option<Vec<_>>>();
    Some(match value {
        Value::Bool(b) => V::Bool(*b),
        Value::Int(n) => V::Int(n.to_string()),
        Value::Char(c) => V::Char(*c),
        Value::Str(text) => V::Text(text.clone()),
        Value::Tuple(parts) => V::Tuple(all(parts)?),
        Value::Adt(_, variant, parts) => V::Adt(*variant, all(parts)?),
        Value::Seq(parts) => V::Seq(all(parts)?),
        _ => return None,
    })
}

const CHARS: [char; 14] =
    ['a', '\0', '9', ' ', 'Z', '\n', 'ß', '\u{7f}', '\u{80}', 'Ω', '\u{d7ff}', '\u{e000}', '😀', '\u{10ffff}'];
const TEXTS: [&str; 10] = ["", "a", "ab", "ß", "aß😀", " a b ", "0", "-17", "A\nb\n", "ΩΩ"];
/// 0, -0, 1, -1.5, the least normal number, the greatest, infinities, and what is no number.
const F64: [f64; 9] = [0.0, -0.0, 1.0, -1.5, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

/// The values of a type at its edges; none if it has values that cannot be written down.
fn edges(ty: &Type) -> Option<Vec<V>> {
    Some(match ty {
        Type::Reference(reference) => edges(&reference.elem)?,
        Type::Paren(inner) => edges(&inner.elem)?,
        Type::Slice(slice) => sequences(&slice.elem)?,
        Type::Array(array) => {
            let (len, of) = (length(array)?, edges(&array.elem)?);
            (0..of.len().min(6))
                .map(|from| V::Seq((0..len).map(|at| of[(from + at) % of.len()].clone()).collect()))
                .collect()
        }
        Type::Tuple(tuple) => {
            let of = tuple.elems.iter().map(edges).collect::<Option<Vec<_>>>()?;
            let most = of.iter().map(Vec::len).max().unwrap_or(1);
            let one =
                |turn: usize| of.iter().enumerate().map(|(at, of)| of[turn * (at + 1) % of.len()].clone()).collect();
            (0..most).map(|turn| V::Tuple(one(turn))).collect()
        }
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let mut of = arguments(&last.arguments).map(edges);
            let with = |variant: usize, of: Vec<V>| of.into_iter().map(move |value| V::Adt(variant, vec![value]));
            match last.ident.to_string().as_str() {
                "bool" => vec![V::Bool(false), V::Bool(true)],
                "char" => CHARS.iter().map(|c| V::Char(*c)).collect(),
                "str" | "String" => TEXTS.iter().map(|text| V::Text((*text).to_owned())).collect(),
                "Ordering" => (0..3).map(|variant| V::Adt(variant, Vec::new())).collect(),
                "f64" => F64.iter().map(|x| V::Int(x.to_bits().to_string())).collect(),
                "f32" => F64.iter().map(|x| V::Int((*x as f32).to_bits().to_string())).collect(),
                "Kind" => (0..6).map(|kind| V::Int(kind.to_string())).collect(),
                "Vec" => sequences(arguments(&last.arguments).next()?)?,
                "Box" => of.next()??,
                "Option" => [V::Adt(0, Vec::new())].into_iter().chain(with(1, of.next()??)).collect(),
                "Result" => {
                    let (good, bad) = (of.next()??, of.next()??);
                    let few = bad.len().min(2);
                    with(0, good).take(5).chain(with(1, bad[..few].to_vec())).collect()
                }
                name => integers(name)?.into_iter().map(V::Int).collect(),
            }
        }
        _ => return None,
    })
}

/// Empty, of one element, in order, the other way round, with repeated elements, long.
fn sequences(element: &Type) -> Option<Vec<V>> {
    let of = edges(element)?;
    let near = |numbers: &[i32]| match element {
        Type::Path(path) if path.path.get_ident().is_some_and(|name| integers(&name.to_string()).is_some()) => {
            V::Seq(numbers.iter().map(|n| V::Int(n.to_string())).collect())
        }
        _ => V::Seq(numbers.iter().map(|n| of[*n as usize % of.len()].clone()).collect()),
    };
    let few = [&[][..], &[1], &[1, 2, 3, 4], &[4, 3, 2, 1], &[2, 2, 1, 2], &[3, 1], &[0, 1, 1, 2, 6, 6, 7]];
    let far = (0..of.len().min(5)).map(|at| of[of.len() - 1 - at].clone()).collect();
    Some(few.iter().map(|numbers| near(numbers)).chain([V::Seq(far)]).collect())
}

fn length(array: &syn::TypeArray) -> Option<usize> {
    match &array.len {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(len), .. }) => len.base10_parse().ok(),
        _ => None,
    }
}

/// Small ones, the ends, and what is near the number of bits, a digit's base, a byte's end.
fn integers(name: &str) -> Option<Vec<String>> {
    let (bits, signed) = width(name)?;
    let max = u128::MAX >> (128 - bits) >> u32::from(signed);
    let mut all: Vec<String> = if signed {
        vec![
            "0".into(),
            "1".into(),
            format!("-{}", max + 1),
            max.to_string(),
            "-1".into(),
            "2".into(),
            format!("-{max}"),
            "3".into(),
        ]
    } else {
        vec!["0".into(), "1".into(), max.to_string(), "2".into(), (max - 1).to_string(), "3".into()]
    };
    // A length or an index that is large and not out of all bounds may be the length of something.
    if !name.ends_with("size") {
        let near = [bits - 1, bits, 10, 36, 127, 100].map(|n| u128::from(n).min(max).to_string());
        all.extend(near.into_iter().chain([(max / 2 + 1).to_string()]));
    }
    let mut seen = HashSet::new();
    all.retain(|n| seen.insert(n.clone()));
    Some(all)
}

fn width(name: &str) -> Option<(u32, bool)> {
    let (kind, bits) = name.split_at_checked(1)?;
    let bits = if bits == "size" { 64 } else { bits.parse().ok()? };
    matches!(kind, "i" | "u").then_some((bits, kind == "i"))
}

/// Numbers by chance: `splitmix64`.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n.max(1) as u64).unwrap_or_default()
    }

    /// A value of a plain type: one at an edge, or a sequence or an integer of any kind.
    fn value(&mut self, ty: &Type) -> Option<V> {
        let element = match ty {
            Type::Reference(reference) => return self.value(&reference.elem),
            Type::Slice(slice) => Some(&*slice.elem),
            Type::Path(path) => {
                let last = path.path.segments.last()?;
                if let Some((bits, signed)) =
                    width(&last.ident.to_string()).filter(|_| !last.ident.to_string().ends_with("size"))
                    && self.below(2) == 0
                {
                    return Some(V::Int(self.integer(bits, signed)));
                }
                arguments(&last.arguments).next().filter(|_| last.ident == "Vec")
            }
            _ => None,
        };
        match element {
            Some(element) if self.below(3) > 0 => {
                let len = self.below(7);
                let near = self.below(2) == 0;
                let one = |this: &mut Self| match element {
                    Type::Path(path)
                        if near && path.path.get_ident().is_some_and(|name| width(&name.to_string()).is_some()) =>
                    {
                        Some(V::Int(this.below(5).to_string()))
                    }
                    other => this.value(other),
                };
                (0..len).map(|_| one(self)).collect::<Option<Vec<_>>>().map(V::Seq)
            }
            _ => {
                let edges = edges(ty)?;
                edges.get(self.below(edges.len())).cloned()
            }
        }
    }

    fn integer(&mut self, bits: u32, signed: bool) -> String {
        let all = (u128::from(self.next()) << 64 | u128::from(self.next())) >> (128 - bits);
        if signed && all >> (bits - 1) == 1 {
            format!("-{}", (u128::MAX >> (128 - bits)) - all + 1)
        } else {
            all.to_string()
        }
    }
}
