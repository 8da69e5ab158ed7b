//! Size and position of a scene.

use super::{Pose, Scene};

/// A ball and an upright cylinder around some actors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Centre in the world (m).
    pub centre: [f64; 3],
    /// Radius of the ball (m).
    pub radius: f64,
    /// Radius of the cylinder about the vertical through the centre (m).
    pub reach: f64,
    /// Half the height of the cylinder (m).
    pub half_height: f64,
}

impl Default for Bounds {
    /// Returns the unit ball about the origin.
    fn default() -> Self {
        Bounds {
            centre: [0.0; 3],
            radius: 1.0,
            reach: 1.0,
            half_height: 1.0,
        }
    }
}

impl Scene {
    /// Returns ball and cylinder around the actors whose index `chosen` accepts, posed by `poses`: centred on the centre of
    /// their bounding box, just reaching the farthest vertex. `None` if nothing finite is left.
    pub fn bounds(&self, poses: &[Pose], chosen: impl Fn(usize) -> bool) -> Option<Bounds> {
        let mut points = Vec::new();
        for (index, (actor, pose)) in self.actors.iter().zip(poses).enumerate() {
            let (Some(mesh), Some(world)) = (self.meshes.get(actor.mesh), pose.to_world()) else {
                continue;
            };
            if actor.scenery || !chosen(index) {
                continue;
            }
            let finite = mesh
                .vertices
                .iter()
                .filter(|v| v.iter().all(|c| c.is_finite()));
            points.extend(finite.map(|v| world(v.map(f64::from))));
        }
        let first = *points.first()?;
        let (low, high) = points.iter().fold((first, first), |(low, high), p| {
            (
                std::array::from_fn(|k| p[k].min(low[k])),
                std::array::from_fn(|k| p[k].max(high[k])),
            )
        });
        let centre: [f64; 3] = std::array::from_fn(|k| 0.5 * (low[k] + high[k]));
        let farthest = |axes: usize| {
            let away = |p: &[f64; 3]| (0..axes).map(|k| (p[k] - centre[k]).powi(2)).sum::<f64>();
            points.iter().map(away).fold(0.0, f64::max).sqrt()
        };
        Some(Bounds {
            centre,
            radius: farthest(3),
            reach: farthest(2),
            half_height: 0.5 * (high[2] - low[2]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Actor, Mesh};
    use super::*;

    #[test]
    fn ball_touches_the_chosen_actors_only() {
        let actor = |name: &str| Actor {
            name: name.into(),
            mesh: 0,
            colour: [1.0; 3],
            ..Actor::default()
        };
        let scene = Scene {
            meshes: vec![Mesh::cuboid([2.0, 4.0, 4.0])],
            actors: vec![actor("near"), actor("far"), actor("lost")],
            ..Scene::default()
        };
        let poses = [
            Pose::at([10.0, 0.0, 0.0]),
            Pose::at([100.0, 0.0, 0.0]),
            Pose::at([f64::NAN, 0.0, 0.0]),
        ];
        let near = scene.bounds(&poses, |i| i != 1).unwrap();
        assert_eq!(near.centre, [10.0, 0.0, 0.0]);
        assert!((near.radius - 3.0).abs() < 1e-12);
        assert!((near.reach - 5.0f64.sqrt()).abs() < 1e-12 && near.half_height == 2.0);
        assert!(scene.bounds(&poses, |i| i == 2).is_none());
    }
}
