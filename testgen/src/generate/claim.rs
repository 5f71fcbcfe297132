//! Claims taken apart: conjunctions, calls and quantifiers are followed down to comparisons, which go to the store, and to
//! what waits for a hole. All that is claimed goes on as far as it can, in any order, and what is false first ends the search
//! here.
use std::rc::Rc;

use refine_core::term::{BinOp, Quantifier, Term, TermKind, UnOp};

use super::evaluate::{DEEP, Evaluator, Stuck};
use super::linear::{Atom, Relation};
use super::room::Room;
use super::state::{Env, PendingClaim, State, Val, Wait};
use super::store::{Consistent, Contradiction};

/// Quantifiers over more than this are left to the compiled clause.
const MANY: i128 = 4096;

impl State {
    /// Follows all claims that can go on, until none can.
    pub(super) fn propagate(&mut self, room: &Room<'_>) -> Consistent {
        loop {
            while let Some(claim) = self.ready.pop() {
                self.claim(room, &claim.term, &claim.env, claim.positive)?;
            }
            self.store.settle()?;
            self.wake_decided();
            if self.ready.is_empty() {
                return Ok(());
            }
        }
    }

    /// Claims that a term is true, or that it is false.
    pub(super) fn claim(&mut self, room: &Room<'_>, term: &Term, env: &Env, positive: bool) -> Consistent {
        room.step();
        if self.nested == 0 {
            self.refuel(room);
        }
        if room.steps.get() > self.until {
            return Ok(());
        }
        match term.kind() {
            TermKind::Bool(value) if *value == positive => Ok(()),
            TermKind::Bool(_) => Err(Contradiction),
            TermKind::Un(UnOp::Not, a) => self.claim(room, a, env, !positive),
            TermKind::Bin(BinOp::And, a, b) if positive => {
                self.claim(room, a, env, true)?;
                self.claim(room, b, env, true)
            }
            TermKind::Bin(BinOp::Or, a, b) if !positive => {
                self.claim(room, a, env, false)?;
                self.claim(room, b, env, false)
            }
            TermKind::Bin(BinOp::Implies, a, b) if !positive => {
                self.claim(room, a, env, true)?;
                self.claim(room, b, env, false)
            }
            TermKind::Bin(BinOp::And, a, b) => self.one_of(room, term, (a, false), (b, false), env, positive),
            TermKind::Bin(BinOp::Or, a, b) => self.one_of(room, term, (a, true), (b, true), env, positive),
            TermKind::Bin(BinOp::Implies, a, b) => self.one_of(room, term, (a, false), (b, true), env, positive),
            TermKind::Bin(op @ (BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge), a, b) => {
                let atom = Evaluator::new(room, self).comparison(*op, a, b, env);
                self.compare(room, term, env, positive, atom)
            }
            TermKind::Bin(op @ (BinOp::Eq | BinOp::Ne), a, b) => {
                let same = positive == (*op == BinOp::Eq);
                self.equality(room, term, (a, b), env, positive, same)
            }
            // Connectives, in other words.
            TermKind::Ite(cond, a, b) if *a.kind() == TermKind::Bool(!positive) => {
                self.claim(room, cond, env, false)?;
                self.claim(room, b, env, positive)
            }
            TermKind::Ite(cond, a, b) if *b.kind() == TermKind::Bool(!positive) => {
                self.claim(room, cond, env, true)?;
                self.claim(room, a, env, positive)
            }
            TermKind::Ite(cond, a, b) if *a.kind() == TermKind::Bool(positive) => {
                self.one_of(room, term, (cond, true), (b, positive), env, positive)
            }
            TermKind::Ite(cond, a, b) if *b.kind() == TermKind::Bool(positive) => {
                self.one_of(room, term, (cond, false), (a, positive), env, positive)
            }
            TermKind::Ite(cond, a, b) => match Evaluator::new(room, self).truth(cond, env) {
                Ok(true) => self.claim(room, a, env, positive),
                Ok(false) => self.claim(room, b, env, positive),
                Err(stop) => {
                    let (common, rest) = if positive { factored(term) } else { (Vec::new(), None) };
                    common.iter().try_for_each(|term| self.claim(room, term, env, true))?;
                    self.postpone(room, rest.as_ref().unwrap_or(term), env, positive, stop)
                }
            },
            TermKind::Quant(quantifier, id, lo, hi, body) if positive == (*quantifier == Quantifier::Forall) => {
                let mut evaluator = Evaluator::new(room, self);
                match evaluator.known(lo, env).and_then(|lo| Ok((lo, evaluator.known(hi, env)?))) {
                    Ok((lo, hi)) if hi.saturating_sub(lo) <= MANY => {
                        (lo..hi).try_for_each(|at| self.claim(room, body, &env.with(*id, at), positive))
                    }
                    Ok(_) => self.postpone(room, term, env, positive, Stuck::Never),
                    Err(stop) => self.postpone(room, term, env, positive, stop),
                }
            }
            TermKind::Call(inst, args) | TermKind::Defined(inst, args) => {
                let domain = matches!(term.kind(), TermKind::Defined(..));
                let mut evaluator = Evaluator::new(room, self);
                let args: Result<Vec<Val>, Stuck> = args.iter().map(|arg| evaluator.eval(arg, env)).collect();
                let args = match args {
                    Ok(args) => args,
                    Err(stop) => return self.postpone(room, term, env, positive, stop),
                };
                if !domain {
                    match evaluator.measured(inst, &args) {
                        Ok(Some(Val::Bool(value))) if value == positive => return Ok(()),
                        Ok(Some(_)) => return Err(Contradiction),
                        Ok(None) => {}
                        Err(stop) => return self.postpone(room, term, env, positive, stop),
                    }
                }
                let Some(def) = room.program.pure_def(inst) else {
                    return self.postpone(room, term, env, positive, Stuck::Never);
                };
                let body = if domain { &def.domain } else { &def.body };
                if self.nested >= DEEP {
                    return Ok(());
                }
                self.nested += 1;
                let consistent = self.claim(room, body, &Env::new(args), positive);
                self.nested -= 1;
                consistent
            }
            _ => {
                let value = {
                    let mut evaluator = Evaluator::new(room, self);
                    evaluator.eval(term, env)
                };
                match value {
                    Ok(Val::Bool(value)) => consistent(value == positive),
                    Ok(Val::Hole(id)) => match &self.holes[id].value {
                        Some(Val::Bool(value)) => consistent(*value == positive),
                        Some(_) => Ok(()),
                        None => {
                            self.bind(id, Val::Bool(positive));
                            Ok(())
                        }
                    },
                    Ok(_) => Ok(()),
                    Err(stop) => self.postpone(room, term, env, positive, stop),
                }
            }
        }
    }

    /// One of two terms has the value that makes the claim true.
    fn one_of(
        &mut self,
        room: &Room<'_>,
        whole: &Term,
        (a, want_a): (&Term, bool),
        (b, want_b): (&Term, bool),
        env: &Env,
        positive: bool,
    ) -> Consistent {
        let mut evaluator = Evaluator::new(room, self);
        let first = evaluator.truth(a, env);
        match first {
            Ok(value) if value == want_a => return Ok(()),
            Ok(_) => return self.claim(room, b, env, want_b),
            Err(_) => {}
        }
        match (first, evaluator.truth(b, env)) {
            (_, Ok(value)) if value == want_b => Ok(()),
            (_, Ok(_)) => self.claim(room, a, env, want_a),
            (Err(Stuck::Wait(wait)), _) | (_, Err(Stuck::Wait(wait))) => {
                self.postpone(room, whole, env, positive, Stuck::Wait(wait))
            }
            _ => self.postpone(room, whole, env, positive, Stuck::Never),
        }
    }

    fn compare(
        &mut self,
        room: &Room<'_>,
        term: &Term,
        env: &Env,
        positive: bool,
        atom: Result<Atom, Stuck>,
    ) -> Consistent {
        match atom {
            Ok(atom) => {
                let atom = if positive { Some(atom) } else { atom.negated() };
                atom.map_or(Ok(()), |atom| self.store.claim(&atom))
            }
            Err(stop) => self.postpone(room, term, env, positive, stop),
        }
    }

    fn equality(
        &mut self,
        room: &Room<'_>,
        term: &Term,
        (a, b): (&Term, &Term),
        env: &Env,
        positive: bool,
        same: bool,
    ) -> Consistent {
        // A boolean is what the other side is.
        if *a.ty().peeled() == refine_core::ty::Ty::Bool {
            let mut evaluator = Evaluator::new(room, self);
            let (x, y) = (evaluator.truth(a, env), evaluator.truth(b, env));
            return match (x, y) {
                (Ok(x), Ok(y)) => consistent((x == y) == same),
                (Ok(x), Err(_)) => self.claim(room, b, env, x == same),
                (Err(_), Ok(y)) => self.claim(room, a, env, y == same),
                (Err(stop), Err(_)) => self.postpone(room, term, env, positive, stop),
            };
        }
        let mut evaluator = Evaluator::new(room, self);
        match evaluator.eval(a, env).and_then(|a| Ok((a, evaluator.eval(b, env)?))) {
            Ok((a, b)) => self.equal(room, term, (a, b), env, positive, same),
            Err(stop) => self.postpone(room, term, env, positive, stop),
        }
    }

    fn equal(
        &mut self,
        room: &Room<'_>,
        term: &Term,
        (a, b): (Val, Val),
        env: &Env,
        positive: bool,
        same: bool,
    ) -> Consistent {
        let mut evaluator = Evaluator::new(room, self);
        let opened = match evaluator.open(a.clone()).and_then(|a| Ok((a, evaluator.open(b.clone())?))) {
            Ok(opened) => opened,
            Err(stop) => return self.postpone(room, term, env, positive, stop),
        };
        match opened {
            (Val::Int(a), Val::Int(b)) => {
                let atom = evaluator.equality(&a, &b);
                let atom = atom.map(|atom| match same {
                    true => atom,
                    false => Atom::new(atom.sum, Relation::Apart),
                });
                self.compare(room, term, env, true, atom)
            }
            (Val::Adt(v, xs), Val::Adt(w, ys)) if same && v == w => self.equal_parts(room, term, (&xs, &ys), env),
            (Val::Tuple(xs), Val::Tuple(ys)) if same => self.equal_parts(room, term, (&xs, &ys), env),
            (Val::Seq(xs), Val::Seq(ys)) if same && xs.len() == ys.len() => {
                self.equal_parts(room, term, (&xs, &ys), env)
            }
            _ => match evaluator.equal_values(a, b) {
                Ok(value) => consistent(value == same),
                Err(stop) => self.postpone(room, term, env, positive, stop),
            },
        }
    }

    fn equal_parts(&mut self, room: &Room<'_>, term: &Term, (xs, ys): (&[Val], &[Val]), env: &Env) -> Consistent {
        let positive = !matches!(term.kind(), TermKind::Bin(BinOp::Ne, ..));
        let mut parts = xs.iter().zip(ys);
        parts.try_for_each(|(x, y)| self.equal(room, term, (x.clone(), y.clone()), env, positive, true))
    }

    fn postpone(&mut self, room: &Room<'_>, term: &Term, env: &Env, positive: bool, stop: Stuck) -> Consistent {
        // What never has a value is for the compiled clause.
        if let Stuck::Wait(wait) = stop
            && self.can_be_had(room, &wait)
        {
            self.waiting.push(Rc::new(PendingClaim { term: term.clone(), env: env.clone(), positive, wait }));
        }
        Ok(())
    }

    fn can_be_had(&self, room: &Room<'_>, wait: &Wait) -> bool {
        match wait {
            Wait::Key(hole) | Wait::Shape(hole) => room.is_open(&self.holes[*hole].ty),
            Wait::Decide(_) | Wait::Value(_) => true,
        }
    }
}

/// What both branches of a choice claim, and the choice without that.
fn factored(term: &Term) -> (Vec<Term>, Option<Term>) {
    fn conjuncts<'t>(term: &'t Term, out: &mut Vec<&'t Term>) {
        match term.kind() {
            TermKind::Bin(BinOp::And, a, b) => {
                conjuncts(a, out);
                conjuncts(b, out);
            }
            _ => out.push(term),
        }
    }
    let TermKind::Ite(cond, a, b) = term.kind() else { return (Vec::new(), None) };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    conjuncts(a, &mut left);
    conjuncts(b, &mut right);
    let common: Vec<Term> = left.iter().filter(|term| right.contains(term)).map(|term| (*term).clone()).collect();
    if common.is_empty() {
        return (common, None);
    }
    let rest = |all: Vec<&Term>| {
        let rest = all.into_iter().filter(|term| !common.contains(term)).cloned();
        rest.fold(Term::bool(true), Term::and)
    };
    let rest = Term::new(TermKind::Ite(cond.clone(), rest(left), rest(right)), term.ty().clone());
    (common, Some(rest))
}

fn consistent(holds: bool) -> Consistent {
    if holds { Ok(()) } else { Err(Contradiction) }
}
