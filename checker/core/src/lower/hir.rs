//! Bodies with names resolved and types inferred, before they become a graph.
//!
//! `build` makes this tree from `syn`, `emit` turns it into IR and `pure` into terms. Macros and sugar are gone, every
//! variable is a [`VarId`], and types may hold inference variables until [`Infer::zonk`](super::infer::Infer::zonk).
use num_bigint::BigInt;

use crate::obligation::Kind;
use crate::program::FnId;
use crate::span::Span;
use crate::term::{BinOp, BitOp, Quantifier, Term, UnOp};
use crate::ty::{AdtId, Ty};

/// A variable of the body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub usize);

/// A loop or labelled block that `break` can name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TargetId(pub usize);

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name in source.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Where it is declared.
    pub span: Span,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type, perhaps with inference variables.
    pub ty: Ty,
    /// Where.
    pub span: Span,
}

/// Arithmetic on machine integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arith {
    /// `+ - * / %`.
    Exact(BinOp),
    /// The same in a model of the standard library, where it cannot overflow.
    Sure(BinOp),
    /// The same where it may overflow, inside of the library.
    Inside(BinOp),
    /// `& | ^ << >>`.
    Bits(BitOp),
}

/// What an operation of the standard library does, where the model has it built in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are those of the standard library's methods")]
pub enum Prim {
    Len,
    IsEmpty,
    /// The element at an index, and the elements in a range, which are known to be there.
    At,
    Part,
    Get,
    /// `get_mut`, `first_mut`, `last_mut`: a place that may not be there.
    GetMut,
    FirstMut,
    LastMut,
    First,
    Last,
    Contains,
    Push,
    Pop,
    Insert,
    Remove,
    SwapRemove,
    Swap,
    Truncate,
    Clear,
    Append,
    NewSeq,
    Filled,
    /// `Default::default()` of the result's type.
    Default,
    Unwrap,
    UnwrapErr,
    Take,
    Replace,
    /// `as_slice()`, `copied()`, `Box::new(v)`: another view of the same value.
    Same,
    /// `v.clone()`, `to_vec()`, `cloned()`: an equal value, if the type's `Clone` is derived all the way down.
    Clone,
    /// Integer conversion that keeps the value: `u64::from(x)`, `x.into()`.
    Convert,
    TryConvert,
    Abs,
    DivEuclid,
    RemEuclid,
    Pow,
    CountOnes,
    LeadingZeros,
    TrailingZeros,
    /// `wrap::<T>(e)` of `specs/std`.
    Wrap,
    /// `mem::swap(a, b)`.
    MemSwap,
    /// Evaluates its arguments and does nothing that matters: `println!`.
    Ignore,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer or `char`.
    Int(BigInt),
    /// A boolean.
    Bool(bool),
    /// A value of an opaque type that takes part in nothing: a string literal.
    Text,
    /// A variable.
    Var(VarId),
    /// A constant's value.
    Const(Term),
    /// Negation.
    Unary(UnOp, Box<Expr>),
    /// Bitwise `!` on an integer.
    BitNot(Box<Expr>),
    /// Arithmetic.
    Arith(Arith, Box<Expr>, Box<Expr>),
    /// A comparison.
    Compare(BinOp, Box<Expr>, Box<Expr>),
    /// `&&`, `||`, `implies`.
    Logic(BinOp, Box<Expr>, Box<Expr>),
    /// `let pat = e` in a condition.
    Let(Box<Pat>, Box<Expr>),
    /// `place = value`.
    Assign(Box<Expr>, Box<Expr>),
    /// `place op= value`.
    AssignOp(Arith, Box<Expr>, Box<Expr>),
    /// Component of a tuple.
    Proj(Box<Expr>, usize),
    /// Field of a struct.
    Field(Box<Expr>, usize),
    /// `base[index]`. A panic is reported at the `Span` (the bracket) where `Index` is a trait's, as for `Vec`.
    Index(Box<Expr>, Box<Expr>, Span),
    /// `base[lo..hi]`; the flag says that `hi` is included. Panics are reported at the `Span`, the bracket.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>, bool, Span),
    /// `*e`.
    Deref(Box<Expr>),
    /// `&e`, or `&mut e` with the flag.
    Borrow(bool, Box<Expr>),
    /// A call of a function of the crate or of `specs/std`.
    Call(FnId, Vec<Ty>, Vec<Expr>),
    /// A method of `specs/std` on an integer whose type was not yet known when the call was met.
    IntCall(String, Vec<Expr>),
    /// A built-in operation; `Span` is the place that a panic reports.
    Prim(Prim, Vec<Expr>, Span),
    /// A struct or variant; fields in declaration order, those missing are taken from the base.
    Ctor(AdtId, usize, Vec<Option<Expr>>, Option<Box<Expr>>),
    /// A tuple.
    Tuple(Vec<Expr>),
    /// An array or `vec![…]` listed.
    List(Vec<Expr>),
    /// `[v; n]`, `vec![v; n]`.
    Repeat(Box<Expr>, Box<Expr>),
    /// `if`.
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `match`.
    Match(Box<Expr>, Vec<Arm>),
    /// A block, perhaps with a label.
    Block(Vec<Stmt>, Option<Box<Expr>>, Option<TargetId>),
    /// Any loop.
    Loop(Box<Loop>),
    /// `break`.
    Break(TargetId, Option<Box<Expr>>),
    /// `continue`.
    Continue(TargetId),
    /// `return`.
    Return(Option<Box<Expr>>),
    /// `e?`.
    Try(Box<Expr>),
    /// `e as T`, to this expression's type.
    Cast(Box<Expr>),
    /// `assert!(cond)`; the message that the panic shows, and the claim.
    Assert(Box<Expr>, String, String),
    /// What a model of the standard library demands.
    Demand(Box<Demand>),
    /// The one value for the variable of which the condition holds.
    Choose(VarId, Box<Expr>),
    /// `panic!` and its kin, with the message.
    Panic(String),
    /// Something outside the model, what it is, and the parts that are inside. The flag says that it may panic.
    Unmodelled(String, Vec<Expr>, bool),
    /// `old(e)`.
    Old(Box<Expr>),
    /// `forall` or `exists` over `lo..hi`.
    Quant(Quantifier, VarId, Box<Expr>, Box<Expr>, Box<Expr>),
    /// `forall` or `exists` over the elements of a sequence.
    Elements(Quantifier, Box<Pat>, Box<Expr>, Box<Expr>),
}

/// What must hold for a call of the standard library not to panic.
#[derive(Clone, Debug)]
pub struct Demand {
    /// The kind of obligation.
    pub kind: Kind,
    /// What must hold.
    pub cond: Expr,
    /// The same in words of the call.
    pub claim: String,
    /// What the panic says.
    pub message: String,
    /// Where the panic is reported, if that is at the call.
    pub at: Option<Span>,
}

/// An arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The pattern.
    pub pat: Pat,
    /// The guard.
    pub guard: Option<Expr>,
    /// The value.
    pub body: Expr,
}

/// A statement.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "few, and short-lived")]
pub enum Stmt {
    /// `let pat = init else { … };`
    Let(Pat, Option<Expr>, Option<Expr>),
    /// An expression whose value is dropped.
    Expr(Expr),
}

/// What a `for` loop goes over.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "few, and short-lived")]
pub enum Over {
    /// `lo..hi`, `lo..=hi`, and the same reversed or with a step.
    Range { lo: Expr, hi: Expr, inclusive: bool, reversed: bool, step: Option<Expr> },
    /// The elements of a sequence; `mutable` for `&mut xs`, `counted` for `.enumerate()`.
    Elements { seq: Expr, mutable: bool, counted: bool, reversed: bool },
}

/// How a loop goes on.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "few, and short-lived")]
pub enum LoopKind {
    /// `loop`.
    Forever,
    /// `while cond`, `while let`.
    While(Expr),
    /// `for pat in …`.
    For(Pat, Over),
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// What `break` and `continue` name.
    pub target: TargetId,
    /// How it goes on.
    pub kind: LoopKind,
    /// Its body.
    pub body: Expr,
    /// `loop_invariant!`s, as indices into [`Tree::clauses`].
    pub invariants: Vec<usize>,
    /// `loop_decreases!`.
    pub decreases: Option<usize>,
    /// The empty span before the first of these.
    pub clauses_at: Option<Span>,
}

/// A clause with its expression.
#[derive(Clone, Debug)]
pub struct ClauseExpr {
    /// The expression.
    pub expr: Expr,
    /// Where the clause was written.
    pub span: Span,
    /// As it was written.
    pub text: String,
}

/// How a pattern takes hold of what it binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// By value or by shared reference: the value at this moment.
    Value,
    /// By mutable reference: the place, if the scrutinee is one that is borrowed mutably.
    Place,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pat {
    /// `_`, `..`.
    Wild,
    /// `x`, `x @ p`.
    Bind(VarId, Binding, Option<Box<Pat>>),
    /// A literal or constant.
    Value(Expr),
    /// A range; the flag says that the end is included.
    Range(Option<Expr>, Option<Expr>, bool),
    /// A tuple.
    Tuple(Vec<Pat>),
    /// A struct or variant: fields by index.
    Ctor(AdtId, usize, Vec<(usize, Pat)>),
    /// Alternatives.
    Or(Vec<Pat>),
    /// A slice or array: the first elements, whether there is a rest (and what binds it), the last elements.
    Seq(Vec<Pat>, Option<Box<Pat>>, Vec<Pat>),
    /// Something outside the model.
    Unmodelled(String),
}

/// A body or clause, ready to be turned into IR.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The variables.
    pub vars: Vec<Var>,
    /// The parameters' patterns.
    pub params: Vec<Pat>,
    /// The expression.
    pub root: Expr,
    /// The clauses of its loops.
    pub clauses: Vec<ClauseExpr>,
}

impl Expr {
    /// Calls `f` on each direct sub-expression.
    pub fn each(&self, f: &mut dyn FnMut(&Expr)) {
        use ExprKind::*;
        match &self.kind {
            Int(_) | Bool(_) | Text | Var(_) | Const(_) | Continue(_) | Panic(_) => {}
            Unary(_, a)
            | BitNot(a)
            | Let(_, a)
            | Proj(a, _)
            | Field(a, _)
            | Deref(a)
            | Borrow(_, a)
            | Try(a)
            | Cast(a)
            | Choose(_, a)
            | Assert(a, _, _)
            | Old(a) => f(a),
            Demand(demand) => f(&demand.cond),
            Arith(_, a, b)
            | Compare(_, a, b)
            | Logic(_, a, b)
            | Assign(a, b)
            | AssignOp(_, a, b)
            | Index(a, b, _)
            | Repeat(a, b)
            | Elements(_, _, a, b) => {
                f(a);
                f(b);
            }
            Slice(a, lo, hi, ..) => {
                f(a);
                lo.iter().chain(hi).for_each(|e| f(e));
            }
            Call(_, _, all) | IntCall(_, all) | Prim(_, all, _) | Tuple(all) | List(all) | Unmodelled(_, all, _) => {
                all.iter().for_each(f)
            }
            Ctor(_, _, fields, base) => {
                fields.iter().flatten().for_each(&mut *f);
                base.iter().for_each(|e| f(e));
            }
            If(c, a, b) => {
                f(c);
                f(a);
                b.iter().for_each(|e| f(e));
            }
            Match(e, arms) => {
                f(e);
                for arm in arms {
                    arm.guard.iter().for_each(&mut *f);
                    f(&arm.body);
                }
            }
            Block(stmts, tail, _) => {
                for stmt in stmts {
                    match stmt {
                        Stmt::Let(_, init, diverge) => init.iter().chain(diverge).for_each(&mut *f),
                        Stmt::Expr(e) => f(e),
                    }
                }
                tail.iter().for_each(|e| f(e));
            }
            Loop(inner) => {
                match &inner.kind {
                    LoopKind::Forever => {}
                    LoopKind::While(cond) => f(cond),
                    LoopKind::For(_, Over::Range { lo, hi, step, .. }) => {
                        f(lo);
                        f(hi);
                        step.iter().for_each(&mut *f);
                    }
                    LoopKind::For(_, Over::Elements { seq, .. }) => f(seq),
                }
                f(&inner.body);
            }
            Break(_, value) | Return(value) => value.iter().for_each(|e| f(e)),
            Quant(_, _, a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
        }
    }

    /// Whether it, or a part of it, says that something is changed.
    pub fn assigns(&self) -> bool {
        use ExprKind::*;
        let here = match &self.kind {
            Assign(..) | AssignOp(..) | Borrow(true, _) | Unmodelled(..) => true,
            Prim(op, ..) => op.mutates(),
            Call(_, _, args) => args.iter().any(|arg| matches!(arg.ty, Ty::Ref(true, _))),
            _ => false,
        };
        let mut any = here;
        self.each(&mut |e| any |= e.assigns());
        any
    }

    /// Whether evaluating it may change a variable, so that values read before must be kept.
    pub fn writes(&self) -> bool {
        use ExprKind::*;
        if matches!(self.kind, Assign(..) | AssignOp(..) | Borrow(true, _) | Loop(_) | Block(..) | Choose(..)) {
            return true;
        }
        if let Prim(op, ..) = &self.kind
            && op.mutates()
        {
            return true;
        }
        if let Call(_, _, args) = &self.kind
            && args.iter().any(|arg| matches!(arg.ty, Ty::Ref(true, _)))
        {
            return true;
        }
        let mut any = false;
        self.each(&mut |e| any |= e.writes());
        any
    }
}

impl Prim {
    /// Whether its first argument is a place that it changes.
    pub fn mutates(self) -> bool {
        use Prim::*;
        matches!(
            self,
            Push | Pop | Insert | Remove | SwapRemove | Swap | Truncate | Clear | Append | Take | Replace | MemSwap
        )
    }
}
