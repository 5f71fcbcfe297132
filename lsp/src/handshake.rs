//! The start of a session: what the client can do, what the server does.
use lsp_server::{Connection, ErrorCode, Message};
use lsp_types::{
    CodeLensOptions, InitializeResult, MessageType, ServerCapabilities, ServerInfo, TextDocumentSyncKind,
    TextDocumentSyncOptions,
};

use crate::outbox::Outbox;
use crate::settings::Settings;

/// Answers up to and including `initialize`; none if the client leaves before.
pub(crate) fn initialize(connection: &Connection, outbox: &Outbox<'_>) -> Option<Settings> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => {
                let (settings, complaint) = Settings::new(&request.params);
                let sync = TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(TextDocumentSyncKind::None),
                    save: Some(true.into()),
                    ..TextDocumentSyncOptions::default()
                };
                let capabilities = ServerCapabilities {
                    position_encoding: Some(settings.encoding.kind()),
                    text_document_sync: Some(sync.into()),
                    hover_provider: Some(true.into()),
                    code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false), ..Default::default() }),
                    ..ServerCapabilities::default()
                };
                let version = Some(env!("CARGO_PKG_VERSION").to_owned());
                let server_info = Some(ServerInfo { name: "refine".to_owned(), version });
                outbox.answer(request.id, InitializeResult { capabilities, server_info });
                if let Some(complaint) = complaint {
                    outbox.show(MessageType::Warning, complaint);
                }
                return Some(settings);
            }
            Message::Request(request) => {
                outbox.refuse(request.id, ErrorCode::ServerNotInitialized, "`initialize` must come first".to_owned());
            }
            Message::Notification(notification) if notification.method == "exit" => return None,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    None
}
