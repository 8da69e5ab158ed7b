//! Warning of terrain inside a body: the ground acts on the corners of a body only.

use super::Accuracy;
use crate::contact::Terrain;
use crate::geometry::Convex;
use crate::record::prefixed;
use crate::run::Draft;
use crate::session::Stage;
use crate::source::Span;
use crate::world::Corpus;
use nalgebra::Vector3;

/// Height of terrain inside a body without a warning, as a part of the body's thickness.
const ALLOWED: f64 = 0.25;

/// A point of the terrain inside a body.
struct Pierced {
    at: Vector3<f64>,
    /// Height of the terrain above the underside of the body there (m).
    height: f64,
}

impl Accuracy {
    /// Warns of the first body into which a ridge or peak of the terrain reaches between its corners.
    pub(in crate::session) fn check_terrain(&mut self, stage: &Stage, at: Span) {
        let world = &stage.world;
        let terrain = world.ground.surface.terrain();
        let Some(terrain) = terrain.filter(|_| world.ground_on && !self.has_warned("W047")) else {
            return;
        };
        let found = stage.definitions.drafts.iter().find_map(|draft| {
            let corpus = world.corpora.get(draft.running?)?;
            let moving = corpus.integrated && !corpus.never_moves();
            moving.then(|| pierced(draft, corpus, terrain)).flatten()
        });
        let Some((body, found)) = found else { return };
        let message = format!(
            "the terrain is inside `{body}`: at x = {}, y = {} it is {} above the underside of the body",
            prefixed(found.at.x, "m", 3),
            prefixed(found.at.y, "m", 3),
            prefixed(found.height, "m", 3)
        );
        let help = format!(
            "the ground acts on the corners of `{body}` only, not between them: build it from several smaller parts (`addpart`), or give the ridge to a fixed figure and use `collide`"
        );
        self.warn("W047", at, message, help);
    }
}

/// Returns the name of the first body with terrain inside it.
fn pierced(draft: &Draft, corpus: &Corpus, terrain: &Terrain) -> Option<(String, Pierced)> {
    let poses = corpus.poses();
    draft
        .figure
        .bodies
        .iter()
        .enumerate()
        .find_map(|(i, body)| {
            let (rotation, origin) = poses.get(corpus.number_of(i)?)?;
            // Round shapes touch at their lowest points, wherever those are.
            let corners = body.contacts.iter().filter_map(|feature| feature.corner());
            let corners: Vec<Vector3<f64>> = corners.map(|c| origin + rotation * c).collect();
            let (low, high) = (
                corners.iter().copied().reduce(|a, b| a.inf(&b))?,
                corners.iter().copied().reduce(|a, b| a.sup(&b))?,
            );
            let within = || terrain.points_within([low.x, low.y], [high.x, high.y]);
            if !within().any(|point| point.z > low.z) {
                return None;
            }
            let deepest = corners
                .iter()
                .filter_map(|c| Some(terrain.height_at(c.x, c.y)? - c.z));
            let usual = 2.0 * deepest.fold(0.0, f64::max);
            for solid in body.solids() {
                let Convex::Polytope(hull) = &solid else {
                    continue;
                };
                let least = usual + ALLOWED * solid.thickness();
                let heights = within().filter_map(|at| {
                    let height = at.z - hull.lowest_at([at.x, at.y], rotation, origin)?;
                    (height > least).then_some(Pierced { at, height })
                });
                if let Some(found) = heights.reduce(|a, b| if b.height > a.height { b } else { a })
                {
                    return Some((body.spec.name.clone(), found));
                }
            }
            None
        })
}
