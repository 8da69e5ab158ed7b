//! What helps while a line is being written: completion, hints, colours. The knowledge is in `command`; this gives it
//! the shape that the line editor wants.

use super::highlight::{ink, paint};
use super::reader::{FAREWELLS, PROMPT_WIDTH};
use crate::command::{Candidate, complete, hint};
use crate::session::Session;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// Lists longer than this show the words alone.
const LONGEST_TOLD: usize = 24;

/// Helps the line editor.
pub(super) struct Assistant {
    /// What there is.
    pub session: Rc<RefCell<Session>>,
    /// The lines of the entry above the one that is being written, each with its end.
    pub above: String,
    /// Columns of the terminal.
    pub columns: usize,
    /// Whether the terminal shows colours.
    pub colour: bool,
}

/// A hint as the line editor wants it.
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
        let text = format!("{}{written}", self.above);
        let (start, mut found) = complete(&text, &self.session.borrow());
        let start = start.saturating_sub(self.above.len());
        let word = written.get(start..).unwrap_or_default();
        if self.above.is_empty() && written.trim_start() == word {
            let farewells = FAREWELLS.iter().filter(|f| f.starts_with(word));
            found.extend(farewells.map(|f| Candidate {
                text: (*f).to_owned(),
                doc: "Leaves.".to_owned(),
            }));
        }
        let alone = found.len() == 1 && cursor == line.len();
        Ok((start, self.pairs(found, alone)))
    }
}

impl Assistant {
    /// As a list, with what each word is; a word that is `alone` is done, and a blank follows it.
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
            let open = c.text.ends_with('/') || c.text.ends_with('.');
            let end = if alone && !open { " " } else { "" };
            Pair {
                display,
                replacement: c.text + end,
            }
        };
        found.into_iter().map(pair).collect()
    }
}

impl Hinter for Assistant {
    type Hint = Shown;

    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<Shown> {
        // Without colours a hint would look like what was typed.
        if !self.colour || cursor < line.len() {
            return None;
        }
        let found = hint(&format!("{}{line}", self.above), &self.session.borrow())?;
        let last = line.rsplit('\n').next().unwrap_or(line);
        let used = PROMPT_WIDTH + last.chars().count() + 1;
        let shown = Shown {
            display: cut(&found.text, self.columns.saturating_sub(used)),
            completion: found.insert.then_some(found.text),
        };
        (!shown.display.trim().is_empty()).then_some(shown)
    }
}

/// At most so many characters of a line.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    if kept.is_empty() { kept } else { kept + "…" }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, cursor: usize) -> Cow<'l, str> {
        Cow::Owned(paint(line, cursor))
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
