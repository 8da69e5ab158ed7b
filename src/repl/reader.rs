//! Reads entries: line editor, history, lists that go on on further lines.

use super::assistant::Assistant;
use super::{highlight, history};
use crate::command::{Follows, Kind, Param, TableVocabulary, find};
use crate::lang::lexer::{Token, lex};
use crate::lang::parser::{parse, unfinished};
use crate::session::Session;
use rustyline::config::BellStyle;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Behavior, ColorMode, CompletionType, Config, Editor};
use std::cell::RefCell;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::rc::Rc;

const FIRST: &str = "corpus> ";
const MORE: &str = "   ...> ";

/// Columns that a prompt takes.
pub(super) const PROMPT_WIDTH: usize = FIRST.len();

/// Words that leave the prompt.
pub(super) const FAREWELLS: [&str; 2] = ["quit", "exit"];

/// Entries that the history keeps.
const REMEMBERED: usize = 5000;

/// What the user wants.
pub(super) enum Wish {
    /// To run an entry.
    Run(String),
    /// To begin anew.
    Nothing,
    /// To leave.
    Leave,
}

/// The line editor and its history.
pub(super) struct Reader {
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
}

impl Reader {
    /// A line editor that knows a session.
    ///
    /// # Errors
    /// There is no terminal to speak to.
    pub fn new(session: Rc<RefCell<Session>>, colour: bool) -> rustyline::Result<Self> {
        // With the output in a file, the prompt still speaks to the terminal.
        let behavior = if std::io::stdout().is_terminal() {
            Behavior::Stdio
        } else {
            Behavior::PreferTerm
        };
        let color_mode = if colour {
            ColorMode::Enabled
        } else {
            ColorMode::Disabled
        };
        let config = Config::builder()
            .max_history_size(REMEMBERED)?
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .bell_style(BellStyle::None)
            .behavior(behavior)
            .color_mode(color_mode)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Assistant {
            session,
            above: String::new(),
            columns: 80,
            colour,
        }));
        let history = history::file(|name| std::env::var_os(name));
        if let Some(path) = &history {
            // There is none the first time.
            let _ = editor.load_history(path);
        }
        Ok(Reader { editor, history })
    }

    /// Reads an entry: a line, or more where a list or rows go on.
    pub fn next(&mut self) -> Wish {
        let mut text = String::new();
        loop {
            let first = text.is_empty();
            let (plain, colour) = if first { (FIRST, "1") } else { (MORE, "90") };
            let columns = self.editor.dimensions().map_or(80, |(columns, _)| columns);
            if let Some(assistant) = self.editor.helper_mut() {
                assistant.columns = columns.into();
                assistant.above.clone_from(&text);
            }
            match self
                .editor
                .readline(&(plain, highlight::ink(colour, plain)))
            {
                Ok(line) => {
                    text += &line;
                    if says_farewell(&text) {
                        return Wish::Leave;
                    }
                    if !goes_on(&text) {
                        return Wish::Run(text);
                    }
                    text.push('\n');
                }
                Err(ReadlineError::Eof) if first => return Wish::Leave,
                Err(ReadlineError::Interrupted | ReadlineError::Eof) => return Wish::Nothing,
                // The terminal has another size now.
                Err(ReadlineError::Signal(_)) => {}
                Err(why) => {
                    eprintln!("cannot read on: {why}");
                    return Wish::Leave;
                }
            }
        }
    }

    /// Keeps an entry in the history; does so silently without a file where that cannot be written.
    pub fn remember(&mut self, text: &str) {
        let _ = self.editor.add_history_entry(text.trim_end());
        if let Some(path) = &self.history {
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let _ = self.editor.append_history(path);
        }
    }
}

/// Whether more lines must follow: a list is open, or rows of numbers are not complete yet.
fn goes_on(text: &str) -> bool {
    if !unfinished(text, &TableVocabulary) {
        return false;
    }
    let parsed = parse(0, text, &TableVocabulary);
    let complete = parsed.statements.last().is_some_and(|last| {
        let head = text.get(last.head.range()).and_then(find);
        head.is_some_and(|c| c.follows == Follows::Rows && last.arguments.len() >= rows_of(c.forms))
    });
    !complete
}

/// How many numbers rows hold in all.
fn rows_of(forms: &[&[Param]]) -> usize {
    let is_matrix = |p: &Param| matches!(p.kind, Kind::Matrix);
    if forms.iter().any(|form| form.iter().any(is_matrix)) {
        16
    } else {
        usize::MAX
    }
}

/// Whether a word leaves the prompt.
pub(super) fn is_farewell(word: &str) -> bool {
    FAREWELLS.contains(&word)
}

fn says_farewell(text: &str) -> bool {
    let tokens = lex(0, text, &TableVocabulary);
    let mut words = tokens.iter().filter(|(token, _)| *token != Token::LineEnd);
    let alone = words.next().filter(|_| words.next().is_none());
    alone.is_some_and(|(_, span)| text.get(span.range()).is_some_and(is_farewell))
}

#[cfg(test)]
mod tests {
    use super::{goes_on, says_farewell};

    #[test]
    fn lists_and_rows_go_on() {
        assert!(goes_on("procom 0"));
        assert!(goes_on("procom 0\nmotor a etarget 1 1"));
        assert!(!goes_on("procom 0\nmotor a etarget 1 1\n.."));
        assert!(!goes_on("go 5"));
        assert!(!goes_on(""));
        let mut rows = "setrootmatrix".to_owned();
        for row in ["1 0 0 0", "0 1 0 0", "0 0 1 0"] {
            assert!(goes_on(&rows));
            rows = rows + "\n" + row;
        }
        assert!(goes_on(&rows));
        assert!(!goes_on(&format!("{rows}\n0 0 0 1")));
        assert!(!goes_on(&format!("{rows}\n")));
    }

    #[test]
    fn farewells_stand_alone() {
        assert!(says_farewell("quit") && says_farewell("  exit # enough\n"));
        assert!(!says_farewell("quit 5") && !says_farewell("! quit") && !says_farewell(""));
    }
}
