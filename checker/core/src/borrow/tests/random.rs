//! Random programs that the borrow checker accepts: run with pointers (`mir::interpret`) and executed as values (`evaluate`), they come to the
//! same. So no end of a reference is assumed too early, and none is missed.
use std::fmt::Write;

use super::evaluate::{End, Evaluation};
use super::last;
use crate::mir::interpret::{Predicted, run};
use crate::mir::listing::Listing;
use crate::program::Program;
use crate::testing::{self, without_spans};
use crate::value::Value;

const HELPERS: &str = "
struct S { a: u8, b: (u8, u8) }
struct W { r: &mut u8, n: u8 }
struct D { r: &mut u8 }
enum Option<T> { None, Some { 0: T } }
fn swap(x: &mut u8, y: &mut u8) -> r: () { let t: u8; bb0: t = copy *x; *x = copy *y; *y = copy t; r = make ()(); return; }
fn pick(c: bool, x: &mut u8, y: &mut u8) -> r: &mut u8 {
  bb0: if c bb1 else bb2; bb1: r = &mut *x; return; bb2: r = move y; return;
}
fn first(s: &mut S) -> r: &mut u8 { let t: &mut (u8, u8); bb0: t = &mut (*s).b; r = &mut (*t).0; (*r) = wrap_u8(s.a + 1_u8); return; }
fn unwrap_or(o: Option<&mut u8>, y: &mut u8) -> r: &mut u8 {
  bb0: if o is Some bb1 else bb2; bb1: r = move (o as Some).0; return; bb2: r = &mut *y; return;
}
fn bump(w: W) -> r: u8 { bb0: *w.r = wrap_u8(w.r + w.n); r = copy *w.r; return; }
fn bump_in(w: &mut W) -> r: () { bb0: *(*w).r = wrap_u8(w.r * 3_u8); (*w).n = wrap_u8(w.n + 1_u8); r = make ()(); return; }
fn replace(place: &mut &mut u8, other: &mut u8) -> r: &mut u8 { bb0: r = move *place; *place = move other; return; }
fn drop_d(d: &mut D) -> r: () { bb0: *(*d).r = wrap_u8(d.r + 7_u8); r = make ()(); return; }
";

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// A place that may be used now. No two of them overlap.
#[derive(Clone)]
struct Free {
    place: String,
    ty: &'static str,
}

/// The parts of a type that can be borrowed apart.
fn parts(free: &Free) -> Vec<Free> {
    let part = |suffix: &str, ty| Free { place: format!("({}){suffix}", free.place), ty };
    match free.ty {
        "(u8, u8)" => vec![part(".0", "u8"), part(".1", "u8")],
        "S" => vec![part(".a", "u8"), part(".b", "(u8, u8)")],
        _ => Vec::new(),
    }
}

struct Writer {
    dice: Dice,
    locals: String,
    count: usize,
    blocks: Vec<String>,
    current: usize,
    /// Locals that hold references and are not in use, by type.
    spare: Vec<Free>,
}

impl Writer {
    fn say(&mut self, stmt: &str) {
        let _ = write!(self.blocks[self.current], "{stmt}; ");
    }

    fn block(&mut self) -> usize {
        self.blocks.push(String::new());
        self.blocks.len() - 1
    }

    fn local(&mut self, ty: &str) -> String {
        self.count += 1;
        let name = format!("x{}", self.count);
        let _ = writeln!(self.locals, "  let {name}: {ty};");
        name
    }

    /// A local for a reference to a type: sometimes one that was used before.
    fn reference(&mut self, ty: &'static str) -> String {
        let known = self.spare.iter().position(|spare| spare.ty == ty);
        match known.filter(|_| self.dice.roll(3) > 0) {
            Some(at) => self.spare.swap_remove(at).place,
            None => self.local(&format!("&mut {ty}")),
        }
    }

    fn retire(&mut self, place: String, ty: &'static str) {
        self.spare.push(Free { place, ty });
    }

    /// Takes a place out of the free ones, or a part of one, of a type if it matters; the rest stays.
    fn take(&mut self, free: &mut Vec<Free>, ty: Option<&str>) -> Option<Free> {
        for _ in 0..8 {
            if free.is_empty() {
                return None;
            }
            let at = self.dice.roll(free.len());
            let mut chosen = free[at].clone();
            let mut rest = Vec::new();
            loop {
                let split = parts(&chosen);
                let stay = split.is_empty() || ty.map_or(self.dice.roll(2) == 0, |ty| ty == chosen.ty);
                if stay {
                    break;
                }
                let mut split = split;
                let next = self.dice.roll(split.len());
                chosen = split.swap_remove(next);
                rest.extend(split);
            }
            if ty.is_none_or(|ty| ty == chosen.ty) {
                free.swap_remove(at);
                free.extend(rest);
                return Some(chosen);
            }
        }
        None
    }

    /// A number read from what is free.
    fn number(&mut self, free: &[Free]) -> String {
        let n = self.dice.roll(250);
        match self.take(&mut free.to_vec(), Some("u8")) {
            // A term sees what references point to.
            Some(from)
                if from.place.starts_with("*x") && !from.place.contains(['.', '(']) && self.dice.roll(2) == 0 =>
            {
                format!("wrap_u8({} + {n}_u8)", &from.place[1..])
            }
            Some(from) if self.dice.roll(2) == 0 => {
                let x = self.local("u8");
                self.say(&format!("{x} = copy {}", from.place));
                format!("wrap_u8({x} + {n}_u8)")
            }
            _ => format!("{n}_u8"),
        }
    }

    fn condition(&mut self, free: &[Free]) -> String {
        let (a, n) = (self.number(free), self.dice.roll(200));
        let c = self.local("bool");
        self.say(&format!("{c} = {a} < {n}_u8"));
        c
    }

    fn some(&mut self, free: &[Free], depth: usize) {
        for _ in 0..1 + self.dice.roll(3) {
            self.one(free, depth);
        }
    }

    fn one(&mut self, free: &[Free], depth: usize) {
        let mut rest = free.to_vec();
        if depth == 0 || self.dice.roll(4) == 0 {
            return self.set(free);
        }
        match self.dice.roll(15) {
            0 | 1 => self.borrowed(&mut rest, depth),
            2 => self.chosen(&mut rest, depth),
            3 => self.packed(&mut rest, depth),
            4 => self.called(&mut rest, depth),
            5 => self.branch(free, depth),
            6 => self.repeated(free, depth),
            7 => self.optional(&mut rest, depth),
            8 => self.nested(&mut rest, depth),
            9 => self.dropped(&mut rest, depth),
            10 => self.half_moved(&mut rest, depth),
            11 => self.left_behind(&mut rest, depth),
            12 => self.nested_chosen(&mut rest, depth),
            13 => self.overwritten(&mut rest, depth),
            _ => self.sliced(&mut rest, depth),
        }
    }

    fn set(&mut self, free: &[Free]) {
        if let Some(to) = self.take(&mut free.to_vec(), Some("u8")) {
            let value = self.number(free);
            self.say(&format!("{} = {value}", to.place));
        }
    }

    fn borrowed(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some(of) = self.take(rest, None).filter(|of| !of.ty.starts_with('[')) else { return };
        let q = self.reference(of.ty);
        self.say(&format!("{q} = &mut {}", of.place));
        rest.push(Free { place: format!("*{q}"), ty: of.ty });
        self.some(rest, depth - 1);
        self.retire(q, of.ty);
    }

    /// Two numbers that do not overlap.
    fn two(&mut self, rest: &mut Vec<Free>) -> Option<(Free, Free)> {
        let a = self.take(rest, Some("u8"))?;
        Some((a, self.take(rest, Some("u8"))?))
    }

    fn chosen(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some((a, b)) = self.two(rest) else { return };
        let c = self.condition(rest);
        let q = self.reference("u8");
        let (then, otherwise, after) = (self.block(), self.block(), self.block());
        self.say(&format!("if {c} bb{then} else bb{otherwise}"));
        for (block, of) in [(then, &a), (otherwise, &b)] {
            self.current = block;
            self.say(&format!("{q} = &mut {}", of.place));
            self.say(&format!("goto bb{after}"));
        }
        self.current = after;
        rest.push(Free { place: format!("*{q}"), ty: "u8" });
        self.some(rest, depth - 1);
        self.retire(q, "u8");
    }

    fn packed(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some((a, b)) = self.two(rest) else { return };
        let (q, p) = (self.reference("u8"), self.reference("u8"));
        self.say(&format!("{q} = &mut {}", a.place));
        self.say(&format!("{p} = &mut {}", b.place));
        let t = self.local("(&mut u8, &mut u8)");
        self.say(&format!("{t} = make (&mut u8, &mut u8)(move {q}, move {p})"));
        rest.push(Free { place: format!("*{t}.0"), ty: "u8" });
        rest.push(Free { place: format!("*{t}.1"), ty: "u8" });
        self.some(rest, depth - 1);
        if self.dice.roll(2) == 0 {
            // One of the two lives on without the other.
            let at = self.dice.roll(2);
            self.say(&format!("{q} = move {t}.{at}"));
            rest.truncate(rest.len() - 2);
            rest.push(Free { place: format!("*{q}"), ty: "u8" });
            rest.push(Free { place: format!("*{t}.{}", 1 - at), ty: "u8" });
            self.some(rest, depth - 1);
        }
        self.retire(q, "u8");
        self.retire(p, "u8");
    }

    fn called(&mut self, rest: &mut Vec<Free>, depth: usize) {
        if self.dice.roll(4) == 0 {
            let Some(s) = self.take(rest, Some("S")) else { return };
            let (q, k) = (self.reference("S"), self.reference("u8"));
            self.say(&format!("{q} = &mut {}", s.place));
            self.say(&format!("{k} = call first(move {q})"));
            rest.push(Free { place: format!("*{k}"), ty: "u8" });
            self.some(rest, depth - 1);
            self.retire(q, "S");
            return self.retire(k, "u8");
        }
        let Some((a, b)) = self.two(rest) else { return };
        let (q, p) = (self.reference("u8"), self.reference("u8"));
        self.say(&format!("{q} = &mut {}", a.place));
        self.say(&format!("{p} = &mut {}", b.place));
        match self.dice.roll(4) {
            0 => {
                let u = self.local("()");
                self.say(&format!("{u} = call swap(copy {q}, copy {p})"));
                rest.push(Free { place: format!("*{q}"), ty: "u8" });
                self.some(rest, depth - 1);
            }
            1 => {
                let c = self.condition(rest);
                let k = self.reference("u8");
                self.say(&format!("{k} = call pick(copy {c}, move {q}, move {p})"));
                rest.push(Free { place: format!("*{k}"), ty: "u8" });
                self.some(rest, depth - 1);
                self.retire(k, "u8");
            }
            2 => {
                let (w, n, u) = (self.local("W"), self.local("u8"), self.local("u8"));
                let by = self.number(rest);
                self.say(&format!("{n} = {by}"));
                self.say(&format!("{w} = make W(move {q}, copy {n})"));
                let (e, v) = (self.local("&mut W"), self.local("()"));
                self.say(&format!("{e} = &mut {w}"));
                self.say(&format!("{v} = call bump_in(move {e})"));
                rest.push(Free { place: format!("*{w}.r"), ty: "u8" });
                self.some(rest, depth - 1);
                self.say(&format!("{u} = call bump(move {w})"));
                self.say(&format!("*{p} = copy {u}"));
            }
            _ => {
                let pp = self.local("&mut &mut u8");
                let k = self.reference("u8");
                self.say(&format!("{pp} = &mut {q}"));
                self.say(&format!("{k} = call replace(move {pp}, move {p})"));
                rest.push(Free { place: format!("*{q}"), ty: "u8" });
                rest.push(Free { place: format!("*{k}"), ty: "u8" });
                self.some(rest, depth - 1);
                self.retire(k, "u8");
            }
        }
        self.retire(q, "u8");
        self.retire(p, "u8");
    }

    fn branch(&mut self, free: &[Free], depth: usize) {
        let c = self.condition(free);
        let (then, otherwise, after) = (self.block(), self.block(), self.block());
        self.say(&format!("if {c} bb{then} else bb{otherwise}"));
        for block in [then, otherwise] {
            self.current = block;
            self.some(free, depth - 1);
            self.say(&format!("goto bb{after}"));
        }
        self.current = after;
    }

    fn repeated(&mut self, free: &[Free], depth: usize) {
        let (i, c) = (self.local("usize"), self.local("bool"));
        self.say(&format!("{i} = const 0_usize"));
        let (head, body, after) = (self.block(), self.block(), self.block());
        self.say(&format!("goto bb{head}"));
        self.current = head;
        self.say(&format!("{c} = {i} < 2_usize"));
        self.say(&format!("if {c} bb{body} else bb{after}"));
        self.current = body;
        self.some(free, depth - 1);
        self.say(&format!("{i} = {i} + 1_usize"));
        self.say(&format!("goto bb{head}"));
        self.current = after;
    }

    fn optional(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some((a, b)) = self.two(rest) else { return };
        let c = self.condition(rest);
        let (q, p, o) = (self.reference("u8"), self.reference("u8"), self.local("Option<&mut u8>"));
        let (then, otherwise, after) = (self.block(), self.block(), self.block());
        self.say(&format!("if {c} bb{then} else bb{otherwise}"));
        self.current = then;
        self.say(&format!("{q} = &mut {}", a.place));
        self.say(&format!("{o} = make Option<&mut u8>::Some(move {q})"));
        self.say(&format!("goto bb{after}"));
        self.current = otherwise;
        self.say(&format!("{o} = make Option<&mut u8>::None()"));
        self.say(&format!("goto bb{after}"));
        self.current = after;
        if self.dice.roll(2) == 0 {
            let k = self.reference("u8");
            self.say(&format!("{p} = &mut {}", b.place));
            self.say(&format!("{k} = call unwrap_or(move {o}, move {p})"));
            rest.push(Free { place: format!("*{k}"), ty: "u8" });
            self.some(rest, depth - 1);
            self.retire(k, "u8");
        } else {
            let (some, after, c) = (self.block(), self.block(), self.local("bool"));
            self.say(&format!("{c} = test {o} is Some"));
            self.say(&format!("if {c} bb{some} else bb{after}"));
            self.current = some;
            if self.dice.roll(2) == 0 {
                self.say(&format!("{p} = move ({o} as Some).0"));
                rest.push(Free { place: format!("*{p}"), ty: "u8" });
            } else {
                rest.push(Free { place: format!("*({o} as Some).0"), ty: "u8" });
            }
            self.some(rest, depth - 1);
            self.say(&format!("goto bb{after}"));
            self.current = after;
        }
        self.retire(q, "u8");
        self.retire(p, "u8");
    }

    /// A reference to a reference.
    fn nested(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some(of) = self.take(rest, None).filter(|of| !of.ty.starts_with('[')) else { return };
        let (q, pp) = (self.reference(of.ty), self.local(&format!("&mut &mut {}", of.ty)));
        self.say(&format!("{q} = &mut {}", of.place));
        self.say(&format!("{pp} = &mut {q}"));
        rest.push(Free { place: format!("**{pp}"), ty: of.ty });
        self.some(rest, depth - 1);
        rest.pop();
        rest.push(Free { place: format!("*{q}"), ty: of.ty });
        self.some(rest, depth - 1);
        self.retire(q, of.ty);
    }

    /// A reference that is moved out of a pair on one way only, and lives longer than what is left of the pair.
    fn half_moved(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let (Some((a, b)), Some(other)) = (self.two(rest), self.take(rest, Some("u8"))) else { return };
        let (q, p, k) = (self.reference("u8"), self.reference("u8"), self.reference("u8"));
        self.say(&format!("{q} = &mut {}", a.place));
        self.say(&format!("{p} = &mut {}", b.place));
        let t = self.local("(&mut u8, &mut u8)");
        self.say(&format!("{t} = make (&mut u8, &mut u8)(move {q}, move {p})"));
        let c = self.condition(rest);
        let (then, otherwise, after) = (self.block(), self.block(), self.block());
        self.say(&format!("if {c} bb{then} else bb{otherwise}"));
        self.current = then;
        self.say(&format!("{k} = move {t}.0"));
        self.say(&format!("goto bb{after}"));
        self.current = otherwise;
        self.say(&format!("*{t}.0 = 5_u8"));
        self.say(&format!("{k} = &mut {}", other.place));
        self.say(&format!("goto bb{after}"));
        self.current = after;
        rest.push(Free { place: format!("*{k}"), ty: "u8" });
        let mut more = rest.clone();
        more.push(Free { place: format!("*{t}.1"), ty: "u8" });
        self.some(&more, depth - 1);
        self.some(rest, depth - 1);
        self.retire(q, "u8");
        self.retire(p, "u8");
        self.retire(k, "u8");
    }

    /// A reference that is set to something else while what it was lent to lives on.
    fn left_behind(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some((a, b)) = self.two(rest) else { return };
        let (q, p) = (self.reference("u8"), self.local("&mut u8"));
        self.say(&format!("{p} = &mut {}", a.place));
        self.say(&format!("{q} = &mut *{p}"));
        self.say(&format!("{p} = &mut {}", b.place));
        rest.push(Free { place: format!("*{p}"), ty: "u8" });
        rest.push(Free { place: format!("*{q}"), ty: "u8" });
        self.some(rest, depth - 1);
        self.retire(q, "u8");
    }

    /// A reference to one of two references, and then these again.
    fn nested_chosen(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some((a, b)) = self.two(rest) else { return };
        let (q, p, pp) = (self.local("&mut u8"), self.local("&mut u8"), self.local("&mut &mut u8"));
        self.say(&format!("{q} = &mut {}", a.place));
        self.say(&format!("{p} = &mut {}", b.place));
        // Perhaps more than once, with something in between.
        let (i, again) = (self.local("usize"), self.local("bool"));
        let turns = 1 + self.dice.roll(2);
        let value = self.number(rest);
        self.say(&format!("{pp} = &mut {q}; **{pp} = {value}"));
        self.say(&format!("{i} = const 0_usize"));
        let (head, body, exit) = (self.block(), self.block(), self.block());
        self.say(&format!("goto bb{head}"));
        self.current = head;
        self.say(&format!("{again} = {i} < {turns}_usize"));
        self.say(&format!("if {again} bb{body} else bb{exit}"));
        self.current = body;
        let c = self.condition(rest);
        let (then, otherwise, after) = (self.block(), self.block(), self.block());
        self.say(&format!("if {c} bb{then} else bb{otherwise}"));
        for (block, of) in [(then, &q), (otherwise, &p)] {
            self.current = block;
            self.say(&format!("{pp} = &mut {of}"));
            self.say(&format!("goto bb{after}"));
        }
        self.current = after;
        rest.push(Free { place: format!("**{pp}"), ty: "u8" });
        self.some(rest, depth - 1);
        rest.pop();
        for of in [&q, &p] {
            let value = self.number(rest);
            self.say(&format!("*{of} = {value}"));
        }
        self.say(&format!("{i} = {i} + 1_usize"));
        self.say(&format!("goto bb{head}"));
        self.current = exit;
        self.say(&format!("{pp} = &mut {q}"));
        if self.dice.roll(3) == 0
            && let Some(third) = self.take(rest, Some("u8"))
        {
            let k = self.local("&mut u8");
            self.say(&format!("{k} = &mut {}", third.place));
            self.say(&format!("*{pp} = move {k}"));
            rest.push(Free { place: format!("**{pp}"), ty: "u8" });
            self.some(rest, depth - 1);
            rest.pop();
        }
        rest.push(Free { place: format!("*{q}"), ty: "u8" });
        rest.push(Free { place: format!("*{p}"), ty: "u8" });
        self.some(rest, depth - 1);
    }

    /// A reference in a struct that is replaced, after which what it pointed to is free again.
    fn overwritten(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some((a, b)) = self.two(rest) else { return };
        let (q, w) = (self.reference("u8"), self.local("W"));
        self.say(&format!("{q} = &mut {}", a.place));
        self.say(&format!("{w} = make W(move {q}, const 1_u8)"));
        let mut inner = rest.clone();
        inner.push(Free { place: format!("*{w}.r"), ty: "u8" });
        inner.push(Free { place: format!("{w}.n"), ty: "u8" });
        self.some(&inner, depth - 1);
        self.say(&format!("{q} = &mut {}", b.place));
        self.say(&format!("{w}.r = move {q}"));
        rest.push(a);
        rest.push(Free { place: format!("*{w}.r"), ty: "u8" });
        self.some(rest, depth - 1);
        self.retire(q, "u8");
    }

    fn dropped(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some(of) = self.take(rest, Some("u8")) else { return };
        let (q, d) = (self.reference("u8"), self.local("D"));
        self.say(&format!("{q} = &mut {}", of.place));
        self.say(&format!("{d} = make D(move {q})"));
        rest.push(Free { place: format!("*{d}.r"), ty: "u8" });
        self.some(rest, depth - 1);
        self.say(&format!("drop {d} {{ {d}: drop_d }}"));
        self.retire(q, "u8");
    }

    /// Two parts of the array.
    fn sliced(&mut self, rest: &mut Vec<Free>, depth: usize) {
        let Some(at) = rest.iter().position(|free| free.ty.starts_with('[')) else { return };
        let of = rest.swap_remove(at);
        let (lo, mid, hi, i) = (self.local("usize"), self.local("usize"), self.local("usize"), self.local("usize"));
        let (a, b) = (self.local("&mut [u8]"), self.local("&mut [u8]"));
        self.say(&format!(
            "{lo} = const 0_usize; {mid} = const 2_usize; {hi} = count {}; {i} = const 1_usize",
            of.place
        ));
        self.say(&format!("{a} = &mut ({})[{lo}..{mid}]", of.place));
        self.say(&format!("{b} = &mut ({})[{mid}..{hi}]", of.place));
        if self.dice.roll(2) == 0 {
            let t = self.local("(&mut [u8], &mut [u8])");
            self.say(&format!("{t} = make (&mut [u8], &mut [u8])(move {a}, move {b})"));
            rest.push(Free { place: format!("(*{t}.0)[{i}]"), ty: "u8" });
            rest.push(Free { place: format!("(*{t}.1)[{lo}]"), ty: "u8" });
        } else {
            rest.push(Free { place: format!("(*{a})[{i}]"), ty: "u8" });
            rest.push(Free { place: format!("(*{b})[#1 from end]"), ty: "u8" });
        }
        self.some(rest, depth - 1);
    }
}

/// A program.
fn program(seed: u64) -> String {
    let mut writer = Writer {
        dice: Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678),
        locals: String::new(),
        count: 0,
        blocks: vec![String::new()],
        current: 0,
        spare: Vec::new(),
    };
    let free = [("a", "u8"), ("t", "(u8, u8)"), ("s", "S"), ("*v", "(u8, u8)"), ("xs", "[u8; 4]"), ("*w", "u8")];
    let free: Vec<Free> = free.iter().map(|(place, ty)| Free { place: (*place).to_owned(), ty }).collect();
    for _ in 0..2 + writer.dice.roll(3) {
        writer.one(&free, 3);
    }
    writer.say("r = make (u8, (u8, u8), S, [u8; 4])(copy a, copy t, copy s, copy xs); return");
    let blocks: String = writer.blocks.iter().enumerate().map(|(at, text)| format!("  bb{at}: {text}\n")).collect();
    format!(
        "{HELPERS}fn f(a: u8, t: (u8, u8), s: S, v: &mut (u8, u8), xs: [u8; 4], w: &mut u8) -> r: (u8, (u8, u8), S, [u8; 4]) {{\n{}{blocks}}}\n",
        writer.locals
    )
}

#[test]
fn runs_with_pointers_and_as_values_come_to_the_same() {
    let mut compared = 0;
    for seed in 0..500 {
        let text = program(seed);
        let program = testing::program(&text);
        let inst = last(&program);
        let body = program.lowered[&inst].clone();
        let s = program.adt_named("S").expect("S");
        for n in [3, 130, 251] {
            let int = |k: i64| Value::Int(((n + k) % 256).into());
            let pair = |k| Value::Tuple(vec![int(k), int(k + 60)]);
            let args = [
                int(0),
                pair(1),
                Value::Adt(s, 0, vec![int(2), pair(3)]),
                pair(4),
                Value::Seq(vec![int(5), int(6), int(7), int(8)]),
                int(90),
            ];
            let real = run(&program, &inst, &args, 10_000);
            let values = Evaluation::new(&program).run(&body, &args);
            let same = match (&real, &values) {
                (Predicted::Returned(result, outs), End::Returned(other, others)) => result == other && outs == others,
                _ => false,
            };
            assert!(
                same,
                "seed {seed}, {n}: {real:?}\n{values:?}\n{text}\n{}",
                crate::ir::print::body_text(&program as &dyn Program, &body)
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 1500);
}

#[test]
fn programs_read_back_as_they_were() {
    for seed in 0..200 {
        let first = Listing::parse(&program(seed)).expect("a program");
        let second = Listing::parse(&first.text()).expect("the same program");
        assert_eq!(without_spans(&first.bodies), without_spans(&second.bodies), "seed {seed}");
    }
}
