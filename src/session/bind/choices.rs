//! Parameters that are one of several words.

use super::binder::Binder;
use super::fit::Misfit;
use super::line::is_text;
use crate::diagnostic::quote;
use crate::diagnostic::suggest::{did_you_mean, nearest};
use crate::lang::syntax::{Argument, ArgumentKind};
use crate::lang::value::Datum;
use crate::scene::{ColourError, colour, colour_names};
use crate::session::command::{Param, Value};

/// Returns this language's word for a word of other programs.
fn plain_word(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "stiffness" => "k",
        "damping" | "damper" => "b",
        "angle" | "position" | "pos" => "q",
        "velocity" | "rate" | "speed" => "dq",
        "target" | "rest" | "goal" => "e_q",
        "min" | "lower" | "minimum" => "qmin",
        "max" | "upper" | "maximum" => "qmax",
        "hinge" | "revolute" => "rotary",
        "prismatic" | "slider" | "slide" => "sliding",
        "spherical" | "socket" => "ball",
        "rigid" => "weld",
        "floating" => "free",
        "plus" | "sum" => "add",
        "minus" => "subtract",
        "times" | "product" | "mul" | "mult" => "multiply",
        "div" | "quotient" => "divide",
        "negate" | "neg" => "invert",
        "sinus" => "sin",
        "tanh" | "logistic" => "sigmoid",
        "ln" => "log",
        "if" => "choose",
        "rk45" | "rkdp" | "ode45" => "rkf",
        "up" | "above" => "+",
        "down" | "below" => "-",
        _ => return None,
    })
}

impl Binder<'_> {
    pub(in crate::session) fn choice(
        &mut self,
        param: &Param,
        argument: &Argument,
        words: &'static [&'static str],
    ) -> Option<Value> {
        let found = &*self.said(argument);
        if let Some(word) = words.iter().find(|word| **word == found) {
            return Some(Value::Word(word));
        }
        if matches!(found, "rk" | "rk4" | "runge_kutta") && words.contains(&"rkfixed") {
            let message = self.must_be(param, argument);
            let help = "did you mean `rkfixed`, `rkvar` or `rkf`?";
            self.refuse(Misfit::Kind, argument.span, message, help);
            return None;
        }
        if matches!(found, "ball" | "weld" | "free" | "screw")
            && self.command.name == "addbody"
            && words.contains(&"rotary")
        {
            let message = self.must_be(param, argument);
            let body = self.line.arguments.first();
            let body = body.map_or("NAME", |name| self.text(name.span));
            let help = match found {
                "free" => "write `rotary`; a root moves freely unless `rootmotion` says otherwise"
                    .to_owned(),
                kind => format!(
                    "write `rotary` here, and {} after this line",
                    quote(&format!("jointkind {body} {kind}"))
                ),
            };
            self.refuse(Misfit::Kind, argument.span, message, help);
            return None;
        }
        let near = nearest(found, words.iter().copied());
        let near = near.or_else(|| plain_word(found).filter(|plain| words.contains(plain)));
        self.unfit(param, argument, near);
        None
    }

    /// Reads a colour, by its name or its digits.
    pub(in crate::session) fn colour(
        &mut self,
        param: &Param,
        argument: &Argument,
    ) -> Option<Value> {
        if !is_text(argument) {
            match self.three_parts(argument) {
                Some(written) => {
                    self.findings.is_other_line = true;
                    let message = self.must_be(param, argument);
                    let help = format!("write the colour as {}", quote(&written));
                    self.refuse(Misfit::Kind, argument.span, message, help);
                    self.findings.lost = true;
                }
                None => self.unfit(param, argument, None),
            }
            return None;
        }
        let text = self.unquoted(argument);
        match colour(&text) {
            Ok(_) => return Some(Value::Text(text.as_ref().into())),
            Err(ColourError::Digits) => {
                let message = format!("{} is not a colour", self.shown(argument));
                let help = "write 3 or 6 hexadecimal digits after the `#`, such as `\"#c0392b\"`";
                self.refuse(Misfit::Kind, argument.span, message, help);
            }
            Err(ColourError::UnknownName) => {
                let message = format!("there is no colour {}", quote(&text));
                let help = did_you_mean(&text, colour_names()).unwrap_or_else(|| {
                    "use a CSS name, such as `tomato`, `steelblue` or `gold`, or a number such as `\"#c0392b\"`".to_owned()
                });
                self.refuse(Misfit::Name, argument.span, message, help);
            }
        }
        None
    }

    /// Returns the colour of which an argument and the two after it are the parts, from 0 to 255.
    fn three_parts(&self, first: &Argument) -> Option<String> {
        let all = self.line.arguments;
        let at = all
            .iter()
            .position(|argument| argument.span == first.span)?;
        let part = |argument: &Argument| match argument.kind {
            ArgumentKind::Number { value, unit: None } if (0.0..=255.0).contains(&value) => {
                Some(value)
            }
            _ => None,
        };
        let parts: Option<Vec<f64>> = all.get(at..at + 3)?.iter().map(part).collect();
        let parts = parts?;
        // In most programs, parts up to 1 are fractions.
        let scale = match parts.iter().all(|part| *part <= 1.0) {
            true => 255.0,
            false => 1.0,
        };
        let digits = parts.iter().map(|part| (part * scale).round() as u8);
        let digits: Vec<String> = digits.map(|part| format!("{part:02x}")).collect();
        Some(format!("\"#{}\"", digits.concat()))
    }

    /// Reads one of two words, the first of which means no.
    pub(in crate::session) fn switch(
        &mut self,
        param: &Param,
        argument: &Argument,
        words: [&str; 2],
    ) -> Option<Value> {
        match &argument.kind {
            ArgumentKind::Value(Datum::Flag(flag)) => return Some(Value::Switch(*flag)),
            ArgumentKind::Value(Datum::Number(x)) if x.value == 0.0 || x.value == 1.0 => {
                return Some(Value::Switch(x.value == 1.0));
            }
            _ => {}
        }
        let found = self.said(argument);
        if let Some(i) = words.iter().position(|word| **word == *found) {
            return Some(Value::Switch(i == 1));
        }
        let meant = match found.to_lowercase().as_str() {
            "off" | "0" | "no" | "false" => Some(words[0]),
            "on" | "1" | "yes" | "true" => Some(words[1]),
            _ => None,
        };
        self.unfit(param, argument, meant);
        None
    }
}
