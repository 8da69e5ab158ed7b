//! The environment of lines that run later: local names, current figure and gait of the place where they were written.

use super::scope::Locals;
use crate::source::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The environment of lines that run later.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Environment {
    /// Values of local names.
    pub locals: Arc<Locals>,
    /// Whether they are those of a user-defined command.
    pub in_call: bool,
    /// The current figure.
    pub corpus: Option<usize>,
    /// The current gait.
    pub roach: Option<usize>,
    /// Substitutes of bodies, for lines that were copied to the other side of a figure.
    pub mirrored: Option<Arc<Reflection>>,
}

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
    pub(in crate::session) fn behind(
        self: &Arc<Self>,
        first: Option<&Arc<Reflection>>,
    ) -> Option<Arc<Reflection>> {
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
}
