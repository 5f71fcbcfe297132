//! Whole sessions over a connection in memory, with a checker that does what the test says.
#![allow(missing_docs, reason = "a test")]
mod client;

use client::{Editor, Step, error, function, obligation, place, witness};
use refine_core::program::Diagnostic;
use refine_driver::{Event, Scope, Verdict};
use serde_json::{Value, json};

const LIB: &str = "src/lib.rs";
const SOURCE: &str =
    "/* ä𝄞 */ fn rescale(r1: u32, r2: u32, s: u32) -> u32 {\n    /* ä𝄞 */ s * (r2 / r1)\n}\n\nfn best() {}\n";

fn refuted() -> refine_driver::ObligationReport {
    let clause = Some(place(LIB, SOURCE, "r1: u32", 0));
    let witness = witness("rescale(0, 0, 0)", "panicked: attempt to divide by zero");
    refine_driver::ObligationReport {
        clause,
        witness,
        ..obligation("rescale/division/1", place(LIB, SOURCE, "r2 / r1", 0), Verdict::Refuted)
    }
}

#[test]
fn a_refuted_obligation_is_an_error_with_its_witness_and_its_clause() {
    let capabilities = json!({ "textDocument": { "publishDiagnostics": { "relatedInformation": true } } });
    let mut editor = Editor::start("refuted", SOURCE, capabilities);
    editor.open(LIB);
    let call = editor.call();
    assert_eq!(call.manifest, editor.root.join("Cargo.toml"));
    call.finish(vec![], vec![refuted()]);
    let (uri, diagnostics) = editor.published();
    assert_eq!(uri, editor.uri(LIB));
    let [diagnostic] = &diagnostics[..] else { panic!("{diagnostics:?}") };
    assert_eq!(diagnostic["severity"], 1);
    assert_eq!(diagnostic["code"], "division");
    assert_eq!(diagnostic["source"], "refine");
    assert_eq!(diagnostic["data"], "rescale/division/1");
    let message = diagnostic["message"].as_str().unwrap();
    assert_eq!(message, "attempt to divide by zero\ncounterexample: rescale(0, 0, 0) panicked\nclaim: r1 != 0");
    let related = &diagnostic["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], editor.uri(LIB));
    assert_eq!(related["location"]["range"]["start"]["line"], 0);
    assert_eq!(related["message"], "claimed here: r1 != 0");
    editor.stop();
}

#[test]
fn positions_are_in_the_encoding_that_was_agreed_on() {
    for (name, offer, column) in [
        ("utf8", json!(["utf-8", "utf-16"]), 4 + 13 + 5),
        ("utf16", json!(["utf-16"]), 4 + 10 + 5),
        ("utf32", json!(["utf-32"]), 4 + 9 + 5),
        ("default", Value::Null, 4 + 10 + 5),
    ] {
        let mut editor = Editor::start(name, SOURCE, json!({ "general": { "positionEncodings": offer } }));
        editor.open(LIB);
        editor.call().finish(vec![], vec![refuted()]);
        let (_, diagnostics) = editor.published();
        assert_eq!(diagnostics[0]["range"]["start"], json!({ "line": 1, "character": column }), "{name}");
        assert_eq!(diagnostics[0]["range"]["end"], json!({ "line": 1, "character": column + 7 }), "{name}");
        assert!(diagnostics[0].get("relatedInformation").is_none(), "the client did not ask for it");
        assert!(!editor.hover(LIB, 1, column + 3).is_null(), "{name}");
        assert!(editor.hover(LIB, 1, column - 1).is_null(), "{name}");
        editor.stop();
    }
}

#[test]
fn a_lens_counts_the_verdicts_of_its_function_and_leaves_out_what_is_zero() {
    let mut editor = Editor::start("lens", SOURCE, json!({ "workspace": { "codeLens": { "refreshSupport": true } } }));
    editor.open(LIB);
    let call = editor.call();
    let at = |verdict, n: usize| obligation(&format!("rescale/division/{n}"), place(LIB, SOURCE, "r2", 1), verdict);
    let mut all = vec![at(Verdict::Proved, 1), at(Verdict::Proved, 2), at(Verdict::Proved, 3), at(Verdict::Refuted, 4)];
    all[0].given = vec!["helper".into()];
    all[1].vacuous = true;
    all.extend([at(Verdict::Tested, 5), at(Verdict::Tested, 6), at(Verdict::Open, 7)]);
    let functions = vec![
        function("rescale", place(LIB, SOURCE, "rescale", 0), 7),
        function("best", place(LIB, SOURCE, "best", 0), 0),
    ];
    for function in &functions {
        call.emit(Event::Function(function.clone()));
    }
    for obligation in &all[3..6] {
        call.settle(obligation.clone());
    }
    editor.asked("workspace/codeLens/refresh");
    assert_eq!(editor.lenses(LIB)[0], (0, "✗ 1 refuted · ~ 2 tested · … 4 to go".to_owned()));
    call.finish(functions, all);
    editor.asked("workspace/codeLens/refresh");
    let lenses = editor.lenses(LIB);
    assert_eq!(lenses[0], (0, "✓ 3 proved (1 given, 1 vacuous) · ✗ 1 refuted · ~ 2 tested · ? 1 open".to_owned()));
    assert_eq!(lenses[1], (4, "nothing to prove".to_owned()));
    assert_eq!(lenses.len(), 2);
    assert_eq!(editor.lenses("src/other.rs"), []);
    editor.stop();
}

#[test]
fn findings_appear_while_the_check_runs_and_stale_ones_go_when_it_ends() {
    let mut editor = Editor::start("stale", SOURCE, json!({}));
    editor.open(LIB);
    let call = editor.call();
    call.settle(refuted());
    assert_eq!(editor.published().1.len(), 1, "before the check is over");
    call.finish(vec![], vec![refuted()]);
    editor.save(LIB);
    let call = editor.call();
    let open = obligation("rescale/division/2", place(LIB, SOURCE, "s", 1), Verdict::Open);
    call.settle(open.clone());
    let severities =
        |published: Vec<Value>| published.iter().map(|it| it["severity"].as_u64().unwrap()).collect::<Vec<_>>();
    let mut seen = severities(editor.published().1);
    seen.sort();
    assert_eq!(seen, [1, 3], "what is not settled anew stays");
    call.finish(vec![], vec![open]);
    assert_eq!(severities(editor.published().1), [3]);
    editor.save(LIB);
    editor.call().finish(vec![], vec![]);
    assert_eq!(editor.published().1, Vec::<Value>::new());
    editor.stop();
}

#[test]
fn a_save_cancels_the_running_check_and_the_next_starts_only_then() {
    let mut editor = Editor::start("cancel", SOURCE, json!({}));
    editor.open(LIB);
    let first = editor.call();
    editor.save(LIB);
    editor.save(LIB);
    // The puppet returns when it is cancelled, and fails the test if another check began before.
    let second = editor.call();
    assert!(first.cancel.is_cancelled());
    if second.cancel.is_cancelled() {
        // Whether the second save came while the first check still ran is a matter of luck.
        editor.call().finish(vec![], vec![refuted()]);
    } else {
        second.finish(vec![], vec![refuted()]);
        // The cancelled check ended with an error, which is nothing to tell.
    }
    assert_eq!(editor.published().1[0]["severity"], 1);
    editor.stop();
}

#[test]
fn opening_more_files_of_a_package_does_not_check_it_again() {
    let mut editor = Editor::start("open", SOURCE, json!({}));
    std::fs::write(editor.root.join("src/other.rs"), "").unwrap();
    editor.open(LIB);
    editor.call().finish(vec![], vec![refuted()]);
    editor.published();
    editor.open("src/other.rs");
    editor.open("src/missing.txt");
    assert_eq!(editor.lenses("src/other.rs"), []);
    assert!(editor.calls.is_empty());
    editor.stop();
}

#[test]
fn two_packages_are_checked_one_after_the_other_and_a_save_goes_first() {
    let mut editor = Editor::start("two", SOURCE, json!({}));
    std::fs::create_dir_all(editor.root.join("inner/src")).unwrap();
    std::fs::write(editor.root.join("inner/Cargo.toml"), "[package]\nname = \"inner\"\n").unwrap();
    std::fs::write(editor.root.join("inner/src/lib.rs"), "").unwrap();
    editor.open(LIB);
    let outer = editor.call();
    editor.open("inner/src/lib.rs");
    editor.save("inner/src/lib.rs");
    let inner = editor.call();
    assert!(outer.cancel.is_cancelled());
    assert_eq!(inner.manifest, editor.root.join("inner/Cargo.toml"));
    inner.finish(vec![], vec![]);
    let again = editor.call();
    assert_eq!(again.manifest, editor.root.join("Cargo.toml"));
    again.finish(vec![], vec![refuted()]);
    assert_eq!(editor.published().0, editor.uri(LIB));
    editor.stop();
}

#[test]
fn messages_of_the_front_end_are_errors_and_warnings_with_their_code() {
    let mut editor = Editor::start("front", SOURCE, json!({}));
    editor.open(LIB);
    let call = editor.call();
    let message = |error, code, place| {
        let diagnostic = Diagnostic { error, code, message: "no".into(), span: None, help: Some("yes".into()) };
        call.emit(Event::Diagnostic(diagnostic, place));
    };
    message(true, "E0100", Some(place(LIB, SOURCE, "best", 0)));
    message(false, "E0102", None);
    let mut seen = [editor.published(), editor.published()];
    seen.sort_by_key(|(uri, _)| uri.clone());
    assert_eq!(seen[0].0, editor.uri("Cargo.toml"), "without a place it is about the package");
    assert_eq!((&seen[0].1[0]["severity"], &seen[0].1[0]["code"]), (&json!(2), &json!("E0102")));
    assert_eq!((&seen[1].1[0]["severity"], &seen[1].1[0]["code"]), (&json!(1), &json!("E0100")));
    assert_eq!(seen[1].1[0]["message"], "no\nhelp: yes");
    assert_eq!(seen[1].1[0]["range"]["start"], json!({ "line": 4, "character": 3 }));
    editor.stop();
}

#[test]
fn a_check_that_fails_or_panics_is_told_and_the_session_goes_on() {
    let mut editor = Editor::start("fail", SOURCE, json!({}));
    editor.open(LIB);
    editor.call().end(Step::Return(Box::new(Err(error("the crate does not compile")))));
    assert_eq!(editor.notified("window/showMessage")["message"], "refine: the crate does not compile");
    let (uri, diagnostics) = editor.published();
    assert_eq!((uri, &diagnostics[0]["severity"]), (editor.uri("Cargo.toml"), &json!(1)));
    editor.save(LIB);
    editor.call().end(Step::Panic);
    let told = editor.notified("window/showMessage")["message"].as_str().unwrap().to_owned();
    assert!(told.contains("the puppet panics") && told.contains("report it"), "{told}");
    editor.save(LIB);
    editor.call().finish(vec![], vec![refuted()]);
    loop {
        let (uri, diagnostics) = editor.published();
        if uri == editor.uri(LIB) {
            assert_eq!(diagnostics.len(), 1);
            break;
        }
    }
    editor.stop();
}

#[test]
fn a_hover_shows_the_counterexample() {
    let mut editor =
        Editor::start("hover", SOURCE, json!({ "textDocument": { "hover": { "contentFormat": ["markdown"] } } }));
    editor.open(LIB);
    editor.call().finish(vec![], vec![refuted()]);
    editor.published();
    let hover = editor.hover(LIB, 1, 20);
    assert_eq!(hover["contents"]["kind"], "markdown");
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(
        text.contains("✗ refuted") && text.contains("rescale(0, 0, 0) // panicked: attempt to divide by zero"),
        "{text}"
    );
    assert!(editor.hover(LIB, 3, 0).is_null());
    assert!(editor.hover("src/other.rs", 1, 20).is_null());
    editor.stop();
}

#[test]
fn progress_is_shown_once_the_client_agreed_and_can_cancel_the_check() {
    let mut editor = Editor::start("progress", SOURCE, json!({ "window": { "workDoneProgress": true } }));
    editor.open(LIB);
    let call = editor.call();
    let token = editor.asked("window/workDoneProgress/create")["token"].clone();
    let begin = editor.notified("$/progress");
    assert_eq!((&begin["token"], &begin["value"]["kind"]), (&token, &json!("begin")));
    call.emit(Event::Progress { step: "proving rescale".into(), done: 1, total: 4 });
    let report = editor.notified("$/progress");
    assert_eq!((&report["value"]["message"], &report["value"]["percentage"]), (&json!("proving rescale"), &json!(25)));
    editor.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    assert_eq!(editor.notified("$/progress")["value"]["kind"], "end");
    assert!(call.cancel.is_cancelled());
    editor.stop();
}

#[test]
fn what_makes_no_sense_is_refused_and_the_session_goes_on() {
    let mut editor = Editor::start("odd", SOURCE, json!({}));
    assert_eq!(editor.request("textDocument/rename", json!({})), Err(-32601));
    assert_eq!(editor.request("textDocument/hover", json!({ "position": "here" })), Err(-32602));
    assert_eq!(editor.request("textDocument/codeLens", json!([1])), Err(-32602));
    assert_eq!(editor.request("initialize", json!({})), Err(-32600));
    editor.notify("textDocument/didOpen", json!({ "textDocument": 7 }));
    editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": "untitled:1" } }));
    editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": "file:///nowhere/at/all.rs" } }));
    editor.notify("no/such/thing", Value::Null);
    let lens = json!({ "textDocument": { "uri": "untitled:1" } });
    assert_eq!(editor.request("textDocument/codeLens", lens), Ok(json!([])));
    assert!(editor.calls.is_empty());
    assert_eq!(editor.request("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(editor.request("textDocument/codeLens", json!({})), Err(-32600), "after `shutdown`");
    editor.exit().unwrap();
}

#[test]
fn an_exit_without_shutdown_is_an_error_and_cancels_the_check() {
    let editor = Editor::start("exit", SOURCE, json!({}));
    editor.open(LIB);
    let call = editor.call();
    assert!(editor.exit().unwrap_err().to_string().contains("shutdown"));
    assert!(call.cancel.is_cancelled());
}

#[test]
fn options_of_the_editor_reach_the_check() {
    let options = json!({ "capabilities": {}, "initializationOptions": { "scope": "all", "vectors": 3 } });
    let editor = Editor::start_with("options", SOURCE, options);
    editor.open(LIB);
    let call = editor.call();
    assert_eq!((call.user.scope, call.user.vectors), (Some(Scope::All), Some(3)));
    call.finish(vec![], vec![]);
    editor.stop();
    let mut editor = Editor::start_with("wrong", SOURCE, json!({ "initializationOptions": { "scope": "some" } }));
    assert!(editor.notified("window/showMessage")["message"].as_str().unwrap().contains("some"));
    editor.stop();
}
