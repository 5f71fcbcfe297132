//! Random programs.
//!
//! Few types, variables before literals, small loops: what is not about the program's inputs tests nothing.
use super::ast::*;
use super::rng::Rng;

struct Variable {
    name: String,
    ty: Int,
    node: fn(String) -> Node,
    writable: bool,
}

struct Array {
    name: String,
    ty: Int,
    /// The length, where it is known.
    length: Option<usize>,
    writable: bool,
}

pub(super) struct Generator<'a> {
    pub(super) rng: &'a mut Rng,
    types: Vec<Int>,
    pub(super) program: Program,
    variables: Vec<Variable>,
    arrays: Vec<Array>,
    fresh: usize,
}

/// A random program.
pub fn program(rng: &mut Rng) -> Program {
    let types = (0..1 + rng.below(3)).map(|_| rng.pick(&INTS)).collect();
    let program = Program { funs: Vec::new(), literals: Vec::new() };
    let mut generator = Generator { rng, types, program, variables: Vec::new(), arrays: Vec::new(), fresh: 0 };
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
        self.fresh = 0;
        let params: Vec<Param> = (0..1 + self.rng.below(3)).map(|at| self.param(at, helper)).collect();
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

    fn ty(&mut self) -> Int {
        self.rng.pick(&self.types)
    }

    fn name(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    fn param(&mut self, at: usize, helper: bool) -> Param {
        let ty = self.ty();
        let shape = match self.rng.below(10) {
            _ if helper => Shape::Value,
            0 => Shape::Array(1 + self.rng.below(4)),
            1 | 2 => Shape::Slice,
            3 => Shape::MutRef,
            4 => Shape::Changed,
            _ => Shape::Value,
        };
        let name = ["a", "b", "c"][at].to_owned();
        match shape {
            Shape::Array(n) => {
                self.arrays.push(Array { name: name.clone(), ty, length: Some(n), writable: true });
            }
            Shape::Slice => self.arrays.push(Array { name: name.clone(), ty, length: None, writable: false }),
            Shape::MutRef => {
                self.variables.push(Variable { name: name.clone(), ty, node: Node::Deref, writable: true });
            }
            Shape::Value | Shape::Changed => {
                let writable = shape == Shape::Changed;
                self.variables.push(Variable { name: name.clone(), ty, node: Node::Var, writable });
            }
        }
        Param { name, ty, shape }
    }

    fn literal(&mut self, ty: Int) -> Expr {
        let value = match self.rng.below(10) {
            0 => ty.max(),
            1 => ty.min(),
            2 | 3 => self.rng.between(0, 127),
            _ => self.rng.between(0, 10),
        };
        let value = if ty.signed && value > 0 && self.rng.chance(20) { -value } else { value };
        self.program.literals.push(value);
        Expr { ty, node: Node::Lit(value) }
    }

    fn leaf(&mut self, ty: Int) -> Expr {
        let fitting: Vec<usize> = (0..self.variables.len()).filter(|at| self.variables[*at].ty == ty).collect();
        if fitting.is_empty() || self.rng.chance(15) {
            return self.literal(ty);
        }
        let variable = &self.variables[self.rng.pick(&fitting)];
        Expr { ty, node: (variable.node)(variable.name.clone()) }
    }

    fn expr(&mut self, ty: Int, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        let node = match self.rng.below(20) {
            0..=8 => {
                let op = self.rng.pick(&[Op::Add, Op::Add, Op::Sub, Op::Sub, Op::Mul, Op::Div, Op::Rem]);
                let a = self.expr(ty, depth - 1);
                let b = if op == Op::Mul { self.leaf(ty) } else { self.expr(ty, depth - 1) };
                Node::Bin(op, Box::new(a), Box::new(b))
            }
            9 | 10 => {
                let from = self.ty();
                Node::Cast(Box::new(self.expr(from, depth - 1)))
            }
            11 | 12 => {
                let (a, b) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
                Node::If(Box::new(self.cond(1)), Box::new(a), Box::new(b))
            }
            13 if ty.signed => Node::Neg(Box::new(self.expr(ty, depth - 1))),
            14 | 15 => match self.element(ty) {
                Some(element) => return element,
                None => return self.leaf(ty),
            },
            16 | 17 => match self.call(ty) {
                Some(call) => return call,
                None => return self.leaf(ty),
            },
            _ => return self.leaf(ty),
        };
        Expr { ty, node }
    }

    /// An element of an array in scope.
    fn element(&mut self, ty: Int) -> Option<Expr> {
        let fitting: Vec<usize> = (0..self.arrays.len()).filter(|at| self.arrays[*at].ty == ty).collect();
        if fitting.is_empty() {
            return None;
        }
        let at = self.rng.pick(&fitting);
        Some(self.element_of(at))
    }

    fn element_of(&mut self, at: usize) -> Expr {
        let Array { name, ty, length, .. } = &self.arrays[at];
        let (name, ty, length) = (name.clone(), *ty, *length);
        let usize_lit = |value| Expr { ty: USIZE, node: Node::Lit(value) };
        let counters: Vec<Expr> = self
            .variables
            .iter()
            .map(|v| Expr { ty: v.ty, node: (v.node)(v.name.clone()) })
            .map(|e| if e.ty == USIZE { e } else { Expr { ty: USIZE, node: Node::Cast(Box::new(e)) } })
            .collect();
        let index = match length {
            Some(n) if self.rng.chance(60) => usize_lit(self.rng.below(n) as i128),
            _ if !counters.is_empty() && self.rng.chance(50) => self.rng.pick(&counters),
            None if self.rng.chance(40) => {
                let length = Expr { ty: USIZE, node: Node::Len(name.clone()) };
                let any = self.leaf(self.types[0]);
                let any = Expr { ty: USIZE, node: Node::Cast(Box::new(any)) };
                Expr { ty: USIZE, node: Node::Bin(Op::Rem, Box::new(any), Box::new(length)) }
            }
            _ => usize_lit(self.rng.below(4) as i128),
        };
        Expr { ty, node: Node::Index(name, Box::new(index)) }
    }

    fn call(&mut self, ty: Int) -> Option<Expr> {
        let fitting: Vec<usize> = (0..self.program.funs.len()).filter(|at| self.program.funs[*at].ret == ty).collect();
        if fitting.is_empty() {
            return None;
        }
        let at = self.rng.pick(&fitting);
        let types: Vec<Int> = self.program.funs[at].params.iter().map(|param| param.ty).collect();
        let args = types.into_iter().map(|ty| self.expr(ty, 1)).collect();
        Some(Expr { ty, node: Node::Call(at, args) })
    }

    fn cond(&mut self, depth: usize) -> Cond {
        if depth > 0 && self.rng.chance(25) {
            let (a, b) = (Box::new(self.cond(depth - 1)), Box::new(self.cond(depth - 1)));
            return match self.rng.below(3) {
                0 => Cond::And(a, b),
                1 => Cond::Or(a, b),
                _ => Cond::Not(a),
            };
        }
        let ty = self.ty();
        let sign = self.rng.pick(&CMPS);
        let a = self.expr(ty, depth.min(1));
        Cond::Cmp(sign, a, self.leaf(ty))
    }

    fn stmt(&mut self, out: &mut Vec<Stmt>, ret: Int, depth: usize) {
        match self.rng.below(if depth == 0 { 8 } else { 14 }) {
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
                self.arrays.push(Array { name: name.clone(), ty, length: Some(values.len()), writable: true });
                out.push(Stmt::LetArray(name, ty, values));
            }
            4..=6 => out.extend(self.assignment()),
            7 => {
                let test = self.cond(1);
                out.push(if self.rng.chance(40) { Stmt::Assert(test) } else { Stmt::Return(test, self.expr(ret, 1)) });
            }
            8..=10 => {
                let test = self.cond(1);
                let then = self.block(ret, depth - 1);
                let otherwise = if self.rng.chance(50) { self.block(ret, depth - 1) } else { Vec::new() };
                out.push(Stmt::If(test, then, otherwise));
            }
            _ => out.push(self.looping(ret, depth)),
        }
    }

    fn block(&mut self, ret: Int, depth: usize) -> Vec<Stmt> {
        let scope = (self.variables.len(), self.arrays.len());
        let mut body = Vec::new();
        for _ in 0..1 + self.rng.below(2) {
            self.stmt(&mut body, ret, depth);
        }
        self.variables.truncate(scope.0);
        self.arrays.truncate(scope.1);
        body
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
        let op = self.rng.pick(&[None, Some(Op::Add), Some(Op::Sub), Some(Op::Mul)]);
        let value = if op == Some(Op::Mul) { self.leaf(target.ty) } else { self.expr(target.ty, 1) };
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
        let body = self.block(ret, depth - 1);
        self.variables.retain(|variable| variable.name != var);
        if is_for {
            let lo = Expr { ty, node: Node::Lit(self.rng.below(3) as i128) };
            Stmt::For(var, lo, bound, claims, body)
        } else {
            Stmt::While(var, bound, claims, body)
        }
    }
}
