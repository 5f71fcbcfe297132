//! Assertions and panics, which the macros of `core` lead to functions of `core::panicking`.
//!
//! An assertion is claimed in place of its branch, so that its condition is the claim. What its message is made of is evaluated only where
//! it fails, and only if something may go wrong there.
use hir_def::hir::{Expr, ExprId, Literal, Statement, UnaryOp};
use refine_core::mir::{Place, Terminator};
use refine_core::obligation::{Kind, NEVER_REACHED};
use refine_core::term::Term;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use super::builder::ClaimInfo;
use super::expr::unit;
use super::scope::Holds;
use super::{Lower, Modelled};

/// A macro's call in the user's text.
struct MacroCall {
    name: String,
    args: Vec<syn::Expr>,
}

/// What an assertion says that is given no message.
const FAILED: &str = "assertion failed: ";

/// The macros that are given what they assert.
const ASSERTIONS: [&str; 6] =
    ["assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne"];

impl Lower<'_, '_> {
    /// Lowers an `if` that is an assertion: `if !cond { panicking::assert_…(…) }`.
    pub fn assertion(
        &mut self,
        dest: &Place,
        e: ExprId,
        cond: ExprId,
        then: ExprId,
        otherwise: Option<ExprId>,
    ) -> bool {
        let Some((call, failed)) = self.failing_call(then).filter(|_| otherwise.is_none()) else { return false };
        let (claimed, negated) = match &self.src.store()[cond] {
            Expr::UnaryOp { expr, op: UnaryOp::Not } if self.ty(*expr).is_bool() => (*expr, false),
            _ => (cond, true),
        };
        let span = self.span(e);
        let written = self.written(span);
        let text = |lower: &Self, syn: &syn::Expr| lower.text_of_arg(span, syn);
        let (claim, message) = match (&written, failed.as_str()) {
            (Some(MacroCall { name, args }), "assert_failed")
                if args.len() >= 2 && ASSERTIONS.contains(&name.as_str()) =>
            {
                let sign = if name.ends_with("_ne") { "!=" } else { "==" };
                let claim = format!("{} {sign} {}", text(self, &args[0]), text(self, &args[1]));
                (claim, format!("assertion `left {sign} right` failed"))
            }
            (Some(MacroCall { name, args }), "assert_false" | "assert_false_fmt")
                if !args.is_empty() && ASSERTIONS.contains(&name.as_str()) =>
            {
                let claim = text(self, &args[0]);
                let message = match args.len() {
                    1 => format!("assertion failed: {claim}"),
                    _ => panic_text(&args[1..], "assertion failed", ""),
                };
                (claim, message)
            }
            // Behind a macro of the user's.
            _ => {
                let said = self.first_text(call);
                match said.as_deref().and_then(|said| said.strip_prefix(FAILED)) {
                    Some(claim) => {
                        let claim = without_parentheses(claim);
                        (claim.to_owned(), format!("{FAILED}{claim}"))
                    }
                    None => (self.text(claimed), said.unwrap_or_else(|| "assertion failed".to_owned())),
                }
            }
        };
        self.quoted.push(span);
        let value = self.scoped(Holds::Temporaries, span, |this| this.value(claimed));
        let holds = if negated { Term::not(value) } else { value };
        let claim = ClaimInfo::new(Kind::Assert, span, claim, message).at(span);
        if self.computes(call) {
            let (fails, next) = (self.b.new_block(), self.b.new_block());
            self.b.branch(holds, next, fails);
            self.b.enter(fails);
            let outer = self.failing.replace((call, claim));
            self.scoped(Holds::Temporaries, span, |this| this.discard(call));
            if let Some((_, claim)) = std::mem::replace(&mut self.failing, outer) {
                self.b.assert(Term::bool(false), claim);
                self.b.end(Terminator::Stop);
            }
            self.b.goto(next);
            self.b.enter(next);
        } else {
            self.b.assert(holds, claim);
        }
        self.set(dest, unit());
        true
    }

    /// Whether what a message is made of is more than places and literals.
    fn computes(&self, e: ExprId) -> bool {
        let of_message = |func| self.is_panicking(func) || self.is_formatting(func);
        let is_plain = match &self.src.store()[e] {
            Expr::Literal(_) | Expr::Path(_) | Expr::Ref { .. } | Expr::Field { .. } | Expr::Tuple { .. } => true,
            Expr::Array(_) | Expr::UnaryOp { op: UnaryOp::Deref, .. } | Expr::Unsafe { .. } => true,
            Expr::Block { statements, .. } => {
                statements.iter().all(|stmt| matches!(stmt, Statement::Let { else_branch: None, .. }))
            }
            Expr::Call { callee, .. } => match self.callable(self.ty(*callee)) {
                Some((hir_def::CallableDefId::FunctionId(func), _)) => of_message(func),
                made => made.is_some(),
            },
            _ => false,
        };
        let mut parts = Vec::new();
        super::walk::parts(self.src.store(), e, |part| parts.push(part));
        !is_plain || parts.into_iter().any(|part| self.computes(part))
    }

    /// The call of a function of `core::panicking` for assertions that a block consists of, and its name.
    fn failing_call(&self, block: ExprId) -> Option<(ExprId, String)> {
        let Expr::Block { statements, tail, .. } = &self.src.store()[block] else { return None };
        let call = match (&statements[..], tail) {
            ([], Some(tail)) => *tail,
            ([Statement::Expr { expr, .. }], None) => *expr,
            _ => return None,
        };
        let Expr::Call { callee, .. } = &self.src.store()[call] else { return None };
        let (hir_def::CallableDefId::FunctionId(func), _) = self.callable(self.ty(*callee))? else { return None };
        let path = super::resolve::path_of(self.cx, func);
        let name = path.strip_prefix("core::panicking::")?;
        name.starts_with("assert_").then(|| (call, name.to_owned()))
    }

    /// A call of a function of `core::panicking`: it is claimed not to be reached.
    pub fn panic(&mut self, e: ExprId, path: &str) -> Modelled<()> {
        if let Some((_, claim)) = self.failing.take_if(|(call, _)| *call == e) {
            self.b.assert(Term::bool(false), claim);
            self.b.end(Terminator::Stop);
            return Ok(());
        }
        let span = self.span(e);
        let message = match self.written(span) {
            Some(MacroCall { name, args }) => match name.as_str() {
                "panic" => panic_text(&args, "explicit panic", ""),
                "unreachable" => {
                    let whole = "internal error: entered unreachable code";
                    panic_text(&args, whole, &format!("{whole}: "))
                }
                "todo" => panic_text(&args, "not yet implemented", "not yet implemented: "),
                "unimplemented" => panic_text(&args, "not implemented", "not implemented: "),
                _ => self.said(e),
            },
            None => self.said(e),
        };
        let kind = if path.contains("::assert_") { Kind::Assert } else { Kind::Panic };
        self.b.assert(Term::bool(false), ClaimInfo::new(kind, span, NEVER_REACHED, message).at(span));
        self.b.end(Terminator::Stop);
        Ok(())
    }

    fn said(&self, e: ExprId) -> String {
        self.first_text(e).unwrap_or_else(|| "explicit panic".to_owned())
    }

    /// The first text literal in an expression.
    fn first_text(&self, e: ExprId) -> Option<String> {
        let store = self.src.store();
        if let Expr::Literal(Literal::String(text)) = &store[e] {
            return Some(text.as_str().to_owned());
        }
        let mut parts = Vec::new();
        super::walk::parts(store, e, |part| parts.push(part));
        parts.into_iter().find_map(|part| self.first_text(part))
    }

    /// The macro's call that a span covers.
    fn written(&self, span: refine_core::span::Span) -> Option<MacroCall> {
        let text = self.b.text(span);
        let mac: syn::Macro = syn::parse_str(text.trim_end_matches(';')).ok()?;
        let name = mac.path.segments.last()?.ident.to_string();
        let parser = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        let args = parser.parse2(mac.tokens).ok()?.into_iter().collect();
        Some(MacroCall { name, args })
    }

    /// The text of an argument of the macro's call that a span covers, as the user wrote it.
    fn text_of_arg(&self, span: refine_core::span::Span, arg: &syn::Expr) -> String {
        use syn::spanned::Spanned;
        let text = self.b.text(span);
        let (start, end) = (arg.span().start(), arg.span().end());
        let offset = |at: proc_macro2::LineColumn| -> Option<usize> {
            let line: usize = text.split_inclusive('\n').take(at.line.checked_sub(1)?).map(str::len).sum();
            let rest = text.get(line..)?;
            Some(line + rest.chars().take(at.column).map(char::len_utf8).sum::<usize>())
        };
        let range = offset(start).zip(offset(end)).and_then(|(start, end)| text.get(start..end));
        range.map_or_else(|| quote::ToTokens::to_token_stream(arg).to_string(), str::to_owned)
    }
}

/// An expression without the parentheses in which rust-analyzer puts what a macro is given.
fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return text };
    let mut open = 0_i32;
    let stays = inner.chars().all(|c| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open >= 0
    });
    if stays { inner } else { text }
}

/// What a panicking macro prints: its literal if that has no holes, else what it prints without one.
fn panic_text(args: &[syn::Expr], without: &str, prefix: &str) -> String {
    match args.first() {
        Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. })) if !text.value().contains('{') => {
            format!("{prefix}{}", text.value())
        }
        _ => without.to_string(),
    }
}
