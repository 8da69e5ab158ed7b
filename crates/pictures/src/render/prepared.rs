//! Meshes prepared for drawing, and kept between frames: round ones as fine as the picture requires.

use super::surface::Surface;
use super::vector::relative;
use super::view::View;
use crate::scene::{Actor, Mesh, Pose};

/// Largest invisible deviation of a facet from its round shape (pixels).
const UNSEEN: f64 = 0.1;
/// Most subdivisions of facets.
const HALVINGS: usize = 3;

/// A mesh, with the surfaces made of it.
pub(super) struct Prepared {
    mesh: Mesh,
    /// Deviation of its facets (m).
    stray: f64,
    /// The mesh as given.
    pub surface: Surface,
    /// Surfaces with facets subdivided once, twice and so on, as far as needed so far.
    finer: Vec<(Mesh, Surface)>,
}

impl Prepared {
    pub fn new(mesh: &Mesh, rounding: f32) -> Prepared {
        Prepared {
            mesh: mesh.clone(),
            stray: mesh.stray(),
            surface: Surface::new(mesh, rounding),
            finer: Vec::new(),
        }
    }

    /// Returns the mesh with its facets subdivided this number of times.
    pub fn halved(&self, times: usize) -> &Surface {
        let finer = times.checked_sub(1).and_then(|at| self.finer.get(at));
        finer.map_or(&self.surface, |(_, surface)| surface)
    }

    /// Refines the mesh until an actor with it looks round, and returns the number of subdivisions.
    pub fn refine(&mut self, view: &View, origin: [f64; 3], pose: &Pose, rounding: f32) -> usize {
        let radius = self.surface.centre.length() + self.surface.radius;
        let centre = relative(pose.position, origin);
        if self.stray == 0.0 || !view.sees(centre, centre, radius) {
            return 0;
        }
        let nearest = (centre - view.eye).length() - radius;
        let pixel = f64::from(view.pixel * nearest.max(view.near));
        let mut times = 0;
        let mut stray = self.stray;
        while times < HALVINGS && stray > UNSEEN * pixel {
            times += 1;
            stray *= 0.25;
            if self.finer.len() < times {
                let mesh = self.finer.last().map_or(&self.mesh, |(mesh, _)| mesh);
                let mesh = mesh.finer();
                let surface = Surface::halved(&mesh, rounding, times);
                self.finer.push((mesh, surface));
            }
        }
        times
    }
}

/// Prepares the meshes that have changed since the last frame.
pub(super) fn prepare(prepared: &mut Vec<Prepared>, meshes: &[Mesh], rounding: f32) {
    prepared.truncate(meshes.len());
    for (i, mesh) in meshes.iter().enumerate() {
        match prepared.get_mut(i) {
            Some(known) if known.mesh == *mesh => {}
            Some(old) => *old = Prepared::new(mesh, rounding),
            None => prepared.push(Prepared::new(mesh, rounding)),
        }
    }
}

/// Returns the number of subdivisions of each mesh for the actors of a frame.
pub(super) fn refine(
    prepared: &mut [Prepared],
    view: &View,
    origin: [f64; 3],
    actors: &[Actor],
    poses: &[Pose],
    rounding: f32,
) -> Vec<usize> {
    let mut halvings = vec![0; prepared.len()];
    for (actor, pose) in actors.iter().zip(poses) {
        let known = prepared
            .get_mut(actor.mesh)
            .zip(halvings.get_mut(actor.mesh));
        if let Some((prepared, most)) = known {
            *most = prepared.refine(view, origin, pose, rounding).max(*most);
        }
    }
    halvings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Camera, Round};

    #[test]
    fn a_round_mesh_is_as_fine_as_the_picture_needs_it() {
        let same = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
        let ball = Mesh {
            round: Some(Round {
                inward: same,
                outward: same,
                balls: vec![[0.0, 0.5]],
            }),
            ..Mesh::sphere(0.5, 32)
        };
        let plain = Mesh::sphere(0.5, 32);
        let halvings = |mesh: &Mesh, distance: f64| {
            let camera = Camera {
                eye: [-distance, 0.0, 0.0],
                target: [0.0; 3],
                vertical_fov: 0.68,
            };
            let view = View::new(&camera, [0.0; 3], 1280, 720).unwrap();
            let mut prepared = Prepared::new(mesh, 0.2);
            let times = prepared.refine(&view, [0.0; 3], &Pose::at([0.0; 3]), 0.2);
            (
                times,
                prepared.halved(times).faces.len() / prepared.surface.faces.len(),
            )
        };
        // The diagonals of its squares deviate by 0.0012 m: 0.08, 0.27 and 2.4 pixels on its near side.
        assert_eq!(halvings(&ball, 16.0), (0, 1));
        assert_eq!(halvings(&ball, 5.0), (1, 4));
        assert_eq!(halvings(&ball, 1.0), (3, 64));
        assert_eq!(halvings(&plain, 1.0), (0, 1));
    }
}
