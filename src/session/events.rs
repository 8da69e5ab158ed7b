//! Blocks that run at a time, or when a condition becomes true.

use super::{Environment, Session, Stop, si};
use crate::lang::syntax::{Block, Expression};
use crate::session::command::Bound;
use crate::source::Span;
use std::sync::Arc;

/// Lines that wait, with what they need to run.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The lines.
    pub block: Arc<Block>,
    /// The head that lets them wait.
    pub head: Span,
    /// The name by which `cancel` finds them; empty where they have none.
    pub name: Arc<str>,
    /// What they keep of the place where they were written.
    pub environment: Environment,
}

/// What is done at a time.
#[derive(Clone, Debug)]
pub enum Action {
    /// The command of a `timer` or `alarm`.
    Command(Arc<Bound>),
    /// The block of `after` or `at`.
    Block(Arc<Waiting>),
    /// The block of `every`: what begins at `start` (s) runs again each `period` (s); `passes` are done.
    Every {
        /// What is done.
        waiting: Arc<Waiting>,
        /// When it was set (s).
        start: f64,
        /// How long from one time to the next (s).
        period: f64,
        /// How often it has run.
        passes: u64,
    },
}

/// The block of a `when`.
#[derive(Clone, Debug)]
pub struct Watch {
    /// What is waited for.
    pub condition: Arc<Expression>,
    /// What is done then.
    pub waiting: Arc<Waiting>,
    /// Whether the condition held at the last look.
    pub held: bool,
}

impl Watch {
    /// Whether both wait for the same and saw the same at the last look.
    pub(super) fn is(&self, other: &Watch) -> bool {
        Arc::ptr_eq(&self.waiting, &other.waiting) && self.held == other.held
    }
}

impl Session {
    /// What a block needs to run later.
    #[must_use]
    pub(crate) fn waiting(&self, block: &Arc<Block>, head: Span, name: &str) -> Arc<Waiting> {
        Arc::new(Waiting {
            block: Arc::clone(block),
            head,
            name: name.into(),
            environment: self.environment(),
        })
    }

    /// Runs lines that waited, and would run again if they are to be kept.
    ///
    /// # Errors
    /// What they could not do.
    pub(super) fn run_waiting(&mut self, waiting: &Waiting, again: bool) -> Result<(), Stop> {
        let before = self.diagnostics.len();
        let result = self.within(&waiting.environment, |session| {
            session.deeper(waiting.head, |session| session.run_block(&waiting.block))
        });
        if self.goes_on_after_mistakes() {
            return result;
        }
        let ran = si(self.here().world.time, "s");
        let is_removed = again && matches!(result, Err(Stop::Mistake(_) | Stop::Reported));
        self.annotate(before, result, waiting.head, || match is_removed {
            true => format!("this ran at {ran} and is now removed, because its lines fail"),
            false => format!("this ran at {ran}"),
        })
    }

    /// Whether what is waited for holds now, in the words of where it was written.
    fn has_come_true(
        &mut self,
        watch: &Watch,
        holds: fn(&mut Session, &Expression) -> Result<Option<bool>, Stop>,
    ) -> Result<Option<bool>, Stop> {
        self.within(&watch.waiting.environment, |session| {
            holds(session, &watch.condition)
        })
    }

    /// Whether anything holds now that did not at the last look. What has no value is told by the look itself.
    pub(super) fn is_due_to_look(&mut self) -> bool {
        let watches = self.here().watches.clone();
        let mut waiting = watches.iter().filter(|watch| !watch.held);
        waiting.any(|watch| {
            matches!(
                self.has_come_true(watch, Session::would_hold),
                Ok(Some(true))
            )
        })
    }

    /// Whatever has ceased to hold, as by the lines that have just run, may come true again.
    pub(super) fn let_go_of_what_ceased(&mut self) {
        for i in 0..self.here().watches.len() {
            let watch = self
                .here()
                .watches
                .get(i)
                .filter(|watch| watch.held)
                .cloned();
            let ceased = watch.is_some_and(|watch| {
                let holds = self.has_come_true(&watch, Session::would_hold);
                matches!(holds, Ok(Some(false)))
            });
            if let (true, Some(kept)) = (ceased, self.here_mut().watches.get_mut(i)) {
                kept.held = false;
            }
        }
    }

    /// Looks at what is waited for, and does what has come true since the last look.
    ///
    /// # Errors
    /// A condition without a value, or what a block could not do.
    pub(super) fn look(&mut self) -> Result<(), Stop> {
        for i in 0..self.here().watches.len() {
            let Some(watch) = self.here().watches.get(i).cloned() else {
                break;
            };
            let holds = self.has_come_true(&watch, Session::holds);
            let ran = match holds {
                Ok(holds) => {
                    let holds = holds.unwrap_or(false);
                    if let Some(kept) = self.here_mut().watches.get_mut(i) {
                        kept.held = holds;
                    }
                    if holds && !watch.held {
                        self.run_waiting(&watch.waiting, true)
                    } else {
                        Ok(())
                    }
                }
                Err(stop) => {
                    let now = si(self.here().world.time, "s");
                    let before = self.diagnostics.len();
                    self.annotate(before, Err(stop), watch.waiting.head, || {
                        format!("this condition was checked at {now} and is now removed")
                    })
                }
            };
            if matches!(ran, Err(Stop::Mistake(_) | Stop::Reported)) {
                // It would fail again.
                let of_it = |kept: &Watch| Arc::ptr_eq(&kept.waiting, &watch.waiting);
                self.here_mut().watches.retain(|kept| !of_it(kept));
            }
            ran?;
        }
        Ok(())
    }

    /// Checks lines that will run while time passes.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn check_waiting(&mut self, waiting: &Waiting) -> Result<(), Stop> {
        let going = std::mem::replace(&mut self.at_work.going, true);
        let gone = std::mem::replace(&mut self.at_work.has_gone, true);
        // What the script's names stand for when the lines run is not known: it may be what stands further below.
        let result = self.set_aside(|session| {
            session.own.scopes.forget_globals();
            session.run_waiting(waiting, false)
        });
        (self.at_work.going, self.at_work.has_gone) = (going, gone);
        result
    }
}
