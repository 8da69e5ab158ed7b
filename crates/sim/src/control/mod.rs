//! Internal forces and control of a figure: joint springs and dampers, the motors that move their rest positions, actuators,
//! the gait that starts the motors, and neurons.

pub mod actuator;
pub mod dry_friction;
pub mod gait;
pub mod joint_force;
pub mod joint_parameters;
pub mod motor;
pub mod neuron;
pub mod reflex;
pub mod trajectory;

mod reverse;

pub use actuator::{Actuator, Servo};
pub use dry_friction::DryFriction;
pub use gait::{Gait, GaitEvent, LegPhase};
pub use joint_force::{JointForce, Stretch};
pub use joint_parameters::{JointParameters, SpringScale, terms};
pub use motor::{Motion, Motor};
pub use neuron::{NEURON_FUNCTIONS, NeuronFunction, NeuronState};
pub use reflex::{Acted, LegReflexes, Reflexes, Side, Trigger};
pub use trajectory::{Trajectory, TrajectoryStep};
