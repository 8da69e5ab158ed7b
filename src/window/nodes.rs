//! The scene as nodes of kiss3d, which draws them.

use crate::render::Faces;
use crate::scene::{GroundLook, Mesh, Pattern, Pose, Scene};
use crate::view::{CHOSEN, Shown};
use kiss3d::color::Color;
use kiss3d::glamx::{Pose3, Quat, Vec3};
use kiss3d::light::{Fog, Light};
use kiss3d::resource::GpuMesh3d;
use kiss3d::scene::SceneNode3d;
use kiss3d::window::Window;
use std::cell::RefCell;
use std::f32::consts::PI;
use std::rc::Rc;
use std::sync::Arc;

/// Number of squares of the floor on each side of its centre, and width of a grid's lines as a part of a square.
const SQUARES: i32 = 40;
const LINE: f32 = 0.035;

/// Light of the sun and of the sky, haze: the values of the renderer of films (linear RGB).
const SUN: [f32; 3] = [2.25, 2.08, 1.78];
const SKY: [f32; 3] = [0.43, 0.53, 0.66];
const HAZE: [f32; 3] = [0.74, 0.79, 0.84];

/// Exposure of the picture: that of films.
pub(super) const EXPOSURE: f32 = 0.56;

/// Light of a colour that is to be displayed as it is, approximately: white becomes slightly darker.
pub(super) const DISPLAYED: f32 = 1.6;

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
    /// Creates the nodes of a shown scene, and sets light and haze of a window.
    pub fn new(shown: &Shown, window: &mut Window) -> Self {
        let scene = &shown.scene;
        set_air(window, scene);
        let bounds = scene.bounds(&shown.poses, |_| true);
        let scale = 1.0 / bounds.map_or(1.0, |b| b.radius).clamp(1e-6, 1e6);
        let mut root = SceneNode3d::empty();
        let meshes = scene.meshes.iter().map(|mesh| gpu_mesh(mesh, scale));
        let meshes: Vec<_> = meshes.collect();
        let actors = scene.actors.iter().map(|actor| {
            let Some(Some(mesh)) = meshes.get(actor.mesh) else {
                // It is invisible.
                return root.add_group();
            };
            let mut node = root.add_mesh(Rc::clone(mesh), Vec3::ONE);
            node.set_color(colour(actor.colour))
                .set_metallic(0.0)
                .set_roughness(actor.material.roughness);
            node
        });
        let actors = actors.collect();
        let floor = scene
            .ground
            .map(|ground| floor(&mut root, &ground.look, f64::from(ground.tile) * scale));
        let sun = root.add_light(Light::directional(-Vec3::from_array(scene.sun)));
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
            let pose = pose(at, self.scale);
            node.set_visible(pose.is_some());
            if let Some(pose) = pose {
                node.set_pose(pose);
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
        let light: [f32; 3] = std::array::from_fn(|k| SUN[k] * self.of.sunlight[k]);
        let most = light.into_iter().fold(1e-6, f32::max);
        self.sun.modify_light(|now| {
            *now = Light::directional(-Vec3::from_array(sun))
                .with_color(colour(light.map(|c| c / most)))
                .with_intensity(most * PI);
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

/// Sets light and haze of a window for a scene.
fn set_air(window: &mut Window, scene: &Scene) {
    let haze = scene
        .background
        .map_or(HAZE, |b| b.horizon.map(|c| c * DISPLAYED));
    window.set_background_color(colour(haze));
    window.set_ambient(scene.skylight);
    window.set_ambient_color(colour(SKY));
    window.set_fog(Fog::linear(colour(haze), 6.0, 60.0));
    window.set_bloom_enabled(false);
    window.set_transmission_enabled(false);
    // A single sun needs a layer for each of its four cascades; more would waste memory.
    window.set_shadow_atlas_layers(4);
    window.set_shadow_resolution(1024);
    window.set_shadow_distance(12.0);
}

/// Converts a point to units of the window.
pub(super) fn point(p: [f64; 3], scale: f64) -> Vec3 {
    let [x, y, z] = p.map(|c| (c * scale) as f32);
    Vec3::new(x, y, z)
}

/// Converts an opaque colour (linear RGB).
pub(super) fn colour([r, g, b]: [f32; 3]) -> Color {
    Color::new(r, g, b, 1.0)
}

/// Converts a pose to units of the window; none if it is invalid.
fn pose(pose: &Pose, scale: f64) -> Option<Pose3> {
    pose.rotation()?;
    let [w, x, y, z] = pose.orientation.map(|c| c as f32);
    let turn = Quat::from_xyzw(x, y, z, w).normalize();
    Some(Pose3::from_parts(point(pose.position, scale), turn))
}

/// A mesh on the graphics card.
type OnCard = Rc<RefCell<GpuMesh3d>>;

/// Converts a mesh, with the normals of the renderer of films.
fn gpu_mesh(mesh: &Mesh, scale: f64) -> Option<OnCard> {
    let faces = Faces::of(mesh);
    let points = faces.positions.iter();
    let points = points.map(|p| point(p.map(f64::from), scale)).collect();
    let normals = faces.normals.into_iter().map(Vec3::from_array).collect();
    let triangles = faces.indices.as_chunks::<3>().0.to_vec();
    (!triangles.is_empty()).then(|| on_card(points, triangles, normals))
}

fn on_card(points: Vec<Vec3>, triangles: Vec<[u32; 3]>, normals: Vec<Vec3>) -> OnCard {
    let mesh = GpuMesh3d::new(points, triangles, Some(normals), None, false);
    Rc::new(RefCell::new(mesh))
}

/// Adds a plain floor, and the pattern around its centre.
fn floor(root: &mut SceneNode3d, look: &GroundLook, tile: f64) -> SceneNode3d {
    let mut floor = root.add_group();
    let tile = if tile > 0.0 && tile.is_finite() {
        tile as f32
    } else {
        1.0
    };
    let mut add = |rectangles: &[[f32; 4]], tint, height: f32| {
        floor
            .add_mesh(flat(rectangles, tile), Vec3::ONE)
            .set_color(colour(tint))
            .set_metallic(0.0)
            .set_roughness(1.0)
            .set_casts_shadows(false)
            .set_position(Vec3::new(0.0, 0.0, height));
    };
    let far = 500.0 / tile;
    let [first, second] = look.colours;
    let most = SQUARES as f32;
    let plain = match look.pattern {
        Pattern::Checker => {
            let all = (-SQUARES..SQUARES).flat_map(|i| (-SQUARES..SQUARES).map(move |j| (i, j)));
            let squares = |parity: i32| -> Vec<[f32; 4]> {
                let own = all.clone().filter(|(i, j)| (i + j).rem_euclid(2) == parity);
                let own = own.map(|(i, j)| [i, j, i + 1, j + 1].map(|c| c as f32));
                own.collect()
            };
            add(&squares(0), first, 0.0);
            add(&squares(1), second, 0.0);
            std::array::from_fn(|k| 0.5 * (first[k] + second[k]))
        }
        Pattern::Grid => {
            let lines = (-SQUARES..=SQUARES).flat_map(|i| {
                let (low, high) = (i as f32 - 0.5 * LINE, i as f32 + 0.5 * LINE);
                [[low, -most, high, most], [-most, low, most, high]]
            });
            add(&lines.collect::<Vec<_>>(), second, 0.0);
            first
        }
        Pattern::Plain | Pattern::Hidden => first,
    };
    // Slightly below the pattern, so that it is visible.
    add(&[[-far, -far, far, far]], plain, -0.01);
    floor
}

/// Returns level rectangles from their lowest and highest x and y, in squares of the floor.
fn flat(rectangles: &[[f32; 4]], tile: f32) -> OnCard {
    let corners = |[a, b, c, d]: [f32; 4]| [[a, b], [c, b], [c, d], [a, d]];
    let points = rectangles.iter().flat_map(|r| corners(*r));
    let points: Vec<Vec3> = points
        .map(|[x, y]| Vec3::new(x * tile, y * tile, 0.0))
        .collect();
    let firsts = (0..rectangles.len() as u32).map(|i| 4 * i);
    let triangles = firsts.flat_map(|i| [[i, i + 1, i + 2], [i, i + 2, i + 3]]);
    let normals = vec![Vec3::Z; points.len()];
    on_card(points, triangles.collect(), normals)
}
