//! Which closures a prove graph loses sight of.
//!
//! Each closure has a type of its own, the struct of its captures. So a call that is not in the graph can only be of a closure whose type is
//! part of a type of what went there.
use super::Builder;
use crate::graph::{Mode, VarId};
use crate::ir::Body;
use crate::ty::Ty;

impl Builder<'_> {
    /// A body stands in the graph.
    pub(super) fn follows(&mut self, body: &Body) {
        if self.program.func(body.inst.func).within.is_some() {
            self.graph.closures.called.insert(body.inst.clone());
        }
        body.escaping.iter().for_each(|ty| self.escapes(ty));
    }

    /// What the function under check returns, or writes through its parameters, its caller has.
    pub(super) fn returns(&mut self, body: &Body) {
        body.locals[..=body.params].iter().for_each(|local| self.escapes(&local.ty));
    }

    /// A call that is not followed takes some values.
    pub(super) fn takes(&mut self, args: &[VarId]) {
        for arg in args {
            let ty = self.graph.var(*arg).ty.clone();
            self.escapes(&ty);
        }
    }

    /// A value of a type goes where it is not followed.
    fn escapes(&mut self, ty: &Ty) {
        if self.mode != Mode::Prove {
            return;
        }
        let mut todo = vec![ty.clone()];
        while let Some(ty) = todo.pop() {
            if !self.escaped.insert(ty.clone()) {
                continue;
            }
            if let Ty::Adt(id, _) = &ty {
                self.graph.closures.escaping.extend(self.program.closure(*id).cloned());
                // What a field's type has beyond its declaration it has from the type arguments.
                let fields = self.program.adt(*id).variants.iter().flat_map(|variant| &variant.fields);
                todo.extend(fields.map(|field| field.ty.clone()));
            }
            todo.extend(ty.parts().cloned());
        }
    }
}
