//! Closed polyhedra: their sources, their mass properties, and their contact points.
//!
//! A [`Mesh`] is built in ([`Shape`]) or read from a file ([`load`]); [`mass_properties`] computes its volume, centre and
//! inertia, [`contact_points()`] the points that may touch; a built-in round shape touches as a [`ContactFeature`]. Independent
//! of other physics, the language and the renderer. Lengths have the unit of the vertices; all other modules use metres.

mod attributes;
mod caps;
mod check;
mod contact_feature;
mod contact_points;
mod dae;
mod decompose;
mod frustum;
mod gltf;
mod height_image;
mod hull;
mod load;
mod mass_properties;
mod mesh;
mod mesh_error;
mod msh;
mod obj;
mod parts;
mod ply;
mod polygons;
mod revolution;
mod revolve;
mod shapes;
mod stl;
mod symmetry;
mod touch;
mod weld;

pub use attributes::{MOST_ATTRIBUTES, crowded};
pub use caps::Caps;
pub use contact_feature::{ContactFeature, NearPoint, RIM_POINTS};
pub use contact_points::{LARGEST_COUNT, box_corners, contact_points};
pub use decompose::{Division, decompose};
pub use frustum::{frustum_contacts, frustum_mesh, frustum_properties};
pub use height_image::{HeightImage, NoImage, height_image};
pub use hull::{hull_mesh, hull_vertices};
pub use load::{Closing, Format, LoadError, Loaded, load, load_bytes};
pub use mass_properties::{MassProperties, mass_properties};
pub use mesh::Mesh;
pub use mesh_error::MeshError;
pub use parts::Sunk;
pub use revolution::{Revolution, axes_along};
pub use shapes::{BEVEL, Shape, capsule_contacts, capsule_mesh};
pub use symmetry::{are_symmetric, mirrored, mirrored_matrix};
pub use touch::{ContactPoint, Convex, Memory, MemoryKind, Overlap, Parts, Polytope, Pose, Round};
