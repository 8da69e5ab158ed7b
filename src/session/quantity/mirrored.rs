//! Quantities in lines copied by `mirror`: of the opposite body, with signs of joint positions.

use super::entry::{Owner, Quantity, Raw};
use super::{QUANTITIES, Session, Subject};
use crate::figure::JointForm;

/// Quantities of a joint that change sign with its position, each with its replacement.
const REVERSED: &[(&str, &str)] = &[
    ("q", "q"),
    ("dq", "dq"),
    ("ddq", "ddq"),
    ("Q", "Q"),
    ("e_q", "e_q"),
    ("kq", "kq"),
    ("bias", "bias"),
    ("torque", "torque"),
    ("target", "target"),
    ("qmin", "qmax"),
    ("qmax", "qmin"),
    ("twist", "twist"),
];

impl Session {
    /// Returns the quantity that replaces one of a thing, and whether its sign changes.
    pub(super) fn across(
        &self,
        subject: Subject,
        quantity: &'static Quantity,
    ) -> (Subject, &'static Quantity, bool) {
        let as_it_is = (subject, quantity, false);
        let (corpus, number) = match subject {
            Subject::Body(corpus, number) | Subject::Degree(corpus, number) => (corpus, number),
            _ => return as_it_is,
        };
        let Some(reflection) = self.activity.mirrored.as_ref() else {
            return as_it_is;
        };
        let Some(across) = reflection.of(Some(corpus), number) else {
            return as_it_is;
        };
        let subject = match subject {
            Subject::Degree(..) => Subject::Degree(corpus, across.body),
            _ => Subject::Body(corpus, across.body),
        };
        // The components of a ball's rotation change sign by other rules than its twist.
        let bodies = self.draft_of(subject).map(|draft| &draft.figure.bodies);
        let form = bodies.and_then(|bodies| Some(&bodies.get(number)?.spec.form));
        let is_ball = matches!(form, Some(JointForm::Ball | JointForm::Free));
        let mut reversed = REVERSED.iter();
        let instead = reversed
            .find(|(field, _)| {
                let turns = quantity.field == "twist" && !is_ball;
                let is_position = quantity.owner == Owner::Joint || turns;
                across.reverses && is_position && quantity.field == *field
            })
            .and_then(|(_, instead)| {
                let mut all = QUANTITIES.iter();
                all.find(|other| other.owner == quantity.owner && other.field == *instead)
            });
        match instead {
            Some(instead) => (subject, instead, true),
            None => (subject, quantity, false),
        }
    }
}

impl Raw {
    /// Negates the value; zero stays positive.
    pub(super) fn reversed(self) -> Raw {
        match self {
            Raw::Number(x) => Raw::Number(0.0 - x),
            other => other,
        }
    }
}
