//! Sending: the only place that writes to the connection.
use std::cell::Cell;

use lsp_server::{Connection, ErrorCode, Message, RequestId, Response};
use lsp_types::{MessageType, Notification, Request, ShowMessageNotification, ShowMessageParams};
use serde::Serialize;

/// The way to the editor. A client that is gone is noticed where messages are read, so failures to send are not.
pub(crate) struct Outbox<'a> {
    connection: &'a Connection,
    next: Cell<i32>,
}

impl<'a> Outbox<'a> {
    /// Over a connection.
    pub(crate) fn new(connection: &'a Connection) -> Self {
        Outbox { connection, next: Cell::new(1) }
    }

    /// A notification.
    pub(crate) fn notify<N: Notification>(&self, params: N::Params) {
        self.send(lsp_server::Notification::new(N::METHOD.as_str().to_owned(), params));
    }

    /// A request; its answer will carry the returned id.
    pub(crate) fn request<R: Request>(&self, params: R::Params) -> RequestId {
        let id = self.next.replace(self.next.get() + 1);
        self.send(lsp_server::Request::new(id.into(), R::METHOD.as_str().to_owned(), params));
        id.into()
    }

    /// The answer to a request.
    pub(crate) fn answer(&self, id: RequestId, result: impl Serialize) {
        self.send(Response::new_ok(id, result));
    }

    /// The answer that a request cannot be served.
    pub(crate) fn refuse(&self, id: RequestId, code: ErrorCode, message: String) {
        self.send(Response::new_err(id, code as i32, message));
    }

    /// A message for the user's eyes.
    pub(crate) fn show(&self, kind: MessageType, message: String) {
        self.notify::<ShowMessageNotification>(ShowMessageParams { kind, message });
    }

    fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }
}
