//! Names: imports, globs, shadowing, bodies; and what is visible from outside.
use super::*;

#[test]
fn paths_lead_to_functions_through_every_form_of_use() {
    let krate = lib("
        pub mod a { pub mod b { pub fn deep() {} pub fn other() {} } pub fn top() { super::root(); } fn hidden() {} }
        use a::b; use a::b::deep as renamed; use a::{top, b::{self as bb, other}}; use crate::a::b::deep;
        pub fn root() {}
        mod globbed { use super::a::*; fn here() {} }
        mod chain { pub use crate::a::b::*; pub mod two { pub use super::*; } }
        use self::chain::two::deep as far;
        fn f() {}
    ");
    for (path, to) in [
        ("a::b::deep", "a::b::deep"),
        ("b::deep", "a::b::deep"),
        ("bb::deep", "a::b::deep"),
        ("renamed", "a::b::deep"),
        ("deep", "a::b::deep"),
        ("other", "a::b::other"),
        ("top", "a::top"),
        ("self::a::top", "a::top"),
        ("crate::root", "root"),
        ("chain::two::other", "a::b::other"),
        ("far", "a::b::deep"),
    ] {
        assert_eq!(krate.leads_to("f", path), Some(to), "{path}");
    }
    assert_eq!(krate.leads_to("a::top", "super::root"), Some("root"));
    assert_eq!(krate.leads_to("a::top", "hidden"), Some("a::hidden"));
    assert_eq!(krate.leads_to("globbed::here", "top"), Some("a::top"));
    assert_eq!(krate.leads_to("globbed::here", "hidden"), None);
    assert_eq!(krate.leads_to("f", "nowhere"), None);
    assert_eq!(krate.leads_to("f", "a::b::nowhere"), None);
}

#[test]
fn imports_that_chase_each_other_end() {
    let krate = lib(
        "mod a { pub use super::b::x; pub use super::b::*; } mod b { pub use super::a::x; pub use super::a::*; } fn f() {}",
    );
    assert_eq!(krate.val("f", "a::x"), None);
    assert_eq!(krate.val("f", "a::y"), None);
}

#[test]
fn what_is_declared_comes_before_what_a_glob_brings() {
    let krate = lib("mod a { pub fn x() {} } use a::*; fn x() {} fn f() {}");
    assert_eq!(krate.leads_to("f", "x"), Some("x"));
}

#[test]
fn items_of_a_body_come_first_there_and_only_there() {
    let krate = lib("
        fn g() {} mod m { pub fn k() {} }
        fn outer() { fn g() { fn h() {} } use m::k; if true { use m::k as kk; } }
        fn f() {}
    ");
    assert_eq!(krate.leads_to("outer", "g"), Some("outer::g"));
    assert_eq!(krate.leads_to("outer::g", "h"), Some("outer::g::h"));
    assert_eq!(krate.leads_to("outer::g", "g"), Some("outer::g"));
    assert_eq!(krate.leads_to("outer", "k"), Some("m::k"));
    assert_eq!(krate.leads_to("outer", "kk"), Some("m::k"));
    assert_eq!(krate.leads_to("f", "g"), Some("g"));
    assert_eq!(krate.val("f", "k"), None);
    assert!(krate.get("outer::g").def.uncallable.is_some());
}

#[test]
fn two_items_of_one_name_in_a_body_are_not_told_apart() {
    let krate = lib("fn outer(c: bool) { if c { fn g() {} g() } else { fn g() {} g() } } fn g() {}");
    assert_eq!(krate.val("outer", "g"), Some(ValueRes::Unclear));
}

#[test]
fn variants_are_found_by_path_import_and_glob() {
    let krate = lib("
        pub enum E { A, B(u8), C { x: u8 } } use E::A; mod m { use super::E::*; fn g() {} } type Alias = E;
        impl E { fn new() {} } struct Unit; struct Tuple(u8); struct Named { x: u8 }
        fn f() {}
    ");
    let (e, unit) = (crate::ty::AdtId(0), crate::ty::AdtId(1));
    assert_eq!(krate.val("f", "E::B"), Some(ValueRes::Ctor(e, 1, None)));
    assert_eq!(krate.val("f", "A"), Some(ValueRes::Ctor(e, 0, None)));
    assert_eq!(krate.val("f", "B"), None);
    assert_eq!(krate.val("m::g", "C"), Some(ValueRes::Ctor(e, 2, None)));
    assert!(matches!(krate.val("f", "Alias::C"), Some(ValueRes::Ctor(id, 2, _)) if id == e));
    assert!(matches!(krate.val("E::new", "Self::B"), Some(ValueRes::Ctor(id, 1, _)) if id == e));
    assert_eq!(krate.val("f", "Unit"), Some(ValueRes::Ctor(unit, 0, None)));
    assert!(matches!(krate.val("f", "Tuple"), Some(ValueRes::Ctor(..))));
    assert!(matches!(krate.val("f", "Named"), Some(ValueRes::Ctor(..))));
}

#[test]
fn the_prelude_is_seen_everywhere_unless_it_is_shadowed() {
    let krate = lib("mod m { fn g() {} } mod own { enum Option { Some } use Option::Some; fn h() {} } fn f() {}");
    let ctor = |of, path| match krate.val(of, path) {
        Some(ValueRes::Ctor(id, variant, _)) => (krate.adts[id.0 as usize].def.path.clone(), variant),
        other => panic!("{path}: {other:?}"),
    };
    for of in ["f", "m::g"] {
        assert_eq!(ctor(of, "Some"), ("Option".to_owned(), 1));
        assert_eq!(ctor(of, "None"), ("Option".to_owned(), 0));
        assert_eq!(ctor(of, "Err"), ("Result".to_owned(), 1));
        assert_eq!(ctor(of, "Option::Some"), ("Option".to_owned(), 1));
        assert_eq!(ctor(of, "core::option::Option::None"), ("Option".to_owned(), 0));
        assert_eq!(ctor(of, "std::cmp::Ordering::Less"), ("Ordering".to_owned(), 0));
    }
    assert_eq!(ctor("own::h", "Some"), ("own::Option".to_owned(), 0));
}

#[test]
fn public_is_what_other_crates_can_reach() {
    let krate = lib("
        pub fn a() {} fn b() {} pub(crate) fn c() {}
        pub mod open { pub fn a() {} fn b() {} pub struct S; impl S { pub fn m(&self) {} fn n(&self) {} } }
        mod shut { pub fn a() {} pub fn exported() {} pub struct S; impl S { pub fn m(&self) {} }
            pub struct Out; impl Out { pub fn m(&self) {} } impl Clone for Out { fn clone(&self) -> Out { Out } } }
        pub use shut::exported; pub use shut::Out as Renamed;
        mod inner { pub mod more { pub fn x() {} } } pub use inner::*;
        trait Private { fn p(&self) {} } impl Private for open::S { fn p(&self) {} }
    ");
    let public: Vec<_> = krate.fns.iter().filter(|item| item.def.public).map(|item| item.def.path.as_str()).collect();
    assert_eq!(
        public,
        ["a", "open::a", "open::S::m", "shut::exported", "shut::Out::m", "shut::Out::clone", "inner::more::x"]
    );
    let types: Vec<_> = krate.adts.iter().filter(|adt| adt.def.public).map(|adt| adt.def.path.as_str()).collect();
    assert_eq!(types, ["open::S", "shut::Out"]);
}

#[test]
fn functions_of_one_name_have_paths_of_their_own() {
    let krate = lib("
        struct X; impl From<u8> for X { fn from(_: u8) -> X { X } } impl From<u16> for X { fn from(_: u16) -> X { X } }
        impl X { fn from(_: i8) -> X { X } }
    ");
    assert_eq!(krate.own_paths(), ["X::from", "<X as From<u16>>::from", "X::from#2"]);
}
