//! The environment of the process.

use crate::ffi::{OsStr, OsString};
use crate::io;
use crate::path::{Path, PathBuf};
use core::marker::PhantomData;

#[derive(PartialEq, Eq, Clone, Debug)]
pub enum VarError {
    NotPresent,
    NotUnicode(OsString),
}

opaque! { JoinPathsError }

declared_iterator! { [] Args, () => String; double exact }
declared_iterator! { [] ArgsOs, () => OsString; double exact }
declared_iterator! { [] Vars, () => (String, String); }
declared_iterator! { [] VarsOs, () => (OsString, OsString); }
declared_iterator! { ['a] SplitPaths, &'a OsStr => PathBuf; }
declared_traits! { [] VarError: Display Error }
declared_traits! { [] JoinPathsError: Debug Display Error }

pub fn args() -> Args;
pub fn args_os() -> ArgsOs;
pub fn current_dir() -> io::Result<PathBuf>;
pub fn current_exe() -> io::Result<PathBuf>;
pub fn home_dir() -> Option<PathBuf>;
pub fn join_paths<I, T>(paths: I) -> Result<OsString, JoinPathsError>
where
    I: IntoIterator<Item = T>,
    T: AsRef<OsStr>;
pub unsafe fn remove_var<K: AsRef<OsStr>>(key: K);
pub fn set_current_dir<P: AsRef<Path>>(path: P) -> io::Result<()>;
pub unsafe fn set_var<K: AsRef<OsStr>, V: AsRef<OsStr>>(key: K, value: V);
pub fn split_paths<T: AsRef<OsStr> + ?Sized>(unparsed: &T) -> SplitPaths<'_>;
pub fn temp_dir() -> PathBuf;
pub fn var<K: AsRef<OsStr>>(key: K) -> Result<String, VarError>;
pub fn var_os<K: AsRef<OsStr>>(key: K) -> Option<OsString>;
pub fn vars() -> Vars;
pub fn vars_os() -> VarsOs;

pub mod consts {
    //! What the program is compiled for.

    pub const ARCH: &str = crate::refine::any();
    pub const FAMILY: &str = crate::refine::any();
    pub const OS: &str = crate::refine::any();
    pub const DLL_PREFIX: &str = crate::refine::any();
    pub const DLL_SUFFIX: &str = crate::refine::any();
    pub const DLL_EXTENSION: &str = crate::refine::any();
    pub const EXE_SUFFIX: &str = crate::refine::any();
    pub const EXE_EXTENSION: &str = crate::refine::any();
}
