//! Integration of ordinary differential equations `y' = f(t, y)`. Independent of bodies, units and names.
//!
//! [`Integrator::advance`] takes a [`System`] from one time to another by one of the [`Method`]s. The
//! resulting state is always an accepted one: finite, and within the tolerance if the method has one.

mod adaptive;
mod auto;
mod euler;
mod failure;
mod fixed;
mod implicit;
mod integrator;
mod method;
mod rkf;
mod rkfixed;
mod rkvar;
mod settings;
mod system;
mod work;

#[cfg(test)]
mod test_systems;

pub use failure::Failure;
pub use integrator::{Counters, Integrator, Memory};
pub use method::{Method, UnknownMethod};
pub use settings::{LOOSEST, Settings, allowed_error};
pub use system::{Attempt, System};
