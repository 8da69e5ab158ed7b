//! Every code of a report, with what `explain` says about it.

/// A code and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `E001`.
    pub code: &'static str,
    /// The mistake in a few words.
    pub title: &'static str,
    /// A paragraph: what the rule is and what to do.
    pub explanation: &'static str,
}

const fn code(code: &'static str, title: &'static str, explanation: &'static str) -> Code {
    Code {
        code,
        title,
        explanation,
    }
}

/// In ascending order. A code keeps its meaning for ever; a new mistake takes the next free number.
pub const CODES: &[Code] = &[
    code(
        "E001",
        "a character that cannot stand in a command",
        "A command is made of words, numbers and texts with blanks between them. A word holds letters, digits and \
         `_ . / - ~ * ?`. Anything else, such as a comma or a bracket, stands in a text in double quotes: `\"a, b\"`. \
         Characters that look right may be others: typographic quotes, a long dash in place of a minus sign, a \
         no-break space.",
    ),
    code(
        "E002",
        "a malformed number",
        "Numbers look like `5`, `-.5`, `+0.3`, `1e-3`, with a unit attached without a blank if there is one: `5mm`, \
         `1g/cm3`. A time relative to a phase has a star in front: `*0.5`. A name that starts with a digit, such as \
         that of a file, stands in double quotes.",
    ),
    code(
        "E003",
        "a number that is too large",
        "Numbers are kept in double precision, which ends at about 1.8e308.",
    ),
    code(
        "E004",
        "a text without a closing quote",
        "A text in double quotes ends on the line on which it starts. It cannot hold a double quote itself.",
    ),
    code(
        "E005",
        "arguments that touch",
        "Arguments are separated by blanks or tabs, also where one of them is a text in double quotes.",
    ),
    code(
        "E006",
        "a line that does not start with a command",
        "Every line starts with the word of a command. A line that starts with a number only continues a command that \
         takes rows of numbers, such as `setrootmatrix`, and follows it directly. To hide a line from the program, \
         put a `#` before it.",
    ),
    code(
        "E007",
        "the end of a list that is not open",
        "A line that holds only `.`, `..` or `end` closes the list that a command such as `procom` has opened. Here \
         none is open: either there is one end too many, or the command that should open the list is missing or \
         misspelt.",
    ),
    code(
        "E008",
        "a list that is never closed",
        "A command such as `procom 0` opens a list of commands, one a line. The list goes on to a line that holds only \
         `.`, `..` or `end`. A list holds no lists of its own, so a second command that opens one shows that the first \
         was not closed.",
    ),
    code(
        "E009",
        "the end of a list with something beside it",
        "The `.`, `..` or `end` that closes a list stands alone on its line; only a comment may follow it. As the name \
         of a folder, write `./` or `../`.",
    ),
    code(
        "E010",
        "an unknown unit",
        "The units are: m cm mm um km (length), kg g mg (mass), s ms us min (time), rad deg rev (angle), Hz kHz \
         (frequency), N mN uN (force), J mJ uJ (energy), W mW (power), and what `*`, `/` and powers make of them, \
         without blanks: `1g/cm3`, `5cm/s`, `9.8m/s2`, `0.2N*s/m`. Upper and lower case matter: `mN` is a \
         millinewton.",
    ),
    code(
        "E011",
        "a malformed unit",
        "A unit is a symbol with an optional power, or several of them joined by `*` and `/`: `mm`, `cm3`, `s^-1`, \
         `g/cm3`, `N*s/m`. A `/` divides by the one symbol behind it, so `J/kg/m` divides by both. Powers are whole \
         and not zero.",
    ),
    code(
        "E012",
        "a unit of the wrong kind",
        "A number with a unit must be of the kind the command expects at that place: a length in `m` or `mm`, not a \
         mass. A number without a unit is in SI units there, or in the unit that the help of the command names.",
    ),
];

/// The entry of a code, however its letter is written.
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
            let digits = entry.code.strip_prefix('E').unwrap_or_default();
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
