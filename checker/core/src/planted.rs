//! Defects that can be planted in the checker, so that the soundness fuzzer can be seen to find them.
//!
//! Each is one that somebody could make: a bound that is off by one, an effect that is lost, an order that is turned round.
//! They are there with the feature `planted` only, which nothing but `make planted` asks for; without it [`is_planted`] is a constant.

macro_rules! defects {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// A defect.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Defect {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Defect {
            /// All of them.
            pub const ALL: &[Defect] = &[$(Defect::$name,)+];
        }
    };
}

defects! {
    /// The right operand is evaluated before the left one.
    OperandsRightFirst,
    /// `x op= e` reads `x` before it evaluates `e`.
    AssignmentLeftFirst,
    /// `a && b` looks at `b` first.
    ConjunctionRightFirst,
    /// A shift by the width of the type does not overflow.
    ShiftByWidth,
    /// An index that is the length is within bounds.
    IndexOfLength,
    /// `a..=b` in a pattern leaves `b` out.
    PatternRangeExclusive,
    /// Of the alternatives of a pattern that bind variables only the first is tried.
    FirstAlternativeOnly,
    /// What was moved out on some ways is dropped on all.
    DropsWhatWasMoved,
    /// `break` and `continue` with a label mean the innermost loop.
    LabelsIgnored,
    /// A method that a trait provides is the trait's, though the implementation has its own.
    OverriddenMethodIgnored,
    /// A cast to a narrower type keeps the value.
    CastKeepsValue,
    /// A callee with a contract changes nothing behind the references that it is given.
    ContractKeepsReferences,
    /// A turn of a loop keeps the first variable that it assigns.
    LoopKeepsVariable,
    /// What a mutable reference is used for does not get to the place that it was made from.
    BorrowKeepsPlace,
    /// `push` does not make a vector longer.
    PushKeepsLength,
    /// Division rounds towards minus infinity.
    DivisionRoundsDown,
    /// Wrapping into a signed type gives a value of the unsigned one.
    WrapForgetsSign,
    /// Bit vectors have one bit less than their values take.
    BitVectorsTooNarrow,
    /// A claim that the solver gives up on is proved.
    UnknownIsProved,
    /// A proof does not say that it rests on the contract of a callee.
    ContractNotNamed,
}

/// Whether this process runs with a defect: the one that the variable `REFINE_PLANTED` names.
#[cfg(feature = "planted")]
pub fn is_planted(defect: Defect) -> bool {
    use std::sync::LazyLock;
    static CHOSEN: LazyLock<Option<Defect>> = LazyLock::new(|| {
        let name = std::env::var("REFINE_PLANTED").ok()?;
        Defect::ALL.iter().copied().find(|defect| format!("{defect:?}") == name)
    });
    *CHOSEN == Some(defect)
}

/// Whether this process runs with a defect: never.
#[cfg(not(feature = "planted"))]
pub const fn is_planted(_: Defect) -> bool {
    false
}
