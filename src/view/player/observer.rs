//! The observer of a session that is viewed live.

use super::super::shown::State;
use super::Link;
use crate::session::{Observer, Stage};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Observes a session for a viewer, and passes events on to another observer.
pub struct Player {
    inner: Box<dyn Observer>,
    link: Rc<RefCell<Link>>,
}

impl Player {
    /// Creates a player in front of another observer.
    #[must_use]
    pub fn new(inner: Box<dyn Observer>, link: Rc<RefCell<Link>>) -> Self {
        Player { inner, link }
    }

    /// Whether the other observer may use the terminal.
    fn is_apart(&self) -> bool {
        !self.link.borrow().is_quiet()
    }
}

impl Observer for Player {
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut *self.inner)
    }

    fn print(&mut self, line: &str) {
        let mut link = self.link.borrow_mut();
        if link.is_open() {
            link.tell(line);
        }
        if link.covers {
            let line = format!("{}\n", crate::diagnostic::escaped(line));
            link.kept.push((line, false));
        } else if let (true, Some(above)) = (link.unasked, &mut link.above) {
            above(format!("{}\n", crate::diagnostic::escaped(line)));
        } else {
            drop(link);
            self.inner.print(line);
        }
    }

    fn going(&mut self, stage: &Stage, seconds: f64) {
        if self.is_apart() {
            self.inner.going(stage, seconds);
        }
        let mut link = self.link.borrow_mut();
        if link.is_open() {
            link.changed();
            // So that a fast world is also shown in its initial state.
            link.publish(stage, State::Running);
        }
    }

    fn orders(&mut self) -> Vec<String> {
        std::mem::take(&mut self.link.borrow_mut().requests.lines)
    }

    fn ordered(&mut self, time: f64, line: &str, wrong: Option<&str>) {
        let mut link = self.link.borrow_mut();
        match wrong {
            Some(wrong) => link.tell(wrong),
            None => link.ran.push((time, line.to_owned())),
        }
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        if self.is_apart() {
            self.inner.frame(stage)?;
        }
        let mut link = self.link.borrow_mut();
        let inner = &mut self.inner;
        link.display.fresh = false;
        link.at(stage, || inner.pulse().is_break())
    }

    fn obeyed(&mut self, stage: &Stage) -> ControlFlow<()> {
        let inner = &mut self.inner;
        let mut link = self.link.borrow_mut();
        link.display.fresh = false;
        link.at(stage, || inner.pulse().is_break())
    }
}
