//! The parts of a clause that are evaluated only on a condition, as the compiled copy counts them: a postcondition that runs passed says
//! nothing of what none of them evaluated. (As QuickCheck counts only those tests that meet the condition of `==>`.)
use std::collections::HashMap;
use std::ops::Range;

use refine_core::term::{self, Term, TermKind};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Lit, Stmt};

use super::clause::{PlainClause, placeholder};

/// A clause in which each such part says that it is evaluated, by the number that its text is given.
pub(crate) fn in_parts(clause: &PlainClause, number: &mut dyn FnMut(String) -> u32) -> String {
    let text = &clause.claim;
    let Ok(expr) = syn::parse_str::<Expr>(text) else { return text.clone() };
    let mut parts = Parts { found: Vec::new() };
    parts.visit_expr(&expr);
    let mut inserts: Vec<(usize, bool, String)> = Vec::new();
    for (at, form) in parts.found {
        let mut shown = text[at.clone()].to_owned();
        for (place, old) in clause.olds.iter().enumerate() {
            shown = shown.replace(&placeholder(place), &format!("old({})", old.inner));
        }
        let says = format!("rt::evaluated({})", number(shown));
        match form {
            Form::Block => inserts.push((at.start + 1, true, format!(" {says};"))),
            Form::Operand => {
                inserts.push((at.start, true, format!("({says}, ")));
                inserts.push((at.end, false, ").1".to_owned()));
            }
            Form::Body => {
                inserts.push((at.start, true, format!("{{ {says}; ")));
                inserts.push((at.end, false, " }".to_owned()));
            }
        }
    }
    // At one place, what ends comes before what starts; of what starts the outer first, of what ends the inner.
    let mut order: Vec<usize> = (0..inserts.len()).collect();
    order.sort_by_key(|&i| (inserts[i].0, inserts[i].1, if inserts[i].1 { i } else { inserts.len() - i }));
    let (mut out, mut done) = (String::new(), 0);
    for (at, _, what) in order.into_iter().map(|i| &inserts[i]) {
        out.push_str(&text[done..*at]);
        out.push_str(what);
        done = *at;
    }
    out.push_str(&text[done..]);
    out
}

/// The same parts of a clause that the solver knows as a term: what of the term is evaluated only on a condition that stands in the text, with
/// its own text. (What a function of the library comes to is evaluated in parts, too, and says nothing more of the clause.)
pub(crate) fn in_term(text: &str, term: &Term) -> HashMap<Term, String> {
    let mut found = Marks { text, found: HashMap::new() };
    if let Ok(expr) = syn::parse_str::<Expr>(text) {
        match &expr {
            Expr::Closure(closure) => found.walk(&closure.body, term),
            expr => found.walk(expr, term),
        }
    }
    found.found
}

struct Marks<'a> {
    text: &'a str,
    found: HashMap<Term, String>,
}

impl Marks<'_> {
    /// Goes through a text and the term that it was made into, as long as they are alike.
    fn walk(&mut self, expr: &Expr, term: &Term) {
        use TermKind::{Bin, Ite, Quant, Un};
        match (expr, term.kind()) {
            (Expr::Paren(inner), _) => self.walk(&inner.expr, term),
            (Expr::Block(block), _) => {
                if let [Stmt::Expr(inner, None)] = &block.block.stmts[..] {
                    self.walk(inner, term);
                }
            }
            (Expr::Unary(not), Un(term::UnOp::Not, inner)) if matches!(not.op, syn::UnOp::Not(_)) => {
                self.walk(&not.expr, inner);
            }
            (Expr::Binary(both), Bin(op, a, b)) => {
                let alike = matches!(
                    (&both.op, op),
                    (BinOp::And(_), term::BinOp::And) | (BinOp::Or(_), term::BinOp::Or | term::BinOp::Implies)
                );
                if alike {
                    self.walk(&both.left, a);
                    self.part(&both.right, b);
                }
            }
            (Expr::Call(call), Bin(term::BinOp::Implies, a, b)) if call.args.len() == 2 => {
                self.walk(&call.args[0], a);
                self.part(&call.args[1], b);
            }
            (Expr::Call(call), Bin(term::BinOp::Or, _, b)) if call.args.len() == 2 => self.part(&call.args[1], b),
            (Expr::Call(call), Quant(.., inner)) => self.closure(call.args.last(), inner),
            (Expr::MethodCall(call), Quant(.., inner)) => self.closure(call.args.last(), inner),
            (Expr::If(choice), Ite(_, a, b)) => {
                let then =
                    Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: choice.then_branch.clone() });
                self.part(&then, a);
                if let Some((_, other)) = &choice.else_branch {
                    match &**other {
                        Expr::If(_) => self.walk(other, b),
                        other => self.part(other, b),
                    }
                }
            }
            (Expr::Match(choice), _) => self.arms(choice, term),
            _ => {}
        }
    }

    fn part(&mut self, expr: &Expr, term: &Term) {
        if !is_constant(expr) && !matches!(term.kind(), TermKind::Bool(_)) {
            let shown = self.text.get(expr.span().byte_range()).unwrap_or_default().trim();
            let shown = shown.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).map_or(shown, str::trim);
            self.found.insert(term.clone(), shown.to_owned());
        }
        self.walk(expr, term);
    }

    fn closure(&mut self, arg: Option<&Expr>, inner: &Term) {
        if let Some(Expr::Closure(closure)) = arg {
            self.part(&closure.body, inner);
        }
    }

    /// The arms of a `match`, which are the ends of a chain of choices: in which order these come is not asked.
    fn arms(&mut self, choice: &syn::ExprMatch, term: &Term) {
        let (mut ends, mut todo) = (Vec::new(), vec![term]);
        while let Some(next) = todo.pop() {
            match next.kind() {
                TermKind::Ite(_, a, b) => todo.extend([b, a]),
                TermKind::Bool(_) => {}
                _ => ends.push(next),
            }
        }
        let arms: Vec<&Expr> = choice.arms.iter().map(|arm| &*arm.body).filter(|body| !is_constant(body)).collect();
        if arms.len() == ends.len() {
            arms.into_iter().zip(ends).for_each(|(arm, end)| self.part(arm, end));
        }
    }
}

/// A part of a clause as it stands in what the user wrote: a clause that runs is made of its tokens.
pub(crate) fn as_written(clause: &str, part: &str) -> String {
    let places: Vec<(usize, char)> = clause.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    let (all, part_of) = (places.iter().map(|(_, c)| *c), part.chars().filter(|c| !c.is_whitespace()));
    let (all, wanted): (Vec<char>, Vec<char>) = (all.collect(), part_of.collect());
    let found = all.windows(wanted.len().max(1)).position(|window| window == wanted);
    let stretch = found.and_then(|at| {
        let (last, c) = places.get(at + wanted.len() - 1)?;
        clause.get(places[at].0..last + c.len_utf8())
    });
    stretch.unwrap_or(part).to_owned()
}

/// How it is made to say so.
enum Form {
    /// A block with braces of its own.
    Block,
    /// An operand of `&&` or `||`.
    Operand,
    /// What follows `=>` or the parameters of a closure.
    Body,
}

struct Parts {
    found: Vec<(Range<usize>, Form)>,
}

impl Parts {
    fn add(&mut self, expr: &Expr, form: Form) {
        if !is_constant(expr) {
            self.found.push((expr.span().byte_range(), form));
        }
    }

    fn block(&mut self, block: &Block) {
        let constant = matches!(&block.stmts[..], [Stmt::Expr(expr, None)] if is_constant(expr));
        if !constant {
            self.found.push((block.span().byte_range(), Form::Block));
        }
    }
}

impl<'ast> Visit<'ast> for Parts {
    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        // (In a chain with `let`, no operand that is one can be put into anything.)
        if matches!(node.op, BinOp::And(_) | BinOp::Or(_)) && !matches!(*node.right, Expr::Let(_)) {
            self.add(&node.right, Form::Operand);
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_if(&mut self, node: &'ast syn::ExprIf) {
        self.block(&node.then_branch);
        if let Some((_, other)) = &node.else_branch
            && let Expr::Block(other) = &**other
        {
            self.block(&other.block);
        }
        visit::visit_expr_if(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        match &*node.body {
            Expr::Block(body) if body.label.is_none() && body.attrs.is_empty() => self.block(&body.block),
            body => self.add(body, Form::Body),
        }
        visit::visit_arm(self, node);
    }

    fn visit_expr_closure(&mut self, node: &'ast syn::ExprClosure) {
        match &*node.body {
            Expr::Block(body) if body.label.is_none() && body.attrs.is_empty() => self.block(&body.block),
            body => self.add(body, Form::Body),
        }
        visit::visit_expr_closure(self, node);
    }

    // What is inside of a function or a `const` runs when it is called, if it is.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => matches!(lit.lit, Lit::Bool(_)),
        Expr::Paren(inner) => is_constant(&inner.expr),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(text: &str) -> (String, Vec<String>) {
        let mut parts = Vec::new();
        let text = in_parts(&PlainClause::of(text, "refine_spec"), &mut |part| {
            parts.push(part);
            parts.len() as u32 - 1
        });
        (text, parts)
    }

    #[test]
    fn what_is_evaluated_on_a_condition_is_counted() {
        let (text, parts) = counted("implies(a > 0, b == old(c) && d)");
        assert_eq!(parts, ["b == old(c) && d", "d"]);
        assert_eq!(text, "!(a > 0) || (rt::evaluated(0), b == __old_0__ && (rt::evaluated(1), d).1).1");
        let (text, parts) = counted("match x { Some(y) => y.ok(), None if z => { true } _ => true }");
        assert_eq!(parts, ["y.ok()"]);
        assert_eq!(text, "match x { Some(y) => { rt::evaluated(0); y.ok() }, None if z => { true } _ => true }");
        let (text, parts) = counted("if let Some(y) = x && y > 1 { y.ok() } else { false }");
        assert_eq!(parts, ["{ y.ok() }", "y > 1"]);
        assert_eq!(
            text,
            "if let Some(y) = x && (rt::evaluated(1), y > 1).1 { rt::evaluated(0); y.ok() } else { false }"
        );
        let (text, _) = counted("xs.iter().all(|x| x.ok() || true)");
        assert_eq!(text, "xs.iter().all(|x| { rt::evaluated(0); x.ok() || true })");
    }

    #[test]
    fn parts_are_shown_as_they_were_written() {
        assert_eq!(as_written("!r.is_ok() ||  f(&r)", "f (& r)"), "f(&r)");
        assert_eq!(as_written("a", "f (& r)"), "f (& r)");
    }

    #[test]
    fn it_is_still_a_clause() {
        for text in ["a || b || c && d", "(a || (b)) || ((c))", "x.all(|x| y.any(|y| x == y || y > 1))", "f(|| a && b)"]
        {
            let (counted, parts) = counted(text);
            assert!(syn::parse_str::<Expr>(&counted).is_ok(), "{counted}");
            assert!(!parts.is_empty());
        }
    }
}
