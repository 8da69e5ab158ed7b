//! Serialises pending events as source text, and back.

use super::used::Used;
use crate::diagnostic::Diagnostic;
use crate::lang::parser::parse;
use crate::lang::syntax::Statement;
use crate::record::saved_world::{SavedAcross, SavedLines, SavedValue};
use crate::session::bind::{BindContext, bind};
use crate::session::command::{Across, Bound, Reflection};
use crate::session::scope::{Locals, Reach};
use crate::session::{Session, Waiting};
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
        let lines = self.in_words(text, &waiting.locals, waiting.corpus, waiting.roach)?;
        Some(self.with_reflection(lines, waiting.mirrored.as_deref()))
    }

    fn in_words(
        &self,
        text: &str,
        locals: &Locals,
        corpus: Option<usize>,
        roach: Option<usize>,
    ) -> Option<SavedLines> {
        let stage = self.here();
        let locals = locals
            .iter()
            .map(|(name, variable)| Some((name.to_string(), SavedValue::of(&variable.datum)?)));
        let corpus = corpus.and_then(|c| stage.drafts.get(c));
        let roach = roach.and_then(|r| stage.roaches.get(r));
        Some(SavedLines {
            text: text.to_owned(),
            locals: locals.collect::<Option<_>>()?,
            corpus: corpus.map(|draft| draft.figure.name.clone()),
            gait: roach.map(|roach| roach.name.clone()),
            mirrored: vec![],
        })
    }

    /// The lines with what stands for the bodies that they speak of.
    fn with_reflection(&self, lines: SavedLines, reflection: Option<&Reflection>) -> SavedLines {
        let draft = reflection.and_then(|reflection| self.here().drafts.get(reflection.corpus?));
        let (Some(reflection), Some(draft)) = (reflection, draft) else {
            return lines;
        };
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
        SavedLines {
            mirrored: across.collect(),
            ..lines
        }
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
        let locals = bound.locals.as_deref().cloned().unwrap_or_default();
        let lines = self.in_words(&text, &locals, bound.corpus, bound.roach)?;
        let mut lines = self.with_reflection(lines, bound.mirrored.as_deref());
        // What was computed when it was bound may come to something else now, and so may anything else that the text says.
        let (statement, anew) = self
            .bind_waiting(&lines, "saved", &locals, phase, bound.head)
            .ok()?;
        if !self.says_the_same(bound, &anew) {
            return None;
        }
        // Nor may it come to something else by the time when it is read.
        let mut used = Used::default();
        self.own.scopes.enter(Reach::Event, locals.clone());
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
        locals: &Locals,
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
        let (corpus, roach) = self.figure_and_gait_of(lines);
        let reflection = self.reflection_of(lines, at).ok_or_else(Vec::new)?;
        let before = self.speak_of(corpus, roach);
        self.own.scopes.enter(Reach::Event, locals.clone());
        let bound = self.reflected(reflection.as_ref(), |session| {
            let context = BindContext {
                in_list: phase.is_some(),
                deferred: true,
                later: true,
                ..BindContext::new(session)
            };
            bind(&statement, context)
        });
        self.own.scopes.leave();
        self.speak_of(before.0, before.1);
        Ok((statement, bound?))
    }

    /// What stands for the bodies that saved lines speak of; nothing at all where one of them is not there.
    pub(super) fn reflection_of(
        &self,
        lines: &SavedLines,
        at: Span,
    ) -> Option<Option<Arc<Reflection>>> {
        if lines.mirrored.is_empty() {
            return Some(None);
        }
        let (corpus, _) = self.figure_and_gait_of(lines);
        let figure = &self.here().drafts.get(corpus?)?.figure;
        let number = |name: &str| figure.bodies.iter().position(|b| b.spec.name == name);
        let across = lines.mirrored.iter().map(|saved| {
            let body = number(&saved.means)?;
            let reverses = saved.reverses;
            Some((number(&saved.body)?, Across { body, reverses }))
        });
        Some(Some(Arc::new(Reflection {
            corpus,
            across: across.collect::<Option<_>>()?,
            place: at,
        })))
    }

    /// The figure and the gait that saved lines speak of.
    pub(super) fn figure_and_gait_of(&self, lines: &SavedLines) -> (Option<usize>, Option<usize>) {
        let stage = self.here();
        let corpus = lines.corpus.as_ref();
        let corpus = corpus.and_then(|n| stage.drafts.iter().position(|d| d.figure.name == *n));
        let roach = lines.gait.as_ref();
        let roach = roach.and_then(|n| stage.roaches.iter().position(|r| r.name == *n));
        (corpus, roach)
    }
}
