//! Serialises pending events as source text, and back.

use super::used::Used;
use crate::diagnostic::Diagnostic;
use crate::lang::parser::parse;
use crate::lang::syntax::Statement;
use crate::record::saved_world::{SavedAcross, SavedLines, SavedValue};
use crate::session::bind::{BindContext, bind};
use crate::session::command::{Across, Bound, Reflection};
use crate::session::scope::{Locals, Reach, Variable};
use crate::session::{Environment, Session, Waiting};
use crate::source::Span;
use std::sync::Arc;

impl Session {
    /// The lines of an event as the script has them, head and `end` included.
    pub(super) fn saved_lines(&self, waiting: &Waiting) -> Option<SavedLines> {
        let whole = waiting.head.to(waiting.block.end);
        let text = self.sources.text(whole);
        // The parser must find in it what it found in the script.
        let parsed = parse(0, text, self.table);
        if !parsed.diagnostics.is_empty() || parsed.statements.len() != 1 {
            return None;
        }
        self.in_words(text, &waiting.environment)
    }

    /// Lines and their environment in words; nothing where a local name stands for what cannot be saved.
    fn in_words(&self, text: &str, environment: &Environment) -> Option<SavedLines> {
        let stage = self.here();
        let locals = environment.locals.iter().flat_map(|locals| locals.iter());
        let locals = locals
            .map(|(name, variable)| Some((name.to_string(), SavedValue::of(&variable.datum)?)));
        let corpus = environment.corpus.and_then(|c| stage.drafts.get(c));
        let roach = environment.roach.and_then(|r| stage.roaches.get(r));
        Some(SavedLines {
            text: text.to_owned(),
            locals: locals.collect::<Option<_>>()?,
            corpus: corpus.map(|draft| draft.figure.name.clone()),
            gait: roach.map(|roach| roach.name.clone()),
            mirrored: environment
                .mirrored
                .as_deref()
                .and_then(|reflection| self.reflection_in_words(reflection))
                .unwrap_or_default(),
        })
    }

    /// What stands for the bodies of a figure.
    fn reflection_in_words(&self, reflection: &Reflection) -> Option<Vec<SavedAcross>> {
        let draft = self.here().drafts.get(reflection.corpus?)?;
        let called = |body: usize| {
            let body = draft.figure.bodies.get(body);
            body.map(|body| body.spec.name.clone())
        };
        let across = reflection.across.iter().filter_map(|(body, across)| {
            Some(SavedAcross {
                body: called(*body)?,
                means: called(across.body)?,
                reverses: across.reverses,
            })
        });
        Some(across.collect())
    }

    /// The command of a timer as the script has it, if that still says the same.
    pub(super) fn saved_command(
        &mut self,
        bound: &Bound,
        phase: Option<f64>,
    ) -> Option<SavedLines> {
        let text = match bound.command.name {
            // The span of a message is that of its text.
            "!" => format!("! {}", bound.text(0)),
            _ => self.sources.text(bound.span).to_owned(),
        };
        let locals = bound.environment.locals.clone().unwrap_or_default();
        let mut lines = self.in_words(&text, &bound.environment)?;
        let environment = Environment {
            locals: Some(Arc::clone(&locals)),
            ..self.environment_of(&lines, bound.head)?
        };
        // What was computed when it was bound may come to something else now, and so may anything else that the text says.
        let (statement, anew) = self
            .bind_waiting(&lines, "saved", &environment, phase, bound.head)
            .ok()?;
        if !self.says_the_same(bound, &anew) {
            return None;
        }
        // Nor may it come to something else by the time when it is read.
        let mut used = Used::default();
        self.own.scopes.enter(Reach::Event, Locals::clone(&locals));
        used.gather(self, &anew, &statement.arguments);
        self.own.scopes.leave();
        for name in &used.bound {
            let is_local = locals.iter().any(|(local, _)| **local == **name);
            let Some(global) = self.variable(name).filter(|_| !is_local) else {
                continue;
            };
            if used.live.contains(name) {
                return None;
            }
            let value = SavedValue::of(&global.datum)?;
            lines.locals.push((name.clone(), value));
        }
        Some(lines)
    }

    /// Binds the one command of saved lines as that of a timer.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn bind_waiting(
        &mut self,
        lines: &SavedLines,
        name: &str,
        environment: &Environment,
        phase: Option<f64>,
        at: Span,
    ) -> Result<(Statement, Bound), Vec<Diagnostic>> {
        let source = self.sources.add(name, lines.text.as_str(), Some(at));
        let parsed = parse(source, &lines.text, self.table);
        if !parsed.diagnostics.is_empty() {
            return Err(parsed.diagnostics);
        }
        let Ok([statement]) = <[Statement; 1]>::try_from(parsed.statements) else {
            return Err(vec![]);
        };
        let bound = self.within(environment, |session| {
            let context = BindContext {
                in_list: phase.is_some(),
                deferred: true,
                later: true,
                ..BindContext::new(session)
            };
            bind(&statement, context)
        });
        Ok((statement, bound?))
    }

    /// The environment of saved lines; nothing where that is not there.
    pub(super) fn environment_of(&self, lines: &SavedLines, at: Span) -> Option<Environment> {
        let stage = self.here();
        let corpus = lines.corpus.as_ref();
        let corpus = corpus.and_then(|n| stage.drafts.iter().position(|d| d.figure.name == *n));
        let roach = lines.gait.as_ref();
        let roach = roach.and_then(|n| stage.roaches.iter().position(|r| r.name == *n));
        let locals = lines.locals.iter().map(|(name, value)| {
            let variable = Variable {
                datum: value.datum()?,
                place: at,
                written: None,
            };
            Some((name.as_str().into(), variable))
        });
        Some(Environment {
            locals: Some(Arc::new(locals.collect::<Option<_>>()?)),
            corpus,
            roach,
            mirrored: match lines.mirrored.as_slice() {
                [] => None,
                saved => Some(self.reflection_of(saved, corpus, at)?),
            },
        })
    }

    /// What stands for the bodies that saved lines speak of; nothing where one of them is not there.
    fn reflection_of(
        &self,
        saved: &[SavedAcross],
        corpus: Option<usize>,
        at: Span,
    ) -> Option<Arc<Reflection>> {
        let figure = &self.here().drafts.get(corpus?)?.figure;
        let number = |name: &str| figure.bodies.iter().position(|b| b.spec.name == name);
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
