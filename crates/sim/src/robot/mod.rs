//! A robot as plain data, between robot file formats and scripts.
//!
//! Every link has one joint with one degree of freedom, which goes through the origin of its frame: readers convert from each
//! format to this form, writers convert from it. A body with a joint of several degrees is a chain of links, as in the dynamics
//! ([`row`]). Units are SI.

mod placement;
mod row;
mod solid;

pub use placement::{Placement, Turn};
pub use row::{degrees, row};
pub use solid::{Form, Solid, denser, placed};

use crate::figure::JointForm;
use corpus_dynamics::{Freedom, JointKind, RigidInertia};
use nalgebra::Vector3;

/// Contents of a robot file.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// Name of the figure.
    pub name: String,
    /// Its trees of bodies.
    pub robots: Vec<Robot>,
    /// Acceleration of gravity in world axes (m/s2), if the file specifies it.
    pub gravity: Option<Vector3<f64>>,
    /// The floor.
    pub ground: Option<Ground>,
    /// What closes loops of its bodies.
    pub loops: Vec<Loop>,
    /// Joints that move in a fixed ratio.
    pub gears: Vec<Gear>,
    /// Named poses.
    pub poses: Vec<Pose>,
}

/// Two bodies that are held together at a point of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The robot and link of the first.
    pub first: (usize, usize),
    /// The robot and link of the second; none for the world.
    pub second: Option<(usize, usize)>,
    /// The place at which they are held, in the frame of the first link (m).
    pub at: Placement,
    /// That in the frame of the second, or of the world; none if it is where the first one is while all joints are at zero.
    pub to: Option<Placement>,
    /// Whether they may not turn about it either.
    pub welded: bool,
}

/// A joint that follows another one of its robot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// The robot.
    pub robot: usize,
    /// The links of the joint that follows, and of the one that it follows.
    pub links: [usize; 2],
    /// Motion of the first for that of the second.
    pub ratio: f64,
    /// Position of the first where the second is at zero (rad or m).
    pub offset: f64,
}

/// A plane that supports bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Its normal.
    pub normal: Vector3<f64>,
    /// Height above the origin (m).
    pub height: f64,
    /// Coefficient of friction, if the file specifies it.
    pub friction: Option<f64>,
}

/// One tree of bodies.
#[derive(Clone, Debug, Default)]
pub struct Robot {
    /// Its name.
    pub name: String,
    /// Whether its root is free; otherwise it is fixed in space.
    pub free: bool,
    /// Links: the root first, each body after its parent.
    pub links: Vec<Link>,
    /// The motors of its joints.
    pub motors: Vec<Motor>,
    /// The servos of its joints, at most one of each.
    pub servos: Vec<Servo>,
}

impl Robot {
    /// Returns for each link the inertia that its joint moves (kg m2, or kg if it slides), in the pose as built: its armature, and
    /// what is distal to it.
    #[must_use]
    pub fn moved_inertias(&self) -> Vec<f64> {
        let mut distal: Vec<RigidInertia> = self.links.iter().map(|link| link.inertia).collect();
        for (number, link) in self.links.iter().enumerate().rev() {
            let own = distal.get(number).map(|own| placed(own, &link.placement));
            let parent = link.parent.and_then(|parent| distal.get_mut(parent));
            if let (Some(own), Some(parent)) = (own, parent) {
                *parent = parent.with(&own);
            }
        }
        let moved = self
            .links
            .iter()
            .zip(distal)
            .map(|(Link { joint, .. }, all)| {
                let moved = match joint.kind {
                    JointKind::Sliding => all.mass,
                    JointKind::Rotary => {
                        let off = all.centre.cross(&joint.axis).norm_squared();
                        joint.axis.dot(&(all.about_centre * joint.axis)) + all.mass * off
                    }
                };
                moved + joint.armature
            });
        moved.collect()
    }
}

/// A rigid body and the joint to its parent.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// Index of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// Its frame in that of its parent with the joint at zero; for the root, in the world.
    pub placement: Placement,
    /// Its joint; has no effect for the root.
    pub joint: Joint,
    /// Form of the body's joint, with all of its degrees of freedom; unused if this is a further degree itself.
    pub form: JointForm,
    /// Whether it is a further degree of freedom of the joint of the one link that it carries, at the same position: without
    /// mass or shapes, named after that body and the degree, such as `arm.q1`.
    pub further: bool,
    /// Mass (may be zero), centre and inertia about the centre, in its own frame.
    pub inertia: RigidInertia,
    /// Its shapes, for display and collision.
    pub solids: Vec<Solid>,
    /// Remarks for the reader of the script.
    pub remarks: Vec<String>,
}

impl Link {
    /// Creates a body without mass and shapes, whose joint has one degree of freedom.
    #[must_use]
    pub fn new(name: String, parent: Option<usize>, placement: Placement, joint: Joint) -> Self {
        Link {
            name,
            parent,
            placement,
            joint,
            form: JointForm::Single,
            further: false,
            inertia: massless(),
            solids: vec![],
            remarks: vec![],
        }
    }

    /// Adds mass properties in its own frame; the first ones stay unchanged, to the last bit.
    pub fn add_mass(&mut self, more: &RigidInertia) {
        self.inertia = match self.inertia.mass > 0.0 {
            true => self.inertia.with(more),
            false => *more,
        };
    }
}

/// A joint with one degree of freedom.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name in the file.
    pub name: String,
    /// Its kind of motion.
    pub kind: JointKind,
    /// Further motion that it allows its link.
    pub freedom: Freedom,
    /// Its axis in the body's frame, of length 1.
    pub axis: Vector3<f64>,
    /// Lowest and highest position (rad or m).
    pub range: Option<[f64; 2]>,
    /// Viscous damping (N m s/rad or N s/m).
    pub damping: f64,
    /// Largest force of dry friction (N m or N).
    pub friction: f64,
    /// Stiffness of a linear spring (N m/rad or N/m).
    pub stiffness: f64,
    /// Rest position of that spring (rad or m).
    pub rest: f64,
    /// Inertia of the joint itself (kg m2 or kg).
    pub armature: f64,
    /// Constant force (N m or N).
    pub bias: f64,
    /// Position in this form at the file's zero (rad or m): position here = position there - this.
    pub zero: f64,
}

impl Default for Joint {
    fn default() -> Self {
        Joint {
            name: String::new(),
            kind: JointKind::Rotary,
            freedom: Freedom::Axis,
            axis: Vector3::z(),
            range: None,
            damping: 0.0,
            friction: 0.0,
            stiffness: 0.0,
            rest: 0.0,
            armature: 0.0,
            bias: 0.0,
            zero: 0.0,
        }
    }
}

/// A motor of a joint: its force is the control times a gear.
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    /// Its name in the file; may be empty.
    pub name: String,
    /// Index of the link whose joint it drives.
    pub link: usize,
    /// Force for a control of 1 (N m or N).
    pub gear: f64,
    /// Lowest and highest control.
    pub range: Option<[f64; 2]>,
    /// Largest force at the joint (N m or N).
    pub limit: Option<f64>,
}

/// A servo of a joint: a spring and a damper between the joint and a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Servo {
    /// Its name in the file; may be empty.
    pub name: String,
    /// Index of the link whose joint it drives.
    pub link: usize,
    /// Stiffness and damping at the joint (N m/rad and N m s/rad, or N/m and N s/m).
    pub gains: [f64; 2],
    /// Target for a control of 0 (rad or m), and its change for a control of 1.
    pub target: [f64; 2],
    /// Largest force at the joint (N m or N).
    pub limit: Option<f64>,
}

impl Servo {
    /// Returns the target for a control (rad or m).
    #[must_use]
    pub fn target_for(&self, control: f64) -> f64 {
        let [rest, change] = self.target;
        rest + change * control
    }
}

/// Named joint positions and rates, with targets of servos and forces of motors.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// Its name in the file.
    pub name: String,
    /// Index of the robot, index of the link, position of its joint (rad or m).
    pub joints: Vec<(usize, usize, f64)>,
    /// Index of the robot, index of the link, rate of its joint (rad/s or m/s).
    pub rates: Vec<(usize, usize, f64)>,
    /// Index of the robot, index of the link, target of its servo (rad or m).
    pub targets: Vec<(usize, usize, f64)>,
    /// Index of the robot, index of the link, force of its motors (N m or N).
    pub forces: Vec<(usize, usize, f64)>,
}

/// Returns the mass properties of a body without mass.
#[must_use]
pub fn massless() -> RigidInertia {
    RigidInertia::point(0.0)
}
