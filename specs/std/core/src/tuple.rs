//! What tuples of up to twelve implement.

use crate::cmp::Ordering::{self, Equal};

/// `$name` is the type of the element `$at`; the last one stands apart.
macro_rules! tuples {
    ($(($($name:ident $at:tt)*);)*) => {
        $(
            impl<$($name: PartialEq),*> PartialEq for ($($name,)*) {
                fn eq(&self, other: &($($name,)*)) -> bool {
                    true $(&& self.$at == other.$at)*
                }
                fn ne(&self, other: &($($name,)*)) -> bool {
                    false $(|| self.$at != other.$at)*
                }
            }

            impl<$($name: Eq),*> Eq for ($($name,)*) {}

            impl<$($name: PartialOrd),*> PartialOrd for ($($name,)*) {
                fn partial_cmp(&self, other: &($($name,)*)) -> Option<Ordering> {
                    $(match self.$at.partial_cmp(&other.$at) {
                        Some(Equal) => {}
                        unequal => return unequal,
                    })*
                    Some(Equal)
                }
            }

            impl<$($name: Ord),*> Ord for ($($name,)*) {
                fn cmp(&self, other: &($($name,)*)) -> Ordering {
                    $(match self.$at.cmp(&other.$at) {
                        Equal => {}
                        unequal => return unequal,
                    })*
                    Equal
                }
            }

            impl<$($name: Default),*> Default for ($($name,)*) {
                fn default() -> ($($name,)*) {
                    ($($name::default(),)*)
                }
            }

            impl<$($name: crate::hash::Hash),*> crate::hash::Hash for ($($name,)*) {
                fn hash<HH: crate::hash::Hasher>(&self, state: &mut HH) {
                    $(self.$at.hash(state);)*
                }
            }

            impl<$($name: crate::fmt::Debug),*> crate::fmt::Debug for ($($name,)*) {
                fn fmt(&self, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result;
            }
        )*
    };
}

tuples! {
    (A 0);
    (A 0 B 1);
    (A 0 B 1 C 2);
    (A 0 B 1 C 2 D 3);
    (A 0 B 1 C 2 D 3 E 4);
    (A 0 B 1 C 2 D 3 E 4 F 5);
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6);
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);
}

/// `From` between tuples and arrays of one type.
macro_rules! arrays {
    ($($n:literal ($($v:ident)*) ($($t:ident)*);)*) => {
        $(
            impl<T> From<[T; $n]> for ($($t,)*) {
                fn from(array: [T; $n]) -> Self {
                    let [$($v),*] = array;
                    ($($v,)*)
                }
            }

            impl<T> From<($($t,)*)> for [T; $n] {
                fn from(tuple: ($($t,)*)) -> Self {
                    let ($($v,)*) = tuple;
                    [$($v),*]
                }
            }
        )*
    };
}

arrays! {
    1 (a) (T);
    2 (a b) (T T);
    3 (a b c) (T T T);
    4 (a b c d) (T T T T);
    5 (a b c d e) (T T T T T);
    6 (a b c d e f) (T T T T T T);
    7 (a b c d e f g) (T T T T T T T);
    8 (a b c d e f g h) (T T T T T T T T);
    9 (a b c d e f g h i) (T T T T T T T T T);
    10 (a b c d e f g h i j) (T T T T T T T T T T);
    11 (a b c d e f g h i j k) (T T T T T T T T T T T);
    12 (a b c d e f g h i j k l) (T T T T T T T T T T T T);
}
