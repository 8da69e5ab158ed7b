//! The corpus language for tree-sitter. Give [`LANGUAGE`] to a parser, and one of the queries to what colours or folds.

use tree_sitter_language::LanguageFn;

// The one place that calls C: the parser that `tree-sitter generate` made.
#[allow(unsafe_code)]
mod parser {
    use tree_sitter_language::LanguageFn;

    unsafe extern "C" {
        fn tree_sitter_corpus() -> *const ();
    }

    // SAFETY: the generated function has this signature and gives back a static language.
    pub(crate) const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_corpus) };
}

/// The language.
pub const LANGUAGE: LanguageFn = parser::LANGUAGE;

/// The kinds of nodes and their fields, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// What to colour.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// Where names are set and used.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// What to fold.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// What to indent.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");
