//! Pending events as lines of the script with their environment, for files, and back.

use super::saved_world::{SavedLines, SavedTimer, SavedWatch};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::parser::parse;
use crate::lang::syntax::{ArgumentKind, Statement};
use crate::lang::value::Datum;
use crate::run::Definitions;
use crate::session::bind::{BindContext, bind};
use crate::session::command::{Across, Reflection};
use crate::session::scope::{Locals, Variable};
use crate::session::{Closure, Code, Environment, Session, Stop, Timer, Timers, Watch};
use crate::source::Span;
use std::sync::Arc;

/// A pending event that a file cannot hold.
pub(crate) struct Unsaved {
    /// Head of its line.
    pub head: Span,
    /// Why, as a clause.
    pub why: String,
}

impl Session {
    /// Returns the pending timers and conditions as source text, and those that cannot be written so.
    pub(in crate::session) fn saved_events(
        &self,
    ) -> (Vec<SavedTimer>, Vec<SavedWatch>, Vec<Unsaved>) {
        let stage = self.here();
        let mut lost = vec![];
        let mut lines = |closure: &Closure| {
            let saved = self.saved_lines(closure);
            saved.map_err(|unsaved| lost.push(unsaved)).ok()
        };
        let timers = stage.timers.in_order().into_iter().filter_map(|timer| {
            Some(SavedTimer {
                due: timer.due,
                phase: timer.phase,
                every: timer.every,
                lines: lines(&timer.closure)?,
            })
        });
        let timers = timers.collect();
        let watches = stage.watches.iter().filter_map(|watch| {
            Some(SavedWatch {
                held: watch.held,
                lines: lines(&watch.closure)?,
            })
        });
        (timers, watches.collect(), lost)
    }

    /// Warns of pending events that are not in a file; `reader` is the command that reads the file.
    pub(in crate::session) fn warn_of_lost(
        &mut self,
        lost: Vec<Unsaved>,
        file: &str,
        reader: &str,
        at: Span,
    ) {
        let message = match lost.len() {
            0 => return,
            1 => format!("1 pending event is not in {file}"),
            n => format!("{n} pending events are not in {file}"),
        };
        let help = format!("set the events again after the `{reader}`");
        let mut report = Diagnostic::warning("W010", at, message).help(help);
        for Unsaved { head, why } in lost {
            report = report.note(
                head,
                format!("set by this line, and not saved because {why}"),
            );
        }
        self.report(report);
    }

    /// A closure as its text in the script, head and `end` included, and its environment.
    ///
    /// # Errors
    /// A variable in it has a value that cannot be saved, or its text cannot be read without the script around it.
    fn saved_lines(&self, closure: &Closure) -> Result<SavedLines, Unsaved> {
        let unsaved = |why: String| Unsaved {
            head: closure.head,
            why,
        };
        // The parser must find the same statement in it as in the script.
        let text = self.written_text(closure).filter(|text| {
            let parsed = parse(0, text, self.table);
            parsed.diagnostics.is_empty() && parsed.statements.len() == 1
        });
        let (Some(text), Some(environment)) = (text, closure.environment.as_ref()) else {
            let why = "it uses a command of the script that has the name of a built-in command with a list or a block";
            return Err(unsaved(why.to_owned()));
        };
        let definitions = &self.here().definitions;
        let corpus = environment.corpus.and_then(|c| definitions.drafts.get(c));
        let roach = environment.roach.and_then(|r| definitions.roaches.get(r));
        let variables = |variables: &Locals| {
            saved_variables(variables)
                .map_err(|name| unsaved(format!("{} holds a range", quote(name))))
        };
        Ok(SavedLines {
            text,
            locals: variables(&environment.locals)?,
            captured: variables(&closure.captured)?,
            corpus: corpus.map(|draft| draft.figure.name.clone()),
            gait: roach.map(|roach| roach.name.clone()),
            mirrored: environment
                .mirrored
                .as_ref()
                .map_or_else(Vec::new, |reflection| {
                    let across = reflection.across.iter();
                    across.map(|(body, across)| (*body, *across)).collect()
                }),
        })
    }

    fn written_text(&self, closure: &Closure) -> Option<String> {
        Some(match &closure.code {
            Code::Lines(block) => self.sources.text(closure.head.to(block.end)).to_owned(),
            Code::Commands(commands) => match commands.first()? {
                // The span of a message is that of its text.
                bound if bound.command.name == "!" => format!("! {}", bound.text(0)),
                bound => self.sources.text(bound.span).to_owned(),
            },
        })
    }

    /// Parses the statement of saved lines.
    ///
    /// # Errors
    /// They are not a single statement; the report of the error, if there is one.
    fn read_statement(
        &mut self,
        lines: &SavedLines,
        name: &str,
        at: Span,
    ) -> Result<Statement, Option<Diagnostic>> {
        let source = self.sources.add(name, lines.text.as_str(), Some(at));
        let parsed = parse(source, &lines.text, self.table);
        if let Some(why) = parsed.diagnostics.into_iter().next() {
            return Err(Some(why));
        }
        match <[Statement; 1]>::try_from(parsed.statements) {
            Ok([statement]) => Ok(statement),
            Err(_) => Err(None),
        }
    }

    /// Reads the pending events of a file.
    ///
    /// # Errors
    /// One of them is not valid here.
    pub(in crate::session) fn read_events(
        &mut self,
        timers: &[SavedTimer],
        watches: &[SavedWatch],
        path: &str,
        at: Span,
    ) -> Result<(Timers, Vec<Watch>), Stop> {
        let mut read_timers = Timers::default();
        for timer in timers {
            let read = self.read_timer(timer, path, at);
            read_timers.set(read.map_err(|why| unreadable(&timer.lines, path, at, why))?);
        }
        let mut read_watches = vec![];
        for watch in watches {
            let read = self.read_watch(watch, path, at);
            read_watches.push(read.map_err(|why| unreadable(&watch.lines, path, at, why))?);
        }
        Ok((read_timers, read_watches))
    }

    fn read_timer(
        &mut self,
        timer: &SavedTimer,
        path: &str,
        at: Span,
    ) -> Result<Timer, Option<Diagnostic>> {
        let statement = self.read_statement(&timer.lines, &format!("{path}: a timer"), at)?;
        let environment = self.environment_of(&timer.lines, at).ok_or(None)?;
        let head = self.sources.text(statement.head);
        let is_event = match timer.every {
            None => ["after", "at"].contains(&head),
            Some(_) => head == "every",
        };
        let closure = match &statement.block {
            Some(block) if is_event => {
                let code = Code::Lines(Arc::clone(block));
                Closure::new(code, statement.head, Some(environment))
            }
            None if timer.every.is_none() => {
                self.read_command(timer, &statement, environment, at)?
            }
            _ => return Err(None),
        };
        let name = match closure.code {
            Code::Lines(_) => self.name_of_event(&statement),
            Code::Commands(_) => Arc::default(),
        };
        Ok(Timer {
            due: timer.due,
            closure: Arc::new(closure),
            name,
            phase: timer.phase,
            every: timer.every,
        })
    }

    fn read_watch(
        &mut self,
        watch: &SavedWatch,
        path: &str,
        at: Span,
    ) -> Result<Watch, Option<Diagnostic>> {
        let statement = self.read_statement(&watch.lines, &format!("{path}: an event"), at)?;
        let environment = self.environment_of(&watch.lines, at).ok_or(None)?;
        let condition = statement.arguments.first().map(|argument| &argument.kind);
        match (condition, &statement.block) {
            (Some(ArgumentKind::Computed(condition)), Some(block))
                if self.sources.text(statement.head) == "when" =>
            {
                let code = Code::Lines(Arc::clone(block));
                let closure = Closure::new(code, statement.head, Some(environment));
                Ok(Watch {
                    condition: Arc::clone(condition),
                    name: self.name_of_event(&statement),
                    closure: Arc::new(closure),
                    held: watch.held,
                })
            }
            _ => Err(None),
        }
    }

    /// Returns the name of an event: the text in quotes at the end of its line.
    fn name_of_event(&self, event: &Statement) -> Arc<str> {
        let last = event.arguments.last();
        let quoted = last.filter(|argument| argument.kind == ArgumentKind::Quoted);
        let name = quoted.map_or("", |argument| self.sources.text(argument.span));
        name.trim_matches('"').into()
    }

    /// Binds the command of a timer with the values that it captured.
    fn read_command(
        &mut self,
        timer: &SavedTimer,
        statement: &Statement,
        environment: Environment,
        at: Span,
    ) -> Result<Closure, Option<Diagnostic>> {
        self.own.scopes.captured = read_variables(&timer.lines.captured, at);
        let (bound, captured) = self.within(&environment, |session| {
            let context = BindContext {
                in_list: timer.phase.is_some(),
                deferred: true,
                later: true,
                ..BindContext::new(session)
            };
            session.capturing(|| bind(statement, context))
        });
        self.own.scopes.captured = vec![];
        let bound = bound.map_err(|mistakes| mistakes.into_iter().next())?;
        Ok(Closure::of_command(bound, environment, captured))
    }

    /// Makes the environment of saved lines; none if it refers to something missing.
    fn environment_of(&self, lines: &SavedLines, at: Span) -> Option<Environment> {
        let Definitions {
            drafts, roaches, ..
        } = &self.here().definitions;
        let corpus = lines.corpus.as_ref();
        let corpus = corpus.and_then(|n| drafts.iter().position(|d| d.figure.name == *n));
        let roach = lines.gait.as_ref();
        let roach = roach.and_then(|n| roaches.iter().position(|r| r.name == *n));
        Some(Environment {
            locals: Arc::new(read_variables(&lines.locals, at)),
            corpus,
            roach,
            mirrored: match lines.mirrored.as_slice() {
                [] => None,
                saved => Some(self.reflection_of(saved, corpus, at)?),
            },
        })
    }

    /// Makes the substitutes of bodies in saved lines; none if one of the bodies is missing.
    fn reflection_of(
        &self,
        saved: &[(usize, Across)],
        corpus: Option<usize>,
        at: Span,
    ) -> Option<Arc<Reflection>> {
        let figure = &self.here().definitions.drafts.get(corpus?)?.figure;
        let is_body = |body: usize| figure.degree(body).is_some();
        let all = saved
            .iter()
            .all(|(body, across)| is_body(*body) && is_body(across.body));
        Some(Arc::new(Reflection {
            corpus,
            across: all.then(|| saved.iter().copied().collect())?,
            place: at,
        }))
    }
}

/// Returns variables with their values, or the name of the first that is a range or holds one: a file cannot hold it.
fn saved_variables(variables: &Locals) -> Result<Vec<(String, Datum)>, &str> {
    let saved = |(name, variable): &'_ (Arc<str>, Variable)| {
        let datum = variable.datum.clone();
        let has_form = serde_json::to_value(&datum).is_ok();
        has_form.then(|| (name.to_string(), datum))
    };
    let saved = |variable| saved(variable).ok_or(&*variable.0);
    variables.iter().map(saved).collect()
}

fn read_variables(saved: &[(String, Datum)], at: Span) -> Locals {
    let saved = saved.iter().cloned();
    let variables = saved.map(|(name, datum)| (name.into(), Variable::new(datum, at)));
    variables.collect()
}

/// Makes the report of pending lines that are not valid here.
fn unreadable(lines: &SavedLines, path: &str, at: Span, why: Option<Diagnostic>) -> Stop {
    let text = quote(lines.text.lines().next().unwrap_or_default());
    let why = why.map_or_else(String::new, |why| format!(": {}", why.message));
    let message = format!(
        "{} does not belong to this script: its pending event {text} is not valid here{why}",
        quote(path)
    );
    let help = "load a state into figures built by the same script";
    Stop::mistake("E069", at, message, help)
}
