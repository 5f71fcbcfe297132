//! Evaluation of programs while they are generated.
//!
//! It only steers the generator towards clauses that are nearly true; no verdict is judged by it.
use std::collections::HashMap;

use super::ast::{Claim, Cond, Expr, Fun, Int, Node, Op, Param, Program, Shape, Stmt, Term, Weighing};

/// Values of variables: a number, or elements.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// Integers, and the places of `&mut` parameters.
    pub ints: HashMap<String, i128>,
    /// The places of `&mut` parameters at entry.
    pub old: HashMap<String, i128>,
    /// Arrays and slices.
    pub arrays: HashMap<String, Vec<i128>>,
    /// The result.
    pub ret: i128,
    fuel: usize,
}

impl Env {
    /// The parts of a pair.
    pub fn pair(&self, name: &str) -> Option<[i128; 2]> {
        Some([*self.ints.get(&format!("{name}.a"))?, *self.ints.get(&format!("{name}.b"))?])
    }

    /// Sets the parts of a pair.
    pub fn set_pair(&mut self, name: &str, [a, b]: [i128; 2]) {
        self.ints.extend([(format!("{name}.a"), a), (format!("{name}.b"), b)]);
    }
}

/// Why evaluation stopped short: a panic, a return, or too many steps.
enum Stop {
    Panic,
    Return(i128),
    Break(String),
    Continue(String),
}

type Eval<T> = Result<T, Stop>;

/// The result of a function, and its variables at the end; `None` if it panics.
pub fn call(program: &Program, fun: &Fun, mut env: Env) -> Option<Env> {
    env.fuel = 20_000;
    let value = match run(program, &fun.body, &mut env).and_then(|()| expr(program, &fun.value, &mut env)) {
        Ok(value) | Err(Stop::Return(value)) => value,
        Err(_) => return None,
    };
    env.ret = value;
    Some(env)
}

fn run(program: &Program, stmts: &[Stmt], env: &mut Env) -> Eval<()> {
    for stmt in stmts {
        env.fuel = env.fuel.checked_sub(1).ok_or(Stop::Panic)?;
        match stmt {
            Stmt::Let(name, value, _) => {
                let value = expr(program, value, env)?;
                env.ints.insert(name.clone(), value);
            }
            Stmt::LetArray(name, _, values) | Stmt::LetVec(name, _, values) => {
                let values = values.iter().map(|value| expr(program, value, env)).collect::<Eval<_>>()?;
                env.arrays.insert(name.clone(), values);
            }
            Stmt::Push(name, value) => {
                let value = expr(program, value, env)?;
                env.arrays.get_mut(name).ok_or(Stop::Panic)?.push(value);
            }
            Stmt::LetPair(name, value) => {
                let parts = pair(program, value, env)?;
                env.set_pair(name, parts);
            }
            Stmt::Jump(test, breaks, label) => {
                if cond(program, test, env)? {
                    return Err(if *breaks { Stop::Break(label.clone()) } else { Stop::Continue(label.clone()) });
                }
            }
            Stmt::Assign(target, op, value, _) => update(program, target, *op, value, env)?,
            Stmt::AssignEither(test, targets, op, value) => {
                let target = if cond(program, test, env)? { &targets[0] } else { &targets[1] };
                update(program, target, *op, value, env)?;
            }
            Stmt::Late(target, value, gone) => {
                let value = expr(program, value, env)?;
                if !cond(program, gone, env)? {
                    assign(program, target, value, env)?;
                }
            }
            // (Of the elements that an adapter leaves out nothing is said here.)
            Stmt::Each(array, _, var, value) => {
                for at in 0..env.arrays.get(array).ok_or(Stop::Panic)?.len() {
                    env.ints.insert(var.clone(), env.arrays[array][at]);
                    let value = expr(program, value, env)?;
                    env.arrays.get_mut(array).ok_or(Stop::Panic)?[at] = value;
                }
            }
            Stmt::Opaque(_) => {}
            Stmt::If(test, then, otherwise) => {
                let branch = if cond(program, test, env)? { then } else { otherwise };
                run(program, branch, env)?;
            }
            Stmt::While(var, bound, _, body) => {
                env.ints.insert(var.clone(), 0);
                while env.ints[var] < expr(program, bound, env)? {
                    if !turn(program, var, body, env)? {
                        break;
                    }
                    *env.ints.get_mut(var).ok_or(Stop::Panic)? += 1;
                }
            }
            Stmt::For(var, lo, hi, _, body) => {
                let (lo, hi) = (expr(program, lo, env)?, expr(program, hi, env)?);
                for at in lo..hi {
                    env.ints.insert(var.clone(), at);
                    if !turn(program, var, body, env)? {
                        break;
                    }
                }
            }
            Stmt::Assert(test) => {
                if !cond(program, test, env)? {
                    return Err(Stop::Panic);
                }
            }
            Stmt::Return(test, value) => {
                if cond(program, test, env)? {
                    return Err(Stop::Return(expr(program, value, env)?));
                }
            }
        }
    }
    Ok(())
}

/// A turn of the loop with this variable; false if it ends the loop.
fn turn(program: &Program, var: &str, body: &[Stmt], env: &mut Env) -> Eval<bool> {
    match run(program, body, env) {
        Ok(()) => Ok(true),
        Err(Stop::Break(label)) if label == var => Ok(false),
        Err(Stop::Continue(label)) if label == var => Ok(true),
        Err(stop) => Err(stop),
    }
}

/// The parts of a pair.
fn pair(program: &Program, e: &Expr, env: &mut Env) -> Eval<[i128; 2]> {
    match &e.node {
        Node::MakePair(parts) => Ok([expr(program, &parts[0], env)?, expr(program, &parts[1], env)?]),
        Node::Pair(name) => env.pair(name).ok_or(Stop::Panic),
        Node::Borrow(_, place) => env.pair(base(place)).ok_or(Stop::Panic),
        _ => Err(Stop::Panic),
    }
}

/// `target op= value`
fn update(program: &Program, target: &Expr, op: Option<Op>, value: &Expr, env: &mut Env) -> Eval<()> {
    let mut value = expr(program, value, env)?;
    if let Some(op) = op {
        value = binary(op, expr(program, target, env)?, value, target.ty)?;
    }
    assign(program, target, value, env)
}

fn assign(program: &Program, target: &Expr, value: i128, env: &mut Env) -> Eval<()> {
    match &target.node {
        Node::Index(array, at) => {
            let at = expr(program, at, env)?;
            let place = env.arrays.get_mut(array).and_then(|a| a.get_mut(at as usize)).ok_or(Stop::Panic)?;
            *place = value;
        }
        Node::Var(name) | Node::Deref(name) => {
            env.ints.insert(name.clone(), value);
        }
        _ => return Err(Stop::Panic),
    }
    Ok(())
}

fn in_range(value: Option<i128>, ty: Int) -> Eval<i128> {
    value.filter(|value| ty.min() <= *value && *value <= ty.max()).ok_or(Stop::Panic)
}

fn binary(op: Op, a: i128, b: i128, ty: Int) -> Eval<i128> {
    let value = match op {
        Op::Add => a.checked_add(b),
        Op::Sub => a.checked_sub(b),
        Op::Mul => a.checked_mul(b),
        Op::Div => a.checked_div(b),
        Op::Rem => a.checked_rem(b),
        Op::And => Some(a & b),
        Op::Or => Some(a | b),
        Op::Xor => Some(a ^ b),
        Op::Shl | Op::Shr if !(0..i128::from(ty.bits)).contains(&b) => None,
        Op::Shl => Some(wrap(a << b, ty)),
        Op::Shr => Some(a >> b),
    };
    in_range(value, ty)
}

/// A method of the standard library; `None` where it has no result.
fn method(name: &str, a: i128, b: i128, ty: Int) -> Option<i128> {
    let exact = match name.rsplit('_').next() {
        Some("add") => a.checked_add(b),
        Some("sub") => a.checked_sub(b),
        Some("mul") => a.checked_mul(b),
        Some("div") => a.checked_div(b),
        Some("rem") => a.checked_rem(b),
        Some("min") => Some(a.min(b)),
        _ => Some(a.max(b)),
    };
    match name.split('_').next() {
        Some("checked") => exact.filter(|value| ty.min() <= *value && *value <= ty.max()),
        Some("saturating") => Some(exact.unwrap_or(i128::MAX).clamp(ty.min(), ty.max())),
        _ => exact.map(|value| wrap(value, ty)),
    }
}

fn wrap(value: i128, ty: Int) -> i128 {
    if ty.bits == 128 {
        return value;
    }
    let low = value & ((1 << ty.bits) - 1);
    if ty.signed && low >> (ty.bits - 1) == 1 { low - (1 << ty.bits) } else { low }
}

fn expr(program: &Program, e: &Expr, env: &mut Env) -> Eval<i128> {
    env.fuel = env.fuel.checked_sub(1).ok_or(Stop::Panic)?;
    match &e.node {
        Node::Lit(value) | Node::Bare(value) => Ok(*value),
        Node::Var(name) | Node::Deref(name) => env.ints.get(name).copied().ok_or(Stop::Panic),
        Node::Bin(op, a, b) => {
            let (a, b) = (expr(program, a, env)?, expr(program, b, env)?);
            binary(*op, a, b, e.ty)
        }
        Node::Neg(a) => in_range(expr(program, a, env)?.checked_neg(), e.ty),
        Node::Cast(a) => Ok(wrap(expr(program, a, env)?, e.ty)),
        Node::Index(array, at) => {
            let at = expr(program, at, env)?;
            env.arrays.get(array).and_then(|a| a.get(at as usize)).copied().ok_or(Stop::Panic)
        }
        Node::Len(array) => env.arrays.get(array).map(|a| a.len() as i128).ok_or(Stop::Panic),
        Node::If(test, a, b) => {
            let branch = if cond(program, test, env)? { a } else { b };
            expr(program, branch, env)
        }
        Node::Then(parts, op) => {
            let [target, value, rest] = &**parts;
            update(program, target, *op, value, env)?;
            expr(program, rest, env)
        }
        Node::Weighed(how, a) => {
            let a = expr(program, a, env)?;
            let by = match (how, e.ty.signed) {
                (Weighing::Once, true) => -1,
                (Weighing::Once, false) => 1,
                (Weighing::Twice | Weighing::Generic, true) => 0,
                (Weighing::Twice | Weighing::Generic, false) => 2,
            };
            a.checked_add(by).map(|value| wrap(value, e.ty)).ok_or(Stop::Panic)
        }
        Node::Larger(parts) => {
            let (a, b) = (expr(program, &parts[0], env)?, expr(program, &parts[1], env)?);
            Ok(a.max(b))
        }
        Node::Not(a) => Ok(wrap(!expr(program, a, env)?, e.ty)),
        Node::Method(name, args) => {
            let args = args.iter().map(|arg| expr(program, arg, env)).collect::<Eval<Vec<_>>>()?;
            method(name, args[0], args[1], e.ty).or(args.get(2).copied()).ok_or(Stop::Panic)
        }
        Node::Closure(var, body, arg) => {
            let arg = expr(program, arg, env)?;
            env.ints.insert(var.clone(), arg);
            expr(program, body, env)
        }
        Node::MapOr(name, args, var, body) => {
            let args = args.iter().map(|arg| expr(program, arg, env)).collect::<Eval<Vec<_>>>()?;
            match method(name, args[0], args[1], e.ty) {
                Some(value) => {
                    env.ints.insert(var.clone(), value);
                    expr(program, body, env)
                }
                None => Ok(args[2]),
            }
        }
        Node::Match(value, arms, rest) => {
            let value = expr(program, value, env)?;
            for arm in arms {
                let fits = arm.ranges.iter().any(|(lo, hi)| *lo <= value && value <= *hi);
                if fits && arm.guard.as_ref().map_or(Ok(true), |guard| cond(program, guard, env))? {
                    return expr(program, &arm.value, env);
                }
            }
            expr(program, rest, env)
        }
        Node::Either(values, lit, var, guard, results) => {
            let (a, b) = (expr(program, &values[0], env)?, expr(program, &values[1], env)?);
            for (fixed, free) in [(a, b), (b, a)] {
                env.ints.insert(var.clone(), free);
                if fixed == *lit && cond(program, guard, env)? {
                    return expr(program, &results[0], env);
                }
            }
            expr(program, &results[1], env)
        }
        Node::Borrow(..) | Node::Pair(_) | Node::MakePair(_) => Err(Stop::Panic),
        Node::Call(index, args) => called(program, &program.funs[*index], args, env),
    }
}

/// The variable of a place that is borrowed.
fn base(place: &str) -> &str {
    place.trim_start_matches('*').trim_end_matches("[..]")
}

/// A call: places that the callee changes are written back.
fn called(program: &Program, fun: &Fun, args: &[Expr], env: &mut Env) -> Eval<i128> {
    let mut inner = Env::default();
    for (Param { name, shape, .. }, arg) in fun.params.iter().zip(args) {
        match (shape, &arg.node) {
            (Shape::Pair | Shape::MutPair, _) => {
                let parts = pair(program, arg, env)?;
                inner.set_pair(name, parts);
            }
            (Shape::Slice | Shape::MutSlice, Node::Borrow(_, array)) => {
                inner.arrays.insert(name.clone(), env.arrays.get(base(array)).ok_or(Stop::Panic)?.clone());
            }
            (Shape::MutRef, Node::Borrow(_, var)) => {
                inner.ints.insert(name.clone(), *env.ints.get(base(var)).ok_or(Stop::Panic)?);
            }
            _ => {
                inner.ints.insert(name.clone(), expr(program, arg, env)?);
            }
        }
    }
    let end = call(program, fun, inner).ok_or(Stop::Panic)?;
    for (Param { name, shape, .. }, arg) in fun.params.iter().zip(args) {
        match (shape, &arg.node) {
            (Shape::MutPair, Node::Borrow(_, var)) => env.set_pair(base(var), end.pair(name).ok_or(Stop::Panic)?),
            (Shape::MutSlice, Node::Borrow(_, array)) => {
                env.arrays.insert(base(array).to_owned(), end.arrays[name].clone());
            }
            (Shape::MutRef, Node::Borrow(_, var)) => {
                env.ints.insert(base(var).to_owned(), end.ints[name]);
            }
            _ => {}
        }
    }
    Ok(end.ret)
}

fn cond(program: &Program, c: &Cond, env: &mut Env) -> Eval<bool> {
    match c {
        Cond::Cmp(sign, a, b) => Ok(compare(sign, expr(program, a, env)?, expr(program, b, env)?)),
        Cond::And(a, b) => Ok(cond(program, a, env)? && cond(program, b, env)?),
        Cond::Or(a, b) => Ok(cond(program, a, env)? || cond(program, b, env)?),
        Cond::Not(a) => Ok(!cond(program, a, env)?),
        Cond::Each(all, array, var, test) => {
            for value in env.arrays.get(array).ok_or(Stop::Panic)?.clone() {
                env.ints.insert(var.clone(), value);
                if cond(program, test, env)? != *all {
                    return Ok(!all);
                }
            }
            Ok(*all)
        }
    }
}

fn compare(sign: &str, a: i128, b: i128) -> bool {
    match sign {
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        "==" => a == b,
        _ => a != b,
    }
}

/// Whether a clause holds; `None` where `i128` does not suffice.
pub fn holds(claim: &Claim, env: &Env) -> Option<bool> {
    Some(match claim {
        Claim::Cmp(sign, a, b) => compare(sign, term(a, env)?, term(b, env)?),
        Claim::And(a, b) => holds(a, env)? && holds(b, env)?,
        Claim::Implies(a, b) => !holds(a, env)? || holds(b, env)?,
        Claim::Forall(array, sign, bound) => {
            let bound = term(bound, env)?;
            env.arrays.get(array)?.iter().all(|element| compare(sign, *element, bound))
        }
    })
}

fn term(t: &Term, env: &Env) -> Option<i128> {
    match t {
        Term::Lit(value) => Some(*value),
        Term::Var(name) | Term::Deref(name) => env.ints.get(name).copied(),
        Term::Old(name) => env.old.get(name).copied(),
        Term::Ret => Some(env.ret),
        Term::Len(array) => env.arrays.get(array).map(|a| a.len() as i128),
        Term::Bin(op, a, b) => {
            let (a, b) = (term(a, env)?, term(b, env)?);
            match op {
                Op::Add => a.checked_add(b),
                Op::Sub => a.checked_sub(b),
                Op::Mul => a.checked_mul(b),
                Op::Div => a.checked_div(b),
                Op::Rem => a.checked_rem(b),
                Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr => None,
            }
        }
    }
}
