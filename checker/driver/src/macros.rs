//! Runs procedural macros: the toolchain's server for them, with the libraries that `cargo check` makes.
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use refine_front::{Channels, MacroServer, Macros};
use refine_testgen::run::working_folder;
use refine_testgen::{Checking, children};

use crate::project::Target;

/// One macro may take this long, once. What it makes is not seen then.
const LIMIT: Duration = Duration::from_secs(20);

/// Who runs the macros that a target is compiled with.
pub(crate) fn of(target: &Target, checking: &Checking) -> Macros {
    let packages = target.crates.packages.iter().map(|package| package.id.clone()).collect();
    let folder = target.manifest.parent().unwrap_or(Path::new("")).to_path_buf();
    Macros(Some(Arc::new(Server { packages, folder, checking: checking.clone() })))
}

struct Server {
    /// The packages of the crates, by index.
    packages: Vec<String>,
    /// Where cargo is called, which decides on the toolchain.
    folder: PathBuf,
    checking: Checking,
}

impl MacroServer for Server {
    fn library(&self, krate: usize) -> Option<PathBuf> {
        self.checking.macros(self.packages.get(krate)?)
    }

    fn start(&self) -> io::Result<Channels> {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let sysroot = children::output(Command::new(rustc).args(["--print", "sysroot"]).current_dir(&self.folder))?;
        let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot.stdout).trim());
        let name = format!("rust-analyzer-proc-macro-srv{}", std::env::consts::EXE_SUFFIX);
        let mut command = Command::new(sysroot.join("libexec").join(name));
        // It does not start without being told so.
        command.env("RUST_ANALYZER_INTERNALS_DO_NOT_USE", "this is unstable");
        // It makes a folder for its copies of libraries, and does not live to remove it.
        let folder = working_folder(self.checking.folder())?;
        command.env("TMPDIR", &folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().inspect_err(|_| _ = std::fs::remove_dir_all(&folder))?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let process = Arc::new(Process { child: Mutex::new(child), folder });
        let (Some(stdin), Some(stdout)) = (stdin, stdout) else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let answers =
            Answers { chunks: Mutex::new(read(stdout)), chunk: Vec::new(), at: 0, process: Arc::clone(&process) };
        Ok(Channels { requests: Box::new(Requests { stdin, _process: process }), answers: Box::new(answers) })
    }
}

/// The server. It ends with those who speak to it.
struct Process {
    child: Mutex<Child>,
    /// Where it works.
    folder: PathBuf,
}

impl Process {
    fn end(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        _ = child.kill();
        _ = child.wait();
        _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

struct Requests {
    stdin: ChildStdin,
    _process: Arc<Process>,
}

impl Write for Requests {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdin.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdin.flush()
    }
}

/// Reads on a thread of its own, so that it need not be waited for.
fn read(stdout: ChildStdout) -> Receiver<Vec<u8>> {
    let (send, chunks) = mpsc::channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        while let Ok(chunk) = reader.fill_buf()
            && !chunk.is_empty()
            && send.send(chunk.to_vec()).is_ok()
        {
            let count = chunk.len();
            reader.consume(count);
        }
    });
    chunks
}

/// What the server says, in time.
struct Answers {
    chunks: Mutex<Receiver<Vec<u8>>>,
    chunk: Vec<u8>,
    /// How much of it is read.
    at: usize,
    process: Arc<Process>,
}

impl BufRead for Answers {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.chunk.len() {
            let chunks = self.chunks.get_mut().unwrap_or_else(PoisonError::into_inner);
            match chunks.recv_timeout(LIMIT) {
                Ok(chunk) => (self.chunk, self.at) = (chunk, 0),
                Err(_) => {
                    self.process.end();
                    return Err(io::ErrorKind::TimedOut.into());
                }
            }
        }
        Ok(&self.chunk[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

impl Read for Answers {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}
