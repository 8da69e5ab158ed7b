//! Formulas of time that a joint follows: expressions of the language as steps of the simulation.

use crate::control::{Trajectory, TrajectoryStep};
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::lang::syntax::{Expression, ExpressionKind};
use crate::lang::value::{Datum, Operator, Prefix};
use crate::session::{Session, Stop, Variable};
use crate::source::Span;
use std::sync::Arc;

/// The names of the time in a formula.
const TIMES: [&str; 2] = ["time", "world.time"];

/// The functions that a formula may have of the time, by one value.
const OF_ONE: [(&str, &[TrajectoryStep]); 16] = [
    ("abs", &[TrajectoryStep::Abs]),
    ("acos", &[TrajectoryStep::Acos]),
    ("asin", &[TrajectoryStep::Asin]),
    ("atan", &[TrajectoryStep::Atan]),
    ("cbrt", &[TrajectoryStep::Cbrt]),
    ("ceil", &[TrajectoryStep::Ceil]),
    ("cos", &[TrajectoryStep::Cos]),
    ("exp", &[TrajectoryStep::Exp]),
    ("floor", &[TrajectoryStep::Floor]),
    ("ln", &[TrajectoryStep::Ln]),
    ("round", &[TrajectoryStep::Round]),
    ("sign", &[TrajectoryStep::Sign]),
    ("sin", &[TrajectoryStep::Sin]),
    ("sqrt", &[TrajectoryStep::Sqrt]),
    ("tan", &[TrajectoryStep::Tan]),
    (
        "log10",
        &[
            TrajectoryStep::Ln,
            TrajectoryStep::Number(std::f64::consts::LN_10),
            TrajectoryStep::Div,
        ],
    ),
];

/// Functions of several values that a formula may have of the time.
const OF_SEVERAL: &str = "atan2, choose, clamp, hypot, lerp, max, min, mod";

/// Returns the formula of the position of a joint that slides or turns.
pub(super) fn trajectory(
    session: &mut Session,
    expression: &Arc<Expression>,
    slides: bool,
) -> Result<Trajectory, Stop> {
    let now = session.here().world.time;
    session.observe_for(expression);
    let time = Datum::number(now, Dimension::TIME);
    let names = vec![(Arc::from("time"), Variable::new(time, expression.span))];
    let wanted = match slides {
        true => Dimension::LENGTH,
        false => Dimension::ANGLE,
    };
    match session.value_with(expression, names)? {
        Datum::Number(x) if [wanted, Dimension::NONE].contains(&x.dimension) => {}
        Datum::Unknown(_) => {}
        other => {
            let (what, example) = match slides {
                true => ("a length", "2cm"),
                false => ("an angle", "30deg"),
            };
            let message = format!(
                "the position of this joint is {what}, but this is {}",
                other.kind()
            );
            let help = format!("for example `{{{example} * sin(2 * pi * 1Hz * time)}}`");
            return Err(Stop::mistake("E014", expression.span, message, help));
        }
    }
    let mut steps = vec![];
    Compiler { session }.take(expression, &mut steps)?;
    Trajectory::new(steps).ok_or_else(|| {
        let message = "the formula has too many parts";
        let help = "at most 64 nested in each other and 10000 in all; give parts without `time` as variables";
        Stop::mistake("E014", expression.span, message, help)
    })
}

struct Compiler<'s> {
    session: &'s mut Session,
}

impl Compiler<'_> {
    fn text(&self, span: Span) -> String {
        self.session.sources.text(span).to_owned()
    }

    fn is_time(&self, expression: &Expression) -> bool {
        expression.kind == ExpressionKind::Name
            && TIMES.contains(&self.session.sources.text(expression.span))
    }

    /// Whether a value changes with the time.
    fn changes(&self, expression: &Expression) -> bool {
        let mut changes = self.is_time(expression);
        expression.parts(&mut |part| changes |= self.changes(part));
        changes
    }

    /// Appends the steps of an expression.
    fn take(&mut self, of: &Expression, steps: &mut Vec<TrajectoryStep>) -> Result<(), Stop> {
        use TrajectoryStep::{
            Add, And, Choose, Div, Equal, Less, LessEqual, Mul, Not, Number, Or, Sub,
        };
        if !self.changes(of) {
            let value = match self.session.value_of(of)? {
                Datum::Number(x) => x.value,
                Datum::Flag(flag) => f64::from(u8::from(flag)),
                Datum::Unknown(_) => 0.0,
                other => return Err(refused(of.span, &format!("{} is", other.kind()))),
            };
            steps.push(Number(value));
            return Ok(());
        }
        if self.is_time(of) {
            steps.push(TrajectoryStep::Time);
            return Ok(());
        }
        match &of.kind {
            ExpressionKind::Prefix(prefix, inner) => {
                self.take(inner, steps)?;
                steps.push(match prefix {
                    Prefix::Minus => TrajectoryStep::Negate,
                    Prefix::Not => Not,
                });
            }
            ExpressionKind::Binary(operator, both) => {
                let [a, b] = &**both;
                self.take(a, steps)?;
                self.take(b, steps)?;
                match operator {
                    Operator::Add => steps.push(Add),
                    Operator::Sub => steps.push(Sub),
                    Operator::Mul => steps.push(Mul),
                    Operator::Div => steps.push(Div),
                    Operator::Pow => steps.push(TrajectoryStep::Pow),
                    Operator::Lt => steps.push(Less),
                    Operator::Le => steps.push(LessEqual),
                    Operator::Gt => steps.extend([LessEqual, Not]),
                    Operator::Ge => steps.extend([Less, Not]),
                    Operator::Eq => steps.push(Equal),
                    Operator::Ne => steps.extend([Equal, Not]),
                    Operator::And => steps.push(And),
                    Operator::Or => steps.push(Or),
                    Operator::Near | Operator::Within | Operator::WithinPart => {
                        return Err(refused(of.span, "`~` is"));
                    }
                }
            }
            ExpressionKind::Convert(inner, _) => self.take(inner, steps)?,
            ExpressionKind::Call {
                function,
                arguments,
                named,
            } => {
                let name = self.text(*function);
                if !named.is_empty() || self.session.variable(&name).is_some() {
                    return Err(refused(*function, &format!("{} is", quote(&name))));
                }
                if let ("min" | "max", [_, _, ..]) = (name.as_str(), arguments.as_slice()) {
                    let step = match name.as_str() {
                        "min" => TrajectoryStep::Min,
                        _ => TrajectoryStep::Max,
                    };
                    for (i, argument) in arguments.iter().enumerate() {
                        self.take(argument, steps)?;
                        steps.extend((i > 0).then_some(step));
                    }
                    return Ok(());
                }
                // Those with a value more than once.
                match (name.as_str(), arguments.as_slice()) {
                    ("lerp", [a, b, t]) => {
                        for part in [a, b, a] {
                            self.take(part, steps)?;
                        }
                        steps.push(Sub);
                        self.take(t, steps)?;
                        steps.extend([Mul, Add]);
                        return Ok(());
                    }
                    ("hypot", [x, y]) => {
                        for part in [x, x] {
                            self.take(part, steps)?;
                        }
                        steps.push(Mul);
                        for part in [y, y] {
                            self.take(part, steps)?;
                        }
                        steps.extend([Mul, Add, TrajectoryStep::Sqrt]);
                        return Ok(());
                    }
                    ("clamp", [x, low, high]) => {
                        for (part, step) in [
                            (x, None),
                            (low, Some(TrajectoryStep::Max)),
                            (high, Some(TrajectoryStep::Min)),
                        ] {
                            self.take(part, steps)?;
                            steps.extend(step);
                        }
                        return Ok(());
                    }
                    _ => {}
                }
                let one = OF_ONE.iter().find(|(known, _)| *known == name);
                let own: &[TrajectoryStep] = match (name.as_str(), arguments.len(), one) {
                    (_, 1, Some((_, own))) => own,
                    ("atan2", 2, _) => &[TrajectoryStep::Atan2],
                    ("mod", 2, _) => &[TrajectoryStep::Mod],
                    ("choose", 3, _) => &[Choose],
                    _ => return Err(refused(*function, &format!("{} is", quote(&name)))),
                };
                for argument in arguments {
                    self.take(argument, steps)?;
                }
                steps.extend_from_slice(own);
            }
            _ => return Err(refused(of.span, "this part is")),
        }
        Ok(())
    }
}

/// Makes the report of a part that the simulation cannot follow.
fn refused(at: Span, what: &str) -> Stop {
    let message =
        format!("a joint cannot follow this formula: {what} not among what it may do with `time`");
    let one = OF_ONE.map(|(name, _)| name).join(", ");
    let help = format!(
        "it may have + - * / ^, comparisons, `and`, `or`, `not`, and the functions {one}, {OF_SEVERAL}; parts without `time` may be anything. Write the formula of a function of the script here, or follow it by `servo` in an `every`"
    );
    Diagnostic::error("E014", at, message).help(help).into()
}
