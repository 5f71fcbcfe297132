//! The generated crate under the real compiler.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A line of a generated crate, with the item that it is about; none for what only serves others.
pub struct Line {
    pub item: Option<String>,
    pub code: String,
}

/// What rustc says against a crate: by item, the first message. Errors elsewhere are of the item `""`.
pub fn errors(folder: &Path, head: &str, lines: &[Line]) -> BTreeMap<String, String> {
    let root = write(folder, head, lines);
    let output = Command::new("rustc")
        // The real library has traits without which its signatures cannot be written, and which only it may name.
        .env("RUSTC_BOOTSTRAP", "1")
        .args([
            "--edition=2024",
            "--crate-type=lib",
            "--emit=metadata",
            "--extern=alloc",
            "--extern=proc_macro",
            "--error-format=short",
            "-o",
        ])
        .arg(folder.join("declarations.rmeta"))
        .arg(&root)
        .output()
        .expect("rustc is there");
    let first = head.lines().count();
    let mut found = BTreeMap::new();
    for message in String::from_utf8_lossy(&output.stderr).lines() {
        let Some(message) = Message::read(message) else { continue };
        let of = message.line.checked_sub(first + 1).and_then(|at| lines.get(at)?.item.clone());
        found.entry(of.unwrap_or_default()).or_insert(message.text);
    }
    if !output.status.success() && found.is_empty() {
        found.insert(String::new(), String::from_utf8_lossy(&output.stderr).into_owned());
    }
    found
}

fn write(folder: &Path, head: &str, lines: &[Line]) -> PathBuf {
    std::fs::create_dir_all(folder).expect("a scratch folder");
    let root = folder.join("declarations.rs");
    let mut text = head.to_owned();
    for line in lines {
        text.push_str(&line.code);
        text.push('\n');
    }
    std::fs::write(&root, text).expect("a file in it");
    root
}

/// An error of rustc.
struct Message {
    line: usize,
    text: String,
}

impl Message {
    /// `path:line:column: error[E0308]: text`, with what follows on further lines left out.
    fn read(text: &str) -> Option<Message> {
        let (place, text) = text.split_once(": error")?;
        let mut place = place.rsplit(':');
        let (_, line) = (place.next()?, place.next()?);
        Some(Message { line: line.parse().ok()?, text: text.trim_start_matches(": ").to_owned() })
    }
}
