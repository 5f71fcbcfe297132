//! Files, declared.

use crate::ffi::OsString;
use crate::io::{self, Read, Seek, SeekFrom, Write};
use crate::path::{Path, PathBuf};
use crate::sync::Arc;
use crate::time::SystemTime;

opaque! { File Metadata ReadDir DirEntry OpenOptions FileTimes Permissions FileType DirBuilder }

#[derive(Debug)]
pub enum TryLockError {
    Error(io::Error),
    WouldBlock,
}

pub fn read<P: AsRef<Path>>(path: P) -> io::Result<Vec<u8>>;
pub fn read_to_string<P: AsRef<Path>>(path: P) -> io::Result<String>;
pub fn write<P: AsRef<Path>, C: AsRef<[u8]>>(path: P, contents: C) -> io::Result<()>;
pub fn remove_file<P: AsRef<Path>>(path: P) -> io::Result<()>;
pub fn metadata<P: AsRef<Path>>(path: P) -> io::Result<Metadata>;
pub fn symlink_metadata<P: AsRef<Path>>(path: P) -> io::Result<Metadata>;
pub fn rename<P: AsRef<Path>, Q: AsRef<Path>>(from: P, to: Q) -> io::Result<()>;
pub fn copy<P: AsRef<Path>, Q: AsRef<Path>>(from: P, to: Q) -> io::Result<u64>;
pub fn hard_link<P: AsRef<Path>, Q: AsRef<Path>>(original: P, link: Q) -> io::Result<()>;
pub fn soft_link<P: AsRef<Path>, Q: AsRef<Path>>(original: P, link: Q) -> io::Result<()>;
pub fn read_link<P: AsRef<Path>>(path: P) -> io::Result<PathBuf>;
pub fn canonicalize<P: AsRef<Path>>(path: P) -> io::Result<PathBuf>;
pub fn create_dir<P: AsRef<Path>>(path: P) -> io::Result<()>;
pub fn create_dir_all<P: AsRef<Path>>(path: P) -> io::Result<()>;
pub fn remove_dir<P: AsRef<Path>>(path: P) -> io::Result<()>;
pub fn remove_dir_all<P: AsRef<Path>>(path: P) -> io::Result<()>;
pub fn read_dir<P: AsRef<Path>>(path: P) -> io::Result<ReadDir>;
pub fn set_permissions<P: AsRef<Path>>(path: P, perm: Permissions) -> io::Result<()>;
pub fn exists<P: AsRef<Path>>(path: P) -> io::Result<bool>;

impl File {
    pub fn open<P: AsRef<Path>>(path: P) -> io::Result<File>;
    pub fn create<P: AsRef<Path>>(path: P) -> io::Result<File>;
    pub fn create_new<P: AsRef<Path>>(path: P) -> io::Result<File>;
    pub fn options() -> OpenOptions;
    pub fn sync_all(&self) -> io::Result<()>;
    pub fn sync_data(&self) -> io::Result<()>;
    pub fn lock(&self) -> io::Result<()>;
    pub fn lock_shared(&self) -> io::Result<()>;
    pub fn try_lock(&self) -> Result<(), TryLockError>;
    pub fn try_lock_shared(&self) -> Result<(), TryLockError>;
    pub fn unlock(&self) -> io::Result<()>;
    pub fn set_len(&self, size: u64) -> io::Result<()>;
    pub fn metadata(&self) -> io::Result<Metadata>;
    pub fn try_clone(&self) -> io::Result<File>;
    pub fn set_permissions(&self, perm: Permissions) -> io::Result<()>;
    pub fn set_times(&self, times: FileTimes) -> io::Result<()>;
    pub fn set_modified(&self, time: SystemTime) -> io::Result<()>;
}

impl OpenOptions {
    pub fn new() -> Self;
    pub fn read(&mut self, read: bool) -> &mut Self;
    pub fn write(&mut self, write: bool) -> &mut Self;
    pub fn append(&mut self, append: bool) -> &mut Self;
    pub fn truncate(&mut self, truncate: bool) -> &mut Self;
    pub fn create(&mut self, create: bool) -> &mut Self;
    pub fn create_new(&mut self, create_new: bool) -> &mut Self;
    pub fn open<P: AsRef<Path>>(&self, path: P) -> io::Result<File>;
}

impl Metadata {
    pub fn file_type(&self) -> FileType;
    pub fn is_dir(&self) -> bool;
    pub fn is_file(&self) -> bool;
    pub fn is_symlink(&self) -> bool;
    pub fn len(&self) -> u64;
    pub fn permissions(&self) -> Permissions;
    pub fn modified(&self) -> io::Result<SystemTime>;
    pub fn accessed(&self) -> io::Result<SystemTime>;
    pub fn created(&self) -> io::Result<SystemTime>;
}

impl FileTimes {
    pub fn new() -> Self;
    pub fn set_accessed(self, t: SystemTime) -> Self;
    pub fn set_modified(self, t: SystemTime) -> Self;
}

impl Permissions {
    pub fn readonly(&self) -> bool;
    pub fn set_readonly(&mut self, readonly: bool);
}

impl FileType {
    pub fn is_dir(&self) -> bool;
    pub fn is_file(&self) -> bool;
    pub fn is_symlink(&self) -> bool;
}

impl DirEntry {
    pub fn path(&self) -> PathBuf;
    pub fn metadata(&self) -> io::Result<Metadata>;
    pub fn file_type(&self) -> io::Result<FileType>;
    pub fn file_name(&self) -> OsString;
}

impl DirBuilder {
    pub fn new() -> DirBuilder;
    pub fn recursive(&mut self, recursive: bool) -> &mut Self;
    pub fn create<P: AsRef<Path>>(&self, path: P) -> io::Result<()>;
}

impl Iterator for ReadDir {
    type Item = io::Result<DirEntry>;
    fn next(&mut self) -> Option<io::Result<DirEntry>>;
}

macro_rules! files {
    ($($t:ty)*) => {$(
        impl Read for $t {
            fn read(&mut self, buf: &mut [u8]) -> io::Result<usize>;
        }

        impl Write for $t {
            fn write(&mut self, buf: &[u8]) -> io::Result<usize>;
            fn flush(&mut self) -> io::Result<()>;
        }

        impl Seek for $t {
            fn seek(&mut self, pos: SeekFrom) -> io::Result<u64>;
        }
    )*};
}

files! { File &File Arc<File> }

declared_traits! { [] File: Debug }
declared_traits! { [] Metadata: Clone Debug }
declared_traits! { [] ReadDir: Debug }
declared_traits! { [] DirEntry: Debug }
declared_traits! { [] OpenOptions: Clone Debug }
declared_traits! { [] FileTimes: Clone Copy Debug Default }
declared_traits! { [] Permissions: Clone Debug PartialEq Eq }
declared_traits! { [] FileType: Clone Copy Debug PartialEq Eq Hash }
declared_traits! { [] DirBuilder: Debug }
declared_traits! { [] TryLockError: Display Error }
