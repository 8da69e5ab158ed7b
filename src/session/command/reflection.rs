//! Commands copied by `mirror` to the other side, with the names of bodies replaced.
//!
//! A line with known arguments is copied with replaced arguments. Arguments known only at run time, such as names in the lines
//! of a loop or of a user-defined command, are replaced then: the copy stores its [`Reflection`], which applies to everything
//! that it runs.

use super::{Bound, Kind, Thing, Value};
use crate::session::{Closure, Code};
use crate::source::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Substitute of a body on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Across {
    /// Its number in the figure.
    pub body: usize,
    /// Whether positions of its joint change sign.
    pub reverses: bool,
}

/// Substitutes of the bodies of a figure in lines that were copied to its other side.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reflection {
    /// The figure.
    pub corpus: Option<usize>,
    /// Substitutes of bodies, by their numbers in the figure; other bodies are not replaced.
    pub across: BTreeMap<usize, Across>,
    /// The line that made the copy.
    #[serde(skip)]
    pub place: Span,
}

impl PartialEq for Reflection {
    /// Whether both make the same replacements, wherever their lines are.
    fn eq(&self, other: &Self) -> bool {
        self.corpus == other.corpus && self.across == other.across
    }
}

impl Reflection {
    /// Returns the substitute of a body of a figure; none if it is not replaced.
    #[must_use]
    pub fn of(&self, corpus: Option<usize>, body: usize) -> Option<Across> {
        let across = self.across.get(&body).copied();
        across.filter(|_| self.corpus.is_some() && self.corpus == corpus)
    }

    /// Combines two reflections, for a copy that is copied again; none if the result replaces nothing.
    fn behind(self: &Arc<Self>, first: Option<&Arc<Reflection>>) -> Option<Arc<Reflection>> {
        let Some(first) = first.filter(|first| first.corpus == self.corpus) else {
            return Some(Arc::clone(self));
        };
        let itself = |body: usize| Across {
            body,
            reverses: false,
        };
        let bodies = first.across.keys().chain(self.across.keys());
        let across = bodies.map(|&body| {
            let one = first.of(self.corpus, body).unwrap_or(itself(body));
            let two = self.of(self.corpus, one.body).unwrap_or(itself(one.body));
            let reverses = one.reverses != two.reverses;
            (body, Across { reverses, ..two })
        });
        let across: BTreeMap<usize, Across> = across
            .filter(|(body, across)| *across != itself(*body))
            .collect();
        (!across.is_empty()).then(|| {
            Arc::new(Reflection {
                across,
                ..Reflection::clone(self)
            })
        })
    }

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

/// Whether a parameter is the name of a body.
pub(crate) fn is_body(kind: Kind) -> bool {
    matches!(kind, Kind::Jointed | Kind::Old(Thing::Body))
}

/// Changes the signs of a command's positions.
fn reverse(bound: &mut Bound) {
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

fn negate(value: &mut Value) {
    if let Value::Number(x) = value {
        // Not the negative, to avoid a negative zero.
        *x = 0.0 - *x;
    }
}
