//! The models of the integers in `specs/std`, compared with the real standard library on all pairs of eight-bit values.
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::program_from_source;
use crate::ir::Stmt;
use crate::program::Program;
use crate::term::{BinOp, BitOp, Term, TermKind, UnOp};
use crate::ty::IntTy;

/// A value of a closed term.
#[derive(Clone, PartialEq, Debug)]
enum Val {
    Int(BigInt),
    Bool(bool),
    Data(usize, Vec<Val>),
}

impl Val {
    fn int(self) -> BigInt {
        match self {
            Val::Int(value) => value,
            other => panic!("{other:?} is no integer"),
        }
    }
}

fn wrap(ty: IntTy, value: BigInt) -> BigInt {
    let modulus = BigInt::one() << ty.bits();
    let rest = ((value % &modulus) + &modulus) % &modulus;
    if rest > IntTy::max(ty) { rest - modulus } else { rest }
}

/// The value of a term whose locals are the arguments.
fn eval(term: &Term, args: &dyn Fn(u32) -> Val) -> Val {
    let value = |t: &Term| eval(t, args);
    let int = |t: &Term| value(t).int();
    match term.kind() {
        TermKind::Local(id) => args(id.0),
        TermKind::Int(value) => Val::Int(value.clone()),
        TermKind::Bool(value) => Val::Bool(*value),
        TermKind::Un(UnOp::Neg, a) => Val::Int(-int(a)),
        TermKind::Un(UnOp::Not, a) => Val::Bool(value(a) != Val::Bool(true)),
        TermKind::Wrap(ty, a) => Val::Int(wrap(*ty, int(a))),
        TermKind::Ite(cond, a, b) => value(if value(cond) == Val::Bool(true) { a } else { b }),
        TermKind::Tuple(all) => Val::Data(0, all.iter().map(value).collect()),
        TermKind::Ctor(variant, all) => Val::Data(*variant, all.iter().map(value).collect()),
        TermKind::Bits(BitOp::And, _, a, b) => Val::Int(int(a) & int(b)),
        TermKind::Bin(op, a, b) => match op {
            BinOp::Add => Val::Int(int(a) + int(b)),
            BinOp::Sub => Val::Int(int(a) - int(b)),
            BinOp::Mul => Val::Int(int(a) * int(b)),
            // Meaningless, but total.
            BinOp::Div | BinOp::Rem if int(b).is_zero() => Val::Int(BigInt::zero()),
            BinOp::Div => Val::Int(int(a) / int(b)),
            BinOp::Rem => Val::Int(int(a) % int(b)),
            BinOp::Eq | BinOp::Same => Val::Bool(value(a) == value(b)),
            BinOp::Ne => Val::Bool(value(a) != value(b)),
            BinOp::Lt => Val::Bool(int(a) < int(b)),
            BinOp::Le => Val::Bool(int(a) <= int(b)),
            BinOp::Gt => Val::Bool(int(a) > int(b)),
            BinOp::Ge => Val::Bool(int(a) >= int(b)),
            BinOp::And => Val::Bool(value(a) == Val::Bool(true) && value(b) == Val::Bool(true)),
            BinOp::Or => Val::Bool(value(a) == Val::Bool(true) || value(b) == Val::Bool(true)),
            BinOp::Implies => Val::Bool(value(a) != Val::Bool(true) || value(b) == Val::Bool(true)),
        },
        other => panic!("not in a model: {other:?}"),
    }
}

/// What `fn f(x, y) -> R { body }` returns by the model, for many arguments; `None` where one of its claims fails.
struct Model(std::sync::Arc<crate::ir::Body>);

impl Model {
    fn new(ty: &str, ret: &str, body: &str) -> Model {
        let program = program_from_source(&format!("fn f(x: {ty}, y: {ty}) -> {ret} {{ {body} }}"));
        let at = program.fns().iter().position(|def| def.path == "f").expect("f");
        let inst = crate::program::FnInst { func: crate::program::FnId(at as u32), args: Vec::new() };
        let body = program.body(&inst).expect("a body");
        assert_eq!(body.unmodelled, [], "{ty}");
        Model(body)
    }

    fn run(&self, x: i64, y: i64) -> Option<Val> {
        let mut locals: Vec<Option<Val>> = vec![None; self.0.locals.len()];
        locals[0] = Some(Val::Int(x.into()));
        locals[1] = Some(Val::Int(y.into()));
        for stmt in &self.0.blocks[0].stmts {
            let value = |t: &Term| eval(t, &|at| locals[at as usize].clone().expect("a value"));
            match stmt {
                Stmt::Assign { dest, value: term } => {
                    let value = value(term);
                    locals[dest.0 as usize] = Some(value);
                }
                Stmt::Assert { cond, .. } if value(cond) == Val::Bool(false) => return None,
                Stmt::Assert { .. } => {}
                other => panic!("{other:?}"),
            }
        }
        locals[self.0.result().0 as usize].clone()
    }
}

/// Results of the standard library as values of the model.
trait Real {
    fn val(self) -> Val;
}

macro_rules! real_ints {
    ($($ty:ty)*) => { $(impl Real for $ty { fn val(self) -> Val { Val::Int(self.into()) } })* };
}
real_ints!(i8 u8 u32);

impl Real for bool {
    fn val(self) -> Val {
        Val::Bool(self)
    }
}

impl<T: Real> Real for Option<T> {
    fn val(self) -> Val {
        self.map_or(Val::Data(0, Vec::new()), |value| Val::Data(1, vec![value.val()]))
    }
}

impl<T: Real, U: Real> Real for (T, U) {
    fn val(self) -> Val {
        Val::Data(0, vec![self.0.val(), self.1.val()])
    }
}

impl Real for std::cmp::Ordering {
    fn val(self) -> Val {
        Val::Data((self as i8 + 1) as usize, Vec::new())
    }
}

/// Compares a method's model with the method, on every pair of values; a panic is `None`.
macro_rules! same {
    ($ty:ident, $ret:ty, |$x:ident, $y:ident| $body:expr) => {{
        let model = Model::new(stringify!($ty), stringify!($ret), stringify!($body));
        for $x in $ty::MIN..=$ty::MAX {
            for $y in $ty::MIN..=$ty::MAX {
                let found = model.run($x.into(), $y.into());
                let real = std::panic::catch_unwind(|| -> $ret { $body }).ok().map(Real::val);
                assert_eq!(found, real, "{}: {} with {}, {}", stringify!($ty), stringify!($body), $x, $y);
            }
        }
    }};
}

/// The same for methods of one argument.
macro_rules! same_of_one {
    ($($ty:ident -> $ret:ty: |$x:ident| $body:expr;)*) => {
        $({
            let model = Model::new(stringify!($ty), stringify!($ret), stringify!($body));
            for $x in $ty::MIN..=$ty::MAX {
                let real = std::panic::catch_unwind(|| -> $ret { $body }).ok().map(Real::val);
                assert_eq!(model.run($x.into(), 0), real, "{}: {} with {}", stringify!($ty), stringify!($body), $x);
            }
        })*
    };
}

macro_rules! both {
    ($($ret:ty: |$x:ident, $y:ident| $body:expr;)*) => {
        $(same!(i8, $ret, |$x, $y| $body); same!(u8, $ret, |$x, $y| $body);)*
    };
}

macro_rules! both_self {
    ($(|$x:ident, $y:ident| $body:expr;)*) => {
        $(same!(i8, i8, |$x, $y| $body); same!(u8, u8, |$x, $y| $body);)*
    };
}

macro_rules! both_option {
    ($(|$x:ident, $y:ident| $body:expr;)*) => {
        $(same!(i8, Option<i8>, |$x, $y| $body); same!(u8, Option<u8>, |$x, $y| $body);)*
    };
}

#[test]
fn models_of_integers_are_the_library() {
    both_self! {
        |x, y| x.min(y);
        |x, y| x.max(y);
        |x, y| x.wrapping_add(y);
        |x, y| x.wrapping_sub(y);
        |x, y| x.wrapping_mul(y);
        |x, y| x.saturating_add(y);
        |x, y| x.saturating_sub(y);
        |x, y| x.saturating_mul(y);
        |x, y| { let _ = y; x.wrapping_neg() };
    }
    both_option! {
        |x, y| x.checked_add(y);
        |x, y| x.checked_sub(y);
        |x, y| x.checked_mul(y);
        |x, y| x.checked_div(y);
        |x, y| x.checked_rem(y);
        |x, y| { let _ = y; x.checked_neg() };
    }
    both! {
        std::cmp::Ordering: |x, y| x.cmp(&y);
        Option<std::cmp::Ordering>: |x, y| x.partial_cmp(&y);
    }
    same_of_one! {
        u8 -> bool: |x| x.is_power_of_two();
        i8 -> u8: |x| x.unsigned_abs();
        u8 -> u8: |x| x.to_ascii_uppercase();
        u8 -> u8: |x| x.to_ascii_lowercase();
        u8 -> bool: |x| x.is_ascii_digit();
        u8 -> bool: |x| x.is_ascii_alphabetic();
        u8 -> bool: |x| x.is_ascii_uppercase();
        u8 -> bool: |x| x.is_ascii_lowercase();
        i8 -> i8: |x| x.signum();
        i8 -> i8: |x| x.wrapping_abs();
        i8 -> Option<i8>: |x| x.checked_abs();
        i8 -> bool: |x| x.is_positive();
        i8 -> bool: |x| x.is_negative();
        i8 -> u32: |x| x.count_ones();
        u8 -> u32: |x| x.count_ones();
        i8 -> u32: |x| x.count_zeros();
        u8 -> u32: |x| x.count_zeros();
        i8 -> u32: |x| x.leading_zeros();
        u8 -> u32: |x| x.leading_zeros();
        i8 -> u32: |x| x.leading_ones();
        u8 -> u32: |x| x.leading_ones();
        i8 -> u32: |x| x.trailing_zeros();
        u8 -> u32: |x| x.trailing_zeros();
        i8 -> u32: |x| x.trailing_ones();
        u8 -> u32: |x| x.trailing_ones();
    }
    same!(i8, (i8, bool), |x, y| x.overflowing_add(y));
    same!(u8, (u8, bool), |x, y| x.overflowing_add(y));
    same!(i8, (i8, bool), |x, y| x.overflowing_sub(y));
    same!(u8, (u8, bool), |x, y| x.overflowing_sub(y));
    same!(i8, (i8, bool), |x, y| x.overflowing_mul(y));
    same!(u8, (u8, bool), |x, y| x.overflowing_mul(y));
    both! {
        u8: |x, y| x.abs_diff(y);
    }
    both_self! {
        |x, y| x.midpoint(y);
    }
    both_option! {
        |x, y| x.checked_div_euclid(y);
        |x, y| x.checked_rem_euclid(y);
    }
    same!(u8, bool, |x, y| x.eq_ignore_ascii_case(&y));
}

#[test]
fn operators_panic_and_compute_as_rust_does() {
    // The panics of the real functions are expected; their messages only hide what matters.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    both_self! {
        |x, y| x + y;
        |x, y| x - y;
        |x, y| x * y;
        |x, y| x / y;
        |x, y| x % y;
        |x, y| x.div_euclid(y);
        |x, y| x.rem_euclid(y);
        |x, y| { let _ = y; !x };
    }
    same_of_one! {
        i8 -> i8: |x| -x;
        i8 -> i8: |x| x.abs();
        i8 -> i8: |x| x.pow(3);
        i8 -> u8: |x| x as u8;
        u8 -> i8: |x| x as i8;
        i8 -> u32: |x| x as u32;
    }
    std::panic::set_hook(hook);
}
