//! Snippets of Rust in Markdown, with what is expected of them in comments.
//!
//! The format is described in `corpus/README.md`.
use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result, bail, ensure};

/// What a comment `//~ …` claims about its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// An obligation of this kind has this verdict.
    Verdict {
        /// `proved`, `given`, `vacuous`, `refuted`, `tested` or `open`.
        verdict: &'static str,
        /// The obligation's kind.
        kind: String,
        /// The witness as a call, if the test insists on one.
        witness: Option<String>,
    },
    /// The input is rejected with this code.
    Error(String),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Verdict { verdict, kind, witness: None } => write!(f, "{verdict} {kind}"),
            Claim::Verdict { verdict, kind, witness: Some(call) } => write!(f, "{verdict} {kind}: {call}"),
            Claim::Error(code) => write!(f, "error {code}"),
        }
    }
}

/// A claim with the line (of the Markdown file) that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// From 1.
    pub line: u32,
    /// The claim.
    pub claim: Claim,
}

/// How a snippet is to be checked. Snippets with equal settings share a package.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// Only annotated functions, instead of all.
    pub annotated: bool,
    /// Only what others can call must cope with all arguments; the rest is judged through its callers.
    pub entry_public: bool,
    /// `panic`, `wrap` or `ignore`; empty for the default.
    pub overflow: String,
    /// Prove only.
    pub no_run: bool,
    /// How many inputs are wanted for each function, if it matters.
    pub vectors: Option<usize>,
    /// Nothing else in its package. Set for snippets that expect an error.
    pub alone: bool,
}

/// A block of Rust.
#[derive(Clone, Debug)]
pub struct Snippet {
    /// The heading above it.
    pub title: String,
    /// The line of its first line of code in the Markdown file, from 1.
    pub line: u32,
    /// The code.
    pub code: String,
    /// How to check it.
    pub settings: Settings,
    /// What is expected.
    pub expected: Vec<Expectation>,
    /// How many obligations of each kind there are, by `//= 2 overflow, 1 index`.
    pub inventory: BTreeMap<String, usize>,
    /// The line of that comment, or of the end of the block.
    pub inventory_line: u32,
}

const VERDICTS: [&str; 6] = ["proved", "given", "vacuous", "refuted", "tested", "open"];

/// The snippets of a Markdown file. A snippet that expects nothing is an error: it could not fail.
pub fn snippets(text: &str) -> Result<Vec<Snippet>> {
    let mut found = Vec::new();
    let mut title = String::new();
    let mut lines = text.lines().zip(1u32..);
    while let Some((line, number)) = lines.next() {
        if let Some(heading) = line.strip_prefix('#') {
            title = heading.trim_start_matches('#').trim().to_owned();
        }
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let code: Vec<&str> =
            lines.by_ref().map(|(line, _)| line).take_while(|line| line.trim_end() != "```").collect();
        if info == "rust" || info.starts_with("rust,") {
            let snippet =
                snippet(&title, info, number + 1, &code).with_context(|| format!("block at line {number}"))?;
            found.push(snippet);
        }
    }
    Ok(found)
}

fn snippet(title: &str, info: &str, line: u32, code: &[&str]) -> Result<Snippet> {
    let mut settings = Settings::default();
    for word in info.split(',').skip(1) {
        match word.trim().split_once('=') {
            None if word == "no-run" => settings.no_run = true,
            Some(("scope", "annotated")) => settings.annotated = true,
            Some(("entry", "public")) => settings.entry_public = true,
            Some(("overflow", mode)) => settings.overflow = mode.to_owned(),
            Some(("vectors", number)) => settings.vectors = Some(number.parse().context("`vectors=` takes a number")?),
            _ => bail!("unknown word in the info string: `{word}`"),
        }
    }
    let mut expected = Vec::new();
    let (mut inventory, mut inventory_line) = (BTreeMap::new(), line + code.len() as u32);
    for (text, number) in code.iter().zip(line..) {
        if let Some(list) = text.trim_start().strip_prefix("//=") {
            inventory = counts(list).with_context(|| format!("line {number}"))?;
            inventory_line = number;
        }
        if let Some((_, comment)) = text.split_once("//~") {
            expectations(comment, number, &mut expected).with_context(|| format!("line {number}"))?;
        }
    }
    ensure!(!expected.is_empty(), "a snippet must expect something (`//~ …`)");
    if expected.iter().any(|e| matches!(e.claim, Claim::Error(_))) {
        settings.alone = true;
        settings.no_run = true;
    }
    Ok(Snippet { title: title.to_owned(), line, code: code.join("\n"), settings, expected, inventory, inventory_line })
}

/// `2 overflow, 1 index`.
fn counts(list: &str) -> Result<BTreeMap<String, usize>> {
    let one = |part: &str| {
        let (number, kind) = part.trim().split_once(' ').context("expected `number kind, …` after `//=`")?;
        Ok((kind.trim().to_owned(), number.parse().context("expected a number of obligations")?))
    };
    list.split(',').filter(|part| !part.trim().is_empty()).map(one).collect()
}

fn expectations(comment: &str, line: u32, found: &mut Vec<Expectation>) -> Result<()> {
    let claims = comment.trim_start_matches('^');
    let line = line - (comment.len() - claims.len()) as u32;
    for claim in claims.split(';') {
        let (head, witness) = match claim.split_once(": ") {
            Some((head, call)) => (head, Some(call.trim().to_owned())),
            None => (claim, None),
        };
        let words: Vec<&str> = head.split_whitespace().collect();
        let [verdict, kind] = words[..] else { bail!("expected `verdict kind` in `{}`", claim.trim()) };
        let claim = match VERDICTS.into_iter().find(|known| *known == verdict) {
            Some(verdict) => Claim::Verdict { verdict, kind: kind.to_owned(), witness },
            None if verdict == "error" => Claim::Error(kind.to_owned()),
            None => bail!("unknown verdict `{verdict}`"),
        };
        found.push(Expectation { line, claim });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_claims_with_their_lines() {
        let text = "# Division\n\n```rust,overflow=wrap\nfn f(x: u8) -> u8 {\n    1 / x //~ refuted division: f(0); proved overflow\n    //~^ open unmodelled\n}\n```\n";
        let [snippet] = &snippets(text).unwrap()[..] else { panic!("one snippet") };
        assert_eq!(snippet.title, "Division");
        assert_eq!(snippet.line, 4);
        assert_eq!(snippet.settings, Settings { overflow: "wrap".into(), ..Settings::default() });
        let shown: Vec<String> = snippet.expected.iter().map(|e| format!("{} {}", e.line, e.claim)).collect();
        assert_eq!(shown, ["5 refuted division: f(0)", "5 proved overflow", "5 open unmodelled"]);
    }

    #[test]
    fn an_expected_error_stands_alone() {
        let [snippet] = &snippets("```rust\n#[requires(x = 1)] //~ error E0101\nfn f(x: u8) {}\n```").unwrap()[..]
        else {
            panic!("one snippet")
        };
        assert!(snippet.settings.alone && snippet.settings.no_run);
    }

    #[test]
    fn rejects_what_could_not_fail() {
        assert!(snippets("```rust\nfn f() {}\n```").is_err(), "no expectation");
        assert!(snippets("```rust\nfn f() {} //~ prooved panic\n```").is_err(), "misspelled verdict");
        assert!(snippets("```rust,scope=everything\nfn f() {} //~ proved panic\n```").is_err(), "unknown setting");
        assert!(snippets("```text\nno rust\n```").unwrap().is_empty(), "other languages are prose");
    }
}
