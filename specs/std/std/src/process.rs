//! Processes.

use crate::ffi::{OsStr, OsString};
use crate::fmt;
use crate::io::{self, Read, Write};
use crate::path::Path;
use core::marker::PhantomData;

opaque! { ChildStdin ChildStdout ChildStderr Command Stdio ExitStatus ExitStatusError ExitCode }

pub struct Child {
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
}

#[derive(PartialEq, Eq, Clone, Debug)]
pub struct Output {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

pub struct CommandArgs<'a> {
    _private: PhantomData<&'a OsStr>,
}

impl<'a> Iterator for CommandArgs<'a> {
    type Item = &'a OsStr;
    fn next(&mut self) -> Option<&'a OsStr>;
    fn size_hint(&self) -> (usize, Option<usize>);
}

declared_iterator! { ['a] CommandEnvs, &'a OsStr => (&'a OsStr, Option<&'a OsStr>); exact }

pub fn exit(code: i32) -> !;
pub fn abort() -> !;
pub fn id() -> u32;

impl Command {
    pub fn new<S: AsRef<OsStr>>(program: S) -> Command;
    pub fn arg<S: AsRef<OsStr>>(&mut self, arg: S) -> &mut Command;
    pub fn args<I, S>(&mut self, args: I) -> &mut Command
    where
        I: IntoIterator<Item = S>,
        S: AsRef<OsStr>;
    pub fn env<K: AsRef<OsStr>, V: AsRef<OsStr>>(&mut self, key: K, val: V) -> &mut Command;
    pub fn envs<I, K, V>(&mut self, vars: I) -> &mut Command
    where
        I: IntoIterator<Item = (K, V)>,
        K: AsRef<OsStr>,
        V: AsRef<OsStr>;
    pub fn env_remove<K: AsRef<OsStr>>(&mut self, key: K) -> &mut Command;
    pub fn env_clear(&mut self) -> &mut Command;
    pub fn current_dir<P: AsRef<Path>>(&mut self, dir: P) -> &mut Command;
    pub fn stdin<T: Into<Stdio>>(&mut self, cfg: T) -> &mut Command;
    pub fn stdout<T: Into<Stdio>>(&mut self, cfg: T) -> &mut Command;
    pub fn stderr<T: Into<Stdio>>(&mut self, cfg: T) -> &mut Command;
    pub fn spawn(&mut self) -> io::Result<Child>;
    pub fn output(&mut self) -> io::Result<Output>;
    pub fn status(&mut self) -> io::Result<ExitStatus>;
    pub fn get_program(&self) -> &OsStr;
    pub fn get_args(&self) -> CommandArgs<'_>;
    pub fn get_envs(&self) -> CommandEnvs<'_>;
    pub fn get_current_dir(&self) -> Option<&Path>;
}

impl Child {
    pub fn kill(&mut self) -> io::Result<()>;
    pub fn id(&self) -> u32;
    pub fn wait(&mut self) -> io::Result<ExitStatus>;
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>>;
    pub fn wait_with_output(self) -> io::Result<Output>;
}

impl Stdio {
    pub fn piped() -> Stdio;
    pub fn inherit() -> Stdio;
    pub fn null() -> Stdio;
}

impl ExitStatus {
    pub fn success(&self) -> bool;
    pub fn code(&self) -> Option<i32>;
}

impl ExitCode {
    pub const SUCCESS: ExitCode = crate::refine::any();
    pub const FAILURE: ExitCode = crate::refine::any();
}

impl From<u8> for ExitCode {
    fn from(code: u8) -> Self;
}

impl From<ChildStdin> for Stdio {
    fn from(child: ChildStdin) -> Stdio;
}

impl From<ChildStdout> for Stdio {
    fn from(child: ChildStdout) -> Stdio;
}

impl From<ChildStderr> for Stdio {
    fn from(child: ChildStderr) -> Stdio;
}

impl From<crate::fs::File> for Stdio {
    fn from(file: crate::fs::File) -> Stdio;
}

impl Write for ChildStdin {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize>;
    fn flush(&mut self) -> io::Result<()>;
}

impl Read for ChildStdout {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize>;
}

impl Read for ChildStderr {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize>;
}

declared_traits! { [] Child: Debug }
declared_traits! { [] ChildStdin: Debug }
declared_traits! { [] ChildStdout: Debug }
declared_traits! { [] ChildStderr: Debug }
declared_traits! { [] Command: Debug }
declared_traits! { [] Stdio: Debug }
declared_traits! { [] ExitStatus: Clone Copy Debug Display PartialEq Eq Default }
declared_traits! { [] ExitCode: Clone Copy Debug Default PartialEq }

#[lang = "termination"]
pub trait Termination {
    fn report(self) -> ExitCode;
}

impl Termination for () {
    fn report(self) -> ExitCode;
}

impl Termination for ! {
    fn report(self) -> ExitCode;
}

impl Termination for crate::convert::Infallible {
    fn report(self) -> ExitCode;
}

impl Termination for ExitCode {
    fn report(self) -> ExitCode {
        self
    }
}

impl<T: Termination, E: fmt::Debug> Termination for Result<T, E> {
    fn report(self) -> ExitCode;
}
