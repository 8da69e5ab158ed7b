//! An entry: its execution by the session or by the prompt, and its record.

use super::own::{Done, command_of};
use super::{Outcome, Prompt};
use crate::commands::TABLE;
use crate::diagnostic::escaped;
use crate::drive::{as_value, report_as_typed};
use crate::help::help_in;
use crate::lang::parser::parse;
use crate::lang::syntax::{ArgumentKind, Statement};
use crate::session::{Session, si};
use crate::terminal::reason;
use std::io::IsTerminal;

impl Prompt {
    /// Runs an entry, and returns the entries made of it in an editor.
    pub(super) fn entry(&mut self, text: &str) -> Vec<String> {
        let mut edited = vec![];
        let mut next = Some(text.to_owned());
        while let Some(text) = next.take() {
            if text.trim().is_empty() {
                break;
            }
            self.entries += 1;
            next = self.run(&format!("entry {}", self.entries), &text);
            edited.extend(next.clone());
        }
        edited
    }

    /// Prints a line for the user, unless output is suppressed.
    pub(super) fn tell(&self, line: &str) {
        if !self.silent {
            self.tell_drawn(&format!("{}\n", escaped(line)));
        }
    }

    /// Runs a text; returns the next text to run, from an editor.
    pub(super) fn run(&mut self, name: &str, text: &str) -> Option<String> {
        if let Some(line) = self.aside_of(text, "shell") {
            self.shell(&line);
            return None;
        }
        if let Some(words) = self.aside_of(text, "help")
            && self.shows_long_help(&words)
        {
            return None;
        }
        let typed = text.trim();
        let shown = as_value(text, &mut self.session.borrow_mut());
        let typed = shown.is_some().then_some(typed);
        let text = shown.as_deref().unwrap_or(text);
        let parsed = parse(0, text, &TABLE);
        if !parsed.diagnostics.is_empty() {
            self.act(|session| {
                let result = session.run_entry(name, text);
                report_on(session, name, typed);
                result
            });
            let entry = typed.unwrap_or(text);
            entry.clone_into(&mut self.last);
            self.journal.failed(entry, "did not run");
            if typed.is_none() && !parsed.statements.is_empty() {
                self.tell("no line of this entry has run");
            }
            return None;
        }
        let parts = parts(text, &parsed.statements);
        for (i, (statement, part)) in parsed.statements.iter().zip(&parts).enumerate() {
            let own = command_of(text, statement, &self.session.borrow());
            let outcome = match own {
                Some(command) => match self.own(command, name, text, statement) {
                    Done::Well => Outcome::Fine,
                    Done::Not => Outcome::Failed,
                    Done::Leave => {
                        self.leaves = true;
                        return None;
                    }
                    Done::Run(next) => return Some(next),
                },
                None => {
                    text.trim_end().clone_into(&mut self.last);
                    let outcome = self.run_part(name, part, text, (statement, typed));
                    if outcome == Outcome::Fine {
                        self.remark(text, statement);
                    }
                    outcome
                }
            };
            if matches!(outcome, Outcome::Failed | Outcome::Interrupted) {
                for later in parts.get(i + 1..).unwrap_or_default() {
                    self.journal.failed(
                        later,
                        "did not run, because the line above did not run to its end",
                    );
                }
                if parts.len() > 1 && typed.is_none() && outcome == Outcome::Failed {
                    self.tell("the lines before the mistake have run, those after it have not");
                }
                return None;
            }
        }
        None
    }

    /// Returns the text after a word of the prompt in an entry of one line, unless the script has a command of that name.
    fn aside_of(&self, text: &str, head: &str) -> Option<String> {
        let line = text.trim();
        let rest = line.strip_prefix(head)?;
        let stands = rest.is_empty() || rest.starts_with([' ', '\t']);
        let own = self.session.borrow().definition(head).is_some();
        (stands && !own && !line.contains('\n')).then(|| rest.trim().to_owned())
    }

    /// Runs an external program.
    fn shell(&mut self, line: &str) {
        if line.is_empty() {
            self.tell("usage: shell command");
            return;
        }
        if let Err(why) = self.is_allowed("shell") {
            self.tell(&why);
            return;
        }
        let (shell, option) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        match std::process::Command::new(shell)
            .args([option, line])
            .status()
        {
            Ok(status) if status.success() => {}
            Ok(status) => self.tell(&format!("the program ended with {status}")),
            Err(why) => self.tell(&format!("cannot run {shell}: {}", reason(&why))),
        }
        // A Ctrl-C was meant for the program.
        self.shared.interrupt.reset();
    }

    /// Shows help in a pager if it is longer than the terminal. Returns whether it did.
    fn shows_long_help(&mut self, words: &str) -> bool {
        let (_, rows) = *self.shared.size.lock();
        let unseen = self.silent || self.connection.lock().unasked;
        if unseen || !std::io::stdout().is_terminal() || words.contains('#') {
            return false;
        }
        let Ok(text) = help_in(&self.session.borrow(), words) else {
            return false;
        };
        text.lines().count() >= rows && super::pager::show(&text)
    }

    /// Prints a remark on an effect that may not be intended.
    fn remark(&self, text: &str, statement: &Statement) {
        if self.connection.lock().unasked {
            return;
        }
        let head = text.get(statement.head.range()).unwrap_or_default();
        let first = statement.arguments.first();
        match (head, first.map(|argument| &argument.kind)) {
            ("go", Some(ArgumentKind::Number { value, unit: None })) if *value <= FEW => {
                let world = &self.session.borrow().here().world.dt.to_owned();
                let count = *value as u64;
                let frames = if count == 1 { "frame" } else { "frames" };
                let time = si(value * world, "s");
                self.tell(&format!(
                    "{count} {frames}, {time}; `go {count}s` simulates {count} s"
                ));
            }
            ("!", _) => {
                let rest = text.trim_start().strip_prefix('!').unwrap_or_default();
                let word = rest.split_whitespace().next().unwrap_or_default();
                if !rest.starts_with([' ', '\t']) && is_program(word) {
                    self.tell(&format!(
                        "`!` prints its line; `shell {}` runs it",
                        rest.trim()
                    ));
                }
            }
            _ => {}
        }
    }

    /// Runs one statement of an entry; `part` is its text, at its position in the entry, and `typed` the expression that the
    /// user typed if the statement was made from it.
    fn run_part(
        &mut self,
        name: &str,
        part: &str,
        text: &str,
        (statement, typed): (&Statement, Option<&str>),
    ) -> Outcome {
        let head = text.get(statement.head.range()).unwrap_or_default();
        // A viewer that pauses a single `go` returns to the prompt; with several lines, the remaining ones would be lost.
        self.connection.lock().holds = head != "go";
        let outcome = self.act(|session| {
            let result = session.run_entry(name, part);
            report_on(session, name, typed);
            result
        });
        // Dragging in between is repeated at the same times.
        for (time, line) in std::mem::take(&mut self.connection.lock().ran) {
            self.journal.ran(&format!("alarm {time:?} {line}"));
        }
        // An expectation changes nothing, and its failure would be that of the script.
        let was_false = (outcome == Outcome::Doubtful && head == "expect").then_some("was false");
        match was_false.or(outcome.why_not_recorded()) {
            Some(why) => self.journal.failed(part, why),
            None => self.journal.ran(part),
        }
        outcome
    }
}

/// Lets the reports on an entry show what the user typed, if that was an expression.
fn report_on(session: &mut Session, name: &str, typed: Option<&str>) {
    if let Some(typed) = typed
        && !session.diagnostics.is_empty()
    {
        let source = session.sources.add_entry(name, typed);
        report_as_typed(session, source);
    }
}

/// Number of frames below which a typed `go 3` is hardly intended.
const FEW: f64 = 20.0;

/// Whether a word is the name of a program on the path.
fn is_program(word: &str) -> bool {
    let plain = !word.is_empty()
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
    let path = std::env::var_os("PATH").unwrap_or_default();
    plain && std::env::split_paths(&path).any(|folder| folder.join(word).is_file())
}

/// Returns the text of each statement, with the text above it since the previous one, and after so many line ends that its
/// lines have the same numbers as in the whole.
fn parts(text: &str, statements: &[Statement]) -> Vec<String> {
    let mut from = 0;
    let mut lines = 0;
    let mut parts = vec![];
    for (i, statement) in statements.iter().enumerate() {
        let end = end_of(statement);
        let line_end = text.get(end..).and_then(|rest| rest.find('\n'));
        let is_last = i + 1 == statements.len();
        let to = match line_end {
            Some(at) if !is_last => end + at + 1,
            _ => text.len(),
        };
        let own = text.get(from..to).unwrap_or_default();
        parts.push("\n".repeat(lines) + own);
        lines += own.matches('\n').count();
        from = to;
    }
    parts
}

/// Returns the end of a statement including its blocks.
fn end_of(statement: &Statement) -> usize {
    let ends = statement.blocks().map(|block| block.end.range().end);
    ends.fold(statement.span.range().end, usize::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(text: &str) -> Vec<String> {
        parts(text, &parse(0, text, &TABLE).statements)
    }

    #[test]
    fn parts_keep_their_lines_and_comments() {
        assert_eq!(parted("go 5"), ["go 5"]);
        let text = "go 1 # one\n\n# A leg.\ndefine leg\n  go 2\nend # leg\nleg\n# that was it\n";
        assert_eq!(
            parted(text),
            [
                "go 1 # one\n",
                "\n\n# A leg.\ndefine leg\n  go 2\nend # leg\n",
                "\n\n\n\n\n\nleg\n# that was it\n"
            ]
        );
        assert_eq!(
            parted("if true\ngo 1\nelse\ngo 2\nend\nsetrootmatrix\n1 2\n3 4\n\ngo 3"),
            [
                "if true\ngo 1\nelse\ngo 2\nend\n",
                "\n\n\n\n\nsetrootmatrix\n1 2\n3 4\n",
                "\n\n\n\n\n\n\n\n\ngo 3"
            ]
        );
    }
}
