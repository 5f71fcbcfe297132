//! The pages of `docs/errors`, which `refine explain` prints.

macro_rules! pages {
    ($($code:literal)*) => {
        /// Every code with its page.
        pub const ALL: &[(&str, &str)] =
            &[$(($code, include_str!(concat!("../../../docs/errors/", $code, ".md")))),*];
    };
}

pages! {
    "E0001" "E0002"
    "E0100" "E0101" "E0102" "E0103"
    "E0200" "E0201" "E0203" "E0204" "E0206" "E0208"
    "E0300" "E0301" "E0302" "E0303" "E0304"
    "E0900" "E0901"
    "N0001" "N0002" "N0003" "N0004" "N0005" "N0006" "N0007"
}

/// The page of a code, however its letter is written.
pub fn page(code: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)).map(|(_, page)| *page)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// The codes that stand as string literals in the sources below a folder.
    fn emitted(folder: &Path, into: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                emitted(&path, into);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let quoted = text.split('"').filter(|piece| {
                    piece.len() == 5
                        && piece.starts_with(['E', 'N'])
                        && piece[1..].bytes().all(|byte| byte.is_ascii_digit())
                });
                into.extend(quoted.map(str::to_owned));
            }
        }
    }

    #[test]
    fn every_code_in_the_sources_has_a_page_and_every_page_a_code() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut codes = BTreeSet::new();
        for room in
            ["checker/core/src", "checker/front/src", "checker/driver/src", "testgen/src", "specs/lang/src", "lsp/src"]
        {
            emitted(&root.join(room), &mut codes);
        }
        let missing: Vec<_> = codes.iter().filter(|code| page(code).is_none()).collect();
        assert!(missing.is_empty(), "no page in docs/errors, or not listed in codes.rs: {missing:?}");
        for entry in std::fs::read_dir(root.join("docs/errors")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let code = name.strip_suffix(".md").unwrap();
            assert!(page(code).is_some(), "{name} is not listed in codes.rs");
        }
    }

    #[test]
    fn a_page_starts_with_its_code() {
        for (code, page) in ALL {
            assert!(page.starts_with(&format!("# {code}: ")), "{code}");
            assert!(page.lines().count() > 5, "{code} says next to nothing");
        }
    }
}
