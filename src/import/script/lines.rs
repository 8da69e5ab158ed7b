//! Lines of a script as pieces, to find the differences between two limbs.

use super::spell::{Measure, spell};

/// A piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    /// A word that is the same for all limbs.
    Word(&'static str),
    /// The start of a list, such as `at=[`.
    Open(&'static str),
    /// The end of a list.
    Close,
    /// A name.
    Name(String),
    /// A file.
    File(String),
    /// A number and its quantity, which becomes part of a parameter's name.
    Number(f64, Measure, &'static str),
    /// A named number, such as `mass=`.
    Given(&'static str, f64, Measure),
    /// Text of a definition.
    Text(String),
}

pub(super) type Line = Vec<Piece>;

impl Piece {
    /// Returns its source text.
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

    /// Whether it may correspond to a piece of another limb.
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

/// Starts a line with a command and the name of its body or object.
pub(super) fn command(word: &'static str, name: &str) -> Line {
    vec![Piece::Word(word), Piece::Name(name.to_owned())]
}

/// Quotes a file name as an argument if needed. A script cannot name a file with quotation marks or braces in its name: the
/// script reports that the file is missing.
fn quoted(file: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
    match file.chars().all(plain) && file.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.')
    {
        true => file.to_owned(),
        false => format!("\"{}\"", file.replace(['"', '{', '}'], "_")),
    }
}

/// Returns the source text of a line.
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

/// Adds three numbers of a list or of a command.
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
