//! What objects of the crate's traits are made of in runs: values of the types that implement the trait.
//!
//! Where nothing does, a struct is made that does, for objects and for type parameters. Its fields are functions, one for each method, of
//! which runs make tables as of other functions; the harness and the tests that are kept write out the struct.
//!
//! What is made keeps the trait's contract, as the harness sees to. None is made where a method cannot be written out from its types alone.
use std::collections::HashSet;

use hir_def::hir::generics::GenericParams;
use hir_def::nameres::crate_def_map;
use hir_def::signatures::{ConstSignature, FunctionSignature, TraitFlags, TraitSignature};
use hir_def::{AssocItemId, FunctionId, GenericDefId, HasModule, ImplId, TraitId};
use hir_ty::db::HirDatabase as _;
use refine_core::finished::FinishedProgram;
use refine_core::ids::{AdtId, FnId, ModuleId};
use refine_core::program::{
    AdtDef, CtorShape, FieldDef, FnDef, FnSig, ObjectDef, OpaqueDef, Program as _, Stub, StubMethod, StubTrait,
    VariantDef,
};
use refine_core::ty::{FnInst, IntTy, Ty};
use rustc_type_ir::elaborate::supertrait_def_ids;

use super::{Bounds, FnItem};
use crate::context::Context;
use crate::guard::guard;
use crate::types::{Env, Types};

/// Makes what stands for type parameters for which no type is known. Functions for which that can be done are callable from here on.
pub(crate) fn stubs(cx: &Context<'_>, program: &mut FinishedProgram) {
    let mut known: Vec<(Bounds, Result<AdtId, String>)> = Vec::new();
    for (at, item) in cx.items.fns.iter().enumerate() {
        let FnDef { consts, uncallable, .. } = &program.fns[at];
        let only_that = *uncallable == item.def.uncallable && consts.is_empty();
        if item.unimplemented.is_empty() || !only_that {
            continue;
        }
        let made = made(cx, program, &mut known, item);
        let def = &mut program.fns[at];
        match made {
            Ok(stand_ins) => {
                def.stand_ins.extend(stand_ins);
                def.uncallable = None;
            }
            Err(why) => {
                let missing = def.uncallable.take().unwrap_or_default();
                def.uncallable = Some(format!("{missing}, and none can be made: {why}"));
            }
        }
    }
    for Object { name, of, markers, implemented, bounds } in guard(|| objects(cx, program)).unwrap_or_default() {
        let own = cx.types.name(&TraitSignature::of(cx.db, of).name);
        let path = cx.types.path_in(of.module(cx.db), &own);
        let choice = guard(|| choice(cx, program, of, &name)).flatten();
        let made = match (choice, bounds) {
            (Some(choice), _) => Some(choice),
            (None, Some(bounds)) if !implemented => stub(cx, program, &mut known, &bounds).ok(),
            (None, _) => None,
        };
        if let Some(made) = made {
            let made_of = Ty::Adt(made, Vec::new());
            let (args, items) = (Vec::new(), Vec::new());
            let object = ObjectDef { made_of, path, is_std: false, args, items, markers };
            program.opaques.insert(name, OpaqueDef::Object(object));
        }
    }
}

/// Objects of a trait of the crate that functions take.
struct Object {
    /// Their type's name.
    name: String,
    of: TraitId,
    /// The marker traits that are added to it.
    markers: Vec<String>,
    implemented: bool,
    /// What a type has to implement to be one, if such a type can be made.
    bounds: Option<Bounds>,
}

/// The objects of the crate's traits that functions take, also in fields of what they take.
fn objects(cx: &Context<'_>, program: &FinishedProgram) -> Vec<Object> {
    fn names<'t>(ty: &'t Ty, out: &mut HashSet<&'t str>) {
        match ty {
            Ty::Opaque(name) => _ = out.insert(name),
            ty => ty.parts().for_each(|part| names(part, out)),
        }
    }
    let mut taken = HashSet::new();
    let own = &program.fns[..cx.items.fns.len()];
    own.iter().flat_map(|def| &def.params).for_each(|param| names(&param.ty, &mut taken));
    let fields = program.adts.iter().flat_map(|def| &def.variants).flat_map(|variant| &variant.fields);
    fields.for_each(|field| names(&field.ty, &mut taken));
    let implemented: HashSet<TraitId> = impls(cx.types).into_iter().map(|(_, of)| of).collect();
    let object = |(name, of, markers): (String, TraitId, Vec<String>)| {
        taken.contains(name.as_str()).then(|| {
            let mut bounds = Bounds::default();
            let above = supertrait_def_ids(cx.types.interner(), of.into());
            let known = above.into_iter().try_for_each(|id| bounds.add(cx.types, id.0, 1));
            let implemented = implemented.contains(&of);
            Object { name, of, markers, implemented, bounds: known.is_ok().then_some(bounds) }
        })
    };
    cx.types.objects().into_iter().filter_map(object).collect()
}

/// The crate's implementations of traits.
pub(super) fn impls(types: &Types<'_>) -> Vec<(ImplId, TraitId)> {
    let map = crate_def_map(types.db(), types.krate());
    let all = map.modules().flat_map(|(_, module)| module.scope.impls());
    all.filter_map(|id| Some((id, types.db().impl_trait(id)?.instantiate_identity().skip_norm_wip().def_id.0)))
        .collect()
}

/// A choice among the types that implement a trait of the crate: structs and enums of it that can be named, and plain ones of the language.
fn choice(cx: &Context<'_>, program: &mut FinishedProgram, of: TraitId, object: &str) -> Option<AdtId> {
    let mut variants: Vec<VariantDef> = Vec::new();
    for (id, _) in impls(cx.types).into_iter().filter(|(_, implemented)| *implemented == of) {
        let this = cx.db.impl_self_ty(id).instantiate_identity().skip_norm_wip();
        let ty = cx.types.ty(this, Env::of(id)).plain();
        let name = match &ty {
            Ty::Adt(adt, args) => {
                let def = program.adt(*adt);
                if def.module.is_none() || !args.is_empty() || def.lifetimes > 0 || !def.consts.is_empty() {
                    continue;
                }
                def.name.clone()
            }
            Ty::Int(int) => int.to_string(),
            Ty::Bool => "bool".to_owned(),
            Ty::Char => "char".to_owned(),
            Ty::Opaque(name) if ["f32", "f64", "String"].contains(&name.as_str()) => name.clone(),
            Ty::Vec(inner) if matches!(**inner, Ty::Bool | Ty::Char | Ty::Int(_)) => "Vec".to_owned(),
            _ => continue,
        };
        let fields = vec![FieldDef { name: "0".to_owned(), ty, public: true }];
        variants.push(VariantDef { name, shape: CtorShape::Tuple, fields, discriminant: None, is_default: false });
    }
    let module = cx.items.traits.iter().find(|item| item.id == of)?.module?;
    (!variants.is_empty()).then(|| {
        let plain = AdtDef::plain(object.to_owned(), object.to_owned(), Some(module), variants);
        program.adts.push(AdtDef { is_enum: true, choice: true, ..plain });
        AdtId(program.adts.len() as u32 - 1)
    })
}

fn made(
    cx: &Context<'_>,
    program: &mut FinishedProgram,
    known: &mut Vec<(Bounds, Result<AdtId, String>)>,
    item: &FnItem,
) -> Result<Vec<(String, Ty)>, String> {
    let mut out = Vec::new();
    for (param, bounds) in &item.unimplemented {
        out.push((param.clone(), Ty::Adt(stub(cx, program, known, bounds)?, Vec::new())));
    }
    Ok(out)
}

fn stub(
    cx: &Context<'_>,
    program: &mut FinishedProgram,
    known: &mut Vec<(Bounds, Result<AdtId, String>)>,
    bounds: &Bounds,
) -> Result<AdtId, String> {
    if let Some((_, stub)) = known.iter().find(|(of, _)| of == bounds) {
        return stub.clone();
    }
    let unknown = || Err("too little is known about the trait".to_owned());
    let stub = guard(|| StubBuilder { cx, program }.stub(bounds)).unwrap_or_else(unknown);
    known.push((bounds.clone(), stub.clone()));
    stub
}

struct StubBuilder<'a, 'db> {
    cx: &'a Context<'db>,
    program: &'a mut FinishedProgram,
}

impl StubBuilder<'_, '_> {
    fn stub(&mut self, bounds: &Bounds) -> Result<AdtId, String> {
        let mut stub = Stub { traits: Vec::new(), methods: Vec::new(), counts: false };
        let (mut name, mut public) = (String::new(), true);
        for &id in &bounds.traits {
            let own = TraitSignature::of(self.cx.db, id).name.as_str();
            let item = self.cx.items.traits.iter().find(|item| item.id == id);
            let Some((item, module)) = item.and_then(|item| Some((item, item.module?))) else {
                return Err(format!("the trait `{own}` is declared inside a function"));
            };
            public &= item.public;
            name.push_str(own);
            let path = self
                .cx
                .types
                .path_in(id.module(self.cx.db), &self.cx.types.name(&TraitSignature::of(self.cx.db, id).name));
            stub.traits.push(StubTrait { path, module });
            for func in self.required(id)? {
                let func = self.cx.identity(func).func;
                self.can_be_answered(func)?;
                stub.methods.push(StubMethod { func, of: stub.traits.len() - 1 });
            }
        }
        let changes = |method: &StubMethod| matches!(self.receiver(method), Some(Ty::Ref(true, _)));
        stub.counts = stub.methods.iter().any(changes);
        let module = stub.traits.first().map_or(ModuleId(0), |first| first.module);
        Ok(self.declare(&format!("{name}Stub"), module, public, bounds, stub))
    }

    fn receiver(&self, method: &StubMethod) -> Option<&Ty> {
        self.program.func(method.func).params.first().map(|param| &param.ty)
    }

    /// The methods of a trait that an `impl` has to have, if it needs nothing else.
    fn required(&self, id: TraitId) -> Result<Vec<FunctionId>, String> {
        let db = self.cx.db;
        if TraitSignature::of(db, id).flags.intersects(TraitFlags::UNSAFE | TraitFlags::AUTO | TraitFlags::ALIAS) {
            return Err("the trait is `unsafe` or `auto`".to_owned());
        }
        let mut out = Vec::new();
        for (name, item) in &id.trait_items(db).items {
            match item {
                AssocItemId::FunctionId(id) if FunctionSignature::of(db, *id).has_body() => {}
                AssocItemId::FunctionId(id) => out.push(*id),
                AssocItemId::ConstId(id) if ConstSignature::of(db, *id).has_body() => {}
                AssocItemId::ConstId(_) => return Err(format!("the trait has the constant `{}`", name.as_str())),
                AssocItemId::TypeAliasId(_) => return Err(format!("the trait has the type `{}`", name.as_str())),
            }
        }
        for &method in &out {
            let data = FunctionSignature::of(db, method);
            let own = GenericParams::of(db, GenericDefId::from(method));
            let why = if own.iter_type_or_consts().next().is_some() || own.len_lifetimes() > 0 {
                "is generic"
            } else if data.is_unsafe() {
                "is `unsafe`"
            } else if data.is_async() {
                "is `async`"
            } else if !data.has_self_param() {
                "takes no `self`"
            } else {
                continue;
            };
            return Err(format!("its method `{}` {why}", data.name.as_str()));
        }
        Ok(out)
    }

    /// Whether a table can answer for a method, and the harness sees to its contract.
    fn can_be_answered(&self, func: FnId) -> Result<(), String> {
        let program = &*self.program;
        let def = program.func(func);
        let why = |why: &str| Err(format!("its method `{}` {why}", def.name));
        let args = def.generics.iter().map(|name| Ty::Param(name.clone())).collect();
        let contract = program.contract(&FnInst { func, args });
        if !contract.callbacks.is_empty() {
            return why("makes a claim about a function that it takes");
        }
        let Some((receiver, params)) = def.params.split_first() else { return why("takes no `self`") };
        let is_self = |ty: &Ty| matches!(ty, Ty::Param(name) if name == "Self");
        if !(is_self(&receiver.ty) || matches!(&receiver.ty, Ty::Ref(_, inner) if is_self(inner))) {
            return why("takes `self` by a pointer");
        }
        if !params.iter().all(|param| can_be_written(program, &param.ty)) {
            return why("takes a type that cannot be written out or made");
        }
        match can_be_written(program, &def.ret) && lasts(&def.ret) {
            true => Ok(()),
            false => why("returns a type that cannot be written out or made"),
        }
    }

    fn declare(&mut self, base: &str, module: ModuleId, public: bool, bounds: &Bounds, stub: Stub) -> AdtId {
        let program = &mut *self.program;
        let before = match program.modules[module.0 as usize].path.as_str() {
            "" => String::new(),
            path => format!("{path}::"),
        };
        let free = |name: &String| !program.adts.iter().any(|def| def.name == *name);
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let name = std::iter::once(base.to_owned()).chain(numbered).find(free).unwrap_or_default();
        let fields = stub.methods.iter().map(|method| {
            let def = program.fns[method.func.0 as usize].clone();
            let count = stub.counts.then_some(Ty::Int(IntTy::U32));
            let params = count.into_iter().chain(def.params.into_iter().skip(1).map(|param| param.ty)).collect();
            let function = FnSig { params, ret: def.ret, traits: Vec::new(), is_mut: false };
            let spelling = format!("{before}{name}::{}()", def.name);
            program.opaques.insert(spelling.clone(), OpaqueDef::Function(function));
            FieldDef { name: def.name, ty: Ty::Opaque(spelling), public: true }
        });
        let fields = fields.collect();
        let (shape, discriminant) = (CtorShape::Named, Some(0));
        let variant = VariantDef { name: name.clone(), shape, fields, discriminant, is_default: false };
        let path = format!("{before}{name}");
        let plain = AdtDef::plain(name, path, Some(module), vec![variant]);
        program.adts.push(AdtDef { public, derives: bounds.derives.clone(), stub: Some(stub), ..plain });
        AdtId(program.adts.len() as u32 - 1)
    }
}

/// Whether a type of a signature is known to the last part, so that it can be written elsewhere.
fn can_be_written(program: &FinishedProgram, ty: &Ty) -> bool {
    match ty {
        Ty::Bool | Ty::Char | Ty::Int(_) => true,
        Ty::Tuple(all) => all.iter().all(|ty| can_be_written(program, ty)),
        Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Vec(inner) | Ty::Boxed(inner) => can_be_written(program, inner),
        Ty::Ref(_, inner) | Ty::Borrow(inner) => can_be_written(program, inner),
        Ty::Adt(id, args) => {
            let def = program.adt(*id);
            // Of a dependency's types more is not known than their paths, of closures not even that.
            let has_name = def.module.is_some() || !def.path.contains([':', '{']);
            has_name && def.lifetimes == 0 && args.iter().all(|ty| can_be_written(program, ty))
        }
        Ty::Opaque(name) => match program.opaque(name) {
            Some(OpaqueDef::Std(_, args)) => args.iter().all(|ty| can_be_written(program, ty)),
            _ => ["str", "String", "f32", "f64"].contains(&name.as_str()),
        },
        Ty::Exact | Ty::Never | Ty::Infer(_) | Ty::Param(_) => false,
    }
}

/// Whether what values of a type borrow is written as a constant, which lasts as long as the program.
fn lasts(ty: &Ty) -> bool {
    fn is_constant(ty: &Ty) -> bool {
        match ty {
            Ty::Bool | Ty::Char | Ty::Int(_) => true,
            Ty::Opaque(name) => ["str", "f32", "f64"].contains(&name.as_str()),
            Ty::Tuple(all) => all.iter().all(is_constant),
            Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Ref(false, inner) => is_constant(inner),
            _ => false,
        }
    }
    match ty {
        Ty::Ref(false, inner) => is_constant(inner),
        Ty::Ref(true, _) | Ty::Borrow(_) => false,
        ty => ty.parts().all(lasts),
    }
}
