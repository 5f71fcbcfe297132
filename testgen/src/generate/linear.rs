//! Sums of integer unknowns, and what can be claimed of one: it is at most zero, it is zero, it is not.
//!
//! All arithmetic is checked: what does not fit 128 bits has no form here, and is left to the compiled clause.

/// An unknown integer.
pub(super) type Var = u32;

/// A sum of unknowns with factors, and a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Linear {
    /// By unknown, none with the factor zero.
    pub(super) terms: Vec<(Var, i128)>,
    pub(super) constant: i128,
}

impl Linear {
    pub(super) fn constant(constant: i128) -> Self {
        Linear { terms: Vec::new(), constant }
    }

    pub(super) fn var(var: Var) -> Self {
        Linear { terms: vec![(var, 1)], constant: 0 }
    }

    /// Its value, if there is no unknown in it.
    pub(super) fn known(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub(super) fn scale(&self, by: i128) -> Option<Self> {
        if by == 0 {
            return Some(Linear::constant(0));
        }
        let terms = self.terms.iter().map(|(var, factor)| Some((*var, factor.checked_mul(by)?)));
        Some(Linear { terms: terms.collect::<Option<_>>()?, constant: self.constant.checked_mul(by)? })
    }

    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        let constant = self.constant.checked_add(other.constant)?;
        if other.terms.is_empty() {
            return Some(Linear { terms: self.terms.clone(), constant });
        }
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut ours, mut theirs) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let term = match (ours.peek(), theirs.peek()) {
                (Some((x, a)), Some((y, b))) if x == y => {
                    let sum = (*x, a.checked_add(*b)?);
                    ours.next();
                    theirs.next();
                    sum
                }
                (Some((x, _)), Some((y, _))) if x < y => *ours.next()?,
                (Some(_), None) => *ours.next()?,
                (_, Some(_)) => *theirs.next()?,
                (None, None) => break,
            };
            if term.1 != 0 {
                terms.push(term);
            }
        }
        Some(Linear { terms, constant })
    }

    pub(super) fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.scale(-1)?)
    }

    pub(super) fn offset(&self, by: i128) -> Option<Self> {
        Some(Linear { terms: self.terms.clone(), constant: self.constant.checked_add(by)? })
    }

    /// The least and greatest value for unknowns within ranges, cut off at the ends of `i128`.
    pub(super) fn range(&self, of: &dyn Fn(Var) -> (i128, i128)) -> (i128, i128) {
        self.terms.iter().fold((self.constant, self.constant), |(lo, hi), (var, factor)| {
            let (least, greatest) = of(*var);
            let (a, b) = (least.saturating_mul(*factor), greatest.saturating_mul(*factor));
            (lo.saturating_add(a.min(b)), hi.saturating_add(a.max(b)))
        })
    }

    /// The sum with the unknowns replaced that have a value.
    pub(super) fn with(&self, value: &dyn Fn(Var) -> Option<i128>) -> Option<Self> {
        if self.terms.iter().all(|(var, _)| value(*var).is_none()) {
            return Some(self.clone());
        }
        let mut out = Linear::constant(self.constant);
        for (var, factor) in &self.terms {
            match value(*var) {
                Some(value) => out.constant = out.constant.checked_add(value.checked_mul(*factor)?)?,
                None => out.terms.push((*var, *factor)),
            }
        }
        Some(out)
    }
}

/// How a sum compares with zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Relation {
    AtMost,
    Equal,
    Apart,
}

/// A claim about a sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Atom {
    pub(super) sum: Linear,
    pub(super) relation: Relation,
}

impl Atom {
    pub(super) fn new(sum: Linear, relation: Relation) -> Self {
        Atom { sum, relation }
    }

    /// Whether it is a bound, a bounded difference or an equality of two unknowns: what needs no waiting.
    pub(super) fn is_simple(&self) -> bool {
        let unit = matches!(&self.sum.terms[..], [(_, 1), (_, -1)] | [(_, -1), (_, 1)]);
        self.sum.terms.len() < 2 || unit && self.relation != Relation::Apart
    }

    /// The opposite claim.
    pub(super) fn negated(&self) -> Option<Self> {
        Some(match self.relation {
            Relation::AtMost => Atom::new(self.sum.scale(-1)?.offset(1)?, Relation::AtMost),
            Relation::Equal => Atom::new(self.sum.clone(), Relation::Apart),
            Relation::Apart => Atom::new(self.sum.clone(), Relation::Equal),
        })
    }

    /// Whether it holds, as far as ranges tell.
    pub(super) fn decided(&self, of: &dyn Fn(Var) -> (i128, i128)) -> Option<bool> {
        let (lo, hi) = self.sum.range(of);
        match self.relation {
            Relation::AtMost if hi <= 0 => Some(true),
            Relation::AtMost if lo > 0 => Some(false),
            Relation::Equal if lo == 0 && hi == 0 => Some(true),
            Relation::Equal if lo > 0 || hi < 0 => Some(false),
            Relation::Apart if lo > 0 || hi < 0 => Some(true),
            Relation::Apart if lo == 0 && hi == 0 => Some(false),
            _ => None,
        }
    }
}
