//! The commands of the prompt: watching, saving and editing.

use super::Prompt;
use super::watched::Watched;
use crate::commands::{TABLE, find};
use crate::diagnostic::{Diagnostic, quote};
use crate::drive::asked;
use crate::files::Output;
use crate::lang::parser::parse;
use crate::lang::pattern::{is_pattern, matches};
use crate::lang::syntax::{Argument, Statement};
use crate::lang::value::{Datum, show};
use crate::session::command::{PromptCommand, prompt_command};
use crate::session::{Session, Stop};
use crate::source::{SourceId, Span};
use std::path::Path;
use std::sync::Arc;

/// Result of a command of the prompt.
pub(super) enum Done {
    /// Success.
    Well,
    /// Failure, which is reported.
    Not,
    /// The user wants to leave.
    Leave,
    /// This text must be run.
    Run(String),
}

/// Returns the prompt command of a line. A command defined by the script under its name has precedence, and so has the one of
/// the table if it is not valid at the prompt.
pub(super) fn command_of(
    text: &str,
    statement: &Statement,
    session: &Session,
) -> Option<&'static PromptCommand> {
    let head = text.get(statement.head.range())?;
    let command = prompt_command(head)?;
    let of_table = find(head).is_some();
    let for_script = || {
        let last = statement.arguments.last();
        last.is_some_and(|a| path_of(text, a).ends_with(".corpus"))
    };
    (session.definition(head).is_none() && (!of_table || for_script())).then_some(command)
}

fn path_of<'t>(text: &'t str, argument: &Argument) -> &'t str {
    text.get(argument.span.range())
        .unwrap_or_default()
        .trim_matches('"')
}

impl Prompt {
    /// Executes a command of the prompt; `name` and `text` are those of the entry.
    pub(super) fn own(
        &mut self,
        command: &PromptCommand,
        name: &str,
        text: &str,
        statement: &Statement,
    ) -> Done {
        if let Err(why) = self.is_allowed(command.name) {
            self.tell(&why);
            return Done::Not;
        }
        let arguments = statement.arguments.as_slice();
        let result = match (command.name, arguments) {
            ("watch", []) => {
                self.list_watched();
                Ok(Done::Well)
            }
            ("watch", _) => return self.watch(name, text, statement.head),
            ("unwatch", _) => self.unwatch(text, arguments),
            ("view", []) => self.look(false).map(|()| Done::Well),
            ("view", [way]) if path_of(text, way) == "terminal" => {
                self.look(true).map(|()| Done::Well)
            }
            ("view", [way]) if path_of(text, way) == "browser" => {
                self.serve_at_prompt().map(|()| Done::Well)
            }
            ("quit" | "exit", []) => Ok(Done::Leave),
            ("reset", []) => {
                self.begin_anew();
                Ok(Done::Well)
            }
            ("save", [file]) if path_of(text, file).ends_with(".corpus") => {
                let path = Path::new(path_of(text, file));
                let free = self
                    .journal
                    .may_replace(path)
                    .and_then(|()| self.is_free(path));
                let told = free.and_then(|()| self.journal.save(path, &self.session.borrow()));
                told.map(|told| {
                    self.say(&told);
                    Done::Well
                })
            }
            ("save", _) => {
                Err("`save` needs the name of a script: `save session.corpus`".to_owned())
            }
            ("edit", []) => super::editor::edit_text(&self.last).map(Done::Run),
            ("edit", [file]) => {
                let path = path_of(text, file).to_owned();
                super::editor::edit_file(Path::new(&path)).map(|()| {
                    Done::Run(format!(
                        "include {}",
                        text.get(file.span.range()).unwrap_or(&path)
                    ))
                })
            }
            _ => Err(format!("usage: {}", command.usage())),
        };
        result.unwrap_or_else(|why| {
            self.tell(&why);
            Done::Not
        })
    }

    /// Checks that a command of the prompt does not need the terminal if its line comes from a page.
    pub(super) fn is_allowed(&self, name: &str) -> Result<(), String> {
        let needs = prompt_command(name).is_some_and(|command| command.in_terminal);
        match needs && self.connection.lock().unasked {
            true => Err(format!("`{name}` works at the prompt in a terminal only")),
            false => Ok(()),
        }
    }

    /// Replaces the session by an empty one.
    fn begin_anew(&mut self) {
        let fresh = self.new_session();
        *self.session.borrow_mut() = fresh;
        self.journal = super::journal::Journal::default();
        self.shared.watched.lock().clear();
        self.connection.lock().changed();
        self.say("started again with an empty world");
    }

    /// Checks that this session neither reads nor writes a file.
    fn is_free(&self, path: &Path) -> Result<(), String> {
        let session = self.session.borrow();
        let noted = session.files.ledger.may_write(path, Output::Option("save"));
        noted.map_err(|taken| {
            let shown = quote(&path.display().to_string());
            format!(
                "cannot write {shown}: it {}; choose another name",
                taken.reason()
            )
        })
    }

    /// Prints the watched quantities with their current values.
    fn list_watched(&mut self) {
        let watched = self.shared.watched.lock();
        let Some(expressions) = watched.expressions() else {
            self.say(
                "nothing is watched; add a quantity with `watch NAME.QUANTITY`; `help quantities` lists them",
            );
            return;
        };
        let mut session = self.session.borrow_mut();
        session.observe();
        let values = session.values_of(&expressions);
        for (text, value) in watched.texts().iter().zip(values) {
            match value {
                Some(value) => self.say(&format!("{text} = {}", show(&value))),
                None => self.say(&format!("{text} cannot be evaluated now")),
            }
        }
    }

    fn watch(&mut self, name: &str, text: &str, head: Span) -> Done {
        let shared = Arc::clone(&self.shared);
        let mut told = vec![];
        let outcome = self.act(|session| {
            let source = session.sources.add_entry(name, text);
            session.observe();
            let result = watch(
                session,
                source,
                text,
                head,
                &mut shared.watched.lock(),
                &mut told,
            );
            if let Err(Stop::Mistake(report)) = &result {
                session.diagnostics.push((**report).clone());
            }
            result
        });
        for line in told {
            self.say(&line);
        }
        match outcome.is_fine() {
            true => Done::Well,
            false => Done::Not,
        }
    }

    /// Returns the watched quantities that the arguments name; all without arguments.
    fn chosen(&self, text: &str, arguments: &[Argument]) -> Result<Vec<String>, String> {
        let watched = self.shared.watched.lock().texts();
        let mut chosen = vec![];
        for argument in arguments {
            let wanted = text.get(argument.span.range()).unwrap_or_default();
            let wanted = wanted.trim_matches(['{', '}']).trim();
            let fits =
                |t: &&String| *t == wanted || is_pattern(wanted) && matches(wanted, t).is_some();
            let found: Vec<String> = watched.iter().filter(fits).cloned().collect();
            if found.is_empty() {
                let there = match watched.as_slice() {
                    [] => "no quantity is watched".to_owned(),
                    some => format!("watched: {}", some.join(", ")),
                };
                return Err(format!("{} is not watched; {there}", quote(wanted)));
            }
            chosen.extend(found);
        }
        Ok(chosen)
    }

    fn unwatch(&mut self, text: &str, arguments: &[Argument]) -> Result<Done, String> {
        let chosen = self.chosen(text, arguments)?;
        let mut watched = self.shared.watched.lock();
        match chosen.as_slice() {
            [] => watched.clear(),
            some => some.iter().for_each(|text| {
                watched.remove(text);
            }),
        }
        Ok(Done::Well)
    }
}

/// Watches the quantities that a line names.
fn watch(
    session: &mut Session,
    source: SourceId,
    text: &str,
    head: Span,
    watched: &mut Watched,
    told: &mut Vec<String>,
) -> Result<(), Stop> {
    let parsed = parse(source, text, &TABLE);
    let line = parsed
        .statements
        .iter()
        .find(|s| s.head.start == head.start);
    for argument in line.map_or(&[][..], |line| &line.arguments) {
        for (name, expression) in asked(session, argument)? {
            let value = session.value_of(&expression)?;
            if matches!(value, Datum::Text(_) | Datum::Range(_)) {
                let message = format!(
                    "{} is {}, which cannot be drawn",
                    quote(&name),
                    value.kind()
                );
                let report = Diagnostic::error("E014", argument.span, message);
                return Err(report
                    .help("only numbers, vectors and flags can be plotted")
                    .into());
            }
            told.push(match watched.add(&name, expression) {
                true => format!("{name} = {}", show(&value)),
                false => format!("{name} is already watched"),
            });
        }
    }
    Ok(())
}
