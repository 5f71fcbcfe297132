//! Which obligation a failing run speaks of.
use refine_core::ids::FnId;
use refine_core::ir::Contract;
use refine_core::obligation::{Kind, NO_PANIC, Obligation, SOME_VALUE};
use refine_core::program::FnDef;
use refine_core::span::{FileId, LineCol, Span};
use refine_core::value::Value;
use refine_testgen::outcome::{ClauseRef, Outcome};

use super::{Trial, at_the_end, clause_of, own};
use crate::case::{Case, of_loop};
use crate::options::Overflow;
use crate::select;

impl Trial<'_, '_> {
    /// The case that a failing run speaks of; one is raised if there is none. `None` if it is another function's.
    pub(super) fn attribute(&mut self, outcome: &Outcome) -> Option<usize> {
        let program = self.search.program;
        if self.work.is_closure() {
            return self.in_closure(outcome);
        }
        match outcome {
            Outcome::EnsuresViolated { clauses, .. } => {
                let contract = program.contract(&self.called);
                let known: Vec<usize> =
                    clauses.iter().filter_map(|clause| self.of_clause(&contract, *clause)).collect();
                // Of several the first that nothing has settled yet.
                let open = known.iter().find(|at| !self.work.cases[**at].settled());
                if let Some(at) = open.or(known.first()) {
                    return Some(*at);
                }
                let (span, text) = clause_of(&contract, *clauses.first()?)?;
                Some(self.raise(Kind::Ensures, Some(span), &text, "the postcondition does not hold"))
            }
            Outcome::Panicked { message, file, at, operation, within } => {
                self.panicked(message, (file, *at), *operation, within)
            }
            Outcome::CalleePrecondition { .. } => self.called_outside(outcome),
            Outcome::ArgumentPrecondition { param, near } => Some(self.called_argument(*param, near)),
            Outcome::LoopViolated { obligation, .. } => {
                let body = program.body(&self.work.inst)?;
                let id = &body.obligations.get(obligation.0 as usize)?.id;
                self.work.cases.iter().position(|case| case.obligation.id == *id)
            }
            Outcome::TimedOut => Some(self.ends("it does not finish")),
            Outcome::StackOverflow => Some(self.ends("it overflows the stack")),
            Outcome::OutOfMemory => Some(self.ends("it uses all the memory it is allowed")),
            Outcome::Exited { .. } | Outcome::Aborted { .. } => Some(self.ends("it ends the process")),
            Outcome::Rejected { .. } | Outcome::Undefined { .. } | Outcome::NotBuilt { .. } => None,
            Outcome::Stopped { .. } => None,
            Outcome::Passed { .. } | Outcome::Outside { .. } | Outcome::HarnessError { .. } => None,
        }
    }

    /// The case of a call of another function outside its precondition.
    fn called_outside(&mut self, outcome: &Outcome) -> Option<usize> {
        let Outcome::CalleePrecondition { callee, clause, near, call, within } = outcome else { return None };
        let program = self.search.program;
        let contract = program.contract(&select::instance(program, *callee));
        let (span, text) = clause_of(&contract, *clause)?;
        let fits = |case: &Case| case.obligation.kind == Kind::Requires && case.obligation.clause == Some(span);
        let message = format!("it calls `{}` outside its precondition", program.func(*callee).path);
        let all = |test: &dyn Fn(&Case) -> bool| -> Vec<usize> {
            (0..self.work.cases.len()).filter(|&at| test(&self.work.cases[at])).collect()
        };
        let raise = |trial: &mut Self| Some(trial.raise(Kind::Requires, Some(span), &text, &message));
        if let Some(call) = call {
            let of_call = all(&|case| fits(case) && case.obligation.span == *call);
            if of_call.is_empty() {
                return None;
            }
            return self.call_told_apart(of_call).or_else(|| raise(self));
        }
        // One of the calls that do not say which they are: inside of `assert!`, in a closure, or made by the standard library.
        let told = |case: &Case| self.search.harness.is_ok_and(|harness| harness.is_told(case.obligation.span));
        let fits = |case: &Case| fits(case) && !told(case);
        let here = all(&|case| fits(case) && near.contains(&case.obligation.span) && !case.proved());
        // Another function under check made the call, further down: it answers for it.
        let another = within.filter(|func| *func != self.work.inst.func).map(|func| &program.func(func).path);
        let answers = |path: &String| self.search.callers.contains(&(span, path.clone()));
        if here.is_empty() && another.is_some_and(answers) {
            return None;
        }
        let known = if here.is_empty() { all(&fits) } else { here };
        // Or it is called by a pointer, or by what it is handed to.
        self.call_told_apart(known).or_else(|| raise(self))
    }

    /// The case of a postcondition or an invariant.
    fn of_clause(&self, contract: &Contract, clause: ClauseRef) -> Option<usize> {
        let (span, _) = clause_of(contract, clause)?;
        // A type's invariant is one clause that may be claimed of several values.
        let nth = match clause {
            ClauseRef::Ensures(k) => contract.ensures.iter().take(k).filter(|c| c.span == span).count(),
            ClauseRef::Raw(k) => contract.raw.iter().take(k).filter(|c| !c.requires && c.span == span).count(),
            ClauseRef::Requires(_) => 0,
        };
        let fits = |case: &Case| at_the_end(case) && case.obligation.clause == Some(span) && own(case, &self.work.path);
        let all = self.work.cases.iter().enumerate().filter(|(_, case)| fits(case));
        all.map(|(at, _)| at).nth(nth)
    }

    /// The case that a panic belongs to.
    fn panicked(
        &mut self,
        message: &str,
        (file, at): (&str, LineCol),
        operation: Option<Span>,
        within: &[FnId],
    ) -> Option<usize> {
        let program = self.search.program;
        let sources = program.sources();
        let found = sources.iter().find(|(_, source)| source.path == file);
        let offset = found.and_then(|(id, source)| Some((id, source.offset(at)?)));
        let Some((file_id, offset)) = offset else {
            // The caller whose place is reported is the harness.
            if program.func(self.work.inst.func).track_caller {
                match &self.told_by_words(message)[..] {
                    [] => {}
                    [only] => return Some(*only),
                    several => {
                        for at in several {
                            self.work.cases[*at].hidden.get_or_insert_with(|| POSSIBLY.to_owned());
                        }
                        return Some(self.raise_panic(file, at, &format!("it panics: {message}")));
                    }
                }
            }
            if let Some(at) = self.panicked_in_std(message) {
                return Some(at);
            }
            if self.overflow_is_ignored(message) {
                return None;
            }
            self.doubt_library_claims();
            return Some(self.raise_panic(file, at, &format!("it panics outside this crate: {message}")));
        };
        // A closure that is checked on its own answers for itself: it is looked for with the same vectors.
        let own_closure = |def: &FnDef| {
            def.within == Some(self.work.inst.func)
                && def.block.file == file_id
                && def.block.range().contains(&(offset as usize))
                && self.search.under_check.contains(&def.path)
        };
        if program.fns().iter().any(own_closure) {
            return None;
        }
        if let Some(found) = self.at_place(message, file_id, at, operation) {
            return Some(found);
        }
        // Inside another function: its own business, if it is under check and was called as its contract asks.
        let inside = program
            .fns()
            .iter()
            .find(|def| def.block.file == file_id && def.block.range().contains(&(offset as usize)) && !def.std);
        if let Some(def) = inside
            && def.path != self.work.path
            && def.annotated
            && self.search.under_check.contains(&def.path)
        {
            return None;
        }
        // A callee with a contract got there, through a callee of its own: it answers for that.
        let answers = |path: &String| {
            let is_it = |func: &&FnId| program.func(**func).path == *path;
            *path != self.work.path && within.iter().find(is_it).is_some_and(|func| program.func(*func).annotated)
        };
        if self.search.answered.iter().any(|(file, place, path)| (*file, *place) == (file_id, at) && answers(path)) {
            return None;
        }
        if self.overflow_is_ignored(message) {
            return None;
        }
        // It may be any of the claims of that place all the same, in words that the library has changed.
        let is_here = |case: &&mut Case| {
            let Obligation { kind, span, through, panics_at, .. } = &case.obligation;
            let known_words = through.is_empty() && panics_at.is_some();
            let around = span.file == file_id && span.range().contains(&(offset as usize));
            kind.is_of_panic() && around && !known_words && !case.settled()
        };
        for case in self.work.cases.iter_mut().filter(is_here) {
            case.hidden.get_or_insert_with(|| POSSIBLY.to_owned());
        }
        let place = inside.map_or_else(String::new, |def| format!(" in `{}`", def.path));
        Some(self.raise_panic(file, at, &format!("it panics{place}: {message}")))
    }

    /// The case of a call of an argument outside the precondition that its type states: the claim at the call that control came by last.
    fn called_argument(&mut self, param: usize, near: &[Span]) -> usize {
        let (program, func) = (self.search.program, self.work.inst.func);
        let contract = program.contract(&self.called);
        let callback = contract.callbacks.iter().find(|callback| callback.param == param);
        let of_call = |case: &Case| case.obligation.kind == Kind::Unmodelled;
        let all = |test: &dyn Fn(&Case) -> bool| (0..self.work.cases.len()).find(|&at| test(&self.work.cases[at]));
        let here = all(&|case| of_call(case) && near.contains(&case.obligation.span));
        let name = program.func(func).params.get(param).map_or("a function", |param| param.name.as_str());
        let message = format!("it calls `{name}` outside its precondition");
        let (span, text) = callback.map_or((None, ""), |callback| (Some(callback.span), callback.written.as_str()));
        here.unwrap_or_else(|| self.raise(Kind::Requires, span, text, &message))
    }

    /// What the function around says of a closure: that it panicked inside, or called a function there outside its precondition.
    fn in_closure(&mut self, outcome: &Outcome) -> Option<usize> {
        match outcome {
            Outcome::Panicked { message, file, at, operation, .. } => {
                let sources = self.search.program.sources();
                let (file, _) = sources.iter().find(|(_, source)| source.path == *file)?;
                self.at_place(message, file, *at, *operation)
            }
            Outcome::CalleePrecondition { call: Some(call), .. } => {
                let fits = |case: &Case| case.obligation.kind == Kind::Requires && case.obligation.span == *call;
                self.work.cases.iter().position(fits)
            }
            _ => None,
        }
    }

    /// The case of a panic that is reported at a place of the crate: the one that rustc reports there, else the innermost around it.
    fn at_place(&mut self, message: &str, file_id: FileId, at: LineCol, operation: Option<Span>) -> Option<usize> {
        let offset = self.search.program.sources().file(file_id).offset(at)?;
        let fitting = |o: &Obligation| {
            let in_words = o.kind.is_of_panic() && !o.words.is_empty() && says(message, &o.words);
            may_say(o.kind, message) || in_words || o.panics_at.is_some() && message.contains(&o.message)
        };
        let fits = |case: &Case| case.obligation.span.file == file_id && fitting(&case.obligation);
        let exact = |case: &Case| fits(case) && case.obligation.panics_at == Some(at);
        let around = |case: &Case| fits(case) && case.obligation.span.range().contains(&(offset as usize));
        let cases = &self.work.cases;
        let width = |case: &Case| case.obligation.span.end - case.obligation.span.start;
        let candidates = |test: &dyn Fn(&Case) -> bool| {
            (0..cases.len()).filter(|&at| test(&cases[at])).min_by_key(|&at| {
                // An operand in parentheses starts where the expression around it does: what rustc says tells them apart.
                let of = &cases[at].obligation;
                let other = of.kind == Kind::Overflow && of.message != message;
                (other, cases[at].proved(), !says(message, &of.words), width(&cases[at]))
            })
        };
        let found = candidates(&exact).or_else(|| candidates(&around))?;
        if let Some(named) = self.told_apart(found, message, operation) {
            return Some(named);
        }
        let file = self.search.program.sources().file(file_id).path.clone();
        Some(self.raise_panic(&file, at, &format!("it panics: {message}")))
    }

    /// `a + b + c` panics at one place, whichever of its additions overflows, and `v[i..j]` whichever end is wrong. Which it was is told
    /// by the compiled copy, else by the message; where neither does, the solver may rule out all but one, given these arguments.
    /// `None` if more are left: none of them is tested then.
    fn told_apart(&mut self, found: usize, message: &str, operation: Option<Span>) -> Option<usize> {
        let of = |at: usize| &self.work.cases[at].obligation;
        let same = |at: usize| {
            let (a, b) = (of(at), of(found));
            // (Each of two indices has words of its own.)
            let same_words = a.message == b.message || matches!(a.kind, Kind::Slice | Kind::Index);
            a.panics_at.is_some()
                && same_words
                && (a.kind, a.panics_at, a.span.file) == (b.kind, b.panics_at, b.span.file)
        };
        let mut alike: Vec<usize> = (0..self.work.cases.len()).filter(|&at| same(at)).collect();
        let tells = |at: &usize| self.search.harness.is_ok_and(|harness| harness.tells_operation(of(*at).place()));
        if alike.iter().all(tells) {
            alike = narrowed(alike, |at| Some(of(at).place()) == operation);
        }
        alike = narrowed(alike, |at| says(message, &of(at).words));
        if let [_] | [] = alike[..] {
            return Some(alike.pop().unwrap_or(found));
        }
        match self.possible(alike)[..] {
            [(only, _)] => Some(only),
            ref several => self.any_of(several, POSSIBLY),
        }
    }

    /// Of several claims about one callee, the one that a call of it outside its precondition broke. For one call in the source the library may
    /// make several, which say the same to a reader: then it is any that the solver does not rule out. What else it may be is not tested.
    fn call_told_apart(&mut self, alike: Vec<usize>) -> Option<usize> {
        let possible = self.possible(alike);
        let (&(first, _), others) = possible.split_first()?;
        let case = |at: usize| &self.work.cases[at];
        let is_announced = |at: usize| self.announced.as_ref().is_some_and(|(of, by)| *of == at && *by == self.vector);
        let all = || possible.iter();
        let one_call = others.iter().all(|(at, _)| case(*at).obligation.span == case(first).obligation.span);
        let found = all().find(|(at, _)| is_announced(*at));
        let found = found.or_else(|| all().find(|(at, _)| case(*at).settled()));
        let found = found.or_else(|| all().find(|(_, violated)| *violated == Some(true)));
        let found = found.map(|(at, _)| *at).or(one_call.then_some(first));
        let others: Vec<_> = possible.into_iter().filter(|(at, _)| Some(*at) != found).collect();
        self.any_of(&others, POSSIBLY_CALLED);
        found
    }

    /// Of several claims of which a run broke one, those that the solver does not rule out given these arguments, and whether it says that they
    /// are violated.
    fn possible(&mut self, alike: Vec<usize>) -> Vec<(usize, Option<bool>)> {
        let alike = narrowed(alike, |at| !self.work.cases[at].proved());
        if let [_] | [] = alike[..] {
            return alike.into_iter().map(|at| (at, None)).collect();
        }
        // (Of calls the solver knows nothing, but of what they make.)
        let vector = match (self.vector.iter().any(is_made_by_calls), self.search.harness) {
            (true, Ok(harness)) => harness.at_entry(&self.called, &self.vector, &self.limits_now()),
            _ => None,
        };
        let vector = vector.as_ref().unwrap_or(&self.vector);
        // A value that the solver does not know may be any that suits it: that a claim may be violated is no sign that it was.
        if std::mem::take(&mut self.made_room) {
            self.finder = self.new_finder();
        }
        let Some(finder) = self.finder.as_mut() else { return alike.into_iter().map(|at| (at, None)).collect() };
        let mut asked = |at: usize| finder.violates(self.work.in_graph(&self.work.cases[at].obligation.id), vector);
        let all: Vec<_> = alike.into_iter().map(|at| (at, asked(at))).collect();
        // (One it was. A run that breaks a loop's invariant first is none that the solver knows of.)
        narrowed(all, |(_, violated)| violated != Some(false))
    }

    /// Says of claims any of which a run may have broken that they are not tested, for that reason.
    fn any_of(&mut self, possible: &[(usize, Option<bool>)], why: &str) -> Option<usize> {
        for (at, _) in possible {
            self.work.cases[*at].hidden.get_or_insert_with(|| why.to_owned());
        }
        None
    }

    /// The cases that a panic may belong to of which nothing but the message is known: those that say just that, else those that may. What a call
    /// outside the model says is not known.
    fn told_by_words(&self, message: &str) -> Vec<usize> {
        let cases = &self.work.cases;
        let may = |case: &Case| {
            let Obligation { kind, through, home, .. } = &case.obligation;
            // What it calls of the standard library reports its caller's place, too.
            let here = own(case, &self.work.path) || !through.is_empty() && home.is_none();
            here && may_say(*kind, message) && *kind != Kind::Unmodelled && !case.proved()
        };
        let all = (0..cases.len()).filter(|&at| may(&cases[at])).collect();
        narrowed(all, |at| says(message, &cases[at].obligation.words))
    }

    /// The case of a panic that is reported inside the standard library (`x.abs()`): the only one with its message, or
    /// the one whose violation the solver announced.
    fn panicked_in_std(&self, message: &str) -> Option<usize> {
        let fits = |case: &Case| {
            let Obligation { kind, panics_at, words, through, .. } = &case.obligation;
            let kinds = kind.is_of_panic() && *kind != Kind::Unmodelled;
            let says = says(message, words) || *kind == Kind::Slice && message.contains(OF_TEXT);
            // (Which functions of the library report their caller's place depends on its version.)
            kinds && (panics_at.is_none() || !through.is_empty()) && says
        };
        let cases = &self.work.cases;
        let announced = self.announced.as_ref().map(|(at, _)| *at).filter(|&at| fits(&cases[at]));
        let mut open = (0..cases.len()).filter(|&at| fits(&cases[at]) && !cases[at].proved());
        announced.or_else(|| open.next().filter(|_| open.next().is_none()))
    }

    /// A panic inside the standard library that is none of the claims for certain may be any of those in our descriptions of it: of these
    /// runs show nothing.
    fn doubt_library_claims(&mut self) {
        let may_be = |case: &&mut Case| {
            let inside = !case.obligation.through.is_empty();
            let panics = !at_the_end(case) && !of_loop(case.obligation.kind) && case.obligation.kind != Kind::Requires;
            inside && panics && !case.settled()
        };
        for case in self.work.cases.iter_mut().filter(may_be) {
            case.hidden.get_or_insert_with(|| {
                "a run panicked inside the standard library, possibly because this claim fails".to_owned()
            });
        }
    }

    /// A panic that none of the claims here speaks of may have come out of any call outside the model that the run got to (an
    /// implementation that the call stands for, say): that such a call did not panic in any run would not be so.
    pub(super) fn doubt_calls(&mut self, outcome: &Outcome, reached: &[Span]) {
        let Outcome::Panicked { message, file, at, operation, .. } = outcome else { return };
        let calls = |case: &Case| case.obligation.kind == Kind::Unmodelled && case.hidden.is_none() && !case.settled();
        let doubted = |case: &Case| calls(case) && reached.contains(&case.obligation.place());
        if !self.work.cases.iter().any(doubted) {
            return;
        }
        let (program, sources) = (self.search.program, self.search.program.sources());
        let source = sources.iter().find(|(_, source)| source.path == *file);
        let known = match source {
            Some((file, _)) => self.at_place(message, file, *at, *operation),
            None => self.panicked_in_std(message),
        };
        if known.is_some() {
            return;
        }
        let around = |def: &&FnDef| {
            let offset = source.filter(|(file, _)| *file == def.block.file).and_then(|(_, source)| source.offset(*at));
            offset.is_some_and(|offset| def.block.range().contains(&(offset as usize)))
        };
        let place = match program.fns().iter().filter(around).min_by_key(|def| def.block.end - def.block.start) {
            Some(def) => format!("in `{}`", self.search.places.name(&def.path)),
            None => "outside this crate".to_owned(),
        };
        for case in self.work.cases.iter_mut().filter(|case| doubted(case)) {
            case.hidden = Some(format!("a run panicked {place}, possibly in this call"));
        }
    }

    fn overflow_is_ignored(&self, message: &str) -> bool {
        self.search.options.overflow == Overflow::Ignore
            && message.starts_with("attempt to")
            && message.ends_with("with overflow")
    }

    pub(super) fn ends(&mut self, message: &str) -> usize {
        self.raise(Kind::Completes, None, "the call completes", message)
    }

    /// The case of a panic that only runs raise: one for each place, whatever its message says there.
    fn raise_panic(&mut self, file: &str, at: LineCol, message: &str) -> usize {
        let place = Some((file.to_owned(), at));
        if let Some(known) = self.work.cases.iter().position(|case| case.raised_at == place) {
            return known;
        }
        let raised = self.raise(Kind::Panic, None, "", message);
        self.work.cases[raised].raised_at = self.work.cases[raised].raised_at.take().or(place);
        raised
    }

    /// The case of an obligation that only runs raise.
    fn raise(&mut self, kind: Kind, clause: Option<Span>, claim: &str, message: &str) -> usize {
        let of_kind = |case: &Case| case.obligation.kind == kind;
        let raised = |case: &Case| of_kind(case) && case.proof.is_none();
        if let Some(at) = self.work.cases.iter().position(|c| raised(c) && alike(&c.obligation.message, message)) {
            return at;
        }
        let n = self.work.cases.iter().filter(|case| of_kind(case)).count() + 1;
        let obligation = Obligation {
            id: format!("{}/{}/{n}", self.work.path, kind.name()),
            kind,
            span: self.search.program.func(self.work.inst.func).span,
            clause,
            claim: if claim.is_empty() { NO_PANIC.to_owned() } else { claim.to_owned() },
            message: message.to_owned(),
            words: message.to_owned(),
            panics_at: None,
            template: None,
            through: Vec::new(),
            callee: None,
            home: None,
            always_met: true,
        };
        self.work.cases.push(Case::new(obligation, None));
        self.work.cases.len() - 1
    }
}

/// Those of which something is so, or all of them if it is so of none.
fn narrowed<T: Copy>(all: Vec<T>, is_so: impl Fn(T) -> bool) -> Vec<T> {
    let some: Vec<T> = all.iter().copied().filter(|&at| is_so(at)).collect();
    if some.is_empty() { all } else { some }
}

/// Whether calls make a value or a part of it.
fn is_made_by_calls(value: &Value) -> bool {
    match value {
        Value::Call(..) | Value::Default(_) => true,
        Value::Tuple(all) | Value::Seq(all) | Value::Adt(_, _, all) => all.iter().any(is_made_by_calls),
        _ => false,
    }
}

/// Why a claim is not tested that may be the one that failed in a run.
const POSSIBLY: &str = "a run panicked there, possibly because this claim fails";

/// The same of a precondition.
const POSSIBLY_CALLED: &str = "a run called the function outside its precondition, possibly at the place of this claim";

/// What panics say of an index. (Other things are out of range, too: at the place of a macro's call there may be panics of any kind.)
const OF_INDEX: [&str; 4] = ["out of bounds", "Out of bounds", "out of range for", "index (is "];

/// What they say of the ends of a slice.
const OF_SLICE: [&str; 6] = ["range start ", "range end ", "out of range for", "slice", "slicing", OF_TEXT];

/// What a panic says where a text is cut up.
const OF_TEXT: &str = "byte index";

/// Whether two messages differ in their numbers at most: an index out of bounds is one finding at every index.
fn alike(a: &str, b: &str) -> bool {
    let words = |text: &str| {
        let parts = text.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect::<Vec<_>>()
    };
    words(a) == words(b)
}

/// Whether a panic with this message may come from an obligation of this kind. Two of them may share a place.
fn may_say(kind: Kind, message: &str) -> bool {
    match kind {
        Kind::Overflow => message.contains("overflow"),
        Kind::Division => message.contains("divide by zero") || message.contains("divisor of zero"),
        Kind::Index => OF_INDEX.iter().any(|text| message.contains(text)),
        Kind::Slice => OF_SLICE.iter().any(|text| message.contains(text)),
        Kind::Ensures | Kind::Invariant | Kind::Escape | Kind::Requires | Kind::LoopEntry => false,
        Kind::LoopPreserved | Kind::Decreases | Kind::Completes => false,
        Kind::Assert | Kind::Panic | Kind::Unwrap | Kind::Unmodelled => true,
    }
}

/// Whether a panic says what the message of a claim does, with any values in the places of those that it does not name.
fn says(message: &str, words: &str) -> bool {
    let mut rest = Some(message);
    for piece in words.split(SOME_VALUE) {
        rest = rest.and_then(|rest| rest.split_once(piece)).map(|(_, rest)| rest);
    }
    rest.is_some()
}
