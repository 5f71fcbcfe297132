//! Calls of the library's functions that both rustc and our interpreter can make: a function each, whose parameters have values
//! that can be written down, with types and closures of our choice in place of generic ones.
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{FnArg, GenericParam, Generics, PathArguments, ReceiverKind, ReturnType, Type, TypeParamBound};

use super::contract;
use super::fill::{Filler, is_plain};
use super::recipes::{Choice, choose, recipe};
use crate::known::Known;
use crate::lines::compact;
use crate::rewrite::ReplaceSelf;

/// A function of the crate of calls.
pub struct Case {
    /// What it calls.
    pub item: String,
    /// Where it is.
    pub path: String,
    /// How many lines of the mirror come before it.
    pub place: usize,
    pub code: String,
    /// The types of its parameters.
    pub params: Vec<Type>,
    /// Whether what it returns is whether the clauses hold.
    pub contract: bool,
}

/// An argument of the call.
pub struct Arg {
    /// The parameter's name; `this` for `self`.
    pub name: Ident,
    pub value: TokenStream,
    pub ty: Type,
}

impl Case {
    /// The call of a function, or why there is none.
    pub fn new(known: &Known, name: &str) -> Result<Case, String> {
        if matches!(known.signature.safety, syn::Safety::Unsafe(_)) {
            return Err("unsafe".to_owned());
        }
        let mut caller = Caller::new(known)?;
        let args = caller.args()?;
        let callee = caller.callee();
        let ret = caller.ret();
        let Supply { params, setup, after, .. } = caller.supply;
        let body = if known.contract.is_empty() {
            let values = args.iter().map(|arg| &arg.value);
            let result = if ret.as_ref().is_none_or(|ty| is_plain(ty, false)) && setup.is_empty() {
                quote!(r)
            } else {
                quote!(r.seen())
            };
            let shown = if after.is_empty() { result } else { quote!((#result, #after)) };
            quote!(let r = #callee(#(#values),*); #shown)
        } else {
            contract::checked(&known.contract, &args, &callee, &caller.filler.consts)?
        };
        let names = (0..params.len()).map(|at| format_ident!("a{at}"));
        let ident = format_ident!("{name}");
        let code = quote!(pub fn #ident(#(#names: #params),*) -> impl Show { #setup #body }).to_string();
        let module: String = known.module.split("::").map(|name| format!("::{name}")).collect();
        let path = format!("crate{module}::{name}");
        Ok(Case {
            item: known.item.clone(),
            path,
            place: known.place,
            code,
            params,
            contract: !known.contract.is_empty(),
        })
    }
}

/// How a function is called.
struct Caller<'a> {
    known: &'a Known,
    filler: Filler<'a>,
    this: Option<Type>,
    /// The type parameters that closures stand for, with the numbers of their parameters.
    closures: HashMap<String, usize>,
    supply: Supply<'a>,
}

/// What the arguments are made from.
struct Supply<'a> {
    item: &'a str,
    params: Vec<Type>,
    setup: TokenStream,
    /// What is looked at after the call.
    after: TokenStream,
}

impl<'a> Caller<'a> {
    fn new(known: &'a Known) -> Result<Caller<'a>, String> {
        let mut filler = Filler { chosen: HashMap::new(), consts: Vec::new(), aliases: &known.aliases };
        let mut closures = HashMap::new();
        let around = known.around.iter().map(|around| around.generics.clone());
        let generics: Vec<Generics> = around.chain([known.signature.generics.clone()]).collect();
        for param in generics.iter().flat_map(|generics| &generics.params) {
            match param {
                GenericParam::Lifetime(_) => {}
                GenericParam::Const(param) => filler.consts.push(param.ident.to_string()),
                GenericParam::Type(param) => {
                    let ty = match choose(&known.item, &param.ident, &generics)? {
                        Choice::Type(ty) => *ty,
                        Choice::Closure(params) => {
                            closures.insert(param.ident.to_string(), params);
                            syn::parse_quote!(_)
                        }
                    };
                    filler.chosen.insert(param.ident.to_string(), ty);
                }
            }
        }
        // What was chosen may name other parameters.
        let mut chosen = filler.chosen.clone();
        chosen.values_mut().for_each(|ty| filler.visit_type_mut(ty));
        filler.chosen = chosen;
        let mut this = known.around.as_ref().map(|around| around.this.clone());
        this.iter_mut().for_each(|this| filler.visit_type_mut(this));
        let supply =
            Supply { item: &known.item, params: Vec::new(), setup: TokenStream::new(), after: TokenStream::new() };
        Ok(Caller { known, filler, this, closures, supply })
    }

    fn args(&mut self) -> Result<Vec<Arg>, String> {
        let mut args = Vec::new();
        for (at, arg) in self.known.signature.inputs.iter().enumerate() {
            let (name, ty) = match arg {
                FnArg::Typed(param) => {
                    let name = match &*param.pat {
                        syn::Pat::Ident(name) => name.ident.clone(),
                        _ => format_ident!("p{at}"),
                    };
                    (name, (*param.ty).clone())
                }
                FnArg::Receiver(param) => {
                    let this = &self.this;
                    let ty = match &param.kind {
                        ReceiverKind::Reference(_, _, mutability) => syn::parse_quote!(&#mutability #this),
                        ReceiverKind::Typed(_, ty) => (**ty).clone(),
                        _ => syn::parse_quote!(#this),
                    };
                    (format_ident!("this"), ty)
                }
            };
            let (value, ty) = match closure_of(&ty, &self.closures) {
                Some(params) => (self.supply.closure(params, !self.known.contract.is_empty()), syn::parse_quote!(_)),
                None => {
                    let ty = self.filled(ty);
                    (self.supply.value(&ty)?, ty)
                }
            };
            args.push(Arg { name, value, ty });
        }
        Ok(args)
    }

    fn filled(&mut self, mut ty: Type) -> Type {
        if let Some(this) = &self.this {
            let of_trait = self.known.around.as_ref().and_then(|around| around.of_trait.as_ref());
            ReplaceSelf { ty: this, of_trait }.visit_type_mut(&mut ty);
        }
        self.filler.visit_type_mut(&mut ty);
        ty
    }

    /// The result's type, if there is one.
    fn ret(&mut self) -> Option<Type> {
        match self.known.signature.output.clone() {
            ReturnType::Type(_, ty) => Some(self.filled(*ty)),
            ReturnType::Default => None,
        }
    }

    fn callee(&mut self) -> TokenStream {
        let own = self.known.signature.generics.params.iter().filter_map(|param| match param {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(param) => {
                let chosen = self.filler.chosen.get(&param.ident.to_string());
                Some(chosen.map_or_else(|| quote!(_), |ty| quote!(#ty)))
            }
            GenericParam::Const(_) => Some(quote!(3)),
        });
        let own: Vec<TokenStream> = own.collect();
        let made_up = self.known.signature.inputs.iter().any(|arg| quote!(#arg).to_string().contains("impl "));
        let turbofish = (!own.is_empty() && !made_up).then(|| quote!(::<#(#own),*>));
        let method = &self.known.signature.ident;
        let place = match (&self.known.callee, &self.known.around) {
            (Some(path), _) if path.to_string().starts_with("::") => return quote!(#path #turbofish),
            (Some(path), _) => return quote!(#path),
            (None, around) => {
                let this = &self.this;
                let mut of_trait = around.as_ref().and_then(|around| around.of_trait.clone());
                of_trait.iter_mut().for_each(|path| self.filler.visit_path_mut(path));
                match of_trait {
                    Some(of) => quote!(<#this as #of>),
                    None => quote!(<#this>),
                }
            }
        };
        quote!(#place::#method #turbofish)
    }
}

impl Supply<'_> {
    /// A value of a type.
    fn value(&mut self, ty: &Type) -> Result<TokenStream, String> {
        if is_plain(ty, true) {
            return Ok(self.param(ty.clone()));
        }
        let (mut inner, by) = match ty {
            Type::Reference(reference) => ((*reference.elem).clone(), Some(reference.mutability)),
            other => (other.clone(), None),
        };
        if let Type::Paren(paren) = inner {
            inner = *paren.elem;
        }
        let made = match recipe(self.item, &inner) {
            _ if by.is_some() && is_plain(&inner, true) => self.param(inner),
            Some((from, made)) => {
                let mut text = made.to_owned();
                for (at, ty) in from.iter().enumerate() {
                    text = text.replace(&format!("#{at}"), &self.value(ty)?.to_string());
                }
                text.parse().map_err(|_| format!("no recipe in `{text}`"))?
            }
            None => return Err(format!("no values of `{}`", compact(&quote!(#inner)))),
        };
        let Some(mutability) = by else { return Ok(made) };
        let local = format_ident!("l{}", self.params.len());
        self.setup.extend(quote!(let #mutability #local = #made;));
        if mutability.is_some() {
            self.after = quote!(#local.seen());
        }
        Ok(quote!(&#mutability #local))
    }

    fn param(&mut self, ty: Type) -> TokenStream {
        let name = format_ident!("a{}", self.params.len());
        self.params.push(ty);
        quote!(#name)
    }

    /// A closure whose answers depend on what it is given and on a parameter that tells its kind.
    fn closure(&mut self, params: usize, calm: bool) -> TokenStream {
        let kind = if calm { quote!(0) } else { self.param(syn::parse_quote!(Kind)) };
        let names: Vec<_> = (0..params).map(|at| format_ident!("x{at}")).collect();
        let given = names.iter().rev().fold(quote!(0), |all, name| quote!((#name).num() + 3 * (#all)));
        quote!(move |#(#names),*| answer(#kind, #given))
    }
}

/// The number of parameters, if an argument is a closure.
fn closure_of(ty: &Type, closures: &HashMap<String, usize>) -> Option<usize> {
    match ty {
        Type::Path(path) => closures.get(&path.path.get_ident()?.to_string()).copied(),
        Type::ImplTrait(of) => of.bounds.iter().find_map(|bound| match bound {
            TypeParamBound::Trait(bound) => match &bound.path.segments.last()?.arguments {
                PathArguments::Parenthesized(args) => Some(args.inputs.len()),
                _ => None,
            },
            _ => None,
        }),
        _ => None,
    }
}

/// Items that have a case twice, as methods of several `impl`s of one header have, are told apart by a number.
pub fn distinct(known: &mut [Known]) {
    let mut seen = HashSet::new();
    for function in known {
        let (name, mut count) = (function.item.clone(), 1);
        while !seen.insert(function.item.clone()) {
            count += 1;
            function.item = format!("{name}#{count}");
        }
    }
}
