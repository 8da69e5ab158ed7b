//! Numbers as arguments: units, ranges, times, counts, matrices.

use super::binder::Binder;
use super::fit::{Likeness, Misfit};
use super::line::is_text;
use crate::control::terms;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::lang::units::{UnitError, convert, parse_unit};
use crate::lang::value::{Datum, Quantity, show};
use crate::session::command::{Bare, Command, Kind, Param, Range, Value, either};
use crate::source::Span;

/// Makes the report of a command that needs a gait, if there is none.
pub(crate) fn there_is_no_gait(command: &Command, head: Span) -> Diagnostic {
    let message = format!("`{}` needs a gait, and there is none", command.name);
    Diagnostic::error("E054", head, message).help("add one with `gait NAME`")
}

impl Binder<'_> {
    /// Reads a number of a dimension, in SI.
    pub(in crate::session) fn number(
        &mut self,
        param: &Param,
        argument: &Argument,
        dimension: Dimension,
        bare: Bare,
    ) -> Option<f64> {
        let span = argument.span;
        match argument.kind {
            ArgumentKind::Number { value, unit: None } if bare == Bare::Degrees => {
                Some(value.to_radians())
            }
            ArgumentKind::Number { value, unit: None } if bare != Bare::Required => Some(value),
            ArgumentKind::Number {
                value,
                unit: Some(unit),
            } => match convert(value, self.text(unit), dimension) {
                Ok(value) => Some(value),
                Err(UnitError::Mismatch { found, .. }) => {
                    self.mismatch(param, argument, found, dimension, bare);
                    None
                }
                Err(why) => {
                    let mut report = why.report(unit, self.text(unit));
                    if self.is_formula(self.text(unit)) {
                        let braces = quote(&format!("{{{}}}", self.text(span)));
                        report = report.help(format!("write an expression in braces: {braces}"));
                        report.span = span;
                    }
                    self.mistaken(report);
                    None
                }
            },
            ArgumentKind::Value(Datum::Number(ref computed)) => {
                self.computed(param, argument, computed, dimension, bare)
            }
            ArgumentKind::Relative { .. } => {
                let message = format!(
                    "{}, which is a fraction of a step or stance",
                    self.must_be(param, argument)
                );
                self.wrong(Misfit::Part, span, message);
                None
            }
            _ => {
                let meant = self.variable_called(argument);
                self.unfit(param, argument, meant.as_deref());
                None
            }
        }
    }

    /// Whether the text after a number is a unit and factors: `cm*2`, `cm*side`.
    fn is_formula(&self, unit: &str) -> bool {
        let mut parts = unit.split(['*', '/']);
        let is_unit = |part: &str| parse_unit(part).is_ok();
        let is_factor = |part: &str| {
            part.parse::<f64>().is_ok() || self.context.session.variable(part).is_some()
        };
        parts.next().is_some_and(is_unit)
            && unit.contains(['*', '/'])
            && parts.all(|part| is_unit(part) || is_factor(part))
    }

    /// Suggests the variable that a word names: `{swing}`.
    fn variable_called(&self, argument: &Argument) -> Option<String> {
        let name = self.text(argument.span);
        if argument.kind == ArgumentKind::Word && name.contains('+') {
            return Some(format!("{{{name}}}"));
        }
        let names_one = argument.kind == ArgumentKind::Word
            && (self.context.session.variable(name).is_some() || matches!(name, "pi" | "tau"));
        names_one.then(|| format!("{{{name}}}"))
    }

    /// Converts the number that an expression evaluates to. One without a unit is treated as a literal without unit.
    pub(in crate::session) fn computed(
        &mut self,
        param: &Param,
        argument: &Argument,
        computed: &Quantity,
        dimension: Dimension,
        bare: Bare,
    ) -> Option<f64> {
        let found = computed.dimension;
        // Without `every`, an expression in braces is a column, unless it is a constant time.
        let is_column = self.takes_columns()
            && matches!(self.values.last(), Some(Value::Missing))
            && (found != Dimension::TIME || self.reads_world);
        if is_column {
            self.unfit(param, argument, None);
            return None;
        }
        if found == Dimension::NONE && dimension != Dimension::NONE {
            return match bare {
                Bare::Degrees => Some(computed.value.to_radians()),
                Bare::Si | Bare::In(_) => Some(computed.value),
                Bare::Required => {
                    self.mismatch(param, argument, found, dimension, bare);
                    None
                }
            };
        }
        if found.fits(dimension) {
            return Some(computed.value);
        }
        self.mismatch(param, argument, found, dimension, bare);
        None
    }

    fn mismatch(
        &mut self,
        param: &Param,
        argument: &Argument,
        found: Dimension,
        wanted: Dimension,
        bare: Bare,
    ) {
        let span = argument.span;
        let is = match &argument.kind {
            ArgumentKind::Value(value) if !value.is_unknown() => {
                format!("{}, {found}", show(value))
            }
            _ => found.to_string(),
        };
        let message = format!(
            "`{}` must be {}, but {} is {is}",
            self.label(param),
            param.kind,
            quote(self.text(span))
        );
        let mut symbols = bare.units(wanted);
        let si = wanted.si_unit();
        if matches!(bare, Bare::Si) && !symbols.is_empty() && !symbols.contains(&si) {
            symbols.insert(0, si.clone());
        }
        let units = either(&symbols.iter().map(String::as_str).collect::<Vec<_>>());
        let meant = self.named_for(param, found);
        let help = match bare {
            _ if meant.is_some() => {
                let named = format!("{}={}", meant.unwrap_or_default(), self.text(span));
                format!("did you mean {}?", quote(&named))
            }
            _ if symbols.is_empty() => "write the number without a unit".to_owned(),
            Bare::Required => format!("write it in {units}"),
            Bare::Degrees => format!("write it in {units}; without a unit it is in degrees"),
            Bare::Si | Bare::In(_) if symbols.len() == 1 => {
                format!("write it in {units}, or without a unit")
            }
            Bare::Si | Bare::In(_) => format!(
                "write it in {units}; without a unit it is in `{}`",
                wanted.si_unit()
            ),
        };
        self.refuse(Misfit::Unit, span, message, help);
        if symbols.is_empty() && self.findings.mistakes.len() == 1 {
            // A number with a unit was probably meant for another form.
            self.findings.likeness = Likeness::Other;
        }
    }

    /// Returns the only parameter after an optional one, which is not named, that takes a number of a dimension and is not given.
    fn named_for(&self, param: &Param, found: Dimension) -> Option<&'static str> {
        let given = |one: &Param| {
            let mut named = self.line.named.iter();
            named.any(|named| one.is_called(self.text(named.name)))
        };
        if !param.optional || found == Dimension::NONE || given(param) {
            return None;
        }
        let later = self.params.iter().skip_while(|one| one.name != param.name);
        let mut fitting = later.skip(1).filter(|one| {
            let kind = match one.kind {
                Kind::Of(kind_for, _) => kind_for(self.context.session, &self.values),
                kind => kind,
            };
            let fits = matches!(kind, Kind::Number(wanted, ..) if wanted == found);
            fits && one.optional && !given(one)
        });
        let first = fitting.next()?;
        fitting.next().is_none().then_some(first.name)
    }

    /// Returns a number if it is in the range; otherwise reports it.
    pub(in crate::session) fn within(
        &mut self,
        param: &Param,
        argument: &Argument,
        x: f64,
        range: Range,
    ) -> Option<f64> {
        if range.holds(x) {
            return Some(x);
        }
        let message = self.must_be(param, argument);
        self.wrong(Misfit::Range, argument.span, message);
        None
    }

    /// Reads a time, or a part of a phase.
    pub(in crate::session) fn duration(
        &mut self,
        param: &Param,
        argument: &Argument,
    ) -> Option<Value> {
        let span = argument.span;
        let time = Kind::Number(Dimension::TIME, Bare::Si, Range::NotNegative);
        let time = &Param {
            kind: time,
            ..*param
        };
        let param = if self.context.in_list { param } else { time };
        match argument.kind {
            ArgumentKind::Relative { value } if self.context.in_list => self
                .within(param, argument, value, Range::NotNegative)
                .map(Value::Relative),
            ArgumentKind::Relative { .. } => {
                let message = format!(
                    "{} is a fraction of a step or stance, but this line is not in a list of `swing` or `stance`",
                    quote(self.text(span))
                );
                let help = "give a time in seconds, such as `0.05` or `50ms`";
                self.refuse(Misfit::Part, span, message, help);
                None
            }
            _ => {
                let x = self.number(param, argument, Dimension::TIME, Bare::Si)?;
                self.within(param, argument, x, Range::NotNegative)
                    .map(Value::Number)
            }
        }
    }

    /// Reads an integer.
    pub(in crate::session) fn count(
        &mut self,
        param: &Param,
        argument: &Argument,
        least: u32,
        most: u32,
    ) -> Option<Value> {
        let x = self.number(param, argument, Dimension::NONE, Bare::Si)?;
        if x.fract() == 0.0 && x >= f64::from(least) && x <= f64::from(most) {
            return Some(Value::Number(x));
        }
        if self.command.name == "go" && x > 0.0 && x.fract() != 0.0 {
            let message = self.must_be(param, argument);
            let text = self.text(argument.span);
            let help =
                format!("a number without a unit counts frames; a time needs a unit: `go {text}s`");
            self.refuse(Misfit::Range, argument.span, message, help);
            return None;
        }
        let message = if x > f64::from(most) && most == u32::MAX {
            let found = self.shown(argument);
            let label = self.label(param);
            format!("`{label}` must be at most {most}, found {found}")
        } else {
            self.must_be(param, argument)
        };
        self.wrong(Misfit::Range, argument.span, message);
        None
    }

    /// Reads the terms of a joint's force: words joined by `+`, or the sum of their bits.
    pub(in crate::session) fn terms(
        &mut self,
        param: &Param,
        argument: &Argument,
        all: u32,
    ) -> Option<Value> {
        if !is_text(argument) {
            return self.count(param, argument, 0, all);
        }
        let text = self.unquoted(argument).into_owned();
        let bits = terms::of_words(&text);
        if bits.is_none() {
            let words = terms::WORDS.map(|(word, _)| word);
            let wrong = text.split('+').find(|word| !words.contains(word));
            match wrong.and_then(|word| Some((word, nearest(word, words)?))) {
                Some((word, near)) => {
                    let meant = text.replace(word, near);
                    self.unfit(param, argument, Some(&meant));
                }
                None => self.unfit(param, argument, None),
            }
        }
        bits.map(|bits| Value::Number(f64::from(bits)))
    }

    /// Reads the number of a leg of the current gait.
    pub(in crate::session) fn leg(&mut self, param: &Param, argument: &Argument) -> Option<Value> {
        let value = self.count(param, argument, 0, u32::MAX)?;
        let Some(roach) = self.context.session.here().definitions.roach() else {
            let report = there_is_no_gait(self.command, self.line.head);
            self.mistaken(report);
            return None;
        };
        let legs = roach.gait.legs();
        if matches!(value, Value::Number(x) if x < legs as f64) {
            return Some(value);
        }
        let message = format!(
            "`{}` has {legs} legs, numbered 0 to {}, found {}",
            roach.name,
            legs.saturating_sub(1),
            self.shown(argument)
        );
        let help = "`gait NAME LEGS` makes a gait with another number of legs";
        self.refuse(Misfit::Leg, argument.span, message, help);
        None
    }

    /// Reads sixteen numbers, which may be in rows.
    pub(in crate::session) fn matrix(&mut self, param: &Param) -> (Value, Span) {
        const NUMBERS: usize = 16;
        let mut rest = vec![];
        while rest.len() < NUMBERS
            && let Some(argument) = self.take(param.kind)
        {
            rest.push(argument);
        }
        let mut numbers = [0.0; NUMBERS];
        let kind = Kind::Number(Dimension::NONE, Bare::Si, Range::Any);
        let one = Param {
            name: "matrix element",
            kind,
            ..*param
        };
        for (slot, argument) in numbers.iter_mut().zip(&rest) {
            match self.number(&one, argument, Dimension::NONE, Bare::Si) {
                Some(x) => *slot = x,
                None => break,
            }
        }
        if rest.len() < NUMBERS && self.findings.mistakes.is_empty() {
            let message = format!(
                "`{}` must be {}, found {} numbers",
                param.name,
                param.kind,
                rest.len()
            );
            self.wrong(Misfit::Missing, self.line.span.after(), message);
        }
        let span = match rest.as_slice() {
            [first, .., last] => first.span.to(last.span),
            _ => self.line.span,
        };
        (Value::Matrix(Box::new(numbers)), span)
    }
}
