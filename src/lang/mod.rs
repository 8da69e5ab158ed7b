//! The language: text to statements. Knows no command and no figure.

mod gather;
pub mod parser;
pub mod syntax;
pub mod token;

mod mistake;

#[cfg(test)]
mod tests;
