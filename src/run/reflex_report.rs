//! Actions of a gait's reflexes, as text and as JSON.

use crate::control::{Acted, Gait};
use crate::record::{counted, si};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Actions of the reflexes of one leg. Names of the fields carry their units.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct ReflexReport {
    /// The gait.
    pub gait: String,
    /// The leg.
    pub leg: usize,
    /// Name of the reflex: `step`, `load` or `neighbour`.
    pub reflex: String,
    /// Number of actions.
    pub times: u64,
    /// Time of the first action.
    pub first_s: f64,
    /// Time of the last action.
    pub last_s: f64,
}

impl ReflexReport {
    /// Returns the reports of all reflexes that have acted, by gait and leg; each gait comes with its name.
    pub fn of_gaits<'a>(gaits: impl Iterator<Item = (&'a str, &'a Gait)>) -> Vec<Self> {
        let mut reports = vec![];
        for (name, gait) in gaits {
            for (leg, own) in gait.reflexes.legs.iter().enumerate() {
                let kinds = [
                    ("step", own.stepped),
                    ("load", own.bore),
                    ("neighbour", own.waited),
                ];
                for (reflex, acted) in kinds {
                    let Acted { times, first, last } = acted;
                    if let (Some(first_s), Some(last_s)) = (first, last) {
                        reports.push(ReflexReport {
                            gait: name.to_owned(),
                            leg,
                            reflex: reflex.to_owned(),
                            times,
                            first_s,
                            last_s,
                        });
                    }
                }
            }
        }
        reports
    }
}

impl fmt::Display for ReflexReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (gait, leg) = (&self.gait, self.leg);
        let steps = counted(self.times, "step");
        let did = match self.reflex.as_str() {
            "step" => format!("the step reflex started {steps}"),
            "load" => format!("the load reflex delayed {steps}"),
            _ => format!("{steps} delayed because a neighbouring leg was in the air"),
        };
        match self.times {
            1 => write!(f, "{gait}, leg {leg}: {did}, at {}", si(self.first_s, "s")),
            _ => write!(
                f,
                "{gait}, leg {leg}: {did}, first at {}, last at {}",
                si(self.first_s, "s"),
                si(self.last_s, "s")
            ),
        }
    }
}
