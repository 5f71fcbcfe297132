//! Protocol frames over stdin and stdout.
//!
//! Unlike `lsp_server`'s own transport this one outlives a malformed message: a body that is no JSON-RPC
//! is answered with an error and a broken header is skipped up to the next `Content-Length`.
use std::io::{self, BufRead, Write};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::json;

/// No message an editor sends is larger than this; a header that says so is broken.
const MAX_BODY: usize = 64 << 20;

/// The writing end, to wait for.
pub(crate) struct Transport {
    writer: JoinHandle<io::Result<()>>,
}

impl Transport {
    /// Waits until all that was sent is written. The connection must be dropped before. The reader is not waited
    /// for: it may be blocked on a stdin that the editor keeps open.
    pub(crate) fn flush(self) -> io::Result<()> {
        self.writer.join().unwrap_or_else(|_| Err(io::Error::other("the thread that writes to stdout panicked")))
    }
}

/// A connection over stdin and stdout.
pub(crate) fn stdio() -> (Connection, Transport) {
    let (to_writer, outgoing) = crossbeam_channel::unbounded();
    let (to_server, incoming) = crossbeam_channel::unbounded();
    let (to_errors, errors) = crossbeam_channel::unbounded();
    thread::spawn(move || read(&mut io::stdin().lock(), &to_server, &to_errors));
    let writer = thread::spawn(move || write(&mut io::stdout().lock(), &outgoing, &errors));
    (Connection { sender: to_writer, receiver: incoming }, Transport { writer })
}

/// Hands on messages until the end of input or `exit`; bodies that are no message are answered through `errors`.
fn read(input: &mut dyn BufRead, messages: &Sender<Message>, errors: &Sender<String>) {
    while let Ok(Some(body)) = frame(input) {
        match serde_json::from_slice::<Message>(&body) {
            Ok(message) => {
                let exit = matches!(&message, Message::Notification(n) if n.method == "exit");
                if messages.send(message).is_err() || exit {
                    return;
                }
            }
            Err(error) => {
                let code = if error.is_data() { ErrorCode::InvalidRequest } else { ErrorCode::ParseError };
                let error = json!({ "code": code as i32, "message": format!("not a JSON-RPC message: {error}") });
                let _ = errors.send(json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string());
            }
        }
    }
}

/// The body of the next frame; none at the end of input.
fn frame(input: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if let Some((name, value)) = line.split_once(':') {
            if name.trim().eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().ok().filter(|&length: &usize| length <= MAX_BODY);
            }
        } else if let (true, Some(length)) = (line.is_empty(), length) {
            let mut body = vec![0; length];
            input.read_exact(&mut body)?;
            return Ok(Some(body));
        }
    }
}

/// Writes until the server hangs up.
fn write(output: &mut dyn Write, messages: &Receiver<Message>, errors: &Receiver<String>) -> io::Result<()> {
    let mut errors = errors.clone();
    loop {
        let body = crossbeam_channel::select! {
            recv(messages) -> message => match message {
                Ok(message) => text(&message)?,
                Err(_) => return Ok(()),
            },
            recv(errors) -> error => match error {
                Ok(error) => error,
                Err(_) => {
                    // The reader is gone: only the server is left to listen to.
                    errors = crossbeam_channel::never();
                    continue;
                }
            },
        };
        write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        output.flush()?;
    }
}

fn text(message: &Message) -> io::Result<String> {
    let mut value = serde_json::to_value(message)?;
    value["jsonrpc"] = "2.0".into();
    Ok(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn malformed_frames_are_answered_or_skipped_and_the_next_message_arrives() {
        let good = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;
        let input = [
            framed("{ no json"),
            framed(r#"{"jsonrpc":"2.0"}"#),
            "Content-Length: many\r\n\r\n".to_owned(),
            "Content-Length: 99999999999\r\n\r\n".to_owned(),
            framed(good),
        ]
        .concat();
        let (to_server, messages) = crossbeam_channel::unbounded();
        let (to_errors, errors) = crossbeam_channel::unbounded();
        read(&mut input.as_bytes(), &to_server, &to_errors);
        drop((to_server, to_errors));
        let methods: Vec<_> = messages
            .iter()
            .map(|message| matches!(message, Message::Notification(n) if n.method == "initialized"))
            .collect();
        assert_eq!(methods, [true]);
        let codes: Vec<_> = errors
            .iter()
            .map(|e| serde_json::from_str::<serde_json::Value>(&e).unwrap()["error"]["code"].clone())
            .collect();
        assert_eq!(codes, [-32700, -32600]);
    }

    #[test]
    fn what_is_written_can_be_read_back() {
        let (to_writer, outgoing) = crossbeam_channel::unbounded();
        let sent = Message::Notification(lsp_server::Notification::new("x".into(), json!({ "größe": 1 })));
        to_writer.send(sent).unwrap();
        drop(to_writer);
        let mut output = Vec::new();
        write(&mut output, &outgoing, &crossbeam_channel::never()).unwrap();
        let body = frame(&mut output.as_slice()).unwrap().unwrap();
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&body).unwrap()["params"]["größe"], 1);
    }
}
