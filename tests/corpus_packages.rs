//! The snippets of `corpus/*.md` as packages.
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::markdown::{self, Settings, Snippet};
use crate::package;

/// The files of the corpus.
pub fn files() -> Result<Vec<PathBuf>> {
    let folder = package::root().join("tests/corpus");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|path| {
        path.extension().is_some_and(|e| e == "md") && path.file_name().is_some_and(|n| n != "README.md")
    });
    files.sort();
    Ok(files)
}

/// A file's name without `.md`.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The snippets of a file.
pub fn snippets(path: &Path) -> Result<Vec<Snippet>> {
    let shown = format!("tests/corpus/{}.md", stem(path));
    let snippets = markdown::snippets(&fs::read_to_string(path)?).context(shown.clone())?;
    ensure!(!snippets.is_empty(), "{shown} has no snippets");
    Ok(snippets)
}

/// Snippets by their settings, each with the name of its module.
pub fn groups(snippets: &[Snippet]) -> Vec<(&Settings, Vec<(String, &Snippet)>)> {
    let mut groups: Vec<(&Settings, Vec<(String, &Snippet)>)> = Vec::new();
    for (snippet, number) in snippets.iter().zip(1..) {
        let entry = (format!("s{number:02}"), snippet);
        match groups.iter_mut().find(|(settings, _)| **settings == snippet.settings && !settings.alone) {
            Some((_, group)) => group.push(entry),
            None => groups.push((&snippet.settings, vec![entry])),
        }
    }
    groups
}

/// The source files of a group's package.
///
/// A snippet's file starts with as many empty lines as it needs for its lines to have the numbers they have in the Markdown file.
pub fn sources(group: &[(String, &Snippet)]) -> Vec<(String, String)> {
    let modules: String = group.iter().map(|(name, _)| format!("pub mod {name};\n")).collect();
    let mut sources = vec![(
        "lib.rs".to_owned(),
        format!("#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n{modules}"),
    )];
    for (name, snippet) in group {
        let padding = "\n".repeat(snippet.line as usize - 1);
        sources.push((format!("{name}.rs"), format!("use refine_spec::*;{padding}{}\n", snippet.code)));
    }
    sources
}
