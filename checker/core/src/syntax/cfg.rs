//! `#[cfg]` and `#[cfg_attr]`: what of the text is compiled at all.
//!
//! Everything that a configuration leaves out is taken from the tree before any other code looks at it, inside bodies too.
//! `test` is off, since refine checks what the users of a crate get; `debug_assertions` is on.
use std::collections::HashSet;

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Token};

/// The configuration.
#[derive(Debug, Default, Clone)]
pub(super) struct Cfg {
    set: HashSet<String>,
}

/// The condition of a `cfg`.
enum Condition {
    Literal(bool),
    /// `unix`, or `feature = "x"` as rustc prints it.
    Is(String),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Parse for Condition {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::LitBool) {
            return Ok(Condition::Literal(input.parse::<syn::LitBool>()?.value));
        }
        let path: syn::Path = input.call(syn::Path::parse_mod_style)?;
        let name = path.get_ident().map(ToString::to_string).unwrap_or_default();
        if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            let mut list: Vec<_> =
                Punctuated::<Condition, Token![,]>::parse_terminated(&content)?.into_iter().collect();
            return match name.as_str() {
                "all" => Ok(Condition::All(list)),
                "any" => Ok(Condition::Any(list)),
                "not" if list.len() == 1 => Ok(Condition::Not(Box::new(list.remove(0)))),
                _ => Err(syn::Error::new_spanned(path, "no such condition")),
            };
        }
        if input.parse::<Option<Token![=]>>()?.is_some() {
            let value: syn::LitStr = input.parse()?;
            return Ok(Condition::Is(format!("{name}=\"{}\"", value.value())));
        }
        Ok(Condition::Is(name))
    }
}

/// `cfg_attr(condition, attributes…)`.
struct CfgAttr {
    condition: Condition,
    metas: Vec<syn::Meta>,
}

impl Parse for CfgAttr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let condition = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        let metas = Punctuated::<syn::Meta, Token![,]>::parse_terminated(input)?;
        Ok(CfgAttr { condition, metas: metas.into_iter().collect() })
    }
}

impl Cfg {
    /// From the lines that `rustc --print cfg` prints.
    pub(super) fn new(lines: &[String]) -> Cfg {
        let spaced = |line: &String| match line.split_once('=') {
            Some((key, value)) => format!("{}={}", key.trim(), value.trim()),
            None => line.trim().to_owned(),
        };
        let mut set: HashSet<String> = lines.iter().map(spaced).collect();
        set.remove("test");
        set.insert("debug_assertions".to_owned());
        Cfg { set }
    }

    fn test(&self) -> Cfg {
        let mut with = self.clone();
        with.set.insert("test".to_owned());
        with
    }

    fn eval(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Literal(value) => *value,
            Condition::Is(name) => self.set.contains(name),
            Condition::Not(inner) => !self.eval(inner),
            Condition::All(list) => list.iter().all(|each| self.eval(each)),
            Condition::Any(list) => list.iter().any(|each| self.eval(each)),
        }
    }

    /// The value of `cfg!(…)`; `None` if its condition makes no sense.
    pub(super) fn value(&self, tokens: proc_macro2::TokenStream) -> Option<bool> {
        syn::parse2::<Condition>(tokens).ok().map(|condition| self.eval(&condition))
    }

    /// The attributes with every `cfg_attr` replaced by what it stands for.
    pub(super) fn expand(&self, attrs: &[Attribute]) -> Vec<Attribute> {
        let mut out = Vec::new();
        for attr in attrs {
            if !attr.path().is_ident("cfg_attr") {
                out.push(attr.clone());
                continue;
            }
            let Ok(wrapped) = attr.parse_args::<CfgAttr>() else { continue };
            if self.eval(&wrapped.condition) {
                let inner: Vec<_> = wrapped.metas.into_iter().map(|meta| Attribute { meta, ..attr.clone() }).collect();
                out.extend(self.expand(&inner));
            }
        }
        out
    }

    /// Whether an item with these attributes is compiled. A condition that makes no sense is for rustc to refuse.
    pub(super) fn on(&self, attrs: &[Attribute]) -> bool {
        if attrs.iter().all(|attr| !attr.path().is_ident("cfg") && !attr.path().is_ident("cfg_attr")) {
            return true;
        }
        self.expand(attrs)
            .iter()
            .filter(|attr| attr.path().is_ident("cfg"))
            .all(|attr| attr.parse_args::<Condition>().is_ok_and(|condition| self.eval(&condition)))
    }

    /// Whether an item with these attributes is compiled for tests, and only for them.
    pub(super) fn test_only(&self, attrs: &[Attribute]) -> bool {
        !self.on(attrs) && self.test().on(attrs)
    }

    /// Takes out of a file what is not compiled. Modules for tests alone stay: they are places to know of.
    pub(super) fn strip(&self, file: &mut syn::File) {
        if !self.on(&file.attrs) {
            file.items.clear();
        }
        Strip { cfg: self }.visit_file_mut(file);
    }
}

struct Strip<'a> {
    cfg: &'a Cfg,
}

impl Strip<'_> {
    fn items(&self, items: &mut Vec<syn::Item>) {
        items.retain(|item| self.item(item));
    }

    fn item(&self, item: &syn::Item) -> bool {
        let attrs = item_attrs(item);
        self.cfg.on(attrs) || (matches!(item, syn::Item::Mod(_)) && self.cfg.test_only(attrs))
    }

    fn list<T, P: Default>(&self, list: &mut Punctuated<T, P>, attrs: impl Fn(&T) -> &[Attribute]) {
        if list.iter().any(|each| !self.cfg.on(attrs(each))) {
            let kept = std::mem::take(list).into_pairs();
            *list = kept.filter(|pair| self.cfg.on(attrs(pair.value()))).collect();
        }
    }
}

impl VisitMut for Strip<'_> {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        self.items(&mut file.items);
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            self.items(items);
        }
        visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        item.items.retain(|each| {
            self.cfg.on(match each {
                syn::ImplItem::Const(it) => &it.attrs,
                syn::ImplItem::Fn(it) => &it.attrs,
                syn::ImplItem::Type(it) => &it.attrs,
                syn::ImplItem::Macro(it) => &it.attrs,
                _ => &[],
            })
        });
        visit_mut::visit_item_impl_mut(self, item);
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        item.items.retain(|each| {
            self.cfg.on(match each {
                syn::TraitItem::Const(it) => &it.attrs,
                syn::TraitItem::Fn(it) => &it.attrs,
                syn::TraitItem::Type(it) => &it.attrs,
                syn::TraitItem::Macro(it) => &it.attrs,
                _ => &[],
            })
        });
        visit_mut::visit_item_trait_mut(self, item);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        self.list(&mut item.variants, |variant| &variant.attrs);
        visit_mut::visit_item_enum_mut(self, item);
    }

    fn visit_fields_named_mut(&mut self, fields: &mut syn::FieldsNamed) {
        self.list(&mut fields.named, |field| &field.attrs);
        visit_mut::visit_fields_named_mut(self, fields);
    }

    fn visit_fields_unnamed_mut(&mut self, fields: &mut syn::FieldsUnnamed) {
        self.list(&mut fields.unnamed, |field| &field.attrs);
        visit_mut::visit_fields_unnamed_mut(self, fields);
    }

    fn visit_signature_mut(&mut self, sig: &mut syn::Signature) {
        self.list(&mut sig.inputs, |input| match input {
            syn::FnArg::Receiver(receiver) => &receiver.attrs,
            syn::FnArg::Typed(typed) => &typed.attrs,
        });
        visit_mut::visit_signature_mut(self, sig);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain(|stmt| match stmt {
            syn::Stmt::Local(local) => self.cfg.on(&local.attrs),
            syn::Stmt::Item(item) => self.item(item),
            syn::Stmt::Expr(expr, _) => self.cfg.on(expr_attrs(expr)),
            syn::Stmt::Macro(mac) => self.cfg.on(&mac.attrs),
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, expr: &mut syn::ExprMatch) {
        expr.arms.retain(|arm| self.cfg.on(&arm.attrs));
        visit_mut::visit_expr_match_mut(self, expr);
    }

    fn visit_expr_struct_mut(&mut self, expr: &mut syn::ExprStruct) {
        self.list(&mut expr.fields, |field| &field.attrs);
        visit_mut::visit_expr_struct_mut(self, expr);
    }

    fn visit_pat_struct_mut(&mut self, pat: &mut syn::PatStruct) {
        self.list(&mut pat.fields, |field| &field.attrs);
        visit_mut::visit_pat_struct_mut(self, pat);
    }

    fn visit_expr_array_mut(&mut self, expr: &mut syn::ExprArray) {
        self.list(&mut expr.elems, expr_attrs);
        visit_mut::visit_expr_array_mut(self, expr);
    }

    fn visit_expr_call_mut(&mut self, expr: &mut syn::ExprCall) {
        self.list(&mut expr.args, expr_attrs);
        visit_mut::visit_expr_call_mut(self, expr);
    }
}

/// The attributes of an item.
pub(super) fn item_attrs(item: &syn::Item) -> &[Attribute] {
    use syn::Item::*;
    match item {
        Const(it) => &it.attrs,
        Enum(it) => &it.attrs,
        ExternCrate(it) => &it.attrs,
        Fn(it) => &it.attrs,
        ForeignMod(it) => &it.attrs,
        Impl(it) => &it.attrs,
        Macro(it) => &it.attrs,
        Mod(it) => &it.attrs,
        Static(it) => &it.attrs,
        Struct(it) => &it.attrs,
        Trait(it) => &it.attrs,
        TraitAlias(it) => &it.attrs,
        Type(it) => &it.attrs,
        Union(it) => &it.attrs,
        Use(it) => &it.attrs,
        _ => &[],
    }
}

/// The attributes of an expression, as far as statements and arguments can have them.
fn expr_attrs(expr: &Expr) -> &[Attribute] {
    macro_rules! attrs {
        ($($kind:ident)*) => { match expr { $(Expr::$kind(it) => &it.attrs,)* _ => &[] } };
    }
    attrs!(Array Assign Async Await Binary Block Break Call Cast Closure Const Continue Field ForLoop Group If Index
        Infer Let Lit Loop Macro Match MethodCall Paren Path Range Reference Repeat Return Struct Try TryBlock Tuple
        Unary Unsafe While Yield)
}
