//! A program as text: for refine, and for the oracle.
//!
//! Both texts agree line for line and column for column, so that a panic's place in one is an obligation's place in the
//! other. Each line holds one statement.
use std::fmt::Write as _;

use super::ast::{Arm, Claim, Cond, Expr, Fun, How, INTS, Int, Node, Op, Param, Program, Shape, Stmt, Term, Weighing};

/// Which of the two texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// With attributes and loop invariants.
    Refine,
    /// With empty lines for the attributes, checks for loop invariants, and functions `help0` renamed to `body0`.
    Oracle,
}

struct Text {
    audience: Audience,
    out: String,
    indent: usize,
}

/// The text of a program.
pub fn program(program: &Program, audience: Audience) -> String {
    let mut text = Text { audience, out: String::new(), indent: 0 };
    text.line(match audience {
        Audience::Refine => "use refine_spec::*;",
        Audience::Oracle => "",
    });
    text.line("use crate::shared::*;");
    for ty in &program.pairs {
        text.line("#[derive(Clone, Copy, Debug)]");
        text.line(&format!("pub struct {} {{ pub a: {1}, pub b: {1} }}", pair(*ty), ty.name));
    }
    for fun in &program.funs {
        text.fun(fun);
    }
    text.out
}

/// The module `shared`, whose items all programs of a crate use. Nothing in it can panic.
pub fn shared() -> String {
    let implementations: String = INTS.into_iter().map(|ty| weigh(ty) + "\n").collect();
    format!("{}{implementations}", include_str!("items.txt"))
}

/// The implementation of `Weigh` for a type: those for signed types replace what the trait provides.
fn weigh(Int { name, signed, .. }: Int) -> String {
    let (op, more) =
        if signed { ("sub", format!(" fn twice(self) -> {name} {{ self }}")) } else { ("add", String::new()) };
    format!("impl Weigh for {name} {{ fn weigh(self) -> {name} {{ self.wrapping_{op}(1) }}{more} }}")
}

impl Text {
    fn line(&mut self, line: &str) {
        if !line.is_empty() {
            let _ = write!(self.out, "{:1$}{line}", "", 4 * self.indent);
        }
        self.out.push('\n');
    }

    fn attribute(&mut self, line: &str) {
        self.line(if self.audience == Audience::Refine { line } else { "" });
    }

    fn fun(&mut self, fun: &Fun) {
        self.line("");
        for claim in &fun.requires {
            self.attribute(&format!("#[requires({})]", refine_claim(claim)));
        }
        for claim in &fun.ensures {
            self.attribute(&format!("#[ensures(|ret| {})]", refine_claim(claim)));
        }
        let name = match self.audience {
            Audience::Refine => fun.name.clone(),
            Audience::Oracle => fun.name.replace("help", "body"),
        };
        let params: Vec<String> = fun.params.iter().map(param).collect();
        self.line(&format!("pub fn {name}({}) -> {} {{", params.join(", "), fun.ret.name));
        self.indent += 1;
        self.block(&fun.body);
        self.line(&expr(&fun.value));
        self.indent -= 1;
        self.line("}");
    }

    fn block(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn nested(&mut self, head: &str, claims: &[Claim], body: &[Stmt], last: Option<String>) {
        self.line(head);
        self.indent += 1;
        for claim in claims {
            match self.audience {
                Audience::Refine => self.line(&format!("loop_invariant!({});", refine_claim(claim))),
                Audience::Oracle => self.line(&format!("crate::invariant(line!(), (|| {})());", oracle_claim(claim))),
            }
        }
        self.block(body);
        if let Some(last) = last {
            self.line(&last);
        }
        self.indent -= 1;
    }

    /// A `while` whose invariants are looked at where they are claimed: at its head, before each test, also the one that
    /// ends it. They stand for their lines in the text that refine sees.
    fn watched(&mut self, label: &str, test: &str, claims: &[Claim], body: &[Stmt], last: Option<String>) {
        let first = self.out.lines().count() + 2;
        let checks = claims.iter().zip(first..);
        let checks = checks.map(|(claim, line)| format!("crate::invariant({line}, (|| {})());", oracle_claim(claim)));
        let checks: String = checks.collect();
        self.line(&format!("{label}: while {{ {checks} {test} }} {{"));
        self.indent += 1;
        for _ in claims {
            self.line("");
        }
        self.block(body);
        if let Some(last) = last {
            self.line(&last);
        }
        self.indent -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(name, value, true) => {
                self.line(&format!("let mut {name}: {} = {};", value.ty.name, expr(value)));
            }
            Stmt::Let(name, value, false) => self.line(&format!("let mut {name} = {};", expr(value))),
            Stmt::LetArray(name, ty, values) => {
                self.line(&format!("let mut {name}: [{}; {}] = [{}];", ty.name, values.len(), list(values)));
            }
            Stmt::LetVec(name, ty, values) => {
                self.line(&format!("let mut {name}: Vec<{}> = vec![{}];", ty.name, list(values)));
            }
            Stmt::Push(name, value) => self.line(&format!("{name}.push({});", expr(value))),
            Stmt::LetPair(name, value) => {
                self.line(&format!("let mut {name}: {} = {};", pair(value.ty), expr(value)));
            }
            Stmt::Jump(test, breaks, label) => {
                self.line(&format!("if {} {{", cond(test)));
                self.indent += 1;
                self.line(&format!("{} '{label};", if *breaks { "break" } else { "continue" }));
                self.indent -= 1;
                self.line("}");
            }
            Stmt::Assign(target, op, value, how) => self.line(&assignment(target, *op, value, *how)),
            Stmt::AssignEither(test, targets, op, value) => {
                let at =
                    format!("if {} {{ &mut {} }} else {{ &mut {} }}", cond(test), expr(&targets[0]), expr(&targets[1]));
                let (ty, value, op) = (value.ty.name, expr(value), sign(*op));
                self.line(&format!("{{ let new: {ty} = {value}; let at = {at}; *at {op}= new; }}"));
            }
            Stmt::Late(target, value, gone) => {
                let late = format!("let late = Late {{ at: &mut {}, value: new }};", expr(target));
                let (ty, value, gone) = (value.ty.name, expr(value), cond(gone));
                self.line(&format!(
                    "{{ let new: {ty} = {value}; let gone = {gone}; {late} if gone {{ std::mem::forget(late); }} }}"
                ));
            }
            Stmt::Each(array, adapters, var, value) => {
                self.line(&format!("for {var} in {array}.iter_mut(){adapters} {{"));
                self.indent += 1;
                self.line(&format!("*{var} = {};", expr(value)));
                self.indent -= 1;
                self.line("}");
            }
            Stmt::Opaque(call) => self.line(call),
            Stmt::If(test, then, otherwise) => {
                self.nested(&format!("if {} {{", cond(test)), &[], then, None);
                if !otherwise.is_empty() {
                    self.nested("} else {", &[], otherwise, None);
                }
                self.line("}");
            }
            Stmt::While(var, bound, claims, body) => {
                self.line(&format!("let mut {var}: {} = 0;", bound.ty.name));
                let test = format!("{var} < {}", operand(bound));
                let last = Some(format!("{var} += 1;"));
                match self.audience {
                    Audience::Refine => self.nested(&format!("'{var}: while {test} {{"), claims, body, last),
                    Audience::Oracle => self.watched(&format!("'{var}"), &test, claims, body, last),
                }
                self.line("}");
            }
            Stmt::For(var, lo, hi, claims, body) => {
                let head = format!("'{var}: for {var} in {}..{} {{", operand(lo), operand(hi));
                self.nested(&head, claims, body, None);
                self.line("}");
            }
            Stmt::Assert(test) => self.line(&format!("assert!({});", cond(test))),
            Stmt::Return(test, value) => {
                self.line(&format!("if {} {{", cond(test)));
                self.indent += 1;
                self.line(&format!("return {};", expr(value)));
                self.indent -= 1;
                self.line("}");
            }
        }
    }
}

fn sign(op: Option<Op>) -> &'static str {
    op.map_or("", Op::sign)
}

fn assignment(target: &Expr, op: Option<Op>, value: &Expr, how: How) -> String {
    let (ty, at, value, op) = (target.ty.name, expr(target), expr(value), sign(op));
    let new = format!("let mut new: {ty} = {value};");
    match how {
        How::Direct => format!("{at} {op}= {value};"),
        How::Reference => format!("{{ {new} let at = &mut {at}; *at {op}= new; }}"),
        How::Option => format!("{{ {new} if let Some(at) = Some(&mut {at}) {{ *at {op}= new; }} }}"),
        How::Closure => format!("{{ {new} let mut set = |by: {ty}| {at} {op}= by; set(new); }}"),
        How::Struct => format!("{{ {new} let held = Held {{ at: &mut {at} }}; *held.at {op}= new; }}"),
        How::Function => format!("{{ {new} *chosen(&mut {at}) {op}= new; }}"),
        How::Replace => format!("{{ {new} let _ = std::mem::replace(&mut {at}, new); }}"),
        How::Swap => format!("{{ {new} std::mem::swap(&mut {at}, &mut new); }}"),
        How::Macro => format!("put!({at}, {value});"),
    }
}

/// A parameter as in a signature.
pub fn param(param: &Param) -> String {
    let (name, ty) = (&param.name, param.ty.name);
    match param.shape {
        Shape::Value => format!("{name}: {ty}"),
        Shape::Changed => format!("mut {name}: {ty}"),
        Shape::MutRef => format!("{name}: &mut {ty}"),
        Shape::Array(n) => format!("mut {name}: [{ty}; {n}]"),
        Shape::Slice => format!("{name}: &[{ty}]"),
        Shape::MutSlice => format!("{name}: &mut [{ty}]"),
        Shape::Pair => format!("mut {name}: {}", pair(param.ty)),
        Shape::MutPair => format!("{name}: &mut {}", pair(param.ty)),
    }
}

/// The struct of two numbers of a type.
pub fn pair(ty: Int) -> String {
    format!("Pair{}", ty.name.to_uppercase())
}

fn list(all: &[Expr]) -> String {
    all.iter().map(expr).collect::<Vec<_>>().join(", ")
}

/// A literal as a pattern.
fn bound(value: i128, ty: Int) -> String {
    if value == ty.min() { format!("{}::MIN", ty.name) } else { format!("{value}{}", ty.name) }
}

fn operand(e: &Expr) -> String {
    match e.node {
        Node::Bin(..) | Node::Cast(_) | Node::Neg(_) | Node::Not(_) | Node::Deref(_) => format!("({})", expr(e)),
        Node::If(..) | Node::Match(..) | Node::Either(..) | Node::Closure(..) | Node::Then(..) => {
            format!("({})", expr(e))
        }
        _ => expr(e),
    }
}

/// An expression in Rust.
pub fn expr(e: &Expr) -> String {
    match &e.node {
        Node::Lit(value) if *value == e.ty.min() && e.ty.signed => format!("{}::MIN", e.ty.name),
        Node::Lit(value) if *value < 0 => format!("({value}{})", e.ty.name),
        Node::Lit(value) => format!("{value}{}", e.ty.name),
        Node::Bare(value) if *value < 0 => format!("({value})"),
        Node::Bare(value) => value.to_string(),
        Node::Var(name) => name.clone(),
        Node::Deref(name) => format!("*{name}"),
        Node::Bin(op, a, b) => format!("{} {} {}", operand(a), op.sign(), operand(b)),
        Node::Neg(a) => format!("-{}", operand(a)),
        Node::Not(a) => format!("!{}", operand(a)),
        Node::Method(name, args) => {
            let called = format!("{}.{name}({})", operand(&args[0]), expr(&args[1]));
            args.get(2).map_or(called.clone(), |other| format!("{called}.unwrap_or({})", expr(other)))
        }
        Node::Then(parts, op) => {
            let [target, value, rest] = &**parts;
            format!("{{ {} {}= {}; {} }}", expr(target), sign(*op), expr(value), expr(rest))
        }
        Node::Weighed(how, a) => match how {
            Weighing::Once => format!("{}.weigh()", operand(a)),
            Weighing::Twice => format!("{}.twice()", operand(a)),
            Weighing::Generic => format!("heavy({})", expr(a)),
        },
        Node::Larger(parts) => format!("larger!({}, {})", expr(&parts[0]), expr(&parts[1])),
        Node::Closure(var, body, arg) => {
            // (The argument is there before the closure, which may borrow what it names.)
            let (ty, arg, body) = (arg.ty.name, expr(arg), expr(body));
            format!("{{ let {var}: {ty} = {arg}; let mut g = |{var}: {ty}| {body}; g({var}) }}")
        }
        Node::MapOr(name, args, var, body) => {
            let called = format!("{}.{name}({})", operand(&args[0]), expr(&args[1]));
            format!("{called}.map_or({}, |{var}| {})", expr(&args[2]), expr(body))
        }
        Node::Match(value, arms, rest) => {
            let arms: String = arms.iter().map(|each| arm(each, value.ty)).collect();
            // (In braces it is a value: a guard may change the variable that it comes from.)
            format!("match {{ {} }} {{ {arms}_ => {} }}", expr(value), expr(rest))
        }
        Node::Either(values, lit, var, guard, results) => {
            let lit = bound(*lit, values[0].ty);
            let values = format!("({}, {})", expr(&values[0]), expr(&values[1]));
            let (then, rest) = (expr(&results[0]), expr(&results[1]));
            format!("match {values} {{ ({lit}, {var}) | ({var}, {lit}) if {} => {then}, _ => {rest} }}", cond(guard))
        }
        Node::Borrow(mutable, place) => format!("&{}{place}", if *mutable { "mut " } else { "" }),
        Node::Pair(name) => name.clone(),
        Node::MakePair(parts) => format!("{} {{ a: {}, b: {} }}", pair(e.ty), expr(&parts[0]), expr(&parts[1])),
        Node::Cast(a) => format!("{} as {}", operand(a), e.ty.name),
        Node::Index(array, at) => format!("{array}[{}]", expr(at)),
        Node::Len(array) => format!("{array}.len()"),
        Node::If(test, a, b) => format!("if {} {{ {} }} else {{ {} }}", cond(test), expr(a), expr(b)),
        Node::Call(index, args) => {
            format!("help{index}({})", list(args))
        }
    }
}

fn arm(arm: &Arm, ty: Int) -> String {
    let ranges = arm
        .ranges
        .iter()
        .map(|(lo, hi)| if lo == hi { bound(*lo, ty) } else { format!("{}..={}", bound(*lo, ty), bound(*hi, ty)) });
    let ranges = ranges.collect::<Vec<_>>().join(" | ");
    let guard = arm.guard.as_ref().map_or(String::new(), |guard| format!(" if {}", cond(guard)));
    format!("{ranges}{guard} => {}, ", expr(&arm.value))
}

/// A condition in Rust.
pub fn cond(c: &Cond) -> String {
    match c {
        Cond::Cmp(sign, a, b) => format!("{} {sign} {}", operand(a), operand(b)),
        Cond::And(a, b) => format!("({}) && ({})", cond(a), cond(b)),
        Cond::Or(a, b) => format!("({}) || ({})", cond(a), cond(b)),
        Cond::Not(a) => format!("!({})", cond(a)),
        Cond::Each(all, array, var, test) => {
            format!("{array}.iter().{}(|&{var}| {})", if *all { "all" } else { "any" }, cond(test))
        }
    }
}

/// A clause in the spec language.
pub fn refine_claim(claim: &Claim) -> String {
    match claim {
        Claim::Cmp(sign, a, b) => format!("{} {sign} {}", refine_term(a), refine_term(b)),
        Claim::And(a, b) => format!("({}) && ({})", refine_claim(a), refine_claim(b)),
        Claim::Implies(a, b) => format!("implies({}, {})", refine_claim(a), refine_claim(b)),
        Claim::Forall(array, sign, bound) => {
            format!("forall(0..{array}.len(), |k| {array}[k] {sign} {})", refine_term(bound))
        }
    }
}

fn refine_term(term: &Term) -> String {
    match term {
        Term::Lit(value) => value.to_string(),
        Term::Var(name) => name.clone(),
        Term::Deref(name) => format!("*{name}"),
        Term::Old(name) if name.contains('.') => format!("old({name})"),
        Term::Old(name) => format!("old(*{name})"),
        Term::Ret => "*ret".to_owned(),
        Term::Len(array) => format!("{array}.len()"),
        Term::Bin(op, a, b) => format!("({} {} {})", refine_term(a), op.sign(), refine_term(b)),
    }
}

/// A clause as an expression of type `Option<bool>`, over copies of the parameters; `None` where `i128` does not suffice.
pub fn oracle_claim(claim: &Claim) -> String {
    match claim {
        Claim::Cmp(sign, a, b) => format!("Some({} {sign} {})", oracle_term(a), oracle_term(b)),
        Claim::And(a, b) => format!("Some(({})? && ({})?)", oracle_claim(a), oracle_claim(b)),
        Claim::Implies(a, b) => format!("Some(!({})? || ({})?)", oracle_claim(a), oracle_claim(b)),
        Claim::Forall(array, sign, bound) => format!(
            "{{ let mut all = true; for k in {array}.iter() {{ all &= i128::try_from(*k).ok()? {sign} {}; }} Some(all) }}",
            oracle_term(bound)
        ),
    }
}

fn oracle_term(term: &Term) -> String {
    match term {
        Term::Lit(value) => format!("({value}i128)"),
        Term::Var(name) => format!("i128::try_from({name}).ok()?"),
        Term::Deref(name) => format!("i128::try_from(*{name}).ok()?"),
        Term::Old(name) => format!("i128::try_from(old_{name}).ok()?"),
        Term::Ret => "i128::try_from(ret).ok()?".to_owned(),
        Term::Len(array) => format!("({array}.len() as i128)"),
        Term::Bin(op, a, b) => {
            let method = match op.sign() {
                "+" => "checked_add",
                "-" => "checked_sub",
                "*" => "checked_mul",
                "/" => "checked_div",
                _ => "checked_rem",
            };
            format!("({}).{method}({})?", oracle_term(a), oracle_term(b))
        }
    }
}
