//! The data of one frame: placed bodies, the view, the floor and the lights.

use super::depth_map::Axes;
use super::ground::Floor;
use super::occlusion::SkyLight;
use super::raster::Plotted;
use super::settings::Settings;
use super::shade::Finish;
use super::shadow::{self, Probes, SunShadow};
use super::sky::{Backdrop, SUN_LIGHT};
use super::surface::Surface;
use super::vector::{Vec3, relative, vec3, within};
use super::view::View;
use crate::scene::{Actor, Camera, Pose, Scene};

/// Surfaces of a mesh.
#[derive(Clone, Copy)]
pub(super) struct Shapes<'a> {
    /// Surface in the picture.
    pub seen: &'a Surface,
    /// Surface in the maps of the lights, where finer facets would make no difference.
    pub caster: &'a Surface,
}

/// An actor at its pose.
pub(super) struct Body<'a> {
    pub surface: &'a Surface,
    caster: &'a Surface,
    /// Whether it is part of the ground.
    pub scenery: bool,
    pub colour: Vec3,
    pub finish: Finish,
    /// Corner points in frame coordinates.
    pub points: Vec<Vec3>,
    pub position: Vec3,
    /// Rows of the rotation to frame axes.
    rows: [Vec3; 3],
    centre: Vec3,
}

/// A frame in progress.
pub(super) struct Frame<'a> {
    pub settings: Settings,
    pub bodies: Vec<Body<'a>>,
    pub view: View,
    pub floor: Option<Floor>,
    pub sun: Vec3,
    /// Light of the sun at perpendicular incidence.
    pub sunlight: Vec3,
    /// Factor of the light of the sky.
    pub skylight: f32,
    pub backdrop: Backdrop,
    pub shade: &'a SunShadow,
    pub sky: SkyLight,
    pub probes: &'a Probes,
}

/// Largest distance from the frame's origin (m); farther objects are omitted. Squares still fit single precision.
const FARTHEST: f32 = 1e15;

impl<'a> Body<'a> {
    /// Places an actor; `None` if the pose is invalid, or too far away.
    fn new(shapes: Shapes<'a>, actor: &Actor, pose: &Pose, origin: [f64; 3]) -> Option<Body<'a>> {
        let Shapes {
            seen: surface,
            caster,
        } = shapes;
        let rows = pose
            .rotation()?
            .map(|r| vec3(r[0] as f32, r[1] as f32, r[2] as f32));
        let position = relative(pose.position, origin);
        let place = |p: Vec3| position + vec3(rows[0].dot(p), rows[1].dot(p), rows[2].dot(p));
        let centre = place(surface.centre);
        let near = centre.length() + surface.radius < FARTHEST && !surface.faces.is_empty();
        let colour = Vec3::from(actor.colour);
        near.then(|| Body {
            surface,
            caster,
            scenery: actor.scenery,
            colour: if colour.is_finite() {
                colour.max(Vec3::ZERO)
            } else {
                vec3(0.5, 0.5, 0.5)
            },
            finish: Finish::of(&actor.material),
            points: surface.points.iter().map(|p| place(*p)).collect(),
            position,
            rows,
            centre,
        })
    }

    /// Rotates a direction or distance from body to frame axes.
    #[inline(always)]
    pub fn outward(&self, v: Vec3) -> Vec3 {
        vec3(
            self.rows[0].dot(v),
            self.rows[1].dot(v),
            self.rows[2].dot(v),
        )
    }

    /// Rotates a direction or distance from frame to body axes.
    #[inline(always)]
    pub fn inward(&self, v: Vec3) -> Vec3 {
        self.rows[0] * v.x + self.rows[1] * v.y + self.rows[2] * v.z
    }
}

/// Objects that cast shadows into the picture.
struct Casters {
    points: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    centre: Vec3,
    radius: f32,
}

impl<'a> Frame<'a> {
    /// Places the bodies and draws the lights' maps; `None` if the camera is invalid.
    pub fn new(
        settings: Settings,
        scene: &Scene,
        shapes: &[Shapes<'a>],
        poses: &[Pose],
        camera: &Camera,
        shade: &'a mut SunShadow,
        probes: &'a Probes,
    ) -> Option<Frame<'a>> {
        let origin = camera.target;
        let view = View::new(camera, origin, settings.width, settings.height)?;
        let floor = scene
            .ground
            .as_ref()
            .and_then(|g| Floor::new(g, &view, origin));
        let sun = Vec3::from(scene.sun).unit_or(vec3(0.38, -0.46, 0.80));
        let sunlight = Vec3::from(scene.sunlight.map(|c| within(c, 0.0, 100.0)));
        let bodies: Vec<Body> = scene
            .actors
            .iter()
            .zip(poses)
            .filter_map(|(actor, pose)| {
                let shapes = shapes.get(actor.mesh)?;
                Body::new(*shapes, actor, pose, origin)
            })
            .collect();
        let casters = Casters::new(&bodies, &view, sun, floor.as_ref());
        let threads = settings.threads;
        draw_sun(shade, &casters, sun, origin, &settings);
        let mut sky = SkyLight::new(settings.sky_directions, sun);
        sky.draw(
            &casters.points,
            &casters.triangles,
            (casters.centre, casters.radius),
            floor.map(|f| f.height),
            origin,
            threads,
        );
        Some(Frame {
            settings,
            bodies,
            view,
            floor,
            sun,
            sunlight: SUN_LIGHT.times(sunlight),
            skylight: within(scene.skylight, 0.0, 100.0),
            backdrop: Backdrop::new(scene.background.as_ref()),
            shade,
            sky,
            probes,
        })
    }
}

fn draw_sun(
    shade: &mut SunShadow,
    casters: &Casters,
    sun: Vec3,
    origin: [f64; 3],
    settings: &Settings,
) {
    let axes = Axes::new(sun);
    let flat = |p: &Vec3| vec3(p.dot(axes.across), p.dot(axes.up), 0.0);
    let mut points = casters.points.iter().map(flat);
    let first = points.next().unwrap_or(Vec3::ZERO);
    let (low, high) = points.fold((first, first), |(l, h), p| (l.min(p), h.max(p)));
    shade.map.aim(
        axes,
        [low.x, low.y],
        [high.x, high.y],
        settings.shadow_map,
        shadow::BORDER,
        origin,
    );
    let map = &shade.map;
    let located: Vec<Vec3> = casters.points.iter().map(|p| map.locate(*p)).collect();
    let plotted: Vec<Plotted> = casters
        .triangles
        .iter()
        .filter_map(|t| Plotted::new(&t.map(|i| located[i as usize]), map.columns, map.rows))
        .collect();
    shade.draw(&plotted, settings.soft_shadows, settings.threads);
}

impl Casters {
    /// Finds the bodies that are in the picture or whose shadow on the floor may be.
    fn new(bodies: &[Body], view: &View, sun: Vec3, floor: Option<&Floor>) -> Casters {
        let mut casters = Casters {
            points: Vec::new(),
            triangles: Vec::new(),
            centre: Vec3::ZERO,
            radius: 0.0,
        };
        let mut corners: Option<(Vec3, Vec3)> = None;
        for body in bodies {
            let radius = body.surface.radius;
            let drop = floor.map_or(0.0, |f| {
                (body.centre.z - f.height).max(0.0) / sun.z.max(0.2)
            });
            let seen = view.sees(body.centre, body.centre - sun * drop, 1.5 * radius);
            // Objects lost in the haze need no shadow, and would coarsen those of the others.
            let far = (body.centre - view.eye).length() - radius > 20.0 * view.reach;
            if !seen || far {
                continue;
            }
            let base = casters.points.len() as u32;
            let placed = casters.points.len();
            match std::ptr::eq(body.caster, body.surface) {
                true => casters.points.extend(&body.points),
                false => {
                    let points = body.caster.points.iter();
                    let points = points.map(|p| body.position + body.outward(*p));
                    casters.points.extend(points);
                }
            }
            let faces = body.caster.faces.iter();
            casters
                .triangles
                .extend(faces.map(|f| f.corners.map(|c| c + base)));
            let points = casters.points.get(placed..).unwrap_or_default();
            for p in points.iter().filter(|p| p.is_finite()) {
                corners = Some(corners.map_or((*p, *p), |(l, h)| (l.min(*p), h.max(*p))));
            }
        }
        if let Some((low, high)) = corners {
            casters.centre = (low + high) * 0.5;
            casters.radius = (high - low).length() * 0.5;
        }
        casters
    }
}
