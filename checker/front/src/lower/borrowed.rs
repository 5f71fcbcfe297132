//! What other rooms of the lowering give: drop glue, constants, built-in operations.
use hir_def::hir::ExprId;
use hir_def::{ConstId, StaticId};
use hir_ty::next_solver::{GenericArgs, Ty};
use refine_core::mir::{Operand, Place, Projection};
use refine_core::program::FnInst;
use refine_core::term::Term;
use refine_core::ty::Ty as CoreTy;

use super::{Lower, Modelled, outside};

impl<'db> Lower<'_, 'db> {
    /// What is dropped with a value of a type.
    pub fn glue(&self, ty: Ty<'db>) -> Vec<(Vec<Projection>, FnInst)> {
        let _ = ty;
        Vec::new()
    }

    /// The value of a constant.
    pub fn constant_value(&mut self, id: ConstId, args: GenericArgs<'db>, ty: Ty<'db>) -> Modelled<Term> {
        let _ = (id, args);
        outside(format!("a constant of type `{}`", self.show(ty)))
    }

    /// The value of a static that does not change.
    pub fn static_value(&mut self, id: StaticId, ty: Ty<'db>) -> Modelled<Term> {
        let _ = id;
        outside(format!("a static of type `{}`", self.show(ty)))
    }

    /// A call of an operation that is built in.
    pub fn intrinsic(
        &mut self,
        dest: &Place,
        e: ExprId,
        name: &str,
        args: GenericArgs<'db>,
        operands: &[Operand],
    ) -> Modelled<()> {
        let _ = (dest, e, args, operands);
        outside(format!("`refine::{name}`"))
    }

    /// Whether a mutable reference is in values of a type.
    pub fn holds_borrow(&self, ty: &CoreTy) -> bool {
        self.borrow_within(ty, &mut Vec::new())
    }

    fn borrow_within(&self, ty: &CoreTy, above: &mut Vec<CoreTy>) -> bool {
        match ty {
            CoreTy::Borrow(_) | CoreTy::Ref(true, _) => true,
            CoreTy::Ref(false, inner)
            | CoreTy::Boxed(inner)
            | CoreTy::Array(inner, _)
            | CoreTy::Slice(inner)
            | CoreTy::Vec(inner) => self.borrow_within(inner, above),
            CoreTy::Tuple(all) => all.iter().any(|ty| self.borrow_within(ty, above)),
            CoreTy::Adt(id, args) => {
                if above.contains(ty) {
                    return false;
                }
                above.push(ty.clone());
                let fields: Vec<CoreTy> = self.cx.types.with_adt(*id, |def| {
                    let arg = |name: &str| {
                        def.generics.iter().position(|known| known == name).and_then(|at| args.get(at).cloned())
                    };
                    let fields = def.variants.iter().flat_map(|variant| &variant.fields);
                    fields.map(|field| field.ty.substitute(&arg)).collect()
                });
                let found = fields.iter().chain(args).any(|ty| self.borrow_within(ty, above));
                above.pop();
                found
            }
            CoreTy::Bool
            | CoreTy::Char
            | CoreTy::Int(_)
            | CoreTy::Exact
            | CoreTy::Param(_)
            | CoreTy::Never
            | CoreTy::Opaque(_) => false,
        }
    }
}
