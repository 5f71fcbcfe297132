//! Programs written by hand, and crates in temporary folders.
#![allow(dead_code, missing_docs, reason = "each test uses its part")]
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use refine_core::ids::{AdtId, FnId, LocalId, ModuleId};
use refine_core::ir::{Body, Clause, Contract};
use refine_core::obligation::{Kind, Obligation};
use refine_core::program::*;
use refine_core::span::{FileId, SourceFile, Sources, Span};
use refine_core::term::{BinOp, Term, TermKind};
use refine_core::ty::{FnInst, IntTy, Ty};
use refine_core::value::Value;
use refine_testgen::harness::PackageInfo;

pub const I32: Ty = Ty::Int(IntTy::I32);
pub const U32: Ty = Ty::Int(IntTy::U32);

/// A program whose parts are filled in by a test.
#[derive(Default)]
pub struct Hand {
    pub sources: Sources,
    pub modules: Vec<ModuleDef>,
    pub adts: Vec<AdtDef>,
    pub fns: Vec<FnDef>,
    pub contracts: HashMap<FnId, Contract>,
    pub bodies: HashMap<FnId, Arc<Body>>,
    pub pures: HashMap<FnId, Arc<PureDef>>,
}

impl Hand {
    /// A program of one file.
    pub fn new(text: &str) -> Hand {
        let mut out = Hand::default();
        out.sources.add(SourceFile::new("src/lib.rs", text));
        let end = Span { file: FileId(0), start: text.len() as u32, end: text.len() as u32 };
        out.modules.push(ModuleDef {
            path: "".into(),
            parent: None,
            name: "crate".into(),
            end,
            test_only: false,
            cfg: Vec::new(),
        });
        out
    }

    /// The span of a text in the file.
    pub fn find(&self, text: &str) -> Span {
        let whole = &self.sources.file(FileId(0)).text;
        let start = whole.find(text).unwrap_or_else(|| panic!("no {text:?} in the fixture")) as u32;
        Span { file: FileId(0), start, end: start + text.len() as u32 }
    }

    /// A module written `mod name {` … `} // name`.
    pub fn module(&mut self, name: &str, parent: u32) -> ModuleId {
        let end = self.find(&format!("}} // {name}"));
        let end = Span { end: end.start, ..end };
        let parent_path = &self.modules[parent as usize].path;
        let path = if parent_path.is_empty() { name.to_string() } else { format!("{parent_path}::{name}") };
        let def = ModuleDef {
            path,
            parent: Some(ModuleId(parent)),
            name: name.into(),
            end,
            test_only: false,
            cfg: Vec::new(),
        };
        self.modules.push(def);
        ModuleId(self.modules.len() as u32 - 1)
    }

    /// A function; its item is found by `fn name` and ends at the first line that is `}` with the same indent.
    pub fn func(&mut self, path: &str, params: &[(&str, Ty)], ret: Ty) -> FnId {
        let name = path.rsplit("::").next().unwrap().to_string();
        let span = {
            let at = self.find(&format!("fn {name}"));
            Span { start: at.start + 3, ..at }
        };
        let text = &self.sources.file(FileId(0)).text;
        let line = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let indent = text[line..].chars().take_while(|c| *c == ' ').count();
        let closing = format!("\n{}}}", " ".repeat(indent));
        let rest = &text[span.start as usize..];
        let one_line = rest.find('\n').unwrap_or(rest.len());
        let end = if rest[..one_line].trim_end().ends_with('}') {
            span.start as usize + rest[..one_line].rfind('}').unwrap() + 1
        } else {
            span.start as usize + rest.find(&closing).unwrap() + closing.len()
        };
        let block = span.start as usize + rest.find('{').unwrap();
        let whole = |start: usize, end: usize| Span { file: FileId(0), start: start as u32, end: end as u32 };
        let params =
            params.iter().map(|(name, ty)| ParamDef { name: name.to_string(), ty: ty.clone(), is_static: false });
        let public = text[line..span.start as usize].contains("pub ");
        self.fns.push(FnDef {
            public,
            params: params.collect(),
            ret,
            item: whole(line + indent, end),
            block: whole(block, end),
            annotated: true,
            ..FnDef::new(path.into(), name, span)
        });
        FnId(self.fns.len() as u32 - 1)
    }

    /// Adds a precondition.
    pub fn requires(&mut self, func: FnId, term: Term, text: &str) {
        let span = self.fns[func.0 as usize].span;
        let contract = self.contracts.entry(func).or_default();
        contract.explicit = true;
        contract.requires.push(Clause { value: term.clone(), term, span, text: text.into(), binder: None });
    }

    /// Adds a postcondition.
    pub fn ensures(&mut self, func: FnId, term: Term, text: &str) {
        let span = self.fns[func.0 as usize].span;
        let contract = self.contracts.entry(func).or_default();
        contract.explicit = true;
        contract.ensures.push(Clause { value: term.clone(), term, span, text: text.into(), binder: None });
    }

    /// Gives a function a body that has nothing but obligations, at these texts.
    pub fn obligations(&mut self, func: FnId, at: &[&str]) {
        let obligation = |(number, text): (usize, &&str)| Obligation {
            id: format!("f/{number}"),
            kind: Kind::Index,
            span: self.find(text),
            clause: None,
            claim: String::new(),
            message: String::new(),
            words: String::new(),
            panics_at: None,
            template: None,
            through: Vec::new(),
            callee: None,
            home: None,
            always_met: true,
        };
        let body = Body {
            inst: inst(func),
            locals: Vec::new(),
            params: 0,
            blocks: Vec::new(),
            loops: Vec::new(),
            obligations: at.iter().enumerate().map(obligation).collect(),
            contract: Arc::default(),
            unmodelled: Vec::new(),
            sites: Vec::new(),
            escaping: Vec::new(),
        };
        self.bodies.insert(func, Arc::new(body));
    }

    /// A struct or enum of the root module.
    pub fn adt(&mut self, name: &str, is_enum: bool, variants: Vec<VariantDef>) -> AdtId {
        let plain = AdtDef::plain(name.into(), name.into(), Some(ModuleId(0)), variants);
        self.adts.push(AdtDef { is_enum, ..plain });
        AdtId(self.adts.len() as u32 - 1)
    }

    /// `Option`.
    pub fn option(&mut self) -> AdtId {
        let t = Ty::Param("T".into());
        let variants =
            vec![variant("None", CtorShape::Unit, &[]), variant("Some", CtorShape::Tuple, &[("0", t, true)])];
        let id = self.adt("Option", true, variants);
        let def = &mut self.adts[id.0 as usize];
        def.module = None;
        def.generics = vec!["T".into()];
        id
    }
}

pub fn variant(name: &str, shape: CtorShape, fields: &[(&str, Ty, bool)]) -> VariantDef {
    let fields =
        fields.iter().map(|(name, ty, public)| FieldDef { name: name.to_string(), ty: ty.clone(), public: *public });
    VariantDef { name: name.into(), shape, fields: fields.collect(), discriminant: None, is_default: false }
}

impl Program for Hand {
    fn sources(&self) -> &Sources {
        &self.sources
    }
    fn modules(&self) -> &[ModuleDef] {
        &self.modules
    }
    fn adt(&self, id: AdtId) -> &AdtDef {
        &self.adts[id.0 as usize]
    }
    fn fns(&self) -> &[FnDef] {
        &self.fns
    }
    fn contract(&self, inst: &FnInst) -> Arc<Contract> {
        Arc::new(self.contracts.get(&inst.func).cloned().unwrap_or_default())
    }
    fn body(&self, inst: &FnInst) -> Option<Arc<Body>> {
        self.bodies.get(&inst.func).cloned()
    }
    fn pure_def(&self, inst: &FnInst) -> Option<Arc<PureDef>> {
        self.pures.get(&inst.func).cloned()
    }
    fn probes(&self) -> Vec<(Span, ProbePoint)> {
        let all = self.bodies.values().flat_map(|body| &body.obligations);
        all.map(|of| (of.span, ProbePoint::Before(of.span))).collect()
    }
    fn closure(&self, _: AdtId) -> Option<&FnInst> {
        None
    }

    fn type_invariant(&self, _value: &Term) -> Term {
        Term::bool(true)
    }
}

pub fn inst(func: FnId) -> FnInst {
    FnInst { func, args: Vec::new() }
}

pub fn local(at: u32, ty: Ty) -> Term {
    Term::local(LocalId(at), ty)
}

pub fn old(at: u32, ty: Ty) -> Term {
    Term::new(TermKind::Old(LocalId(at)), ty)
}

pub fn num(value: i64, ty: Ty) -> Term {
    Term::int(value, ty)
}

pub fn lt(a: Term, b: Term) -> Term {
    Term::test(BinOp::Lt, a, b)
}

pub fn int(value: i64) -> Value {
    Value::Int(value.into())
}

pub fn ints(values: &[i64]) -> Value {
    Value::Seq(values.iter().map(|value| int(*value)).collect())
}

/// A package in a temporary folder, removed at the end.
pub struct Package {
    pub info: PackageInfo,
}

impl Package {
    /// A package with this library and these further files.
    pub fn new(name: &str, edition: &str, text: &str, files: &[(&str, &str)]) -> Package {
        let root = std::env::temp_dir().join(format!("refine-testgen-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        let manifest = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"{edition}\"\n");
        write(&root, "Cargo.toml", &manifest);
        write(&root, "src/lib.rs", text);
        files.iter().for_each(|(path, text)| write(&root, path, text));
        let info = PackageInfo {
            name: name.into(),
            workspace_root: root.clone(),
            manifest: root.join("Cargo.toml"),
            root_file: "src/lib.rs".into(),
            crate_name: name.replace('-', "_"),
            is_library: true,
            edition: edition.into(),
            folder: root.join("target/refine"),
            root,
        };
        Package { info }
    }

    pub fn path(&self, inner: &str) -> PathBuf {
        self.info.root.join(inner)
    }
}

pub fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

impl Drop for Package {
    fn drop(&mut self) {
        if std::env::var_os("KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&self.info.root);
        }
    }
}
