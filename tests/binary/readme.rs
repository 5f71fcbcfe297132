//! The README's list of what is modelled is made from the corpus, where each line of it is shown.
//!
//! A line `*Modelled:* …` or `*Run only:* …` below a heading of the corpus is one entry; the snippets below the heading are its evidence.
//! `REFINE_BLESS=1` writes the list anew.
use std::fs;

use refine_tests::markdown::{self, Claim, Snippet};
use refine_tests::package;

const BEGIN: &str = "<!-- made from tests/corpus: REFINE_BLESS=1 cargo test -p refine-tests --test readme -->\n";
const END: &str = "<!-- end -->\n";

/// An entry of the list.
struct Cell {
    file: String,
    /// The heading that it stands below; none for the file's own.
    heading: Option<String>,
    modelled: bool,
    text: String,
}

fn cells(file: &str, text: &str) -> Vec<Cell> {
    let (mut heading, mut cells) = (None, Vec::new());
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = Some(title.to_owned());
        }
        for (mark, modelled) in [("*Modelled:* ", true), ("*Run only:* ", false)] {
            if let Some(text) = line.strip_prefix(mark) {
                cells.push(Cell { file: file.to_owned(), heading: heading.clone(), modelled, text: text.to_owned() });
            }
        }
    }
    cells
}

/// What is modelled has a case that is proved and one in which a bug is found; what is only run has one that is not proved.
fn is_shown(cell: &Cell, snippets: &[Snippet]) -> bool {
    let below = |snippet: &&Snippet| cell.heading.as_ref().is_none_or(|heading| *heading == snippet.title);
    let claims: Vec<&Claim> =
        snippets.iter().filter(below).flat_map(|one| &one.expected).map(|one| &one.claim).collect();
    let has = |wanted: &[&str]| {
        claims.iter().any(|claim| matches!(claim, Claim::Verdict { verdict, .. } if wanted.contains(verdict)))
    };
    if cell.modelled { has(&["proved"]) && has(&["refuted"]) } else { has(&["tested", "open", "refuted"]) }
}

fn table(cells: &[Cell]) -> String {
    let column = |modelled: bool| cells.iter().filter(move |cell| cell.modelled == modelled);
    let text = |cell: &Cell| {
        // As GitHub makes them: without punctuation.
        let plain =
            |heading: &String| heading.to_lowercase().replace(|c: char| !c.is_alphanumeric() && !" -_".contains(c), "");
        let anchor = cell.heading.as_ref().map(|heading| format!("#{}", plain(heading).replace(' ', "-")));
        format!("[{}](tests/corpus/{}{})", cell.text, cell.file, anchor.unwrap_or_default())
    };
    let list = |title: &str, modelled: bool| {
        let all: Vec<String> = column(modelled).map(text).collect();
        format!("{title}\n{}.\n\n", all.join(" ·\n"))
    };
    let modelled = list("Claims about these can be **proved**:", true);
    format!(
        "\n{modelled}{}",
        list("These are only **run**, so that claims about them are tested or refuted, and not proved:", false)
    )
}

#[test]
fn the_readme_says_what_the_corpus_shows() {
    let corpus = package::root().join("tests/corpus");
    let mut files: Vec<_> = fs::read_dir(&corpus).unwrap().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "md")) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(file).unwrap();
        if name == "README.md" {
            continue;
        }
        let snippets = markdown::snippets(&text).unwrap();
        for cell in cells(&name, &text) {
            assert!(is_shown(&cell, &snippets), "no snippet of {name} shows that this is so: {}", cell.text);
            all.push(cell);
        }
    }
    let path = package::root().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once(BEGIN).expect("the README marks where the list begins");
    let (old, after) = rest.split_once(END).expect("the README marks where the list ends");
    let new = table(&all);
    if std::env::var_os("REFINE_BLESS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{new}{END}{after}")).unwrap();
    } else {
        assert_eq!(old, new, "the README's list is stale: REFINE_BLESS=1 writes it anew");
    }
}
