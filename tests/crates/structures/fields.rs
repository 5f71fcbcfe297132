//! Fields of a line.
use refine_spec::*;

/// The second field.
#[ensures(|ret| ret.len() < line.len() || line.is_empty())]
pub fn second(line: &str) -> &str {
    let fields: Vec<&str> = line.split(':').collect();
    match fields.len() {
        0 | 1 => "",
        2 => fields[1],
        3 => fields[1], // WRONG: 3 => fields[3],
        _ => fields[1],
    }
}
