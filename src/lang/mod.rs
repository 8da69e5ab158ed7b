//! The language: text to statements. Knows no command and no figure.

pub mod dimension;
pub mod format;
pub mod parser;
pub mod pattern;
pub mod syntax;
pub mod token;
pub mod units;

mod gather;
mod mistake;

#[cfg(test)]
mod tests;
