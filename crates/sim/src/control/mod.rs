//! Internal forces and control of a figure: joint springs and dampers, the motors that move their rest positions, actuators,
//! and the gait that starts the motors.

pub mod actuator;
pub mod dry_friction;
pub mod gait;
pub mod joint_force;
pub mod joint_parameters;
pub mod motor;
pub mod reflex;

mod reverse;

pub use actuator::{Actuator, Servo};
pub use dry_friction::DryFriction;
pub use gait::{Gait, GaitEvent, LegPhase};
pub use joint_force::{JointForce, Stretch};
pub use joint_parameters::{JointParameters, SpringScale, terms};
pub use motor::{Motion, Motor};
pub use reflex::{Acted, LegReflexes, Reflexes, Side, Trigger};
