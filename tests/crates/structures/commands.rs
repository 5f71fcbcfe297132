//! Commands as text.
use refine_spec::*;

/// What a line comes to.
#[ensures(|ret| *ret < 4)]
pub fn command(line: &str) -> u8 {
    if line == "quit" {
        return 3; // WRONG: return 4;
    }
    let mut parts = line.split(':');
    match (parts.next(), parts.next()) {
        (Some("set"), Some(_)) => 2,
        (Some(_), Some(_)) => 1,
        _ => 0,
    }
}
