//! Types that only a function of the user's makes.
use refine_spec::*;

pub struct Session {
    id: u64,
    socket: *const u8,
}

#[generator]
fn any_session(seed: u64) -> Session {
    Session { id: seed, socket: std::ptr::null() }
}

impl Session {
    #[pure]
    pub fn id(&self) -> u64 {
        self.id
    }
}

pub fn session(session: &Session) -> bool {
    assert!(session.socket.is_null());
    session.id() % 2 == 0
}

#[requires(session.id() % 2 == 0)]
pub fn session_wrong(session: &Session) {
    assert!(session.id() != 4);
}

pub fn sessions_wrong(all: &[Option<Session>]) {
    assert!(all.iter().flatten().count() != 2);
}
