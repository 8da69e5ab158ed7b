//! All codes of reports, with their explanations.

mod language;
mod runs;
mod warnings;

use language::LANGUAGE;
use runs::RUNS;
use warnings::WARNINGS;

/// A code and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `E001` for an error, `W001` for a warning.
    pub code: &'static str,
    /// The error in a few words, which are also shown at the mark in a drawing.
    pub title: &'static str,
    /// A paragraph: the rule and what to do.
    pub explanation: &'static str,
    /// Whether such an error depends only on the line, and not on the world or on the meaning of its names.
    pub of_line: bool,
}

impl Code {
    const fn of_line(self) -> Code {
        Code {
            of_line: true,
            ..self
        }
    }
}

const fn code(code: &'static str, title: &'static str, explanation: &'static str) -> Code {
    Code {
        code,
        title,
        explanation,
        of_line: false,
    }
}

/// All codes in ascending order. A code never changes its meaning; a new error takes the next free number.
pub const CODES: &[Code] = &joined::<COUNT>([LANGUAGE, RUNS, WARNINGS]);

const COUNT: usize = LANGUAGE.len() + RUNS.len() + WARNINGS.len();

/// Joins the entries of all parts of the table.
const fn joined<const N: usize>(parts: [&[Code]; 3]) -> [Code; N] {
    let mut all = [LANGUAGE[0]; N];
    let (mut part, mut entry, mut next) = (0, 0, 0);
    while next < N {
        if entry < parts[part].len() {
            all[next] = parts[part][entry];
            (entry, next) = (entry + 1, next + 1);
        } else {
            (part, entry) = (part + 1, 0);
        }
    }
    all
}

/// Returns the entry of a code, in upper or lower case.
#[must_use]
pub fn explain(code: &str) -> Option<&'static Code> {
    CODES
        .iter()
        .find(|entry| entry.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::{CODES, explain};

    #[test]
    fn codes_are_unique_sorted_and_well_formed() {
        assert!(CODES.is_sorted_by(|a, b| a.code < b.code));
        for entry in CODES {
            let digits = entry.code.trim_start_matches(['E', 'W']);
            assert!(
                digits.len() == 3 && digits.parse::<u16>().is_ok(),
                "{}",
                entry.code
            );
            assert!(
                !entry.title.is_empty() && !entry.title.ends_with('.'),
                "{}",
                entry.code
            );
            assert!(entry.explanation.ends_with('.'), "{}", entry.code);
        }
    }

    #[test]
    fn a_code_is_found_in_any_case() {
        assert_eq!(explain("e008").map(|entry| entry.code), Some("E008"));
        assert_eq!(explain("E000"), None);
        assert_eq!(explain(""), None);
    }
}
