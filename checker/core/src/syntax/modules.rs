//! The module tree: which files there are and which module each item is in.
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use crate::program::{Diagnostic, ModuleDef, ModuleId};
use crate::span::{FileId, SourceFile, Span};

use super::cfg::Cfg;
use super::names::Vis;
use super::{Crate, Files, spans};

/// The items of one module, as parsed, without what `cfg` leaves out.
pub(super) struct ModuleItems {
    pub(super) id: ModuleId,
    pub(super) file: FileId,
    /// Its own visibility; whether it can be reached from outside is decided later.
    pub(super) vis: Vis,
    pub(super) items: Vec<syn::Item>,
}

/// Reads modules; a file that cannot be read is a diagnostic.
pub(super) struct Reader<'a> {
    pub(super) krate: &'a mut Crate,
    pub(super) files: &'a dyn Files,
    pub(super) cfg: &'a Cfg,
    pub(super) out: Vec<ModuleItems>,
    /// Files being read, to notice one that includes itself.
    open: Vec<String>,
}

/// Where files of submodules are looked for.
#[derive(Clone)]
struct Place {
    file: FileId,
    /// The folder of the current file.
    folder: String,
    /// The folder for `mod m;`: below the file's own name, unless it is a `mod.rs` or a root.
    nested: String,
    /// Whether an inline module is between here and the file.
    inline: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(krate: &'a mut Crate, files: &'a dyn Files, cfg: &'a Cfg) -> Self {
        Reader { krate, files, cfg, out: Vec::new(), open: Vec::new() }
    }

    /// Reads the crate from its root file.
    pub(super) fn root(&mut self, root: &str) {
        match self.files.read(root) {
            Some(text) => {
                let folder = parent(root).to_owned();
                self.file(root, text, &folder, None, "", Vis::Public);
            }
            None => {
                self.krate.modules.push(module_def("", None, "", Span { file: FileId(0), start: 0, end: 0 }));
                self.krate.sources.add(SourceFile::new(root, ""));
                let id = ModuleId(self.krate.modules.len() as u32 - 1);
                self.out.push(ModuleItems { id, file: FileId(0), vis: Vis::Public, items: Vec::new() });
                self.report("E0002", format!("the crate's root file `{root}` is not there"), None, None);
            }
        }
    }

    /// Reads a file of the standard specs as a module of its own.
    pub(super) fn std(&mut self, name: &str, text: &str) {
        let path = format!("std::{name}");
        self.file(&format!("<refine>/std/{name}.rs"), text.to_owned(), "", None, &path, Vis::Public);
    }

    fn file(&mut self, path: &str, text: String, nested: &str, parent_id: Option<ModuleId>, name: &str, vis: Vis) {
        let file = self.krate.sources.add(SourceFile::new(path, text.as_str()));
        let end = text.len() as u32;
        let id = self.module(parent_id, name, Span { file, start: end, end });
        let mut items = Vec::new();
        match self.krate.spans.parse(file, &text) {
            Ok(mut parsed) => {
                self.cfg.strip(&mut parsed);
                let attrs = parsed.attrs.iter().filter(|attr| matches!(attr.style, syn::AttrStyle::Inner(_)));
                match self.cfg.undecided(quote::quote!(#(#attrs)*)) {
                    Some(undecided) => self.krate.note_undecided(&format!("`{path}`"), &undecided, true),
                    None => items = parsed.items,
                }
            }
            Err((span, message)) => {
                let message = format!("`{path}` does not parse: {message}");
                self.report("E0001", message, Some(span), Some("`cargo check` shows the error in full".to_owned()));
            }
        }
        self.open.push(path.to_owned());
        let place = Place { file, folder: parent(path).to_owned(), nested: nested.to_owned(), inline: false };
        self.items(id, place, vis, items);
        self.open.pop();
    }

    fn module(&mut self, parent: Option<ModuleId>, name: &str, end: Span) -> ModuleId {
        let path = match parent {
            Some(id) => join(&self.krate.modules[id.0 as usize].path, name),
            None => name.to_owned(),
        };
        self.krate.modules.push(module_def(&path, parent, name, end));
        ModuleId(self.krate.modules.len() as u32 - 1)
    }

    /// Takes the submodules out of a module's items, and reads them.
    fn items(&mut self, id: ModuleId, place: Place, vis: Vis, items: Vec<syn::Item>) {
        let at = self.out.len();
        self.out.push(ModuleItems { id, file: place.file, vis, items: Vec::new() });
        let mut rest = Vec::new();
        for item in items {
            match item {
                syn::Item::Mod(module) => {
                    let (next, cfg) = (self.krate.modules.len(), self.cfg.conditions(&module.attrs));
                    self.submodule(id, &place, module);
                    // The first that was added, if any was; others are inside it.
                    if let Some(added) = self.krate.modules.get_mut(next) {
                        added.cfg = cfg;
                    }
                }
                other => rest.push(other),
            }
        }
        self.out[at].items = rest;
    }

    fn submodule(&mut self, parent_id: ModuleId, place: &Place, module: syn::ItemMod) {
        let vis = Vis::from(&module.vis);
        let name = module.ident.to_string();
        let plain = module.ident.unraw().to_string();
        let attrs = &module.attrs;
        if let Some(undecided) = self.cfg.undecided(quote::quote!(#(#attrs)*)) {
            return self.krate.note_undecided(&format!("module `{name}`"), &undecided, true);
        }
        let attrs = self.cfg.expand(&module.attrs);
        let test_only = !self.cfg.on(&module.attrs);
        let explicit = attrs.iter().find_map(path_attr);
        match module.content {
            Some((brace, items)) => {
                let close = self.krate.spans.place(brace.span.close(), brace.span.close());
                let end = close.unwrap_or_else(|| spans::whole(&self.krate.sources, place.file));
                let id = self.module(Some(parent_id), &name, Span { end: end.start, ..end });
                if test_only {
                    self.krate.modules[id.0 as usize].test_only = true;
                    return;
                }
                let nested = match &explicit {
                    Some(path) => slash(if place.inline { &place.nested } else { &place.folder }, path),
                    None => slash(&place.nested, &plain),
                };
                self.items(id, Place { nested, inline: true, ..place.clone() }, vis, items);
            }
            None if test_only => {}
            None => {
                let span = self.krate.spans.place(module.mod_token.span(), module.semi.span());
                let candidates = match &explicit {
                    Some(path) => vec![slash(if place.inline { &place.nested } else { &place.folder }, path)],
                    None => {
                        let base = slash(&place.nested, &plain);
                        vec![format!("{base}.rs"), format!("{base}/mod.rs")]
                    }
                };
                let found = candidates.iter().find_map(|path| Some((path, self.files.read(path)?)));
                let Some((path, text)) = found else {
                    let looked = candidates.join("` and `");
                    let message = format!("the file of module `{name}` is not there");
                    self.report("E0002", message, span, Some(format!("looked for `{looked}`")));
                    return;
                };
                if self.open.contains(path) {
                    let message = format!("the file `{path}` includes itself as module `{name}`");
                    self.report("E0002", message, span, None);
                    return;
                }
                // A `mod.rs`, and a file named by `#[path]`, has its submodules beside itself.
                let owns_folder = explicit.is_some() || path.ends_with("/mod.rs");
                let nested = if owns_folder { parent(path).to_owned() } else { slash(&place.nested, &plain) };
                self.file(&path.clone(), text, &nested, Some(parent_id), &name, vis);
            }
        }
    }

    fn report(&mut self, code: &'static str, message: String, span: Option<Span>, help: Option<String>) {
        self.krate.diagnostics.push(Diagnostic { error: true, code, message, span, help });
    }
}

fn module_def(path: &str, parent: Option<ModuleId>, name: &str, end: Span) -> ModuleDef {
    ModuleDef { path: path.to_owned(), parent, name: name.to_owned(), end, test_only: false, cfg: Vec::new() }
}

fn path_attr(attr: &syn::Attribute) -> Option<String> {
    let syn::Meta::NameValue(pair) = &attr.meta else { return None };
    match &pair.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) if pair.path.is_ident("path") => {
            Some(text.value())
        }
        _ => None,
    }
}

/// `a::b`, or `b` in the root.
pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}::{name}") }
}

fn parent(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..at])
}

/// A path below a folder, with `.` and `..` taken away.
fn slash(folder: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split(['/', '\\'])) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let lead = if folder.starts_with('/') { "/" } else { "" };
    format!("{lead}{}", parts.join("/"))
}
