//! What moves a figure from inside: joint springs and dampers, the motors that shift their rest positions, and the gait that starts the motors.

pub mod gait;
pub mod joint_force;
pub mod motor;

mod reverse;

pub use gait::{Gait, GaitEvent, LegPhase};
pub use joint_force::{JointForce, JointParameters, SpringScale};
pub use motor::Motor;
