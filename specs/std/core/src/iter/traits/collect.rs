//! `FromIterator`, `IntoIterator`, `Extend`.

use crate::refine;

pub trait FromIterator<A>: Sized {
    fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self;
}

// As in the library: `[1, 2].into_iter()` borrows before edition 2021, and that of a boxed slice before edition 2024.
#[rustc_skip_during_method_dispatch(array, boxed_slice)]
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;

    #[lang = "into_iter"]
    fn into_iter(self) -> Self::IntoIter;
}

impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;

    #[bypasses()]
    fn into_iter(self) -> I {
        self
    }
}

pub trait Extend<A> {
    fn extend<T: IntoIterator<Item = A>>(&mut self, iter: T);

    fn extend_one(&mut self, item: A) {
        self.extend(Some(item));
    }

    fn extend_reserve(&mut self, additional: usize) {}
}

impl Extend<()> for () {
    fn extend<T: IntoIterator<Item = ()>>(&mut self, iter: T) {
        let mut iter = iter.into_iter();
        while let Some(_) = iter.next() {}
    }
}

macro_rules! tuples {
    ($(($($T:ident $A:ident $x:ident $at:tt),+))*) => {
        $(
            impl<$($T, $A),+> Extend<($($T,)+)> for ($($A,)+)
            where
                $($A: Extend<$T>),+
            {
                fn extend<I: IntoIterator<Item = ($($T,)+)>>(&mut self, iter: I) {
                    let mut iter = iter.into_iter();
                    if refine::promises_any_number::<I::IntoIter>() {
                        let promised = iter.size_hint().0;
                        $(self.$at.extend_reserve(promised);)+
                    }
                    while let Some(($($x,)+)) = iter.next() {
                        $(self.$at.extend_one($x);)+
                    }
                }
            }

            impl<$($T, $A),+> FromIterator<($($T,)+)> for ($($A,)+)
            where
                $($A: Default + Extend<$T>),+
            {
                fn from_iter<I: IntoIterator<Item = ($($T,)+)>>(iter: I) -> Self {
                    let mut all: ($($A,)+) = ($(<$A as Default>::default(),)+);
                    all.extend(iter);
                    all
                }
            }
        )*
    };
}

tuples! {
    (A EA a 0)
    (A EA a 0, B EB b 1)
    (A EA a 0, B EB b 1, C EC c 2)
    (A EA a 0, B EB b 1, C EC c 2, D ED d 3)
    (A EA a 0, B EB b 1, C EC c 2, D ED d 3, E EE e 4)
    (A EA a 0, B EB b 1, C EC c 2, D ED d 3, E EE e 4, F EF f 5)
}
