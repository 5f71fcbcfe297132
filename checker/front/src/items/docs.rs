//! What the documentation of an item says.
use ra_syntax::ast::AstToken;
use ra_syntax::{AstNode, SyntaxNode, ast};

/// Whether the documentation of a function has a section `# Panics`, by the convention of the Rust API guidelines
/// (C-FAILURE).
pub(super) fn documents_panics(item: &SyntaxNode) -> bool {
    let comments = item.children_with_tokens().filter_map(|child| ast::Comment::cast(child.into_token()?));
    let comments = comments.filter_map(|comment| comment.doc_comment().map(|(text, _)| text.to_owned()));
    let attributes = item.children().filter_map(ast::Attr::cast).map(|attr| attr.syntax().text().to_string());
    let attributes = attributes.filter(|text| text.contains("doc")).map(|text| text.replace("\\n", "\n"));
    comments.chain(attributes).any(|text| text.lines().any(is_panics_heading))
}

/// `# Panics`, at any level; also where it starts the value of a `#[doc = "…"]`.
fn is_panics_heading(line: &str) -> bool {
    let line = line.rsplit_once('"').map_or(line, |(before, _)| before.rsplit('"').next().unwrap_or(before));
    let line = line.trim().trim_start_matches('*').trim_start();
    let words = line.trim_start_matches('#');
    let words_only = words.trim().trim_end_matches([':', '.']);
    words.len() < line.len()
        && ["panic", "panics", "panicking"].iter().any(|word| words_only.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(text: &str) -> bool {
        let file = ra_syntax::SourceFile::parse(text, ra_syntax::Edition::Edition2021).tree();
        let function = file.syntax().descendants().find_map(ast::Fn::cast).unwrap();
        documents_panics(function.syntax())
    }

    #[test]
    fn a_section_is_a_heading() {
        assert!(documents("/// Does it.\n///\n/// # Panics\n///\n/// If it is empty.\nfn f() {}"));
        assert!(documents("/** Does it.\n *\n * ## Panics\n * often\n */\nfn f() {}"));
        assert!(documents("#[doc = \"# Panics\"]\nfn f() {}"));
        assert!(documents("#[doc = \"Does it.\\n# Panics\\nOften.\"]\nfn f() {}"));
    }

    #[test]
    fn a_remark_is_none() {
        assert!(!documents("/// Never panics.\nfn f() {}"));
        assert!(!documents("/// Panics.\nfn f() {}"));
        assert!(!documents("// # Panics\nfn f() {}"));
        assert!(!documents("/// # Panicsx\nfn f() {}"));
        assert!(!documents("fn f() { /// # Panics\n fn g() {} }"));
    }
}
