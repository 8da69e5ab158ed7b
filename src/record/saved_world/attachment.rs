//! File format of attachments: bodies are identified by their names.

use super::SavedWorld;
use crate::contact::Coupling;
use crate::diagnostic::quote;
use serde::{Deserialize, Serialize};

/// A spring between two points.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct SavedAttachment {
    /// The two attached points.
    pub ends: [SavedEnd; 2],
    /// Law of the springs, in SI.
    pub law: Coupling,
    /// State: acting, broken or detached.
    pub hold: SavedFastening,
}

/// One end of an attachment.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum SavedEnd {
    /// A fixed point in the world (m).
    World([f64; 3]),
    /// A point of a body.
    Body {
        /// The figure.
        corpus: String,
        /// The body.
        body: String,
        /// The point in the body's own frame (m).
        point_m: [f64; 3],
    },
}

/// State of an attachment.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum SavedFastening {
    /// Acting.
    Holds,
    /// Broken: it was stretched too far.
    Broken {
        /// Time of the break (s).
        time_s: f64,
        /// Distance of its points at that time (m).
        length_m: f64,
    },
    /// The script has detached it.
    Detached,
}

/// Largest valid strength and length (SI).
const MOST: f64 = 1e30;

impl SavedWorld {
    /// Returns a fault of its attachments, if there is one.
    pub(super) fn fault_of_attachments(&self) -> Option<String> {
        let mut attachments = self.attachments.iter().enumerate();
        attachments.find_map(|(number, of)| {
            let fault = |why: &str| Some(format!("attachment {number} {why}"));
            if !of.law.is_sound(MOST) {
                return fault("has invalid springs");
            }
            if let SavedFastening::Broken { time_s, length_m } = of.hold
                && !(time_s.abs() < MOST && (0.0..MOST).contains(&length_m))
            {
                return fault("broke at an invalid time or length");
            }
            of.ends.iter().find_map(|end| {
                let (SavedEnd::World(point) | SavedEnd::Body { point_m: point, .. }) = end;
                if !point.iter().all(|x| x.abs() < MOST) {
                    return fault("has an end beyond the allowed range");
                }
                match end {
                    SavedEnd::Body { corpus, body, .. } if !self.has_body(corpus, body) => {
                        let of = format!("a body {} of {}", quote(body), quote(corpus));
                        fault(&format!("belongs to {of}, which is not in the file"))
                    }
                    _ => None,
                }
            })
        })
    }
}
