//! Our standard library against the real one: every declaration is compiled against the real item.
#![allow(missing_docs)]
use std::path::Path;

use refine_front::testing::{demo, load};

use compile::errors;
use declarations::Declarations;
use exceptions::Exceptions;
use names::Names;

mod compile;
mod declarations;
mod exceptions;
mod known;
mod lines;
mod names;
mod rewrite;
mod run;
mod syntax;

/// What the generated lines use.
const HEAD: &str = "#![allow(warnings)]
#![feature(never_type, pattern, sized_hierarchy, slice_index_methods, step_trait, nonzero_internals, try_trait_v2)]
#![feature(convert_float_to_int, allocator_api, tuple_trait, core_intrinsics, slice_concat_trait, panic_internals, fn_ptr_trait)]
#![feature(unsize, ptr_metadata, formatting_options, ptr_alignment_type, trusted_len, ip, gen_future, one_sided_range, freeze)]
#![feature(try_trait_v2_residual, coerce_unsized, discriminant_kind, deref_pure_trait, async_fn_traits, arbitrary_self_types)]
#![feature(structural_match, print_internals, dispatch_from_dyn, variant_count, unsized_const_params, sync_unsafe_cell)]
#![feature(ptr_internals, hint_must_use, const_destruct, exit_status_error, liballoc_internals, io_error_more, io_error_inprogress, io_error_uncategorized, thread_local_internals, wrapping_int_impl, unsafe_cell_access, fmt_arguments_from_str, adt_const_params, fn_traits)]
#![feature(extend_one, c_void_variant, unboxed_closures, unsafe_binders, lang_items, rustc_attrs, auto_traits, fundamental)]
extern crate alloc as alloc_crate;
pub struct Same<T>(pub T);
";

/// `exactly2(a, b, f)`: no argument and no result is coerced, since their types are known first.
fn helpers() -> String {
    let mut text = HEAD.to_owned();
    for n in 0..=9 {
        let list = |of: &str| (0..n).map(|at| of.replace('#', &at.to_string())).collect::<Vec<_>>().join(" ");
        let (types, params, args) = (list("T#,"), list("p#: T#,"), list("p#,"));
        text.push_str(&format!(
            "pub fn exactly{n}<{types} R>({params} f: fn({types}) -> R) -> Same<R> {{ Same(f({args})) }}\n\
             pub fn exactly_unsafe{n}<{types} R>({params} f: unsafe fn({types}) -> R) -> Same<R> {{ Same(unsafe {{ f({args}) }}) }}\n"
        ));
    }
    text
}

#[test]
#[allow(clippy::print_stdout, reason = "the counts are of interest")]
fn declarations_are_those_of_the_real_library() {
    let db = load(demo(), &[("src/lib.rs", "")]);
    db.attach(|| {
        let exceptions = Exceptions::default();
        let names = Names::new(&db, &exceptions);
        let mut declarations = Declarations::new(&db, &names, &exceptions);
        declarations.all();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("std-declarations");
        let found = errors(&folder, &helpers(), &declarations.lines);
        println!("{:?}; not compared: {:?}", declarations.counts, exceptions.counts());
        let report: Vec<String> = found.iter().map(|(item, error)| format!("{item}: {error}")).collect();
        assert!(found.is_empty(), "{} of {} lines:\n{}", found.len(), declarations.lines.len(), report.join("\n"));
        assert_eq!(exceptions.idle(), Vec::<&str>::new());
        let counts = &declarations.counts;
        assert!(counts.functions >= 1500 && counts.models + counts.contracts >= 400, "{counts:?}");
    });
}
