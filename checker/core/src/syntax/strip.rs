//! Takes out of parsed files what a configuration leaves out, inside bodies too, before any other code looks at them.
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr};

use super::cfg::Cfg;

impl Cfg {
    /// Takes out of a file what is not compiled. Modules for tests alone stay: they are places to know of. So does what is
    /// not decided: those who read the items say of it that they do not look at it.
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
