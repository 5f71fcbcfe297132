//! The calls compiled against the real library, and run.
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use quote::quote;
use syn::Type;

use super::cases::Case;
use super::wire::V;

/// The part of the program that reads vectors, calls and writes what comes of it.
pub const RUNTIME: &str = concat!(include_str!("wire.rs"), include_str!("runtime.rs"));

/// The table of all functions, and what calls each.
pub fn dispatch(cases: &[Case]) -> String {
    let names: String = (0..cases.len()).map(|at| format!("run{at},")).collect();
    let mut text = format!("use ::std::cmp::Ordering; fn main() {{ support::run(&[{names}]); }}\n");
    for (at, case) in cases.iter().enumerate() {
        let (mut setup, mut args, mut outs) = (String::new(), String::new(), String::new());
        for (n, ty) in case.params.iter().enumerate() {
            let is_mut = matches!(ty, Type::Reference(reference) if reference.mutability.is_some());
            let ty = quote!(#ty).to_string().replace("& 'static", "&").replace('&', "&'static ");
            _ = write!(setup, "let a{n}: {ty} = Arg::arg(&v[{n}]);");
            if is_mut {
                _ = write!(setup, "let p{n} = &raw mut *a{n};");
                _ = write!(outs, "out.push('|'); unsafe {{ out.push_str(&(*p{n}).show().text()); }}");
            }
            _ = write!(args, "a{n},");
        }
        let path = &case.path;
        _ = writeln!(
            text,
            "fn run{at}(v: &[V]) -> String {{ let mut out = String::new(); {setup} {{ let r = {path}({args}); out.push_str(&r.show().text()); }} {outs} out }}"
        );
    }
    text
}

/// Compiles the program, unless that was done before.
pub fn compile(folder: &Path, text: &str) {
    let (source, program) = (folder.join("models.rs"), folder.join("models"));
    std::fs::create_dir_all(folder).expect("a scratch folder");
    let compiler = Command::new("rustc").arg("-V").output().expect("rustc is there").stdout;
    let text = format!("{text}// {}\n", String::from_utf8_lossy(&compiler).trim());
    if program.exists() && std::fs::read_to_string(&source).is_ok_and(|known| known == text) {
        return;
    }
    _ = std::fs::remove_file(&program);
    std::fs::write(&source, text).expect("a file in it");
    let output = Command::new("rustc")
        // The real library has traits without which its signatures cannot be written, and which only it may name.
        .env("RUSTC_BOOTSTRAP", "1")
        .args([
            "--edition=2024",
            "-Coverflow-checks=on",
            "-Cdebug-assertions=off",
            "-Copt-level=0",
            "-Ccodegen-units=8",
            "--extern=alloc",
        ])
        .args(["--error-format=short", "-o"])
        .args([&program, &source])
        .output()
        .expect("rustc is there");
    if !output.status.success() {
        _ = std::fs::remove_file(&source);
        panic!("{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Runs the program on vectors. Where a call takes longer than so many seconds (`?hangs`) or ends the process (`?ends`), it is started anew behind that one.
pub fn run(folder: &Path, vectors: &[(usize, Vec<V>)], patience: u32) -> Vec<String> {
    let text: Vec<String> =
        vectors.iter().map(|(case, args)| format!("{case} {}", V::Tuple(args.clone()).text())).collect();
    let file = folder.join("vectors.txt");
    std::fs::write(&file, text.join("\n")).expect("a file for vectors");
    let mut results: Vec<String> = Vec::new();
    while results.len() < vectors.len() {
        let output = Command::new(folder.join("models"))
            .arg(&file)
            .args([results.len().to_string(), patience.to_string()])
            .output();
        let output = output.expect("the program starts");
        results.extend(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned));
        if results.len() < vectors.len() {
            results.push(if output.status.code() == Some(9) { "?hangs" } else { "?ends" }.to_owned());
        }
    }
    results
}
