//! How much there is, and the functions of which more is known than their types.
use std::collections::HashMap;
use std::rc::Rc;

use proc_macro2::TokenStream;
use syn::{Attribute, Signature, Type};

use crate::lines::Around;

/// How much there is.
#[derive(Default, Debug)]
pub struct Counts {
    pub functions: usize,
    pub contracts: usize,
    pub models: usize,
    pub impls: usize,
    pub types: usize,
    pub traits: usize,
    pub constants: usize,
}

/// A function with a model or a contract.
pub struct Known {
    /// What it is called.
    pub item: String,
    /// The module that it is in, in whose mirror its types have their names.
    pub module: String,
    /// Types that only this module has a name for.
    pub aliases: Rc<HashMap<String, Type>>,
    /// How many lines there are before its own.
    pub place: usize,
    /// What it is in, unless that is a module.
    pub around: Option<Around>,
    pub signature: Signature,
    /// Its path, unless it is found through the type that it is in.
    pub callee: Option<TokenStream>,
    /// Its `requires` and `ensures`; none if it has a model.
    pub contract: Vec<Attribute>,
}

/// Private functions of ours, which have a contract that the models of public ones rest on, and what of the real library each
/// describes.
const PRIVATE: [(&str, &str); 6] = [
    ("core::slice::change::swap_at", "<[_]>::swap"),
    ("core::slice::change::fill_elements", "fill_with_clones"),
    ("core::slice::change::copy_elements", "<[_]>::copy_from_slice"),
    ("core::slice::change::copy_inside", "copy_inside"),
    ("core::slice::change::swap_elements", "<[_]>::swap_with_slice"),
    ("core::slice::sort::permute", "<[_]>::sort_unstable"),
];

/// What a private function of ours describes.
pub fn stands_for(item: &str) -> Option<&'static str> {
    PRIVATE.iter().find(|(name, _)| *name == item).map(|(_, real)| *real)
}
