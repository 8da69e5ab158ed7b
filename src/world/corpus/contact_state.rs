//! The state of a corpus on the ground: held points, and bodies whose points stick.

use super::super::contact::GroundContacts;
use crate::contact::Hold;

/// The state of a corpus on the ground: held points, and bodies whose points stick.
#[derive(Clone, Debug, Default)]
pub struct ContactState {
    /// State of each point of contact: none if it is free.
    pub(in crate::world) holds: Vec<Option<Hold>>,
    /// Whether something was in the ground since the last accepted step.
    pub(in crate::world) touched: bool,
    /// What is in the ground at the last state that was searched.
    pub(in crate::world) ground_contacts: GroundContacts,
    /// Whether a body's points stick.
    pub sticky: Vec<bool>,
    /// Whether a body belongs to a leg in its swing phase, so that it does not stick.
    pub stepping: Vec<bool>,
}

impl ContactState {
    /// Creates the state of that many bodies, of which none sticks.
    pub(in crate::world) fn new(bodies: usize) -> Self {
        ContactState {
            sticky: vec![false; bodies],
            stepping: vec![false; bodies],
            ..ContactState::default()
        }
    }
}
