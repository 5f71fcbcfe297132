//! Types, methods, constants, what can be called, and specifications.
use crate::ty::IntTy;

use super::*;

#[test]
fn the_types_of_the_model_are_known_by_every_name() {
    let krate = lib("
        mod m { pub struct P<T> { pub x: T } pub type Pair<A> = (A, A); pub type Q = P<u8>; }
        use std::vec::Vec as List; use m::*; const N: usize = 2 * K; const K: usize = 3; struct Vector(Vec<u8>);
        fn f<T>(t: T) {}
    ");
    let ty = |text| krate.ty("f", text);
    let int = |int| Ty::Int(int);
    let u8 = || Box::new(Ty::Int(IntTy::U8));
    assert_eq!(ty("u8"), int(IntTy::U8));
    assert_eq!(ty("(bool, char)"), Ty::Tuple(vec![Ty::Bool, Ty::Char]));
    assert_eq!(ty("()"), Ty::unit());
    assert_eq!(ty("!"), Ty::Never);
    assert_eq!(ty("[u8; N]"), Ty::Array(u8(), 6));
    assert_eq!(ty("[u8; { 1 << 4 }]"), Ty::Array(u8(), 16));
    assert_eq!(ty("[u8; u8::MAX as usize]"), Ty::Array(u8(), 255));
    assert_eq!(ty("&mut [u8]"), Ty::Ref(true, Box::new(Ty::Slice(u8()))));
    for text in ["Vec<u8>", "List<u8>", "std::vec::Vec<u8>", "alloc::vec::Vec<u8>", "::std::vec::Vec<u8>"] {
        assert_eq!(ty(text), Ty::Vec(u8()), "{text}");
    }
    assert_eq!(ty("Box<u8>"), Ty::Boxed(u8()));
    assert_eq!(ty("&'static str"), Ty::Ref(false, Box::new(Ty::Opaque("str".to_owned()))));
    assert_eq!(ty("T"), Ty::Param("T".to_owned()));
    assert_eq!(ty("Pair<u8>"), Ty::Tuple(vec![int(IntTy::U8), int(IntTy::U8)]));
    assert_eq!(ty("Q"), ty("m::P<u8>"));
    assert!(matches!(ty("P<T>"), Ty::Adt(_, args) if args == [Ty::Param("T".to_owned())]));
    assert!(matches!(ty("Option<u8>"), Ty::Adt(_, args) if args == [int(IntTy::U8)]));
    assert_eq!(ty("std::result::Result<u8, ()>"), ty("Result<u8, ()>"));
    assert_eq!(ty("Vec<_>"), Ty::Vec(Box::new(Ty::Param("_".to_owned()))));
    assert_eq!(ty("int"), Ty::Exact);
    for text in [
        "f64",
        "String",
        "HashMap<u8, u8>",
        "impl Fn(u8) -> u8",
        "dyn A + 'a",
        "fn(u8, u8)",
        "*const u8",
        "&dyn Iterator<Item = u8>",
        "T::Item",
    ] {
        let peeled = ty(text);
        assert_eq!(*peeled.peeled(), Ty::Opaque(text.trim_start_matches('&').to_owned()));
    }
}

#[test]
fn aliases_that_lead_to_themselves_are_outside_the_model() {
    let krate = lib("type A = B; type B = A; const N: usize = M; const M: usize = N; fn f(a: A, n: [u8; N]) {}");
    assert!(krate.get("f").def.params.iter().all(|param| matches!(param.ty, Ty::Opaque(_))));
}

#[test]
fn a_declaration_shadows_the_prelude() {
    let krate = lib("mod m { pub struct Vec; fn f(v: Vec) {} } fn g(v: Vec<u8>) {}");
    assert!(matches!(krate.get("m::f").def.params[0].ty, Ty::Adt(..)));
    assert!(matches!(krate.get("g").def.params[0].ty, Ty::Vec(_)));
}

#[test]
fn receivers_and_self_are_the_type_of_the_impl() {
    let krate = lib("
        struct P<T> { x: T }
        impl<T> P<T> { fn v(self) {} fn r(&self) {} fn m(&mut self) {} fn b(self: Box<Self>) -> Option<Self> { None } }
        impl Iterator for P<u8> { type Item = u16; fn next(&mut self) -> Option<Self::Item> { None } }
    ");
    let this = Ty::Adt(crate::ty::AdtId(0), vec![Ty::Param("T".to_owned())]);
    let first = |path: &str| krate.get(path).def.params[0].ty.clone();
    assert_eq!(first("P::v"), this);
    assert_eq!(first("P::r"), Ty::Ref(false, Box::new(this.clone())));
    assert_eq!(first("P::m"), Ty::Ref(true, Box::new(this.clone())));
    assert_eq!(first("P::b"), Ty::Boxed(Box::new(this.clone())));
    assert!(matches!(&krate.get("P::b").def.ret, Ty::Adt(_, args) if args == &[this]));
    assert_eq!(krate.get("P::next").def.of_trait.as_deref(), Some("Iterator"));
    assert!(matches!(&krate.get("P::next").def.ret, Ty::Adt(_, args) if args == &[Ty::Int(IntTy::U16)]));
}

#[test]
fn structs_and_enums_are_as_declared() {
    let krate = lib("
        #[derive(Clone, Debug)] pub struct S<'a, T> { pub a: &'a T, b: u8 }
        pub enum E { A = 3, B, C(u8), D { x: i8 } = 1 + 8 }
    ");
    let def = &krate.adts[0].def;
    assert_eq!(
        (def.lifetimes, &def.generics[..], &def.derives[..]),
        (1, &["T".to_owned()][..], &["Clone".to_owned(), "Debug".to_owned()][..])
    );
    assert_eq!(def.variants[0].fields.iter().map(|field| field.public).collect::<Vec<_>>(), [true, false]);
    assert!(!def.is_abstract(), "nothing makes one");
    let discriminants: Vec<_> = krate.adts[1].def.variants.iter().map(|variant| variant.discriminant).collect();
    assert_eq!(discriminants, [Some(3), Some(4), Some(5), Some(9)]);
}

fn method(krate: &Crate, of: &str, receiver: &str, name: &str) -> Option<String> {
    let id = krate.resolve_method(&krate.ty(of, receiver), name)?;
    Some(krate.fns[id.0 as usize].def.path.clone())
}

#[test]
fn methods_are_found_as_rust_finds_them() {
    let krate = lib("
        struct P<T>(T);
        impl<T> P<T> { fn own(&self) {} fn both(&self) {} }
        impl P<u8> { fn bytes(&self) {} }
        trait Tr { fn both(&self); fn only(&self); fn given(&self) {} fn twice(&self); }
        impl<T> Tr for P<T> { fn both(&self) {} fn only(&self) {} fn twice(&self) {} }
        trait Other { fn twice(&self); } impl<T> Other for P<T> { fn twice(&self) {} }
        trait Ext { fn ext(self); } impl Ext for &[u8] { fn ext(self) {} } impl<T> Ext2 for T { fn all(self) {} }
        fn f() {}
    ");
    let found = |receiver, name| method(&krate, "f", receiver, name);
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(found("P<u8>", "own"), some("P::own"));
    assert_eq!(found("&mut Box<P<u8>>", "own"), some("P::own"));
    assert_eq!(found("P<u8>", "both"), some("P::both"));
    assert_eq!(found("P<u8>", "only"), some("P::only"));
    assert_eq!(found("P<u8>", "given"), some("Tr::given"));
    assert_eq!(found("P<u8>", "bytes"), some("P::bytes"));
    assert_eq!(found("P<u16>", "bytes"), None);
    assert_eq!(found("P<u8>", "twice"), None, "which trait is in scope is not known");
    assert_eq!(found("Vec<u8>", "ext"), some("slice::ext"));
    assert_eq!(found("u8", "own"), None);
    assert_eq!(found("u8", "all"), None, "bounds of an impl for all types are not modelled");
    assert_eq!(found("_", "own"), None);
}

#[test]
fn associated_functions_and_constants_are_found_by_type() {
    let krate = lib("
        struct P<T>(T); impl<T> P<T> { const K: u8 = 7; fn new() {} }
        impl Default for P<u8> { fn default() -> Self { P(0) } }
        trait Tr { fn make() -> u8; fn given() -> u8 { 1 } } impl Tr for P<u8> { fn make() -> u8 { 2 } }
        mod m { pub type Alias = super::P<u8>; }
        fn f<T: Tr>() {}
    ");
    assert_eq!(krate.leads_to("f", "P::new"), Some("P::new"));
    assert_eq!(krate.leads_to("f", "P::<u8>::new"), Some("P::new"));
    assert_eq!(krate.leads_to("f", "m::Alias::new"), Some("P::new"));
    assert_eq!(krate.leads_to("f", "<P<u8> as Default>::default"), Some("P::default"));
    assert_eq!(krate.leads_to("f", "<P<u8>>::make"), Some("P::make"));
    assert_eq!(krate.leads_to("f", "P::<u8>::given"), Some("Tr::given"));
    assert_eq!(krate.leads_to("P::default", "Self::new"), Some("P::new"));
    assert!(matches!(krate.val("f", "P::<u8>::K"), Some(ValueRes::Const(_))));
    assert_eq!(krate.const_int(&krate.get("f").scope, &syn::parse_quote!(P::<u8>::K + 1)), Some(8));
    for (path, ty) in [("i32::MAX", "i32"), ("std::i32::MAX", "i32"), ("core::primitive::i32::MAX", "i32")] {
        let ValueRes::Assoc(of, name) = krate.val("f", path).unwrap() else { continue };
        assert_eq!((of, name.as_str()), (krate.ty("f", ty), "MAX"));
    }
    assert_eq!(
        krate.val("f", "Vec::with_capacity"),
        Some(ValueRes::Assoc(krate.ty("f", "Vec<_>"), "with_capacity".to_owned()))
    );
    assert_eq!(krate.val("f", "Vec::<u8>::new"), Some(ValueRes::Assoc(krate.ty("f", "Vec<u8>"), "new".to_owned())));
    assert_eq!(krate.val("f", "T::make"), Some(ValueRes::Assoc(Ty::Param("T".to_owned()), "make".to_owned())));
    assert_eq!(krate.val("f", "rand::random"), None);
}

#[test]
fn what_a_harness_cannot_call_is_said() {
    let krate = lib("
        fn plain<T: Copy + Ord, U>(t: T) where T: std::fmt::Debug {}
        unsafe fn a() {} async fn b() {} extern \"C\" fn c() {} fn d<const N: usize>() {}
        fn e(f: impl Fn(u8)) {} fn g(f: &dyn Fn(u8)) {} fn h<T: Into<u8>>(t: T) {} fn i<T>(t: T) where T: Iterator {}
        mod m { trait Display {} fn own<T: Display>(t: T) {} }
        trait Tr { fn given(&self) {} }
    ");
    assert_eq!(krate.get("plain").def.uncallable, None);
    for path in ["a", "b", "c", "d", "e", "g", "h", "i", "m::own", "Tr::given"] {
        assert!(krate.get(path).def.uncallable.is_some(), "{path}");
    }
}

#[test]
fn specifications_are_read_and_their_errors_have_places() {
    let krate = lib("
        use refine_spec::*;
        #[requires(x > 0)] #[ensures(|r| *r < 3)] fn f(x: u8) -> u8 { x }
        #[cfg_attr(any(), refine_spec::requires(x > 0))] fn wrapped(x: u8) {}
        #[pure] fn p() -> u8 { 1 } fn none() {}
        #[invariant(self.a < self.b)] struct S { a: u8, b: u8 }
    ");
    assert_eq!(krate.errors().len(), 0, "{:?}", krate.errors());
    let item = krate.get("f");
    assert_eq!((item.spec.requires.len(), item.spec.ensures.len(), item.def.annotated), (1, 1, true));
    assert!(krate.get("wrapped").def.annotated);
    assert!(krate.get("p").def.pure);
    assert!(!krate.get("none").def.annotated);
    assert!(krate.adts[0].def.refined);
    assert_eq!(krate.adts[0].spec.invariants.len(), 1);
}

#[test]
fn what_is_wrong_in_a_specification_is_an_error_there() {
    let one = |text: &str| {
        let krate = lib(text);
        let (code, at, _) = krate.error();
        (code.to_owned(), at.to_owned())
    };
    let pair = |code: &str, at: &str| (code.to_owned(), at.to_owned());
    assert_eq!(one("#[refine_spec::requires(x > )] fn f(x: u8) {}").0, "E0100");
    assert_eq!(one("#[requires] fn f(x: u8) {}").0, "E0100");
    assert_eq!(one("#[requires({ x = 1; true })] fn f(mut x: u8) {}"), pair("E0101", "x = 1"));
    assert_eq!(one("#[refine_spec::requirs(x > 0)] fn f(x: u8) {}").0, "E0102");
    assert_eq!(one("alias! { type = 3; } fn f() {}").0, "E0100");
    assert_eq!(one("#[spec(fn(y: i32{v: v > 0}))] fn f(x: i32) {}"), pair("E0103", "y"));
    assert_eq!(one("#[spec(fn(i32, i32))] fn f(x: i32) {}").0, "E0103");
    assert_eq!(one("#[spec(fn(u32))] fn f(x: i32) {}").0, "E0103");
    assert_eq!(lib("#[requires(x > 0)] fn f(x: u8) {} #[inline] fn g() {}").errors().len(), 0);
}

#[test]
fn attributes_and_macros_that_are_nobodys_and_look_like_ours_are_errors() {
    for (text, at) in [
        ("#[ensure(|r| *r > 0)] fn f() -> u8 { 1 }", "ensure(|r| *r > 0)"),
        ("use refine_spec::*; struct S; impl S { #[reqiures(x > 0)] fn f(x: u8) {} }", "reqiures(x > 0)"),
        ("use refine_spec::*; #[cfg_attr(all(), trustd)] fn f() {}", "trustd"),
        ("#[invarient(self.a > 0)] #[derive(Clone)] struct S { a: u8 }", "invarient(self.a > 0)"),
        ("#[refined] struct S { #[feild(u8{v: v > 0})] a: u8 }", "feild(u8{v: v > 0})"),
        ("#[invariant(x > 0)] fn f(x: u8) {}", "invariant(x > 0)"),
        ("#[requires(x > 0)] struct S;", "requires(x > 0)"),
        ("alais! { type Pos = i64{v: v > 0}; }", "alais"),
    ] {
        let krate = lib(text);
        let (code, found, _) = krate.error();
        assert_eq!((code, found), ("E0102", at));
    }
    let faulty = lib("#[ensure(|r| *r > 0)] fn f() -> u8 { 1 }");
    assert!(faulty.get("f").def.annotated && faulty.get("f").def.uncallable.is_some());
    for text in [
        "use rand::ensure; #[ensure(1)] fn f() {}",
        "use rand::*; #[ensure(1)] fn f() {}",
        "#[macro_use] extern crate rand; #[ensure(1)] fn f() {}",
        "#[rand::all] impl S { #[ensure(1)] fn f() {} } struct S;",
        "#[derive(rand::Own)] #[refind] struct S { #[filed] a: u8 }",
        "struct S { #[filed] a: u8 }",
        "#[inline] #[must_use] #[allow(unused)] fn f() {}",
        "macro_rules! alais { () => {} } alais! {}",
    ] {
        assert_eq!(lib(text).errors().len(), 0, "{text}");
    }
}

#[test]
fn attributes_of_other_crates_are_said_to_be_unseen() {
    let krate = lib("#[rand::twice] fn f() {} #[inline] fn g() {} struct S; #[rand::all] impl S { fn m() {} }");
    assert_eq!(krate.get("f").unseen.as_deref(), Some("what the attribute `rand::twice` makes of this"));
    assert_eq!(krate.get("g").unseen, None);
    assert_eq!(krate.get("S::m").unseen.as_deref(), Some("what the attribute `rand::all` makes of this"));
    assert_eq!(krate.diagnostics.iter().map(|each| each.code).collect::<Vec<_>>(), ["N0002", "N0002"]);
}

#[test]
fn the_standard_specs_may_say_what_rust_cannot() {
    let std = [
        ("option", "pub enum Option<T> { None, Some(T) } impl<T> Option<T> { pub fn is_some(&self) -> bool; }"),
        ("int", "impl Int { pub const MAX: Self = 1; pub fn abs(self) -> Self { self } } impl char { fn up(self) {} }"),
        (
            "slice",
            "impl<T> [T] { pub fn first(&self) -> Option<&T> { None } } impl<T> Vec<T> { fn push(&mut self, x: T); }",
        ),
        ("mem", "pub fn swap<T>(a: &mut T, b: &mut T); fn of_int(x: int) {}"),
    ];
    let config = CompileConfig { root: "lib.rs".to_owned(), ..CompileConfig::default() };
    let files = Memory(HashMap::from([("lib.rs".to_owned(), "use std::mem; fn f() {}".to_owned())]));
    let krate = Crate::read(&config, &files, &std);
    assert_eq!(krate.errors().len(), 0, "{:?}", krate.errors());
    let found = |receiver, name| method(&krate, "f", receiver, name);
    assert_eq!(found("i8", "abs").as_deref(), Some("i8::abs"));
    assert_eq!(found("&u64", "abs").as_deref(), Some("u64::abs"));
    assert_eq!(found("bool", "abs"), None);
    assert_eq!(found("char", "up").as_deref(), Some("char::up"));
    assert_eq!(found("[u8; 3]", "first").as_deref(), Some("slice::first"));
    assert_eq!(found("Vec<u8>", "first").as_deref(), Some("slice::first"));
    assert_eq!(found("Vec<u8>", "push").as_deref(), Some("Vec::push"));
    assert_eq!(found("Option<u8>", "is_some").as_deref(), Some("Option::is_some"));
    assert_eq!(krate.leads_to("f", "mem::swap"), Some("std::mem::swap"));
    assert_eq!(krate.leads_to("f", "i16::abs"), Some("i16::abs"));
    assert!(matches!(krate.val("f", "i16::MAX"), Some(ValueRes::Const(_))));
    assert!(krate.get("i8::abs").def.std && !krate.get("f").def.std && krate.get("i8::abs").block.is_some());
    assert!(krate.get("Option::is_some").block.is_none());
    assert_eq!(krate.get("std::mem::of_int").def.params[0].ty, Ty::Exact);
    assert!(matches!(krate.get("slice::first").def.ret, Ty::Adt(..)), "names of other standard specs are seen");
}

#[test]
fn what_some_function_makes_is_abstract() {
    let krate = lib("
        pub struct Plain { x: i32 }
        struct Made { x: i32 }
        pub struct Checked { x: i32 }
        pub struct Open { pub x: i32 }
        pub struct Passed { x: i32 }
        fn norm(p: &Plain) -> i32 { p.x }
        fn made() -> Made { Made { x: 1 } }
        impl Checked { pub fn new(x: i32) -> Result<(Self, u8), ()> { Ok((Checked { x }, 0)) } }
        fn open() -> Open { Open { x: 1 } }
        fn passed(p: Option<&Passed>) -> Option<Box<Passed>> { None }
    ");
    let found: Vec<_> = krate.adts.iter().filter(|adt| adt.def.is_abstract()).map(|adt| &adt.def.name[..]).collect();
    assert_eq!(found, ["Made", "Checked"]);
}
