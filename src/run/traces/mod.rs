//! Samples of a stage over time, for diagrams: values, the steps of a gait, the contacts of a figure.

mod footing;
mod samples;
mod walk;

pub(crate) use footing::FootingTrace;
pub(crate) use samples::Samples;
pub(crate) use walk::{WalkTrace, leg_bodies};
