//! Reports of arguments that are missing before others.

use crate::diagnostic::{Diagnostic, quote, some_of};
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::session::bind::binder::Binder;
use crate::session::bind::fit::{Misfit, Slip};
use crate::session::bind::line::{BindContext, Line};
use crate::session::command::{Command, Kind, Param, usage_of};
use crate::source::Span;

/// Most words of a parameter that are listed where it is missing.
const MOST_WORDS: usize = 4;

/// Largest number of consecutive missing arguments that are all reported.
const MOST: usize = 3;

/// Whether an argument too many or too few may have caused these errors. False for lists and named arguments, whose places are
/// less certain.
pub(super) fn may_be_miscounted(command: &Command, line: Line, mistakes: &[Slip]) -> bool {
    use ArgumentKind::{Computed, Number, Quoted, Word};
    let is_plain = |a: &Argument| matches!(a.kind, Word | Quoted | Number { .. } | Computed(_));
    let has_words =
        |param: &Param| matches!(param.kind, Kind::Variable | Kind::Items | Kind::Command);
    let of_kinds = |slip: &Slip| {
        use Misfit::{Extra, Kind, Missing, Name, Unit};
        matches!(slip.misfit, Some(Unit | Missing | Extra | Kind | Name))
    };
    line.named.is_empty()
        && line.arguments.iter().all(is_plain)
        && !command.forms.iter().any(|form| form.iter().any(has_words))
        && mistakes.iter().all(of_kinds)
        && (mistakes.len() > 1 || mistakes.iter().any(|slip| slip.is(Misfit::Kind)))
}

/// Makes the report of arguments that are missing before others: with them, the line fits except for unknown names at some places.
#[inline(never)]
pub(super) fn some_missing(
    command: &'static Command,
    line: Line,
    context: BindContext,
    mistakes: &[Slip],
    names: &[Span],
) -> Option<Diagnostic> {
    let ways = (1..=MOST).flat_map(|count| command.forms.iter().map(move |form| (count, *form)));
    ways.into_iter().find_map(|(count, params)| {
        // Each parameter whose argument may be missing, and the argument after it.
        let mut missing: Vec<(&Param, &Argument)> = vec![];
        for (at, row) in params.windows(count).enumerate() {
            if row.iter().any(|param| param.optional) {
                continue;
            }
            let mut binder = Binder::new(command, context, line);
            binder.cursor.left_out = at..at + count;
            let fit = binder.fit(params);
            let Some(next) = line.arguments.get(fit.after_left_out) else {
                continue;
            };
            // A number that does not fit in place of another is itself wrong.
            let is_wrong = matches!(next.kind, ArgumentKind::Number { .. })
                && mistakes.iter().any(|slip| slip.report.span == next.span)
                && row
                    .iter()
                    .any(|param| matches!(param.kind, Kind::Number(..)));
            if fit.fits_but(names) && !is_wrong {
                for param in row {
                    missing.retain(|(other, _)| other.name != param.name);
                    missing.push((param, next));
                }
            }
        }
        // Keywords are reported only if no other argument is missing.
        let is_word = |param: &Param| matches!(param.kind, Kind::Choice([_]));
        let are_words = missing.iter().all(|(param, _)| is_word(param));
        missing.retain(|(param, _)| are_words || !is_word(param));
        let (last, next) = missing.last()?;
        let found = quote(context.session.sources.text(next.span));
        let listed = |and| some_of(missing.iter().map(|(param, _)| param.name), and);
        let message = match (count, missing.len(), last.kind) {
            (1, 1, Kind::Choice([word])) => format!("the word `{word}` is missing before {found}"),
            (1, 1, Kind::Choice(words)) if words.len() <= MOST_WORDS => {
                let words = some_of(words.iter().copied(), "or");
                format!("`{}` is missing before {found}: {words}", last.name)
            }
            (1, ..) => format!("{} is missing before {found}", listed("or")),
            (count, many, _) if count < many => {
                format!("{count} of {} are missing before {found}", listed("and"))
            }
            _ => format!("{} are missing before {found}", listed("and")),
        };
        let help = format!("usage: {}", usage_of(command, params));
        Some(Diagnostic::error("E021", next.span, message).help(help))
    })
}
