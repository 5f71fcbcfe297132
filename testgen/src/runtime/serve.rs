//! The talk with refine: requests that come in on a socket, and the answers.
use std::io::BufRead;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::panic::AssertUnwindSafe;

use super::call::{Run, describe, note_panic};
use super::inputs::{fingerprint, told_input};
use super::{BROKEN, DECIDED, NoResult, Res, V, functions, hits, judge, made, out, text_of, trace, wire};

/// What a module says to a request: nothing if the function is not among its own.
pub type Answer = Option<Res<V>>;

pub fn answered(result: Res<V>) -> Answer {
    Some(result)
}

pub fn unanswered() -> Answer {
    None
}

type Call = fn(u32, &[V], &mut Run) -> Answer;

fn answer_line(call: Call, line: &str) -> String {
    // A request for what the functions among the arguments are asked starts with `?`; one for what the arguments are at entry with `=`; one that
    // may take the process with it with `!`.
    let (asks, looks) = (line.starts_with('?'), line.starts_with('='));
    out::may_die(line.starts_with('!'));
    let mut tokens = line.trim_start_matches(|mark| mark == '?' || mark == '=' || mark == '!').split_ascii_whitespace();
    let func = tokens.next().and_then(|token| token.parse().ok());
    let count: Option<usize> = tokens.next().and_then(|token| token.parse().ok());
    let args: Option<Vec<V>> = count.and_then(|count| (0..count).map(|_| wire::parse(&mut tokens)).collect());
    let (func, args) = match (func, args) {
        (Some(func), Some(args)) => (func, args),
        _ => return format!("- - 0 error {}", wire::hex("a malformed request")),
    };
    let mut run = Run::new(looks);
    BROKEN.with(|broken| *broken.borrow_mut() = None);
    hits::clear();
    DECIDED.with(|decided| *decided.borrow_mut() = None);
    made::begin(&args);
    hits::making(true);
    let result = std::panic::catch_unwind(AssertUnwindSafe(|| call(func, &args, &mut run)));
    hits::count(false);
    let is_unmade = match result {
        Ok(Some(Err(NoResult::NotBuilt(_)))) => true,
        _ => false,
    };
    if hits::making(false) && !is_unmade {
        hits::clear();
    }
    let late = BROKEN.with(|broken| broken.borrow_mut().take());
    // If it unwinds when all is known, that is what dropping the arguments comes to.
    let (result, late) = match (result, DECIDED.with(|decided| decided.borrow_mut().take())) {
        (Err(_), Some(decided)) => (Ok(Some(decided)), None),
        (result, _) => (result, late),
    };
    let what = describe(result, &run);
    let broken = run.broken.take().or(late);
    if asks {
        let mut out = String::from("0 passed ");
        wire::print(&mut out, &functions::told());
        return out;
    }
    if looks {
        return run.entry.map_or_else(|| String::from("-"), |entry| format!("entry{}", entry));
    }
    let hits = hits::sorted();
    let hits: Vec<String> = hits.iter().map(|(number, often)| format!("{number}:{often}")).collect();
    let what = broken.unwrap_or(what);
    let unjudged = judge::take_unjudged();
    let unjudged = unjudged.iter().map(|(func, why)| format!("unjudged {} {} ", func, wire::hex(why)));
    let unjudged: String = unjudged.collect();
    let state = run.state.map_or_else(|| String::from("-"), |state| fingerprint(&state, &what).to_string());
    let input = told_input(&args, run.input);
    let input = input.map_or_else(|| String::from("-"), |input| input.to_string());
    format!("{} {} {} {} {}{}", state, input, hits.len(), hits.join(" "), unjudged, what)
}

/// Serves calls that come in on the socket at standard input, until it closes.
pub fn main(call: Call) {
    let socket = match std::io::stdin().as_fd().try_clone_to_owned() {
        Ok(fd) => UnixStream::from(fd),
        Err(_) => std::process::exit(3),
    };
    let out = match socket.try_clone() {
        Ok(out) => out::Out::new(out),
        Err(_) => std::process::exit(3),
    };
    out::tell_to(out.clone());
    std::panic::set_hook(Box::new(|info| {
        let (file, line, column) = info.location().map_or(("", 0, 0), |at| (at.file(), at.line(), at.column()));
        if file.ends_with("core/src/panicking.rs") {
            // The library's word that the process ends, since a destructor panicked while a panic unwound, say: no operation of the call's.
            return;
        }
        let text = wire::hex(&text_of(info.payload()));
        let within = trace::running();
        let within = format!("{} {}", within.len(), within.join(" "));
        let operation = trace::operation();
        let place = format!("{} {} {}", wire::hex(file), line, column);
        let record = format!("panicked {} {} {} {}", text, place, operation, within.trim_end());
        note_panic(record);
    }));
    let (blocks, requests) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut socket = std::io::BufReader::with_capacity(BLOCK, socket);
        while let Some(block) = whole_lines(&mut socket) {
            if blocks.send(block).is_err() {
                break;
            }
        }
        // Whoever asked is gone; user code may be in an endless loop.
        std::process::abort();
    });
    out.line("ready");
    out.flush();
    loop {
        let block = match requests.try_recv() {
            Ok(block) => block,
            Err(_) => {
                // Whoever asked waits.
                out.flush();
                match requests.recv() {
                    Ok(block) => block,
                    Err(_) => break,
                }
            }
        };
        for line in block.lines() {
            out.reply(&answer_line(call, line));
        }
    }
}

/// Bytes that are read in one go.
const BLOCK: usize = 64 * 1024;

/// The next line, and those behind it that are there already; nothing at the end.
fn whole_lines(from: &mut std::io::BufReader<UnixStream>) -> Option<String> {
    let mut block = Vec::new();
    if from.read_until(b'\n', &mut block).ok()? == 0 {
        return None;
    }
    let ready = from.buffer();
    let whole = ready.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    block.extend_from_slice(&ready[..whole]);
    from.consume(whole);
    String::from_utf8(block).ok()
}
