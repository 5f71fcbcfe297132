//! The language server of refine: a listener of the driver's events that speaks LSP.
//!
//! One thread (`server`) owns all state and is the only one that sends; one worker thread runs the
//! checks, one at a time. What is known of a package lives in `findings`, how it reads in `render`.
//!
//! **Invariant:** no verdict is decided here, and nothing but protocol frames goes to stdout.
mod checker;
mod findings;
mod handshake;
mod outbox;
mod render;
mod server;
mod settings;
mod text;
mod transport;
mod uri;
mod worker;

use std::sync::Arc;

pub use checker::{Checker, Driver};
pub use server::serve;

/// Serves one editor over stdin and stdout until it says `exit`.
///
/// # Errors
/// If the editor leaves without the `shutdown` request, or stdout cannot be written.
pub fn run() -> anyhow::Result<()> {
    let (connection, transport) = transport::stdio();
    let served = serve(&connection, Arc::new(Driver::default()));
    drop(connection);
    transport.flush()?;
    served
}
