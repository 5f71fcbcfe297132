//! What is annotated: the specifications of functions and types, read with `refine_spec_lang` from their attributes.
use hir_def::src::HasSource;
use hir_def::{AdtId, FunctionId, HasModule, Lookup as _};
use hir_expand::InFile;
use ra_syntax::{AstNode, SyntaxNode, ast};
use refine_core::program::Diagnostic;
use refine_core::span::Span;
use refine_spec_lang::{
    Aliases, FIELD_ATTRIBUTES, FN_ATTRIBUTES, FnSpec, SpecError, SpecErrorKind, TYPE_ATTRIBUTES, TypeBody, TypeSpec,
    fn_spec, not_imported, type_spec, unknown_attribute, unwrapped,
};
use syn::Attribute;

use super::attrs::{Attr, attributes, left_out};
use super::meaning::{Lookup, Meaning};
use super::text::{Text, Texts, text_of};
use crate::database::Database;
use crate::spans::Spans;

/// What reads specifications.
pub(crate) struct Specs<'a> {
    pub(crate) db: &'a Database,
    pub(crate) spans: &'a Spans<'a>,
    pub(crate) texts: &'a Texts,
    pub(crate) aliases: &'a Aliases,
}

/// A specification with what is wrong with it.
pub(crate) struct Read<T> {
    pub(crate) spec: T,
    pub(crate) errors: Vec<Diagnostic>,
}

impl Specs<'_> {
    /// A function's.
    pub(crate) fn function(&self, id: FunctionId) -> Read<FnSpec> {
        let source = id.lookup(self.db).source(self.db);
        let lookup = Lookup { db: self.db, module: id.module(self.db), file: source.file_id };
        let attrs = attributes(self.db, id.krate(self.db), source.value.syntax());
        if !self.speaks(&lookup, source.value.syntax(), &attrs) {
            return Read { spec: FnSpec::default(), errors: Vec::new() };
        }
        let params = source.value.param_list().into_iter().flat_map(|list| list.params());
        let off = left_out(self.db, id.krate(self.db), params.map(|param| param.syntax().clone()));
        let node = source.as_ref().map(|it| it.syntax().clone());
        let last = source.value.body().map(|body| body.syntax().clone());
        let mut text = text_of(self.db, self.spans, &node, last.as_ref(), &off);
        // The block is of no interest here, and one without becomes one with.
        text.text.truncate(text.text.trim_end_matches([';', ' ']).len());
        text.text.push_str(" {}");
        let mut read = Read { spec: FnSpec::default(), errors: Vec::new() };
        match self.parse::<syn::ItemFn>(&text) {
            Ok(mut item) => {
                self.settle(&lookup, &attrs, &mut item.attrs);
                let (spec, errors) = fn_spec(&item.attrs, &item.sig, self.aliases);
                read.spec = spec;
                read.errors.extend(errors.into_iter().map(|error| self.diagnostic(error, &node)));
                let mut amiss = self.misspelt(&lookup, &attrs, &item.attrs, FN_ATTRIBUTES);
                amiss.extend(self.not_imported(&lookup, &attrs, &item.attrs, FN_ATTRIBUTES));
                read.spec.annotated |= !amiss.is_empty();
                read.errors.extend(amiss.into_iter().map(|error| self.diagnostic(error, &node)));
            }
            Err(error) => {
                read.spec.annotated = true;
                read.errors.push(self.unread(error, &node));
            }
        }
        read
    }

    /// A struct's or an enum's.
    pub(crate) fn adt(&self, id: AdtId) -> Read<TypeSpec> {
        let source: InFile<ast::Adt> = match id {
            AdtId::StructId(id) => id.lookup(self.db).source(self.db).map(ast::Adt::Struct),
            AdtId::EnumId(id) => id.lookup(self.db).source(self.db).map(ast::Adt::Enum),
            AdtId::UnionId(_) => return Read { spec: TypeSpec::default(), errors: Vec::new() },
        };
        let krate = id.krate(self.db);
        let lookup = Lookup { db: self.db, module: id.module(self.db), file: source.file_id };
        let attrs = attributes(self.db, krate, source.value.syntax());
        let mut read = Read { spec: TypeSpec::default(), errors: Vec::new() };
        let node = source.as_ref().map(|it| it.syntax().clone());
        let parts: Vec<SyntaxNode> = parts(&node.value);
        let (mut inner, mut speaks) = (Vec::new(), false);
        for part in &parts {
            let attrs = attributes(self.db, krate, part);
            speaks |= self.speaks(&lookup, part, &attrs);
            inner.extend(attrs);
        }
        if !speaks && !self.speaks(&lookup, &node.value, &attrs) {
            return read;
        }
        let off = left_out(self.db, krate, parts.into_iter());
        let text = text_of(self.db, self.spans, &node, None, &off);
        match self.parse::<syn::Item>(&text) {
            Ok(mut item) => {
                for part in parts_of(&mut item) {
                    self.settle(&lookup, &inner, part);
                }
                let (spec, errors) = match &mut item {
                    syn::Item::Struct(item) => {
                        self.settle(&lookup, &attrs, &mut item.attrs);
                        type_spec(&item.attrs, TypeBody::Struct(&item.fields), self.aliases)
                    }
                    syn::Item::Enum(item) => {
                        self.settle(&lookup, &attrs, &mut item.attrs);
                        type_spec(&item.attrs, TypeBody::Enum(&item.variants), self.aliases)
                    }
                    _ => (TypeSpec::default(), Vec::new()),
                };
                let (own, fields): (&[Attribute], Vec<&syn::Field>) = match &item {
                    syn::Item::Struct(item) => (&item.attrs, item.fields.iter().collect()),
                    syn::Item::Enum(item) => {
                        (&item.attrs, item.variants.iter().flat_map(|variant| &variant.fields).collect())
                    }
                    _ => (&[], Vec::new()),
                };
                let mut all = errors;
                if self.derives_are_known(&lookup, &attrs) {
                    all.extend(self.misspelt(&lookup, &attrs, own, TYPE_ATTRIBUTES));
                    all.extend(self.not_imported(&lookup, &attrs, own, TYPE_ATTRIBUTES));
                    for field in fields.into_iter().filter(|_| spec.refined) {
                        let known =
                            field.attrs.iter().filter_map(|attr| Some((attr, attr.path().get_ident()?.to_string())));
                        all.extend(known.filter_map(|(attr, name)| unknown_attribute(attr, &name, FIELD_ATTRIBUTES)));
                    }
                }
                read.spec = spec;
                read.errors.extend(all.into_iter().map(|error| self.diagnostic(error, &node)));
            }
            Err(error) => {
                read.spec.refined = true;
                read.errors.push(self.unread(error, &node));
            }
        }
        read
    }

    /// Whether something on an item may be a specification, so that its text is read.
    fn speaks(&self, lookup: &Lookup<'_>, item: &SyntaxNode, attrs: &[Attr]) -> bool {
        let named = |name: &str| {
            let all = [FN_ATTRIBUTES, TYPE_ATTRIBUTES, FIELD_ATTRIBUTES, &["sig"]];
            all.into_iter().flatten().any(|each| *each == name)
        };
        let meant = |attr: &Attr| match lookup.attribute(attr) {
            Meaning::Spec => true,
            Meaning::Nobody => attr.path.rsplit("::").next().is_some_and(named) || !attr.path.contains("::"),
            _ => false,
        };
        // What stands in a `cfg_attr` is meant for a checker, whatever its condition is.
        let wrapped = item.children().filter_map(ast::Attr::cast).any(|attr| {
            let text = attr.syntax().text().to_string();
            matches!(attr.meta(), Some(ast::Meta::CfgAttrMeta(_))) && !text.contains("derive")
        });
        wrapped || attrs.iter().any(meant)
    }

    fn parse<T: syn::parse::Parse>(&self, text: &Text) -> syn::Result<T> {
        let nothing = || syn::Error::new(proc_macro2::Span::call_site(), "it is not a sequence of tokens");
        syn::parse2(self.texts.tokens(text).ok_or_else(nothing)?)
    }

    /// Takes away the attributes that are another crate's, and calls those of refine what refine does, where the crate has other names for
    /// them.
    fn settle(&self, lookup: &Lookup<'_>, attrs: &[Attr], written: &mut Vec<Attribute>) {
        *written = unwrapped(written);
        let of = |path: &syn::Path| {
            let path = path_text(path);
            attrs.iter().find(|attr| attr.path.trim_start_matches("::") == path)
        };
        let foreign = |path: &syn::Path| of(path).is_some_and(|attr| lookup.attribute(attr) == Meaning::Foreign);
        written.retain(|attr| !foreign(attr.path()));
        let names: Vec<&'static str> = [FN_ATTRIBUTES, TYPE_ATTRIBUTES, FIELD_ATTRIBUTES].concat();
        for attr in written {
            let path = attr.path();
            let Some(name) = lookup.spec_name(of(path), &path_text(path), &names) else { continue };
            let path = match &mut attr.meta {
                syn::Meta::Path(path) => path,
                syn::Meta::List(list) => &mut list.path,
                syn::Meta::NameValue(value) => &mut value.path,
            };
            if !path.is_ident(name) {
                *path = syn::Ident::new(name, syn::spanned::Spanned::span(path)).into();
            }
        }
    }

    /// The errors about attributes that are nobody's and look like refine's.
    fn misspelt(
        &self,
        lookup: &Lookup<'_>,
        attrs: &[Attr],
        written: &[Attribute],
        known_here: &[&str],
    ) -> Vec<SpecError> {
        let meaning = |name: &str| match attrs.iter().find(|attr| attr.path == name) {
            Some(attr) => lookup.attribute(attr),
            // It stands in a `cfg_attr` whose condition does not hold.
            None => lookup.named(name),
        };
        let error = |attr: &Attribute| {
            let name = attr.path().get_ident()?.to_string();
            // A helper of another crate's derive is no misspelling.
            let suspicious = match meaning(&name) {
                Meaning::Nobody => self.derives_are_known(lookup, attrs),
                Meaning::Spec => true,
                Meaning::Known | Meaning::Foreign => false,
            };
            if suspicious { unknown_attribute(attr, &name, known_here) } else { None }
        };
        unwrapped(written).iter().filter_map(error).collect()
    }

    /// The errors about attributes that are refine's by name, and lead nowhere: what is said with them is not what is compiled.
    fn not_imported(
        &self,
        lookup: &Lookup<'_>,
        attrs: &[Attr],
        written: &[Attribute],
        known_here: &[&str],
    ) -> Vec<SpecError> {
        let depends = self.db.has_spec(lookup.module.krate(self.db));
        let nobodys = |attr: &&Attr| match attr.path.trim_start_matches("::").rsplit_once("::") {
            Some((of, _)) => of == "refine_spec" && !depends,
            None => lookup.attribute(attr) == Meaning::Nobody && self.derives_are_known(lookup, attrs),
        };
        let error = |attr: &Attribute| {
            let path = path_text(attr.path());
            let of = |known: &&Attr| known.path.trim_start_matches("::") == path;
            attrs.iter().find(of).filter(nobodys)?;
            not_imported(attr, known_here, depends)
        };
        written.iter().filter_map(error).collect()
    }

    /// Whether all derives on an item are the standard library's, which have no helpers that look like refine's.
    fn derives_are_known(&self, lookup: &Lookup<'_>, attrs: &[Attr]) -> bool {
        attrs
            .iter()
            .filter(|attr| attr.path == "derive")
            .all(|attr| derived(attr).iter().all(|path| lookup.std_derive(path)))
    }

    /// An error of the spec language as a diagnostic.
    pub(crate) fn diagnostic(&self, error: SpecError, node: &InFile<SyntaxNode>) -> Diagnostic {
        let span = self.texts.place(error.span.0, error.span.1).unwrap_or_else(|| self.start(node));
        Diagnostic { error: true, code: code(error.kind), message: error.message, span: Some(span), help: error.help }
    }

    fn unread(&self, error: syn::Error, node: &InFile<SyntaxNode>) -> Diagnostic {
        let span = self.texts.place(error.span(), error.span()).unwrap_or_else(|| self.start(node));
        let message = format!("refine cannot parse the item that this specification belongs to: {error}");
        Diagnostic { error: true, code: code(SpecErrorKind::Clause), message, span: Some(span), help: None }
    }

    fn start(&self, node: &InFile<SyntaxNode>) -> Span {
        self.spans.of(node.as_ref())
    }
}

/// The fields and variants of a type, and the fields of these.
fn parts(item: &SyntaxNode) -> Vec<SyntaxNode> {
    let part = |node: &SyntaxNode| {
        ast::RecordField::can_cast(node.kind())
            || ast::TupleField::can_cast(node.kind())
            || ast::Variant::can_cast(node.kind())
    };
    item.descendants().filter(part).collect()
}

/// The attributes of the fields and variants of a type.
fn parts_of(item: &mut syn::Item) -> Vec<&mut Vec<Attribute>> {
    let mut found = Vec::new();
    match item {
        syn::Item::Struct(item) => found.extend(item.fields.iter_mut().map(|field| &mut field.attrs)),
        syn::Item::Enum(item) => {
            for variant in &mut item.variants {
                found.push(&mut variant.attrs);
                found.extend(variant.fields.iter_mut().map(|field| &mut field.attrs));
            }
        }
        _ => {}
    }
    found
}

/// The paths in a `derive`.
pub(crate) fn derived(attr: &Attr) -> Vec<String> {
    let Some(tree) = attr.tree() else { return Vec::new() };
    let text: String = tree.syntax().text().to_string().split_whitespace().collect();
    let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    inside.split(',').filter(|path| !path.is_empty()).map(str::to_owned).collect()
}

fn path_text(path: &syn::Path) -> String {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>().join("::")
}

/// The code of an error of the spec language.
pub(crate) fn code(kind: SpecErrorKind) -> &'static str {
    match kind {
        SpecErrorKind::Clause => "E0100",
        SpecErrorKind::Effect => "E0101",
        SpecErrorKind::Unknown => "E0102",
        SpecErrorKind::Signature => "E0103",
    }
}
