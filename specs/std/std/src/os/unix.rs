//! Unix.

pub mod io {
    //! File descriptors.

    pub use crate::os::fd::*;
}

pub mod ffi {
    //! System strings are bytes.

    use crate::ffi::{OsStr, OsString};

    pub trait OsStringExt {
        fn from_vec(vec: Vec<u8>) -> Self;
        fn into_vec(self) -> Vec<u8>;
    }

    pub trait OsStrExt {
        fn from_bytes(slice: &[u8]) -> &Self;
        fn as_bytes(&self) -> &[u8];
    }

    impl OsStringExt for OsString {
        fn from_vec(vec: Vec<u8>) -> OsString;
        fn into_vec(self) -> Vec<u8>;
    }

    impl OsStrExt for OsStr {
        fn from_bytes(slice: &[u8]) -> &OsStr;
        fn as_bytes(&self) -> &[u8];
    }
}

pub mod fs {
    //! Files.

    use crate::fs::{DirBuilder, File, FileType, Metadata, OpenOptions, Permissions};
    use crate::io;
    use crate::path::Path;

    pub fn symlink<P: AsRef<Path>, Q: AsRef<Path>>(original: P, link: Q) -> io::Result<()>;

    pub trait PermissionsExt {
        fn mode(&self) -> u32;
        fn set_mode(&mut self, mode: u32);
        fn from_mode(mode: u32) -> Self;
    }

    pub trait OpenOptionsExt {
        fn mode(&mut self, mode: u32) -> &mut Self;
        fn custom_flags(&mut self, flags: i32) -> &mut Self;
    }

    pub trait DirBuilderExt {
        fn mode(&mut self, mode: u32) -> &mut Self;
    }

    pub trait FileExt {
        fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize>;
        fn read_exact_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()>;
        fn write_at(&self, buf: &[u8], offset: u64) -> io::Result<usize>;
        fn write_all_at(&self, buf: &[u8], offset: u64) -> io::Result<()>;
    }

    pub trait FileTypeExt {
        fn is_block_device(&self) -> bool;
        fn is_char_device(&self) -> bool;
        fn is_fifo(&self) -> bool;
        fn is_socket(&self) -> bool;
    }

    pub trait MetadataExt {
        fn dev(&self) -> u64;
        fn ino(&self) -> u64;
        fn mode(&self) -> u32;
        fn nlink(&self) -> u64;
        fn uid(&self) -> u32;
        fn gid(&self) -> u32;
        fn size(&self) -> u64;
        fn atime(&self) -> i64;
        fn mtime(&self) -> i64;
        fn ctime(&self) -> i64;
        fn blksize(&self) -> u64;
        fn blocks(&self) -> u64;
    }

    impl PermissionsExt for Permissions {
        fn mode(&self) -> u32;
        fn set_mode(&mut self, mode: u32);
        fn from_mode(mode: u32) -> Self;
    }

    impl OpenOptionsExt for OpenOptions {
        fn mode(&mut self, mode: u32) -> &mut Self;
        fn custom_flags(&mut self, flags: i32) -> &mut Self;
    }

    impl DirBuilderExt for DirBuilder {
        fn mode(&mut self, mode: u32) -> &mut Self;
    }

    impl FileExt for File {
        fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize>;
        fn write_at(&self, buf: &[u8], offset: u64) -> io::Result<usize>;
    }

    impl FileTypeExt for FileType {
        fn is_block_device(&self) -> bool;
        fn is_char_device(&self) -> bool;
        fn is_fifo(&self) -> bool;
        fn is_socket(&self) -> bool;
    }

    impl MetadataExt for Metadata {
        fn dev(&self) -> u64;
        fn ino(&self) -> u64;
        fn mode(&self) -> u32;
        fn nlink(&self) -> u64;
        fn uid(&self) -> u32;
        fn gid(&self) -> u32;
        fn size(&self) -> u64;
        fn atime(&self) -> i64;
        fn mtime(&self) -> i64;
        fn ctime(&self) -> i64;
        fn blksize(&self) -> u64;
        fn blocks(&self) -> u64;
    }
}

pub mod process {
    //! Processes.

    use crate::process::{Command, ExitStatus};
    use crate::{ffi, io};

    pub trait CommandExt {
        fn uid(&mut self, id: u32) -> &mut Command;
        fn gid(&mut self, id: u32) -> &mut Command;
        unsafe fn pre_exec<F>(&mut self, f: F) -> &mut Command
        where
            F: FnMut() -> io::Result<()> + Send + Sync + 'static;
        fn exec(&mut self) -> io::Error;
        fn arg0<S: AsRef<ffi::OsStr>>(&mut self, arg: S) -> &mut Command;
        fn process_group(&mut self, pgroup: i32) -> &mut Command;
    }

    pub trait ExitStatusExt {
        fn from_raw(raw: i32) -> Self;
        fn signal(&self) -> Option<i32>;
        fn core_dumped(&self) -> bool;
        fn into_raw(self) -> i32;
    }

    impl CommandExt for Command {
        fn uid(&mut self, id: u32) -> &mut Command;
        fn gid(&mut self, id: u32) -> &mut Command;
        unsafe fn pre_exec<F>(&mut self, f: F) -> &mut Command
        where
            F: FnMut() -> io::Result<()> + Send + Sync + 'static;
        fn exec(&mut self) -> io::Error;
        fn arg0<S: AsRef<ffi::OsStr>>(&mut self, arg: S) -> &mut Command;
        fn process_group(&mut self, pgroup: i32) -> &mut Command;
    }

    impl ExitStatusExt for ExitStatus {
        fn from_raw(raw: i32) -> Self;
        fn signal(&self) -> Option<i32>;
        fn core_dumped(&self) -> bool;
        fn into_raw(self) -> i32;
    }
}

pub mod prelude {
    //! The traits.

    pub use super::ffi::{OsStrExt, OsStringExt};
    pub use super::fs::{DirBuilderExt, FileExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
    pub use super::io::{AsFd, AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
    pub use super::process::{CommandExt, ExitStatusExt};
}
