//! Conversion of closures to text and environment, for files, and back.

use crate::diagnostic::{Diagnostic, quote};
use crate::lang::parser::parse;
use crate::lang::syntax::{ArgumentKind, Statement};
use crate::record::saved_world::{SavedAcross, SavedLines, SavedValue};
use crate::session::bind::{BindContext, bind};
use crate::session::command::{Across, Reflection};
use crate::session::scope::{Locals, Variable};
use crate::session::{Closure, Code, Environment, Session};
use crate::source::Span;
use std::sync::Arc;

/// A pending event that a file cannot hold.
pub(in crate::session) struct Unsaved {
    /// Head of its line.
    pub head: Span,
    /// Why, as a clause.
    pub why: String,
}

impl Session {
    /// A closure as its text in the script, head and `end` included, and its environment.
    ///
    /// # Errors
    /// A variable in it has a value that cannot be saved, or its text cannot be read without the script around it.
    pub(super) fn saved_lines(&self, closure: &Closure) -> Result<SavedLines, Unsaved> {
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
        let stage = self.here();
        let corpus = environment
            .corpus
            .and_then(|c| stage.definitions.drafts.get(c));
        let roach = environment
            .roach
            .and_then(|r| stage.definitions.roaches.get(r));
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
                .as_deref()
                .and_then(|reflection| self.reflection_in_words(reflection))
                .unwrap_or_default(),
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

    /// Converts the substitutes of the bodies of a figure.
    fn reflection_in_words(&self, reflection: &Reflection) -> Option<Vec<SavedAcross>> {
        let draft = self.here().definitions.drafts.get(reflection.corpus?)?;
        let figure = &draft.figure;
        let called = |body: usize| figure.degree(body).map(|_| figure.label(body));
        let across = reflection.across.iter().filter_map(|(body, across)| {
            Some(SavedAcross {
                body: called(*body)?,
                means: called(across.body)?,
                reverses: across.reverses,
            })
        });
        Some(across.collect())
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

    /// Makes the closure of an event from saved lines, and the whole event, whose head is one of the given ones.
    ///
    /// # Errors
    /// The lines are no such event; the report of the error, if there is one.
    pub(super) fn read_event(
        &mut self,
        lines: &SavedLines,
        heads: &[&str],
        name: &str,
        at: Span,
    ) -> Result<(Arc<Closure>, Statement), Option<Diagnostic>> {
        let event = self.read_statement(lines, name, at)?;
        let environment = self.environment_of(lines, at);
        match (environment, &event.block) {
            (Some(environment), Some(block)) if heads.contains(&self.sources.text(event.head)) => {
                let code = Code::Lines(Arc::clone(block));
                let closure = Closure::new(code, event.head, Some(environment));
                Ok((Arc::new(closure), event))
            }
            _ => Err(None),
        }
    }

    /// Returns the name of an event: the text in quotes at the end of its line.
    pub(super) fn name_of_event(&self, event: &Statement) -> Arc<str> {
        let last = event.arguments.last();
        let quoted = last.filter(|argument| argument.kind == ArgumentKind::Quoted);
        let name = quoted.map_or("", |argument| self.sources.text(argument.span));
        name.trim_matches('"').into()
    }

    /// Makes the closure of a timer from saved lines, bound with the values that it captured.
    ///
    /// # Errors
    /// The lines are no such command; the report of the error, if there is one.
    pub(super) fn read_command(
        &mut self,
        lines: &SavedLines,
        name: &str,
        phase: Option<f64>,
        at: Span,
    ) -> Result<Arc<Closure>, Option<Diagnostic>> {
        let environment = self.environment_of(lines, at).ok_or(None)?;
        let captured = read_variables(&lines.captured, at).ok_or(None)?;
        let statement = self.read_statement(lines, name, at)?;
        self.own.scopes.captured = captured;
        let (bound, captured) = self.within(&environment, |session| {
            let context = BindContext {
                in_list: phase.is_some(),
                deferred: true,
                later: true,
                ..BindContext::new(session)
            };
            session.capturing(|| bind(&statement, context))
        });
        self.own.scopes.captured = vec![];
        let bound = bound.map_err(|mistakes| mistakes.into_iter().next())?;
        Ok(Arc::new(Closure::of_command(bound, environment, captured)))
    }

    /// Makes the environment of saved lines; none if it refers to something missing.
    fn environment_of(&self, lines: &SavedLines, at: Span) -> Option<Environment> {
        let stage = self.here();
        let corpus = lines.corpus.as_ref();
        let corpus = corpus.and_then(|n| {
            stage
                .definitions
                .drafts
                .iter()
                .position(|d| d.figure.name == *n)
        });
        let roach = lines.gait.as_ref();
        let roach = roach.and_then(|n| stage.definitions.roaches.iter().position(|r| r.name == *n));
        Some(Environment {
            locals: Arc::new(read_variables(&lines.locals, at)?),
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
        saved: &[SavedAcross],
        corpus: Option<usize>,
        at: Span,
    ) -> Option<Arc<Reflection>> {
        let figure = &self.here().definitions.drafts.get(corpus?)?.figure;
        let number = |name: &str| figure.number_called(name);
        let across = saved.iter().map(|saved| {
            let body = number(&saved.means)?;
            let reverses = saved.reverses;
            Some((number(&saved.body)?, Across { body, reverses }))
        });
        Some(Arc::new(Reflection {
            corpus,
            across: across.collect::<Option<_>>()?,
            place: at,
        }))
    }
}

/// Variables with their values, or the name of the first whose value cannot be saved.
fn saved_variables(variables: &Locals) -> Result<Vec<(String, SavedValue)>, &str> {
    let saved = |(name, variable): &'_ (Arc<str>, Variable)| {
        let value = SavedValue::of(&variable.datum);
        value.map(|value| (name.to_string(), value))
    };
    let saved = |variable| saved(variable).ok_or(&*variable.0);
    variables.iter().map(saved).collect()
}

fn read_variables(saved: &[(String, SavedValue)], at: Span) -> Option<Locals> {
    let read = |(name, value): &(String, SavedValue)| {
        let variable = Variable::new(value.datum()?, at);
        Some((name.as_str().into(), variable))
    };
    saved.iter().map(read).collect()
}
