//! Values that expressions have now.

use super::columns::named_part;
use super::lookup::Lookup;
use super::scope::Reach;
use super::{Session, Stop};
use crate::lang::evaluate::evaluate;
use crate::lang::syntax::Expression;
use crate::lang::value::Datum;
use std::sync::Arc;

impl Session {
    /// Passes the requested values to the observer. This does not affect the simulation.
    pub(super) fn show_values(&mut self) {
        let Some(wanted) = self.observer.wants(&self.stages[self.stage]) else {
            return;
        };
        self.observe();
        let values = self.values_of(&wanted);
        let time = self.here().world.time;
        self.observer.values(time, values);
    }

    /// Evaluates expressions with the script's names, as of the last [`Session::observe`]; none for an expression without a
    /// value.
    #[must_use]
    pub fn values_of(&mut self, expressions: &[Arc<Expression>]) -> Vec<Option<Datum>> {
        // Local names of a running call or loop are not visible.
        self.own.scopes.enter(Reach::Event, vec![]);
        // The display must not affect where a run can stop.
        let lines = self.progress.steps.get();
        let reader = Lookup::new(self);
        let value = |expression: &Arc<Expression>| evaluate(expression, &reader).ok();
        let values = expressions.iter().map(value).collect();
        self.progress.steps.set(lines);
        self.own.scopes.leave();
        values
    }
}

/// The values of columns now, each with its name.
///
/// # Errors
/// An expression without a value.
pub(super) fn of_columns<'s>(
    session: &'s Session,
    columns: &[Arc<Expression>],
) -> Result<Vec<(&'s str, Datum)>, Stop> {
    let reader = Lookup::new(session);
    let value = |expression: &Arc<Expression>| {
        let datum = evaluate(expression, &reader).map_err(Stop::Mistake)?;
        let name = session.sources.text(named_part(expression).span);
        Ok((name, datum))
    };
    columns.iter().map(value).collect()
}
