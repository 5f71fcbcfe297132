//! What of its variables a clause looks at. A check at each call or turn of a loop copies no more than that: of
//! `#[requires(at < self.cells.len())]`, the length and not the cells.
use std::collections::{BTreeMap, HashMap};

use refine_core::ir::Clause;
use refine_core::program::Program;
use refine_core::term::{Term, TermKind};
use refine_core::ty::FnInst;

/// What of a value is looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Look {
    #[default]
    Nothing,
    /// Of a sequence, how many elements it has.
    Length,
    /// Of a struct or tuple, these fields.
    Fields(BTreeMap<usize, Look>),
    /// Of a sequence its length, and that much of each element.
    Elements(Box<Look>),
    All,
}

impl Look {
    /// Looks at as much of the value as either.
    fn and(self, other: Look) -> Look {
        match (self, other) {
            (Look::Nothing, some) | (some, Look::Nothing) => some,
            (Look::Length, Look::Length) => Look::Length,
            (Look::Length, Look::Elements(some)) | (Look::Elements(some), Look::Length) => Look::Elements(some),
            (Look::Elements(one), Look::Elements(other)) => Look::Elements(Box::new(one.and(*other))),
            (Look::Fields(mut fields), Look::Fields(others)) => {
                for (at, look) in others {
                    let known = fields.remove(&at).unwrap_or_default();
                    fields.insert(at, known.and(look));
                }
                Look::Fields(fields)
            }
            _ => Look::All,
        }
    }

    /// The runtime's constant for it. `rt` is the path of the runtime.
    fn text(&self, rt: &str) -> String {
        match self {
            Look::Nothing => format!("{rt}::Look::Fields(&[])"),
            Look::Length => format!("{rt}::Look::Length"),
            Look::Elements(inner) => format!("{rt}::Look::Elements(&{})", inner.text(rt)),
            Look::Fields(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(at, look)| format!("({at}, {})", look.text(rt))).collect();
                format!("{rt}::Look::Fields(&[{}])", fields.join(", "))
            }
            Look::All => format!("{rt}::Look::All"),
        }
    }

    /// An expression for what is looked at of the variable.
    pub(crate) fn of_variable(&self, rt: &str, name: &str) -> String {
        match self {
            Look::Nothing => format!("{rt}::unseen()"),
            Look::All => format!("{rt}::Reflect::reflect(&{name})"),
            look => format!("{rt}::Reflect::reflect_part(&{name}, &{})", look.text(rt)),
        }
    }
}

/// What is looked at of each variable, by the terms that were seen.
pub(crate) struct Looks<'p> {
    program: &'p dyn Program,
    /// Of the current ones.
    now: HashMap<u32, Look>,
    /// Of those at entry.
    entry: HashMap<u32, Look>,
    /// Of the parameters of pure functions; nothing yet for those being seen.
    pures: HashMap<FnInst, Option<HashMap<u32, Look>>>,
}

impl<'p> Looks<'p> {
    pub(crate) fn new(program: &'p dyn Program) -> Self {
        Looks { program, now: HashMap::new(), entry: HashMap::new(), pures: HashMap::new() }
    }

    pub(crate) fn clause(&mut self, clause: &Clause) {
        self.term(&clause.term);
        self.term(&clause.value);
    }

    pub(crate) fn term(&mut self, term: &Term) {
        self.see(term, Look::All);
    }

    /// What is looked at of a variable.
    pub(crate) fn of(&self, local: usize) -> Look {
        self.now.get(&(local as u32)).cloned().unwrap_or_default()
    }

    fn see(&mut self, term: &Term, look: Look) {
        use TermKind::*;
        match term.kind() {
            Local(id) => add(&mut self.now, id.0, look),
            Old(id) => add(&mut self.entry, id.0, look),
            Proj(of, at) | Field(of, 0, at) => self.see(of, Look::Fields(BTreeMap::from([(*at, look)]))),
            SeqLen(of) => self.see(of, Look::Length),
            SeqGet(of, at) => {
                self.see(of, Look::Elements(Box::new(look)));
                self.see(at, Look::All);
            }
            Ite(condition, then, other) => {
                self.see(condition, Look::All);
                self.see(then, look.clone());
                self.see(other, look);
            }
            Call(inst, args) | Defined(inst, args) => {
                let looks = self.pure(inst);
                for (at, arg) in args.iter().enumerate() {
                    let look = match &looks {
                        Some(looks) => looks.get(&(at as u32)).cloned().unwrap_or_default(),
                        None => Look::All,
                    };
                    self.see(arg, look);
                }
            }
            _ => term.children().into_iter().for_each(|child| self.see(child, Look::All)),
        }
    }

    /// What a pure function looks at; none if that is not known, as of one that calls itself.
    fn pure(&mut self, inst: &FnInst) -> Option<HashMap<u32, Look>> {
        if let Some(known) = self.pures.get(inst) {
            return known.clone();
        }
        self.pures.insert(inst.clone(), None);
        let def = self.program.pure_def(inst).filter(|def| !def.recursive)?;
        let mut inner = Looks { pures: std::mem::take(&mut self.pures), ..Looks::new(self.program) };
        inner.term(&def.body);
        inner.term(&def.domain);
        let mut looks = inner.now;
        inner.entry.into_iter().for_each(|(id, look)| add(&mut looks, id, look));
        self.pures = inner.pures;
        self.pures.insert(inst.clone(), Some(looks.clone()));
        Some(looks)
    }
}

fn add(looks: &mut HashMap<u32, Look>, id: u32, look: Look) {
    let known = looks.remove(&id).unwrap_or_default();
    looks.insert(id, known.and(look));
}
