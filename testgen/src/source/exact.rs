//! Integers of a clause that runs as it was written. In clauses they are exact; compiled ones overflow, and a literal that its type has no
//! room for (`x < 256` of a `u8`) is another number, as rustc's lints are off in the compiled copy.
use std::ops::Range;

use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Pat, Token, UnOp};

use super::places;

/// All types have room for what is smaller.
const ANY: i128 = 128;

/// An expression in which each large literal looks whether it has its value, in patterns too.
pub(crate) fn checked(text: &str) -> String {
    Rewrite::of(text, Style::Checked)
}

/// An expression in which comparisons of sums, differences and products are those of integers of any size.
pub(crate) fn exact(text: &str) -> String {
    Rewrite::of(text, Style::Exact)
}

/// An expression for a test, in which what is compared with a literal that its type may have no room for is of a type that has.
pub(crate) fn in_test(text: &str) -> String {
    Rewrite::of(text, Style::Test)
}

/// Whether arithmetic in an expression may overflow, so that rustc may refuse it in a test with constants.
pub(crate) fn may_differ(text: &str) -> bool {
    exact(text) != checked(text)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Checked,
    Exact,
    Test,
}

struct Rewrite<'a> {
    text: &'a str,
    style: Style,
    /// What stands in place of what.
    found: Vec<(Range<usize>, String)>,
}

impl<'a> Rewrite<'a> {
    fn of(text: &'a str, style: Style) -> String {
        match syn::parse_str::<Expr>(text) {
            Ok(expr) => Rewrite { text, style, found: Vec::new() }.written(0..text.len(), &expr),
            Err(_) => text.to_owned(),
        }
    }

    fn written(mut self, at: Range<usize>, expr: &Expr) -> String {
        self.visit_expr(expr);
        let (mut out, mut done) = (String::new(), at.start);
        for (range, new) in self.found {
            out.push_str(&self.text[done..range.start]);
            out.push_str(&new);
            done = range.end;
        }
        out + &self.text[done..at.end]
    }

    /// What looks whether the large literals of a pattern are in the types that they are matched with.
    fn looks(&self, scrutinee: &Expr, pat: &Pat) -> String {
        let scrutinee = &self.text[scrutinee.span().byte_range()];
        let look = |places::Place { pattern, literal }| {
            let variable = places::VARIABLE;
            format!(
                "rt::in_pattern(|| match &({scrutinee}) {{ {pattern} => rt::standing(&{variable}), _ => loop {{}} }}, {literal}i128); "
            )
        };
        places::of(self.text, pat, &is_large).into_iter().map(look).collect()
    }

    /// What looks that for all patterns that stand in an expression directly.
    fn looks_in(&self, expr: &Expr) -> String {
        match expr {
            Expr::Match(all) => all.arms.iter().map(|arm| self.looks(&all.expr, &arm.pat)).collect(),
            Expr::If(all) => self.looks_in(&all.cond),
            Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
                self.looks_in(&both.left) + &self.looks_in(&both.right)
            }
            Expr::Let(one) => self.looks(&one.expr, &one.pat),
            Expr::Macro(call) => match matched(&call.mac) {
                Some(Matched { scrutinee, pat, .. }) => self.looks(&scrutinee, &pat),
                None => String::new(),
            },
            _ => String::new(),
        }
    }

    /// An operand of exact arithmetic.
    fn operand(&self, expr: &Expr) -> String {
        if let Some(value) = literal(expr) {
            return match self.style {
                Style::Test => self.text[expr.span().byte_range()].to_owned(),
                _ if (-ANY..ANY).contains(&value) => value.to_string(),
                _ => format!("{value}i128"),
            };
        }
        let written = || {
            let inner = Rewrite { text: self.text, style: self.style, found: Vec::new() };
            inner.written(expr.span().byte_range(), expr)
        };
        match expr {
            Expr::Paren(inner) if self.style == Style::Test => format!("({})", self.operand(&inner.expr)),
            Expr::Unary(negated) if self.style == Style::Test && matches!(negated.op, UnOp::Neg(_)) => {
                format!("-{}", self.operand(&negated.expr))
            }
            Expr::Binary(both) if self.style == Style::Test && operation(&both.op).is_some() => {
                let op = &self.text[both.op.span().byte_range()];
                format!("{} {op} {}", self.operand(&both.left), self.operand(&both.right))
            }
            _ if self.style == Style::Test => format!("({} as i128)", written()),
            Expr::Paren(inner) => self.operand(&inner.expr),
            Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => {
                format!("rt::exact::neg({})", self.operand(&negated.expr))
            }
            Expr::Binary(both) if let Some(name) = operation(&both.op) => {
                format!("rt::exact::{name}({}, {})", self.operand(&both.left), self.operand(&both.right))
            }
            _ => written(),
        }
    }
}

/// What stands in `matches!(…)`.
struct Matched {
    scrutinee: Expr,
    pat: Pat,
    guard: Option<Expr>,
}

fn matched(mac: &syn::Macro) -> Option<Matched> {
    let parts = |input: ParseStream<'_>| {
        let scrutinee = input.parse()?;
        let _: Token![,] = input.parse()?;
        let pat = Pat::parse_multi_with_leading_vert(input)?;
        let guard = if input.parse::<Option<Token![if]>>()?.is_some() { Some(input.parse()?) } else { None };
        let _: Option<Token![,]> = input.parse()?;
        Ok(Matched { scrutinee, pat, guard })
    };
    let is_it = mac.path.segments.last().is_some_and(|last| last.ident == "matches");
    if is_it { parts.parse2(mac.tokens.clone()).ok() } else { None }
}

/// The expressions in `vec![…]`: its elements, or the one that is repeated.
fn listed(mac: &syn::Macro) -> Vec<Expr> {
    let elements = |input: ParseStream<'_>| {
        let mut all = Vec::new();
        while !input.is_empty() {
            all.push(input.parse()?);
            if input.parse::<Option<Token![;]>>()?.is_some() {
                let _: Expr = input.parse()?;
                break;
            }
            let _: Option<Token![,]> = input.parse()?;
        }
        Ok(all)
    };
    let is_it = mac.path.segments.last().is_some_and(|last| last.ident == "vec");
    if is_it { elements.parse2(mac.tokens.clone()).unwrap_or_default() } else { Vec::new() }
}

/// Whether a type may have no room for a number.
fn is_large(value: i128) -> bool {
    !(-ANY..ANY).contains(&value)
}

fn operation(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "sub",
        BinOp::Mul(_) => "mul",
        BinOp::Div(_) => "div",
        BinOp::Rem(_) => "rem",
        _ => return None,
    })
}

fn comparison(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Eq(_) => "eq",
        BinOp::Ne(_) => "ne",
        BinOp::Lt(_) => "lt",
        BinOp::Le(_) => "le",
        BinOp::Gt(_) => "gt",
        BinOp::Ge(_) => "ge",
        _ => return None,
    })
}

/// The value of a literal whose type only what is around tells.
fn literal(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) if int.suffix().is_empty() => int.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => literal(&negated.expr).map(|value| -value),
        Expr::Paren(inner) => literal(&inner.expr),
        _ => None,
    }
}

/// Whether its type may have no room for what an operand comes to.
fn may_overflow(expr: &Expr) -> bool {
    match expr {
        _ if literal(expr).is_some() => literal(expr).is_some_and(is_large),
        Expr::Paren(inner) => may_overflow(&inner.expr),
        Expr::Unary(negated) => matches!(negated.op, UnOp::Neg(_)),
        Expr::Binary(both) => match both.op {
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) => true,
            BinOp::Div(_) | BinOp::Rem(_) => may_overflow(&both.left) || may_overflow(&both.right),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a literal in an operand may be too large for its type.
fn has_large(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => has_large(&inner.expr),
        Expr::Binary(both) if operation(&both.op).is_some() => has_large(&both.left) || has_large(&both.right),
        _ => literal(expr).is_some_and(is_large),
    }
}

/// Whether an operand is a `usize` for all that its name says.
fn is_length(expr: &Expr) -> bool {
    matches!(expr, Expr::MethodCall(call) if ["len", "count", "capacity"].iter().any(|name| call.method == name))
}

/// Whether an operand may be an integer, and comes to the same without the types around it.
fn suits(expr: &Expr) -> bool {
    match expr {
        _ if literal(expr).is_some() => true,
        Expr::Paren(inner) => suits(&inner.expr),
        Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => suits(&negated.expr),
        Expr::Binary(both) if operation(&both.op).is_some() => suits(&both.left) && suits(&both.right),
        Expr::Lit(lit) => matches!(&lit.lit, Lit::Int(int) if !int.suffix().is_empty()),
        Expr::Cast(cast) => {
            !matches!(&*cast.ty, syn::Type::Path(ty) if ty.path.is_ident("f32") || ty.path.is_ident("f64"))
        }
        _ => {
            let mut bits = Bits { any: false };
            bits.visit_expr(expr);
            !bits.any
        }
    }
}

/// The name of a type of numbers.
fn number_type(ty: &syn::Type) -> Option<String> {
    let syn::Type::Path(path) = ty else { return None };
    let name = path.path.get_ident()?.to_string();
    let is_number = match name.split_at_checked(1)? {
        ("i" | "u", size) => ["8", "16", "32", "64", "128", "size"].contains(&size),
        ("f", size) => ["32", "64"].contains(&size),
        _ => false,
    };
    is_number.then_some(name)
}

/// Operations on bits: what they come to depends on the type, which may be told by what is around.
struct Bits {
    any: bool,
}

/// Whether an expression has its type from its own parts.
fn is_typed(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_typed(&inner.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) || is_typed(&unary.expr),
        Expr::Lit(lit) => matches!(&lit.lit, Lit::Int(int) if !int.suffix().is_empty()),
        _ => matches!(expr, Expr::MethodCall(_) | Expr::Field(_) | Expr::Index(_) | Expr::Cast(_)),
    }
}

impl Visit<'_> for Bits {
    fn visit_expr_binary(&mut self, both: &syn::ExprBinary) {
        self.any |= matches!(both.op, BinOp::Shl(_) | BinOp::Shr(_)) && !is_typed(&both.left);
        visit::visit_expr_binary(self, both);
    }

    fn visit_expr_unary(&mut self, unary: &syn::ExprUnary) {
        self.any |= matches!(unary.op, UnOp::Not(_)) && !is_typed(&unary.expr);
        visit::visit_expr_unary(self, unary);
    }
}

impl Visit<'_> for Rewrite<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        if let Expr::Binary(both) = expr
            && let Some(name) = comparison(&both.op)
            && suits(&both.left)
            && suits(&both.right)
        {
            let any = |is: fn(&Expr) -> bool| is(&both.left) || is(&both.right);
            let operands = || (self.operand(&both.left), self.operand(&both.right));
            let new = match self.style {
                Style::Exact if any(may_overflow) => {
                    let (left, right) = operands();
                    Some(format!("rt::exact::{name}({left}, {right})"))
                }
                Style::Test if any(has_large) && !any(is_length) => {
                    let (left, right) = operands();
                    Some(format!("{left} {} {right}", &self.text[both.op.span().byte_range()]))
                }
                _ => None,
            };
            if let Some(new) = new {
                self.found.push((expr.span().byte_range(), new));
                return;
            }
        }
        let looks = match expr {
            Expr::Match(_) | Expr::If(_) | Expr::Macro(_) if self.style != Style::Test => self.looks_in(expr),
            _ => String::new(),
        };
        if !looks.is_empty() {
            let Range { start, end } = expr.span().byte_range();
            self.found.push((start..start, format!("({{ {looks}")));
            visit::visit_expr(self, expr);
            self.found.push((end..end, " })".to_owned()));
            return;
        }
        match literal(expr) {
            _ if self.style == Style::Test => visit::visit_expr(self, expr),
            Some(value) if is_large(value) => {
                let at = expr.span().byte_range();
                let new = format!("({{ let __l = {}; rt::fits(__l, {value}i128); __l }})", &self.text[at.clone()]);
                self.found.push((at, new));
            }
            Some(_) => {}
            None => visit::visit_expr(self, expr),
        }
    }

    // (Numbers of the parts of a clause are ours.)
    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        if !matches!(&*call.func, Expr::Path(path) if path.path.segments.first().is_some_and(|first| first.ident == "rt"))
        {
            visit::visit_expr_call(self, call);
        }
    }

    // `300 as u64` is one of the type that is named.
    fn visit_expr_cast(&mut self, cast: &syn::ExprCast) {
        match number_type(&cast.ty) {
            _ if literal(&cast.expr).is_some() => {}
            Some(ty) if self.style == Style::Exact && may_overflow(&cast.expr) && suits(&cast.expr) => {
                let new = format!("rt::exact::as_{ty}({})", self.operand(&cast.expr));
                self.found.push((cast.span().byte_range(), new));
            }
            _ => self.visit_expr(&cast.expr),
        }
    }

    fn visit_expr_repeat(&mut self, repeat: &syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        if let Some(Matched { scrutinee, guard, .. }) = matched(mac) {
            self.visit_expr(&scrutinee);
            guard.iter().for_each(|guard| self.visit_expr(guard));
        }
        listed(mac).iter().for_each(|element| self.visit_expr(element));
    }

    fn visit_pat(&mut self, _: &Pat) {}

    fn visit_type(&mut self, _: &syn::Type) {}

    fn visit_generic_argument(&mut self, _: &syn::GenericArgument) {}

    fn visit_item(&mut self, _: &syn::Item) {}

    fn visit_expr_const(&mut self, _: &syn::ExprConst) {}
}

#[cfg(test)]
mod tests {
    use super::{checked, exact, in_test};

    #[test]
    fn large_literals_alone_look_whether_they_fit() {
        let of = |literal: &str| format!("({{ let __l = {literal}; rt::fits(__l, {literal}i128); __l }})");
        assert_eq!(checked("x.get() < 256 && y > 127"), format!("x.get() < {} && y > 127", of("256")));
        assert_eq!(checked("x > -129 && x >= -128"), format!("x > {} && x >= -128", of("-129")));
        assert_eq!(checked("forall(0..300, |i| i != x)"), format!("forall(0..{}, |i| i != x)", of("300")));
        let untouched =
            ["x < 256u16", "x == 1000 as u16", "matches!(x, 127 | -128..=0)", "x == [0; 200]", "x == vec![0; 200]"];
        for same in untouched {
            assert_eq!(checked(same), same);
        }
    }

    #[test]
    fn large_literals_of_patterns_look_whether_their_types_have_room() {
        let look = |scrutinee: &str, pattern: &str, literal: &str| {
            format!(
                "rt::in_pattern(|| match &({scrutinee}) {{ {pattern} => rt::standing(&__p), _ => loop {{}} }}, {literal}i128); "
            )
        };
        let one = look("*r", "__p", "300");
        assert_eq!(checked("a && matches!(*r, 300)"), format!("a && ({{ {one}matches!(*r, 300) }})"));
        let (low, high) = (look("x", "Some((__p, _))", "-200"), look("x", "Some((__p, _))", "-129"));
        let text = "match x { Some((-200..=-129 | 5, n)) => n, _ => 0 }";
        assert_eq!(checked(text), format!("({{ {low}{high}{text} }})"));
        let (first, second) = (look("a", "S { n: [__p, ..], .. }", "200"), look("b", "&(__p)", "400"));
        let text = "if let S { n: [200, ..] } = a && let &(400) = b { true } else { false }";
        assert_eq!(checked(text), format!("({{ {first}{second}{text} }})"));
        let fits = "({ let __l = 300; rt::fits(__l, 300i128); __l })";
        assert_eq!(checked("matches!(f(300), 1 if 2 < 300)"), format!("matches!(f({fits}), 1 if 2 < {fits})"));
        assert_eq!(checked("r == vec![300, 1]"), format!("r == vec![{fits}, 1]"));
    }

    #[test]
    fn comparisons_with_large_literals_in_tests() {
        assert_eq!(in_test("ret.get() == 256 && a + b < c"), "(ret.get() as i128) == 256 && a + b < c");
        assert_eq!(in_test("ret.get() < 0x1_00"), "(ret.get() as i128) < 0x1_00");
        assert_eq!(in_test("-x - (*ret + 1) <= 300"), "-(x as i128) - ((*ret as i128) + 1) <= 300");
        assert_eq!(in_test("s.len() < 1000 && x < 100"), "s.len() < 1000 && x < 100");
    }

    #[test]
    fn comparisons_of_what_may_overflow() {
        assert_eq!(exact("a.n() == OLD - x"), "rt::exact::eq(a.n(), rt::exact::sub(OLD, x))");
        assert_eq!(
            exact("(a + b) / 2 <= 255 && c < d"),
            "rt::exact::le(rt::exact::div(rt::exact::add(a, b), 2), 255i128) && c < d"
        );
        assert_eq!(
            exact("xs.iter().all(|x| -x < f(|y| y + 1 > 2))"),
            "xs.iter().all(|x| rt::exact::lt(rt::exact::neg(x), f(|y| rt::exact::gt(rt::exact::add(y, 1), 2))))"
        );
        assert_eq!(exact("(x + 1) as f64 / 2.0 == y"), "rt::exact::as_f64(rt::exact::add(x, 1)) / 2.0 == y");
        for same in [
            "x / 2 == y",
            "s.clone() + \"a\" == t",
            "x + 0.5 < y",
            "x as f64 == y",
            "300 as u16 == y",
            "x + (1 << n) == y",
            "x + !0 == y",
            "x + ((1 + 1) << 30) == y",
            "x + 340282366920938463463374607431768211455 == y",
        ] {
            assert_eq!(exact(same), same);
        }
    }
}
