//! The language: text to statements. Knows no command and no figure.

pub mod syntax;
