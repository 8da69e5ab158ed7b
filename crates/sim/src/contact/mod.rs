//! Forces at points: between a figure and the ground (springs in the normal direction, friction, sticky feet), and between two
//! points.

mod closure;
mod collision;
pub mod components;
mod cone;
mod coupling;
mod finish;
mod friction;
mod ground;
mod hold;
mod impact;
mod joined;
mod point;
mod rolling;
mod stick_point;
mod sticky;
mod sunk;
mod surface;
mod terrain;

pub use closure::{Closure, ClosureKind, Stabilization};
pub use collision::CollisionLaw;
pub(crate) use cone::SOFTNESS;
pub(crate) use cone::axes;
pub use cone::{Approach, Cone, ConeLaw};
pub use coupling::Coupling;
pub use finish::Finish;
pub use friction::USUAL_GRAVITY;
pub use friction::{FrictionInput, FrictionLaw, STICK_STRETCH, StickSpring};
pub use ground::{Ground, GroundScale, Push, Touch};
pub use hold::{Hold, HoldKind};
pub use impact::{Hit, ImpactLaw, ImpactPoints, ImpactRule};
pub use joined::{Constraint, Held, Joined, Placed};
pub use point::{PointForce, SpringDamper};
pub use rolling::Rolling;
pub use stick_point::Trial;
pub use sticky::Sticky;
pub use sunk::{Parting, Rise, Rising, Sunk};
pub use surface::{Surface, SurfaceKind};
pub use terrain::{BallSpace, Cut, Depth, Facet, NoTerrain, Plane, Ridge, Terrain, WayOut};
