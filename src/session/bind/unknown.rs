//! Arguments known only at run time: their kind is checked, their value is not.

use super::binder::Binder;
use super::numbers::there_is_no_gait;
use crate::lang::dimension::Dimension;
use crate::lang::syntax::Argument;
use crate::lang::value::{Quantity, Unknown};
use crate::session::command::{Bare, Kind, Param, Value};

impl Binder<'_> {
    /// Returns the value of an argument of which only the kind is known; `None` after an error.
    pub(in crate::session) fn unknown_value(
        &mut self,
        param: &Param,
        argument: &Argument,
        found: Unknown,
    ) -> Option<Value> {
        use Unknown::{Any, Flag, Number, Text};
        let fits = match (param.kind, found) {
            (Kind::New(_) | Kind::Old(_) | Kind::Jointed, Text | Any) => {
                self.findings.silent = true;
                return None;
            }
            (Kind::Number(dimension, bare, _), _) => {
                return self.unknown_number(param, argument, found, (dimension, bare));
            }
            (Kind::Duration, _) => {
                let time = (Dimension::TIME, Bare::Si);
                return self.unknown_number(param, argument, found, time);
            }
            (Kind::Count(..) | Kind::Terms(_), _) => {
                let count = (Dimension::NONE, Bare::Si);
                return self.unknown_number(param, argument, found, count);
            }
            (Kind::Leg, _) => {
                let count = (Dimension::NONE, Bare::Si);
                let value = self.unknown_number(param, argument, found, count)?;
                if self.context.session.here().definitions.roach().is_none() {
                    let report = there_is_no_gait(self.command, self.line.head);
                    self.mistaken(report);
                    return None;
                }
                return Some(value);
            }
            (Kind::Switch | Kind::Flag, Number(dimension)) => dimension == Dimension::NONE,
            (Kind::Switch | Kind::Flag, Flag | Text | Any) => true,
            (Kind::Path, _) if self.is_no_path(argument) => false,
            (Kind::Path | Kind::Label | Kind::CommandName, _) => true,
            (
                Kind::Choice(_)
                | Kind::Mark
                | Kind::Camera
                | Kind::Reason
                | Kind::Colour
                | Kind::Pattern
                | Kind::TwinPattern,
                Text | Any,
            ) => true,
            _ => false,
        };
        if fits {
            return Some(Value::Unknown(found));
        }
        self.unfit(param, argument, None);
        None
    }

    fn unknown_number(
        &mut self,
        param: &Param,
        argument: &Argument,
        found: Unknown,
        (dimension, bare): (Dimension, Bare),
    ) -> Option<Value> {
        match found {
            Unknown::Any => {}
            Unknown::Number(own) => {
                let one = Quantity::new(1.0, own);
                self.computed(param, argument, &one, dimension, bare)?;
            }
            _ => {
                self.unfit(param, argument, None);
                return None;
            }
        }
        Some(Value::Unknown(found))
    }
}
