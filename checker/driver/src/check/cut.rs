//! What a run that is out of time or memory does not look at, or not to the end: it is named, and what it claims is open.
use refine_core::ty::FnInst;

use super::CheckRun;
use super::telling::function;
use crate::case::Work;
use crate::judge;
use crate::place::Places;
use crate::project::{Project, Target};
use crate::proving;
use crate::report::{Cut, Event, Unseen};
use crate::select;
use crate::workers::on_deep_stack;

impl CheckRun<'_> {
    /// Books what a run that is out of time does not look at.
    pub(super) fn cut(&mut self) -> Option<&mut Cut> {
        let why = self.cancel.why()?;
        Some(self.report.cut.get_or_insert_with(|| Cut { why, packages: Vec::new(), functions: Vec::new() }))
    }

    /// Of a package whose source was not read, nothing but its name is known.
    pub(super) fn unread(&mut self, target: &Target) {
        if let Some(cut) = self.cut() {
            cut.packages.push(target.name.clone());
        }
        self.checking = None;
    }

    /// Of a package whose source was not read to its end, some functions are known.
    pub(super) fn read_in_part(&mut self, project: &Project, target: &Target, places: &Places<'_>) {
        self.unread(target);
        let functions = on_deep_stack(|| select::functions(places, self.options));
        self.announce(target, places, &functions);
        let mut works: Vec<Work> = functions.iter().map(|inst| self.pass_over(places, inst)).collect();
        self.leave_off(places, &mut works);
        let left = select::unread(places, self.options);
        if let Some(cut) = self.cut() {
            cut.functions.extend(left);
        }
        self.settle(project, places, &works, &[]);
    }

    /// Tells which functions are under check.
    pub(super) fn announce(&mut self, target: &Target, places: &Places<'_>, functions: &[FnInst]) {
        let seen = |inst| unseen(places, &proving::unseen(places.program, self.options, inst));
        let unseen: Vec<Unseen> = functions.iter().map(seen).collect();
        let functions: Vec<String> = unseen.iter().map(|unseen| unseen.function.function.clone()).collect();
        self.order.extend_from_slice(&functions);
        (self.listener)(Event::Functions { package: target.name.clone(), functions, unseen });
    }

    /// A function that is not looked at any more.
    pub(super) fn pass_over(&mut self, places: &Places<'_>, inst: &FnInst) -> Work {
        let work = Work { cut: self.cancel.why(), ..proving::unseen(places.program, self.options, inst) };
        self.function(places, &work);
        work
    }

    /// Marks what a run that is out of time did not look at to the end.
    pub(super) fn leave_off(&mut self, places: &Places<'_>, works: &mut [Work]) {
        let Some(why) = self.cancel.why() else { return };
        let runs = self.options.run;
        let is_left = |work: &Work| !work.searched && !work.settled(runs) && !work.trusted;
        for work in works.iter_mut().filter(|work| work.cut.is_some() || is_left(work)) {
            work.cut = Some(why);
            work.internal.clear();
            if let Some(cut) = self.cut().filter(|_| work.asked) {
                cut.functions.push(places.name(&work.path));
            }
        }
    }
}

/// A function that nobody has looked at yet, as it is told.
fn unseen(places: &Places<'_>, work: &Work) -> Unseen {
    let claims = work.cases.iter().filter(|case| case.listed()).map(|case| judge::report(places, work, case, None));
    Unseen { function: function(places, work), claims: claims.collect() }
}
