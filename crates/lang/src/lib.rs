//! The language: text to statements. Independent of commands and figures.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests"))]

pub mod diagnostic;
pub mod dimension;
pub mod evaluate;
pub mod format;
pub mod function;
pub mod lexer;
pub mod parser;
pub mod pattern;
pub mod source;
pub mod syntax;
pub mod units;
pub mod value;
pub mod vocabulary;

mod arguments;
mod echo;
mod expression;
mod grammar;
mod mistake;
mod nesting;
mod reader;

pub use mistake::quantity_assigned;

#[cfg(test)]
pub(crate) mod tests;
