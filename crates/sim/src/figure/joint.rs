//! Joints with several degrees of freedom, or none: the kind of a body's joint, and its chain of single degrees.

use super::mirror::Mirror;
use corpus_dynamics::{Freedom, JointKind};
use nalgebra::{Unit, UnitQuaternion, Vector3};

/// Form of a body's joint.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum JointForm {
    /// A rotation or translation, as [`BodySpec::joint`](super::BodySpec::joint) says.
    #[default]
    Single,
    /// A rotation about the axis coupled to a translation along it.
    Screw {
        /// Pitch (m/rad).
        pitch: f64,
    },
    /// A rotation about the axis and a translation along it.
    Cylindrical,
    /// A rotation about the axis and, carried by it, a rotation about a second axis.
    Universal {
        /// The second axis, in the body's own frame.
        second: Vector3<f64>,
    },
    /// Two translations perpendicular to the axis, and a rotation about the axis.
    Planar,
    /// All rotations about a point.
    Ball,
    /// All rotations and all translations.
    Free,
    /// Zero motion.
    Weld,
    /// Further rotations and translations between the parent and the body's own joint, from the parent outwards.
    Several {
        /// Kind and axis of each.
        inner: Vec<(JointKind, Vector3<f64>)>,
    },
}

/// A degree of freedom of a body's joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Degree {
    /// Suffix of its name after that of the body; empty if the joint has one degree of freedom.
    pub name: String,
    /// Whether its position is an angle or a length.
    pub kind: JointKind,
    /// Its axis in the body's frame.
    pub axis: Vector3<f64>,
    /// Motion that it allows its link.
    pub freedom: Freedom,
}

impl Degree {
    fn new(name: &str, kind: JointKind, axis: Vector3<f64>) -> Self {
        Degree {
            name: name.to_owned(),
            kind,
            axis,
            freedom: Freedom::Axis,
        }
    }
}

const AXES: [Vector3<f64>; 3] = [
    Vector3::new(1.0, 0.0, 0.0),
    Vector3::new(0.0, 1.0, 0.0),
    Vector3::new(0.0, 0.0, 1.0),
];

fn ball() -> impl Iterator<Item = Degree> {
    let rows = ["rx", "ry", "rz"].into_iter().zip(AXES).zip(0..);
    rows.map(|((name, axis), place)| Degree {
        freedom: Freedom::Ball(place),
        ..Degree::new(name, JointKind::Rotary, axis)
    })
}

/// Returns two unit vectors perpendicular to another and to each other: with it, they are right-handed.
fn across(axis: &Vector3<f64>) -> [Vector3<f64>; 2] {
    let z = Unit::new_normalize(*axis);
    let turn = UnitQuaternion::rotation_between(&Vector3::z(), &z).unwrap_or_else(|| {
        UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI)
    });
    [turn * Vector3::x(), turn * Vector3::y()]
}

/// Whether a word is the name of a degree of freedom of a joint that has several, such as `rx` of a ball.
#[must_use]
pub fn is_degree_name(word: &str) -> bool {
    let of_chain = word
        .strip_prefix('q')
        .is_some_and(|number| number.parse::<u8>().is_ok());
    let forms = [JointForm::Cylindrical, JointForm::Planar, JointForm::Free];
    let z = Vector3::z();
    let mut degrees = forms
        .iter()
        .flat_map(|form| form.degrees(JointKind::Rotary, &z));
    of_chain || degrees.any(|degree| degree.name == word)
}

impl JointForm {
    /// Returns the word for it.
    #[must_use]
    pub fn word(&self, kind: JointKind) -> &'static str {
        match self {
            JointForm::Single => match kind {
                JointKind::Rotary => "rotary",
                JointKind::Sliding => "sliding",
            },
            JointForm::Screw { .. } => "screw",
            JointForm::Cylindrical => "cylindrical",
            JointForm::Universal { .. } => "universal",
            JointForm::Planar => "planar",
            JointForm::Ball => "ball",
            JointForm::Free => "free",
            JointForm::Weld => "weld",
            JointForm::Several { .. } => "several",
        }
    }

    /// Returns the kind of a joint with several degrees of freedom or none, as reports name it.
    #[must_use]
    pub fn told(&self) -> Option<String> {
        match self {
            JointForm::Single => None,
            JointForm::Several { inner } => Some(format!("chain of {} joints", inner.len() + 1)),
            other => Some(other.word(JointKind::Rotary).to_owned()),
        }
    }

    /// Returns the degrees of freedom of a joint with this axis, from the parent outwards: the last one carries the body. That
    /// of a weld does not move.
    #[must_use]
    pub fn degrees(&self, kind: JointKind, axis: &Vector3<f64>) -> Vec<Degree> {
        use JointKind::{Rotary, Sliding};
        let own = |name: &str, kind| Degree::new(name, kind, *axis);
        match self {
            JointForm::Single => vec![own("", kind)],
            JointForm::Screw { pitch } => vec![Degree {
                freedom: Freedom::Screw { pitch: *pitch },
                ..own("", Rotary)
            }],
            JointForm::Cylindrical => vec![own("slide", Sliding), own("turn", Rotary)],
            JointForm::Universal { second } => {
                vec![own("q1", Rotary), Degree::new("q2", Rotary, *second)]
            }
            JointForm::Planar => {
                let [x, y] = across(axis);
                let slides = [("slide1", x), ("slide2", y)];
                let slides = slides.map(|(name, along)| Degree::new(name, Sliding, along));
                slides.into_iter().chain([own("turn", Rotary)]).collect()
            }
            JointForm::Ball => ball().collect(),
            JointForm::Free => {
                let slides = ["sx", "sy", "sz"].into_iter().zip(AXES);
                let slides = slides.map(|(name, axis)| Degree::new(name, Sliding, axis));
                slides.chain(ball()).collect()
            }
            JointForm::Weld => vec![Degree {
                freedom: Freedom::Weld,
                ..own("", Rotary)
            }],
            JointForm::Several { inner } => {
                let all = inner.iter().copied().chain([(kind, *axis)]);
                let named = all
                    .zip(1..)
                    .map(|((kind, axis), number)| Degree::new(&format!("q{number}"), kind, axis));
                named.collect()
            }
        }
    }

    /// Returns for each degree of freedom of a joint with this axis whether its values change sign in a mirror; none if the image
    /// slides in other directions.
    #[must_use]
    pub fn reversals(
        &self,
        kind: JointKind,
        axis: &Vector3<f64>,
        mirror: &Mirror,
    ) -> Option<Vec<bool>> {
        // A rotation is a pseudo-vector: its component along the mirror's axis keeps its sign, the others change theirs.
        let turns = (0..3).map(|axis| axis != mirror.axis);
        match self {
            JointForm::Planar => {
                let image = mirror.joint_axis(JointKind::Rotary, axis);
                let slides = across(axis).into_iter().zip(across(&image));
                let along = slides.map(|(of, twin)| mirror.vector(&of).dot(&twin));
                let along: Vec<f64> = along.collect();
                let is_aligned = |along: &f64| along.abs() > 1.0 - 1e-9;
                along.iter().all(is_aligned).then(|| {
                    let reverses = along.iter().map(|along| *along < 0.0);
                    let turn = mirror.reverses(JointKind::Rotary);
                    reverses.chain([turn]).collect()
                })
            }
            // Both are measured along the axis of the rotation.
            JointForm::Cylindrical => {
                let reverses = mirror.reverses(JointKind::Rotary);
                Some(vec![!reverses, reverses])
            }
            JointForm::Ball => Some(turns.collect()),
            JointForm::Free => {
                let slides = (0..3).map(|axis| axis == mirror.axis);
                Some(slides.chain(turns).collect())
            }
            JointForm::Weld => Some(vec![false]),
            JointForm::Single
            | JointForm::Screw { .. }
            | JointForm::Universal { .. }
            | JointForm::Several { .. } => {
                let degrees = self.degrees(kind, &Vector3::z());
                Some(degrees.iter().map(|d| mirror.reverses(d.kind)).collect())
            }
        }
    }

    /// Returns the image of a joint in a mirror: axes as those of single joints, and a screw of opposite handedness.
    #[must_use]
    pub fn mirrored(&self, mirror: &Mirror) -> JointForm {
        match self {
            JointForm::Screw { pitch } => JointForm::Screw { pitch: -pitch },
            JointForm::Universal { second } => JointForm::Universal {
                second: mirror.joint_axis(JointKind::Rotary, second),
            },
            JointForm::Several { inner } => JointForm::Several {
                inner: inner
                    .iter()
                    .map(|(kind, axis)| (*kind, mirror.joint_axis(*kind, axis)))
                    .collect(),
            },
            other => other.clone(),
        }
    }
}
