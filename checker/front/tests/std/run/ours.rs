//! The calls run by our interpreter, the library's functions by their models.
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use refine_core::finished::FinishedProgram;
use refine_core::mir::Stmt;
use refine_core::mir::interpret::{Predicted, run};
use refine_core::program::Program as _;
use refine_core::ty::{FnInst, Ty};
use refine_front::{Callable, Context, clause, lower};

use super::values::{shown, value};
use super::wire::V;

/// Statements that a run may take.
const FUEL: u64 = 60_000;

/// The module of the functions that are run in place of those of ours that have a contract alone: they have the same names.
const STAND_INS: &str = "support::stand_ins::";

/// The functions of the crate of calls, and all that they reach.
pub struct Ours {
    program: FinishedProgram,
    cases: HashMap<String, FnInst>,
}

impl Ours {
    /// Lowers the functions of these paths.
    pub fn new(cx: &Context<'_>, paths: &HashSet<&str>) -> Ours {
        let mut program = FinishedProgram::default();
        let (mut cases, mut stand_ins) = (HashMap::new(), HashMap::new());
        for item in &cx.items.fns {
            let path = format!("crate::{}", item.def.path);
            if paths.contains(path.as_str()) {
                cases.insert(path, cx.identity(item.id));
            } else if let Some(name) = item.def.path.strip_prefix(STAND_INS) {
                stand_ins.insert(name.to_owned(), item.id);
            }
        }
        let mut queue: VecDeque<FnInst> = cases.values().cloned().collect();
        let mut seen = HashSet::new();
        while let Some(inst) = queue.pop_front() {
            if !seen.insert(inst.clone()) {
                continue;
            }
            let def = cx.fn_def(inst.func);
            let contract = clause::contract(cx, &inst);
            let is_contract = def.std && contract.explicit;
            program.contracts.insert(inst.clone(), contract);
            let of = if is_contract {
                let name = def.path.rsplit("::").next().unwrap_or_default();
                let known = stand_ins.get(name).zip(cx.args_of(&inst));
                known.map(|(id, (_, args, env))| cx.instance(Callable::Function(*id), args, env))
            } else {
                Some(inst.clone())
            };
            let Some(body) = of.and_then(|of| lower::body(cx, &of)) else { continue };
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                match stmt {
                    Stmt::Call { callee, .. } => queue.push_back(callee.clone()),
                    Stmt::Drop { glue, .. } => queue.extend(glue.iter().map(|(_, callee)| callee.clone())),
                    _ => {}
                }
            }
            program.mir.insert(inst, Arc::new(body));
        }
        program.pures = clause::finish_pures(cx);
        program.adts = cx.types.adts();
        program.fns = cx.fn_defs();
        Ours { program, cases }
    }

    /// What the model makes of a vector, in the words of the real program, or why it does not say.
    pub fn run(&self, path: &str, args: &[V]) -> Result<String, String> {
        let inst = self.cases.get(path).ok_or("the function is not found")?;
        let body = self.program.mir(inst).ok_or("the call is outside the model")?;
        let tys: Vec<&Ty> = body.locals[..body.params].iter().map(|local| &local.ty).collect();
        let values = args.iter().zip(tys).map(|(arg, ty)| value(arg, &self.program, ty));
        let values = values.collect::<Option<Vec<_>>>().ok_or("the values of a parameter are outside the model")?;
        match run(&self.program, inst, &values, FUEL) {
            Predicted::Returned(result, outs) => {
                let all = [&result].into_iter().chain(outs.iter().map(|(_, value)| value));
                let all = all.map(|value| Some(shown(value)?.text())).collect::<Option<Vec<_>>>();
                Ok(all.ok_or("a result is outside the model")?.join("|"))
            }
            Predicted::Failed(obligation) => Ok(format!("!{}", obligation.message)),
            Predicted::Impossible => Ok("something that cannot be".to_owned()),
            Predicted::Unmodelled(what) => Err(what),
            Predicted::OutOfFuel => Err("it takes too long".to_owned()),
        }
    }
}

/// Panics that stand for each other: which of several faults is told first, and in which words, is nothing that the library
/// promises.
const ALIKE: [&[&str]; 4] = [
    &["a byte index is out of bounds of the text", "start byte index", "end byte index", "byte index", "begin > end"],
    &["range start index", "range end index", "slice index starts at"],
    // The second is what an implementation for types that are `Copy` says.
    &["destination and source slices have different lengths", "copy_from_slice: source slice length"],
    // The second is what integers say.
    &["assertion failed: min <= max", "min > max. min ="],
];

/// Whether two outcomes are the same.
pub fn agree(ours: &str, real: &str) -> bool {
    let (Some(ours), Some(real)) = (ours.strip_prefix('!'), real.strip_prefix('!')) else { return ours == real };
    // The real one begins with the text that it is given.
    if ours.starts_with("called `expect") {
        return true;
    }
    let one_of = |family: &[&str], said: &str| family.iter().any(|start| said.starts_with(start));
    ALIKE.iter().any(|family| one_of(family, ours) && one_of(family, real)) || says(ours, real)
}

/// Whether a panic says a message that may have parts in braces, which only the run knows.
fn says(message: &str, mut said: &str) -> bool {
    let mut depth = 0;
    let fixed = message.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        matches!(c, '{' | '}')
    });
    fixed.step_by(2).all(|part| match said.find(part) {
        Some(at) => {
            said = &said[at + part.len()..];
            true
        }
        None => false,
    })
}
