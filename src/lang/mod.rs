//! The language: text to statements. Knows no command and no figure.

pub mod dimension;
pub mod evaluate;
pub mod format;
pub mod lexer;
pub mod parser;
pub mod pattern;
pub mod syntax;
pub mod units;
pub mod value;

mod expression;
mod gather;
mod mistake;

#[cfg(test)]
mod tests;
