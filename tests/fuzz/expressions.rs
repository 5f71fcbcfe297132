//! Random expressions and conditions.
use super::ast::*;
use super::generate::{Array, Generator, Variable};
use super::rng::Rng;

impl Generator<'_> {
    pub(super) fn literal(&mut self, ty: Int) -> Expr {
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

    pub(super) fn leaf(&mut self, ty: Int) -> Expr {
        let fitting: Vec<usize> = (0..self.variables.len()).filter(|at| self.variables[*at].ty == ty).collect();
        if !self.arrays.is_empty() && self.rng.chance(8) {
            let at = self.rng.below(self.arrays.len());
            let length = Expr { ty: USIZE, node: Node::Len(self.arrays[at].name.clone()) };
            return if ty == USIZE { length } else { Expr { ty, node: Node::Cast(Box::new(length)) } };
        }
        if self.rng.chance(15) || self.variables.is_empty() {
            return self.literal(ty);
        }
        if fitting.is_empty() {
            // Rather one of another type than a number that depends on nothing.
            let variable = &self.variables[self.rng.below(self.variables.len())];
            let value = Expr { ty: variable.ty, node: (variable.node)(variable.name.clone()) };
            return Expr { ty, node: Node::Cast(Box::new(value)) };
        }
        let variable = &self.variables[self.rng.pick(&fitting)];
        Expr { ty, node: (variable.node)(variable.name.clone()) }
    }

    pub(super) fn expr(&mut self, ty: Int, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        let node = match self.rng.below(36) {
            0..=8 => {
                let op = self.rng.pick(&[Op::Add, Op::Add, Op::Sub, Op::Sub, Op::Mul, Op::Div, Op::Rem]);
                let a = self.expr(ty, depth - 1);
                let b = if op == Op::Mul { self.leaf(ty) } else { self.expr(ty, depth - 1) };
                Node::Bin(op, Box::new(a), Box::new(self.bare(b)))
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
            16 | 17 | 33 | 34 => match self.call(ty) {
                Some(call) => return call,
                None => return self.leaf(ty),
            },
            18 | 19 => self.bits(ty, depth),
            20 | 21 => self.method(ty, depth),
            22 | 23 => self.matching(ty, depth),
            24 => self.either(ty, depth),
            25 | 26 => self.closure(ty, depth),
            28 | 29 => match self.target(None) {
                Some(target) => self.then(target, ty, depth),
                None => return self.leaf(ty),
            },
            30 | 31 => {
                let how = self.rng.pick(&[Weighing::Once, Weighing::Twice, Weighing::Generic]);
                Node::Weighed(how, Box::new(self.expr(ty, depth - 1)))
            }
            32 => Node::Larger(Box::new([self.expr(ty, depth - 1), self.leaf(ty)])),
            27 => Node::Not(Box::new(self.leaf(ty))),
            _ => return self.leaf(ty),
        };
        Expr { ty, node }
    }

    /// A literal loses its suffix, perhaps: here its type is known.
    pub(super) fn bare(&mut self, e: Expr) -> Expr {
        match e.node {
            Node::Lit(value) if self.rng.chance(50) => Expr { node: Node::Bare(value), ..e },
            _ => e,
        }
    }

    /// A value that comes with an effect.
    fn then(&mut self, target: Expr, ty: Int, depth: usize) -> Node {
        let op = self.rng.pick(&[None, None, Some(Op::Add), Some(Op::Sub)]);
        let value = self.leaf(target.ty);
        let value = self.bare(value);
        // What is read next is most often what was written.
        let rest = if target.ty == ty && self.rng.chance(60) { target.clone() } else { self.expr(ty, depth - 1) };
        Node::Then(Box::new([target, value, rest]), op)
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

    pub(super) fn element_of(&mut self, at: usize) -> Expr {
        let Array { name, ty, length, grows, .. } = &self.arrays[at];
        let (name, ty, length, grows) = (name.clone(), *ty, *length, *grows);
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
            // (Of a `Vec` that is assigned to, the length is not to be had.)
            None if !grows && self.rng.chance(40) => {
                let length = Expr { ty: USIZE, node: Node::Len(name.clone()) };
                let any = self.leaf(self.types[0]);
                let any = Expr { ty: USIZE, node: Node::Cast(Box::new(any)) };
                Expr { ty: USIZE, node: Node::Bin(Op::Rem, Box::new(any), Box::new(length)) }
            }
            _ => usize_lit(self.rng.below(4) as i128),
        };
        Expr { ty, node: Node::Index(name, Box::new(index)) }
    }

    pub(super) fn call(&mut self, ty: Int) -> Option<Expr> {
        let fitting: Vec<usize> = (0..self.program.funs.len()).filter(|at| self.program.funs[*at].ret == ty).collect();
        if fitting.is_empty() {
            return None;
        }
        let at = self.rng.pick(&fitting);
        let params = self.program.funs[at].params.clone();
        let args = params.iter().map(|param| self.argument(param)).collect::<Option<_>>()?;
        Some(Expr { ty, node: Node::Call(at, args) })
    }

    fn argument(&mut self, param: &Param) -> Option<Expr> {
        let ty = param.ty;
        let any = |rng: &mut Rng, places: Vec<String>| (!places.is_empty()).then(|| rng.pick(&places));
        let node = match param.shape {
            Shape::Value | Shape::Changed | Shape::Array(_) => {
                let value = self.expr(ty, 1);
                return Some(self.bare(value));
            }
            Shape::Pair => return Some(self.pair_value(ty)),
            Shape::MutPair => {
                // (A parameter that is a reference is one of them: it is passed on as `&mut *p`, too.)
                let fitting = self.pairs.iter().filter(|pair| pair.ty == ty).map(|pair| pair.name.clone()).collect();
                let name = any(self.rng, fitting)?;
                let is_ref = self.refs.contains(&name);
                Node::Borrow(true, if is_ref { format!("*{name}") } else { name })
            }
            Shape::MutRef => {
                let fitting = self.variables.iter().filter(|v| v.ty == ty && v.writable);
                let places = fitting.map(|v| match (v.node)(v.name.clone()) {
                    Node::Deref(name) => format!("*{name}"),
                    _ => v.name.clone(),
                });
                Node::Borrow(true, any(self.rng, places.collect())?)
            }
            Shape::Slice | Shape::MutSlice => {
                let mutable = param.shape == Shape::MutSlice;
                let fitting = self.arrays.iter().filter(|array| array.ty == ty && (array.writable || !mutable));
                let places = fitting.map(|array| format!("{}[..]", array.name)).collect();
                Node::Borrow(mutable, any(self.rng, places)?)
            }
        };
        Some(Expr { ty, node })
    }

    /// A pair: one in scope by its name, or a new one.
    pub(super) fn pair_value(&mut self, ty: Int) -> Expr {
        let fitting: Vec<String> = self
            .pairs
            .iter()
            .filter(|pair| pair.ty == ty && !self.refs.contains(&pair.name))
            .map(|pair| pair.name.clone())
            .collect();
        let node = if !fitting.is_empty() && self.rng.chance(40) {
            Node::Pair(self.rng.pick(&fitting))
        } else {
            Node::MakePair(Box::new([self.expr(ty, 1), self.expr(ty, 1)]))
        };
        Expr { ty, node }
    }

    fn bits(&mut self, ty: Int, depth: usize) -> Node {
        let op = self.rng.pick(&[Op::And, Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr, Op::Shr]);
        let a = Box::new(self.expr(ty, depth - 1));
        let b = match op {
            Op::Shl | Op::Shr => {
                let count = self.ty();
                let most = i128::from(ty.bits).min(count.max());
                match self.rng.below(10) {
                    0 => Expr { ty: count, node: Node::Lit(most) },
                    1..=4 => Expr { ty: count, node: Node::Lit(self.rng.between(0, most)) },
                    _ => self.leaf(count),
                }
            }
            _ => self.leaf(ty),
        };
        Node::Bin(op, a, Box::new(b))
    }

    fn method(&mut self, ty: Int, depth: usize) -> Node {
        let plain = ["wrapping_add", "wrapping_sub", "wrapping_mul", "saturating_add", "saturating_sub", "min", "max"];
        let checked = ["checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"];
        let (a, b) = (self.expr(ty, depth - 1), self.leaf(ty));
        let mut args = vec![a, self.bare(b)];
        if self.rng.chance(60) {
            return Node::Method(self.rng.pick(&plain), args);
        }
        let other = self.leaf(ty);
        args.push(self.bare(other));
        Node::Method(self.rng.pick(&checked), args)
    }

    /// A closure, called where it is made or by the library.
    fn closure(&mut self, ty: Int, depth: usize) -> Node {
        let library = self.rng.chance(50);
        let of = if library { ty } else { self.ty() };
        let (a, b, c) = (self.leaf(of), self.leaf(of), self.leaf(of));
        let var = self.name("m");
        let body = self.within(&var, of, |generator| Box::new(generator.expr(ty, depth - 1)));
        if library {
            Node::MapOr(self.rng.pick(&["checked_add", "checked_sub", "checked_div"]), vec![a, b, c], var, body)
        } else {
            Node::Closure(var, body, Box::new(a))
        }
    }

    /// What is made where there is one more variable.
    fn within<T>(&mut self, var: &str, ty: Int, make: impl FnOnce(&mut Self) -> T) -> T {
        self.variables.push(Variable { name: var.to_owned(), ty, node: Node::Var, writable: false });
        let made = make(self);
        self.variables.retain(|variable| variable.name != var);
        made
    }

    fn matching(&mut self, ty: Int, depth: usize) -> Node {
        let of = self.ty();
        let value = self.expr(of, depth - 1);
        let mut arms = Vec::new();
        for _ in 0..1 + self.rng.below(2) {
            let ranges = (0..1 + self.rng.below(2)).map(|_| {
                let lo = self.pattern(of);
                (lo, if self.rng.chance(50) { lo } else { self.pattern(of).max(lo) })
            });
            let ranges = ranges.collect();
            let guard = self.rng.chance(40).then(|| self.cond(0));
            arms.push(Arm { ranges, guard, value: self.expr(ty, depth - 1) });
        }
        Node::Match(Box::new(value), arms, Box::new(self.expr(ty, depth - 1)))
    }

    fn pattern(&mut self, ty: Int) -> i128 {
        let Node::Lit(value) = self.literal(ty).node else { unreachable!("a literal is one") };
        value
    }

    fn either(&mut self, ty: Int, depth: usize) -> Node {
        let of = self.ty();
        let values = Box::new([self.leaf(of), self.expr(of, depth - 1)]);
        let (lit, var) = (self.pattern(of), self.name("m"));
        let (guard, then) = self.within(&var, of, |generator| (generator.cond(0), generator.expr(ty, depth - 1)));
        Node::Either(values, lit, var, Box::new(guard), Box::new([then, self.expr(ty, depth - 1)]))
    }

    /// `i < xs.len() && xs[i] < c`, `x != 0 && a / x < c` or `{ x = e; x } < c && x < d`.
    fn guarded(&mut self) -> Option<Cond> {
        let sign = self.rng.pick(&CMPS);
        let read: Vec<usize> = (0..self.arrays.len()).filter(|at| !self.arrays[*at].grows).collect();
        let (left, right) = if !read.is_empty() && self.rng.chance(50) {
            let at = self.rng.pick(&read);
            let element = self.element_of(at);
            let Node::Index(array, index) = &element.node else { return None };
            let length = Expr { ty: USIZE, node: Node::Len(array.clone()) };
            let below = self.rng.pick(&["<", "<", "<", "<="]);
            (Cond::Cmp(below, (**index).clone(), length), element)
        } else {
            let target = self.target(None)?;
            let ty = target.ty;
            if self.rng.chance(50) {
                let zero = Expr { ty, node: Node::Bare(0) };
                let divided = Node::Bin(Op::Div, Box::new(self.leaf(ty)), Box::new(target.clone()));
                (Cond::Cmp("!=", target, zero), Expr { ty, node: divided })
            } else {
                let done =
                    Expr { ty, node: Node::Then(Box::new([target.clone(), self.leaf(ty), target.clone()]), None) };
                let limit = self.leaf(ty);
                (Cond::Cmp(self.rng.pick(&CMPS), done, limit), target)
            }
        };
        let limit = self.leaf(right.ty);
        let right = Cond::Cmp(sign, right, self.bare(limit));
        Some(if self.rng.chance(70) {
            Cond::And(Box::new(left), Box::new(right))
        } else {
            Cond::Or(Box::new(Cond::Not(Box::new(left))), Box::new(right))
        })
    }

    pub(super) fn cond(&mut self, depth: usize) -> Cond {
        if depth > 0 && self.rng.chance(25) {
            let (a, b) = (Box::new(self.cond(depth - 1)), Box::new(self.cond(depth - 1)));
            // The right side may rest on the left one, or see what it did.
            let guarded = self.rng.chance(40).then(|| self.guarded()).flatten();
            return match self.rng.below(3) {
                _ if guarded.is_some() => guarded.unwrap_or(Cond::And(a, b)),
                0 => Cond::And(a, b),
                1 => Cond::Or(a, b),
                _ => Cond::Not(a),
            };
        }
        if depth > 0 && !self.arrays.is_empty() && self.rng.chance(15) {
            let at = self.rng.below(self.arrays.len());
            let (array, ty, var) = (self.arrays[at].name.clone(), self.arrays[at].ty, self.name("m"));
            let test = self.within(&var, ty, |generator| generator.cond(0));
            return Cond::Each(self.rng.chance(50), array, var, Box::new(test));
        }
        let ty = self.ty();
        let sign = self.rng.pick(&CMPS);
        let (a, b) = (self.expr(ty, depth.min(1)), self.leaf(ty));
        Cond::Cmp(sign, a, self.bare(b))
    }
}
