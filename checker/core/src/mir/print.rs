//! MIR as text: what [`parse`](super::parse) reads back, and what a person can.
//!
//! ```text
//! fn half(x: u32, y: u32) -> r: u32 {
//!   bb0:
//!     assert y != 0_u32 @division/1;
//!     r = x / y;
//!     return;
//! }
//! ```
//!
//! Spans, call sites, origins of calls and watches are not part of the text. Types inside of terms are written only where they
//! are not what one would think, up to references and boxes, which terms do not see.
use std::collections::HashSet;
use std::fmt::Write;

use super::types::{place_ty, step_ty};
use super::{
    Body, Clause, Contract, FactSource, Intrinsic, LoopClause, Operand, Place, Projection, Rvalue, Stmt, Terminator,
};

use crate::ids::{AdtId, FnId, LocalId, ObligationIx};
use crate::ir::Local;
use crate::print::binary;
use crate::program::{AdtDef, ParamDef, Program, PureDef};
use crate::span::{FileId, Span};
use crate::term::{BinOp, BitOp, Quantifier, Term, TermKind, UnOp};
use crate::ty::{FnInst, Length, Ty};

/// A body as text.
pub fn body_text(program: &dyn Program, body: &Body) -> String {
    let text = BodyText { body, text: Text::new(program, &body.locals) };
    text.body()
}

/// A struct's or enum's declaration as text.
pub fn adt_text(program: &dyn Program, id: AdtId) -> String {
    let def = program.adt(id);
    let ty = Ty::Adt(id, def.generics.iter().map(|name| Ty::Param(name.clone())).collect());
    let span = def.span.unwrap_or(Span { file: FileId(0), start: 0, end: 0 });
    let locals = [Local { name: "self".to_owned(), ty: ty.clone(), span }];
    let text = Text::new(program, &locals);
    let stated = program.type_invariant(&Term::local(LocalId(0), ty));
    let stated = if stated == Term::bool(true) { String::new() } else { format!(" invariant {};", text.term(&stated)) };
    let std = if def.module.is_none() { "std " } else { "" };
    let fields = |at: usize| {
        let fields = def.variants[at].fields.iter().map(|field| format!("{}: {}", field.name, text.ty(&field.ty)));
        fields.collect::<Vec<_>>().join(", ")
    };
    let name = format!("{}{}", quoted(&def.path), angled(&def.generics));
    if !def.is_enum {
        return format!("{std}struct {name} {{ {} }}{stated}\n", fields(0));
    }
    let variants = (0..def.variants.len()).map(|at| match fields(at).as_str() {
        "" => def.variants[at].name.clone(),
        fields => format!("{} {{ {fields} }}", def.variants[at].name),
    });
    format!("{std}enum {name} {{ {} }}{stated}\n", variants.collect::<Vec<_>>().join(", "))
}

/// The declaration of a function without a body as text.
pub fn fn_text(program: &dyn Program, id: FnId) -> String {
    let def = program.func(id);
    let inst = FnInst { func: id, args: def.generics.iter().map(|name| Ty::Param(name.clone())).collect() };
    let param = |param: &ParamDef| match &param.ty {
        Ty::Ref(true, inner) => (param.name.clone(), Ty::Borrow(inner.clone())),
        other => (param.name.clone(), other.clone()),
    };
    let locals = def.params.iter().map(param).chain([("ret".to_owned(), def.ret.clone())]);
    let locals: Vec<Local> = locals.map(|(name, ty)| Local { name, ty, span: def.span }).collect();
    let text = Text::new(program, &locals);
    let mut declared: Vec<String> =
        text.names.iter().zip(&locals).map(|(name, l)| format!("{name}: {}", text.ty(&l.ty))).collect();
    let ret = declared.pop().unwrap_or_default();
    let contract = program.contract(&inst);
    let contract = if contract.explicit { text.contract(&contract) } else { String::new() };
    let end = match program.pure_def(&inst) {
        Some(known) => text.pure(&known),
        None if contract.is_empty() => ";".to_owned(),
        None => String::new(),
    };
    let pure = if def.pure { "pure " } else { "" };
    format!("{pure}fn {}({}) -> {ret}{contract}{}\n", text.inst(&inst), declared.join(", "), end)
}

fn angled(args: &[String]) -> String {
    if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) }
}

/// Words that mean something where a local's name may stand.
pub(super) const RESERVED: &[&str] = &[
    "bitand",
    "bitor",
    "bitxor",
    "call",
    "concat",
    "const",
    "constant",
    "copy",
    "count",
    "defined",
    "else",
    "exists",
    "false",
    "forall",
    "if",
    "intrinsic",
    "is",
    "as",
    "len",
    "make",
    "move",
    "neg",
    "new",
    "no_value",
    "old",
    "pure",
    "push",
    "repeat",
    "set",
    "test",
    "true",
    "assert",
    "assume",
    "havoc",
    "drop",
    "clause",
    "unmodelled",
    "goto",
    "return",
    "stop",
    "let",
    "loop",
    "invariant",
    "decreases",
    "obligation",
    "_",
];

/// Whether a text is read back as one word.
fn is_word(text: &str) -> bool {
    let segment = |s: &str| {
        let closure = s.strip_prefix('{').and_then(|s| s.strip_suffix('}'));
        let plain = s.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && s.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '#');
        plain || closure.is_some_and(|s| !s.contains(['{', '}', ':', '`']))
    };
    text.split("::").all(segment) && text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// A path, in backquotes if it is not a plain one.
pub(super) fn quoted(path: &str) -> String {
    if is_word(path) && !RESERVED.contains(&path) { path.to_owned() } else { format!("`{}`", path.replace('`', "'")) }
}

/// The names of bit operations.
pub(super) const BIT_OPS: [(BitOp, &str); 5] =
    [(BitOp::And, "bitand"), (BitOp::Or, "bitor"), (BitOp::Xor, "bitxor"), (BitOp::Shl, "shl"), (BitOp::Shr, "shr")];

/// The names of the intrinsics.
pub(super) const INTRINSICS: [(Intrinsic, &str); 7] = [
    (Intrinsic::Push, "push"),
    (Intrinsic::Append, "append"),
    (Intrinsic::Truncate, "truncate"),
    (Intrinsic::Insert, "insert"),
    (Intrinsic::Cut, "cut"),
    (Intrinsic::Concat, "concat"),
    (Intrinsic::Read, "read"),
];

/// How tightly a form binds; a looser one inside a tighter one gets parentheses.
fn precedence(kind: &TermKind) -> u8 {
    use BinOp::*;
    match kind {
        TermKind::Bin(Implies, ..) | TermKind::Ite(..) => 0,
        TermKind::Bin(Or, ..) => 1,
        TermKind::Bin(And, ..) => 2,
        TermKind::Bin(Eq | Ne | Same | Lt | Le | Gt | Ge, ..) | TermKind::IsVariant(..) => 3,
        TermKind::Bin(Add | Sub, ..) => 5,
        TermKind::Bin(Mul | Div | Rem, ..) => 6,
        TermKind::Un(UnOp::Not, _) => 7,
        _ => 8,
    }
}

/// The type of a term for a part of a value: what a mutable reference there points to now.
pub(super) fn seen_ty(ty: &Ty) -> &Ty {
    match ty {
        Ty::Ref(_, inner) | Ty::Boxed(inner) | Ty::Borrow(inner) => seen_ty(inner),
        other => other,
    }
}

/// The type that a term has where none is written; `None` if it has to be.
pub(super) fn usual_ty(program: &dyn Program, locals: &[Local], kind: &TermKind) -> Option<Ty> {
    use TermKind::*;
    let element = |of: &Term| of.ty().element().cloned().map(Box::new);
    let seen = |ty: &Ty| seen_ty(ty).clone();
    Some(match kind {
        Local(id) | Old(id) => seen(&locals.get(id.0 as usize)?.ty),
        Bound(_) => Ty::Exact,
        Int(_) | NoValue | Ctor(..) | Param(_) => return None,
        Bool(_) | Un(UnOp::Not, _) | IsVariant(..) | Quant(..) | Defined(..) => Ty::Bool,
        Un(UnOp::Neg, a) => a.ty().clone(),
        Bin(BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem, a, _) => a.ty().clone(),
        Bin(..) => Ty::Bool,
        Wrap(ty, _) | Bits(_, ty, ..) => Ty::Int(*ty),
        Ite(_, a, _) | SeqSet(a, ..) | SeqPush(a, _) => a.ty().clone(),
        Tuple(all) => Ty::Tuple(all.iter().map(|t| t.ty().clone()).collect()),
        Proj(a, at) => match a.ty().peeled() {
            Ty::Tuple(all) => seen(all.get(*at)?),
            _ => return None,
        },
        Field(a, variant, field) => {
            seen(&step_ty(program, a.ty().peeled(), &Projection::Field { variant: *variant, field: *field })?)
        }
        SeqLit(all) => Ty::Array(Box::new(all.first()?.ty().clone()), (all.len() as u64).into()),
        SeqRepeat(value, _) => Ty::Vec(Box::new(value.ty().clone())),
        SeqLen(_) => Ty::Int(crate::ty::IntTy::Usize),
        SeqGet(a, _) => seen(&*element(a)?),
        SeqSlice(a, ..) => Ty::Slice(element(a)?),
        SeqConcat(a, _) => Ty::Vec(element(a)?),
        Call(inst, _) => {
            let def = program.func(inst.func);
            let arg =
                |name: &str| def.generics.iter().position(|g| g == name).and_then(|at| inst.args.get(at).cloned());
            def.ret.substitute(&arg)
        }
    })
}

/// What terms, places and types are written with.
pub(super) struct Text<'a> {
    program: &'a dyn Program,
    locals: &'a [Local],
    names: Vec<String>,
}

impl<'a> Text<'a> {
    fn new(program: &'a dyn Program, locals: &'a [Local]) -> Self {
        let mut taken = HashSet::new();
        let fine = |name: &str| is_word(name) && !name.contains("::") && !RESERVED.contains(&name);
        let once = |name: &str| locals.iter().filter(|local| local.name == name).count() == 1;
        let mut names = Vec::new();
        for (at, local) in locals.iter().enumerate() {
            let mut name = match local.name.as_str() {
                name if fine(name) && once(name) => name.to_owned(),
                name if fine(name) => format!("{name}_{at}"),
                _ => format!("_{at}"),
            };
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            names.push(name);
        }
        Text { program, locals, names }
    }

    fn local(&self, id: LocalId) -> String {
        self.names.get(id.0 as usize).cloned().unwrap_or_else(|| format!("_{}", id.0))
    }

    fn tys(&self, tys: &[Ty]) -> Vec<String> {
        tys.iter().map(|ty| self.ty(ty)).collect()
    }

    fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Int(int) => int.name().into(),
            Ty::Exact => "int".into(),
            Ty::Tuple(all) if all.len() == 1 => format!("({},)", self.ty(&all[0])),
            Ty::Tuple(all) => format!("({})", self.tys(all).join(", ")),
            Ty::Adt(id, args) => format!("{}{}", quoted(&self.program.adt(*id).path), angled(&self.tys(args))),
            Ty::Array(element, Length::Known(n)) => format!("[{}; {n}]", self.ty(element)),
            Ty::Array(element, Length::Param(name)) => format!("[{}; {}]", self.ty(element), quoted(name)),
            Ty::Slice(element) => format!("[{}]", self.ty(element)),
            Ty::Vec(element) => format!("Vec<{}>", self.ty(element)),
            Ty::Ref(false, inner) => format!("&{}", self.ty(inner)),
            Ty::Ref(true, inner) => format!("&out {}", self.ty(inner)),
            Ty::Borrow(inner) => format!("&mut {}", self.ty(inner)),
            Ty::Boxed(inner) => format!("Box<{}>", self.ty(inner)),
            Ty::Param(name) => quoted(name),
            Ty::Infer(_) => "_".into(),
            Ty::Never => "!".into(),
            Ty::Opaque(text) => format!("opaque {text:?}"),
        }
    }

    fn inst(&self, inst: &FnInst) -> String {
        format!("{}{}", quoted(&self.program.func(inst.func).path), angled(&self.tys(&inst.args)))
    }

    /// A struct or enum type with a variant.
    fn made(&self, ty: &Ty, variant: usize) -> String {
        match ty.peeled() {
            Ty::Adt(id, _) if self.program.adt(*id).is_enum => {
                format!("{}::{}", self.ty(ty.peeled()), self.variant(self.program.adt(*id), variant))
            }
            other => self.ty(other),
        }
    }

    fn variant(&self, def: &AdtDef, variant: usize) -> String {
        def.variants.get(variant).map_or_else(|| variant.to_string(), |v| quoted(&v.name))
    }

    /// A field of something that is written `of` and has the type.
    fn field(&self, of: &str, ty: Option<&Ty>, variant: usize, field: usize) -> String {
        if let Some(Ty::Adt(id, _)) = ty {
            let def = self.program.adt(*id);
            if let Some(known) = def.variants.get(variant).and_then(|v| v.fields.get(field)) {
                let name = &known.name;
                return match def.is_enum {
                    true => format!("({of} as {}).{name}", self.variant(def, variant)),
                    false => format!("{of}.{name}"),
                };
            }
        }
        format!("{of}.@{variant}.{field}")
    }

    fn place(&self, place: &Place) -> String {
        let mut text = self.local(place.local);
        let mut ty = place_ty(self.program, self.locals, &Place::local(place.local));
        for (at, step) in place.projections.iter().enumerate() {
            text = match step {
                Projection::Deref if at + 1 == place.projections.len() => format!("*{text}"),
                Projection::Deref => format!("(*{text})"),
                Projection::Field { variant, field } => self.field(&text, ty.as_ref(), *variant, *field),
                Projection::Component(at) => format!("{text}.{at}"),
                Projection::Index(id) => format!("{text}[{}]", self.local(*id)),
                Projection::ConstantIndex { offset, from_end } => {
                    format!("{text}[#{offset}{}]", if *from_end { " from end" } else { "" })
                }
                Projection::Slice { lo, hi } => format!("{text}[{}..{}]", self.local(*lo), self.local(*hi)),
            };
            ty = ty.and_then(|ty| step_ty(self.program, &ty, step));
        }
        text
    }

    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Copy(place) => format!("copy {}", self.place(place)),
            Operand::Move(place) => format!("move {}", self.place(place)),
            Operand::Constant(term) => format!("const {}", self.term(term)),
        }
    }

    fn operands(&self, operands: &[Operand]) -> String {
        operands.iter().map(|operand| self.operand(operand)).collect::<Vec<_>>().join(", ")
    }

    fn rvalue(&self, value: &Rvalue) -> String {
        match value {
            Rvalue::Use(operand) => self.operand(operand),
            Rvalue::Ref(false, place) => format!("&{}", self.place(place)),
            Rvalue::Ref(true, place) => format!("&mut {}", self.place(place)),
            Rvalue::Compute(term) => self.term(term),
            Rvalue::Aggregate(ty, variant, operands) => {
                format!("make {}({})", self.made(ty, *variant), self.operands(operands))
            }
            Rvalue::Repeat(ty, value, n) => {
                format!("repeat {}({}; {})", self.ty(ty), self.operand(value), self.term(n))
            }
            Rvalue::IsVariant(place, variant) => {
                let ty = place_ty(self.program, self.locals, place);
                format!("test {} is {}", self.place(place), self.variant_of(ty.as_ref(), *variant))
            }
            Rvalue::Len(place) => format!("count {}", self.place(place)),
        }
    }

    fn variant_of(&self, ty: Option<&Ty>, variant: usize) -> String {
        match ty.map(Ty::peeled) {
            Some(Ty::Adt(id, _)) => self.variant(self.program.adt(*id), variant),
            _ => variant.to_string(),
        }
    }

    fn term(&self, term: &Term) -> String {
        self.term_at(term, 0)
    }

    fn clause(&self, clause: &Clause) -> String {
        let term = self.term(&clause.term);
        match clause.term == clause.value {
            true => format!("{term} {:?}", clause.text),
            false => format!("{term}, {} {:?}", self.term(&clause.value), clause.text),
        }
    }

    fn contract(&self, contract: &'a Contract) -> String {
        let clauses = |word: &'static str, all: &'a [Clause]| all.iter().map(move |clause| (word, clause));
        let all = clauses("requires", &contract.requires).chain(clauses("ensures", &contract.ensures));
        let all = all.chain(contract.decreases.iter().map(|clause| ("decreases", clause)));
        all.map(|(word, clause)| format!("\n{word} {};", self.clause(clause))).collect()
    }

    /// What a pure function is in clauses.
    fn pure(&self, def: &PureDef) -> String {
        let domain =
            if def.domain == Term::bool(true) { String::new() } else { format!(" where {}", self.term(&def.domain)) };
        format!("\n= {}{domain};", self.term(&def.body))
    }

    fn terms(&self, terms: &[Term]) -> String {
        terms.iter().map(|t| self.term(t)).collect::<Vec<_>>().join(", ")
    }

    fn term_at(&self, term: &Term, outer: u8) -> String {
        let usual = usual_ty(self.program, self.locals, term.kind());
        let written =
            matches!(term.kind(), TermKind::Int(_) | TermKind::Ctor(..) | TermKind::NoValue | TermKind::Param(_));
        if !written && usual.as_ref().map(Ty::plain) != Some(term.ty().plain()) {
            return format!("({} : {})", self.plain_term(term), self.ty(&term.ty().plain()));
        }
        let text = self.plain_term(term);
        if precedence(term.kind()) < outer { format!("({text})") } else { text }
    }

    fn plain_term(&self, term: &Term) -> String {
        use TermKind::*;
        let own = precedence(term.kind());
        let tight = |t: &Term| self.term_at(t, 8);
        match term.kind() {
            Local(id) => self.local(*id),
            Old(id) => format!("old({})", self.local(*id)),
            Bound(id) => format!("%{}", id.0),
            Int(value) => format!("{value}_{}", self.ty(term.ty().peeled())),
            Bool(value) => value.to_string(),
            Un(UnOp::Neg, a) => format!("neg({})", self.term(a)),
            Un(UnOp::Not, a) => format!("!{}", tight(a)),
            Bin(op, a, b) => {
                // Comparisons do not chain; implications nest to the right, all else to the left.
                let (left, right) = match op {
                    BinOp::Implies => (own + 1, own),
                    BinOp::Eq | BinOp::Ne | BinOp::Same | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                        (own + 1, own + 1)
                    }
                    _ => (own, own + 1),
                };
                format!("{} {} {}", self.term_at(a, left), binary(*op), self.term_at(b, right))
            }
            Wrap(ty, a) => format!("wrap_{ty}({})", self.term(a)),
            Bits(op, ty, a, b) => {
                let name = BIT_OPS.iter().find(|(known, _)| known == op).map_or("?", |(_, name)| name);
                format!("{name}_{ty}({}, {})", self.term(a), self.term(b))
            }
            Ite(c, a, b) => format!("if {} {{ {} }} else {{ {} }}", self.term(c), self.term(a), self.term(b)),
            Tuple(all) if all.len() == 1 => format!("({},)", self.term(&all[0])),
            Tuple(all) => format!("({})", self.terms(all)),
            Proj(a, at) => format!("{}.{at}", tight(a)),
            Ctor(variant, fields) => format!("new {}({})", self.made(term.ty(), *variant), self.terms(fields)),
            Field(a, variant, field) => self.field(&tight(a), Some(a.ty().peeled()), *variant, *field),
            IsVariant(a, variant) => format!("{} is {}", self.term_at(a, 4), self.variant_of(Some(a.ty()), *variant)),
            SeqLit(all) => format!("[{}]", self.terms(all)),
            SeqRepeat(value, n) => format!("[{}; {}]", self.term(value), self.term(n)),
            SeqLen(a) => format!("len({})", self.term(a)),
            SeqGet(a, at) => format!("{}[{}]", tight(a), self.term(at)),
            SeqSet(a, at, value) => format!("set({}, {}, {})", self.term(a), self.term(at), self.term(value)),
            SeqPush(a, value) => format!("push({}, {})", self.term(a), self.term(value)),
            SeqSlice(a, lo, hi) => format!("{}[{}..{}]", tight(a), self.term(lo), self.term(hi)),
            SeqConcat(a, b) => format!("concat({}, {})", self.term(a), self.term(b)),
            Quant(quantifier, id, lo, hi, body) => {
                let word = match quantifier {
                    Quantifier::Forall => "forall",
                    Quantifier::Exists => "exists",
                };
                format!("{word}({}..{}, %{}: {})", self.term(lo), self.term(hi), id.0, self.term(body))
            }
            Defined(inst, args) => format!("defined {}({})", self.inst(inst), self.terms(args)),
            NoValue => format!("no_value({})", self.ty(&term.ty().plain())),
            Param(name) => format!("constant({}: {})", quoted(name), self.ty(term.ty().peeled())),
            Call(inst, args) => format!("pure {}({})", self.inst(inst), self.terms(args)),
        }
    }
}

struct BodyText<'a> {
    body: &'a Body,
    text: Text<'a>,
}

impl BodyText<'_> {
    fn body(&self) -> String {
        let mut out = String::new();
        let declared = |at: usize| format!("{}: {}", self.text.names[at], self.text.ty(&self.body.locals[at].ty));
        let params: Vec<String> = (0..self.body.params).map(declared).collect();
        let (inst, result) = (self.text.inst(&self.body.inst), declared(self.body.params));
        let contract = self.text.contract(&self.body.contract);
        let def = self.text.program.func(self.body.inst.func);
        let pure = if def.pure { "pure " } else { "" };
        let term = self.text.program.pure_def(&self.body.inst).map(|known| self.text.pure(&known)).unwrap_or_default();
        let _ = writeln!(out, "{pure}fn {inst}({}) -> {result}{contract}{term} {{", params.join(", "));
        for at in self.body.params + 1..self.body.locals.len() {
            let _ = writeln!(out, "  let {};", declared(at));
        }
        for (at, obligation) in self.body.obligations.iter().enumerate() {
            let tag = self.tag(ObligationIx(at as u32));
            let words = match (obligation.claim.as_str(), obligation.message.as_str()) {
                ("", "") => String::new(),
                (claim, message) => format!(" {claim:?} {message:?}"),
            };
            let _ = writeln!(out, "  obligation {}{words};", &tag[1..]);
        }
        for clause in &self.body.clauses {
            let _ = writeln!(out, "  {};", self.clause(clause));
        }
        for l in &self.body.loops {
            let _ = writeln!(out, "  loop bb{};", l.head.0);
        }
        for (at, block) in self.body.blocks.iter().enumerate() {
            let _ = writeln!(out, "  bb{at}:");
            for stmt in &block.stmts {
                let _ = writeln!(out, "    {};", self.stmt(stmt));
            }
            let _ = writeln!(out, "    {};", self.end(&block.end));
        }
        out.push_str("}\n");
        out
    }

    fn clause(&self, clause: &LoopClause) -> String {
        let of = |clause| self.text.clause(clause);
        match clause {
            LoopClause::Invariant(clause, entry, preserved) => {
                format!("invariant {} {} {}", of(clause), self.tag(*entry), self.tag(*preserved))
            }
            LoopClause::Decreases(clause, ix) => format!("decreases {} {}", of(clause), self.tag(*ix)),
        }
    }

    /// An obligation as `@kind/n`, or in full where it is not of that form.
    fn tag(&self, ix: ObligationIx) -> String {
        let Some(obligation) = self.body.obligations.get(ix.0 as usize) else { return format!("@#{}", ix.0) };
        let path = &self.text.program.func(self.body.inst.func).path;
        let short = obligation.id.strip_prefix(path.as_str()).and_then(|rest| rest.strip_prefix('/'));
        let plain = short.and_then(|short| short.split_once('/')).filter(|(kind, n)| {
            let numbered = n.parse::<u32>().is_ok_and(|value| value.to_string() == *n);
            *kind == obligation.kind.name() && numbered
        });
        match plain {
            Some((kind, n)) => format!("@{kind}/{n}"),
            None => format!("@{:?} {}", obligation.id, obligation.kind),
        }
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        let text = &self.text;
        match stmt {
            Stmt::Assign { dest, value } => format!("{} = {}", text.place(dest), text.rvalue(value)),
            Stmt::Assert { cond, obligation } => format!("assert {} {}", text.term(cond), self.tag(*obligation)),
            Stmt::Assume { cond, source } => {
                let source = match source {
                    FactSource::Own => String::new(),
                    FactSource::Callee(inst) => format!(" by call {}", text.inst(inst)),
                    FactSource::Invariant(l, k) => format!(" by invariant {l} {k}"),
                };
                format!("assume {}{source}", text.term(cond))
            }
            Stmt::Way { way, cond } => {
                format!("way {} {}", way.word(), text.term(cond))
            }
            Stmt::Havoc { dest } => format!("havoc {}", text.place(dest)),
            Stmt::Call { callee, args, dest, requires, .. } => {
                let tags: String = requires.iter().map(|ix| format!(" {}", self.tag(*ix))).collect();
                format!("{} = call {}({}){tags}", text.place(dest), text.inst(callee), text.operands(args))
            }
            Stmt::Intrinsic { op, args, dest } => {
                let name = INTRINSICS.iter().find(|(known, _)| known == op).map_or("?", |(_, name)| name);
                format!("{} = intrinsic {name}({})", text.place(dest), text.operands(args))
            }
            Stmt::Drop { place, glue, .. } if glue.is_empty() => format!("drop {}", text.place(place)),
            Stmt::Drop { place, glue, .. } => {
                let glue = glue.iter().map(|(part, inst)| format!("{}: {}", text.place(part), text.inst(inst)));
                format!("drop {} {{ {} }}", text.place(place), glue.collect::<Vec<_>>().join(", "))
            }
            Stmt::LoopClause(at) => format!("clause {at}"),
            Stmt::Unmodelled { what, obligation, dest } => {
                let what = self.body.unmodelled.get(*what).map_or("?", |known| known.what.as_str());
                let tag = obligation.map(|ix| format!(" {}", self.tag(ix))).unwrap_or_default();
                let dest = dest.as_ref().map(|dest| format!(" -> {}", text.place(dest))).unwrap_or_default();
                format!("unmodelled {what:?}{tag}{dest}")
            }
        }
    }

    fn end(&self, end: &Terminator) -> String {
        match end {
            Terminator::Goto(to) => format!("goto bb{}", to.0),
            Terminator::Branch { cond, then, otherwise } => {
                format!("if {} bb{} else bb{}", self.text.term(cond), then.0, otherwise.0)
            }
            Terminator::Return => "return".into(),
            Terminator::Stop => "stop".into(),
        }
    }
}
