//! Clauses for random functions.
//!
//! Preconditions keep most values small, so that much can be proved; postconditions are made from what evaluation shows
//! on a few inputs, so that they are nearly true, or at random, so that many are false.
use super::ast::{CMPS, Claim, Fun, Int, Node, Op, Param, Shape, Term};
use super::eval::{self, Env};
use super::generate::Generator;
use super::rng::Rng;

impl Generator<'_> {
    pub(super) fn requires(&mut self, params: &[Param]) -> Vec<Claim> {
        let mut claims = Vec::new();
        for param in params {
            let small = |rng: &mut Rng, ty: Int| {
                // A number, or where something ends: shifts, indices, the type.
                let ends = [i128::from(ty.bits) - 1, i128::from(ty.bits), 1, 2, 3, 4, ty.max()];
                let most = if rng.chance(40) { rng.pick(&ends).min(ty.max()) } else { rng.between(0, 100) };
                (if ty.signed && rng.chance(50) { -rng.between(0, 100) } else { 0 }, most)
            };
            for here in numbers(param) {
                if !self.rng.chance(65) {
                    continue;
                }
                let (lo, hi) = small(self.rng, param.ty);
                self.program.literals.extend([lo, hi]);
                let upper = Claim::Cmp("<=", here.clone(), Term::Lit(hi));
                if param.ty.signed || lo > 0 || self.rng.chance(50) {
                    claims.push(Claim::And(Box::new(Claim::Cmp(">=", here, Term::Lit(lo))), Box::new(upper)));
                } else {
                    claims.push(upper);
                }
            }
            let sequence = matches!(param.shape, Shape::Array(_) | Shape::Slice | Shape::MutSlice);
            if sequence && self.rng.chance(60) {
                let (lo, hi) = small(self.rng, param.ty);
                self.program.literals.extend([lo, hi]);
                claims.push(Claim::Forall(param.name.clone(), "<=", Term::Lit(hi)));
                if param.ty.signed {
                    claims.push(Claim::Forall(param.name.clone(), ">=", Term::Lit(lo)));
                }
            }
            if matches!(param.shape, Shape::Slice | Shape::MutSlice) && self.rng.chance(60) {
                let least = self.rng.between(0, 2);
                claims.push(Claim::Cmp(">", Term::Len(param.name.clone()), Term::Lit(least)));
            }
        }
        let plain: Vec<&Param> = params.iter().filter(|p| matches!(p.shape, Shape::Value | Shape::Changed)).collect();
        if plain.len() > 1 && self.rng.chance(25) {
            let (a, b) = (Term::Var(plain[0].name.clone()), Term::Var(plain[1].name.clone()));
            claims.push(Claim::Cmp(self.rng.pick(&["<", "<=", "!="]), a, b));
        }
        claims
    }

    pub(super) fn ensures(&mut self, fun: &Fun) -> Vec<Claim> {
        let ends: Vec<Env> = (0..60).filter_map(|_| self.sample(fun)).collect();
        let lo = ends.iter().map(|env| env.ret).min();
        let hi = ends.iter().map(|env| env.ret).max();
        let slack = self.rng.pick(&[0, 0, 0, 1, 10]);
        let mut candidates = vec![Claim::Cmp(
            self.rng.pick(&CMPS),
            Term::Ret,
            Term::Lit(self.rng.between(if fun.ret.signed { -20 } else { 0 }, 120)),
        )];
        if let (Some(lo), Some(hi)) = (lo, hi) {
            candidates.push(Claim::Cmp("<=", Term::Ret, Term::Lit(hi.saturating_add(slack).min(fun.ret.max()))));
            candidates.push(Claim::Cmp(">=", Term::Ret, Term::Lit(lo.saturating_sub(slack).max(fun.ret.min()))));
        }
        if let Node::Call(callee, _) = fun.value.node {
            let about_result = |claim: &&Claim| matches!(claim, Claim::Cmp(_, Term::Ret, Term::Lit(_)));
            let promised: Vec<Claim> = self.program.funs[callee].ensures.iter().filter(about_result).cloned().collect();
            // (More than once each, so that they are often picked.)
            candidates.extend((0..4).flat_map(|_| promised.clone()));
        }
        for param in &fun.params {
            if param.shape == Shape::MutSlice {
                let most = ends.iter().filter_map(|env| env.arrays[&param.name].iter().max().copied()).max();
                candidates.push(Claim::Forall(param.name.clone(), "<=", Term::Lit(most.unwrap_or(0))));
            }
            for now in numbers(param) {
                let (now, before) = match now.clone() {
                    Term::Deref(name) => (now, Term::Old(name)),
                    Term::Var(name) if param.shape == Shape::MutPair => (now, Term::Old(name)),
                    _ => (Term::Ret, now),
                };
                self.compared(&ends, now, before, &mut candidates);
            }
        }
        (0..self.rng.below(3)).map(|_| self.rng.pick(&candidates)).collect()
    }

    /// Claims about a place now and before.
    fn compared(&mut self, ends: &[Env], now: Term, before: Term, candidates: &mut Vec<Claim>) {
        for sign in ["<=", ">="] {
            let offset = Term::Lit(self.rng.between(0, 3));
            let shifted = Term::Bin(self.rng.pick(&[Op::Add, Op::Sub]), Box::new(before.clone()), Box::new(offset));
            let claim = Claim::Cmp(sign, now.clone(), shifted);
            if ends.iter().all(|env| eval::holds(&claim, env) != Some(false)) || self.rng.chance(20) {
                candidates.push(claim);
            }
        }
        let guard = Claim::Cmp(self.rng.pick(&CMPS), before, Term::Lit(self.rng.between(0, 20)));
        let then = candidates[self.rng.below(candidates.len())].clone();
        candidates.push(Claim::Implies(Box::new(guard), Box::new(then)));
    }

    /// The function's end on a small input that meets its precondition.
    fn sample(&mut self, fun: &Fun) -> Option<Env> {
        for _ in 0..20 {
            let mut env = Env::default();
            for param in &fun.params {
                let count = match param.shape {
                    Shape::Array(n) => n,
                    Shape::Slice | Shape::MutSlice => self.rng.below(5),
                    Shape::Pair | Shape::MutPair => 2,
                    _ => 1,
                };
                let values: Vec<i128> = (0..count).map(|_| self.input(param.ty)).collect();
                match param.shape {
                    Shape::Array(_) | Shape::Slice | Shape::MutSlice => {
                        env.arrays.insert(param.name.clone(), values);
                    }
                    Shape::Pair | Shape::MutPair => {
                        env.set_pair(&param.name, [values[0], values[1]]);
                        let parts = [("a", values[0]), ("b", values[1])];
                        env.old.extend(parts.map(|(part, value)| (format!("{}.{part}", param.name), value)));
                    }
                    _ => {
                        env.old.insert(param.name.clone(), values[0]);
                        env.ints.insert(param.name.clone(), values[0]);
                    }
                }
            }
            if fun.requires.iter().all(|claim| eval::holds(claim, &env) == Some(true)) {
                let entry = env.clone();
                let mut end = eval::call(&self.program, fun, env)?;
                // By-value parameters in a postcondition are those of the entry.
                for param in &fun.params {
                    if let (Shape::Value | Shape::Changed, Some(value)) = (param.shape, entry.ints.get(&param.name)) {
                        end.ints.insert(param.name.clone(), *value);
                    }
                    if let (Shape::Pair, Some(parts)) = (param.shape, entry.pair(&param.name)) {
                        end.set_pair(&param.name, parts);
                    }
                }
                return Some(end);
            }
        }
        None
    }

    fn input(&mut self, ty: Int) -> i128 {
        let value = match self.rng.below(8) {
            0 => ty.max(),
            1 => ty.min(),
            2 | 3 if !self.program.literals.is_empty() => self.rng.pick(&self.program.literals),
            _ => self.rng.between(-10, 100),
        };
        value.clamp(ty.min(), ty.max())
    }
}

/// The numbers that a parameter holds, as they are now.
fn numbers(param: &Param) -> Vec<Term> {
    let name = &param.name;
    match param.shape {
        Shape::Value | Shape::Changed => vec![Term::Var(name.clone())],
        Shape::MutRef => vec![Term::Deref(name.clone())],
        Shape::Pair | Shape::MutPair => vec![Term::Var(format!("{name}.a")), Term::Var(format!("{name}.b"))],
        Shape::Array(_) | Shape::Slice | Shape::MutSlice => Vec::new(),
    }
}
