//! Reads entries: line editor, history, lists that continue on further lines.

use super::assistant::{Assistant, SessionChannel};
use super::history;
use crate::commands::TABLE;
use crate::drive::{goes_on, says_farewell};
use crate::ide::{OpenBlock, highlight, open_blocks};
use crate::lang::format::format;
use crate::terminal::{reason, tell_line};
use crate::view::Order;
use rustyline::config::BellStyle;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Behavior, ColorMode, CompletionType, Config, Editor};
use std::io::{ErrorKind, IsTerminal};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

const FIRST: &str = "corpus> ";
const MORE: &str = "   ...> ";

/// Most columns of the names of open blocks in a prompt.
const WIDEST: usize = 32;

/// Most entries in the history.
const REMEMBERED: usize = 5000;

/// Number of times that pending input is discarded after a byte that is not text, and the time between them: a paste arrives
/// in parts.
const PASTE_PARTS: usize = 5;
const PASTE_PAUSE: Duration = Duration::from_millis(30);

/// The line editor and its history.
pub(super) struct Reader {
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
}

impl Reader {
    /// Creates a line editor with access to a session.
    ///
    /// # Errors
    /// There is no terminal.
    pub fn new(messages: SessionChannel, colour: bool) -> rustyline::Result<Self> {
        // If the output is a file, the prompt still uses the terminal.
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
            messages,
            above: String::new(),
            prompt: FIRST.len(),
            columns: 80,
            colour,
        }));
        let history = history::file(|name| std::env::var_os(name));
        if let Some(path) = &history {
            // There is no history file the first time.
            let _ = editor.load_history(path);
        }
        Ok(Reader { editor, history })
    }

    /// Returns the function that prints while a line is being typed, for output that the user did not request.
    #[cfg(feature = "viewer")]
    fn above(&mut self) -> Option<Above> {
        use rustyline::ExternalPrinter;
        let mut printer = self.editor.create_external_printer().ok()?;
        Some(Box::new(move |text| {
            // The prompt may be gone.
            let _ = printer.print(text);
        }))
    }

    #[cfg(not(feature = "viewer"))]
    fn above(&mut self) -> Option<Above> {
        None
    }

    /// Returns the columns and lines of the terminal.
    pub fn size(&mut self) -> (usize, usize) {
        let size = self.editor.dimensions();
        size.map_or((80, 24), |(columns, rows)| (columns.into(), rows.into()))
    }

    /// Reads an entry: a line, or more if a block, a list or rows continue; empty after Ctrl-C. None if the user leaves.
    pub fn next(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            let first = text.is_empty();
            let colour = if first { "1" } else { "90" };
            let plain = match first {
                true => FIRST.to_owned(),
                false => prompt_within(&open_blocks(&text)),
            };
            let (columns, _) = self.size();
            if let Some(assistant) = self.editor.helper_mut() {
                assistant.columns = columns;
                assistant.prompt = plain.chars().count();
                assistant.above.clone_from(&text);
            }
            match self
                .editor
                .readline(&(plain.as_str(), highlight::ink(colour, &plain).as_str()))
            {
                Ok(line) => {
                    text += &line;
                    if says_farewell(&text) {
                        return None;
                    }
                    if !goes_on(&text) {
                        return Some(text);
                    }
                    text.push('\n');
                }
                Err(ReadlineError::Eof) if first => return None,
                Err(ReadlineError::Interrupted | ReadlineError::Eof) => return Some(String::new()),
                // The size of the terminal has changed.
                Err(ReadlineError::Signal(_)) => {}
                Err(ReadlineError::Io(why)) if why.kind() == ErrorKind::InvalidData => {
                    self.discard_input();
                    tell_line!(
                        "this line was not run: it has a byte that is not UTF-8; the terminal must send UTF-8, and pasted text must be UTF-8 too"
                    );
                }
                Err(why) => {
                    tell_line!("cannot read input: {}", reason(&why));
                    return None;
                }
            }
        }
    }

    /// Discards what the user has pasted or typed ahead: the rest of a line must not run as another one.
    fn discard_input(&self) {
        for _ in 0..PASTE_PARTS {
            discard_pending();
            std::thread::sleep(PASTE_PAUSE);
        }
        discard_pending();
    }

    /// Adds an entry to the history, with several lines formatted by their blocks; ignores a file that cannot be written.
    pub fn remember(&mut self, text: &str) {
        let text = text.trim_end();
        let laid_out = text.contains('\n').then(|| format(text, &TABLE).ok());
        let text = laid_out.flatten().unwrap_or_else(|| text.to_owned());
        let _ = self.editor.add_history_entry(text.trim_end());
        if let Some(path) = &self.history {
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let _ = self.editor.append_history(path);
        }
    }
}

/// Discards the input of the terminal that has not been read.
#[cfg(unix)]
fn discard_pending() {
    use nix::sys::termios::{FlushArg, tcflush};
    // Without a terminal there is nothing to discard.
    let _ = tcflush(std::io::stdin(), FlushArg::TCIFLUSH);
}

/// Discards the input of the terminal that has not been read: a console has none that is not text.
#[cfg(not(unix))]
fn discard_pending() {}

/// Function that prints above the line that is being typed.
pub(super) type Above = Box<dyn FnMut(String) + Send>;

/// Reads entries on a separate thread, and sends them to that of the session, until the user leaves. After each entry it waits
/// for the result: entries from an editor, to be added to the history.
pub(super) fn read_entries(
    messages: SessionChannel,
    colour: bool,
    opened: &Sender<Result<Option<Above>, String>>,
    done: &Receiver<Vec<String>>,
) {
    let mut reader = match Reader::new(messages.clone(), colour) {
        Ok(reader) => reader,
        Err(why) => {
            let _ = opened.send(Err(why.to_string()));
            return;
        }
    };
    let _ = opened.send(Ok(reader.above()));
    // When the program ends, the session's thread ends first: then messages have no receiver.
    loop {
        let order = match reader.next() {
            Some(text) if text.trim().is_empty() => continue,
            Some(text) => {
                // Stored before it runs, so that it cannot be lost.
                reader.remember(&text);
                Order::Entry(text, Some(reader.size()))
            }
            None => Order::Leave,
        };
        if messages.0.send(order).is_err() {
            return;
        }
        let Ok(entries) = done.recv() else { return };
        entries.iter().for_each(|entry| reader.remember(entry));
    }
}

/// Returns the prompt for a line within blocks: the open blocks, outermost first, so that the indentation increases.
fn prompt_within(open: &[OpenBlock]) -> String {
    let heads: Vec<&str> = open.iter().map(|o| o.head.as_str()).collect();
    let all = heads.join(" ");
    match all.chars().count() {
        0 => MORE.to_owned(),
        n if n <= WIDEST => format!("{all:>6}> "),
        _ => {
            let inner = heads
                .get(heads.len().saturating_sub(3)..)
                .unwrap_or_default();
            format!("… {}> ", inner.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{goes_on, open_blocks, prompt_within, says_farewell};

    #[test]
    fn the_prompt_tells_what_is_open() {
        let within = |text: &str| prompt_within(&open_blocks(text));
        assert_eq!(within("procom 0"), "procom> ");
        assert_eq!(within("if true"), "    if> ");
        assert_eq!(within("define leg\nfor i in 0..3"), "define for> ");
        assert_eq!(within("setrootmatrix\n1 0 0 0"), "   ...> ");
        assert_eq!(within(&"repeat 2\n".repeat(9)), "… repeat repeat repeat> ");
    }

    #[test]
    fn lists_and_rows_go_on() {
        assert!(goes_on("procom 0"));
        assert!(goes_on("procom 0\nmotor a etarget 1 1"));
        assert!(!goes_on("procom 0\nmotor a etarget 1 1\n.."));
        assert!(goes_on("define leg\nfor i in 0..3\nend"));
        assert!(!goes_on("define leg\nfor i in 0..3\nend\nend"));
        assert!(goes_on("# A leg.") && goes_on("# A leg.\n# Long.\ndefine leg"));
        assert!(!goes_on("# Nothing.\n") && !goes_on("# One.\ngo 1"));
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
        // The first row beside the command ended the entry.
        let beside = rows.replacen('\n', " ", 1);
        assert!(goes_on("setrootmatrix 1 0 0 0 # the first row") && goes_on(&beside));
        assert!(
            !goes_on(&format!("{beside}\n0 0 0 1"))
                && !goes_on(&rows.replace('\n', " ").replace("1 0", "a 0"))
        );
    }

    #[test]
    fn farewells_stand_alone() {
        assert!(says_farewell("quit") && says_farewell("  exit # enough\n"));
        assert!(!says_farewell("quit 5") && !says_farewell("! quit") && !says_farewell(""));
    }
}
