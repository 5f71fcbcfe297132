//! Solver sorts for types, made on demand.
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use z3::datatype_builder::create_datatypes;
use z3::{DatatypeAccessor, DatatypeBuilder, DatatypeSort, Sort, Symbol};

use crate::ids::AdtId;
use crate::program::Program;
use crate::ty::Ty;

/// Types that one type is made of, at most; there may be no end to them.
const MANY: usize = 200;

/// The sorts of one solver context.
pub(super) struct Sorts<'p> {
    pub(super) program: &'p dyn Program,
    data: HashMap<Ty, Rc<DatatypeSort>>,
    refused: HashSet<Ty>,
    /// Whether structs hold themselves.
    endless: RefCell<HashMap<Ty, bool>>,
}

/// The type as terms know it: no references, boxes, or difference between arrays, slices and `Vec`.
pub(super) fn normal(ty: &Ty) -> Ty {
    match ty {
        Ty::Ref(_, inner) | Ty::Boxed(inner) => normal(inner),
        Ty::Array(element, _) | Ty::Slice(element) | Ty::Vec(element) => Ty::Vec(Box::new(normal(element))),
        Ty::Tuple(all) => Ty::Tuple(all.iter().map(normal).collect()),
        Ty::Adt(id, args) => Ty::Adt(*id, args.iter().map(normal).collect()),
        // What it points to now, and at its end.
        Ty::Borrow(inner) => Ty::Tuple(vec![normal(inner), normal(inner)]),
        other => other.clone(),
    }
}

/// Whether a type is among its parts, the parts of these, and so on. So is one that grows with each turn.
fn leads_to_itself(ty: &Ty, parts: impl Fn(&Ty) -> Vec<Ty>) -> bool {
    let mut seen: Vec<Ty> = Vec::new();
    let mut todo = vec![ty.clone()];
    while let Some(next) = todo.pop() {
        for part in parts(&next).iter().map(normal) {
            if part == *ty || seen.len() > MANY || is_large(&part) {
                return true;
            }
            if !seen.contains(&part) {
                seen.push(part.clone());
                todo.push(part);
            }
        }
    }
    false
}

impl<'p> Sorts<'p> {
    pub(super) fn new(program: &'p dyn Program) -> Self {
        Sorts { program, data: HashMap::new(), refused: HashSet::new(), endless: RefCell::default() }
    }

    /// The field types of each variant of a struct or enum, with its arguments put in.
    pub(super) fn variants(&self, id: AdtId, args: &[Ty]) -> Vec<Vec<Ty>> {
        let def = self.program.adt(id);
        let arg = |name: &str| def.generics.iter().position(|g| g == name).and_then(|at| args.get(at).cloned());
        def.variants.iter().map(|v| v.fields.iter().map(|f| f.ty.substitute(&arg)).collect()).collect()
    }

    /// Whether values are taken apart into their components: tuples, structs and mutable references, but for structs that hold
    /// themselves, which have no finite value.
    pub(super) fn product(&self, ty: &Ty) -> Option<Vec<Ty>> {
        let is_struct = matches!(ty.peeled(), Ty::Adt(id, _) if !self.program.adt(*id).is_enum);
        self.components(ty).filter(|_| !is_struct || !self.holds_itself(ty))
    }

    fn holds_itself(&self, ty: &Ty) -> bool {
        let ty = normal(ty);
        if let Some(&known) = self.endless.borrow().get(&ty) {
            return known;
        }
        let endless = leads_to_itself(&ty, |ty| self.components(ty).unwrap_or_default());
        self.endless.borrow_mut().insert(ty, endless);
        endless
    }

    /// Whether a value of the type may have values of the type in it.
    pub(super) fn is_recursive(&self, ty: &Ty) -> bool {
        leads_to_itself(&normal(ty), |ty| match ty {
            Ty::Vec(element) => vec![(**element).clone()],
            Ty::Adt(id, args) => self.variants(*id, args).into_iter().flatten().collect(),
            _ => self.components(ty).unwrap_or_default(),
        })
    }

    fn components(&self, ty: &Ty) -> Option<Vec<Ty>> {
        match ty.peeled() {
            Ty::Tuple(all) => Some(all.clone()),
            Ty::Borrow(inner) => Some(vec![(**inner).clone(), (**inner).clone()]),
            Ty::Adt(id, args) if !self.program.adt(*id).is_enum => self.variants(*id, args).into_iter().next(),
            _ => None,
        }
    }

    /// Whether every value of the type takes at least a byte. Not so for a type parameter, which may be `()`.
    pub(super) fn has_size(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Ref(..) | Ty::Borrow(_) | Ty::Boxed(_) | Ty::Vec(_) => true,
            Ty::Tuple(all) => all.iter().any(|part| self.has_size(part)),
            Ty::Array(element, n) => n.known().is_some_and(|n| n > 0) && self.has_size(element),
            Ty::Adt(id, args) => {
                // A variant that no value has takes no discriminant: `Option<Infallible>` is as small as `()`.
                let variants = self
                    .variants(*id, args)
                    .into_iter()
                    .filter(|fields| fields.iter().all(|ty| self.surely_has_values(ty)));
                let variants: Vec<Vec<Ty>> = variants.collect();
                variants.len() > 1 || variants.iter().flatten().any(|field| self.has_size(field))
            }
            _ => false,
        }
    }

    /// Whether rustc lays out values of the type as there being some. What is behind a pointer does not count; a type parameter may be one
    /// that has no values.
    fn surely_has_values(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Bool | Ty::Char | Ty::Int(_) | Ty::Ref(..) | Ty::Borrow(_) | Ty::Boxed(_) | Ty::Vec(_) => true,
            Ty::Tuple(all) => all.iter().all(|part| self.surely_has_values(part)),
            Ty::Array(element, n) => n.known() == Some(0) || self.surely_has_values(element),
            Ty::Adt(id, args) => {
                let variants = self.variants(*id, args);
                variants.iter().any(|fields| fields.iter().all(|ty| self.surely_has_values(ty)))
            }
            _ => false,
        }
    }

    /// The sort of a type's values where they are one solver term.
    pub(super) fn sort(&mut self, ty: &Ty) -> Sort {
        let ty = normal(ty);
        match &ty {
            Ty::Bool => Sort::bool(),
            Ty::Int(_) | Ty::Char | Ty::Exact => Sort::int(),
            Ty::Tuple(_) | Ty::Adt(..) | Ty::Vec(_) => match self.data(&ty) {
                Some(data) => data.sort.clone(),
                None => uninterpreted(&ty),
            },
            _ => uninterpreted(&ty),
        }
    }

    /// The data type of a tuple, struct, enum or sequence. `None` for one that the solver cannot have: a type that
    /// holds a sequence of itself.
    pub(super) fn data(&mut self, ty: &Ty) -> Option<Rc<DatatypeSort>> {
        let ty = normal(ty);
        if !self.data.contains_key(&ty) && !self.refused.contains(&ty) {
            self.declare(&ty);
        }
        self.data.get(&ty).cloned()
    }

    /// The sorts of a constructor's parts.
    pub(super) fn fields(&mut self, ty: &Ty, variant: usize) -> Option<Vec<Sort>> {
        let ty = normal(ty);
        let parts = self.parts(&ty).into_iter().nth(variant)?;
        Some(match &ty {
            Ty::Vec(element) => vec![Sort::int(), Sort::array(&Sort::int(), &self.sort(element))],
            _ => parts.iter().map(|part| self.sort(part)).collect(),
        })
    }

    /// The types that a composite type is directly made of, one list for each constructor.
    fn parts(&self, ty: &Ty) -> Vec<Vec<Ty>> {
        match ty {
            Ty::Tuple(all) => vec![all.iter().map(normal).collect()],
            Ty::Adt(id, args) => {
                self.variants(*id, args).iter().map(|fields| fields.iter().map(normal).collect()).collect()
            }
            Ty::Vec(element) => vec![vec![(**element).clone()]],
            _ => Vec::new(),
        }
    }

    fn reach(&self, ty: &Ty) -> Vec<Ty> {
        let mut seen = vec![ty.clone()];
        let mut at = 0;
        while at < seen.len() {
            // A type that grows with each turn (`struct S<T>(Option<Box<S<(T, T)>>>)`) has no end.
            if seen.len() > MANY {
                break;
            }
            for part in self.parts(&seen[at].clone()).into_iter().flatten() {
                if matches!(part, Ty::Tuple(_) | Ty::Adt(..) | Ty::Vec(_)) && !seen.contains(&part) {
                    seen.push(part);
                }
            }
            at += 1;
        }
        seen
    }

    fn declare(&mut self, ty: &Ty) {
        // The strongly connected component of `ty`: the types it reaches that reach it.
        let below = self.reach(ty);
        let group: Vec<Ty> =
            below.iter().filter(|other| *other == ty || self.reach(other).contains(ty)).cloned().collect();
        let recursive = group.len() > 1 || self.parts(ty).into_iter().flatten().any(|part| part == *ty);
        if below.len() > MANY
            || (recursive && group.iter().any(|other| matches!(other, Ty::Vec(_))))
            || uninhabited(&group, self)
        {
            self.refused.extend(group);
            return;
        }
        let name = |ty: &Ty| format!("{ty:?}");
        let mut builders = Vec::new();
        for member in &group {
            let constructors = self.parts(member);
            let mut builder = DatatypeBuilder::new(name(member));
            for (v, fields) in constructors.iter().enumerate() {
                let mut accessors = Vec::new();
                if let Ty::Vec(element) = member {
                    let element = self.sort(element);
                    accessors.push(("len".to_owned(), DatatypeAccessor::sort(Sort::int())));
                    accessors
                        .push(("elements".to_owned(), DatatypeAccessor::sort(Sort::array(&Sort::int(), &element))));
                } else {
                    for (f, field) in fields.iter().enumerate() {
                        let accessor = if group.contains(field) {
                            DatatypeAccessor::datatype(name(field))
                        } else {
                            DatatypeAccessor::sort(self.sort(field))
                        };
                        accessors.push((format!("{}!{v}!{f}", name(member)), accessor));
                    }
                }
                let accessors = accessors
                    .iter()
                    .map(|(n, a)| {
                        let n: &str = n;
                        (
                            n,
                            match a {
                                DatatypeAccessor::Sort(s) => DatatypeAccessor::Sort(s.clone()),
                                DatatypeAccessor::Datatype(s) => DatatypeAccessor::Datatype(s.clone()),
                            },
                        )
                    })
                    .collect();
                builder = builder.variant(&format!("{}!{v}", name(member)), accessors);
            }
            builders.push(builder);
        }
        for (member, data) in group.into_iter().zip(create_datatypes(builders)) {
            self.data.insert(member, Rc::new(data));
        }
    }
}

/// Whether a type is written with many others.
fn is_large(ty: &Ty) -> bool {
    let (mut count, mut todo) = (0, vec![ty]);
    while let (Some(ty), true) = (todo.pop(), count <= MANY) {
        count += 1;
        todo.extend(ty.parts());
    }
    count > MANY
}

/// Whether some type of the group has no finite value: the solver would refuse it.
fn uninhabited(group: &[Ty], sorts: &Sorts<'_>) -> bool {
    let mut inhabited: Vec<&Ty> = Vec::new();
    loop {
        let before = inhabited.len();
        for ty in group {
            let fine = |part: &Ty| !group.contains(part) || inhabited.contains(&part);
            if !inhabited.contains(&ty) && sorts.parts(ty).iter().any(|fields| fields.iter().all(fine)) {
                inhabited.push(ty);
            }
        }
        if inhabited.len() == before {
            return before < group.len();
        }
    }
}

fn uninterpreted(ty: &Ty) -> Sort {
    Sort::uninterpreted(Symbol::String(format!("{ty:?}")))
}
