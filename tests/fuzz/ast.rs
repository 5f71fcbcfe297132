//! Random programs: typed expressions and statements of Rust, and clauses in exact arithmetic.

/// A machine integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int {
    /// As in Rust.
    pub name: &'static str,
    /// Its width (of `usize` and `isize`: 64).
    pub bits: u32,
    /// Whether it has negative values.
    pub signed: bool,
}

const fn int(name: &'static str, bits: u32, signed: bool) -> Int {
    Int { name, bits, signed }
}

/// `usize`.
pub const USIZE: Int = int("usize", 64, false);

/// All of them.
pub const INTS: [Int; 12] = [
    int("i8", 8, true),
    int("i16", 16, true),
    int("i32", 32, true),
    int("i64", 64, true),
    int("i128", 128, true),
    int("isize", 64, true),
    int("u8", 8, false),
    int("u16", 16, false),
    int("u32", 32, false),
    int("u64", 64, false),
    int("u128", 128, false),
    USIZE,
];

impl Int {
    /// The least value.
    pub fn min(self) -> i128 {
        if self.signed { i128::MIN >> (128 - self.bits) } else { 0 }
    }

    /// The greatest value; of `u128`, the greatest that fits an `i128`.
    pub fn max(self) -> i128 {
        i128::MAX >> (128 - self.bits).saturating_sub(u32::from(!self.signed))
    }
}

/// Operators; all but the bits' may panic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `<<`, by a count of any type
    Shl,
    /// `>>`, by a count of any type
    Shr,
}

impl Op {
    /// As in Rust.
    pub fn sign(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::Shl => "<<",
            Op::Shr => ">>",
        }
    }
}

/// Comparisons, by their sign in Rust.
pub type Cmp = &'static str;

/// All comparisons.
pub const CMPS: [Cmp; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its type.
    pub ty: Int,
    /// What it is.
    pub node: Node,
}

/// What an expression is.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Node {
    Lit(i128),
    /// A literal without suffix, where its type is known from elsewhere.
    Bare(i128),
    Var(String),
    /// The place a `&mut` parameter points to.
    Deref(String),
    Bin(Op, Box<Expr>, Box<Expr>),
    Neg(Box<Expr>),
    /// `!x`
    Not(Box<Expr>),
    /// `a.name(b)` of the standard library; where that gives an `Option`, `a.name(b).unwrap_or(c)`.
    Method(&'static str, Vec<Expr>),
    /// `{ let var = x; let mut g = |var: T| body; g(var) }`
    Closure(String, Box<Expr>, Box<Expr>),
    /// `a.name(b).map_or(c, |var| body)`
    MapOr(&'static str, Vec<Expr>, String, Box<Expr>),
    /// `{ target op= value; rest }`
    Then(Box<[Expr; 3]>, Option<Op>),
    /// A method of a trait that all numbers implement, in this form of writing it.
    Weighed(Weighing, Box<Expr>),
    /// `larger!(a, b)`: a macro whose own variables have names that the arguments may have.
    Larger(Box<[Expr; 2]>),
    /// `match x { patterns => …, _ => … }`, the first that fits.
    Match(Box<Expr>, Vec<Arm>, Box<Expr>),
    /// `match (a, b) { (n, x) | (x, n) if guard => …, _ => … }`: two numbers, a literal, a variable.
    Either(Box<[Expr; 2]>, i128, String, Box<Cond>, Box<[Expr; 2]>),
    /// `&mut x`, `&mut *x`, `&xs[..]`: a place as an argument.
    Borrow(bool, String),
    /// A pair by its name, or from its parts.
    Pair(String),
    MakePair(Box<[Expr; 2]>),
    Cast(Box<Expr>),
    Index(String, Box<Expr>),
    Len(String),
    If(Box<Cond>, Box<Expr>, Box<Expr>),
    /// A call of the program's function with this index.
    Call(usize, Vec<Expr>),
}

/// An arm of a match on a number: alternatives from one literal to another, a guard, a value.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Ranges; those of one number are literals.
    pub ranges: Vec<(i128, i128)>,
    /// `if …`
    pub guard: Option<Cond>,
    /// Its value.
    pub value: Expr,
}

/// A method of the trait `Weigh`: of signed types `weigh` subtracts one and `twice` changes nothing, of others `weigh` adds one and
/// `twice`, which the trait provides, adds two; all of them wrap around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weighing {
    /// `x.weigh()`
    Once,
    /// `x.twice()`
    Twice,
    /// `heavy(x)`: `twice` in a generic function.
    Generic,
}

/// How an assignment is written. It means the same in all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// `x += v;`
    Direct,
    /// `let at = &mut x; *at += v;`
    Reference,
    /// `if let Some(at) = Some(&mut x) { *at += v; }`
    Option,
    /// `let mut set = |by| x += by; set(v);`
    Closure,
    /// `let held = Held { at: &mut x }; *held.at += v;`
    Struct,
    /// `*chosen(&mut x) += v;`: a generic function that returns its argument.
    Function,
    /// `let _ = std::mem::replace(&mut x, v);`, where nothing is added.
    Replace,
    /// `std::mem::swap(&mut x, &mut v);`
    Swap,
    /// `put!(x, v);`
    Macro,
}

/// A condition.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Cond {
    Cmp(Cmp, Expr, Expr),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
    /// `xs.iter().all(|&var| cond)`, or `any` where the flag is not set.
    Each(bool, String, String, Box<Cond>),
}

/// A statement.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Stmt {
    /// With its type or without.
    Let(String, Expr, bool),
    LetArray(String, Int, Vec<Expr>),
    /// `let mut name: Vec<T> = vec![…]`
    LetVec(String, Int, Vec<Expr>),
    /// `name.push(e)`
    Push(String, Expr),
    /// `let mut name = Pair { a: …, b: … }`
    LetPair(String, Expr),
    /// `if cond { break 'label; }`, or `continue`: the label is the loop's variable.
    Jump(Cond, bool, String),
    /// `target op= value`, or `target = value`.
    Assign(Expr, Option<Op>, Expr, How),
    /// `let at = if cond { &mut x } else { &mut y }; *at op= value;`
    AssignEither(Cond, Box<[Expr; 2]>, Option<Op>, Expr),
    /// A value whose `drop` sets the target, and which is forgotten if the condition holds.
    Late(Expr, Expr, Cond),
    /// `for var in xs.iter_mut().rev() { *var = value; }`, with some adapters or none.
    Each(String, &'static str, String, Expr),
    /// A call of something outside the model.
    Opaque(&'static str),
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// `let mut var = 0; 'var: while var < bound { …; var += 1; }`
    While(String, Expr, Vec<Claim>, Vec<Stmt>),
    /// `'var: for var in lo..hi { … }`
    For(String, Expr, Expr, Vec<Claim>, Vec<Stmt>),
    Assert(Cond),
    /// `if cond { return value; }`
    Return(Cond, Expr),
}

/// A term of a clause. Exact integers.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Term {
    Lit(i128),
    Var(String),
    /// A `&mut` parameter's place now (at the end, in a postcondition).
    Deref(String),
    /// A `&mut` parameter's place at entry; `p.a` for a part of a pair.
    Old(String),
    Ret,
    Len(String),
    Bin(Op, Box<Term>, Box<Term>),
}

/// A clause.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Claim {
    Cmp(Cmp, Term, Term),
    And(Box<Claim>, Box<Claim>),
    Implies(Box<Claim>, Box<Claim>),
    /// Every element compares so.
    Forall(String, Cmp, Term),
}

/// How a parameter is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `x: T`
    Value,
    /// `mut x: T`, changed in the body.
    Changed,
    /// `x: &mut T`
    MutRef,
    /// `xs: [T; n]`
    Array(usize),
    /// `xs: &[T]`
    Slice,
    /// `xs: &mut [T]`
    MutSlice,
    /// `mut p: PairT`: two fields, `a` and `b`.
    Pair,
    /// `p: &mut PairT`
    MutPair,
}

impl Shape {
    /// Whether the function changes what the caller has.
    pub fn is_out(self) -> bool {
        matches!(self, Shape::MutRef | Shape::MutSlice | Shape::MutPair)
    }
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its (element) type.
    pub ty: Int,
    /// How it is passed.
    pub shape: Shape,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Fun {
    /// Its name; `help0`, `help1`, … for those that others call, `f` for the last.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The type of the result.
    pub ret: Int,
    /// Preconditions.
    pub requires: Vec<Claim>,
    /// Postconditions.
    pub ensures: Vec<Claim>,
    /// The body.
    pub body: Vec<Stmt>,
    /// Its value.
    pub value: Expr,
}

/// A program: functions that call only earlier ones.
#[derive(Clone, Debug)]
pub struct Program {
    /// The functions, `f` last.
    pub funs: Vec<Fun>,
    /// The number types of the pairs in it.
    pub pairs: Vec<Int>,
    /// Literals that occur in it: interesting inputs.
    pub literals: Vec<i128>,
}
