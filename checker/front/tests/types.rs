//! Types of rustc as ours.
#![allow(missing_docs)]
use hir_def::DefWithBodyId;
use hir_def::expr_store::Body;
use hir_ty::InferenceResult;
use refine_core::ty::Ty;
use refine_front::testing::with;
use refine_front::{Callable, Context, Env};

/// A type with the names of its structs.
fn shown(cx: &Context<'_>, ty: &Ty) -> String {
    let all = |tys: &[Ty]| tys.iter().map(|ty| shown(cx, ty)).collect::<Vec<_>>().join(", ");
    match ty {
        Ty::Adt(id, args) => {
            let path = cx.types.with_adt(*id, |def| def.path.clone());
            let path = if path.starts_with("{closure") { "closure".to_owned() } else { path };
            if args.is_empty() { path } else { format!("{path}<{}>", all(args)) }
        }
        Ty::Tuple(tys) => format!("({})", all(tys)),
        Ty::Array(inner, len) => format!("[{}; {len}]", shown(cx, inner)),
        Ty::Slice(inner) => format!("[{}]", shown(cx, inner)),
        Ty::Vec(inner) => format!("Vec<{}>", shown(cx, inner)),
        Ty::Ref(mutable, inner) => format!("&{}{}", if *mutable { "mut " } else { "" }, shown(cx, inner)),
        Ty::Borrow(inner) => format!("borrow {}", shown(cx, inner)),
        Ty::Boxed(inner) => format!("Box<{}>", shown(cx, inner)),
        Ty::Param(name) => name.clone(),
        Ty::Int(int) => int.name().to_owned(),
        Ty::Opaque(name) => format!("opaque {name}"),
        other => format!("{other:?}"),
    }
}

/// The types of the bindings of the last function, by name.
fn bindings(cx: &Context<'_>) -> Vec<String> {
    let Some(item) = cx.items.fns.last() else { return Vec::new() };
    let def = DefWithBodyId::from(item.id);
    let body = Body::of(cx.db, def);
    let types = InferenceResult::of(cx.db, def);
    let all = body.bindings().map(|(id, binding)| {
        let ty = cx.ty(types.binding_ty(id), Env::of(item.id));
        format!("{}: {}", binding.name.as_str(), shown(cx, &ty))
    });
    all.collect()
}

#[test]
fn every_kind() {
    let source = "
        struct P<T>(T);
        struct Bytes<const N: usize>([u8; N]);
        union U { a: u8, b: i8 }
        trait Tr { type Out; fn out(&self) -> Self::Out; }
        impl Tr for u8 { type Out = Vec<Option<u8>>; fn out(&self) -> Self::Out { Vec::new() } }
        fn made() -> impl Iterator<Item = u8> { [1u8].into_iter() }
        fn f<T: Tr>(t: &T, u: U, d: &dyn Fn(u8), p: *const u8, text: &str, mut b: [&mut u8; 2], own: String) {
            let num = 3usize;
            let out = t.out();
            let of_u8 = 1u8.out();
            let bytes = Bytes([0u8; 4]);
            let other = Bytes([0u8; 5]);
            let boxed: Box<P<T::Out>> = Box::new(P(out));
            let nested = (&mut b[0], 'c', true, 1.0f32);
            let c = |x: u8| x as usize + num;
            let g = made;
            let cell = core::cell::Cell::new(1);
            let pointer: fn(u8) -> usize = |x| x as usize;
            const N: usize = 2 + 1;
            let array = [num; N];
        }
    ";
    with(source, |cx| {
        let found = bindings(cx);
        let has = |want: &str| assert!(found.iter().any(|it| it == want), "{want} is not in {found:#?}");
        has("t: &T");
        has("u: opaque U");
        has("text: &opaque str");
        has("b: [borrow u8; 2]");
        has("own: opaque String");
        has("out: opaque <T as Tr>::Out");
        has("of_u8: Vec<Option<u8>>");
        has("boxed: Box<P<opaque <T as Tr>::Out>>");
        has("nested: (borrow borrow u8, Char, Bool, opaque f32)");
        has("c: closure");
        has("array: [usize; 3]");
        has("bytes: Bytes");
        assert!(found.iter().any(|it| it.starts_with("cell: opaque")), "{found:#?}");
        assert!(found.iter().any(|it| it.starts_with("pointer: opaque fn")), "{found:#?}");
        assert!(found.iter().any(|it| it.starts_with("p: opaque *const")), "{found:#?}");
        assert!(found.iter().any(|it| it.starts_with("d: &opaque dyn")), "{found:#?}");
        let fields: Vec<_> = cx
            .types
            .adts()
            .iter()
            .filter(|def| def.path == "Bytes")
            .map(|def| shown(cx, &def.variants[0].fields[0].ty))
            .collect();
        assert!(fields.contains(&"[u8; 4]".to_owned()) && fields.contains(&"[u8; 5]".to_owned()), "{fields:?}");
        let captures: Vec<_> = cx
            .types
            .adts()
            .iter()
            .filter(|def| def.path.starts_with("{closure"))
            .map(|def| def.variants[0].fields.iter().map(|field| shown(cx, &field.ty)).collect::<Vec<_>>())
            .collect();
        assert!(captures.contains(&vec!["&usize".to_owned()]), "{captures:?}");
    });
}

#[test]
fn instances_are_told_apart() {
    let source = "
        fn callee<X>(x: X) {}
        fn f<T: Copy>(t: T) { callee(t); callee(1u8); callee([t; 2]); }
        fn g<T>(t: T) { callee(t); }
    ";
    with(source, |cx| {
        let calls = |at: usize| {
            let item = &cx.items.fns[at];
            let (body, types) =
                (Body::of(cx.db, item.id.into()), InferenceResult::of(cx.db, DefWithBodyId::from(item.id)));
            let callees = body.exprs().filter_map(|(id, _)| {
                use hir_def::CallableDefId;
                use hir_ty::next_solver::TyKind;
                use rustc_type_ir::inherent::IntoKind;
                match types.expr_ty(id).kind() {
                    TyKind::FnDef(callee, args) => match callee.0 {
                        CallableDefId::FunctionId(id) => Some((id, args)),
                        _ => None,
                    },
                    _ => None,
                }
            });
            let instances = callees.map(|(id, args)| cx.instance(Callable::Function(id), args, Env::of(item.id)));
            instances.collect::<Vec<_>>()
        };
        let (of_f, of_g) = (calls(1), calls(2));
        assert_eq!(of_f.len(), 3);
        assert_ne!(of_f[0], of_g[0]);
        assert!(of_f.iter().chain(&of_g).all(|inst| inst.func == refine_core::ids::FnId(0)));
        assert!(of_f.iter().any(|inst| inst.args == [Ty::Int(refine_core::ty::IntTy::U8)]));
        for inst in of_f.iter().chain(&of_g) {
            let (callable, args, env) = cx.args_of(inst).expect("it was registered");
            assert_eq!(cx.instance(callable, args, env), *inst);
        }
        let identity = cx.identity(cx.items.fns[1].id);
        assert_eq!(identity.args, [Ty::Param("T".to_owned())]);
    });
}
