//! Random programs.
//!
//! Few types, variables before literals, small loops: what is not about the program's inputs tests nothing.
use super::ast::*;
use super::rng::Rng;

pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Int,
    pub(super) node: fn(String) -> Node,
    pub(super) writable: bool,
}

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
        for _ in 0..self.rng.below(if helper { 2 } else { 4 }) {
            self.stmt(&mut body, ret, 2);
        }
        let value = self.expr(ret, 2);
        let mut fun = Fun { name, params, ret, requires, ensures: Vec::new(), body, value };
        if contract {
            fun.ensures = self.ensures(&fun);
        }
        self.program.funs.push(fun);
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
        let shape = match self.rng.below(16) {
            _ if plain => Shape::Value,
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
        match self.rng.below(if depth == 0 { 11 } else { 17 }) {
            0..=2 => {
                let ty = self.ty();
                let value = self.expr(ty, 2);
                let name = self.name("x");
                self.variables.push(Variable { name: name.clone(), ty, node: Node::Var, writable: true });
                out.push(Stmt::Let(name, value));
            }
            3 => {
                let ty = self.ty();
                let values: Vec<Expr> = (0..1 + self.rng.below(3)).map(|_| self.expr(ty, 1)).collect();
                let name = self.name("xs");
                let grows = self.rng.chance(40);
                self.array(&name, ty, Some(values.len()).filter(|_| !grows), true, grows);
                out.push(if grows { Stmt::LetVec(name, ty, values) } else { Stmt::LetArray(name, ty, values) });
            }
            4..=6 => out.extend(self.assignment()),
            7 => {
                let test = self.cond(1);
                out.push(if self.rng.chance(40) { Stmt::Assert(test) } else { Stmt::Return(test, self.expr(ret, 1)) });
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
            11..=13 => {
                let test = self.cond(1);
                let then = self.block(ret, depth - 1);
                let otherwise = if self.rng.chance(50) { self.block(ret, depth - 1) } else { Vec::new() };
                out.push(Stmt::If(test, then, otherwise));
            }
            _ => out.push(self.looping(ret, depth)),
        }
    }

    fn block(&mut self, ret: Int, depth: usize) -> Vec<Stmt> {
        let scope = (self.variables.len(), self.arrays.len(), self.pairs.len());
        let mut body = Vec::new();
        for _ in 0..1 + self.rng.below(2) {
            self.stmt(&mut body, ret, depth);
        }
        self.variables.truncate(scope.0);
        self.arrays.truncate(scope.1);
        self.pairs.truncate(scope.2);
        body
    }

    fn push(&mut self) -> Option<Stmt> {
        let growing: Vec<usize> = (0..self.arrays.len()).filter(|at| self.arrays[*at].grows).collect();
        let at = if growing.is_empty() { return None } else { self.rng.pick(&growing) };
        let (name, ty) = (self.arrays[at].name.clone(), self.arrays[at].ty);
        Some(Stmt::Push(name, self.expr(ty, 1)))
    }

    fn jump(&mut self) -> Option<Stmt> {
        let loops = self.loops.clone();
        let (label, continues) = if loops.is_empty() { return None } else { self.rng.pick(&loops) };
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
        let value = if simple { self.leaf(target.ty) } else { self.expr(target.ty, 1) };
        Some(Stmt::Assign(target, op, value))
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
            Stmt::While(var, bound, claims, body)
        }
    }
}
