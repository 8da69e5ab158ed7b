//! Words and lines with pieces in braces.

use super::*;

/// Room for most names (bytes).
const MOST_OFTEN: usize = 24;

/// Returns the text of a word with braces; none if it depends on the run.
///
/// # Errors
/// As [`evaluate`].
pub fn spell(pieces: &[Piece], names: &dyn Names) -> Result<Option<String>, Mistake> {
    join(pieces, names, value::spell)
}

/// Returns the text of a line with pieces in braces, for output.
///
/// # Errors
/// As [`evaluate`].
pub fn show(pieces: &[Piece], names: &dyn Names) -> Result<String, Mistake> {
    let text = join(pieces, names, |datum| Ok(Some(shown(datum))))?;
    Ok(text.unwrap_or_default())
}

/// Joins pieces to a text, with the texts of values that are none.
pub(super) fn join(
    pieces: &[Piece],
    names: &dyn Names,
    text: impl Fn(&Datum) -> Result<Option<String>, ValueError>,
) -> Result<Option<String>, Mistake> {
    let mut joined = String::with_capacity(MOST_OFTEN);
    let mut is_known = true;
    for piece in pieces {
        match piece {
            // A brace after a `\` is literal.
            Piece::Plain(span) => match names.text(*span) {
                text if text.contains('\\') => joined += &text.replace("\\{", "{"),
                text => joined += text,
            },
            Piece::Computed(expression) => {
                let datum = evaluate(expression, names)?;
                match &datum {
                    Datum::Text(text) => joined += text,
                    other => match text(other).map_err(|why| at(why, expression.span))? {
                        Some(text) => joined += &text,
                        None => is_known = false,
                    },
                }
            }
        }
        if joined.len() > LONGEST_TEXT {
            let span = pieces.iter().find_map(|piece| match piece {
                Piece::Computed(expression) => Some(expression.span),
                Piece::Plain(_) => None,
            });
            let why = ValueError::new("the text is too long");
            return Err(at(why, span.unwrap_or_default()));
        }
    }
    Ok(is_known.then_some(joined))
}
