//! What the locals of a body hold while it is executed.
use refine_core::ids::LocalId;
use refine_core::mir::{Operand, Place, Projection};
use refine_core::term::{Term, TermKind};
use refine_core::terms::parts::{Types, field};
use refine_core::terms::{self, ite};
use refine_core::ty::Ty;

/// What a local holds.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum LocalValue {
    /// A value; of a shared reference, what it points to.
    Term(Term),
    /// A mutable borrow of a place of this body.
    Place(BorrowedPlace),
}

/// A place of this body, with its indices as they were when it was borrowed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BorrowedPlace {
    pub(super) local: LocalId,
    steps: Vec<Step>,
}

/// A step to a part. References and boxes have none.
#[derive(Clone, PartialEq, Debug)]
enum Step {
    Field(usize, usize),
    Component(usize),
    Index(Term),
    Slice(Term, Term),
}

/// All locals at a place of the body.
#[derive(Clone, Debug)]
pub(super) struct State {
    locals: Vec<Option<LocalValue>>,
    /// What must hold for execution to have come here without a panic.
    pub(super) valid: Term,
}

type Done<T> = Result<T, String>;

impl State {
    pub(super) fn new(count: usize) -> State {
        State { locals: vec![None; count], valid: Term::bool(true) }
    }

    /// The same, with nothing required yet.
    pub(super) fn fork(&self) -> State {
        State { locals: self.locals.clone(), valid: Term::bool(true) }
    }

    pub(super) fn set(&mut self, local: LocalId, value: LocalValue) {
        self.locals[local.0 as usize] = Some(value);
    }

    /// Nothing is known any more of what a local holds.
    pub(super) fn spoil(&mut self, local: LocalId) {
        self.locals[local.0 as usize] = None;
    }

    pub(super) fn forget(&mut self, place: &Place) {
        self.spoil(place.local);
    }

    pub(super) fn require(&mut self, cond: Term) {
        self.valid = Term::and(self.valid.clone(), cond);
    }

    /// The one of two states that a condition chooses.
    pub(super) fn choose(cond: &Term, then: State, otherwise: State) -> State {
        let one = |pair: (Option<LocalValue>, Option<LocalValue>)| match pair {
            (a, b) if a == b => a,
            (Some(LocalValue::Term(a)), Some(LocalValue::Term(b))) => Some(LocalValue::Term(ite(cond.clone(), a, b))),
            _ => None,
        };
        State { locals: then.locals.into_iter().zip(otherwise.locals).map(one).collect(), valid: Term::bool(true) }
    }

    /// The value of a local.
    pub(super) fn read(&self, local: LocalId) -> Done<Term> {
        match &self.locals[local.0 as usize] {
            Some(LocalValue::Term(term)) => Ok(term.clone()),
            Some(LocalValue::Place(_)) => Err("it uses a mutable borrow as a value".into()),
            None => Err("it uses a value that refine does not know exactly".into()),
        }
    }

    /// A term of the body with values for its locals.
    pub(super) fn close(&self, term: &Term) -> Done<Term> {
        let missing = std::cell::RefCell::new(None);
        let closed = term.substitute(&|leaf| match leaf {
            TermKind::Local(id) => match self.read(*id) {
                Ok(term) => Some(term),
                Err(why) => {
                    missing.borrow_mut().get_or_insert(why);
                    None
                }
            },
            _ => None,
        });
        match missing.into_inner() {
            Some(why) => Err(why),
            None => Ok(closed),
        }
    }

    pub(super) fn operand(&self, types: &dyn Types, operand: &Operand) -> Done<LocalValue> {
        match operand {
            Operand::Constant(term) => Ok(LocalValue::Term(term.clone())),
            Operand::Copy(place) | Operand::Move(place) => {
                if place.projections.is_empty()
                    && let Some(value @ LocalValue::Place(_)) = &self.locals[place.local.0 as usize]
                {
                    return Ok(value.clone());
                }
                Ok(LocalValue::Term(self.read_place(types, place)?))
            }
        }
    }

    pub(super) fn term(&self, types: &dyn Types, operand: &Operand) -> Done<Term> {
        match self.operand(types, operand)? {
            LocalValue::Term(term) => Ok(term),
            LocalValue::Place(_) => Err("it stores a mutable borrow in a value".into()),
        }
    }

    /// The place of this body that a place is: through mutable borrows, with indices read.
    pub(super) fn resolve(&self, types: &dyn Types, place: &Place) -> Done<BorrowedPlace> {
        let mut target = BorrowedPlace { local: place.local, steps: Vec::new() };
        for step in &place.projections {
            match step {
                Projection::Deref => {
                    if target.steps.is_empty()
                        && let Some(LocalValue::Place(to)) = &self.locals[target.local.0 as usize]
                    {
                        target = to.clone();
                    }
                }
                Projection::Field { variant, field } => target.steps.push(Step::Field(*variant, *field)),
                Projection::Component(at) => target.steps.push(Step::Component(*at)),
                Projection::Index(at) => target.steps.push(Step::Index(self.read(*at)?)),
                Projection::ConstantIndex { offset, from_end: false } => {
                    target.steps.push(Step::Index(terms::size(*offset)));
                }
                Projection::ConstantIndex { offset, from_end: true } => {
                    let whole = self.read_at(types, &target)?;
                    target.steps.push(Step::Index(terms::from_end(&whole, *offset)));
                }
                Projection::Slice { lo, hi } => target.steps.push(Step::Slice(self.read(*lo)?, self.read(*hi)?)),
            }
        }
        Ok(target)
    }

    pub(super) fn read_place(&self, types: &dyn Types, place: &Place) -> Done<Term> {
        let target = self.resolve(types, place)?;
        self.read_at(types, &target)
    }

    pub(super) fn read_at(&self, types: &dyn Types, target: &BorrowedPlace) -> Done<Term> {
        let whole = self.read(target.local)?;
        Ok(target.steps.iter().fold(whole, |of, step| part(types, &of, step)))
    }

    pub(super) fn write(&mut self, types: &dyn Types, place: &Place, value: LocalValue) -> Done<()> {
        let target = self.resolve(types, place)?;
        self.write_at(types, &target, value)
    }

    pub(super) fn write_at(&mut self, types: &dyn Types, target: &BorrowedPlace, value: LocalValue) -> Done<()> {
        if target.steps.is_empty() {
            self.set(target.local, value);
            return Ok(());
        }
        let LocalValue::Term(value) = value else { return Err("it stores a mutable borrow in a value".into()) };
        let whole = self.read(target.local)?;
        let whole = with(types, &whole, &target.steps, value)?;
        self.set(target.local, LocalValue::Term(whole));
        Ok(())
    }
}

/// A part of a value, looked up where the value is spelled out.
fn part(types: &dyn Types, of: &Term, step: &Step) -> Term {
    match (step, of.kind()) {
        (Step::Field(variant, at), TermKind::Ctor(known, all)) if known == variant && *at < all.len() => {
            all[*at].clone()
        }
        (Step::Component(at), TermKind::Tuple(all)) if *at < all.len() => all[*at].clone(),
        (Step::Field(variant, at), _) => field(types, of, *variant, *at),
        (Step::Component(at), _) => {
            let ty = match of.ty() {
                Ty::Tuple(tys) => tys.get(*at).cloned(),
                _ => None,
            };
            Term::new(TermKind::Proj(of.clone(), *at), ty.unwrap_or(Ty::Opaque("_".into())))
        }
        (Step::Index(at), _) => terms::get(of, at.clone(), &of.ty().element().cloned().unwrap_or(Ty::unit())),
        (Step::Slice(lo, hi), _) => {
            terms::slice(of, lo.clone(), hi.clone(), &of.ty().element().cloned().unwrap_or(Ty::unit()))
        }
    }
}

/// A value with one part replaced.
fn with(types: &dyn Types, of: &Term, steps: &[Step], value: Term) -> Done<Term> {
    let Some((step, rest)) = steps.split_first() else { return Ok(value) };
    let new = with(types, &part(types, of, step), rest, value)?;
    let ty = of.ty().clone();
    let replaced = |count: usize, at: usize, make: &dyn Fn(usize) -> Term| -> Vec<Term> {
        (0..count).map(|each| if each == at { new.clone() } else { make(each) }).collect()
    };
    let kind = match (step, ty.peeled()) {
        (Step::Field(variant, at), Ty::Adt(id, _)) => {
            let count = types.adt(*id).variants.get(*variant).map_or(0, |variant| variant.fields.len());
            let other = |each: usize| part(types, of, &Step::Field(*variant, each));
            TermKind::Ctor(*variant, replaced(count, *at, &other))
        }
        (Step::Component(at), Ty::Tuple(tys)) => {
            TermKind::Tuple(replaced(tys.len(), *at, &|each| part(types, of, &Step::Component(each))))
        }
        (Step::Index(at), _) => TermKind::SeqSet(of.clone(), at.clone(), new),
        (Step::Slice(lo, hi), _) => {
            let piece = |lo: Term, hi: Term| Term::new(TermKind::SeqSlice(of.clone(), lo, hi), ty.clone());
            let front = Term::new(TermKind::SeqConcat(piece(terms::size(0), lo.clone()), new), ty.clone());
            TermKind::SeqConcat(front, piece(hi.clone(), terms::len(of)))
        }
        _ => return Err("it writes to a part of a value that is not modelled".into()),
    };
    Ok(Term::new(kind, ty))
}
