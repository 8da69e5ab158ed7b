//! The way of each figure over the moments of a strip: its earlier places, marked on the ground.

use super::moments::Moment;
use crate::scene::{Stroke, of_code};
use crate::session::command::GROUND;
use std::collections::BTreeSet;

const COLOUR: [f32; 3] = of_code(0x00_2a50);
/// Width of the line, and diameter of the dots at earlier places, as parts of the picture's height.
const LINE: f32 = 0.006;
const DOT: f32 = 0.022;
/// Shortest way that is shown, as a part of the figure's radius.
const SHORTEST: f64 = 0.25;
/// Largest number of figures whose ways are shown: more of them would hide the figures.
const FIGURES: usize = 12;
/// Largest number of earlier moments whose places are shown.
const PLACES: usize = 24;

/// Returns the lines that show, at each moment, where the figures were at the moments before.
pub(super) fn ways(moments: &[Moment]) -> Vec<Vec<Stroke>> {
    let mut all = vec![vec![]; moments.len()];
    let actors = moments.iter().flat_map(|moment| &moment.scene.actors);
    let figures: BTreeSet<usize> = actors.filter_map(|actor| Some(actor.of?.figure)).collect();
    for figure in figures.iter().copied().filter(|_| figures.len() <= FIGURES) {
        let places: Vec<Option<Place>> = moments.iter().map(|m| place(m, figure)).collect();
        let mut start = 0;
        for (number, strokes) in all.iter_mut().enumerate() {
            let goes_back = number > 0 && moments[number].time < moments[number - 1].time;
            if goes_back || places[number].is_none() {
                start = number;
            }
            let first = start.max(number.saturating_sub(PLACES));
            let shown: Vec<Place> = places[first..=number].iter().copied().flatten().collect();
            strokes.extend(way(&shown));
        }
    }
    all
}

/// A point below a figure (m, world), and the figure's radius (m).
type Place = ([f64; 3], f64);

/// Returns the place of a figure: the centre of its root, on the ground if that is level.
fn place(moment: &Moment, figure: usize) -> Option<Place> {
    let scene = &moment.scene;
    let is_of = |at: usize| {
        let of = scene.actors.get(at).and_then(|actor| actor.of);
        of.is_some_and(|of| of.figure == figure)
    };
    let root = (0..scene.actors.len()).find(|at| is_of(*at))?;
    let mut centre = scene.bounds(&moment.poses, |at| at == root)?.centre;
    // Terrain is an actor, beside the plane around it.
    let is_level = !{ scene.actors.iter() }.any(|actor| actor.scenery && actor.name == GROUND);
    if let Some(ground) = scene.ground.filter(|_| is_level) {
        centre[2] = f64::from(ground.height);
    }
    Some((centre, scene.bounds(&moment.poses, is_of)?.radius))
}

/// Returns a line through places, with a dot at each but the last; nothing if the figure has hardly moved.
fn way(places: &[Place]) -> Vec<Stroke> {
    let Some((&(last, radius), earlier)) = places.split_last() else {
        return vec![];
    };
    let away = |at: &[f64; 3]| (0..3).map(|k| (at[k] - last[k]).powi(2)).sum::<f64>();
    let far = earlier.iter().map(|(at, _)| away(at)).fold(0.0, f64::max);
    if far.sqrt() < SHORTEST * radius {
        return vec![];
    }
    let stroke = |points, width| Stroke {
        points,
        colour: COLOUR,
        width,
        ..Stroke::default()
    };
    let line = stroke(places.iter().map(|(at, _)| *at).collect(), LINE);
    let dots = earlier.iter().map(|(at, _)| stroke(vec![*at, *at], DOT));
    std::iter::once(line).chain(dots).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::{Overlay, Overlays};
    use crate::scene::{Actor, BodyNumber, Mesh, Pose, Scene};
    use std::sync::Arc;

    /// Returns the numbers of dots at moments, given as times and positions along x, of a cube above the ground.
    fn dots(moments: &[(f64, f64)]) -> Vec<usize> {
        let scene = Arc::new(Scene {
            meshes: vec![Mesh::cuboid([1.0; 3])],
            actors: vec![Actor {
                of: Some(BodyNumber { figure: 0, body: 0 }),
                ..Actor::default()
            }],
            ..Scene::default()
        });
        let moment = |(time, x): &(f64, f64)| Moment {
            time: *time,
            scene: Arc::clone(&scene),
            poses: vec![Pose::at([*x, 0.0, 2.0])],
            overlay: Overlay::new(Overlays::default(), 0.0, 1.0, 0.1),
        };
        let moments: Vec<Moment> = moments.iter().map(moment).collect();
        let ways = ways(&moments);
        let heights = ways.iter().flatten().flat_map(|s| &s.points).map(|p| p[2]);
        assert_eq!(heights.fold(0.0, f64::max), 0.0);
        ways.iter().map(|way| way.len().saturating_sub(1)).collect()
    }

    #[test]
    fn each_moment_shows_the_places_of_those_before_it() {
        assert_eq!(dots(&[(0.0, 0.0), (1.0, 3.0), (2.0, 6.0)]), [0, 1, 2]);
        // A cube that stays where it is, and one whose clock is set back.
        assert_eq!(dots(&[(0.0, 0.0), (1.0, 0.1), (2.0, 0.0)]), [0, 0, 0]);
        assert_eq!(dots(&[(0.0, 0.0), (1.0, 3.0), (0.5, 1.0)]), [0, 1, 0]);
        let many: Vec<(f64, f64)> = (0..40).map(|i| (f64::from(i), f64::from(i))).collect();
        assert_eq!(dots(&many)[39], PLACES);
    }
}
