//! The observer of a session that is viewed live.

use super::super::shown::State;
use super::Connection;
use crate::diagnostic::{Diagnostic, draw};
use crate::session::{Common, Observer, Stage};
use crate::source::Sources;
use std::ops::ControlFlow;

/// Observes a session for a viewer, and passes events on to another observer.
pub struct Player {
    inner: Box<dyn Observer>,
    connection: Common<Connection>,
}

impl Player {
    /// Creates a player in front of another observer.
    #[must_use]
    pub fn new(inner: Box<dyn Observer>, connection: Common<Connection>) -> Self {
        Player { inner, connection }
    }

    /// Whether the other observer may use the terminal.
    fn is_apart(&self) -> bool {
        !self.connection.lock().is_quiet()
    }
}

impl Observer for Player {
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut *self.inner)
    }

    fn print(&mut self, line: &str) {
        let mut connection = self.connection.lock();
        if connection.is_open() {
            connection.tell(line);
            connection.say(line, false);
        }
        let drawn = format!("{}\n", crate::diagnostic::escaped(line));
        if !connection.diverts(&drawn, false) {
            drop(connection);
            self.inner.print(line);
        }
    }

    fn warned(&mut self, warnings: &[Diagnostic], sources: &Sources) -> bool {
        let mut connection = self.connection.lock();
        let is_shown = connection.diverts(&draw(warnings, sources, false), true) || {
            drop(connection);
            let is_shown = self.inner.warned(warnings, sources);
            connection = self.connection.lock();
            is_shown
        };
        if is_shown {
            connection.report(warnings, sources);
            if let Some(first) = warnings.first() {
                connection.tell(&first.message);
            }
        }
        is_shown
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        if self.is_apart() {
            self.inner.going(stage, seconds);
        }
        let mut connection = self.connection.lock();
        if connection.is_open() {
            connection.changed();
            // So that a fast world is also shown in its initial state.
            connection.publish(stage, State::Running);
        }
    }

    fn orders(&mut self) -> Vec<String> {
        std::mem::take(&mut self.connection.lock().requests.lines)
    }

    fn ordered(&mut self, time: f64, line: &str, wrong: Option<&str>) {
        let mut connection = self.connection.lock();
        match wrong {
            Some(wrong) => {
                connection.say(&format!("{line}: {wrong}"), true);
                connection.tell(wrong);
            }
            None => connection.ran.push((time, line.to_owned())),
        }
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        if self.is_apart() {
            self.inner.frame(stage)?;
        }
        let mut connection = self.connection.lock();
        let inner = &mut self.inner;
        connection.display.fresh = false;
        connection.at(stage, || inner.pulse().is_break())
    }

    fn obeyed(&mut self, stage: &Stage) -> ControlFlow<()> {
        let inner = &mut self.inner;
        let mut connection = self.connection.lock();
        connection.display.fresh = false;
        connection.at(stage, || inner.pulse().is_break())
    }
}
