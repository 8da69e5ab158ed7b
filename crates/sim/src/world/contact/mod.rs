//! Contact, from shapes to forces: with the ground (`ground_points` finds the `ground_contacts`, `ground` their forces, `stick_state` the
//! points that it holds) and between bodies (`pairs` may collide, `broad_phase` finds those that are near, `manifold` their
//! points and forces, `pair_friction` what their friction has stretched). The laws are in [`crate::contact`].

mod broad_phase;
mod clearance;
mod collisions;
mod faults;
mod ground;
mod ground_contacts;
mod ground_points;
mod hash_grid;
mod impact;
mod manifold;
mod overlapping;
mod pair_friction;
mod pairs;
mod rigid;
mod rules;
mod shapes;
mod state;
mod stick_state;
mod terrain_points;

pub(super) use broad_phase::{BroadPhase, can_move};
pub use clearance::Buried;
pub use faults::{CollisionFaults, DeepOverlap, Pinched, Prevented, Sunk};
pub(super) use ground::{apply_ground, look_at_ground, press, scale_for};
pub(super) use ground_points::{find_ground_contacts, lower_surface, mark_bodies_in_contact};
pub(super) use impact::{Impact, worse};
pub use manifold::Search;
pub(super) use manifold::{Manifolds, PairBody};
pub use pair_friction::PairFriction;
pub use pairs::{BodyOf, Colliding, CollisionSettings, ContactMethod, TouchForce, is_linked};
pub use rigid::RigidTouch;
pub(super) use rigid::{Arrival, RigidPoint};
pub use rules::{CollisionRule, CollisionRules};
pub(super) use shapes::{ContactShapes, Contacts, FURTHER, Round, Solids, mobility};
pub use state::{ContactState, Meeting};
pub(super) use stick_state::{has_holds, hold_points};
