//! `Backtrace`.

opaque! { Backtrace }

#[non_exhaustive]
#[derive(Debug, PartialEq, Eq)]
pub enum BacktraceStatus {
    Unsupported,
    Disabled,
    Captured,
}

impl Backtrace {
    pub fn capture() -> Backtrace;
    pub fn force_capture() -> Backtrace;
    pub const fn disabled() -> Backtrace;
    pub fn status(&self) -> BacktraceStatus;
}

declared_traits! { [] Backtrace: Debug Display }
