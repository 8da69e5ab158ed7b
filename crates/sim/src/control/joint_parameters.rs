//! Parameters of a joint's springs, dampers and actuator, as scripts set them.

use super::actuator::Actuator;
use serde::{Deserialize, Serialize};

/// Factor of a joint's springs and damper: the script's `springtype`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpringScale {
    /// The factor 1: the parameters are SI (N m, N m s).
    #[default]
    None,
    /// The mass of the joint's own body (kg).
    Mass,
    /// The mass of the joint's own body and of all distal bodies (kg).
    DistalMass,
}

/// Bits of the script's `Q_type`, which select the active terms.
pub mod terms {
    /// Viscous damper `b`.
    pub const DAMPER: u32 = 1;
    /// Linear spring `k` about `kq`.
    pub const LINEAR: u32 = 2;
    /// Limit springs `lk`, `lb` beyond `qmin` and `qmax`.
    pub const LIMITS: u32 = 4;
    /// Constant force `bias`.
    pub const BIAS: u32 = 8;
    /// Exponential spring `ea`, `eB` about `e_q`.
    pub const EXPONENTIAL: u32 = 16;
    /// All terms.
    pub const ALL: u32 = 31;

    /// Words of the terms.
    pub const WORDS: [(&str, u32); 5] = [
        ("damper", DAMPER),
        ("linear", LINEAR),
        ("limits", LIMITS),
        ("bias", BIAS),
        ("exponential", EXPONENTIAL),
    ];

    /// Returns the terms in words: `damper+linear`, or `none`.
    #[must_use]
    pub fn in_words(bits: u32) -> String {
        let words = WORDS.iter().filter(|(_, bit)| bits & bit != 0);
        let words: Vec<&str> = words.map(|(word, _)| *word).collect();
        if words.is_empty() {
            "none".to_owned()
        } else {
            words.join("+")
        }
    }

    /// Returns the terms named by words joined by `+`.
    #[must_use]
    pub fn of_words(text: &str) -> Option<u32> {
        if text == "none" {
            return Some(0);
        }
        text.split('+').try_fold(0, |bits, word| {
            let found = WORDS.iter().find(|(name, _)| *name == word)?;
            Some(bits | found.1)
        })
    }
}

/// A joint's parameters as the script sets them, before scaling. Forces are in N m for rotary and in N for sliding joints (per
/// kg if a scale by mass is chosen).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointParameters {
    /// Active terms: bits of [`terms`].
    pub q_type: u32,
    /// Factor of springs and damper.
    pub spring_scale: SpringScale,
    /// Damping constant (force per rad/s or m/s).
    pub b: f64,
    /// Linear spring constant (force per rad or m).
    pub k: f64,
    /// Rest position of the linear spring (rad or m).
    pub kq: f64,
    /// Linear strength of the exponential spring (force).
    pub ea: f64,
    /// Exponential rise of the exponential spring (per rad or m).
    pub eb: f64,
    /// Lower limit (rad or m).
    #[serde(with = "lower_limit", default = "lower_limit::none")]
    pub qmin: f64,
    /// Upper limit (rad or m).
    #[serde(with = "upper_limit", default = "upper_limit::none")]
    pub qmax: f64,
    /// Whether the limits are hard: no spring, but a force that lets the joint not pass.
    pub hard: bool,
    /// Restitution of speeds at hard limits.
    #[serde(default)]
    pub bounce: f64,
    /// Stiffness of the limit springs (force per rad or m).
    pub lk: f64,
    /// Damping while beyond a limit (force per rad/s or m/s).
    pub lb: f64,
    /// Constant force, never scaled.
    pub bias: f64,
    /// Inertia of the joint itself, such as that of a rotor with gears, never scaled (kg m2 or kg).
    pub armature: f64,
    /// Actuator, which is never scaled.
    pub actuator: Actuator,
    /// Dry friction: the largest force that resists motion, never scaled (N m or N).
    pub friction: f64,
}

/// JSON has no infinity: an infinite limit is saved as `null`, and in a dump as an empty cell.
macro_rules! limit {
    ($name:ident, $none:expr) => {
        pub(super) mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            pub fn none() -> f64 {
                $none
            }

            pub fn serialize<S: Serializer>(limit: &f64, to: S) -> Result<S::Ok, S::Error> {
                Some(*limit).filter(|x| x.is_finite()).serialize(to)
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
                Ok(Option::deserialize(from)?.unwrap_or_else(none))
            }
        }
    };
}
limit!(lower_limit, f64::NEG_INFINITY);
limit!(upper_limit, f64::INFINITY);

impl Default for JointParameters {
    fn default() -> Self {
        JointParameters {
            q_type: 0,
            spring_scale: SpringScale::None,
            b: 0.0,
            k: 0.0,
            kq: 0.0,
            ea: 0.0,
            eb: 0.0,
            qmin: f64::NEG_INFINITY,
            qmax: f64::INFINITY,
            hard: false,
            bounce: 0.0,
            lk: 0.0,
            lb: 0.0,
            bias: 0.0,
            armature: 0.0,
            actuator: Actuator::default(),
            friction: 0.0,
        }
    }
}
