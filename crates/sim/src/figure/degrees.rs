//! Numbers and names of the degrees of freedom of a figure's joints.
//!
//! The degree of freedom that carries a body has the number of the body. Those before it, of a joint with several, have numbers made of
//! that of the body and their place in the joint: they stay the same when bodies are added, so that a motor program may use them before
//! `corpusinit`.

use super::{Body, Degree, Figure, Mirror};
use corpus_dynamics::JointKind;

/// Distance of the numbers of successive degrees of freedom of a joint: more than a figure has bodies.
const APART: usize = 1 << 24;

/// Returns the number of the degree of freedom `k` of a body's joint that has `count` of them.
pub(super) fn number_of_degree(body: usize, k: usize, count: usize) -> usize {
    match k + 1 == count {
        true => body,
        false => body + (k + 1) * APART,
    }
}

/// Returns the number of the body to whose joint a degree of freedom belongs.
#[must_use]
pub fn body_of(number: usize) -> usize {
    number % APART
}

impl Figure {
    /// Returns the body and degree of freedom with this number.
    #[must_use]
    pub fn degree(&self, number: usize) -> Option<(&Body, Degree)> {
        let body = self.bodies.get(body_of(number))?;
        let mut degrees = body.spec.degrees();
        let degree = match (number / APART).checked_sub(1) {
            None => degrees.pop()?,
            Some(k) if k + 1 < degrees.len() => degrees.swap_remove(k),
            Some(_) => return None,
        };
        Some((body, degree))
    }

    /// Whether the position of a degree of freedom is a length.
    #[must_use]
    pub fn slides(&self, number: usize) -> bool {
        let degree = self.degree(number);
        degree.is_some_and(|(_, degree)| degree.kind == JointKind::Sliding)
    }

    /// Returns the number of a degree of freedom of a body by its name, as `rx` of a ball.
    #[must_use]
    pub fn degree_called(&self, body: usize, name: &str) -> Option<usize> {
        let degrees = self.bodies.get(body)?.spec.degrees();
        let at = degrees.iter().position(|degree| degree.name == name)?;
        Some(number_of_degree(body, at, degrees.len()))
    }

    /// Returns the number of a body or degree of freedom by its [`Figure::label`].
    #[must_use]
    pub fn number_called(&self, label: &str) -> Option<usize> {
        let body = |name: &str| self.bodies.iter().position(|b| b.spec.name == name);
        body(label).or_else(|| {
            let (name, degree) = label.rsplit_once('.')?;
            self.degree_called(body(name)?, degree)
        })
    }

    /// Returns pairs of degrees of freedom of two bodies on opposite sides of a mirror, by their numbers, and whether their
    /// values change sign; none if their joints differ. A twin that is still to be made gets the joint of the first body.
    #[must_use]
    pub fn across(&self, of: usize, twin: usize, mirror: &Mirror) -> Vec<(usize, usize, bool)> {
        let Some(spec) = self.bodies.get(of).map(|body| &body.spec) else {
            return vec![];
        };
        let other = self.bodies.get(twin).map_or(spec, |body| &body.spec);
        let (own, other) = (spec.degrees(), other.degrees());
        let Some(reversals) = spec.form.reversals(spec.joint, &spec.axis, mirror) else {
            return vec![];
        };
        if own.len() != other.len() {
            return vec![];
        }
        let number = |body: usize, k: usize| number_of_degree(body, k, own.len());
        let rows = own.iter().enumerate().zip(reversals);
        let rows = rows.filter_map(|((k, degree), reverses)| {
            let at = other.iter().position(|o| o.name == degree.name)?;
            Some((number(of, k), number(twin, at), reverses))
        });
        rows.collect()
    }

    /// Returns the name of a degree of freedom: `arm`, or `arm.rx` if the joint has several.
    #[must_use]
    pub fn degree_label(&self, number: usize) -> String {
        match self.degree(number) {
            Some((body, degree)) if !degree.name.is_empty() => {
                format!("{}.{}", body.spec.name, degree.name)
            }
            _ => self.name_of(body_of(number)),
        }
    }

    /// Returns the name of a body or degree of freedom: `arm`, or `arm.rx` for a further degree.
    #[must_use]
    pub fn label(&self, number: usize) -> String {
        match number >= APART {
            true => self.degree_label(number),
            false => self.name_of(number),
        }
    }
}
