//! Evaluation of programs while they are generated.
//!
//! It only steers the generator towards clauses that are nearly true; no verdict is judged by it.
use std::collections::HashMap;

use super::ast::{Claim, Cond, Expr, Fun, Int, Node, Op, Program, Stmt, Term};

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

/// Why evaluation stopped short: a panic, a return, or too many steps.
enum Stop {
    Panic,
    Return(i128),
}

type Eval<T> = Result<T, Stop>;

/// The result of a function, and its variables at the end; `None` if it panics.
pub fn call(program: &Program, fun: &Fun, mut env: Env) -> Option<Env> {
    env.fuel = 20_000;
    let value = match run(program, &fun.body, &mut env).and_then(|()| expr(program, &fun.value, &mut env)) {
        Ok(value) | Err(Stop::Return(value)) => value,
        Err(Stop::Panic) => return None,
    };
    env.ret = value;
    Some(env)
}

fn run(program: &Program, stmts: &[Stmt], env: &mut Env) -> Eval<()> {
    for stmt in stmts {
        env.fuel = env.fuel.checked_sub(1).ok_or(Stop::Panic)?;
        match stmt {
            Stmt::Let(name, value) => {
                let value = expr(program, value, env)?;
                env.ints.insert(name.clone(), value);
            }
            Stmt::LetArray(name, _, values) => {
                let values = values.iter().map(|value| expr(program, value, env)).collect::<Eval<_>>()?;
                env.arrays.insert(name.clone(), values);
            }
            Stmt::Assign(target, op, value) => {
                let mut value = expr(program, value, env)?;
                if let Some(op) = op {
                    value = binary(*op, expr(program, target, env)?, value, target.ty)?;
                }
                assign(program, target, value, env)?;
            }
            Stmt::If(test, then, otherwise) => {
                let branch = if cond(program, test, env)? { then } else { otherwise };
                run(program, branch, env)?;
            }
            Stmt::While(var, bound, _, body) => {
                env.ints.insert(var.clone(), 0);
                while env.ints[var] < expr(program, bound, env)? {
                    run(program, body, env)?;
                    *env.ints.get_mut(var).ok_or(Stop::Panic)? += 1;
                }
            }
            Stmt::For(var, lo, hi, _, body) => {
                let (lo, hi) = (expr(program, lo, env)?, expr(program, hi, env)?);
                for at in lo..hi {
                    env.ints.insert(var.clone(), at);
                    run(program, body, env)?;
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
    };
    in_range(value, ty)
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
        Node::Lit(value) => Ok(*value),
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
        Node::Call(index, args) => {
            let fun = &program.funs[*index];
            let mut inner = Env::default();
            for (param, arg) in fun.params.iter().zip(args) {
                inner.ints.insert(param.name.clone(), expr(program, arg, env)?);
            }
            call(program, fun, inner).map(|env| env.ret).ok_or(Stop::Panic)
        }
    }
}

fn cond(program: &Program, c: &Cond, env: &mut Env) -> Eval<bool> {
    match c {
        Cond::Cmp(sign, a, b) => Ok(compare(sign, expr(program, a, env)?, expr(program, b, env)?)),
        Cond::And(a, b) => Ok(cond(program, a, env)? && cond(program, b, env)?),
        Cond::Or(a, b) => Ok(cond(program, a, env)? || cond(program, b, env)?),
        Cond::Not(a) => Ok(!cond(program, a, env)?),
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
            }
        }
    }
}
