//! File format of colliding pairs: bodies are identified by their names.

use super::SavedWorld;
use crate::diagnostic::quote;
use crate::world::PairFriction;
use serde::{Deserialize, Serialize};

/// A body of a figure.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedBody {
    /// The figure.
    pub corpus: String,
    /// The body.
    pub body: String,
}

/// Two bodies that may collide.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedColliding {
    /// The two bodies.
    pub bodies: [SavedBody; 2],
    /// Friction state, if they touch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grip: Option<PairFriction>,
}

/// Largest valid constant and length (SI).
const MOST: f64 = 1e30;

impl SavedWorld {
    /// Returns a fault of its collisions, if there is one.
    pub(super) fn fault_of_collisions(&self) -> Option<String> {
        if !self.settings.collision.law.is_sound(MOST) {
            return Some("its collision springs are invalid".to_owned());
        }
        self.colliding.iter().find_map(|pair| {
            for SavedBody { corpus, body } in &pair.bodies {
                if !self.has_body(corpus, body) {
                    let (corpus, body) = (quote(corpus), quote(body));
                    return Some(format!(
                        "it lets a body {body} of {corpus} collide, but this body is not in the file"
                    ));
                }
            }
            let grip = pair.grip.filter(|grip| !grip.is_sound(MOST));
            grip.map(|_| "the friction state of two bodies is beyond the allowed range".to_owned())
        })
    }
}
