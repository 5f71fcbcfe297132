//! What is claimed of all parts of a value because it is claimed of the whole.
use std::collections::HashMap;
use std::rc::Rc;

use refine_core::term::{Term, TermKind};
use refine_core::ty::{FnInst, Ty};

use super::parts::{Part, element};
use super::room::{Form, Room, Variant};
use super::state::{Env, HoleId, State, Val, Wait};
use super::table::{CHOICES, KeyId, layer, number, products};

/// The measures that are true of all parts of a value, if the claimed ones are of the value: a greatest fixed point.
pub(super) fn required(
    room: &Room<'_>,
    (family, between): (&[Ty], &[Ty]),
    ty: &Ty,
    claimed: &[FnInst],
) -> HashMap<(Ty, usize), Vec<FnInst>> {
    let mut out: HashMap<(Ty, usize), Vec<FnInst>> = HashMap::new();
    let blank = |ty: &Ty, variant: usize| {
        let fields = room.variants(ty)[variant].fields.len();
        room.tables.borrow_mut().add_blank(ty, variant, fields)
    };
    let blanks: HashMap<&Ty, Vec<KeyId>> =
        family.iter().map(|ty| (ty, (0..room.variants(ty).len()).map(|at| blank(ty, at)).collect())).collect();
    let mut todo = Vec::new();
    for (variant, blank) in blanks[ty].iter().enumerate() {
        out.insert((ty.clone(), variant), unfolded(room, ty, *blank, claimed.to_vec()));
        todo.push((ty.clone(), variant));
    }
    let mut shapes = Shapes { room, between, blanks: &blanks, loose: Vec::new() };
    while let Some((ty, variant)) = todo.pop() {
        let variants = room.variants(&ty);
        let choices: Vec<Vec<Part>> = variants[variant].fields.iter().map(|field| shapes.of(field)).collect();
        if number(&choices) > CHOICES {
            return HashMap::new();
        }
        let mut found: Vec<(Ty, usize, Vec<FnInst>)> = Vec::new();
        for ty in shapes.loose.drain(..) {
            found.extend((0..room.variants(&ty).len()).map(|variant| (ty.clone(), variant, Vec::new())));
        }
        let claims = out[&(ty.clone(), variant)].clone();
        for fields in products(&choices) {
            let Some((state, _, keyed)) = layer(room, &ty, variant, &fields, &claims) else { continue };
            for (hole, key) in keyed {
                let (ty, variant) = room.tables.borrow().constructor(key);
                let measures = unfolded(room, &ty, key, claimed_of(&state, hole));
                found.push((ty, variant, measures));
            }
        }
        for (ty, variant, measures) in found {
            let kept = match out.get(&(ty.clone(), variant)) {
                None => measures,
                Some(old) => old.iter().filter(|measure| measures.contains(measure)).cloned().collect(),
            };
            if out.get(&(ty.clone(), variant)) != Some(&kept) {
                out.insert((ty.clone(), variant), kept);
                todo.push((ty, variant));
            }
        }
    }
    out
}

/// What parts may look like, with blank keys.
struct Shapes<'a, 'p> {
    room: &'a Room<'p>,
    between: &'a [Ty],
    blanks: &'a HashMap<&'a Ty, Vec<KeyId>>,
    /// The types of parts that are in places too many to look at: of them nothing is known to be claimed.
    loose: Vec<Ty>,
}

impl Shapes<'_, '_> {
    fn of(&mut self, ty: &Ty) -> Vec<Part> {
        if let Some(keys) = self.blanks.get(ty) {
            return keys.iter().map(|key| Part::Key(*key)).collect();
        }
        match (self.room.form(ty), ty) {
            _ if !self.between.contains(ty) => vec![Part::Other],
            (_, Ty::Tuple(tys)) => self.many(tys, &Part::Tuple),
            (Form::Seq(Some(count)), _) => self.many(&vec![element(ty); count as usize], &Part::Seq),
            (Form::Data, _) => {
                let variants = self.room.variants(ty);
                let made = |(at, variant): (usize, &Variant)| self.many(&variant.fields, &|all| Part::Made(at, all));
                variants.iter().enumerate().flat_map(made).collect()
            }
            _ => {
                self.loosen(ty);
                vec![Part::Other]
            }
        }
    }

    fn many(&mut self, tys: &[Ty], part: &dyn Fn(Rc<[Part]>) -> Part) -> Vec<Part> {
        let lists: Vec<Vec<Part>> = tys.iter().map(|ty| self.of(ty)).collect();
        if number(&lists) > CHOICES {
            tys.iter().for_each(|ty| self.loosen(ty));
            return vec![Part::Other];
        }
        products(&lists).into_iter().map(|parts| part(parts.into())).collect()
    }

    fn loosen(&mut self, ty: &Ty) {
        let family: Vec<Ty> = self.blanks.keys().map(|ty| (*ty).clone()).collect();
        let inside = self.room.reached(ty, &family).into_iter().chain([ty.clone()]);
        let found: Vec<Ty> = inside.filter(|ty| family.contains(ty) && !self.loose.contains(ty)).collect();
        self.loose.extend(found);
    }
}

/// The measures that are true of a value of a blank key if these are: what they are conjunctions of, too.
fn unfolded(room: &Room<'_>, ty: &Ty, key: KeyId, mut claimed: Vec<FnInst>) -> Vec<FnInst> {
    let mut at = 0;
    while let Some(def) = claimed.get(at).map(|measure| room.program.pure_def(measure)) {
        at += 1;
        let mut state = State::new();
        state.refuel(room);
        let hole = state.hole(room, ty, 1, Some(key));
        let env = Env::new(vec![Val::Hole(hole)]);
        // (What is contradictory is claimed of no value.)
        if def.is_some_and(|def| state.claim(room, &def.body, &env, true).is_ok()) {
            let more = claimed_of(&state, hole).into_iter().filter(|measure| !claimed.contains(measure));
            claimed.extend(more.collect::<Vec<_>>());
        }
    }
    claimed
}

/// The measures that are claimed of a hole.
pub(super) fn claimed_of(state: &State, hole: HoleId) -> Vec<FnInst> {
    let mut out = Vec::new();
    for claim in &state.waiting {
        let on = matches!(claim.wait, Wait::Key(at) | Wait::Shape(at) if at == hole);
        if let (true, true, TermKind::Call(inst, args)) = (on, claim.positive, claim.term.kind())
            && let [arg] = &args[..]
            && names(arg, &claim.env, state, hole)
            && !out.contains(inst)
        {
            out.push(inst.clone());
        }
    }
    out.sort_by_key(|inst| inst.func);
    out
}

/// Whether a term is a hole, as a variable or a field of one.
fn names(term: &Term, env: &Env, state: &State, hole: HoleId) -> bool {
    fn value(term: &Term, env: &Env, state: &State) -> Option<Val> {
        Some(match term.kind() {
            TermKind::Local(id) | TermKind::Old(id) => env.local(id.0)?.clone(),
            TermKind::Field(of, _, at) | TermKind::Proj(of, at) => {
                let of = value(of, env, state)?;
                let (Val::Adt(_, all) | Val::Tuple(all)) = (match of {
                    Val::Hole(id) => state.holes[id].value.clone()?,
                    value => value,
                }) else {
                    return None;
                };
                all.get(*at)?.clone()
            }
            _ => return None,
        })
    }
    value(term, env, state) == Some(Val::Hole(hole))
}
