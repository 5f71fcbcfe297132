//! Requests to the harness and its replies, as lines of text. The other end is `runtime/wire.rs`.
use std::fmt::Write;

use num_bigint::BigInt;
use num_traits::ToPrimitive as _;
use refine_core::ids::FnId;
use refine_core::ty::Ty;
use refine_core::value::Value;

use crate::types::Adts;

fn hex(text: &str) -> String {
    text.bytes().fold(String::from("x"), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// A token that stands for text.
pub(crate) fn unhex(token: &str) -> Option<String> {
    let digits = token.strip_prefix('x')?;
    let byte = |at: usize| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok();
    Some(String::from_utf8_lossy(&(0..digits.len() / 2).map(byte).collect::<Option<Vec<u8>>>()?).into_owned())
}

/// A token that stands for text that may be missing.
pub(crate) fn reason(token: &str) -> Option<Option<String>> {
    if token == "-" { Some(None) } else { Some(Some(unhex(token)?)) }
}

/// Appends a value's tokens.
pub(crate) fn print(out: &mut String, value: &Value) {
    print_naming(out, value, &|func| func.0.to_string());
}

/// The same with a name of one's choice for the functions that make values.
pub(crate) fn print_naming(out: &mut String, value: &Value, name: &dyn Fn(FnId) -> String) {
    let mut many = |head: String, all: &[Value]| {
        let _ = write!(out, "{head}{}", all.len());
        for value in all {
            out.push(' ');
            print_naming(out, value, name);
        }
    };
    match value {
        Value::Tuple(all) => many("t".into(), all),
        Value::Seq(all) => many("v".into(), all),
        Value::Adt(_, variant, all) => many(format!("a{variant} "), all),
        Value::Default(_) => out.push('d'),
        Value::Call(func, all) => many(format!("k{} ", name(*func)), all),
        Value::Function(table) => {
            let entry = |(question, answer): &(Vec<Value>, Value)| {
                Value::Tuple(vec![Value::Tuple(question.clone()), answer.clone()])
            };
            many("g".into(), &table.entries.iter().map(entry).collect::<Vec<_>>());
            out.push(' ');
            print(out, &Value::Seq(table.others.clone()));
        }
        Value::Bool(flag) => out.push_str(if *flag { "b1" } else { "b0" }),
        // (Most are short, and those are written and read much faster.)
        Value::Int(int) => drop(match int.to_i64() {
            Some(short) => write!(out, "i{short}"),
            None => write!(out, "i{int}"),
        }),
        Value::Char(c) => drop(write!(out, "c{}", u32::from(*c))),
        Value::Float(bits) => drop(write!(out, "f{bits}")),
        Value::Str(text) => drop(write!(out, "s{}", hex(text))),
        Value::Opaque(text) => drop(write!(out, "o{}", hex(text))),
    }
}

/// Reads a value of a type. The type supplies what the tokens leave out: which struct or enum it is.
pub(crate) fn parse(adts: &Adts, ty: &Ty, tokens: &mut dyn Iterator<Item = &str>) -> Option<Value> {
    parse_made(adts, ty, tokens, &|_| None)
}

/// A function that makes values, with the types of its parameters.
pub(crate) type MadeInstance = (FnId, Vec<Ty>);

/// The same for values that functions make, which are found by the names they were printed with, with their parameters' types.
pub(crate) fn parse_made(
    adts: &Adts,
    ty: &Ty,
    tokens: &mut dyn Iterator<Item = &str>,
    constructor: &dyn Fn(&str) -> Option<MadeInstance>,
) -> Option<Value> {
    let token = tokens.next()?;
    let (tag, rest) = (token.get(..1)?, token.get(1..)?);
    let ty = ty.peeled();
    if let ("t", Ty::Borrow(inner)) = (tag, ty) {
        let now = parse_made(adts, inner, tokens, constructor)?;
        // What it is when the borrow ends is not known.
        let end = parse_made(adts, &Ty::unit(), tokens, constructor)?;
        return Some(Value::Tuple(vec![now, end]));
    }
    let ty = if let Ty::Borrow(inner) = ty { inner.peeled() } else { ty };
    Some(match tag {
        "b" => Value::Bool(rest == "1"),
        "i" => Value::Int(match rest.parse::<i128>() {
            Ok(short) => short.into(),
            Err(_) => rest.parse::<BigInt>().ok()?,
        }),
        "c" => Value::Char(char::from_u32(rest.parse().ok()?)?),
        "f" => Value::Float(rest.parse().ok()?),
        "s" => Value::Str(unhex(rest)?),
        "o" => Value::Opaque(unhex(rest)?),
        "v" => {
            let element = ty.element()?.clone();
            let all = (0..rest.parse::<usize>().ok()?).map(|_| parse_made(adts, &element, tokens, constructor));
            Value::Seq(all.collect::<Option<_>>()?)
        }
        "t" => {
            let Ty::Tuple(tys) = ty else { return None };
            Value::Tuple(tys.iter().map(|ty| parse_made(adts, ty, tokens, constructor)).collect::<Option<_>>()?)
        }
        "a" => {
            let Ty::Adt(id, args) = ty else { return None };
            let variant: usize = rest.parse().ok()?;
            tokens.next()?;
            let tys = adts.field_types(*id, args, variant)?;
            // A `&mut` that is held is its value now and what it leads to in the end.
            let held = |ty: &Ty| match ty {
                Ty::Ref(true, inner) => Ty::Borrow(inner.clone()),
                other => other.clone(),
            };
            let fields = tys.iter().map(|ty| parse_made(adts, &held(ty), tokens, constructor));
            Value::Adt(*id, variant, fields.collect::<Option<_>>()?)
        }
        "k" => {
            let (func, tys) = constructor(rest)?;
            tokens.next()?;
            Value::Call(func, tys.iter().map(|ty| parse_made(adts, ty, tokens, constructor)).collect::<Option<_>>()?)
        }
        "d" => {
            let Ty::Adt(id, _) = ty else { return None };
            Value::Default(*id)
        }
        _ => return None,
    })
}
