//! Lines of a script in pieces, to find the differences between two limbs.

use super::spell::{Measure, spell};

/// A piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    /// A word that is the same for all limbs.
    Word(&'static str),
    /// The begin of a list, such as `at=[`.
    Open(&'static str),
    /// The end of a list.
    Close,
    /// The name of a thing.
    Name(String),
    /// A file.
    File(String),
    /// A number, and what it is of: a part of the name of a parameter.
    Number(f64, Measure, &'static str),
    /// A number by name, such as `mass=`.
    Given(&'static str, f64, Measure),
    /// As it stands in a definition.
    Text(String),
}

pub(super) type Line = Vec<Piece>;

impl Piece {
    /// As it is written.
    pub fn text(&self) -> String {
        match self {
            Piece::Word(word) | Piece::Open(word) => (*word).to_owned(),
            Piece::Close => "]".to_owned(),
            Piece::Name(name) => name.clone(),
            Piece::File(file) => quoted(file),
            Piece::Number(value, measure, _) => spell(*value, *measure),
            Piece::Given(name, value, measure) => format!("{name}={}", spell(*value, *measure)),
            Piece::Text(text) => text.clone(),
        }
    }

    /// Whether it may be the same piece of another limb.
    pub fn is_like(&self, other: &Piece) -> bool {
        match (self, other) {
            (Piece::Word(a), Piece::Word(b)) | (Piece::Open(a), Piece::Open(b)) => a == b,
            (Piece::Number(_, a, _), Piece::Number(_, b, _)) => a == b,
            (Piece::Given(a, ..), Piece::Given(b, ..)) => a == b,
            (Piece::Close, Piece::Close)
            | (Piece::Name(_), Piece::Name(_))
            | (Piece::File(_), Piece::File(_)) => true,
            _ => false,
        }
    }
}

/// A file name as an argument.
fn quoted(file: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
    match file.chars().all(plain) && file.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.')
    {
        true => file.to_owned(),
        false => format!("\"{file}\""),
    }
}

/// A line as it is written.
pub(super) fn text(line: &Line) -> String {
    let mut text = String::new();
    let mut joined = true;
    for piece in line {
        if !(joined || matches!(piece, Piece::Close)) {
            text.push(' ');
        }
        text.push_str(&piece.text());
        joined = matches!(piece, Piece::Open(_));
    }
    text
}

/// Three numbers of a list or of a command.
pub(super) fn three(
    line: &mut Line,
    values: [f64; 3],
    measure: Measure,
    labels: [&'static str; 3],
) {
    for (value, label) in values.into_iter().zip(labels) {
        line.push(Piece::Number(value, measure, label));
    }
}
