//! What all of the front end shares while one crate is lowered.
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base_db::Crate;
use hir_def::builtin_derive::BuiltinDeriveImplMethod;
use hir_def::hir::ExprId;
use hir_def::signatures::FunctionSignature;
use hir_def::{
    AdtId as HirAdtId, BuiltinDeriveImplId, DefWithBodyId, ExpressionStoreOwnerId, FunctionId, GenericDefId,
    ItemContainerId, Lookup,
};
use hir_expand::InFile;
use hir_ty::ParamEnvAndCrate;
use hir_ty::db::InternedClosureId;
use hir_ty::next_solver::{Const, DbInterner, GenericArgs, Ty as HirTy};
use refine_core::ids::{AdtId, FnId};
use refine_core::ir::Contract;
use refine_core::program::{FnDef, TraitMethod};
use refine_core::span::Span;
use refine_core::ty::{FnInst, Ty};
use refine_spec_lang::{Aliases, FnSpec, TypeSpec};
use rustc_hash::FxHashMap;
use rustc_type_ir::TypeFoldable;

use crate::clause::Clauses;
use crate::database::{Database, Macros, Origin};
use crate::items::{Doubted, Items, Maker, StdBounds};
use crate::lower::{CallTarget, Constants, Implementation, Models, Sizes};
use crate::spans::{Placed, Spans};
use crate::types::{AdtKind, Env, TypeDoubts, Types};

/// Something that can be called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callable<'db> {
    /// A function of any crate.
    Function(FunctionId),
    /// A closure's body.
    Closure(InternedClosureId<'db>),
    /// A method of an `impl` that is derived: it has no source.
    Derived(BuiltinDeriveImplId, BuiltinDeriveImplMethod),
    /// `fn(&mut T)`: what runs when a value of the type goes out of scope. The type is the one generic argument.
    Glue,
    /// What gives a constant or static its value. Nothing calls it: it is evaluated when the crate is compiled.
    Constant(DefWithBodyId),
    /// The same of an expression in a type, as the length of an array. It is one of several in what it stands in.
    InType(ExpressionStoreOwnerId, ExprId),
}

/// What arithmetic out of range means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// A panic: an obligation.
    #[default]
    Panic,
    /// Wrapping.
    Wrap,
    /// Not looked at: assumed not to happen.
    Ignore,
}

/// How a crate is lowered.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What overflow does.
    pub overflow: Overflow,
    /// Whether the finished program keeps the MIR beside the IR, so that it can be run.
    pub keep_mir: bool,
    /// Set from another thread when nobody waits for the program any more: what is left to do is left out.
    pub cancel: Arc<AtomicBool>,
    /// Who runs procedural macros.
    pub macros: Macros,
}

impl Options {
    /// Whether nobody waits for the program any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// What all of the front end shares while one crate is lowered, on one thread, with the database attached.
pub struct Context<'db> {
    /// The database.
    pub db: &'db Database,
    /// The crate under check.
    pub krate: Crate,
    /// Who is declared in it.
    pub items: &'db Items,
    /// Types and structs.
    pub types: &'db Types<'db>,
    /// Places.
    pub spans: &'db Spans<'db>,
    /// How it is lowered.
    pub options: Options,
    /// Clauses, translated.
    pub clauses: Clauses,
    fns: RefCell<Functions<'db>>,
    /// What of other crates, and of values, may not be what is compiled.
    pub(crate) doubted: Doubted<'db>,
    /// The types that are not what is written.
    pub(crate) type_doubts: TypeDoubts,
    /// The constants that were evaluated.
    pub(crate) constants: Constants<'db>,
    /// The models of the standard library that are put in place of their calls.
    pub(crate) models: Models,
    /// The methods of the crate that implement traits, once they are asked for.
    pub(crate) implementations: OnceCell<Vec<Implementation>>,
    /// Those of other crates, once their types are met.
    pub(crate) elsewhere: RefCell<HashMap<Crate, Rc<Vec<Implementation>>>>,
    /// What functions of the standard library ask of the types that they are given.
    pub(crate) bounds: StdBounds,
    /// What functions of other crates come to.
    pub(crate) foreign: Sizes,
    /// The aliases of other crates' specifications.
    aliases: RefCell<HashMap<Crate, Rc<Aliases>>>,
    /// What the trait solver has answered.
    pub(crate) answers: Answers<'db>,
}

/// Answers of the trait solver, which is asked the same for each use of a value and each call.
#[derive(Default)]
pub(crate) struct Answers<'db> {
    /// Whether values of a type are copied.
    pub(crate) copied: RefCell<FxHashMap<(HirTy<'db>, Env), bool>>,
    /// Where a call of a function with generic arguments leads.
    pub(crate) targets: RefCell<FxHashMap<(FunctionId, GenericArgs<'db>, Env), CallTarget<'db>>>,
}

/// The functions that are known beyond the user's, and all instances.
#[derive(Default)]
struct Functions<'db> {
    ids: HashMap<Callable<'db>, FnId>,
    callables: Vec<Callable<'db>>,
    /// Definitions from [`Items::fns`]' end on.
    others: Vec<FnDef>,
    /// The paths of the user's functions and constants, once one is asked for.
    paths: HashSet<String>,
    instances: HashMap<FnInst, (Callable<'db>, GenericArgs<'db>, Env)>,
    /// What the environments of functions are called.
    envs: HashMap<FnId, String>,
    env_names: HashSet<String>,
    contracts: HashMap<FnInst, Arc<Contract>>,
    specs: HashMap<FnId, Rc<FnSpec>>,
    type_specs: HashMap<AdtId, Rc<TypeSpec>>,
}

impl<'db> Context<'db> {
    /// For a crate whose items are known.
    pub fn new(items: &'db Items, types: &'db Types<'db>, spans: &'db Spans<'db>, options: Options) -> Context<'db> {
        let mut fns = Functions::default();
        for (at, item) in items.fns.iter().enumerate() {
            let callable = Callable::Function(item.id);
            fns.ids.insert(callable, FnId(at as u32));
            fns.callables.push(callable);
        }
        let cx = Context {
            db: types.db(),
            krate: types.krate(),
            items,
            types,
            spans,
            options,
            clauses: Clauses::default(),
            fns: RefCell::new(fns),
            doubted: Doubted::new(types.db(), spans),
            type_doubts: TypeDoubts::default(),
            constants: Constants::default(),
            models: Models::default(),
            implementations: OnceCell::new(),
            elsewhere: RefCell::default(),
            bounds: StdBounds::default(),
            foreign: Sizes::default(),
            aliases: RefCell::default(),
            answers: Answers::default(),
        };
        // Before any constant is evaluated: one that is just being evaluated has no value.
        cx.type_doubts.find_aliases(&cx);
        items.makers.iter().for_each(|maker| cx.know(maker));
        cx
    }

    /// Enters a function of another package as one that makes values. One with a precondition is none: nothing sees to it in runs.
    fn know(&self, maker: &'db Maker) {
        let id = self.fn_id(Callable::Function(maker.id));
        let spec = self.spec(id);
        if !spec.requires.is_empty() || !spec.callbacks.is_empty() {
            return;
        }
        let mut fns = self.fns.borrow_mut();
        let def = &mut fns.others[id.0 as usize - self.items.fns.len()];
        (def.uncallable, def.remembers) = (None, maker.def.remembers);
        def.effects.clone_from(&maker.def.effects);
        for (of, is_step) in &maker.of {
            self.types.complete(*of, |def| if *is_step { def.steps.push(id) } else { def.constructors.push(id) });
        }
    }

    /// A rustc type as ours, see [`Types::ty`].
    pub fn ty(&self, ty: HirTy<'db>, env: Env) -> Ty {
        self.types.ty(ty, env)
    }

    /// Fills in generic arguments, resolves projections, reveals opaque types, erases lifetimes.
    pub fn instantiate<T: TypeFoldable<DbInterner<'db>>>(&self, value: T, args: GenericArgs<'db>, env: Env) -> T {
        self.types.instantiate(value, args, env)
    }

    /// What the trait solver is told holds.
    pub fn param_env(&self, env: Env) -> ParamEnvAndCrate<'db> {
        self.types.param_env(env)
    }

    /// The struct or enum of ours for one of Rust; `None` where its values are outside the model.
    pub fn adt_id(&self, id: HirAdtId) -> Option<AdtId> {
        self.types.adt_id(id)
    }

    /// The struct of a closure's captures.
    pub fn closure(&self, id: InternedClosureId<'db>, args: GenericArgs<'db>, env: Env) -> AdtId {
        self.types.closure(id, args, env)
    }

    /// The closure that a struct stands for, if it does.
    pub fn closure_of(&self, id: AdtId) -> Option<(InternedClosureId<'db>, GenericArgs<'db>, Env)> {
        match self.types.kind(id) {
            AdtKind::Closure(id, args, env) => Some((id, args, env)),
            _ => None,
        }
    }

    /// Our number for something that can be called. Functions of other crates, closures and derived methods get theirs when
    /// they are first met.
    pub fn fn_id(&self, callable: Callable<'db>) -> FnId {
        if let Some(&id) = self.fns.borrow().ids.get(&callable) {
            return id;
        }
        let mut def = crate::items::foreign(self, callable);
        let spec = match callable {
            Callable::Function(id) => crate::items::spec_of(self, id),
            _ => FnSpec::default(),
        };
        def.annotated |= spec.annotated;
        def.pure = spec.pure || spec.measure;
        if matches!(callable, Callable::Constant(_) | Callable::InType(..)) {
            def.path = self.apart(def.path);
        }
        let mut fns = self.fns.borrow_mut();
        let id = FnId(fns.callables.len() as u32);
        fns.callables.push(callable);
        fns.others.push(def);
        fns.ids.insert(callable, id);
        fns.specs.insert(id, Rc::new(spec));
        id
    }

    /// A path that nothing else has.
    fn apart(&self, path: String) -> String {
        let taken = &mut self.fns.borrow_mut().paths;
        if taken.is_empty() {
            taken.extend(self.items.fns.iter().map(|item| item.def.path.clone()));
        }
        not_taken(path, taken)
    }

    /// What is written of a function: its clauses as syntax.
    pub fn spec(&self, id: FnId) -> Rc<FnSpec> {
        match self.items.fns.get(id.0 as usize) {
            Some(item) => Rc::clone(&item.spec),
            None => self.fns.borrow().specs.get(&id).cloned().unwrap_or_default(),
        }
    }

    /// What is written of a struct or enum of any crate.
    pub fn type_spec(&self, id: AdtId) -> Rc<TypeSpec> {
        if let Some(known) = self.fns.borrow().type_specs.get(&id) {
            return Rc::clone(known);
        }
        let spec = match self.types.kind(id) {
            AdtKind::Item(item) => match self.items.adts.iter().find(|each| each.id == item) {
                Some(own) => Rc::clone(&own.spec),
                None => Rc::new(crate::items::type_spec_of(self, item)),
            },
            _ => Rc::default(),
        };
        self.fns.borrow_mut().type_specs.insert(id, Rc::clone(&spec));
        spec
    }

    /// The aliases of another crate's specifications.
    pub(crate) fn aliases_of(&self, krate: Crate) -> Rc<Aliases> {
        let is_ours = matches!(self.db.origin(krate), Origin::Std | Origin::Spec);
        if krate == self.krate || is_ours || !self.db.has_spec(krate) {
            return Rc::default();
        }
        if let Some(known) = self.aliases.borrow().get(&krate) {
            return Rc::clone(known);
        }
        let found = Rc::new(crate::items::aliases_of(self, krate));
        self.aliases.borrow_mut().insert(krate, Rc::clone(&found));
        found
    }

    /// What a number stands for.
    pub fn callable(&self, id: FnId) -> Callable<'db> {
        self.fns.borrow().callables[id.0 as usize]
    }

    /// A function's definition.
    pub fn fn_def(&self, id: FnId) -> FnDef {
        match self.items.fns.get(id.0 as usize) {
            Some(item) => item.def.clone(),
            None => self.fns.borrow().others[id.0 as usize - self.items.fns.len()].clone(),
        }
    }

    /// All definitions so far, by [`FnId`], with what they have to do with traits.
    pub fn fn_defs(&self) -> Vec<FnDef> {
        let implements: Vec<Option<FnId>> = self.items.fns.iter().map(|item| self.implements(item.id)).collect();
        let own = self.items.fns.iter().map(|item| item.def.clone());
        let others = self.fns.borrow().others.clone();
        let all = own.chain(others);
        let of_traits = implements.into_iter().chain(std::iter::repeat(None));
        let known = all.zip(of_traits).enumerate();
        known
            .map(|(at, (def, implements))| {
                let trait_method = self.trait_method(FnId(at as u32));
                FnDef { implements, trait_method, ..def }
            })
            .collect()
    }

    /// The method of a trait that a function of the crate under check implements.
    fn implements(&self, id: FunctionId) -> Option<FnId> {
        let method = crate::clause::implemented(self, &self.identity(id))?.func;
        (!self.fn_def(method).std).then_some(method)
    }

    /// Whether an instance is of a trait's method where another implementation may run: its own type is not known in full.
    pub fn is_abstract(&self, inst: &FnInst) -> bool {
        let is_unknown = |ty: &Ty| matches!(ty, Ty::Param(_) | Ty::Opaque(_));
        self.trait_method(inst.func).is_some() && inst.args.first().is_none_or(|ty| ty.any_part(&is_unknown))
    }

    /// What is known of a function as a method of a trait.
    fn trait_method(&self, id: FnId) -> Option<TraitMethod> {
        let Callable::Function(id) = self.callable(id) else { return None };
        let ItemContainerId::TraitId(of) = id.lookup(self.db).container else { return None };
        let own = self.items.traits.iter().find(|item| item.id == of);
        let provided = FunctionSignature::of(self.db, id).has_body();
        Some(TraitMethod { provided, public: own.is_none_or(|item| item.public) })
    }

    /// A callable with its generic arguments: all of them, lifetimes and those of its `impl` included, over the type
    /// parameters of the environment.
    pub fn instance(&self, callable: Callable<'db>, args: GenericArgs<'db>, env: Env) -> FnInst {
        let args = self.types.normalize(args, env);
        let env = self.types.needed(args, env);
        // A closure is known by what it is in: its other arguments follow from that.
        let own = match callable {
            Callable::Closure(_) => crate::types::parent_args(args),
            _ => args,
        };
        // Normal arguments have no lifetimes any more.
        let is_over_its_own = |item: GenericDefId| {
            let identity = self.types.identity(item);
            own.types().eq(identity.types()) && own.consts().eq(identity.consts())
        };
        let mut tys = match self.own_env(callable).item() {
            // Over its own parameters it is known by its type parameters alone, as every room makes it out.
            Some(item) if env == self.own_env(callable) && is_over_its_own(item) => {
                own.types().map(|ty| self.types.ty(ty, env)).collect()
            }
            _ => self.types.type_args(own, env),
        };
        // Two functions may have parameters of one name: those of another function are told apart by that.
        if env != Env::CLOSED && env != self.own_env(callable) {
            tys.push(Ty::Opaque(self.env_name(env)));
        }
        let inst = FnInst { func: self.fn_id(callable), args: tys };
        self.fns.borrow_mut().instances.entry(inst.clone()).or_insert((callable, args, env));
        inst
    }

    /// A function with its own parameters for arguments, as it is checked.
    pub fn identity(&self, id: FunctionId) -> FnInst {
        let args = self.types.identity(id.into());
        self.instance(Callable::Function(id), args, Env::of(id))
    }

    /// The same of what gives a constant or static its value.
    pub fn constant(&self, id: DefWithBodyId) -> FnInst {
        let owner = ExpressionStoreOwnerId::Body(id).generic_def(self.db);
        self.instance(Callable::Constant(id), self.types.identity(owner), Env::of(owner))
    }

    /// The same of an expression in a type.
    pub fn in_type(&self, owner: ExpressionStoreOwnerId, root: ExprId) -> FnInst {
        let of = owner.generic_def(self.db);
        self.instance(Callable::InType(owner, root), self.types.identity(of), Env::of(of))
    }

    /// The way back from [`Context::instance`].
    pub fn args_of(&self, inst: &FnInst) -> Option<(Callable<'db>, GenericArgs<'db>, Env)> {
        self.fns.borrow().instances.get(inst).copied()
    }

    /// A type of a function's signature, with the constants that it is for put in, and its own type parameters. (Only these have a
    /// place in the function's definition, which all instances share.)
    pub fn with_constants(&self, inst: &FnInst, ty: &Ty) -> Ty {
        let Some((Callable::Function(id), args, _)) = self.args_of(inst) else { return ty.clone() };
        let consts: Vec<Const<'db>> = args.consts().collect();
        self.types.for_constants(id.into(), ty, &consts)
    }

    /// A type of a function's signature, for an instance.
    pub fn signature_ty(&self, inst: &FnInst, ty: &Ty) -> Ty {
        let def = self.fn_def(inst.func);
        def.instantiate(&self.with_constants(inst, ty), inst)
    }

    /// The environment in which a callable is generic.
    fn own_env(&self, callable: Callable<'db>) -> Env {
        match callable {
            Callable::Function(id) => Env::of(id),
            Callable::Closure(id) => Env::of(id.loc(self.db).owner.generic_def(self.db)),
            Callable::Constant(id) => Env::of(ExpressionStoreOwnerId::Body(id).generic_def(self.db)),
            Callable::InType(owner, _) => Env::of(owner.generic_def(self.db)),
            Callable::Derived(of, _) => Env::of(GenericDefId::from(of.loc(self.db).adt)),
            Callable::Glue => Env::CLOSED,
        }
    }

    /// A name that no other environment has, wherever its function stands.
    fn env_name(&self, env: Env) -> String {
        let Some(GenericDefId::FunctionId(id)) = env.item() else { return format!("in {:?}", env.item()) };
        let func = self.fn_id(Callable::Function(id));
        if let Some(known) = self.fns.borrow().envs.get(&func) {
            return known.clone();
        }
        let name = format!("in {}", self.fn_def(func).path);
        let fns = &mut *self.fns.borrow_mut();
        let name = not_taken(name, &mut fns.env_names);
        fns.envs.insert(func, name.clone());
        name
    }

    /// Where something is in the user's text, see [`Spans::of`].
    pub fn span_of(&self, at: InFile<impl Placed>) -> Span {
        self.spans.of(at)
    }

    /// A contract that was translated.
    pub fn known_contract(&self, inst: &FnInst) -> Option<Arc<Contract>> {
        self.fns.borrow().contracts.get(inst).cloned()
    }

    /// Keeps a translated contract.
    pub fn keep_contract(&self, inst: &FnInst, contract: Arc<Contract>) {
        self.fns.borrow_mut().contracts.insert(inst.clone(), contract);
    }
}

/// A name that nothing else has among those that are taken.
fn not_taken(name: String, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|count| format!("{name}#{count}"));
    let mut all = std::iter::once(name.clone()).chain(numbered);
    all.find(|name| taken.insert(name.clone())).unwrap_or(name)
}
