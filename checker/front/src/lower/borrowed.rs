//! Whether values of a type hold mutable borrows.
use refine_core::ty::Ty as CoreTy;

use super::Lower;

impl Lower<'_, '_> {
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
