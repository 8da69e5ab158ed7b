//! Commands copied by `mirror` to the other side, with the names of bodies replaced.
//!
//! A line with known arguments is copied with replaced arguments. Arguments known only at run time, such as names in the lines
//! of a loop or of a user-defined command, are replaced then: the copy stores its [`Reflection`], which applies to everything
//! that it runs.

use super::{Bound, Kind, Thing, Value};
use crate::session::environment::Reflection;
use crate::session::{Closure, Code};
use std::sync::Arc;

/// Whether a parameter is the name of a body.
pub(crate) fn is_body(kind: Kind) -> bool {
    matches!(kind, Kind::Jointed | Kind::Old(Thing::Body))
}

impl Reflection {
    /// Returns the command with the bodies of the other side. Names of other bodies are unchanged.
    #[must_use]
    pub fn image(self: &Arc<Self>, bound: &Bound) -> Bound {
        let mut image = bound.clone();
        let mut reverses = false;
        for (place, (value, kind)) in bound.values_with_kinds().enumerate() {
            let changed = match value {
                Value::Index(body) if is_body(kind) => self.of(bound.corpus, *body).map(|across| {
                    reverses |= across.reverses;
                    Value::Index(across.body)
                }),
                Value::Command(inner) => Some(Value::Command(self.image_of_closure(inner))),
                _ => None,
            };
            if let (Some(changed), Some(slot)) = (changed, image.values.get_mut(place)) {
                *slot = changed;
            }
        }
        image.list = bound.list.as_ref().map(|list| self.image_of_closure(list));
        image.each = self.images(&bound.each);
        if reverses {
            reverse(&mut image);
        }
        image
    }

    fn images(self: &Arc<Self>, commands: &[Bound]) -> Arc<[Bound]> {
        commands.iter().map(|bound| self.image(bound)).collect()
    }

    /// Returns the closure for the other side.
    #[must_use]
    pub fn image_of_closure(self: &Arc<Self>, closure: &Closure) -> Arc<Closure> {
        let mut image = closure.clone();
        if let Code::Commands(commands) = &mut image.code {
            *commands = self.images(commands);
        }
        if let Some(environment) = &mut image.environment {
            environment.mirrored = self.behind(environment.mirrored.as_ref());
        }
        Arc::new(image)
    }
}

/// Changes the signs of a command's positions.
fn reverse(bound: &mut Bound) {
    if bound.command.name == "joint" && bound.form > 0 {
        return reverse_named(bound);
    }
    let opposite = match (bound.command.name, bound.values.as_mut_slice()) {
        ("motor", [_, _, target, ..]) => target,
        ("jointspring", [_, _, _, rest, ..]) => rest,
        ("range", [_, low, high, ..]) => {
            std::mem::swap(low, high);
            negate(low);
            high
        }
        // A target of a servo, or a torque.
        ("servo" | "torque", [_, value, ..]) => value,
        ("joint", [_, Value::Word(word), value, ..]) => {
            match *word {
                "qmin" => *word = "qmax",
                "qmax" => *word = "qmin",
                "q" | "dq" | "kq" | "e_q" | "bias" => {}
                _ => return,
            }
            value
        }
        _ => return,
    };
    negate(opposite);
}

/// Changes the signs of the named arguments of `joint` that have a direction.
fn reverse_named(bound: &mut Bound) {
    let params = bound.command.forms.get(bound.form).copied();
    let params = params.unwrap_or_default();
    let place = |name: &str| params.iter().position(|param| param.name == name);
    let signed = [
        "rest",
        "low",
        "high",
        "exponential_rest",
        "bias",
        "position",
    ];
    for at in signed.into_iter().filter_map(place) {
        bound.values.get_mut(at).map(negate);
    }
    if let (Some(low), Some(high)) = (place("low"), place("high")) {
        bound.values.swap(low, high);
    }
}

fn negate(value: &mut Value) {
    if let Value::Number(x) = value {
        // Not the negative, to avoid a negative zero.
        *x = 0.0 - *x;
    }
}
