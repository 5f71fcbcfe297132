//! `Error`, `ErrorKind`, `Result`.

use crate::error;

pub type Result<T> = core::result::Result<T, Error>;

opaque! { Error }

#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum ErrorKind {
    NotFound,
    PermissionDenied,
    ConnectionRefused,
    ConnectionReset,
    HostUnreachable,
    NetworkUnreachable,
    ConnectionAborted,
    NotConnected,
    AddrInUse,
    AddrNotAvailable,
    NetworkDown,
    BrokenPipe,
    AlreadyExists,
    WouldBlock,
    NotADirectory,
    IsADirectory,
    DirectoryNotEmpty,
    ReadOnlyFilesystem,
    FilesystemLoop,
    StaleNetworkFileHandle,
    InvalidInput,
    InvalidData,
    TimedOut,
    WriteZero,
    StorageFull,
    NotSeekable,
    QuotaExceeded,
    FileTooLarge,
    ResourceBusy,
    ExecutableFileBusy,
    Deadlock,
    CrossesDevices,
    TooManyLinks,
    InvalidFilename,
    ArgumentListTooLong,
    Interrupted,
    Unsupported,
    UnexpectedEof,
    OutOfMemory,
    InProgress,
    Other,
    Uncategorized,
}

impl Error {
    #[ensures(|ret| ret.kind() == kind)]
    pub fn new<E>(kind: ErrorKind, error: E) -> Error
    where
        E: Into<Box<dyn error::Error + Send + Sync>>;

    pub fn other<E>(error: E) -> Error
    where
        E: Into<Box<dyn error::Error + Send + Sync>>;

    #[ensures(|_| true)]
    pub fn last_os_error() -> Error;
    #[ensures(|_| true)]
    pub fn from_raw_os_error(code: i32) -> Error;
    #[ensures(|_| true)]
    pub fn raw_os_error(&self) -> Option<i32>;
    pub fn get_ref(&self) -> Option<&(dyn error::Error + Send + Sync + 'static)>;
    pub fn get_mut(&mut self) -> Option<&mut (dyn error::Error + Send + Sync + 'static)>;
    pub fn into_inner(self) -> Option<Box<dyn error::Error + Send + Sync>>;
    pub fn downcast<E>(self) -> core::result::Result<E, Self>
    where
        E: error::Error + Send + Sync + 'static;
    #[ensures(|_| true)]
    pub fn kind(&self) -> ErrorKind;
}

declared_traits! { [] Error: Debug Display Error }
declared_traits! { [] ErrorKind: Display }

impl From<ErrorKind> for Error {
    #[ensures(|ret| ret.kind() == kind)]
    fn from(kind: ErrorKind) -> Error;
}

impl From<alloc_crate::ffi::NulError> for Error {
    fn from(error: alloc_crate::ffi::NulError) -> Error;
}

impl From<alloc_crate::collections::TryReserveError> for Error {
    fn from(error: alloc_crate::collections::TryReserveError) -> Error;
}
