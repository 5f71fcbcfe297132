//! The list of what is not run, and why: `unrun.txt`. It is written anew where `REFINE_BLESS` is set.
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Starts the reason of a function whose call does not compile: nobody finds that out anew in each run.
const NO_CALL: &str = "no such call: ";

/// What is not run: the functions by the reason.
pub struct Unrun {
    pub blessed: bool,
    uncalled: BTreeMap<String, String>,
    listed: BTreeMap<String, BTreeSet<String>>,
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/std/run/unrun.txt")
}

impl Unrun {
    pub fn read() -> Unrun {
        let text = std::fs::read_to_string(file()).unwrap_or_default();
        let mut listed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut why = String::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            match line.strip_prefix("# ") {
                Some(reason) => reason.clone_into(&mut why),
                None => _ = listed.entry(why.clone()).or_default().insert(line.to_owned()),
            }
        }
        let blessed = std::env::var_os("REFINE_BLESS").is_some();
        let uncalled = listed.iter().filter(|(why, _)| why.starts_with(NO_CALL) && !blessed);
        let uncalled = uncalled.flat_map(|(why, items)| items.iter().map(|item| (item.clone(), why.clone()))).collect();
        Unrun { blessed, uncalled, listed }
    }

    /// Why a function is not called.
    pub fn uncalled(&self, item: &str) -> Option<String> {
        self.uncalled.get(item).cloned()
    }

    /// What rustc says against calls.
    pub fn cannot_call(&mut self, wrong: BTreeMap<String, String>) {
        self.uncalled.extend(wrong.into_iter().map(|(item, why)| {
            let why = why.split(": ").find(|part| !part.starts_with('[')).unwrap_or(&why);
            let why = if why.starts_with("the method `seen`") { "its result is not looked into" } else { why };
            (item, format!("{NO_CALL}{why}"))
        }));
    }

    /// The list and what was found must be the same.
    pub fn compare(&self, found: &BTreeMap<String, BTreeSet<String>>) {
        if self.blessed {
            let group = |(why, items): (&String, &BTreeSet<String>)| {
                let items: Vec<&str> = items.iter().map(String::as_str).collect();
                format!("# {why}\n{}\n", items.join("\n"))
            };
            let text: Vec<String> = found.iter().map(group).collect();
            return std::fs::write(file(), text.join("\n")).expect("the list is written");
        }
        let flat = |of: &BTreeMap<String, BTreeSet<String>>| -> BTreeSet<String> {
            of.iter().flat_map(|(why, items)| items.iter().map(move |item| format!("{item}: {why}"))).collect()
        };
        let (listed, found) = (flat(&self.listed), flat(found));
        let list = |of: Vec<&String>| of.into_iter().map(|item| format!("\n{item}")).collect::<String>();
        let (new, idle) = (list(found.difference(&listed).collect()), list(listed.difference(&found).collect()));
        assert!(
            new.is_empty() && idle.is_empty(),
            "not run and not listed:{new}\nlisted and not so:{idle}\nREFINE_BLESS=1 writes the list anew"
        );
    }
}
