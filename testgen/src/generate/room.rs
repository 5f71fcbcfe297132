//! What a search asks of the program again and again: the forms of types, their invariants, and how much was spent.
use std::cell::{Cell, RefCell};

use refine_core::ids::{AdtId, LocalId};
use refine_core::program::Program;
use refine_core::term::{Term, TermKind};
use refine_core::ty::{FnInst, Length, Ty};
use rustc_hash::FxHashMap;

use super::table::Tables;
use crate::foreign::carrier;
use crate::types::{field_types, grounded, is_recursive, is_unstable, std_path, unmakable};

/// How values of a type are looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Bool,
    /// A struct or enum whose fields can be chosen freely.
    Data,
    /// A sequence; an array has its length.
    Seq(Option<u64>),
    /// What is made out of a value of another type: a `&mut`, and what has values with invariants in it.
    Carried(Ty),
    /// Anything else: made elsewhere, never looked into.
    Foreign,
}

/// A variant with the types of its fields.
pub(super) struct Variant {
    pub(super) fields: Vec<Ty>,
    /// How much depth it takes.
    pub(super) cost: u32,
    /// Whether there are values of it at all.
    pub(super) able: bool,
}

/// Arrays longer than this are not looked into.
const LONG: u64 = 64;

/// What searches share.
pub(super) struct Room<'p> {
    pub(super) program: &'p dyn Program,
    pub(super) tables: RefCell<Tables>,
    /// The unary pure functions that the predicate is made of, with the types they are of.
    pub(super) measures: Vec<(FnInst, Ty)>,
    /// Steps of evaluation done.
    pub(super) steps: Cell<u64>,
    /// Steps for tables, which are counted apart.
    pub(super) filling: Cell<u64>,
    variants: RefCell<FxHashMap<Ty, std::rc::Rc<Vec<Variant>>>>,
    invariants: RefCell<FxHashMap<Ty, Option<Term>>>,
    recursive: RefCell<FxHashMap<AdtId, bool>>,
    carried: RefCell<FxHashMap<Ty, Option<Ty>>>,
}

impl<'p> Room<'p> {
    pub(super) fn new(program: &'p dyn Program, predicate: &[Term], tys: &[Ty]) -> Self {
        let mut room = Room {
            program,
            tables: RefCell::default(),
            measures: Vec::new(),
            steps: Cell::new(0),
            filling: Cell::new(0),
            variants: RefCell::default(),
            invariants: RefCell::default(),
            recursive: RefCell::default(),
            carried: RefCell::default(),
        };
        let mut seen = Vec::new();
        predicate.iter().for_each(|term| room.collect(term, &mut seen));
        let mut types = Vec::new();
        tys.iter().for_each(|ty| room.collect_invariants(&ty.plain(), &mut types, &mut seen));
        room
    }

    /// Whether some part of a value of the types has an invariant.
    fn collect_invariants(&mut self, ty: &Ty, types: &mut Vec<Ty>, seen: &mut Vec<FnInst>) {
        if types.contains(ty) || types.len() > 64 {
            return;
        }
        types.push(ty.clone());
        if let Some(invariant) = self.invariant(ty) {
            self.collect(&invariant, seen);
        }
        if self.form(ty) == Form::Data {
            let variants = self.variants(ty);
            let fields = variants.iter().flat_map(|variant| variant.fields.iter());
            fields.for_each(|ty| self.collect_invariants(ty, types, seen));
        } else if let Some(carrier) = carrier(self.program, ty) {
            self.collect_invariants(&carrier.plain(), types, seen);
        } else {
            ty.parts().for_each(|ty| self.collect_invariants(ty, types, seen));
        }
    }

    fn collect(&mut self, term: &Term, seen: &mut Vec<FnInst>) {
        term.children().into_iter().for_each(|child| self.collect(child, seen));
        let (TermKind::Call(inst, args) | TermKind::Defined(inst, args)) = term.kind() else { return };
        let Some(def) = self.program.pure_def(inst) else { return };
        if let ([arg], TermKind::Call(..)) = (&args[..], term.kind()) {
            let measure = (inst.clone(), grounded(arg.ty()).plain());
            if self.form(&measure.1) == Form::Data && !self.measures.contains(&measure) {
                self.measures.push(measure);
            }
        }
        if !seen.contains(inst) {
            seen.push(inst.clone());
            self.collect(&def.body, seen);
            self.collect(&def.domain, seen);
        }
    }

    pub(super) fn form(&self, ty: &Ty) -> Form {
        match ty {
            Ty::Bool => Form::Bool,
            Ty::Slice(_) | Ty::Vec(_) => Form::Seq(None),
            Ty::Array(_, Length::Known(n)) if *n <= LONG => Form::Seq(Some(*n)),
            Ty::Adt(id, _) => {
                let def = self.program.adt(*id);
                let ours = def.is_spelled() || std_path(&def.name).is_some();
                if ours && !def.is_abstract() { Form::Data } else { self.made_elsewhere(ty) }
            }
            _ => self.made_elsewhere(ty),
        }
    }

    /// Whether terms can look into the values of a type.
    pub(super) fn is_open(&self, ty: &Ty) -> bool {
        match self.form(ty) {
            Form::Carried(_) => matches!(ty, Ty::Borrow(_)),
            form => form != Form::Foreign,
        }
    }

    fn made_elsewhere(&self, ty: &Ty) -> Form {
        if let Some(known) = self.carried.borrow().get(ty) {
            return known.clone().map_or(Form::Foreign, Form::Carried);
        }
        // (Until that is known, a type inside of itself is none with invariants.)
        self.carried.borrow_mut().insert(ty.clone(), None);
        let carrier = carrier(self.program, ty).map(|carrier| carrier.plain());
        let carrier = carrier.filter(|carrier| matches!(ty, Ty::Borrow(_)) || self.keeps_invariants(carrier));
        self.carried.borrow_mut().insert(ty.clone(), carrier.clone());
        carrier.map_or(Form::Foreign, Form::Carried)
    }

    /// Whether values of a type have some in them whose type states an invariant.
    fn keeps_invariants(&self, ty: &Ty) -> bool {
        let (mut seen, mut todo) = (Vec::new(), vec![ty.clone()]);
        while let Some(ty) = todo.pop() {
            if seen.contains(&ty) || seen.len() > 64 {
                continue;
            }
            let is_abstract = matches!(&ty, Ty::Adt(id, _) if self.program.adt(*id).is_abstract());
            if !is_abstract && self.invariant(&ty).is_some() {
                return true;
            }
            match (&ty, carrier(self.program, &ty)) {
                (_, Some(carrier)) => todo.push(carrier.plain()),
                (Ty::Adt(..), None) if self.form(&ty) == Form::Data => {
                    todo.extend(self.variants(&ty).iter().flat_map(|variant| variant.fields.clone()));
                }
                (Ty::Adt(..) | Ty::Opaque(_), None) => {}
                (_, None) => todo.extend(ty.parts().map(Ty::plain)),
            }
            seen.push(ty);
        }
        false
    }

    /// What a struct or enum states of its values, over the first local.
    pub(super) fn invariant(&self, ty: &Ty) -> Option<Term> {
        let Ty::Adt(..) = ty else { return None };
        let find = || {
            let term = self.program.type_invariant(&Term::local(LocalId(0), ty.clone()));
            (*term.kind() != TermKind::Bool(true)).then_some(term)
        };
        if let Some(known) = self.invariants.borrow().get(ty) {
            return known.clone();
        }
        let found = find();
        self.invariants.borrow_mut().insert(ty.clone(), found.clone());
        found
    }

    pub(super) fn is_recursive(&self, id: AdtId) -> bool {
        *self.recursive.borrow_mut().entry(id).or_insert_with(|| is_recursive(self.program, id))
    }

    /// The types of what values of a type have in them, except for what is only in values of some.
    pub(super) fn reached(&self, from: &Ty, except: &[Ty]) -> Vec<Ty> {
        let (mut seen, mut todo) = (Vec::new(), vec![from.clone()]);
        while let Some(next) = todo.pop() {
            if seen.len() > 64 {
                break;
            }
            for ty in self.inside(&next) {
                if !seen.contains(&ty) {
                    if !except.contains(&ty) {
                        todo.push(ty.clone());
                    }
                    seen.push(ty);
                }
            }
        }
        seen
    }

    /// The types of the parts of a value.
    pub(super) fn inside(&self, ty: &Ty) -> Vec<Ty> {
        match (self.form(ty), ty) {
            (Form::Data, _) => self.variants(ty).iter().flat_map(|variant| variant.fields.clone()).collect(),
            (Form::Seq(_), _) => ty.element().map(Ty::plain).into_iter().collect(),
            (Form::Carried(carrier), _) => vec![carrier],
            (_, Ty::Tuple(tys)) => tys.clone(),
            _ => Vec::new(),
        }
    }

    pub(super) fn variants(&self, ty: &Ty) -> std::rc::Rc<Vec<Variant>> {
        if let Some(known) = self.variants.borrow().get(ty) {
            return known.clone();
        }
        let Ty::Adt(id, args) = ty else { return std::rc::Rc::default() };
        let def = self.program.adt(*id);
        let variant = |at: usize| {
            let fields = field_types(self.program, *id, args, at).unwrap_or_default();
            let fields: Vec<Ty> = fields.iter().map(|ty| grounded(ty).plain()).collect();
            let able = fields.iter().all(|ty| unmakable(self.program, ty).is_none()) && !is_unstable(def, at);
            let cost = u32::from(!fields.is_empty() && self.is_recursive(*id));
            Variant { fields, cost, able }
        };
        let all = std::rc::Rc::new((0..def.variants.len()).map(variant).collect::<Vec<_>>());
        self.variants.borrow_mut().insert(ty.clone(), all.clone());
        all
    }

    /// Counts a step.
    pub(super) fn step(&self) {
        self.steps.set(self.steps.get() + 1);
    }

    /// Whether some part of a value has an invariant.
    pub(super) fn has_invariants(&self) -> bool {
        self.invariants.borrow().values().any(Option::is_some)
    }

    /// Whether there are values of the types.
    pub(super) fn is_able(&self, tys: &[Ty]) -> bool {
        tys.iter().all(|ty| unmakable(self.program, ty).is_none())
    }
}
