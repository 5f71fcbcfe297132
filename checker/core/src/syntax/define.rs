//! Second pass over the items: their types, now that all names are known.
use std::collections::BTreeSet;

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use crate::program::{Diagnostic, FieldDef, FnDef, FnId, ParamDef};
use crate::span::{FileId, Span};
use crate::ty::Ty;
use refine_spec_lang::{Aliases, FN_ATTRIBUTES, SpecError, SpecErrorKind, TypeBody, fn_spec, type_spec};

use super::callable::uncallable;
use super::effect_names::SPEC_CRATES;
use super::items::{Draft, FnDraft, ImplDraft, Owner, type_params};
use super::modules::join;
use super::names::{At, Def, Ns, Vis, segments};
use super::types::spelled;
use super::{Crate, FnItem, Scope};

/// What an `impl` block or a trait gives to its functions.
struct Context {
    self_ty: Option<Ty>,
    generics: Vec<String>,
    of_trait: Option<String>,
    /// What stands before `::name` in the path of a function.
    path: Option<String>,
    syntax: syn::Generics,
    /// The conditions under which it is compiled.
    cfg: Vec<String>,
    /// Whether functions that are `pub` here can be.
    trait_public: bool,
    /// What an attribute macro around all of it makes of it.
    unseen: Option<String>,
}

impl Crate {
    /// Fills in everything that needs names: types, constants, signatures, specifications.
    pub(super) fn define(&mut self, mut draft: Draft) {
        let contexts: Vec<Context> = draft.impls.iter().map(|each| self.context(each)).collect();
        for (each, context) in draft.impls.iter().zip(&contexts) {
            self.associate(each, context);
        }
        for (id, ty) in std::mem::take(&mut draft.consts) {
            let ty = self.resolve_type(&self.consts[id.0 as usize].scope, &ty);
            self.consts[id.0 as usize].ty = ty;
        }
        for index in 0..draft.adts.len() {
            self.adt_body(index, &draft.adts[index].0, &draft.aliases);
        }
        let fns = std::mem::take(&mut draft.fns);
        self.owners = fns.iter().map(|each| each.owner).collect();
        for each in fns {
            let context = match each.owner {
                Owner::Free => None,
                Owner::Impl(index) => Some(&contexts[index]),
                Owner::Trait(_) => None,
            };
            let own;
            let context = match each.owner {
                Owner::Trait(index) => {
                    own = self.trait_context(&draft.traits[index], &each, self.traits[index].public);
                    Some(&own)
                }
                _ => context,
            };
            self.function(each, context, &draft.aliases);
        }
        self.name_apart();
        self.misspelt_items(draft.misspelt);
    }

    fn context(&mut self, draft: &ImplDraft) -> Context {
        let unseen = self.foreign_attribute(draft.place.at, draft.place.file, &draft.item.attrs);
        let generics = type_params(&draft.item.generics);
        let scope = draft.place.scope(None, generics.clone());
        let self_ty = draft.instance.clone().unwrap_or_else(|| self.resolve_type(&scope, &draft.item.self_ty));
        let of_trait = draft.item.trait_.as_ref().map(|(path, _)| spelled(path.to_token_stream()));
        let at = draft.place.at;
        let trait_public = draft.item.trait_.as_ref().is_none_or(|(path, _)| {
            let names = segments(path);
            match self.resolve_path(at, &names, path.leading_colon.is_some(), Ns::Types) {
                Some((Def::Trait(index), _)) => self.traits[index].public,
                _ => true,
            }
        });
        Context {
            path: Some(self.type_path(&self_ty, draft.place.at)),
            self_ty: Some(self_ty),
            generics,
            of_trait,
            syntax: draft.item.generics.clone(),
            cfg: self.cfg.conditions(&draft.item.attrs),
            trait_public,
            unseen,
        }
    }

    /// A trait's provided methods are generic over `Self`.
    fn trait_context(&self, item: &syn::ItemTrait, draft: &FnDraft, public: bool) -> Context {
        let mut generics = vec!["Self".to_owned()];
        generics.extend(type_params(&item.generics));
        let module = &self.modules[draft.place.at.module.0 as usize].path;
        Context {
            self_ty: Some(Ty::Param("Self".to_owned())),
            generics,
            of_trait: Some(item.ident.to_string()),
            path: Some(join(module, &item.ident.to_string())),
            syntax: item.generics.clone(),
            cfg: self.cfg.conditions(&item.attrs),
            trait_public: public,
            unseen: None,
        }
    }

    /// How a type is called in the paths of its functions.
    fn type_path(&self, ty: &Ty, at: At) -> String {
        let module = &self.modules[at.module.0 as usize].path;
        match ty {
            Ty::Adt(id, _) => self.adts[id.0 as usize].def.path.clone(),
            Ty::Int(int) => int.to_string(),
            Ty::Vec(_) => "Vec".to_owned(),
            Ty::Slice(_) => "slice".to_owned(),
            Ty::Array(..) => "array".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Char => "char".to_owned(),
            Ty::Opaque(name) => join(module, name.split('<').next().unwrap_or(name)),
            Ty::Param(name) => join(module, name),
            Ty::Ref(_, inner) | Ty::Boxed(inner) => self.type_path(inner, at),
            _ => join(module, "_"),
        }
    }

    /// Associated types and constants, and which traits are implemented.
    fn associate(&mut self, draft: &ImplDraft, context: &Context) {
        let Some(self_ty) = context.self_ty.clone() else { return };
        let scope = draft.place.scope(Some(self_ty.clone()), context.generics.clone());
        for item in &draft.item.items {
            if let syn::ImplItem::Type(item) = item {
                let ty = self.resolve_type(&scope, &item.ty);
                self.assoc_types.push((self_ty.clone(), item.ident.unraw().to_string(), ty));
            }
        }
        for (id, ty) in &draft.consts {
            let ty = self.resolve_type(&scope, ty);
            let item = &mut self.consts[id.0 as usize];
            let name = item.path.rsplit("::").next().unwrap_or_default().to_owned();
            item.ty = ty;
            item.scope = scope.clone();
            item.path = format!("{}::{name}", context.path.as_deref().unwrap_or_default());
            self.assoc_consts.entry(name).or_default().push((self_ty.clone(), *id));
        }
        if let Some((path, _)) = &draft.item.trait_ {
            let names = segments(path);
            if let Some((Def::Trait(index), _)) =
                self.resolve_path(draft.place.at, &names, path.leading_colon.is_some(), Ns::Types)
            {
                self.trait_impls.push((index, self_ty));
            }
        }
    }

    fn adt_body(&mut self, index: usize, item: &syn::Item, aliases: &Aliases) {
        let scope = self.adts[index].scope.clone();
        let fields = |krate: &Crate, fields: &syn::Fields, public: bool| -> Vec<FieldDef> {
            let field = |(at, field): (usize, &syn::Field)| FieldDef {
                name: field.ident.as_ref().map_or_else(|| at.to_string(), ToString::to_string),
                ty: krate.resolve_type(&scope, &field.ty),
                public: public || matches!(field.vis, syn::Visibility::Public(_)),
            };
            fields.iter().enumerate().map(field).collect()
        };
        let (spec, mut errors) = match item {
            syn::Item::Struct(item) => {
                self.adts[index].def.variants[0].fields = fields(self, &item.fields, false);
                type_spec(&item.attrs, TypeBody::Struct(&item.fields), aliases)
            }
            syn::Item::Enum(item) => {
                let mut next = Some(0i128);
                for (at, variant) in item.variants.iter().enumerate() {
                    let all = fields(self, &variant.fields, true);
                    if let Some((_, value)) = &variant.discriminant {
                        next = self.const_int(&scope, value);
                    }
                    let def = &mut self.adts[index].def.variants[at];
                    def.fields = all;
                    def.discriminant = next;
                    next = next.and_then(|value| value.checked_add(1));
                }
                type_spec(&item.attrs, TypeBody::Enum(&item.variants), aliases)
            }
            _ => return,
        };
        errors.extend(self.misspelt_on_type(At::from(&scope), item, spec.refined));
        self.adts[index].faulty = !errors.is_empty();
        self.spec_errors(scope.file, errors);
        self.adts[index].def.refined = spec.refined;
        self.adts[index].spec = spec;
    }

    fn function(&mut self, draft: FnDraft, context: Option<&Context>, aliases: &Aliases) {
        let FnDraft { attrs, vis, sig, block, place, owner, body, tokens } = draft;
        let id = FnId(self.fns.len() as u32);
        let self_ty = context.and_then(|context| context.self_ty.clone());
        let mut generics = context.map(|context| context.generics.clone()).unwrap_or_default();
        generics.extend(type_params(&sig.generics));
        let scope = place.scope(self_ty.clone(), generics.clone());
        let params = sig.inputs.iter().enumerate().map(|(at, input)| self.param(&scope, at, input)).collect();
        let ret = match &sig.output {
            syn::ReturnType::Default => Ty::unit(),
            syn::ReturnType::Type(_, ty) => self.resolve_type(&scope, ty),
        };
        let name = sig.ident.to_string();
        let module = &self.modules[place.at.module.0 as usize].path;
        let before = match (context.and_then(|context| context.path.clone()), place.outer) {
            (Some(path), _) => path,
            (None, Some(outer)) => self.fns[outer.0 as usize].def.path.clone(),
            (None, None) => module.clone(),
        };
        let std = self.is_std(place.at.module);
        let own = self.foreign_attribute(place.at, place.file, &attrs);
        let unseen = own.or_else(|| context.and_then(|context| context.unseen.clone())).or_else(|| self.doubt.clone());
        let unseen = unseen.filter(|_| !std);
        let (mut spec, mut errors) = fn_spec(&attrs, &sig, aliases);
        // Within what another macro rewrites, attributes may be its own.
        if !std && unseen.is_none() {
            let misspelt = self.misspelt(place.at, &attrs, FN_ATTRIBUTES);
            spec.annotated |= !misspelt.is_empty();
            errors.extend(misspelt);
        }
        // Without what is in error there, a run would show nothing.
        let faulty = (!errors.is_empty()).then(|| FAULTY.to_owned());
        self.spec_errors(place.file, errors);
        let span = self.span(&scope, (sig.ident.span(), sig.ident.span()));
        let reason = if place.outer.is_some() {
            Some("it is declared inside another function".to_owned())
        } else if matches!(owner, Owner::Trait(_)) {
            Some("a provided method of a trait".to_owned())
        } else {
            uncallable(self, &scope, &sig, context.map(|context| &context.syntax))
        };
        let block_span = match &block {
            Some(block) => self.span(&scope, (block.brace_token.span.open(), block.brace_token.span.close())),
            None => Span { start: span.end, ..span },
        };
        let around = context.map(|context| context.cfg.clone()).unwrap_or_default();
        let trait_public = context.is_none_or(|context| context.trait_public);
        let def = FnDef {
            track_caller: false,
            path: join(&before, &name),
            module: place.at.module,
            self_ty,
            of_trait: context.and_then(|context| context.of_trait.clone()),
            // Narrowed by `visibility` to what can be reached.
            public: vis == Vis::Public && trait_public && place.outer.is_none(),
            generics,
            params,
            ret,
            span,
            item: self.span(&scope, tokens).to(block_span),
            block: block_span,
            cfg: [around, self.cfg.conditions(&attrs)].concat(),
            annotated: spec.annotated,
            pure: spec.pure || spec.measure,
            std,
            uncallable: faulty.or(reason),
            effects: Vec::new(),
            name: name.clone(),
        };
        if owner != Owner::Free {
            self.methods.entry(sig.ident.unraw().to_string()).or_default().push(id);
        }
        let scope = Scope { block: body.or(scope.block), ..scope };
        let private = vis == Vis::Private && def.of_trait.is_none() && !std;
        let callees = BTreeSet::new();
        self.fns.push(FnItem { def, scope, sig, block, spec, unseen, private, callees });
    }

    fn param(&self, scope: &Scope, at: usize, input: &syn::FnArg) -> ParamDef {
        match input {
            syn::FnArg::Receiver(receiver) => {
                let this = scope.self_ty.clone().unwrap_or_else(|| Ty::Opaque("Self".to_owned()));
                let ty = match &receiver.kind {
                    syn::ReceiverKind::Reference(_, _, mutability) => Ty::Ref(mutability.is_some(), Box::new(this)),
                    syn::ReceiverKind::Typed(_, ty) => self.resolve_type(scope, ty),
                    _ => this,
                };
                ParamDef { name: "self".to_owned(), ty }
            }
            syn::FnArg::Typed(typed) => {
                let name = match &*typed.pat {
                    syn::Pat::Ident(pat) if pat.subpat.is_none() && pat.by_ref.is_none() => pat.ident.to_string(),
                    _ => format!("_{at}"),
                };
                ParamDef { name, ty: self.resolve_type(scope, &typed.ty) }
            }
        }
    }

    /// Two `impl`s of traits may give a type two functions of one name: their paths name the trait.
    fn name_apart(&mut self) {
        let mut taken = std::collections::HashSet::new();
        for at in 0..self.fns.len() {
            let def = &self.fns[at].def;
            let mut path = def.path.clone();
            if taken.contains(&path)
                && let (Some(of), Some((before, name))) = (&def.of_trait, def.path.rsplit_once("::"))
            {
                path = format!("<{before} as {of}>::{name}");
            }
            let base = path.clone();
            let mut count = 2;
            while taken.contains(&path) {
                path = format!("{base}#{count}");
                count += 1;
            }
            self.fns[at].def.path = path.clone();
            taken.insert(path);
        }
    }

    fn spec_errors(&mut self, file: FileId, errors: Vec<SpecError>) {
        for error in errors {
            self.spec_error(file, error);
        }
    }

    /// Turns an error of the spec language into a diagnostic.
    pub(super) fn spec_error(&mut self, file: FileId, error: SpecError) {
        let span = self.spans.place(error.span.0, error.span.1).unwrap_or(Span { file, start: 0, end: 0 });
        let code = code(error.kind);
        let (message, help) = (error.message, error.help);
        self.diagnostics.push(Diagnostic { error: true, code, message, span: Some(span), help });
    }

    /// An attribute macro of another crate may make something else of an item; that is said.
    fn foreign_attribute(&mut self, at: At, file: FileId, attrs: &[syn::Attribute]) -> Option<String> {
        let mut found = None;
        for attr in self.cfg.expand(attrs) {
            let names = segments(attr.path());
            let leads_to = self.resolve_path(at, &names, attr.path().leading_colon.is_some(), Ns::Types);
            // A crate's bare name is a helper attribute of one of its derives: `#[serde(…)]`.
            let Some((Def::External(path), _)) = leads_to else { continue };
            if path.len() < 2 || path[0] == "std" || SPEC_CRATES.contains(&path[0].as_str()) {
                continue;
            }
            let name = names.join("::");
            let span = self.spans.place(attr.span(), attr.span()).unwrap_or(Span { file, start: 0, end: 0 });
            self.diagnostics.push(Diagnostic {
                error: false,
                code: "N0002",
                message: format!("what the attribute `{name}` makes of this item is not seen"),
                span: Some(span),
                help: Some("nothing is proved of functions in it".to_owned()),
            });
            found = Some(format!("what the attribute `{name}` makes of this"));
        }
        found
    }
}

/// Why a function with a clause in error is not run.
pub(super) const FAULTY: &str = "its specification is not in order";

/// The code of an error of the spec language.
pub(crate) fn code(kind: SpecErrorKind) -> &'static str {
    match kind {
        SpecErrorKind::Clause => "E0100",
        SpecErrorKind::Effect => "E0101",
        SpecErrorKind::Unknown => "E0102",
        SpecErrorKind::Signature => "E0103",
    }
}
