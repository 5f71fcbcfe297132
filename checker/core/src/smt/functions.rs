//! Pure functions applied: what they are by their bodies, which the solver unfolds where they are recursive.
use std::rc::Rc;

use z3::ast::{Ast, Bool, Dynamic, Int};
use z3::{RecFuncDecl, Sort};

use super::encode::{Encoded, Encoder, Env, Unencodable};
use super::sym::Sym;
use crate::program::PureDef;
use crate::term::Term;
use crate::terms::counts::counted;
use crate::ty::{FnInst, Ty};

/// What of a pure function is applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Aspect {
    /// Its value.
    Value,
    /// Whether it has one.
    Domain,
    /// What it counts, in exact integers ([`counted`]).
    Count,
}

/// A recursive function applied.
#[derive(Clone, Copy)]
struct Application<'t> {
    inst: &'t FnInst,
    aspect: Aspect,
    args: &'t [Term],
    /// The type of what it gives.
    ty: &'t Ty,
    def: &'t PureDef,
}

thread_local! {
    /// How many recursive functions were declared in this thread's context.
    pub(super) static DECLARED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

impl Encoder<'_> {
    /// A pure function applied: its body, or for a recursive one the solver's recursive function, unfolded on demand.
    pub(super) fn call(&mut self, inst: &FnInst, aspect: Aspect, args: &[Term], ty: &Ty, env: &Env) -> Encoded {
        let program = self.sorts.program;
        let path = &program.func(inst.func).path;
        let def = program.pure_def(inst).ok_or_else(|| {
            Unencodable(format!("a call of `{path}`, whose body cannot be translated into one expression"))
        })?;
        if !def.recursive && !self.checking.contains(inst) {
            let values = args.iter().map(|arg| self.value(arg, env)).collect::<Result<Vec<_>, _>>()?;
            let env = Env::of(values);
            return self.value(if aspect == Aspect::Value { &def.body } else { &def.domain }, &env);
        }
        self.apply(Application { inst, aspect, args, ty, def: &def }, env)
    }

    /// What a recursive function gives.
    fn apply(&mut self, of: Application<'_>, env: &Env) -> Encoded {
        let Application { inst, args, ty, .. } = of;
        let values = args.iter().map(|arg| self.value(arg, env)).collect::<Result<Vec<_>, _>>()?;
        if self.checking.contains(inst) {
            return Ok(self.fresh("call", ty));
        }
        if self.bit_vectors {
            return Err(Unencodable::new("a recursive function"));
        }
        let decl = self.recursive(of)?;
        let mut packed = Vec::new();
        for (value, arg) in values.iter().zip(args) {
            packed.push(self.pack(value, arg.ty())?);
        }
        let packed: Vec<&dyn Ast> = packed.iter().map(|p| p as &dyn Ast).collect();
        self.unpack(&decl.apply(&packed), ty)
    }

    /// What a pure function counts, in exact integers: not negative, by induction on its calls of itself. Of a function that does more than
    /// that, its value if that is not negative, else zero.
    pub(super) fn count(&mut self, inst: &FnInst, args: &[Term], env: &Env) -> Encoded {
        let natural = |count: &Int| count.ge(Int::from_i64(0)).ite(count, &Int::from_i64(0));
        let Some(def) = self.sorts.program.pure_def(inst) else {
            return self.call(inst, Aspect::Value, args, &Ty::Exact, env);
        };
        let Some(count) = counted(&def.body) else {
            let value = self.call(inst, Aspect::Value, args, def.body.ty(), env)?;
            return Ok(Sym::Int(natural(&value.int()?)));
        };
        if !def.recursive {
            let values = args.iter().map(|arg| self.value(arg, env)).collect::<Result<Vec<_>, _>>()?;
            return self.value(&count, &Env::of(values));
        }
        let def = PureDef { body: count, ..def.as_ref().clone() };
        let of = Application { inst, aspect: Aspect::Count, args, ty: &Ty::Exact, def: &def };
        let count = self.apply(of, env)?.int()?;
        if self.unfolds {
            // There are no facts about what the solver unfolds.
            return Ok(Sym::Int(natural(&count)));
        }
        self.fact(count.ge(Int::from_i64(0)));
        Ok(Sym::Int(count))
    }

    /// The solver's function, declared once.
    fn recursive(&mut self, of: Application<'_>) -> Result<Rc<RecFuncDecl>, Unencodable> {
        let key = (of.inst.clone(), of.aspect);
        if let Some(known) = self.recursive.get(&key) {
            return known.clone();
        }
        let declared = self.declare(of);
        self.recursive.insert(key, declared.clone());
        declared
    }

    fn declare(&mut self, of: Application<'_>) -> Result<Rc<RecFuncDecl>, Unencodable> {
        let Application { inst, aspect, args, ty, def } = of;
        let params = &self.sorts.program.func(inst.func).params;
        if params.len() != args.len() {
            return Err(Unencodable::new("a call with the wrong number of arguments"));
        }
        // The definition of a function that does not end (`f(x) = f(x) + 1`) would prove anything.
        let types: Vec<Ty> = args.iter().map(|arg| arg.ty().clone()).collect();
        let body = match aspect {
            Aspect::Value | Aspect::Count => {
                self.terminates(inst, &types, &def.body)?;
                &def.body
            }
            // It asks of the function's calls of itself what they ask, and ends if the function does.
            Aspect::Domain => {
                self.recursive(Application { aspect: Aspect::Value, ty: def.body.ty(), ..of })?;
                &def.domain
            }
        };
        let structural = self.is_structural(inst, &types, &def.body);
        let sorts: Vec<Sort> = types.iter().map(|ty| self.sorts.sort(ty)).collect();
        let result = self.sorts.sort(ty);
        // Two encoders of one thread share its context, which takes a name for one recursive function only.
        let name = format!("{inst:?}#{}", DECLARED.with(|count| count.replace(count.get() + 1)));
        let decl = Rc::new(RecFuncDecl::new(name, &sorts.iter().collect::<Vec<_>>(), &result));
        self.recursive.insert((inst.clone(), aspect), Ok(decl.clone()));
        let consts: Vec<Dynamic> = sorts.iter().map(|sort| Dynamic::fresh_const("p", sort)).collect();
        self.facts.push(Vec::new());
        let outer = std::mem::replace(&mut self.unfolds, true);
        let body = (|| {
            let mut vars = Vec::new();
            for (value, ty) in consts.iter().zip(&types) {
                vars.push(self.unpack(value, ty)?);
            }
            let values = Bool::and(&self.facts.last_mut().map(std::mem::take).unwrap_or_default());
            let body = self.value(body, &Env::of(vars))?;
            let body = self.pack(&body, ty)?;
            // Of parts that no execution reads, the solver does not know the types' bounds.
            if structural {
                return Ok(body);
            }
            // It ends for values of the parameters' types; for other integers it may not, and is not defined.
            Ok(values.ite(&body, &Dynamic::fresh_const("undefined", &result)))
        })();
        self.unfolds = outer;
        self.facts.pop();
        decl.add_def(&consts.iter().map(|c| c as &dyn Ast).collect::<Vec<_>>(), &body?);
        Ok(decl)
    }
}
