//! Makes text of a script safe for a terminal: it cannot move the cursor, or hide or reorder what is shown.

use std::borrow::Cow;

/// Whether a character is invisible, or changes the order in which others are shown.
pub fn invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// Quotes text in a message: in backquotes, shortened if it is long, with escapes for invisible characters.
#[must_use]
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut quoted = String::from("`");
    for c in text.chars().take(LONGEST) {
        if c.is_control() || invisible(c) {
            quoted.extend(c.escape_default());
        } else {
            quoted.push(c);
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        quoted.push('…');
    }
    quoted + "`"
}

/// Whether a character moves the cursor, changes the terminal or reorders what is shown.
pub fn harms(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Escapes text for a terminal: characters that would move the cursor, change the terminal or reorder what is shown. Keeps line
/// feeds and tabs.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    let harms = |c: char| !matches!(c, '\n' | '\t') && harms(c);
    if !text.contains(harms) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if harms(c) {
            safe.extend(c.escape_default());
        } else {
            safe.push(c);
        }
    }
    safe.into()
}

/// Returns a message without control characters other than line feeds, and without characters that reorder the text.
pub(super) fn message(text: &str) -> Cow<'_, str> {
    let harms = |c: char| c != '\n' && harms(c);
    if text.contains(harms) {
        text.replace(harms, "?").into()
    } else {
        text.into()
    }
}

/// Returns the name of a source on one line: text after a line feed would look like a line of the report.
pub(super) fn name(text: &str) -> String {
    message(text).replace('\n', "?")
}

/// Returns a source with replacements of the same length in bytes for characters unsafe for a terminal, and for those that the
/// drawing library takes as the end of a line but the language does not.
pub(super) fn source(text: &str) -> String {
    let stand_in = |c: char| match c {
        '\n' | '\r' | '\t' => c,
        c if !(c.is_control() || invisible(c) || matches!(c, '\u{2028}' | '\u{2029}')) => c,
        c => match c.len_utf8() {
            1 => '?',
            2 => '¿',
            _ => '\u{fffd}',
        },
    };
    text.chars().map(stand_in).collect()
}

/// Formats "`a`, `b` and `c`", shortened if there are many.
pub fn some_of<'a>(names: impl ExactSizeIterator<Item = &'a str>, and: &str) -> String {
    const SHOWN: usize = 8;
    let count = names.len();
    let shown: Vec<String> = names.take(SHOWN).map(quote).collect();
    match shown.as_slice() {
        [first @ .., last] if !first.is_empty() && count <= SHOWN => {
            format!("{} {and} {last}", first.join(", "))
        }
        _ if count > SHOWN => format!("{} and {} more", shown.join(", "), count - SHOWN),
        _ => shown.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::{escaped, quote, source};
    use proptest::prelude::*;

    #[test]
    fn what_cannot_be_seen_is_spelt_out() {
        assert_eq!(quote("a\u{1b}[2J\u{202e}"), "`a\\u{1b}[2J\\u{202e}`");
        assert_eq!(quote(&"é".repeat(41)), format!("`{}…`", "é".repeat(40)));
    }

    #[test]
    fn text_for_a_terminal_changes_nothing_there() {
        assert_eq!(escaped("a\tb\né"), "a\tb\né");
        assert_eq!(
            escaped("a\u{1b}]0;x\u{7}\r\u{9b}\u{202e}"),
            "a\\u{1b}]0;x\\u{7}\\r\\u{9b}\\u{202e}"
        );
    }

    proptest! {
        #[test]
        fn stand_ins_keep_every_place(text in any::<String>()) {
            let shown = source(&text);
            prop_assert_eq!(shown.len(), text.len());
            prop_assert!(shown.char_indices().map(|(at, _)| at).eq(text.char_indices().map(|(at, _)| at)));
            prop_assert!(!shown.contains(|c: char| c.is_control() && !"\n\r\t".contains(c)));
        }
    }
}
