//! The scene as nodes of kiss3d: the only part of the window that reads a [`Scene`].

use super::convert::{colour, point, pose};
use crate::scene::{Faces, Mesh, Pose, Scene};
use crate::view::Shown;
use kiss3d::glamx::Vec3;
use kiss3d::light::{Fog, Light};
use kiss3d::resource::GpuMesh3d;
use kiss3d::scene::SceneNode3d;
use kiss3d::window::Window;
use std::cell::RefCell;
use std::f32::consts::PI;
use std::rc::Rc;
use std::sync::Arc;

/// Cosine of the largest angle of a smooth edge (35 degrees).
const ROUND: f32 = 0.82;

/// Number of squares of the floor on each side of its centre.
const SQUARES: i32 = 40;

/// Light of the sun and of the sky, squares of the floor, haze: the values of the renderer of frames (linear RGB).
const SUN: [f32; 3] = [2.25, 2.08, 1.78];
const SKY: [f32; 3] = [0.43, 0.53, 0.66];
const TILES: [[f32; 3]; 2] = [[0.245, 0.224, 0.191], [0.330, 0.302, 0.258]];
const HAZE: [f32; 3] = [0.80, 0.84, 0.88];

/// Roughness of bodies and floor.
const ROUGH: f32 = 0.55;

/// Colour of the selected body.
const CHOSEN: [f32; 3] = [0.9, 0.65, 0.05];

/// Nodes of a scene.
pub(super) struct Nodes {
    /// Root node of all.
    pub root: SceneNode3d,
    actors: Vec<SceneNode3d>,
    floor: Option<SceneNode3d>,
    sun: SceneNode3d,
    of: Arc<Scene>,
    /// Units of the window per metre: figures are about 1 long there, to fit the near and far planes.
    pub scale: f64,
    chosen: Option<usize>,
}

impl Nodes {
    /// Creates the nodes of a shown scene.
    pub fn new(shown: &Shown) -> Self {
        let scene = &shown.scene;
        let radius = scene
            .bounds(&shown.poses, |_| true)
            .map_or(1.0, |b| b.radius);
        let scale = 1.0 / radius.clamp(1e-6, 1e6);
        let mut root = SceneNode3d::empty();
        let meshes: Vec<_> = scene
            .meshes
            .iter()
            .map(|mesh| gpu_mesh(mesh, scale))
            .collect();
        let mut actors = vec![];
        for actor in &scene.actors {
            let node = match meshes.get(actor.mesh) {
                Some(Some(mesh)) => {
                    let mut node = root.add_mesh(Rc::clone(mesh), Vec3::ONE);
                    node.set_color(colour(actor.colour))
                        .set_metallic(0.0)
                        .set_roughness(ROUGH);
                    node
                }
                // It is invisible.
                _ => root.add_group(),
            };
            actors.push(node);
        }
        let floor = scene
            .ground
            .map(|ground| floor(&mut root, f64::from(ground.tile) * scale));
        let light = Light::directional(-Vec3::from_array(scene.sun))
            .with_color(colour(SUN.map(|c| c / SUN[0])))
            .with_intensity(SUN[0] * PI);
        let sun = root.add_light(light);
        Nodes {
            root,
            actors,
            floor,
            sun,
            of: Arc::clone(scene),
            scale,
            chosen: None,
        }
    }

    /// Whether they are those of the shown scene.
    pub fn fit(&self, shown: &Shown) -> bool {
        Arc::ptr_eq(&self.of, &shown.scene)
    }

    /// Updates all positions; `middle` is the centre of the visible floor (m), `sun` the direction towards the sun.
    pub fn place(&mut self, poses: &[Pose], middle: [f64; 3], sun: [f32; 3]) {
        for (node, at) in self.actors.iter_mut().zip(poses) {
            match pose(at, self.scale) {
                Some(pose) => {
                    node.set_visible(true);
                    node.set_pose(pose);
                }
                None => {
                    node.set_visible(false);
                }
            }
        }
        if let (Some(floor), Some(ground)) = (&mut self.floor, self.of.ground) {
            // By whole pairs of squares, so that the floor seems fixed.
            let pair = 2.0 * f64::from(ground.tile).max(1e-9);
            let snapped = |c: f64| (c / pair).round() * pair;
            let [x, y, _] = middle;
            let at = [snapped(x), snapped(y), f64::from(ground.height)];
            floor.set_position(point(at, self.scale));
        }
        self.sun.modify_light(|light| {
            *light = Light::directional(-Vec3::from_array(sun))
                .with_color(light.color)
                .with_intensity(light.intensity);
        });
    }

    /// Highlights the selected actor.
    pub fn choose(&mut self, chosen: Option<usize>) {
        if self.chosen == chosen {
            return;
        }
        for (index, shines) in [(self.chosen, false), (chosen, true)] {
            let Some(index) = index else { continue };
            let own = self.of.actors.get(index).map(|actor| actor.colour);
            if let (Some(node), Some(own)) = (self.actors.get_mut(index), own) {
                node.set_color(colour(if shines { CHOSEN } else { own }));
            }
        }
        self.chosen = chosen;
    }
}

/// Sets light and haze of a window.
pub(super) fn set_air(window: &mut Window) {
    window.set_background_color(colour(HAZE));
    window.set_ambient(1.0);
    window.set_ambient_color(colour(SKY));
    window.set_fog(Fog::linear(colour(HAZE), 6.0, 60.0));
    set_tones(window, true);
    window.set_bloom_enabled(false);
    window.set_transmission_enabled(false);
    // A single sun needs a layer for each of its four cascades; more would waste memory.
    window.set_shadow_atlas_layers(4);
    window.set_shadow_resolution(1024);
    window.set_shadow_distance(12.0);
}

/// Maps light to display colours; a finished picture is unchanged.
pub(super) fn set_tones(window: &mut Window, is_light: bool) {
    use kiss3d::post_processing::Tonemap;
    let (map, exposure) = match is_light {
        true => (Tonemap::Aces, EXPOSURE),
        false => (Tonemap::None, 1.0),
    };
    window.set_tonemap(map);
    window.set_exposure(exposure);
}

/// Exposure: a sunlit white becomes slightly darker than white.
const EXPOSURE: f32 = 0.9;

/// Converts a mesh, with a normal for each corner: faces at gentle edges share normals, edges stay sharp.
fn gpu_mesh(mesh: &Mesh, scale: f64) -> Option<Rc<RefCell<GpuMesh3d>>> {
    let faces = Faces::of(mesh, ROUND);
    let points = faces.positions.iter();
    let points = points.map(|p| point(p.map(f64::from), scale)).collect();
    let normals = faces.normals.into_iter().map(Vec3::from_array).collect();
    let triangles = faces.indices.as_chunks::<3>().0.to_vec();
    (!triangles.is_empty()).then(|| on_gpu(points, triangles, normals))
}

fn on_gpu(
    points: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    normals: Vec<Vec3>,
) -> Rc<RefCell<GpuMesh3d>> {
    let mesh = GpuMesh3d::new(points, triangles, Some(normals), None, false);
    Rc::new(RefCell::new(mesh))
}

/// Adds a floor of squares around its centre, and a plain one beyond them.
fn floor(root: &mut SceneNode3d, tile: f64) -> SceneNode3d {
    let mut floor = root.add_group();
    let tile = if tile > 0.0 && tile.is_finite() {
        tile as f32
    } else {
        1.0
    };
    let squares = |dark: bool| {
        let (mut points, mut faces) = (vec![], vec![]);
        for i in -SQUARES..SQUARES {
            for j in -SQUARES..SQUARES {
                if ((i + j).rem_euclid(2) == 0) != dark {
                    continue;
                }
                let first = points.len() as u32;
                let corner = |a: i32, b: i32| Vec3::new(a as f32 * tile, b as f32 * tile, 0.0);
                points.extend([
                    corner(i, j),
                    corner(i + 1, j),
                    corner(i + 1, j + 1),
                    corner(i, j + 1),
                ]);
                faces.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
            }
        }
        let normals = vec![Vec3::Z; points.len()];
        on_gpu(points, faces, normals)
    };
    let mut add = |mesh, tint| {
        let mut node = floor.add_mesh(mesh, Vec3::ONE);
        node.set_color(colour(tint))
            .set_metallic(0.0)
            .set_roughness(1.0)
            .set_casts_shadows(false);
        node
    };
    add(squares(true), TILES[0]);
    add(squares(false), TILES[1]);
    let far = 500.0;
    let corners = [[-far, -far], [far, -far], [far, far], [-far, far]];
    let plain = corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec();
    let plain = on_gpu(plain, vec![[0, 1, 2], [0, 2, 3]], vec![Vec3::Z; 4]);
    let mean = std::array::from_fn(|k| 0.5 * (TILES[0][k] + TILES[1][k]));
    // Slightly below the squares, so that they are visible.
    add(plain, mean).set_position(Vec3::new(0.0, 0.0, -0.01));
    floor
}
