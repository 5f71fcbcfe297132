//! Lines that compile only if the real library has the same.
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{FnArg, Generics, Path, ReceiverKind, ReturnType, Signature, Type};

use crate::rewrite::{NameLifetimes, ReplaceSelf, SetLifetimes, arguments, merged, plain};

/// What functions and constants are in.
#[derive(Clone)]
pub struct Around {
    /// The type parameters, all lifetimes with names.
    pub generics: Generics,
    pub this: Type,
    pub of_trait: Option<Path>,
}

impl Around {
    /// What stands before the name of an associated item.
    pub fn place(&self) -> TokenStream {
        let this = &self.this;
        match &self.of_trait {
            Some(of) => quote!(<#this as #of>),
            None => quote!(<#this>),
        }
    }

    /// The same with the lifetimes that the header leaves out left out: a method may be more general than the trait asks.
    pub fn inferred_place(&self) -> TokenStream {
        let infer = |token| match token {
            proc_macro2::TokenTree::Ident(name) if is_of_header(&name) => {
                proc_macro2::Ident::new("_", name.span()).into()
            }
            other => other,
        };
        within_groups(self.place(), &infer)
    }

    pub fn name(&self) -> String {
        compact(&self.place())
    }
}

/// Whether a lifetime's name was made up for one that an `impl`'s header leaves out.
fn is_of_header(name: &proc_macro2::Ident) -> bool {
    let name = name.to_string();
    name.strip_prefix('h').is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
}

fn within_groups(
    tokens: TokenStream,
    change: &dyn Fn(proc_macro2::TokenTree) -> proc_macro2::TokenTree,
) -> TokenStream {
    let each = |token| match token {
        proc_macro2::TokenTree::Group(group) => {
            proc_macro2::Group::new(group.delimiter(), within_groups(group.stream(), change)).into()
        }
        other => change(other),
    };
    tokens.into_iter().map(each).collect()
}

/// Tokens with few spaces.
pub fn compact(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    let text = ["< ", " >", " <", "> ", " ::", ":: ", "& ", "( ", " )", "[ ", " ]", " ,", " ;"]
        .iter()
        .fold(text, |text, spaced| text.replace(spaced, spaced.trim()));
    text.replace(">as ", "> as ").replace(",", ", ").replace(",  ", ", ")
}

/// A line that compiles if the callee has the signature, but for the names of lifetimes.
pub fn function(around: Option<&Around>, mut signature: Signature, callee: &TokenStream) -> TokenStream {
    if let Some(around) = around {
        ReplaceSelf { ty: &around.this, of_trait: around.of_trait.as_ref() }.visit_signature_mut(&mut signature);
    }
    let mut lifetimes = NameLifetimes::new("e");
    let mut receiver = None;
    let (mut names, mut types) = (Vec::new(), Vec::new());
    let mut made_up = false;
    for (at, arg) in signature.inputs.iter_mut().enumerate() {
        let ty = match arg {
            FnArg::Typed(param) => {
                let mut ty = (*param.ty).clone();
                lifetimes.visit_type_mut(&mut ty);
                made_up |= quote!(#ty).to_string().contains("impl ");
                ty
            }
            FnArg::Receiver(param) => {
                let this = around.map(|around| &around.this);
                match &mut param.kind {
                    ReceiverKind::Reference(_, lifetime, mutability) => {
                        let lifetime = lifetime.clone().unwrap_or_else(|| lifetimes.fresh());
                        receiver = Some(lifetime.clone());
                        syn::parse_quote!(&#lifetime #mutability (#this))
                    }
                    ReceiverKind::Typed(_, ty) => {
                        let before = lifetimes.made.len();
                        lifetimes.visit_type_mut(ty);
                        receiver = lifetimes.made.get(before).cloned();
                        (**ty).clone()
                    }
                    _ => syn::parse_quote!(#this),
                }
            }
        };
        names.push(format_ident!("p{at}"));
        types.push(ty);
    }
    let mut ret: Type = match signature.output {
        ReturnType::Type(_, ty) => *ty,
        ReturnType::Default => syn::parse_quote!(()),
    };
    let one = match lifetimes.made.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    };
    if let Some(lifetime) = receiver.or(one) {
        SetLifetimes(lifetime).visit_type_mut(&mut ret);
    }
    let own = plain(signature.generics);
    let args = arguments(&own, false);
    let turbofish = (!args.is_empty() && !made_up).then(|| quote!(::<#(#args),*>));
    let generics = merged(&lifetimes.made, around.map_or(&Generics::default(), |around| &around.generics), &own);
    let (params, _, conditions) = generics.split_for_impl();
    let exactly = match signature.safety {
        syn::Safety::Unsafe(_) => format_ident!("exactly_unsafe{}", names.len()),
        _ => format_ident!("exactly{}", names.len()),
    };
    let name = format_ident!("f_{}", syn::ext::IdentExt::unraw(&signature.ident));
    let opaque = quote!(#ret).to_string().contains("impl ");
    let known = if opaque { quote!(_) } else { quote!(#ret) };
    quote! {
        const _: () = {
            fn #name #params (#(#names: #types),*) -> #ret #conditions {
                let Same(r): Same<#known> = #exactly(#(#names,)* #callee #turbofish);
                r
            }
        };
    }
}

/// A line that compiles if a type implements a trait, under conditions: only then can a trait that asks for that one be implemented.
pub fn implements(around: &Around, of: &Path, bindings: &[TokenStream]) -> TokenStream {
    let mut bound = of.clone();
    if !bindings.is_empty()
        && let Some(last) = bound.segments.last_mut()
    {
        let known = match &last.arguments {
            syn::PathArguments::AngleBracketed(args) => args.args.iter().cloned().collect(),
            _ => Vec::new(),
        };
        last.arguments = syn::PathArguments::AngleBracketed(syn::parse_quote!(<#(#known,)* #(#bindings),*>));
    }
    let generics = &around.generics;
    let sized = is_operator(of).then(|| quote!(Sized+));
    let (params, args, conditions) = generics.split_for_impl();
    let this = &around.this;
    quote! {
        trait Implements #params: #sized #bound #conditions {} impl #params Implements #args for #this #conditions {}
    }
}

/// A line that compiles if a trait, which `This_`, the last parameter, has, implies others.
pub fn supertraits(generics: &Generics, mut above: TokenStream) -> Option<TokenStream> {
    let (params, _, conditions) = generics.split_for_impl();
    let args = arguments(generics, false);
    if above.is_empty() {
        above = quote!(Sized);
    }
    let mut inner: Generics = generics.clone();
    if let Some(syn::GenericParam::Type(this)) = inner.params.last_mut() {
        let more: syn::TypeParam = syn::parse_str(&format!("This_: {above}")).ok()?;
        this.bounds.extend(more.bounds);
    }
    let (need, _, _) = inner.split_for_impl();
    // The outer function has the trait alone, the inner one needs what it says to imply.
    let bounds = inner.where_clause.clone();
    Some(quote!(fn supertraits #params () #conditions { fn need #need () #bounds {} need::<#(#args),*>() }))
}

/// Whether a trait has a parameter that is the type itself where it is left out, and so asks for a size.
fn is_operator(of: &Path) -> bool {
    const OPERATORS: [&str; 12] =
        ["Add", "Sub", "Mul", "Div", "Rem", "BitAnd", "BitOr", "BitXor", "Shl", "Shr", "Sum", "Product"];
    let name = of.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    OPERATORS.contains(&name.trim_end_matches("Assign"))
}

/// A line about a struct's or an enum's parameters and public fields.
pub fn data(real: &Path, item: syn::DeriveInput) -> TokenStream {
    let generics = plain(item.generics.clone());
    let lifetime = syn::Lifetime::new("'value", proc_macro2::Span::call_site());
    let args = arguments(&generics, true);
    let all = merged(&[lifetime], &generics, &Generics::default());
    let (params, _, conditions) = all.split_for_impl();
    let open = item.attrs.iter().any(|attr| attr.path().is_ident("non_exhaustive"));
    let body = match item.data {
        syn::Data::Struct(data) => {
            let public = data
                .fields
                .members()
                .zip(&data.fields)
                .filter(|(_, field)| matches!(field.vis, syn::Visibility::Public(_)));
            let (members, types): (Vec<_>, Vec<_>) = public.map(|(member, field)| (member, &field.ty)).unzip();
            quote!(let _: (#(Same<&#types>,)*) = (#(Same(&x.#members),)*);)
        }
        syn::Data::Enum(data) => {
            let arms = data.variants.iter().map(|variant| {
                let name = &variant.ident;
                let fields = variant.fields.members().enumerate();
                let (members, names): (Vec<_>, Vec<_>) = fields.map(|(at, member)| (member, format_ident!("f{at}"))).unzip();
                let types = variant.fields.iter().map(|field| &field.ty);
                quote!(#real::#name { #(#members: ref #names),* } => { let _: (#(Same<&#types>,)*) = (#(Same(#names),)*); })
            });
            let rest = open.then(|| quote!(_ => {}));
            quote!(match *x { #(#arms)* #rest })
        }
        syn::Data::Union(_) => quote!(),
    };
    quote!(fn data #params (x: &'value #real<#(#args),*>) #conditions { #body })
}
