//! Moving numbers through time: `y' = f(t, y)`. Knows nothing of bodies, units or names.
//!
//! [`Integrator::advance`] takes a [`System`] from one time to another by one of the [`Method`]s, and promises that the
//! state it leaves behind is always one that was accepted: finite, and within the tolerance where the method has one.

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
pub use system::{System, Tried};
