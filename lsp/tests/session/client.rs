//! An editor and a checker for tests, both led step by step.
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{Connection, Message, Notification, Request, Response};
use refine_core::program::Diagnostic;
use refine_driver::{
    Cancel, CheckError, Config, Event, FunctionReport, ObligationReport, Report, SourceLocation, Verdict, Witness,
};
use refine_lsp::Checker;
use serde_json::{Value, json};

/// Longer than anything here takes, even on a loaded machine.
const SOON: Duration = Duration::from_secs(20);

/// What the checker does next.
pub enum Step {
    Emit(Event),
    Return(Box<Result<Report, CheckError>>),
    Panic,
}

/// A check that began; it goes on as the test says, or ends when it is cancelled.
pub struct Call {
    pub manifest: PathBuf,
    pub user: Config,
    pub cancel: Cancel,
    steps: Sender<Step>,
}

impl Call {
    pub fn emit(&self, event: Event) {
        self.steps.send(Step::Emit(event)).unwrap();
    }

    pub fn settle(&self, obligation: ObligationReport) {
        self.emit(Event::Settled(Box::new(obligation)));
    }

    pub fn finish(&self, functions: Vec<FunctionReport>, obligations: Vec<ObligationReport>) {
        self.steps.send(Step::Return(Box::new(Ok(Report::new(functions, obligations))))).unwrap();
    }

    pub fn end(&self, step: Step) {
        self.steps.send(step).unwrap();
    }
}

struct Puppet {
    calls: Sender<Call>,
    running: AtomicUsize,
}

impl Checker for Puppet {
    fn check(
        &self,
        manifest: &Path,
        user: &Config,
        cancel: &Cancel,
        listener: &mut dyn FnMut(Event),
    ) -> Result<Report, CheckError> {
        assert_eq!(self.running.fetch_add(1, Ordering::SeqCst), 0, "two checks at once");
        let (steps, todo) = crossbeam_channel::unbounded();
        let call = Call { manifest: manifest.to_owned(), user: user.clone(), cancel: cancel.clone(), steps };
        self.calls.send(call).unwrap();
        let outcome = loop {
            match todo.recv_timeout(Duration::from_millis(5)) {
                Ok(Step::Emit(event)) => listener(event),
                Ok(Step::Return(outcome)) => break *outcome,
                Ok(Step::Panic) => {
                    self.running.fetch_sub(1, Ordering::SeqCst);
                    panic!("the puppet panics")
                }
                Err(_) if cancel.is_cancelled() => {
                    // Too late to be of interest to anyone.
                    listener(late());
                    break Err(error("cancelled"));
                }
                Err(_) => {}
            }
        };
        self.running.fetch_sub(1, Ordering::SeqCst);
        outcome
    }
}

fn late() -> Event {
    let diagnostic = Diagnostic { error: false, code: "late", message: "late".into(), span: None, help: None };
    Event::Diagnostic(diagnostic, None)
}

/// An editor with a package on disk.
pub struct Editor {
    pub root: PathBuf,
    pub calls: Receiver<Call>,
    connection: Connection,
    server: JoinHandle<anyhow::Result<()>>,
    next: i32,
    /// Notifications and requests that came while an answer was awaited.
    pending: Vec<Message>,
}

impl Editor {
    /// Starts a session; `capabilities` are the client's.
    pub fn start(name: &str, source: &str, capabilities: Value) -> Editor {
        Editor::start_with(name, source, json!({ "capabilities": capabilities }))
    }

    /// Starts a session with all parameters of `initialize`.
    pub fn start_with(name: &str, source: &str, initialize: Value) -> Editor {
        let root = std::env::temp_dir().join(format!("refine lsp-{name}-{}", std::process::id()));
        fs::create_dir_all(root.join("src")).unwrap();
        fs::write(root.join("Cargo.toml"), "[package]\nname = \"fixture\"\n").unwrap();
        fs::write(root.join("src/lib.rs"), source).unwrap();
        let root = fs::canonicalize(root).unwrap();
        let (connection, server) = Connection::memory();
        let (to_test, calls) = crossbeam_channel::unbounded();
        let checker = Arc::new(Puppet { calls: to_test, running: AtomicUsize::new(0) });
        let server = thread::spawn(move || refine_lsp::serve(&server, checker));
        let mut editor = Editor { root, calls, connection, server, next: 1, pending: Vec::new() };
        let answer = editor.request("initialize", initialize).expect("initialize is answered");
        assert_eq!(answer["serverInfo"]["name"], "refine");
        editor.notify("initialized", json!({}));
        editor
    }

    pub fn uri(&self, path: &str) -> String {
        format!("file://{}", self.root.join(path).display()).replace(' ', "%20")
    }

    pub fn open(&self, path: &str) {
        let text = fs::read_to_string(self.root.join(path)).unwrap_or_default();
        let document = json!({ "uri": self.uri(path), "languageId": "rust", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn save(&self, path: &str) {
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": self.uri(path) } }));
    }

    pub fn notify(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.into(), params).into()).unwrap();
    }

    /// The check that begins next.
    pub fn call(&self) -> Call {
        self.calls.recv_timeout(SOON).expect("a check begins")
    }

    /// The result of a request, or the code of its error.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, i32> {
        let id = self.next.into();
        self.next += 1;
        self.connection.sender.send(Request { id, method: method.into(), params }.into()).unwrap();
        loop {
            match self.connection.receiver.recv_timeout(SOON).expect("an answer") {
                Message::Response(Response { response_result, .. }) => {
                    return response_result.map_err(|error| error.code);
                }
                other => self.pending.push(other),
            }
        }
    }

    /// The next message from the server that is no answer.
    pub fn message(&mut self) -> Message {
        if self.pending.is_empty() {
            self.connection.receiver.recv_timeout(SOON).expect("a message")
        } else {
            self.pending.remove(0)
        }
    }

    /// Parameters of the next notification of this method; others are passed over.
    pub fn notified(&mut self, method: &str) -> Value {
        loop {
            if let Message::Notification(notification) = self.message()
                && notification.method == method
            {
                return notification.params;
            }
        }
    }

    /// The next request of this method from the server, answered with null.
    pub fn asked(&mut self, method: &str) -> Value {
        loop {
            if let Message::Request(request) = self.message()
                && request.method == method
            {
                self.connection.sender.send(Response::new_ok(request.id, ()).into()).unwrap();
                return request.params;
            }
        }
    }

    /// The diagnostics that are published next.
    pub fn published(&mut self) -> (String, Vec<Value>) {
        let params = self.notified("textDocument/publishDiagnostics");
        (params["uri"].as_str().unwrap().to_owned(), params["diagnostics"].as_array().unwrap().clone())
    }

    /// The titles of a file's lenses with their lines.
    pub fn lenses(&mut self, path: &str) -> Vec<(u64, String)> {
        let params = json!({ "textDocument": { "uri": self.uri(path) } });
        let lenses = self.request("textDocument/codeLens", params).unwrap();
        let one = |lens: &Value| {
            (lens["range"]["start"]["line"].as_u64().unwrap(), lens["command"]["title"].as_str().unwrap().to_owned())
        };
        lenses.as_array().unwrap().iter().map(one).collect()
    }

    /// The hover at a position.
    pub fn hover(&mut self, path: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": self.uri(path) }, "position": position });
        self.request("textDocument/hover", params).unwrap()
    }

    /// Ends the session properly.
    pub fn stop(mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Ok(Value::Null));
        self.exit().expect("a proper end");
    }

    /// Says `exit` and hands back how the server ended.
    pub fn exit(self) -> anyhow::Result<()> {
        self.notify("exit", Value::Null);
        let outcome = self.server.join().expect("the server does not panic");
        fs::remove_dir_all(&self.root).unwrap();
        outcome
    }
}

/// The place of the `nth` occurrence of some text in a source.
pub fn place(file: &str, source: &str, what: &str, nth: usize) -> SourceLocation {
    let start = source.match_indices(what).nth(nth).expect("the text occurs").0;
    let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
    SourceLocation {
        file: file.into(),
        line: source[..start].matches('\n').count() as u32 + 1,
        column: source[line_start..start].chars().count() as u32 + 1,
        start: start as u32,
        end: (start + what.len()) as u32,
    }
}

pub fn obligation(id: &str, place: SourceLocation, verdict: Verdict) -> ObligationReport {
    let kind = if id.contains("/ensures/") { "ensures" } else { "division" };
    ObligationReport {
        claim: "r1 != 0".into(),
        message: "attempt to divide by zero".into(),
        verdict,
        ..ObligationReport::new(id.into(), kind, place)
    }
}

pub fn witness(call: &str, outcome: &str) -> Option<Witness> {
    Some(Witness { call: call.into(), outcome: outcome.into(), at: None })
}

pub fn function(name: &str, place: SourceLocation, obligations: usize) -> FunctionReport {
    FunctionReport {
        function: name.into(),
        place,
        status: "checked",
        unmodelled: Vec::new(),
        obligations,
        coverage: None,
    }
}

pub fn error(message: &str) -> CheckError {
    CheckError { code: None, message: message.into(), help: None, place: None }
}
