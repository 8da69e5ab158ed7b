//! Warning of bodies that overlap when they begin to collide.

use crate::diagnostic::{Diagnostic, quote};
use crate::record::prefixed;
use crate::session::Stage;
use crate::source::Span;

/// Number of pairs that are named.
const SHOWN: usize = 8;

/// Finds bodies that may collide and overlap before anything has moved, or are deep in each other because the script placed one or
/// enabled collisions later: they part slowly.
pub(super) fn overlapping(stage: &Stage, at: Span) -> Vec<Diagnostic> {
    let world = &stage.world;
    let (found, when) = match stage.simulated > 0.0 {
        _ if !world.interactions.collision.on => return vec![],
        false => (
            world.overlapping(world.collision_rules()),
            "before anything has moved",
        ),
        true => (world.placed_deep(), "as they begin to collide"),
    };
    let Some((pair, _)) = found.first() else {
        return vec![];
    };
    let list = found.iter().take(SHOWN).map(|(pair, depth)| {
        let [one, two] = world.names_of(pair).map(|name| quote(&name));
        format!("{one} and {two} by {}", prefixed(*depth, "m", 3))
    });
    let list = list.collect::<Vec<_>>().join(", ");
    let message = match found.len() {
        1 => format!("two bodies that may collide overlap {when}: {list}"),
        count => {
            let more = match count.saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{count} pairs of bodies that may collide overlap {when}: {list}{more}")
        }
    };
    let [one, two] = world.names_of(pair);
    let help = format!(
        "they part slowly, as if their surfaces began further in; `collide all apart` leaves out all pairs that overlap, and {} the first; or shape and place the bodies so that they do not overlap",
        quote(&format!("collide {one} {two} off"))
    );
    vec![Diagnostic::warning("W027", at, message).help(help)]
}
