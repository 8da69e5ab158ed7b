//! Blocks that run at a time, or when a condition becomes true.

use super::{Closure, Session, Stop, Watch, si};
use crate::lang::syntax::Expression;
use crate::run::Conditions;
use std::sync::Arc;

impl Session {
    /// Runs the lines of an event; `again` says whether they may run again.
    ///
    /// # Errors
    /// The error of the lines.
    pub(super) fn run_event(&mut self, event: &Closure, again: bool) -> Result<(), Stop> {
        let before = self.diagnostics.len();
        let result = self.run_closure(event, event.head);
        if self.mode.continues_after_errors() {
            return result;
        }
        let ran = si(self.here().world.time, "s");
        let is_removed = again && matches!(result, Err(Stop::Mistake(_) | Stop::Reported));
        self.annotate(before, result, event.head, || match is_removed {
            true => format!("this event ran at {ran} and is now removed, because its lines fail"),
            false => format!("this event ran at {ran}"),
        })
    }

    /// Whether the condition is true now, evaluated in its own environment.
    fn has_come_true(
        &mut self,
        watch: &Watch,
        holds: fn(&mut Session, &Expression) -> Result<Option<bool>, Stop>,
    ) -> Result<Option<bool>, Stop> {
        self.inside(&watch.closure, |session| holds(session, &watch.condition))
    }

    /// Compares all conditions with their last evaluation. A condition without a value is reported by the next one.
    pub(super) fn conditions(&mut self) -> Conditions {
        let mut found = Conditions::Unchanged;
        for i in 0..self.here().watches.len() {
            let Some(watch) = self.here().watches.get(i).cloned() else {
                break;
            };
            match self.has_come_true(&watch, Session::would_hold) {
                Ok(Some(true)) if !watch.held => return Conditions::ComeTrue,
                Ok(Some(holds)) if holds == watch.held => {}
                _ => found = Conditions::Changed,
            }
        }
        found
    }

    /// Resets conditions that have become false, for example by lines that have just run, so that they can become true again.
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

    /// Evaluates the conditions, and runs the blocks of those that have become true since the last evaluation.
    ///
    /// # Errors
    /// A condition has no value, or a block failed.
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
}
