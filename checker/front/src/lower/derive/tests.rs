use hir_def::TraitId;
use hir_def::lang_item::{LangItems, lang_items};
use hir_expand::name::Name;
use hir_ty::next_solver::{GenericArg, GenericArgs, Ty as HirTy};
use intern::{Symbol, sym};

use crate::context::Context;
use crate::lower::alike::{self, Likeness};
use crate::lower::shim::lookup;
use crate::testing;
use crate::types::Env;

/// A struct or enum of the crate under check with its own type parameters.
pub(crate) fn ty_named<'db>(cx: &Context<'db>, name: &str) -> (HirTy<'db>, Env) {
    let path = |id| cx.types.path_of_adt(id);
    let item = cx.items.adts.iter().find(|item| path(item.id) == name).expect("the type is there");
    let args = cx.types.identity(item.id.into());
    (HirTy::new_adt(cx.types.interner(), item.id, args), Env::of(hir_def::GenericDefId::from(item.id)))
}

fn derived(source: &str, name: &str, of: fn(&LangItems) -> Option<TraitId>, method: Symbol, params: usize) -> String {
    testing::with(source, |cx| {
        let (ty, env) = ty_named(cx, name);
        let the_trait = of(lang_items(cx.db, cx.krate)).expect("the trait is there");
        let method = the_trait.trait_items(cx.db).method_by_name(&Name::new_symbol_root(method));
        let args: Vec<GenericArg<'_>> = vec![ty.into(); params];
        let (found, args) = lookup(cx, env, method.expect("the method is there"), GenericArgs::new_from_slice(&args));
        let inst = cx.instance(found, args, env);
        let body = super::body(cx, &inst).expect("it is derived");
        testing::mir_text(cx, &body)
    })
}

const TYPES: &str = r"
    #[derive(Clone, PartialEq, PartialOrd, Debug, Default)]
    pub struct Pair { pub a: i32, pub b: (bool, u8) }

    pub struct Odd(u32);
    impl Clone for Odd { fn clone(&self) -> Odd { Odd(self.0 + 1) } }
    impl PartialEq for Odd { fn eq(&self, other: &Odd) -> bool { self.0 % 2 == other.0 % 2 } }
    impl PartialOrd for Odd {
        fn partial_cmp(&self, other: &Odd) -> Option<core::cmp::Ordering> { None }
    }

    #[derive(Clone, PartialEq, PartialOrd)]
    pub enum Mixed { Both(Odd, i32), One { odd: (Odd, Odd) }, Neither }

    #[derive(Clone, PartialEq)]
    pub enum Tree { Leaf, Node(Box<Tree>, Vec<Tree>) }

    #[derive(Default)]
    pub enum Level { Low, #[default] High }

    #[derive(Clone, PartialEq)]
    pub struct Holder<T>(T);
";

/// The statements of a derived method, those that declare or jump left out.
fn statements(name: &str, of: fn(&LangItems) -> Option<TraitId>, method: Symbol, params: usize) -> Vec<String> {
    let text = derived(TYPES, name, of, method, params);
    let lines = text.lines().map(str::trim);
    let told = lines.filter(|line| {
        let jump = ["let ", "bb", "goto", "return", "fn ", "}"].iter().any(|start| line.starts_with(start));
        !line.is_empty() && !jump
    });
    told.map(str::to_owned).collect()
}

#[test]
fn what_is_derived_all_the_way_down_is_one_operation() {
    assert_eq!(statements("Pair", |it| it.PartialEq, sym::eq, 2), ["result = self == other;"]);
    assert_eq!(statements("Pair", |it| it.Clone, sym::clone, 1), ["result = copy *self;"]);
    assert_eq!(statements("Pair", |it| it.Debug, sym::fmt, 1), ["havoc *f;", "havoc result;"]);
    let order = statements("Pair", |it| it.PartialOrd, sym::partial_cmp, 2);
    assert_eq!(order.len(), 1);
    assert!(
        order[0].starts_with("result = if self.a < other.a { new Option<Ordering>::Some(new Ordering::Less()) } else")
    );
}

#[test]
fn other_fields_are_asked_one_by_one() {
    let eq = statements("Mixed", |it| it.PartialEq, sym::eq, 2);
    let position = |line: &str| eq.iter().position(|known| known == line);
    let (scalar, other) = (position("if _3 == _4 bb3 else bb6;"), position("_7 = call Odd::eq(move _5, move _6);"));
    assert!(scalar.is_some() && scalar < other, "scalars are compared first: {eq:#?}");
    let clone = statements("Mixed", |it| it.Clone, sym::clone, 1);
    assert!(clone.contains(&"result = make Mixed::Both(move _3, copy ((*self) as Both).1);".to_owned()), "{clone:#?}");
    assert!(clone.contains(&"_8 = make (Odd, Odd)(move _5, move _7);".to_owned()), "{clone:#?}");
    let order = statements("Mixed", |it| it.PartialOrd, sym::partial_cmp, 2);
    assert!(order.contains(&"_5 = call Odd::partial_cmp(move _3, move _4);".to_owned()), "{order:#?}");
    assert!(order.contains(&"if _5 is Some && (_5 as Some).0 is Equal bb2 else bb6;".to_owned()), "{order:#?}");
    let default = statements("Pair", |it| it.Default, sym::default, 1);
    assert_eq!(default.last().map(String::as_str), Some("result = make Pair(move _1, move _2);"));
    let marked = statements("Level", |it| it.Default, sym::default, 1);
    assert_eq!(marked, ["result = make Level::High();"]);
}

#[test]
fn structural_is_what_no_one_wrote() {
    testing::with(TYPES, |cx| {
        let holds = |name: &str, like| {
            let (ty, env) = ty_named(cx, name);
            alike::structural(cx, ty, env, like)
        };
        assert!(holds("Pair", Likeness::Eq));
        assert!(holds("Pair", Likeness::PartialOrder));
        assert!(!holds("Pair", Likeness::Order));
        assert!(!holds("Odd", Likeness::Eq));
        assert!(!holds("Mixed", Likeness::Clone));
        assert!(holds("Tree", Likeness::Eq));
        assert!(holds("Tree", Likeness::Clone));
        assert!(!holds("Holder", Likeness::Eq));
    });
}
