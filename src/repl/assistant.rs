//! Help while a line is being typed: completion, hints, colours. The logic is in `ide`; this module adapts it to the line
//! editor.

use crate::diagnostic::escaped;
use crate::ide::highlight::{Known, ink, paint};
use crate::ide::prompt::About;
use crate::ide::{Candidate, Hint};
use crate::session::Session;
use crate::view::Order;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Longest list of candidates with descriptions; longer ones show the words only.
const LONGEST_TOLD: usize = 40;

/// Channel for questions about the session, which may be on another thread.
#[derive(Clone)]
pub(super) struct SessionChannel(pub Sender<Order>);

/// Time that a user waits for an answer.
const PATIENCE: Duration = Duration::from_secs(1);

impl SessionChannel {
    /// Asks about the session and the texts of watched quantities. There is no answer while a viewer has it simulate.
    fn ask<T: Send + 'static>(
        &self,
        question: impl Fn(&Session, &[String]) -> T + Send + Sync + 'static,
    ) -> Option<T> {
        let (answer, answers) = channel();
        let ask = move |session: &Session, watched: &[String]| {
            // The asking thread may have continued.
            let _ = answer.send(question(session, watched));
        };
        self.0.send(Order::Ask(Arc::new(ask))).ok()?;
        answers.recv_timeout(PATIENCE).ok()
    }
}

/// Helper of the line editor.
pub(super) struct Assistant {
    /// Channel to the session, for its names and the watched quantities.
    pub messages: SessionChannel,
    /// Previous lines of the entry, with their line ends.
    pub above: String,
    /// Columns of the prompt.
    pub prompt: usize,
    /// Columns of the terminal.
    pub columns: usize,
    /// Whether the terminal shows colours.
    pub colour: bool,
}

/// A hint in the form of the line editor.
pub(super) struct Shown {
    display: String,
    completion: Option<String>,
}

impl rustyline::hint::Hint for Shown {
    fn display(&self) -> &str {
        &self.display
    }

    fn completion(&self) -> Option<&str> {
        self.completion.as_deref()
    }
}

impl Helper for Assistant {}

impl Validator for Assistant {}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let written = line.get(..cursor).unwrap_or(line);
        let (start, found) = self.candidates(written);
        let alone = found.len() == 1 && cursor == line.len();
        Ok((start, self.pairs(found, alone)))
    }
}

impl Assistant {
    /// Returns the candidates for the end of the text, and the offset where they start.
    fn candidates(&self, written: &str) -> (usize, Vec<Candidate>) {
        let text = written.to_owned();
        let found = self.about(move |about| about.candidates(&text));
        found.unwrap_or_else(|| (written.len(), vec![]))
    }

    /// Asks about the sources of names.
    fn about<T: Send + 'static>(
        &self,
        question: impl Fn(&About) -> T + Send + Sync + 'static,
    ) -> Option<T> {
        let above = self.above.clone();
        self.messages.ask(move |session, watched| {
            question(&About {
                session,
                watched,
                above: &above,
            })
        })
    }

    /// Returns the hint after the text.
    fn hint_for(&self, line: &str) -> Option<Hint> {
        let line = line.to_owned();
        self.about(move |about| about.hint_for(&line))?
    }

    /// Returns candidates with their descriptions; a word that is `alone` is complete, and a blank follows it.
    fn pairs(&self, found: Vec<Candidate>, alone: bool) -> Vec<Pair> {
        let told = found.len() <= LONGEST_TOLD;
        let longest = found.iter().map(|c| c.text.chars().count()).max();
        let width = longest.unwrap_or_default();
        let pair = |c: Candidate| {
            let display = if told && !c.doc.is_empty() {
                let line = format!("{:width$}  {}", c.text, c.doc);
                cut(&line, self.columns.saturating_sub(2))
            } else {
                c.text.clone()
            };
            let end = if alone && !c.goes_on { " " } else { "" };
            Pair {
                // File names may contain any characters.
                display: escaped(&display).into_owned(),
                replacement: c.text + end,
            }
        };
        found.into_iter().map(pair).collect()
    }
}

impl Hinter for Assistant {
    type Hint = Shown;

    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<Shown> {
        // Without colours a hint would look like typed text.
        if !self.colour || cursor < line.len() {
            return None;
        }
        let found = self.hint_for(line)?;
        let last = line.rsplit('\n').next().unwrap_or(line);
        let used = self.prompt + last.chars().count() + 1;
        let shown = Shown {
            display: cut(&found.text, self.columns.saturating_sub(used)),
            completion: found.insert.then_some(found.text),
        };
        (!shown.display.trim().is_empty()).then_some(shown)
    }
}

/// Returns the first characters of a line, at most `width`.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    if kept.is_empty() { kept } else { kept + "…" }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, cursor: usize) -> Cow<'l, str> {
        let text = line.to_owned();
        let painted = self.about(move |&About { session, above, .. }| {
            paint(&text, cursor, &Known { session, above })
        });
        painted.map_or(Cow::Borrowed(line), Cow::Owned)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(ink("90", hint))
    }

    fn highlight_candidate<'c>(
        &self,
        candidate: &'c str,
        _: rustyline::CompletionType,
    ) -> Cow<'c, str> {
        match candidate.split_once("  ") {
            Some((word, doc)) => Cow::Owned(format!("{word}  {}", ink("90", doc))),
            None => Cow::Borrowed(candidate),
        }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        // Any key may change the colour of a word.
        true
    }
}
