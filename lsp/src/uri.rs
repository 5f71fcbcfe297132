//! `file:` URIs and paths.
use std::fmt::Write;
use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// The path of a `file:` URI; none for other schemes and for malformed escapes.
pub(crate) fn to_path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    // An authority (`file://localhost/…`) is not part of the path.
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut input = path.bytes();
    while let Some(byte) = input.next() {
        bytes.push(if byte == b'%' { hex(input.next()?)? * 16 + hex(input.next()?)? } else { byte });
    }
    let path = String::from_utf8(bytes).ok()?;
    let drive = path.as_bytes().get(1..3).is_some_and(|at| at[0].is_ascii_alphabetic() && at[1] == b':');
    Some(PathBuf::from(if drive { &path[1..] } else { &path[..] }))
}

/// The `file:` URI of an absolute path.
pub(crate) fn from_path(path: &Path) -> Uri {
    let path = path.to_string_lossy();
    let mut uri = String::from("file://");
    if !path.starts_with('/') {
        uri.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte as char),
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => write!(uri, "%{byte:02X}").expect("a String takes all"),
        }
    }
    Uri(uri)
}

fn hex(digit: u8) -> Option<u8> {
    (digit as char).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_survives_the_way_to_a_uri_and_back() {
        for path in ["/a/b.rs", "/with space/größe #1%.rs", "/日本/x+y.rs"] {
            assert_eq!(to_path(&from_path(Path::new(path))).unwrap(), Path::new(path));
        }
        assert_eq!(from_path(Path::new("/a b/é")).0, "file:///a%20b/%C3%A9");
    }

    #[test]
    fn other_schemes_and_broken_escapes_are_no_path() {
        for uri in ["untitled:Untitled-1", "file:///a%2", "file:///a%zz", "file:///%ff", "http://x/y"] {
            assert_eq!(to_path(&Uri(uri.into())), None, "{uri}");
        }
        assert_eq!(to_path(&Uri("file://localhost/a".into())).unwrap(), Path::new("/a"));
        assert_eq!(to_path(&Uri("file:///c%3A/a.rs".into())).unwrap(), Path::new("c:/a.rs"));
    }
}
