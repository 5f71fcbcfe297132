use hir_def::ModuleDefId;

use refine_core::term::{Term, TermKind};

use super::{of_const, of_static};
use crate::context::Context;
use crate::testing;
use crate::types::Env;

/// The same constants for rustc and for us.
macro_rules! constants {
    ($($item:item)*) => {
        #[allow(dead_code, reason = "some are only on the way to others")]
        mod native { $($item)* }
        const SOURCE: &str = concat!($(stringify!($item), "\n"),*);
    };
}

constants! {
    pub const fn table() -> [u32; 8] {
        let mut t = [0u32; 8];
        let mut i = 0;
        while i < 8 {
            let mut c = i as u32;
            let mut k = 0;
            while k < 8 {
                c = if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 };
                k += 1;
            }
            t[i] = c;
            i += 1;
        }
        t
    }
    const fn bump(x: &mut [u8; 3], by: u8) { x[1] = x[1].wrapping_add(by); }
    const fn bumped() -> u8 { let mut x = [1, 250, 3]; bump(&mut x, 10); x[1] }
    pub trait Shape { const SIDES: i64; const DOUBLE: i64 = Self::SIDES * 2; }
    pub struct Square;
    impl Shape for Square { const SIDES: i64 = 4; }
    pub struct Odd;
    impl Shape for Odd { const SIDES: i64 = -3; const DOUBLE: i64 = 7; }
    pub struct Pair { a: (i16, bool), b: Option<u8> }
    const PAIR: Pair = Pair { a: (-5, true), b: Some(9) };
    const LIST: &[(u8, i64)] = &[(1, 10), (2, 20)];
    static STEPS: [i64; 3] = [5, 7, 9];
    pub const VALUES: [i64; 10] = [
        table()[7] as i64,
        table()[1] as i64,
        bumped() as i64,
        Square::DOUBLE + Odd::DOUBLE,
        PAIR.a.0 as i64,
        match PAIR.b { Some(b) if PAIR.a.1 => b as i64, _ => 0 },
        LIST[1].1 + LIST.len() as i64,
        (-7i64 / 2) * 10 + (-7i64 % 2),
        ((0x8000_0000u32 as i32) >> 3) as i64,
        ('\u{df}' as u32 as u8 as i8) as i64,
    ];
    pub const TRUNCATED: i64 = (2.5f64 * 4.2) as i64;
}

/// The value of a `const` or `static` at the root of the crate.
fn value_of(cx: &Context<'_>, name: &str) -> Result<String, String> {
    let map = hir_def::nameres::crate_def_map(cx.db, cx.krate);
    let scope = &map[map.root_module_id()].scope;
    let found = scope.declarations().find_map(|def| match def {
        ModuleDefId::ConstId(id) => {
            let own = hir_def::signatures::ConstSignature::of(cx.db, id);
            let is = own.name.as_ref().is_some_and(|own| own.as_str() == name);
            is.then(|| of_const(cx, id, cx.types.identity(id.into()), Env::CLOSED))
        }
        ModuleDefId::StaticId(id) => {
            let is = hir_def::signatures::StaticSignature::of(cx.db, id).name.as_str() == name;
            is.then(|| of_static(cx, id))
        }
        _ => None,
    });
    found.expect("it is declared").map(|value| shown(&value)).map_err(|untold| untold.why().to_owned())
}

fn shown(value: &Term) -> String {
    match value.kind() {
        TermKind::Int(value) => value.to_string(),
        TermKind::SeqLit(all) => format!("[{}]", all.iter().map(shown).collect::<Vec<_>>().join(", ")),
        other => format!("{other:?}"),
    }
}

#[test]
fn constants_have_the_values_that_rustc_gives_them() {
    testing::with(SOURCE, |cx| {
        let of = |name| value_of(cx, name);
        let listed = |all: &[i64]| all.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        assert_eq!(of("VALUES"), Ok(format!("[{}]", listed(&native::VALUES))));
        assert_eq!(of("TRUNCATED"), Ok(native::TRUNCATED.to_string()));
        assert_eq!(of("STEPS"), Ok("[5, 7, 9]".to_owned()));
    });
}

#[test]
fn what_cannot_be_told_is_no_value() {
    let source = "
        pub static mut CHANGES: u32 = 1;
        pub const SELF: u32 = OTHER; pub const OTHER: u32 = SELF;
        pub const UNKNOWN: u32 = nowhere::X;
        pub const LOST: usize = \"text\".trim().len();
    ";
    testing::with(source, |cx| {
        assert_eq!(value_of(cx, "CHANGES"), Err("its value may change".to_owned()));
        for name in ["SELF", "UNKNOWN", "LOST"] {
            assert!(value_of(cx, name).is_err(), "{name}");
        }
    });
}
