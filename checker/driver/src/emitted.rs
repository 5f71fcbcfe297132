//! `--emit-vectors json`: all vectors that were run, as `docs/vectors.schema.json` has it.
use std::path::Path;

use refine_core::ids::AdtId;
use refine_core::program::{ParamDef, Program};
use refine_core::ty::Ty;
use refine_core::value::{Table, Value};
use refine_testgen::outcome::Outcome;
use refine_testgen::source::{self, Paths, Printer};
use refine_testgen::types::{param_types, return_type};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::artifacts;
use crate::case::Work;
use crate::covered::Recorded;
use crate::place::Places;
use crate::project::Project;
use crate::report::{Emitted, SourceLocation};

/// JSON numbers are exact up to here.
const EXACT: i64 = (1 << 53) - 1;

/// The vectors of all functions.
#[derive(Serialize)]
pub(crate) struct Document {
    schema: u32,
    functions: Vec<Function>,
}

#[derive(Serialize)]
struct Function {
    function: String,
    #[serde(flatten)]
    place: SourceLocation,
    parameters: Vec<Parameter>,
    vectors: Vec<EmittedRun>,
}

#[derive(Serialize)]
struct Parameter {
    name: String,
    #[serde(rename = "type")]
    ty: String,
}

#[derive(Serialize)]
struct EmittedRun {
    call: String,
    arguments: Vec<EmittedValue>,
    outcome: &'static str,
    did: String,
    result: Option<EmittedValue>,
    obligations: Vec<String>,
}

/// A value as an expression, and by its structure.
#[derive(Serialize)]
struct EmittedValue {
    rust: String,
    value: Json,
}

impl Default for Document {
    fn default() -> Self {
        Document { schema: 1, functions: Vec::new() }
    }
}

impl Document {
    /// Adds the functions of a package. `did` says in words what a run did.
    pub(crate) fn add(&mut self, places: &Places<'_>, works: &[Work], did: &dyn Fn(&Work, &Recorded) -> String) {
        let run = works.iter().filter(|work| work.asked && !work.covered.vectors.is_empty());
        self.functions.extend(run.map(|work| {
            let program = places.program;
            let printer = Printer { program, paths: Paths::Short };
            let def = program.func(work.called.func);
            let tys = param_types(program, &work.called);
            let parameter = |(param, ty): (&ParamDef, &Ty)| Parameter { name: param.name.clone(), ty: printer.ty(ty) };
            Function {
                function: places.name(&work.path),
                place: places.of(program.func(work.inst.func).span),
                parameters: def.params.iter().zip(&tys).map(parameter).collect(),
                vectors: work.covered.vectors.iter().map(|run| written(places, work, run, did)).collect(),
            }
        }));
    }

    /// Writes the file.
    pub(crate) fn write(&self, project: &Project) -> std::io::Result<Emitted> {
        let path = artifacts::folder(&project.target_dir).join("vectors.json");
        let text = serde_json::to_string_pretty(self)?;
        artifacts::write(&path, &(text + "\n"))?;
        let shown: &Path = path.strip_prefix(&project.root).unwrap_or(&path);
        let vectors = self.functions.iter().map(|function| function.vectors.len()).sum();
        Ok(Emitted { path: shown.to_string_lossy().into_owned(), functions: self.functions.len(), vectors })
    }
}

fn written(places: &Places<'_>, work: &Work, run: &Recorded, did: &dyn Fn(&Work, &Recorded) -> String) -> EmittedRun {
    let program = places.program;
    let printer = Printer { program, paths: Paths::Short };
    let (tys, ret) = (param_types(program, &run.inst), return_type(program, &run.inst));
    let argument =
        |(ty, value): (&Ty, &Value)| EmittedValue { rust: printer.value(ty, value), value: structure(program, value) };
    let result = match &run.outcome {
        Outcome::Passed { result } | Outcome::EnsuresViolated { result, .. } => Some(argument((&ret, result))),
        _ => None,
    };
    EmittedRun {
        call: source::call(program, &run.inst, &run.vector),
        arguments: tys.iter().zip(&run.vector).map(argument).collect(),
        outcome: word(&run.outcome),
        did: did(work, run),
        result,
        obligations: run.claims.iter().map(|id| places.name(id)).collect(),
    }
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Passed { .. } => "passed",
        Outcome::EnsuresViolated { .. } => "postcondition",
        Outcome::Panicked { .. } => "panicked",
        Outcome::CalleePrecondition { .. } | Outcome::ArgumentPrecondition { .. } => "precondition",
        Outcome::LoopViolated { .. } => "loop",
        Outcome::TimedOut => "timed out",
        Outcome::StackOverflow => "stack overflow",
        Outcome::OutOfMemory => "out of memory",
        Outcome::Exited { .. } | Outcome::Aborted { .. } => "ended the process",
        Outcome::Rejected { .. }
        | Outcome::Undefined { .. }
        | Outcome::NotBuilt { .. }
        | Outcome::Stopped { .. }
        | Outcome::Outside { .. }
        | Outcome::HarnessError { .. } => "not run",
    }
}

/// A value by its structure. What JSON has no form for is an object whose one key says what it is.
fn structure(program: &dyn Program, value: &Value) -> Json {
    let all = |all: &[Value]| Json::Array(all.iter().map(|value| structure(program, value)).collect());
    match value {
        Value::Bool(flag) => json!(flag),
        Value::Int(int) => match i64::try_from(int) {
            Ok(small) if (-EXACT..=EXACT).contains(&small) => json!(small),
            _ => json!({ "int": int.to_string() }),
        },
        Value::Char(c) => json!({ "char": c }),
        Value::Str(text) => json!(text),
        Value::Float(bits) => json!({ "float": format!("{:?}", f64::from_bits(*bits)) }),
        Value::Seq(parts) => all(parts),
        Value::Tuple(parts) => json!({ "tuple": all(parts) }),
        Value::Adt(id, variant, parts) => constructed(program, *id, *variant, parts),
        Value::Default(id) => json!({ "default": program.adt(*id).name }),
        Value::Call(func, args) => json!({ "call": program.func(*func).path, "arguments": all(args) }),
        Value::Function(table) => {
            let Table { entries, others } = &**table;
            let entry = |(question, answer): &(Vec<Value>, Value)| json!({ "arguments": all(question), "returns": structure(program, answer) });
            json!({ "function": entries.iter().map(entry).collect::<Vec<_>>(), "otherwise": all(others) })
        }
        Value::Opaque(text) => json!({ "opaque": text }),
    }
}

fn constructed(program: &dyn Program, id: AdtId, variant: usize, parts: &[Value]) -> Json {
    let def = program.adt(id);
    let Some(of) = def.variants.get(variant) else { return json!({ "opaque": def.name }) };
    let named = of.fields.iter().zip(parts).map(|(field, part)| (field.name.clone(), structure(program, part)));
    let fields: Map<String, Json> = named.collect();
    match def.is_enum {
        true => json!({ "enum": def.name, "variant": of.name, "fields": fields }),
        false => json!({ "struct": def.name, "fields": fields }),
    }
}
