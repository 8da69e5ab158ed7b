//! Blocks that run at a time, or when a condition becomes true.

use super::{Closure, Session, Stop, Watch, si};
use crate::lang::syntax::Expression;
use std::sync::Arc;

impl Session {
    /// Runs the lines of an event, which would run `again` if they are to be kept.
    ///
    /// # Errors
    /// What they could not do.
    pub(super) fn run_event(&mut self, event: &Closure, again: bool) -> Result<(), Stop> {
        let before = self.diagnostics.len();
        let result = self.run_closure(event, event.head);
        if self.goes_on_after_mistakes() {
            return result;
        }
        let ran = si(self.here().world.time, "s");
        let is_removed = again && matches!(result, Err(Stop::Mistake(_) | Stop::Reported));
        self.annotate(before, result, event.head, || match is_removed {
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
        self.inside(&watch.closure, |session| holds(session, &watch.condition))
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
                        self.run_event(&watch.closure, true)
                    } else {
                        Ok(())
                    }
                }
                Err(stop) => {
                    let now = si(self.here().world.time, "s");
                    let before = self.diagnostics.len();
                    self.annotate(before, Err(stop), watch.closure.head, || {
                        format!("this condition was checked at {now} and is now removed")
                    })
                }
            };
            if matches!(ran, Err(Stop::Mistake(_) | Stop::Reported)) {
                // It would fail again.
                let of_it = |kept: &Watch| Arc::ptr_eq(&kept.closure, &watch.closure);
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
    pub(crate) fn check_event(&mut self, event: &Closure) -> Result<(), Stop> {
        let going = std::mem::replace(&mut self.at_work.going, true);
        let gone = std::mem::replace(&mut self.at_work.has_gone, true);
        // What the script's names stand for when the lines run is not known: it may be what stands further below.
        let result = self.set_aside(|session| {
            session.own.scopes.forget_globals();
            session.run_event(event, false)
        });
        (self.at_work.going, self.at_work.has_gone) = (going, gone);
        result
    }
}
