//! What is known of one package: the events of a running check laid over what the last one left.
//!
//! A finding is shown until its obligation is settled anew or the check that no longer has it ends, so that
//! nothing flickers while a check runs and nothing outlives it.
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{
    Code, CodeLens, Command, Diagnostic, DiagnosticRelatedInformation, Hover, Location, Message, Position, Range, Uri,
};
use refine_core::program;
use refine_driver::{CheckError, Event, FunctionReport, ObligationReport, Report, SourceLocation, Verdict};

use crate::render::{self, DiagnosticText};
use crate::settings::Settings;
use crate::text::{Encoding, Text};

/// Of one package.
pub(crate) struct Findings {
    manifest: PathBuf,
    /// What places are relative to.
    root: PathBuf,
    before: View,
    /// Of the running check.
    now: Option<View>,
    files: RefCell<HashMap<String, Rc<File>>>,
}

/// A file by its real path, with its text as the check found it.
struct File {
    path: PathBuf,
    text: Option<Text>,
}

#[derive(Default)]
struct View {
    obligations: BTreeMap<String, ObligationReport>,
    functions: BTreeMap<String, FunctionReport>,
    messages: Vec<(program::Diagnostic, Option<SourceLocation>)>,
    failure: Option<CheckError>,
}

impl Findings {
    /// Nothing is known yet.
    pub(crate) fn new(manifest: PathBuf) -> Self {
        let root = manifest.parent().unwrap_or(Path::new("/")).to_owned();
        Findings { manifest, root, before: View::default(), now: None, files: RefCell::default() }
    }

    /// A check starts.
    pub(crate) fn start(&mut self) {
        self.now = Some(View::default());
        self.files.borrow_mut().clear();
    }

    /// Takes in what happened in the running check.
    pub(crate) fn event(&mut self, event: Event) {
        let Some(now) = &mut self.now else { return };
        match event {
            Event::Project { root, .. } => {
                self.root = fs::canonicalize(&root).unwrap_or(root);
                self.files.borrow_mut().clear();
            }
            Event::Diagnostic(message, place) => now.messages.push((message, place)),
            Event::Function(function) => {
                now.functions.insert(function.function.clone(), function);
            }
            Event::Settled(obligation) => {
                now.obligations.insert(obligation.id.clone(), *obligation);
            }
            // The report arrives a second time as the result of the check; progress is not a finding.
            Event::Finished(_) | Event::Progress { .. } | Event::Functions { .. } => {}
        }
    }

    /// The check is over: only what it found holds.
    pub(crate) fn finish(&mut self, outcome: Result<Report, CheckError>) {
        let mut view = self.now.take().unwrap_or_default();
        match outcome {
            Ok(report) => {
                view.obligations = report.obligations.into_iter().map(|it| (it.id.clone(), it)).collect();
                view.functions = report.functions.into_iter().map(|it| (it.function.clone(), it)).collect();
                view.messages = report.diagnostics;
            }
            Err(error) => view.failure = Some(error),
        }
        self.before = view;
    }

    /// The check was broken off: what it found so far lies over what was known.
    pub(crate) fn abandon(&mut self) {
        let Some(now) = self.now.take() else { return };
        self.before.obligations.extend(now.obligations);
        self.before.functions.extend(now.functions);
        if !now.messages.is_empty() {
            self.before.messages = now.messages;
        }
    }

    /// The message of the failure that the last check ended with.
    pub(crate) fn failure(&self) -> Option<&CheckError> {
        self.before.failure.as_ref()
    }

    /// All diagnostics by file.
    pub(crate) fn diagnostics(
        &self,
        settings: &Settings,
        uri: &dyn Fn(&Path) -> Uri,
    ) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
        let mut all: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        let mut show = |place: Option<&SourceLocation>, said: DiagnosticText<'_>, code: &str, data: Option<&str>| {
            let (path, range) = match place {
                Some(place) => self.locate(place, settings.encoding),
                None => (self.manifest.clone(), Range::default()),
            };
            let related = said.related.into_iter().map(|(place, message)| {
                let (path, range) = self.locate(place, settings.encoding);
                DiagnosticRelatedInformation { location: Location { uri: uri(&path), range }, message }
            });
            all.entry(path).or_default().push(Diagnostic {
                range,
                severity: Some(said.severity),
                code: (!code.is_empty()).then(|| Code::String(code.to_owned())),
                source: Some("refine".to_owned()),
                message: Message::String(said.message),
                related_information: settings.related.then(|| related.collect()),
                data: data.map(Into::into),
                ..Diagnostic::default()
            });
        };
        let messages = match &self.now {
            Some(now) if !now.messages.is_empty() => &now.messages,
            _ => &self.before.messages,
        };
        for (message, place) in messages {
            show(place.as_ref(), render::message(message), message.code, None);
        }
        if let (None, Some(failure)) = (&self.now, &self.before.failure) {
            show(failure.place.as_ref(), render::failure(failure), failure.code.unwrap_or_default(), None);
        }
        for obligation in self.obligations() {
            if let Some(said) = render::diagnostic(obligation) {
                show(Some(&obligation.place), said, obligation.kind, Some(&obligation.id));
            }
        }
        for of_file in all.values_mut() {
            of_file.sort_by_key(|diagnostic| (diagnostic.range.start, diagnostic.range.end));
        }
        all
    }

    /// The lenses of a file: one per function, at its name.
    pub(crate) fn lenses(&self, path: &Path, encoding: Encoding) -> Vec<CodeLens> {
        let functions = self.functions().filter(|function| self.file(&function.place.file).path == path);
        let mut lenses: Vec<_> = functions
            .map(|function| {
                let of = |it: &&ObligationReport| it.function == function.function;
                let awaited = match &self.now {
                    Some(now) if now.functions.contains_key(&function.function) => {
                        function.obligations.saturating_sub(self.obligations().filter(of).count())
                    }
                    _ => 0,
                };
                let title = render::lens(function, self.obligations().filter(of), awaited);
                // A lens without a command has no title. The empty command does nothing when it is clicked.
                let command = Command { title, tooltip: None, command: String::new(), arguments: None };
                CodeLens { range: self.locate(&function.place, encoding).1, command: Some(command), data: None }
            })
            .collect();
        lenses.sort_by_key(|lens| lens.range.start);
        lenses
    }

    /// What is known of the place in a file, the worst first.
    pub(crate) fn hover(&self, path: &Path, position: Position, settings: &Settings) -> Option<Hover> {
        let covers = |place: &SourceLocation| {
            let file = self.file(&place.file);
            let offset = file.text.as_ref().filter(|_| file.path == path)?.offset(position, settings.encoding)?;
            (place.start <= offset && offset <= place.end).then_some(())
        };
        let mut found: Vec<_> = self
            .obligations()
            .filter(|it| {
                let panic = it.witness.as_ref().and_then(|witness| witness.at.as_ref());
                [Some(&it.place), it.clause.as_ref(), panic].into_iter().flatten().any(|place| covers(place).is_some())
            })
            .collect();
        found.sort_by_key(|it| match it.verdict {
            Verdict::Refuted => 0,
            Verdict::Open => 1,
            Verdict::Tested => 2,
            Verdict::Proved => 3,
        });
        let contents = render::hover(found.iter().copied(), settings.markdown);
        (!found.is_empty()).then(|| Hover { contents: contents.into(), range: None })
    }

    /// Those of the running check, then those of the last that are not settled anew.
    fn obligations(&self) -> impl Iterator<Item = &ObligationReport> {
        let before = self.before.obligations.values();
        let stale = |it: &&ObligationReport| self.now.as_ref().is_none_or(|now| !now.obligations.contains_key(&it.id));
        self.now.iter().flat_map(|now| now.obligations.values()).chain(before.filter(stale))
    }

    fn functions(&self) -> impl Iterator<Item = &FunctionReport> {
        let before = self.before.functions.values();
        let stale =
            |it: &&FunctionReport| self.now.as_ref().is_none_or(|now| !now.functions.contains_key(&it.function));
        self.now.iter().flat_map(|now| now.functions.values()).chain(before.filter(stale))
    }

    /// Where a place is for the editor. Without the text, its line and column have to do.
    fn locate(&self, place: &SourceLocation, encoding: Encoding) -> (PathBuf, Range) {
        let file = self.file(&place.file);
        let range = match &file.text {
            Some(text) => text.range(place.start..place.end, encoding),
            None => {
                let at = Position { line: place.line.saturating_sub(1), character: place.column.saturating_sub(1) };
                Range { start: at, end: at }
            }
        };
        (file.path.clone(), range)
    }

    fn file(&self, shown: &str) -> Rc<File> {
        if let Some(file) = self.files.borrow().get(shown) {
            return file.clone();
        }
        // The place of a mistake in a configuration is relative to the current directory.
        let path = self.root.join(shown);
        let path = fs::canonicalize(&path).or_else(|_| fs::canonicalize(shown)).unwrap_or(path);
        let text = fs::read_to_string(&path).ok().map(Text::new);
        let file = Rc::new(File { path, text });
        self.files.borrow_mut().insert(shown.to_owned(), file.clone());
        file
    }
}
