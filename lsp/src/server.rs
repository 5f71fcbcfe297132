//! The session: one loop over the editor's messages and the worker's notes. It owns all state.
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use anyhow::bail;
use crossbeam_channel::{Receiver, Sender};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{
    CodeLensParams, CodeLensRefreshRequest, Diagnostic, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, HoverParams, MessageType, ProgressParams, ProgressToken, PublishDiagnosticsNotification,
    PublishDiagnosticsParams, Uri, WorkDoneProgressCreateParams, WorkDoneProgressCreateRequest,
};
use refine_driver::{Cancel, CheckError, Event, Report};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::checker::Checker;
use crate::findings::Findings;
use crate::handshake;
use crate::outbox::Outbox;
use crate::render;
use crate::settings::Settings;
use crate::uri;
use crate::worker::{self, Job, Note};

/// How often findings of a running check are published at most.
const BEAT: Duration = Duration::from_millis(150);

/// How long a running check may take to notice, at the end of the session, that it is cancelled.
const PATIENCE: Duration = Duration::from_secs(3);

/// Serves one session over a connection, until `exit`.
///
/// # Errors
/// If the client leaves without the `shutdown` request.
pub fn serve(connection: &Connection, checker: Arc<dyn Checker>) -> anyhow::Result<()> {
    let outbox = Outbox::new(connection);
    let Some(settings) = handshake::initialize(connection, &outbox) else {
        bail!("the editor disconnected before it sent `initialize`")
    };
    let (jobs, notes) = worker::start(checker)?;
    let mut server = Server {
        outbox,
        settings,
        jobs,
        packages: BTreeMap::new(),
        documents: HashMap::new(),
        shown: BTreeMap::new(),
        queue: VecDeque::new(),
        running: None,
        stale: None,
        refresh: None,
        shut_down: false,
    };
    server.run(&connection.receiver, &notes);
    if !server.shut_down {
        bail!("the editor disconnected without a `shutdown` request");
    }
    Ok(())
}

struct Server<'a> {
    outbox: Outbox<'a>,
    settings: Settings,
    jobs: Sender<Job>,
    /// By manifest.
    packages: BTreeMap<PathBuf, Package>,
    /// Open documents by real path, as the client spells them.
    documents: HashMap<PathBuf, Uri>,
    /// What was published last, of those files that have diagnostics.
    shown: BTreeMap<PathBuf, Vec<Diagnostic>>,
    /// Manifests of packages to check, the next one first.
    queue: VecDeque<PathBuf>,
    running: Option<Running>,
    /// Since when something is to be published.
    stale: Option<Instant>,
    /// The request to fetch lenses again that is not answered yet, and whether lenses changed since.
    refresh: Option<(RequestId, bool)>,
    shut_down: bool,
}

struct Package {
    findings: Findings,
    /// When its last check began.
    checked: SystemTime,
}

struct Running {
    manifest: PathBuf,
    cancel: Cancel,
    progress: Progress,
}

/// Progress is shown once the client agreed to the token.
enum Progress {
    None,
    Asked(RequestId, ProgressToken),
    Shown(ProgressToken),
}

impl Server<'_> {
    fn run(&mut self, messages: &Receiver<Message>, notes: &Receiver<Note>) {
        loop {
            let beat = match self.stale {
                Some(since) => crossbeam_channel::at(since + BEAT),
                None => crossbeam_channel::never(),
            };
            crossbeam_channel::select! {
                recv(messages) -> message => match message {
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(notification)) if notification.method == "exit" => break,
                    Ok(Message::Notification(notification)) => self.notification(notification),
                    Ok(Message::Response(response)) => self.response(&response.id, response.response_result.is_ok()),
                    Err(_) => break,
                },
                recv(notes) -> note => match note {
                    Ok(Note::Event(event)) => self.event(event),
                    Ok(Note::Done(outcome)) => self.done(outcome.map(|report| *report)),
                    Err(_) => break,
                },
                recv(beat) -> _ => self.publish(),
            }
        }
        if let Some(running) = self.running.take() {
            running.cancel.cancel();
            let deadline = Instant::now() + PATIENCE;
            while let Ok(Note::Event(_)) = notes.recv_deadline(deadline) {}
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.shut_down {
            return self.outbox.refuse(id, ErrorCode::InvalidRequest, "the session is shut down".to_owned());
        }
        match method.as_str() {
            "shutdown" => {
                self.shut_down = true;
                self.queue.clear();
                if let Some(running) = &self.running {
                    running.cancel.cancel();
                }
                self.outbox.answer(id, ());
            }
            "textDocument/codeLens" => match parse::<CodeLensParams>(params) {
                Ok(params) => {
                    let path = real_path(&params.text_document.uri);
                    let packages = self.packages.values().filter_map(|it| Some((it, path.as_deref()?)));
                    let lenses = packages.flat_map(|(it, path)| it.findings.lenses(path, self.settings.encoding));
                    self.outbox.answer(id, lenses.collect::<Vec<_>>());
                }
                Err(error) => self.outbox.refuse(id, ErrorCode::InvalidParams, error),
            },
            "textDocument/hover" => match parse::<HoverParams>(params) {
                Ok(params) => {
                    let at = params.text_document_position_params;
                    let path = real_path(&at.text_document.uri);
                    let hover = path.and_then(|path| {
                        self.packages.values().find_map(|it| it.findings.hover(&path, at.position, &self.settings))
                    });
                    self.outbox.answer(id, hover);
                }
                Err(error) => self.outbox.refuse(id, ErrorCode::InvalidParams, error),
            },
            "initialize" => {
                self.outbox.refuse(id, ErrorCode::InvalidRequest, "the session is already initialized".to_owned());
            }
            _ => self.outbox.refuse(id, ErrorCode::MethodNotFound, format!("refine does not support `{method}`")),
        }
    }

    /// Notifications cannot be answered, so one that makes no sense is passed over.
    fn notification(&mut self, notification: Notification) {
        if self.shut_down {
            return;
        }
        let params = notification.params;
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(params) = parse::<DidOpenTextDocumentParams>(params) {
                    self.opened(params.text_document.uri);
                }
            }
            "textDocument/didSave" => {
                if let Ok(params) = parse::<DidSaveTextDocumentParams>(params) {
                    self.saved(&params.text_document.uri);
                }
            }
            "textDocument/didClose" => {
                if let Some(path) =
                    parse::<DidCloseTextDocumentParams>(params).ok().and_then(|it| real_path(&it.text_document.uri))
                {
                    self.documents.remove(&path);
                }
            }
            "window/workDoneProgress/cancel" => {
                if let Some(running) = &self.running {
                    let token = params.get("token").cloned();
                    if matches!(&running.progress, Progress::Shown(shown) if serde_json::to_value(shown).ok() == token)
                    {
                        running.cancel.cancel();
                    }
                }
            }
            _ => {}
        }
    }

    fn response(&mut self, id: &RequestId, ok: bool) {
        if let Some((request, again)) = &self.refresh
            && request == id
        {
            let again = *again;
            self.refresh = None;
            if again && ok {
                self.refresh_lenses();
            }
        } else if let Some(running) = &mut self.running
            && let Progress::Asked(request, token) = &running.progress
            && request == id
        {
            let token = token.clone();
            if !ok {
                running.progress = Progress::None;
                return;
            }
            let name = running.manifest.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            let begin =
                json!({ "kind": "begin", "title": format!("refine {name}"), "cancellable": true, "percentage": 0 });
            self.outbox
                .notify::<lsp_types::ProgressNotification>(ProgressParams { token: token.clone(), value: begin });
            running.progress = Progress::Shown(token);
        }
    }

    /// Checks the document's package unless what is known of it is from after the document's last change.
    fn opened(&mut self, uri: Uri) {
        let Some((path, manifest)) = package_of(&uri) else { return };
        let modified = fs::metadata(&path).and_then(|file| file.modified());
        let known = self.packages.get(&manifest).zip(modified.ok()).is_some_and(|(it, modified)| modified < it.checked);
        self.documents.insert(path, uri);
        if !known && !self.queue.contains(&manifest) {
            self.queue.push_back(manifest);
            self.check_next();
        }
    }

    /// Checks the document's package before all else; a running check gives way.
    fn saved(&mut self, uri: &Uri) {
        let Some((_, manifest)) = package_of(uri) else { return };
        self.queue.retain(|queued| *queued != manifest);
        if let Some(running) = &self.running {
            running.cancel.cancel();
            if running.manifest != manifest && !self.queue.contains(&running.manifest) {
                self.queue.push_front(running.manifest.clone());
            }
        }
        self.queue.push_front(manifest);
        self.check_next();
    }

    /// Starts the next check if none runs.
    fn check_next(&mut self) {
        if self.running.is_some() {
            return;
        }
        let Some(manifest) = self.queue.pop_front() else { return };
        let new = || Package { findings: Findings::new(manifest.clone()), checked: SystemTime::UNIX_EPOCH };
        let package = self.packages.entry(manifest.clone()).or_insert_with(new);
        package.checked = SystemTime::now();
        package.findings.start();
        let cancel = Cancel::default();
        let progress = if self.settings.progress {
            let since = package.checked.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let token = ProgressToken::String(format!("refine/{}", since.as_nanos()));
            let params = WorkDoneProgressCreateParams { token: token.clone() };
            Progress::Asked(self.outbox.request::<WorkDoneProgressCreateRequest>(params), token)
        } else {
            Progress::None
        };
        let job = Job { manifest: manifest.clone(), user: self.settings.user.clone(), cancel: cancel.clone() };
        self.running = Some(Running { manifest, cancel, progress });
        // The worker lives as long as the sender does.
        let _ = self.jobs.send(job);
    }

    fn event(&mut self, event: Event) {
        let Some(running) = &self.running else { return };
        if running.cancel.is_cancelled() {
            return;
        }
        if let Event::Progress { step, done, total } = &event {
            if let Progress::Shown(token) = &running.progress {
                let percentage = done * 100 / (*total).max(1);
                let value = json!({ "kind": "report", "message": step, "percentage": percentage.min(100), "cancellable": true });
                self.outbox.notify::<lsp_types::ProgressNotification>(ProgressParams { token: token.clone(), value });
            }
            return;
        }
        if let Some(package) = self.packages.get_mut(&running.manifest) {
            package.findings.event(event);
            self.stale.get_or_insert_with(Instant::now);
        }
    }

    fn done(&mut self, outcome: Result<Report, CheckError>) {
        let Some(running) = self.running.take() else { return };
        if let Progress::Shown(token) = running.progress {
            self.outbox
                .notify::<lsp_types::ProgressNotification>(ProgressParams { token, value: json!({ "kind": "end" }) });
        }
        if let Some(package) = self.packages.get_mut(&running.manifest) {
            if running.cancel.is_cancelled() {
                package.findings.abandon();
            } else {
                let before = package.findings.failure().map(render::failure_text);
                let errors = outcome.as_ref().map_or(0, |report| report.summary.internal_errors);
                package.findings.finish(outcome);
                // Once, not after every save.
                let failure =
                    package.findings.failure().map(render::failure_text).filter(|it| before.as_ref() != Some(it));
                if let Some(failure) = failure {
                    self.outbox.show(MessageType::Error, format!("refine: {failure}"));
                }
                if errors > 0 {
                    let text = "refine: the solver and the compiled code disagree, which is a defect in refine; please report it";
                    self.outbox.show(MessageType::Warning, text.to_owned());
                }
            }
        }
        self.publish();
        self.check_next();
    }

    /// Publishes what differs from what the client has.
    fn publish(&mut self) {
        self.stale = None;
        let mut current: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        let uri = |path: &Path| self.documents.get(path).cloned().unwrap_or_else(|| uri::from_path(path));
        for package in self.packages.values() {
            for (path, diagnostics) in package.findings.diagnostics(&self.settings, &uri) {
                current.entry(path).or_default().extend(diagnostics);
            }
        }
        for (path, diagnostics) in &current {
            if self.shown.get(path) != Some(diagnostics) {
                let params =
                    PublishDiagnosticsParams { uri: uri(path), version: None, diagnostics: diagnostics.clone() };
                self.outbox.notify::<PublishDiagnosticsNotification>(params);
            }
        }
        for path in self.shown.keys().filter(|path| !current.contains_key(*path)) {
            let params = PublishDiagnosticsParams { uri: uri(path), version: None, diagnostics: Vec::new() };
            self.outbox.notify::<PublishDiagnosticsNotification>(params);
        }
        self.shown = current;
        self.refresh_lenses();
    }

    /// Asks the client to fetch lenses again, one request at a time.
    fn refresh_lenses(&mut self) {
        if !self.settings.lens_refresh {
            return;
        }
        match &mut self.refresh {
            Some((_, again)) => *again = true,
            None => self.refresh = Some((self.outbox.request::<CodeLensRefreshRequest>(()), false)),
        }
    }
}

fn parse<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

/// The path of a document without symbolic links, since places are compared by path.
fn real_path(uri: &Uri) -> Option<PathBuf> {
    let path = uri::to_path(uri)?;
    Some(fs::canonicalize(&path).unwrap_or(path))
}

/// A Rust document on disk and the manifest of its package.
fn package_of(uri: &Uri) -> Option<(PathBuf, PathBuf)> {
    let path = real_path(uri)?;
    if path.extension()? != "rs" {
        return None;
    }
    let manifest = path.ancestors().skip(1).map(|folder| folder.join("Cargo.toml")).find(|it| it.is_file())?;
    Some((path, manifest))
}
