//! Construction of a figure: transformed objects become bodies, bodies are linked to a tree, the tree becomes a dynamics model.

mod body;
mod degrees;
mod error;
mod joint;
mod mirror;
mod object;
mod transform;
mod tree;

pub use body::{Body, BodySpec, Part, PartSpec};
pub use degrees::body_of;
pub use error::FigureError;
pub use joint::{Degree, JointForm, is_degree_name};
pub use mirror::{Mirror, Twin};
pub use object::{Object, Order, Pivot, Placing};
pub use transform::Transform;
pub use tree::{Built, Figure};
