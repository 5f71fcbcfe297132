//! Bodies: places, statements, blocks.
use std::sync::Arc;

use super::lex::Token;
use super::{Parsed, Parser};
use crate::ids::{BlockId, LocalId};
use crate::ir::{Contract, FactSource, Unmodelled, Way};
use crate::mir::print::INTRINSICS;
use crate::mir::types::place_ty;
use crate::mir::{Block, Body, LoopClause, LoopSource, Operand, Place, Projection, Rvalue, Stmt, Terminator};
use crate::span::Span;
use crate::ty::{FnInst, Ty};

impl Parser {
    pub(super) fn body(&mut self, inst: FnInst, params: usize, contract: Contract) -> Parsed<Body> {
        self.expect("{")?;
        let mut body = Body {
            inst,
            locals: Vec::new(),
            params,
            blocks: Vec::new(),
            clauses: Vec::new(),
            loops: Vec::new(),
            obligations: Vec::new(),
            contract: Arc::new(contract),
            unmodelled: Vec::new(),
            sites: Vec::new(),
            escaping: Vec::new(),
        };
        while !self.eat("}") {
            self.scope.stmt = self.at;
            if self.eat_word("let") {
                let local = self.local()?;
                self.scope.locals.push(local);
            } else if self.eat_word("invariant") {
                let clause = self.clause()?;
                let (entry, preserved) = (self.tag()?, self.tag()?);
                body.clauses.push(LoopClause::Invariant(clause, entry, preserved));
            } else if self.eat_word("decreases") {
                let clause = self.clause()?;
                let ix = self.tag()?;
                body.clauses.push(LoopClause::Decreases(clause, ix));
            } else if self.eat_word("loop") {
                let head = self.block_id()?;
                body.loops.push(LoopSource {
                    head,
                    span: self.just_read(),
                    watch: None,
                    hints: Vec::new(),
                    ends: false,
                });
            } else if self.eat_word("obligation") {
                self.at -= 1;
                self.tokens[self.at].0 = Token::Mark("@");
                let ix = self.tag()?;
                if matches!(self.peek(), Token::Text(_)) {
                    let (claim, message) = (self.text()?, self.text()?);
                    let obligation = &mut self.scope.obligations[ix.0 as usize];
                    (obligation.claim, obligation.message) = (claim, message);
                }
            } else {
                let id = self.block_id()?;
                let label = self.just_read();
                body.loops.iter_mut().filter(|l| l.head == id).for_each(|l| l.span = label);
                if id.0 as usize != body.blocks.len() {
                    return self.error("the blocks are not in order");
                }
                self.expect(":")?;
                let block = self.block(&mut body)?;
                body.blocks.push(block);
                continue;
            }
            self.expect(";")?;
        }
        body.locals = std::mem::take(&mut self.scope.locals);
        Ok(self.body_of(body))
    }

    fn block_id(&mut self) -> Parsed<BlockId> {
        let name = self.name()?;
        match name.strip_prefix("bb").and_then(|n| n.parse().ok()) {
            Some(n) => Ok(BlockId(n)),
            None => self.error(format!("`{name}` is no block")),
        }
    }

    fn block(&mut self, body: &mut Body) -> Parsed<Block> {
        let mut stmts = Vec::new();
        loop {
            let end = if self.eat_word("goto") {
                Some(Terminator::Goto(self.block_id()?))
            } else if self.eat_word("return") {
                Some(Terminator::Return)
            } else if self.eat_word("stop") {
                Some(Terminator::Stop)
            } else if self.eat_word("if") {
                let cond = self.term()?;
                let then = self.block_id()?;
                self.expect_word("else")?;
                Some(Terminator::Branch { cond, then, otherwise: self.block_id()? })
            } else {
                stmts.push(self.stmt(body)?);
                None
            };
            self.expect(";")?;
            if let Some(end) = end {
                return Ok(Block { stmts, end });
            }
        }
    }

    fn stmt(&mut self, body: &mut Body) -> Parsed<Stmt> {
        let first = self.at;
        self.scope.stmt = first;
        if self.eat_word("assert") {
            let cond = self.term()?;
            return Ok(Stmt::Assert { cond, obligation: self.tag()? });
        }
        if self.eat_word("assume") {
            let cond = self.term()?;
            let source = if !self.eat_word("by") {
                FactSource::Own
            } else if self.eat_word("call") {
                FactSource::Callee(self.inst()?)
            } else {
                self.expect_word("invariant")?;
                FactSource::Invariant(self.number()? as usize, self.number()? as usize)
            };
            return Ok(Stmt::Assume { cond, source });
        }
        if self.eat_word("way") {
            let way: fn(Span) -> Way = if self.eat_word("in") {
                Way::In
            } else if self.eat_word("out") {
                Way::Out
            } else {
                self.expect_word("alternative")?;
                Way::Alternative
            };
            let cond = self.term()?;
            return Ok(Stmt::Way { way: way(self.since(first)), cond });
        }
        if self.eat_word("havoc") {
            return Ok(Stmt::Havoc { dest: self.place()? });
        }
        if self.eat_word("clause") {
            return Ok(Stmt::LoopClause(self.number()? as usize));
        }
        if self.eat_word("drop") {
            let place = self.place()?;
            let part = |p: &mut Self| -> Parsed<(Place, FnInst)> {
                let part = p.place()?;
                p.expect(":")?;
                Ok((part, p.inst()?))
            };
            let glue = if self.eat("{") { self.list("}", part)? } else { Vec::new() };
            return Ok(Stmt::Drop { place, glue, span: self.since(first) });
        }
        if self.eat_word("unmodelled") {
            let what = self.text()?;
            body.unmodelled.push(Unmodelled { what, span: self.since(first), runs: Vec::new() });
            let obligation = if self.is("@") { Some(self.tag()?) } else { None };
            let dest = if self.eat("->") { Some(self.place()?) } else { None };
            return Ok(Stmt::Unmodelled { what: body.unmodelled.len() - 1, obligation, dest });
        }
        let dest = self.place()?;
        self.expect("=")?;
        if self.eat_word("call") {
            let callee = self.inst()?;
            self.expect("(")?;
            let args = self.list(")", Self::operand)?;
            let mut requires = Vec::new();
            while self.is("@") {
                requires.push(self.tag()?);
            }
            let (span, origin) = (self.since(first), Arc::default());
            return Ok(Stmt::Call { callee, args, dest, requires, span, origin });
        }
        if self.eat_word("intrinsic") {
            let name = self.name()?;
            let Some((op, _)) = INTRINSICS.iter().find(|(_, known)| *known == name) else {
                return self.error(format!("no intrinsic `{name}`"));
            };
            self.expect("(")?;
            let args = self.list(")", Self::operand)?;
            return Ok(Stmt::Intrinsic { op: *op, args, dest });
        }
        Ok(Stmt::Assign { dest, value: self.rvalue()? })
    }

    fn rvalue(&mut self) -> Parsed<Rvalue> {
        if self.is_word("copy") || self.is_word("move") || self.is_word("const") {
            return Ok(Rvalue::Use(self.operand()?));
        }
        if self.eat("&") {
            let mutable = self.eat_word("mut");
            return Ok(Rvalue::Ref(mutable, self.place()?));
        }
        if self.eat_word("make") {
            let (ty, variant) = self.made()?;
            self.expect("(")?;
            return Ok(Rvalue::Aggregate(ty, variant, self.list(")", Self::operand)?));
        }
        if self.eat_word("repeat") {
            let ty = self.ty()?;
            self.expect("(")?;
            let value = self.operand()?;
            self.expect(";")?;
            let n = self.term()?;
            self.expect(")")?;
            return Ok(Rvalue::Repeat(ty, value, n));
        }
        if self.eat_word("test") {
            let place = self.place()?;
            self.expect_word("is")?;
            let ty = self.place_ty(&place)?;
            return Ok(Rvalue::IsVariant(place, self.variant_of(ty)?));
        }
        if self.eat_word("count") {
            return Ok(Rvalue::Len(self.place()?));
        }
        Ok(Rvalue::Compute(self.term()?))
    }

    fn operand(&mut self) -> Parsed<Operand> {
        if self.eat_word("copy") {
            return Ok(Operand::Copy(self.place()?));
        }
        if self.eat_word("move") {
            return Ok(Operand::Move(self.place()?));
        }
        self.expect_word("const")?;
        Ok(Operand::Constant(self.term()?))
    }

    fn place_ty(&self, place: &Place) -> Parsed<Ty> {
        match place_ty(&self.program, &self.scope.locals, place) {
            Some(ty) => Ok(ty),
            None => self.error("a place that makes no sense"),
        }
    }

    fn usize_local(&mut self) -> Parsed<LocalId> {
        let name = self.name()?;
        self.local_named(&name).map_or_else(|| self.error(format!("no local `{name}`")), Ok)
    }

    fn place(&mut self) -> Parsed<Place> {
        if self.eat("*") {
            return Ok(self.place()?.project(Projection::Deref));
        }
        let mut place = if self.eat("(") {
            let inner = self.place()?;
            if self.eat_word("as") {
                let ty = self.place_ty(&inner)?;
                let variant = self.variant_of(ty)?;
                self.expect(")")?;
                self.expect(".")?;
                self.place_part(inner, Some(variant))?
            } else {
                self.expect(")")?;
                inner
            }
        } else {
            Place::local(self.usize_local()?)
        };
        loop {
            if self.eat(".") {
                place = self.place_part(place, None)?;
            } else if self.eat("[") {
                let step = if self.eat("#") {
                    let offset = self.number()?;
                    let from_end = self.eat_word("from") && self.eat_word("end");
                    Projection::ConstantIndex { offset, from_end }
                } else {
                    let lo = self.usize_local()?;
                    if self.eat("..") {
                        Projection::Slice { lo, hi: self.usize_local()? }
                    } else {
                        Projection::Index(lo)
                    }
                };
                self.expect("]")?;
                place = place.project(step);
            } else {
                return Ok(place);
            }
        }
    }

    fn place_part(&mut self, of: Place, variant: Option<usize>) -> Parsed<Place> {
        let ty = self.place_ty(&of)?;
        let (variant, field, component) = self.part_of(&ty, variant)?;
        Ok(of.project(if component { Projection::Component(field) } else { Projection::Field { variant, field } }))
    }
}
