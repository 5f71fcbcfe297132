//! `--coverage`: what the runs got to, function by function, and what was the same in all of them.
use std::io::{self, Write};

use codespan_reporting::term::termcolor::Buffer;
use refine_driver::{FunctionReport, Missed, Report, Share};

use crate::output::phrases::{self, count};

/// Writes it, if it was measured.
pub fn write(report: &Report, out: &mut Buffer) -> io::Result<()> {
    let (run, not): (Vec<&FunctionReport>, Vec<&FunctionReport>) =
        report.functions.iter().partition(|function| function.coverage.is_some());
    writeln!(out, "coverage of the runs:")?;
    for function in run {
        let Some(coverage) = &function.coverage else { continue };
        writeln!(
            out,
            "  {}: {}, {}, {}",
            function.function,
            share(coverage.branches, "branch", "branches"),
            share(coverage.obligations, "claim", "claims"),
            count(coverage.vectors, "vector"),
        )?;
        coverage.missed.iter().try_for_each(|one| writeln!(out, "    {}", missed(one)))?;
        coverage.unreached.iter().try_for_each(|id| writeln!(out, "    no run reached {id}"))?;
    }
    if !not.is_empty() {
        let names: Vec<&str> = not.iter().map(|function| function.function.as_str()).collect();
        writeln!(
            out,
            "  not run: {} (functions whose claims are all proved are only run with --audit; `refine explain` says why others are not)",
            names.join(", ")
        )?;
    }
    writeln!(out)
}

fn share(Share { reached, all }: Share, one: &str, many: &str) -> String {
    format!("{reached} of {all} {}", if all == 1 { one } else { many })
}

fn missed(one: &Missed) -> String {
    let (at, condition) = (phrases::at(&one.place), &one.condition);
    match one.vectors {
        0 => format!("{at}: `{condition}` was {}", one.runs),
        vectors => format!("{at}: `{condition}` was {} in {}", one.runs, count(vectors, "run")),
    }
}
