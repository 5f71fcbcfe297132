//! Refinement types to clauses: each predicate in a type becomes a condition on a place of the program.
//!
//! The walk goes down a type with the place that has it: `wxs: &Vec<(Pos, Nat)>` reaches `Pos` with the place
//! `wxs[i].0` inside `forall(0..wxs.len(), |i| …)`, and there `{v: v > 0}` becomes `wxs[i].0 > 0`.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, parse_quote_spanned};

use crate::names::Names;
use crate::print::show;
use crate::refined::{Index, Refined, Shape};
use crate::subst::{Env, borrowed, moved, respan, substitute, through};
use crate::{Aliases, ClauseSyntax, SpecError};

/// The walk over types.
pub(crate) struct Expansion<'a> {
    aliases: &'a Aliases,
    /// Names for what is bound on the way.
    pub names: Names,
    /// What was found, and what is wrong.
    pub made: Vec<ClauseSyntax>,
    pub errors: Vec<SpecError>,
    /// Only what is behind a `&mut` counts: such places have a value at the end of the call as well.
    pub at_exit: bool,
    /// Aliases being looked into.
    within: Vec<String>,
    /// Where the outermost of them is used.
    used_at: Option<(Span, Span)>,
    behind_mut: bool,
}

/// What stands around a place on the way down.
#[derive(Clone)]
pub(crate) enum Frame {
    /// All elements of a sequence.
    Elements(Ident, Expr),
    /// One variant: `match scrutinee { pattern => …, others => true }`.
    Variant { scrutinee: Expr, pattern: TokenStream, others: Option<TokenStream> },
}

/// A type with the place that has it.
#[derive(Clone)]
pub(crate) struct At<'a> {
    /// The place, as an expression.
    pub place: Expr,
    /// What names in the type stand for.
    pub env: &'a Env,
    /// What stands around it, from the outside in.
    pub frames: Vec<Frame>,
}

/// How the values of a type are counted by an index.
enum Measure {
    Value,
    Length,
}

impl<'a> Expansion<'a> {
    /// A walk over the types of one item.
    pub fn new(aliases: &'a Aliases, names: Names) -> Expansion<'a> {
        Expansion {
            aliases,
            names,
            made: Vec::new(),
            errors: Vec::new(),
            at_exit: false,
            within: Vec::new(),
            used_at: None,
            behind_mut: false,
        }
    }

    /// Adds the clauses of one type.
    pub fn walk(&mut self, ty: &Refined, at: &At<'_>) {
        if let Err(error) = self.try_walk(ty, at) {
            // Inside an alias the spans are of another file.
            let span = self.used_at.unwrap_or(error.span);
            self.errors.push(SpecError { span, ..error });
        }
    }

    fn try_walk(&mut self, ty: &Refined, at: &At<'_>) -> Result<(), SpecError> {
        if let Some(index) = &ty.index {
            self.index(ty, index, at)?;
        }
        if let Some(predicate) = &ty.predicate {
            let mut env = at.env.clone();
            env.insert(predicate.binder.to_string(), at.place.clone());
            let expr = substitute(&predicate.expr, &env)?;
            let text = match self.used_at {
                None => predicate.text.clone(),
                // With the alias's parameters filled in.
                Some(_) => {
                    env.remove(&predicate.binder.to_string());
                    show(&substitute(&predicate.expr, &env)?)
                }
            };
            self.emit(expr, text, predicate.span, at);
        }
        match &ty.shape {
            Shape::Rust => {}
            Shape::Fn(_) if self.is_refined(ty) => {
                return Err(error(ty.span, "only a parameter can be a refined function").help(
                    "refine the type of a parameter that is a function, or a reference to one, or a `Box` of one",
                ));
            }
            Shape::Fn(_) => {}
            Shape::Ref(mutable, inner) => {
                let outer = self.behind_mut;
                self.behind_mut |= mutable;
                self.walk(inner, &At { place: deref(&at.place), ..at.clone() });
                self.behind_mut = outer;
            }
            Shape::Tuple(parts) => {
                for (number, part) in parts.iter().enumerate() {
                    let (base, member) = (through(&at.place), syn::Index::from(number));
                    self.walk(part, &At { place: syn::parse_quote!(#base.#member), ..at.clone() });
                }
            }
            Shape::Seq(element) => self.elements(element, at),
            Shape::Path { path, args, params } => self.path(ty, path, args, params.as_deref(), at)?,
        }
        Ok(())
    }

    fn path(
        &mut self,
        ty: &Refined,
        path: &[Ident],
        args: &[Refined],
        params: Option<&[Expr]>,
        at: &At<'_>,
    ) -> Result<(), SpecError> {
        let name = path.last().map(Ident::to_string).unwrap_or_default();
        if self.alias(path).is_some() {
            return self.unfold(ty, &name, params.unwrap_or_default(), at);
        }
        if params.is_some() {
            return Err(error(ty.span, format!("there is no alias `{name}`"))
                .help(format!("declare it: `alias! {{ type {name}(n: int) = i64{{v: …}}; }}`")));
        }
        if !args.iter().any(|arg| self.is_refined(arg)) {
            return Ok(());
        }
        match (name.as_str(), args) {
            ("Vec" | "VecDeque", [element]) => self.elements(element, at),
            ("Box" | "Rc" | "Arc", [inner]) => self.walk(inner, &At { place: deref(&at.place), ..at.clone() }),
            ("Option", [inner]) => self.variant(inner, "Some", "None", at),
            ("Result", [ok, err]) => {
                self.variant(ok, "Ok", "Err", at);
                self.variant(err, "Err", "Ok", at);
            }
            _ => {
                return Err(error(ty.span, format!("the arguments of `{name}` cannot be refined"))
                    .help("refine the elements of `Vec`, slices, arrays, tuples, `Option`, `Result` or `Box`, or write a clause instead"));
            }
        }
        Ok(())
    }

    /// The alias that a path is, if it is one.
    fn alias(&self, path: &[Ident]) -> Option<&'a crate::Alias> {
        match path {
            [name] => self.aliases.get(&name.to_string()),
            _ => None,
        }
    }

    /// Goes into an alias.
    fn unfold(&mut self, ty: &Refined, name: &str, params: &[Expr], at: &At<'_>) -> Result<(), SpecError> {
        let Some(alias) = self.aliases.get(name) else { return Ok(()) };
        if self.within.iter().any(|outer| outer == name) {
            return Err(error(ty.span, format!("the alias `{name}` is defined in terms of itself")));
        }
        if alias.params.len() != params.len() {
            let (takes, given) = (alias.params.len(), params.len());
            return Err(error(
                ty.span,
                format!("the alias `{name}` takes {takes} arguments, but {given} are given here"),
            ));
        }
        let mut env = Env::new();
        for (param, value) in alias.params.iter().zip(params) {
            env.insert(param.to_string(), substitute(value, at.env)?);
        }
        self.names.take(alias.words.iter().cloned());
        let outer = self.used_at;
        self.used_at = Some(outer.unwrap_or(ty.span));
        self.within.push(name.to_string());
        self.walk(&alias.body, &At { env: &env, ..at.clone() });
        self.within.pop();
        self.used_at = outer;
        Ok(())
    }

    fn elements(&mut self, element: &Refined, at: &At<'_>) {
        if !self.is_refined(element) {
            return;
        }
        let index = self.names.fresh(&["i", "j", "k"], Span::call_site());
        let seq = through(&at.place);
        let mut inner = At { place: syn::parse_quote!(#seq[#index]), ..at.clone() };
        inner.frames.push(Frame::Elements(index.clone(), seq));
        self.walk(element, &inner);
        self.names.release(&index);
    }

    fn variant(&mut self, payload: &Refined, variant: &str, other: &str, at: &At<'_>) {
        if !self.is_refined(payload) {
            return;
        }
        let (variant, other) = (Ident::new(variant, Span::call_site()), Ident::new(other, Span::call_site()));
        let item = self.names.fresh(&["item", "inner"], Span::call_site());
        let others = if other == "None" { quote!(None) } else { quote!(#other(_)) };
        let mut inner = At { place: syn::parse_quote!(*#item), ..at.clone() };
        inner.frames.push(Frame::Variant {
            scrutinee: borrowed(&at.place),
            pattern: quote!(#variant(#item)),
            others: Some(others),
        });
        self.walk(payload, &inner);
        self.names.release(&item);
    }

    /// Whether there is any refinement in a type.
    pub fn is_refined(&self, ty: &Refined) -> bool {
        ty.index.is_some()
            || ty.predicate.is_some()
            || match &ty.shape {
                Shape::Rust => false,
                Shape::Fn(function) => {
                    let params = function.params.iter().map(|(_, param)| param);
                    params.chain(function.output.as_deref()).any(|part| self.is_refined(part))
                }
                Shape::Ref(_, inner) | Shape::Seq(inner) => self.is_refined(inner),
                Shape::Tuple(parts) => parts.iter().any(|part| self.is_refined(part)),
                Shape::Path { path, args, params } => {
                    params.is_some() || self.alias(path).is_some() || args.iter().any(|arg| self.is_refined(arg))
                }
            }
    }

    fn index(&mut self, ty: &Refined, index: &Index, at: &At<'_>) -> Result<(), SpecError> {
        let place = self.used_at.unwrap_or(ty.span).0;
        let value = moved(&self.measured(ty, at)?, place);
        match index {
            Index::Is(written) => {
                let wanted = substitute(written, at.env)?;
                let is_true =
                    matches!(&wanted, Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(bool), .. }) if bool.value);
                let expr = if is_true { value } else { equal(value, wanted, place) };
                self.emit(expr.clone(), show(&expr), ty.span, at);
            }
            Index::Binds(name) if self.used_at.is_some() => {
                return Err(error(ty.span, format!("`@{name}` cannot be used inside an alias")));
            }
            Index::Binds(name) if !at.frames.is_empty() => {
                return Err(error(ty.span, format!("`@{name}` would name more than one value")));
            }
            Index::Binds(name) => {
                // Behind a `&mut` the index still holds at the end of the call.
                if let (true, Some(bound)) = (self.at_exit, at.env.get(&name.to_string())) {
                    let expr = equal(value, moved(bound, place), place);
                    self.emit(expr.clone(), show(&expr), ty.span, at);
                }
            }
        }
        Ok(())
    }

    /// What an index of a type is about: the value, or its length.
    pub fn measured(&self, ty: &Refined, at: &At<'_>) -> Result<Expr, SpecError> {
        let place = through(&at.place);
        match self.measure(ty, 0) {
            Some(Measure::Value) => Ok(at.place.clone()),
            Some(Measure::Length) => Ok(syn::parse_quote!(#place.len())),
            None => Err(error(ty.span, "only integers, `bool`, `char` and sequences can have an index")
                .help("write a predicate instead: `T{v: condition on v}`")),
        }
    }

    fn measure(&self, ty: &Refined, depth: usize) -> Option<Measure> {
        match &ty.shape {
            Shape::Seq(_) => Some(Measure::Length),
            Shape::Path { path, .. } => {
                // An alias of itself is reported where it is unfolded.
                if let Some(alias) = self.alias(path).filter(|_| depth < 32) {
                    return self.measure(&alias.body, depth + 1);
                }
                match path.last()?.to_string().as_str() {
                    "Vec" | "VecDeque" | "String" | "str" => Some(Measure::Length),
                    "bool" | "char" => Some(Measure::Value),
                    name if is_integer(name) => Some(Measure::Value),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Adds a condition with what stands around it.
    fn emit(&mut self, condition: Expr, text: String, span: (Span, Span), at: &At<'_>) {
        if self.at_exit && !self.behind_mut {
            return;
        }
        let span = self.used_at.unwrap_or(span);
        let place = span.0;
        let expr = at.frames.iter().rev().fold(condition, |body, frame| match frame {
            Frame::Elements(index, seq) => {
                let (index, seq) = (Ident::new(&index.to_string(), place), moved(seq, place));
                parse_quote_spanned!(place=> forall(0..#seq.len(), |#index| #body))
            }
            Frame::Variant { scrutinee, pattern, others } => {
                let (scrutinee, pattern) = (moved(scrutinee, place), respan(pattern.clone(), place));
                let others = others
                    .iter()
                    .map(|others| respan(others.clone(), place))
                    .map(|others| quote_spanned!(place=> #others => true,));
                parse_quote_spanned!(place=> match #scrutinee { #pattern => #body, #(#others)* })
            }
        });
        let expr = if self.used_at.is_some() { moved(&expr, place) } else { expr };
        self.made.push(ClauseSyntax { binder: None, expr, text, span });
    }
}

/// Whether a type is one of the integers.
pub(crate) fn is_integer(name: &str) -> bool {
    let width = name.strip_prefix(['i', 'u']);
    width.is_some_and(|width| ["8", "16", "32", "64", "128", "size"].contains(&width))
}

/// An equation, as a tree: in tokens the right side would need brackets.
fn equal(left: Expr, right: Expr, place: Span) -> Expr {
    let op = syn::BinOp::Eq(syn::Token![==](place));
    Expr::Binary(syn::ExprBinary { attrs: Vec::new(), left: Box::new(left), op, right: Box::new(right) })
}

/// What a reference points at.
fn deref(place: &Expr) -> Expr {
    syn::parse_quote!(*#place)
}

fn error(span: (Span, Span), message: impl Into<String>) -> SpecError {
    SpecError::between(span, message)
}
