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

use refine_driver::Session;

pub use checker::{Checker, Driver};
pub use server::serve;

/// Serves one editor over stdin and stdout until it says `exit`. What is kept between the checks is in `session`.
///
/// # Errors
/// If the editor leaves without the `shutdown` request, or stdout cannot be written.
pub fn run(session: Session) -> anyhow::Result<()> {
    let (connection, transport) = transport::stdio();
    let served = serve(&connection, Arc::new(Driver::new(session)));
    drop(connection);
    transport.flush()?;
    served
}
