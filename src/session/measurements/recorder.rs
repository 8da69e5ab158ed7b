//! Records the values that expressions have now.

use super::{Condition, Measurements, Purpose, Setting};
use crate::lang::evaluate::evaluate;
use crate::lang::lexer::{Token, lex};
use crate::lang::syntax::{Expression, ExpressionKind, Piece};
use crate::lang::value::{Datum, Operator, convert};
use crate::lang::vocabulary::NoWords;
use crate::session::columns::{named_part, parts};
use crate::session::{Session, lookup::Lookup};
use crate::source::Span;

/// Records values in the measurements of a session, if it has some.
pub(crate) fn record(session: &mut Session, values: impl FnOnce(&mut Recorder)) {
    if session.measurements.is_none() {
        return;
    }
    session.observe();
    if let Some(mut measurements) = session.measurements.take() {
        values(&mut Recorder {
            session,
            measurements: &mut measurements,
        });
        session.measurements = Some(measurements);
    }
}

/// Records the values that expressions have now.
pub(crate) struct Recorder<'a> {
    session: &'a Session,
    measurements: &'a mut Measurements,
}

impl Recorder<'_> {
    /// Records the values of an expression.
    pub(crate) fn value(&mut self, purpose: Purpose, expression: &Expression) {
        let scale = self.magnitude(expression);
        self.add(purpose, expression, scale, None);
    }

    /// Records the values in a text.
    pub(crate) fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            if let Piece::Computed(expression) = piece {
                self.value(Purpose::Printed, expression);
            }
        }
    }

    /// Records a condition and both sides of each comparison in it.
    pub(crate) fn condition(&mut self, condition: &Expression, held: bool) {
        let at = condition.span;
        let all = &self.measurements.conditions;
        let number = *(self.measurements.conditions_at.entry(at)).or_insert(all.len());
        if number == all.len() {
            let (place, text) = (self.place_of(at), self.session.sources.text(at).to_owned());
            let held = vec![];
            self.measurements
                .conditions
                .push(Condition { place, text, held });
        }
        if let Some(condition) = self.measurements.conditions.get_mut(number) {
            condition.held.push(held);
        }
        self.sides(condition);
    }

    /// Records the integration settings.
    pub(crate) fn setting(&mut self) {
        let world = &self.session.here().world;
        let setting = Setting {
            method: world.settings.method,
            step: world.step_size().min(world.dt),
            tolerance: world.settings.tolerance_of_method(),
        };
        if !self.measurements.settings.contains(&setting) {
            self.measurements.settings.push(setting);
        }
    }

    fn sides(&mut self, condition: &Expression) {
        match &condition.kind {
            ExpressionKind::Binary(Operator::And | Operator::Or, both) => {
                both.iter().for_each(|side| self.sides(side));
            }
            ExpressionKind::Prefix(_, inner) => self.sides(inner),
            ExpressionKind::Binary(Operator::Within | Operator::WithinPart, both) => {
                self.sides(&both[0]);
            }
            ExpressionKind::Binary(_, both) => {
                // The larger operand of a comparison gives the scale.
                let scale = both.iter().map(|side| self.magnitude(side));
                let scale = scale.fold(0.0, f64::max);
                let unit = both
                    .iter()
                    .find_map(|side| written_unit(self.session, side));
                let [left, right] = &**both;
                for (side, other) in [(left, right), (right, left)] {
                    if !is_constant(side) {
                        let whole = matches!(self.datum(other), Some(Datum::List(_)));
                        let unit = unit.as_deref().filter(|_| !whole);
                        self.add(Purpose::Expected, side, scale, unit);
                    }
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, purpose: Purpose, expression: &Expression, scale: f64, unit: Option<&str>) {
        let Some(datum) = self.datum(expression) else {
            return;
        };
        let datum = match unit {
            Some(unit) => convert(datum.clone(), unit).unwrap_or(datum),
            None => datum,
        };
        let name = self
            .session
            .sources
            .text(named_part(expression).span)
            .to_owned();
        let place = self.place_of(expression.span);
        let time = self.session.here().world.time;
        for (name, part) in parts(&name, &datum) {
            if let Datum::Number(number) = part {
                let key = (purpose, expression.span, name);
                self.measurements.take(key, &place, number, (time, scale));
            }
        }
    }

    fn datum(&self, expression: &Expression) -> Option<Datum> {
        evaluate(expression, &Lookup::new(self.session)).ok()
    }

    fn place_of(&self, at: Span) -> String {
        let place = self.session.sources.place(at);
        let name = self
            .session
            .sources
            .get(at.source)
            .map_or("", |s| s.name.as_str());
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        format!("{file}:{}", place.line)
    }

    /// Returns the largest magnitude of the operands from which a value is computed by sums, differences and magnitudes.
    fn magnitude(&self, expression: &Expression) -> f64 {
        let own = self
            .datum(expression)
            .map_or(0.0, |datum| magnitude_of(&datum));
        let of = |e: &Expression| self.magnitude(e);
        let parts = match &expression.kind {
            // `x - 3cm` is as accurate as `x`. A difference of two quantities has its own scale.
            ExpressionKind::Binary(Operator::Add | Operator::Sub, both)
                if both.iter().any(is_constant) =>
            {
                both.iter().map(of).fold(0.0, f64::max)
            }
            ExpressionKind::Prefix(_, inner) | ExpressionKind::Convert(inner, _) => of(inner),
            ExpressionKind::Call {
                function,
                arguments,
                ..
            } if matches!(
                self.session.sources.text(*function),
                "abs" | "norm" | "min" | "max"
            ) =>
            {
                arguments.iter().map(of).fold(0.0, f64::max)
            }
            _ => 0.0,
        };
        own.max(parts)
    }
}

/// Whether the value is a constant in the script.
pub(crate) fn is_constant(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Known(_) => true,
        ExpressionKind::Prefix(_, inner) | ExpressionKind::Convert(inner, _) => is_constant(inner),
        ExpressionKind::Binary(_, both) => both.iter().all(is_constant),
        ExpressionKind::List(elements) => elements.iter().all(is_constant),
        _ => false,
    }
}

/// Returns the magnitude of a number, in SI. Each component of a list has its own.
fn magnitude_of(datum: &Datum) -> f64 {
    match datum {
        Datum::Number(number) => number.value.abs(),
        _ => 0.0,
    }
}

/// Returns the unit of a literal number.
pub(crate) fn written_unit(session: &Session, expression: &Expression) -> Option<String> {
    use crate::lang::syntax::ExpressionKind::{Binary, Known, Prefix};
    match &expression.kind {
        Known(_) => {
            let text = session.sources.text(expression.span);
            match lex(0, text, &NoWords).as_slice() {
                [(Token::Measure(measure), _)] => {
                    text.get(measure.unit_at as usize..).map(str::to_owned)
                }
                _ => None,
            }
        }
        Prefix(_, inner) => written_unit(session, inner),
        Binary(_, both) => both.iter().find_map(|side| written_unit(session, side)),
        _ => None,
    }
}
