//! Random programs.
//!
//! Few types, variables before literals, small loops: what is not about the program's inputs tests nothing.
use super::ast::*;
use super::rng::Rng;

#[derive(Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Int,
    pub(super) node: fn(String) -> Node,
    pub(super) writable: bool,
}

#[derive(Clone)]
pub(super) struct Array {
    pub(super) name: String,
    pub(super) ty: Int,
    /// The length, where it is known.
    pub(super) length: Option<usize>,
    pub(super) writable: bool,
    /// Whether it is a `Vec`.
    pub(super) grows: bool,
}

/// A struct of two numbers. Its fields are variables, too.
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) ty: Int,
}

pub(super) struct Generator<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) types: Vec<Int>,
    pub(super) program: Program,
    pub(super) variables: Vec<Variable>,
    pub(super) arrays: Vec<Array>,
    pub(super) pairs: Vec<Pair>,
    /// Those of them that are behind a reference.
    pub(super) refs: Vec<String>,
    /// The loops around, by their variables, and whether `continue` may be said in them.
    loops: Vec<(String, bool)>,
    fresh: usize,
}

/// What the model knows nothing of.
const OPAQUE: [&str; 3] =
    ["std::thread::yield_now();", "let _ = std::process::id();", "let _ = std::env::args().count();"];

/// A random program.
pub fn program(rng: &mut Rng) -> Program {
    let types = (0..1 + rng.below(3)).map(|_| rng.pick(&INTS)).collect();
    let program = Program { funs: Vec::new(), pairs: Vec::new(), literals: Vec::new() };
    let (variables, arrays, pairs, refs, loops) = Default::default();
    let mut generator = Generator { rng, types, program, variables, arrays, pairs, refs, loops, fresh: 0 };
    for index in 0..generator.rng.below(3) {
        generator.function(format!("help{index}"), true);
    }
    generator.function("f".to_owned(), false);
    generator.program
}

impl Generator<'_> {
    fn function(&mut self, name: String, helper: bool) {
        self.variables.clear();
        self.arrays.clear();
        self.pairs.clear();
        self.refs.clear();
        self.fresh = 0;
        let count = 1 + self.rng.below(3);
        // What a call borrows comes last, so that the arguments before it may name the same variable.
        let params: Vec<Param> = (0..count).map(|at| self.param(at, helper && at + 1 < count, helper)).collect();
        let ret = self.ty();
        // A helper without contract is seen through by its callers.
        let contract = !helper || self.rng.chance(60);
        let requires = if contract { self.requires(&params) } else { Vec::new() };
        let mut body = Vec::new();
        if helper && params.iter().any(|param| param.shape.is_out()) && self.rng.chance(70) {
            body.extend(self.assignment());
        }
        for _ in 0..self.rng.below(if helper { 2 } else { 4 }) {
            self.stmt(&mut body, ret, 2);
        }
        // What a helper promises, its caller may promise, too.
        let passed_on = if self.rng.chance(20) { self.call(ret) } else { None };
        let last = if self.rng.chance(30) { self.last(ret) } else { None };
        let value = passed_on.or(last).unwrap_or_else(|| self.expr(ret, 2));
        let value = self.bare(value);
        let mut fun = Fun { name, params, ret, requires, ensures: Vec::new(), body, value };
        if contract {
            fun.ensures = self.ensures(&fun);
        }
        self.program.funs.push(fun);
    }

    /// A variable that the body has made or may have changed.
    fn last(&mut self, ty: Int) -> Option<Expr> {
        let fits = |v: &&Variable| v.ty == ty && (v.writable || v.name.starts_with('i'));
        let fitting: Vec<&Variable> = self.variables.iter().filter(fits).collect();
        let variable = fitting.last()?;
        Some(Expr { ty, node: (variable.node)(variable.name.clone()) })
    }

    pub(super) fn ty(&mut self) -> Int {
        self.rng.pick(&self.types)
    }

    pub(super) fn name(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    fn param(&mut self, at: usize, plain: bool, helper: bool) -> Param {
        let ty = self.ty();
        // What a helper does to what it is lent is what callers are most often wrong about.
        let lends = helper && !plain && self.rng.chance(50);
        let shape = match self.rng.below(16) {
            _ if plain => Shape::Value,
            _ if lends => self.rng.pick(&[Shape::MutRef, Shape::MutRef, Shape::MutSlice, Shape::MutPair]),
            0 if !helper => Shape::Array(1 + self.rng.below(4)),
            1 | 2 => Shape::Slice,
            3 | 4 => Shape::MutRef,
            5 if !helper => Shape::Changed,
            6 => Shape::MutSlice,
            7 => Shape::Pair,
            8 => Shape::MutPair,
            _ => Shape::Value,
        };
        let name = ["a", "b", "c"][at].to_owned();
        match shape {
            Shape::Array(n) => self.array(&name, ty, Some(n), true, false),
            Shape::Slice | Shape::MutSlice => self.array(&name, ty, None, shape == Shape::MutSlice, false),
            Shape::MutRef => {
                self.variables.push(Variable { name: name.clone(), ty, node: Node::Deref, writable: true });
            }
            Shape::Value | Shape::Changed => {
                let writable = shape == Shape::Changed;
                self.variables.push(Variable { name: name.clone(), ty, node: Node::Var, writable });
            }
            Shape::Pair => self.pair(&name, ty),
            Shape::MutPair => {
                self.refs.push(name.clone());
                self.pair(&name, ty);
            }
        }
        Param { name, ty, shape }
    }

    fn array(&mut self, name: &str, ty: Int, length: Option<usize>, writable: bool, grows: bool) {
        self.arrays.push(Array { name: name.to_owned(), ty, length, writable, grows });
    }

    fn pair(&mut self, name: &str, ty: Int) {
        if !self.program.pairs.contains(&ty) {
            self.program.pairs.push(ty);
        }
        self.pairs.push(Pair { name: name.to_owned(), ty });
        for part in ["a", "b"] {
            self.variables.push(Variable { name: format!("{name}.{part}"), ty, node: Node::Var, writable: true });
        }
    }

    fn stmt(&mut self, out: &mut Vec<Stmt>, ret: Int, depth: usize) {
        match self.rng.below(if depth == 0 { 15 } else { 22 }) {
            0..=2 => {
                let ty = self.ty();
                let call = if self.rng.chance(20) { self.call(ty) } else { None };
                let value = call.unwrap_or_else(|| self.expr(ty, 2));
                let name = self.shadowed().unwrap_or_else(|| self.name("x"));
                self.variables.retain(|variable| variable.name != name);
                self.variables.push(Variable { name: name.clone(), ty, node: Node::Var, writable: true });
                out.push(Stmt::Let(name, value, self.rng.chance(50)));
            }
            3 => {
                let ty = self.ty();
                let values: Vec<Expr> = (0..1 + self.rng.below(3)).map(|_| self.expr(ty, 1)).collect();
                let values: Vec<Expr> = values.into_iter().map(|value| self.bare(value)).collect();
                let name = self.name("xs");
                let grows = self.rng.chance(40);
                self.array(&name, ty, Some(values.len()).filter(|_| !grows), true, grows);
                out.push(if grows { Stmt::LetVec(name, ty, values) } else { Stmt::LetArray(name, ty, values) });
            }
            4..=6 => out.extend(self.assignment()),
            7 => {
                let test = self.cond(1);
                let value = self.expr(ret, 1);
                let value = self.bare(value);
                out.push(if self.rng.chance(40) { Stmt::Assert(test) } else { Stmt::Return(test, value) });
            }
            8 => {
                let ty = self.ty();
                let value = self.pair_value(ty);
                let name = self.name("p");
                self.pair(&name, ty);
                out.push(Stmt::LetPair(name, value));
            }
            9 => out.extend(self.push()),
            10 => out.extend(self.jump()),
            11 => out.extend(self.each()),
            12 => out.extend(self.late()),
            13 => out.extend(self.either_target()),
            14 if self.rng.chance(30) => out.push(Stmt::Opaque(self.rng.pick(&OPAQUE))),
            14 => out.extend(self.assignment()),
            15..=17 => {
                let test = self.cond(1);
                let then = self.block(ret, depth - 1);
                let otherwise = if self.rng.chance(50) { self.block(ret, depth - 1) } else { Vec::new() };
                out.push(Stmt::If(test, then, otherwise));
            }
            _ => out.push(self.looping(ret, depth)),
        }
    }

    fn block(&mut self, ret: Int, depth: usize) -> Vec<Stmt> {
        let (variables, arrays, pairs) = (self.variables.clone(), self.arrays.len(), self.pairs.len());
        let mut body = Vec::new();
        for _ in 0..1 + self.rng.below(2) {
            self.stmt(&mut body, ret, depth);
        }
        if self.loops.len() > 1 && self.rng.chance(40) {
            body.extend(self.jump());
        }
        // (A variable inside may have taken the name of one outside.)
        self.variables = variables;
        self.arrays.truncate(arrays);
        self.pairs.truncate(pairs);
        body
    }

    fn push(&mut self) -> Option<Stmt> {
        let growing: Vec<usize> = (0..self.arrays.len()).filter(|at| self.arrays[*at].grows).collect();
        let at = if growing.is_empty() { return None } else { self.rng.pick(&growing) };
        let (name, ty) = (self.arrays[at].name.clone(), self.arrays[at].ty);
        // It is borrowed for the call, so that no argument may be lent it.
        let writable = std::mem::replace(&mut self.arrays[at].writable, false);
        let value = self.expr(ty, 1);
        let value = self.bare(value);
        self.arrays[at].writable = writable;
        Some(Stmt::Push(name, value))
    }

    fn jump(&mut self) -> Option<Stmt> {
        let loops = self.loops.clone();
        let outer = loops.first().filter(|_| self.rng.chance(60)).cloned();
        let (label, continues) = if loops.is_empty() { return None } else { outer.unwrap_or(self.rng.pick(&loops)) };
        let breaks = !continues || self.rng.chance(60);
        Some(Stmt::Jump(self.cond(1), breaks, label))
    }

    fn assignment(&mut self) -> Option<Stmt> {
        let ints: Vec<usize> = (0..self.variables.len()).filter(|at| self.variables[*at].writable).collect();
        let arrays: Vec<usize> = (0..self.arrays.len()).filter(|at| self.arrays[*at].writable).collect();
        let target = if !arrays.is_empty() && (ints.is_empty() || self.rng.chance(30)) {
            let at = self.rng.pick(&arrays);
            self.element_of(at)
        } else if !ints.is_empty() {
            let variable = &self.variables[self.rng.pick(&ints)];
            Expr { ty: variable.ty, node: (variable.node)(variable.name.clone()) }
        } else {
            return None;
        };
        let ops = [None, None, Some(Op::Add), Some(Op::Sub), Some(Op::Mul), Some(Op::Xor), Some(Op::Shr)];
        let op = self.rng.pick(&ops);
        let simple = matches!(op, Some(Op::Mul | Op::Xor | Op::Shr));
        if op.is_some() && matches!(target.node, Node::Var(_)) && self.rng.chance(15) {
            // What is assigned changes the target first.
            let set = self.leaf(target.ty);
            let node = Node::Then(Box::new([target.clone(), set, self.leaf(target.ty)]), None);
            let value = Expr { ty: target.ty, node };
            return Some(Stmt::Assign(target, op, value, How::Direct));
        }
        let value = if simple { self.leaf(target.ty) } else { self.expr(target.ty, 1) };
        let value = if op == Some(Op::Shr) { value } else { self.bare(value) };
        let ways = [How::Reference, How::Option, How::Closure, How::Struct, How::Function];
        let how = match op {
            _ if self.rng.chance(50) => How::Direct,
            None if self.rng.chance(40) => self.rng.pick(&[How::Replace, How::Swap, How::Macro]),
            _ => self.rng.pick(&ways),
        };
        Some(Stmt::Assign(target, op, value, how))
    }

    /// The name of a variable that a new one may take, so that it is no longer seen.
    fn shadowed(&mut self) -> Option<String> {
        let is_parameter = |name: &str| name.len() == 1;
        let plain = |v: &&Variable| matches!((v.node)(String::new()), Node::Var(_)) && !v.name.contains('.');
        // (Loops count in theirs.)
        let free = self.variables.iter().filter(plain).filter(|v| v.writable || is_parameter(&v.name));
        let free: Vec<String> = free.map(|v| v.name.clone()).collect();
        (!free.is_empty() && self.rng.chance(20)).then(|| self.rng.pick(&free))
    }

    /// A variable that may be assigned to.
    pub(super) fn target(&mut self, ty: Option<Int>) -> Option<Expr> {
        let fits = |v: &&Variable| v.writable && ty.is_none_or(|ty| v.ty == ty);
        let fitting: Vec<&Variable> = self.variables.iter().filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let variable = fitting[self.rng.below(fitting.len())];
        Some(Expr { ty: variable.ty, node: (variable.node)(variable.name.clone()) })
    }

    fn each(&mut self) -> Option<Stmt> {
        let writable: Vec<usize> = (0..self.arrays.len()).filter(|at| self.arrays[*at].writable).collect();
        let at = if writable.is_empty() { return None } else { self.rng.pick(&writable) };
        let (array, ty, var) = (self.arrays[at].name.clone(), self.arrays[at].ty, self.name("m"));
        // The array is borrowed in the loop.
        let arrays = std::mem::take(&mut self.arrays);
        self.variables.push(Variable { name: var.clone(), ty, node: Node::Deref, writable: false });
        let value = self.expr(ty, 1);
        self.variables.retain(|variable| variable.name != var);
        self.arrays = arrays;
        let adapters = self.rng.pick(&["", "", ".rev()", ".skip(1)", ".take(2)", ".rev().take(1)", ".step_by(2)"]);
        Some(Stmt::Each(array, adapters, var, value))
    }

    fn late(&mut self) -> Option<Stmt> {
        let target = self.target(None)?;
        let value = self.expr(target.ty, 1);
        let gone = self.cond(0);
        Some(Stmt::Late(target, self.bare(value), gone))
    }

    fn either_target(&mut self) -> Option<Stmt> {
        let first = self.target(None)?;
        let second = self.target(Some(first.ty))?;
        let (test, value) = (self.cond(1), self.expr(first.ty, 1));
        let op = self.rng.pick(&[None, Some(Op::Add), Some(Op::Sub)]);
        Some(Stmt::AssignEither(test, Box::new([first, second]), op, value))
    }

    fn looping(&mut self, ret: Int, depth: usize) -> Stmt {
        let ty = self.ty();
        let var = self.name("i");
        let bound = self.rng.below(6) as i128;
        let bound = Expr { ty, node: Node::Lit(bound) };
        let written: Vec<(String, Int)> = self
            .variables
            .iter()
            .filter(|v| v.writable && matches!((v.node)(String::new()), Node::Var(_)))
            .map(|v| (v.name.clone(), v.ty))
            .collect();
        let mut claims = Vec::new();
        if self.rng.chance(40) {
            let Node::Lit(limit) = bound.node else { unreachable!("just made") };
            claims.push(Claim::Cmp("<=", Term::Var(var.clone()), Term::Lit(limit)));
        }
        if !written.is_empty() && self.rng.chance(40) {
            let (name, ty) = self.rng.pick(&written);
            let limit = if self.rng.chance(30) { ty.max() } else { self.rng.between(0, 200) };
            claims.push(Claim::Cmp(self.rng.pick(&["<=", ">=", "!="]), Term::Var(name), Term::Lit(limit)));
        }
        let is_for = self.rng.chance(50);
        self.variables.push(Variable { name: var.clone(), ty, node: Node::Var, writable: false });
        // (A `while` that went on without counting would not end.)
        self.loops.push((var.clone(), is_for));
        let body = self.block(ret, depth - 1);
        self.loops.pop();
        self.variables.retain(|variable| variable.name != var);
        if is_for {
            let lo = Expr { ty, node: Node::Lit(self.rng.below(3) as i128) };
            Stmt::For(var, lo, bound, claims, body)
        } else {
            // Where the loop was left shows in its counter.
            self.variables.push(Variable { name: var.clone(), ty, node: Node::Var, writable: false });
            Stmt::While(var, bound, claims, body)
        }
    }
}
