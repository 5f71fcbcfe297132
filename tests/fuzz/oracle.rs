//! The oracle: a plain Rust program that runs the functions under test on many inputs and tells what happened.
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, Result, ensure};

use super::ast::{Claim, Fun, Param, Program, Shape};
use super::print::{self, Audience};
use crate::package;

/// The first thing that went wrong in some run, or a loop invariant that did not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// An obligation's kind; `loop` for a loop invariant.
    pub kind: String,
    /// The line in the program's file; 0 for a postcondition.
    pub line: u32,
    /// The column, or the index of a postcondition.
    pub at: u32,
    /// The panic's message, if it was one.
    pub message: String,
}

/// What the runs of one function, or of one witness, came to.
#[derive(Clone, Debug)]
pub struct Finding {
    /// `p007`, or the witness's number.
    pub program: String,
    /// The function that was called.
    pub function: String,
    /// What was violated; `None` for the runs in which all was well (or that were rejected, for a witness).
    pub violation: Option<Violation>,
    /// How many runs.
    pub runs: usize,
    /// One of the calls.
    pub call: String,
}

/// A call that refine claims to violate something.
#[derive(Clone, Debug)]
pub struct Witness {
    /// `p007`.
    pub program: String,
    /// `f(1, 2)`.
    pub call: String,
}

/// Builds and runs the oracle of these programs.
pub fn run(folder: &Path, programs: &[(String, Program)], witnesses: &[Witness]) -> Result<Vec<Finding>> {
    package::write(&folder.join("shared.rs"), &print::shared())?;
    let mut main = String::from("#![allow(warnings, unconditional_panic, arithmetic_overflow)]\nmod shared;\n");
    let mut calls = String::new();
    for (name, program) in programs {
        let _ = writeln!(main, "mod {name};");
        let mut text = print::program(program, Audience::Oracle);
        for fun in &program.funs {
            text.push_str(&checks(fun));
            calls.push_str(&trial(name, fun, &program.literals));
        }
        package::write(&folder.join(format!("{name}.rs")), &text)?;
    }
    for (number, Witness { program, call }) in witnesses.iter().enumerate() {
        let (path, args) = call.split_once('(').with_context(|| format!("not a call: {call}"))?;
        let function = path.rsplit("::").next().unwrap_or(path);
        // (Types in the arguments are named as in the program.)
        let _ = writeln!(
            calls,
            "    {{\n    use {program}::*;\n    witness({number}, {program}::check_{function}({args});\n    }}"
        );
    }
    let _ = write!(main, "{}\nfn run() {{\n{calls}}}\n", include_str!("runtime.txt"));
    package::write(&folder.join("main.rs"), &main)?;

    let mut built = compiled(folder, "0")?;
    // There are programs at which LLVM itself ends without optimizations ("Unable to copy EFLAGS physical register!").
    if String::from_utf8_lossy(&built.stderr).contains("LLVM ERROR") {
        built = compiled(folder, "1")?;
    }
    ensure!(built.status.success(), "the oracle does not compile:\n{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(folder.join("oracle")).output()?;
    ensure!(ran.status.success(), "the oracle died: {}\n{}", ran.status, String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout)?.lines().map(finding).collect()
}

fn compiled(folder: &Path, optimized: &str) -> Result<Output> {
    let checks = ["-Cdebug-assertions=on", "-Coverflow-checks=on"];
    let level = format!("-Copt-level={optimized}");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition=2024", &level]).args(checks).args(["main.rs", "-o", "oracle"]).current_dir(folder);
    Ok(rustc.output()?)
}

fn finding(line: &str) -> Result<Finding> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [what, program, function, kind, line, at, message, runs, call] = fields[..] else {
        anyhow::bail!("the oracle said `{line}`")
    };
    let violated = what == "violated" || function == "violated";
    let (line, at) = (line.parse()?, at.parse()?);
    let violation = Violation { kind: kind.to_owned(), line, at, message: message.to_owned() };
    Ok(Finding {
        program: program.to_owned(),
        function: function.to_owned(),
        violation: violated.then_some(violation),
        runs: runs.parse()?,
        call: call.to_owned(),
    })
}

fn all(claims: &[Claim]) -> String {
    let each: Vec<String> = claims.iter().map(|claim| format!("({})?", print::oracle_claim(claim))).collect();
    if each.is_empty() { "Some(true)".to_owned() } else { format!("Some({})", each.join(" && ")) }
}

/// A function's precondition, a form of it that checks its own precondition when called, and its checked call.
fn checks(fun: &Fun) -> String {
    let name = &fun.name;
    let body = name.replace("help", "body");
    let params: Vec<String> = fun.params.iter().map(print::param).collect();
    let params = params.join(", ");
    let names: Vec<&str> = fun.params.iter().map(|param| param.name.as_str()).collect();
    let names = names.join(", ");
    let ret = fun.ret.name;
    let mut text = format!("\npub fn pre_{name}({params}) -> Option<bool> {{ {} }}\n", all(&fun.requires));
    if body != *name {
        let _ = write!(
            text,
            "#[track_caller]\npub fn {name}({params}) -> {ret} {{\n    match pre_{name}({names}) {{\n        \
             Some(true) => {{}}\n        Some(false) => panic!(\"oracle: requires\"),\n        \
             None => panic!(\"oracle: unknown\"),\n    }}\n    {body}({names})\n}}\n"
        );
    }
    let olds: String = fun
        .params
        .iter()
        .filter(|param| matches!(param.shape, Shape::MutRef | Shape::MutPair))
        .map(|param| format!("    let old_{0} = *{0};\n", param.name))
        .collect();
    let posts: Vec<String> = fun.ensures.iter().map(|claim| format!("(|| {})()", print::oracle_claim(claim))).collect();
    let _ = write!(
        text,
        "pub fn check_{name}({params}) -> crate::Event {{\n{olds}    let pre = pre_{name}({names});\n    \
         if pre != Some(true) {{\n        return crate::unmet(pre);\n    }}\n    \
         let Some(ret) = crate::caught(|| {body}({names})) else {{ return crate::ended(&[]) }};\n    \
         crate::ended(&[{}])\n}}\n",
        posts.join(", ")
    );
    text
}

/// The statement that tries a function on many inputs.
fn trial(program: &str, fun: &Fun, literals: &[i128]) -> String {
    let mut sizes = Vec::new();
    let mut pools = String::new();
    let mut binds = String::new();
    let mut shown = Vec::new();
    for (at, param) in fun.params.iter().enumerate() {
        let (Param { name, shape, .. }, ty) = (param, param.ty.name);
        let literals: Vec<String> = literals.iter().map(|value| format!("{value}i128")).collect();
        let _ = writeln!(
            pools,
            "    let pool_{name} = pool::<{ty}>(&[{ty}::MIN, {ty}::MIN + 1, {ty}::MAX - 1, {ty}::MAX], &[{}]);",
            literals.join(", ")
        );
        match shape {
            Shape::Array(n) => {
                sizes.push("100_000".to_owned());
                let _ = writeln!(
                    binds,
                    "        let {name}: [{ty}; {n}] = std::array::from_fn(|_| random.pick(&pool_{name}));"
                );
            }
            Shape::Slice => {
                sizes.push("100_000".to_owned());
                let _ = writeln!(binds, "        let {name}: &[{ty}] = &random.several(&pool_{name}, 5);");
            }
            Shape::MutSlice => {
                sizes.push("100_000".to_owned());
                let _ = writeln!(binds, "        let {name}: &mut [{ty}] = &mut random.several(&pool_{name}, 5);");
            }
            Shape::Pair | Shape::MutPair => {
                sizes.push("100_000".to_owned());
                let reference = if *shape == Shape::MutPair { "&mut " } else { "" };
                let pair = print::pair(param.ty);
                let part = format!("random.pick(&pool_{name})");
                let value = format!("{program}::{pair} {{ a: {part}, b: {part} }}");
                let _ = writeln!(binds, "        let {name} = {reference}{value};");
            }
            Shape::MutRef => {
                sizes.push(format!("pool_{name}.len()"));
                let _ = writeln!(binds, "        let {name} = &mut {{ pool_{name}[choice[{at}]] }};");
            }
            Shape::Value | Shape::Changed => {
                sizes.push(format!("pool_{name}.len()"));
                let _ = writeln!(binds, "        let {name} = pool_{name}[choice[{at}]];");
            }
        }
        shown.push(match shape {
            Shape::MutRef | Shape::MutSlice | Shape::MutPair => "&mut {:?}",
            Shape::Slice => "&{:?}",
            Shape::Array(_) | Shape::Value | Shape::Changed | Shape::Pair => "{:?}",
        });
    }
    let name = &fun.name;
    let names: Vec<&str> = fun.params.iter().map(|param| param.name.as_str()).collect();
    let names = names.join(", ");
    format!(
        "    {{\n{pools}    tally({program:?}, {name:?}, &[{}], |choice, random| {{\n{binds}        \
         let call = format!(\"{name}({})\", {names});\n        ({program}::check_{name}({names}), call)\n    }});\n    }}\n",
        sizes.join(", "),
        shown.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::ast::{Expr, INTS, Node, Op, Term};

    /// `fn f(a: u8) -> u8 { a + 1 }` with a postcondition that holds of all but 7.
    fn successor() -> Program {
        let ty = INTS[6];
        let expr = |node| Expr { ty, node };
        let a = Term::Var("a".into());
        let value = Node::Bin(Op::Add, Box::new(expr(Node::Var("a".into()))), Box::new(expr(Node::Lit(1))));
        let fun = Fun {
            name: "f".into(),
            params: vec![Param { name: "a".into(), ty, shape: Shape::Value }],
            ret: ty,
            requires: vec![Claim::Cmp(">", a, Term::Lit(2))],
            ensures: vec![Claim::Cmp("!=", Term::Ret, Term::Lit(8))],
            body: Vec::new(),
            value: expr(value),
        };
        Program { funs: vec![fun], pairs: vec![], literals: vec![] }
    }

    #[test]
    fn the_oracle_sees_what_happens() {
        let folder = package::scratch("fuzz").join("self-test");
        let witness = |call: &str| Witness { program: "p0".into(), call: call.into() };
        let witnesses = [witness("p0::f(255)"), witness("f(1)"), witness("f(9)")];
        let findings = run(&folder, &[("p0".into(), successor())], &witnesses).unwrap();
        let seen: Vec<String> = findings
            .iter()
            .map(|f| format!("{} {:?}", f.call, f.violation.as_ref().map(|v| (v.kind.as_str(), v.line, v.at))))
            .collect();
        assert!(seen.contains(&"f(7) Some((\"ensures\", 0, 0))".to_owned()), "{seen:?}");
        assert!(seen.contains(&"f(255) Some((\"overflow\", 7, 5))".to_owned()), "{seen:?}");
        assert_eq!(findings[findings.len() - 2].function, "Rejected", "the precondition counts");
        assert_eq!(findings[findings.len() - 1].function, "Fine");
    }

    #[test]
    fn generated_programs_compile_and_run() {
        let programs: Vec<(String, Program)> = (0..60)
            .map(|seed| (format!("p{seed:03}"), crate::fuzz::generate::program(&mut crate::fuzz::rng::Rng(seed))))
            .collect();
        let findings = run(&package::scratch("fuzz").join("generated"), &programs, &[]).unwrap();
        let fine = findings.iter().filter(|finding| finding.violation.is_none()).count();
        assert!(fine > 40, "most programs have runs in which all is well: {fine}");
        for kind in ["overflow", "division", "index", "ensures", "requires", "assert", "loop"] {
            assert!(
                findings.iter().any(|f| f.violation.as_ref().is_some_and(|v| v.kind == kind)),
                "no {kind} violated"
            );
        }
    }
}
