//! Geoms of MJCF: their shapes and masses.

use super::pose;
use super::settings::{Compiler, Defaults, View};
use crate::dynamics::RigidInertia;
use crate::geometry::{Mesh, hull_mesh};
use crate::import::context::{Context, near};
use crate::import::mesh_inertia::{Way, mesh_inertia};
use crate::import::xml::Element;
use crate::robot::{Form, Placement, Solid, Turn, denser, placed};
use crate::source::Span;
use nalgebra::Vector3;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A mesh of `asset`.
pub(super) struct MeshAsset {
    file: Option<PathBuf>,
    /// The surface, if its vertices are in the robot's file: then `file` is to be written.
    inline: Option<Mesh>,
    scale: [f64; 3],
    /// Mass properties at 1 kg/m3, in the frame of the file; computed when a shape needs them.
    unit: Option<Result<RigidInertia, String>>,
    way: Way,
    span: Span,
}

/// Named assets that shapes refer to.
pub(super) struct Assets {
    meshes: BTreeMap<String, MeshAsset>,
}

/// A geom in the frame of its body.
pub(super) struct Geom {
    pub solid: Option<Solid>,
    /// Mass properties in the body's frame.
    pub inertia: Option<RigidInertia>,
    /// Whether its friction replaces that of what it touches.
    pub prior: bool,
    /// For a plane: its normal and a point, with its friction.
    pub plane: Option<(Vector3<f64>, Vector3<f64>, Option<f64>)>,
}

impl Assets {
    pub fn of(
        root: &Element,
        defaults: &Defaults,
        compiler: &Compiler,
        ctx: &mut Context,
    ) -> Assets {
        let mut assets = Assets {
            meshes: BTreeMap::new(),
        };
        for section in root.all("asset") {
            for mesh in section.all("mesh") {
                assets.add_mesh(mesh, defaults, compiler, ctx);
            }
        }
        assets
    }

    fn add_mesh(
        &mut self,
        own: &Element,
        defaults: &Defaults,
        compiler: &Compiler,
        ctx: &mut Context,
    ) {
        let own_view = defaults.view(own, None, ctx);
        let mut file = own_view.text("file").map(|file| {
            let file = match compiler.strip_path {
                true => PathBuf::from(file.rsplit(['/', '\\']).next().unwrap_or(file)),
                false => PathBuf::from(file),
            };
            compiler.mesh_folder.join(file)
        });
        let stem = file
            .as_ref()
            .and_then(|f| f.file_stem())
            .map(|s| s.to_string_lossy().into_owned());
        let Some(name) = own.text_of("name").map(str::to_owned).or(stem) else {
            let message = "a mesh needs a `name` or a `file`";
            ctx.error(
                "E034",
                own.span,
                message,
                "give the mesh a `name` or a `file`",
            );
            return;
        };
        let mut inline = None;
        if file.is_none() {
            inline = inline_mesh(own, ctx);
            if let Some(mesh) = &inline {
                file = Some(ctx.write_mesh(&name, mesh));
            }
        }
        let scale = ctx.array(own_view.get("scale")).unwrap_or([1.0; 3]);
        let way = match own_view.text("inertia") {
            Some("exact") => Way::Exact,
            Some("convex") => Way::Convex,
            Some("shell") => Way::Shell,
            _ => Way::Legacy,
        };
        let span = own.get("file").map_or(own.span, |a| a.span);
        let missing = file.as_ref().filter(|_| inline.is_none());
        if let Some(file) = missing.filter(|file| !ctx.is_there(file)) {
            let message = format!("there is no mesh file `{}`", file.display());
            let help = "put the file at this path; without it the shape is omitted";
            ctx.warn(span, message, help);
        }
        let asset = MeshAsset {
            file,
            inline,
            scale,
            unit: None,
            way,
            span,
        };
        self.meshes.insert(name, asset);
    }

    /// Reads a geom with its defaults.
    pub fn geom(&mut self, view: &View, compiler: &Compiler, ctx: &mut Context) -> Option<Geom> {
        let own = view.own()?;
        let kind = view.text("type");
        let mesh = view.get("mesh");
        let kind = kind.unwrap_or(if mesh.is_some() { "mesh" } else { "sphere" });
        let mut placement = pose::placement(view, compiler, ctx);
        let size = match view.get("size") {
            Some(a) => ctx.numbers(a, 1, 3)?,
            None => vec![],
        };
        let friction = ctx.first(view.get("friction"), 3);
        let priority = ctx.number(view.get("priority")).unwrap_or(0.0);
        let from_to = view
            .get("fromto")
            .filter(|_| matches!(kind, "capsule" | "cylinder" | "box" | "ellipsoid"));
        let mut length = None;
        if let Some(a) = from_to {
            let [x, y, z, u, v, w] = ctx.array(Some(a))?;
            let (from, to) = (Vector3::new(x, y, z), Vector3::new(u, v, w));
            let along = from - to;
            if along == Vector3::zeros() {
                let message = "both ends of `fromto` are the same";
                return ctx.invalid(a.span, message, "give two different points");
            }
            length = Some(along.norm());
            placement = Placement {
                turns: Turn::from_z(&along).into_iter().collect(),
                translation: (from + to) / 2.0,
            };
        }
        let touches = !(view.text("contype") == Some("0") && view.text("conaffinity") == Some("0"));
        let mut unit = None;
        let need = |ctx: &mut Context, count: usize| -> Option<()> {
            if let Some(a) = view.get("size") {
                let given = size.get(..count.min(size.len())).unwrap_or_default();
                ctx.size(a, given, false).then_some(())?;
            }
            if size.len() >= count {
                return Some(());
            }
            let at = view.get("size").map_or(own.span, |a| a.span);
            let found = size.len();
            let message = format!("a {kind} needs {count} numbers in `size`, found {found}");
            ctx.invalid(at, message, "sizes are radii and half lengths (m)")
        };
        let at = |i: usize| size.get(i).copied().unwrap_or_default();
        let form = match kind {
            "sphere" => {
                need(ctx, 1)?;
                Form::Ellipsoid([2.0 * at(0); 3])
            }
            "capsule" | "cylinder" => {
                need(ctx, if length.is_some() { 1 } else { 2 })?;
                let (d, l) = (2.0 * at(0), length.unwrap_or(2.0 * at(1)));
                match kind {
                    "capsule" => Form::Capsule(d, l + d),
                    _ => Form::Cylinder(d, l),
                }
            }
            "box" | "ellipsoid" => {
                need(ctx, if length.is_some() { 1 } else { 3 })?;
                let sizes = match length {
                    Some(length) => [2.0 * at(0), 2.0 * at(0), length],
                    None => [2.0 * at(0), 2.0 * at(1), 2.0 * at(2)],
                };
                match kind {
                    "box" => Form::Box(sizes),
                    _ => Form::Ellipsoid(sizes),
                }
            }
            "plane" => {
                let to = placement.transform();
                let normal = to.linear * Vector3::z();
                return Some(Geom {
                    solid: None,
                    inertia: None,
                    prior: priority > 0.0,
                    plane: Some((normal, to.translation, friction)),
                });
            }
            "mesh" => {
                let Some(mesh) = mesh else {
                    let message = "a shape of type `mesh` needs a `mesh`";
                    return ctx.invalid(own.span, message, "name a mesh of `asset`");
                };
                let names: Vec<String> = self.meshes.keys().cloned().collect();
                let Some(asset) = self.meshes.get_mut(&mesh.value) else {
                    let message = format!("there is no mesh `{}` in `asset`", mesh.value);
                    let help = near(
                        &mesh.value,
                        names.iter().map(String::as_str),
                        "add it to `asset`",
                    );
                    ctx.error("E035", mesh.span, message, &help);
                    return None;
                };
                unit = Some(asset.measured(ctx));
                match &asset.file {
                    Some(file) if asset.inline.is_some() || ctx.is_there(file) => {
                        Form::Mesh(file.to_string_lossy().into_owned(), asset.scale)
                    }
                    _ => Form::Mesh(String::new(), asset.scale),
                }
            }
            other => {
                if ["hfield", "sdf"].contains(&other) {
                    own.see_all();
                    let help = "its mass is missing, and bodies pass through it";
                    ctx.lose(format!("geom of type {other}"), own.span, help);
                    return None;
                }
                let known = "plane sphere capsule ellipsoid cylinder box mesh hfield".split(' ');
                let message = format!("`{other}` is not a type of shape");
                let at = view.get("type").map_or(own.span, |a| a.span);
                let types = "the types include sphere, capsule, box and mesh";
                return ctx.invalid(at, message, &near(other, known, types));
            }
        };
        let inertia = self.inertia(view, &form, unit, compiler, ctx);
        let missing = matches!(&form, Form::Mesh(file, _) if file.is_empty());
        let solid = Solid {
            name: own.text_of("name").unwrap_or_default().to_owned(),
            form,
            placement: placement.clone(),
            touches,
            friction: friction.filter(|mu| touches && *mu >= 0.0),
        };
        Some(Geom {
            solid: (!missing && (touches || !compiler.discard_visual)).then_some(solid),
            inertia: inertia.map(|i| placed(&i, &placement)),
            prior: priority > 0.0,
            plane: None,
        })
    }

    /// Returns mass properties of a shape in its own frame; none if it has no mass.
    fn inertia(
        &self,
        view: &View,
        form: &Form,
        unit: Option<Result<RigidInertia, String>>,
        compiler: &Compiler,
        ctx: &mut Context,
    ) -> Option<RigidInertia> {
        let group = ctx.number(view.get("group")).unwrap_or(0.0);
        if !(compiler.groups[0]..=compiler.groups[1]).contains(&group) {
            return None;
        }
        let mass = view.get("mass");
        let density = view.get("density");
        for a in [mass, density].into_iter().flatten() {
            let n = ctx.numbers(a, 1, 1)?;
            ctx.size(a, &n, true).then_some(())?;
        }
        let mass = ctx.number(mass);
        let density = ctx.number(density).unwrap_or(1000.0);
        if mass == Some(0.0) || mass.is_none() && density == 0.0 {
            return None;
        }
        let unit = match unit {
            Some(Ok(unit)) => unit,
            Some(Err(why)) => {
                // Errors are reported where the masses are needed.
                let own = view.own()?;
                let what = format!("the mass of a mesh, which is unknown: {why}");
                let help = "give the geom a `mass` with a simpler shape, or the body an `inertial`";
                ctx.lose(what, own.span, help);
                return None;
            }
            None => form.unit_inertia(),
        };
        let times = mass.map_or(density, |mass| mass / unit.mass);
        times.is_finite().then(|| denser(&unit, times))
    }
}

/// Reads a mesh whose vertices are in the file; without faces it is their convex hull.
fn inline_mesh(own: &Element, ctx: &mut Context) -> Option<Mesh> {
    let given = own.get("vertex");
    let Some(a) = given else {
        let help = "its shapes and their masses are missing; give the mesh a `file`";
        ctx.lose("mesh without a file", own.span, help);
        return None;
    };
    let numbers = ctx.numbers(a, 12, usize::MAX)?;
    if numbers.len() % 3 != 0 {
        let message = format!(
            "`vertex` takes 3 numbers for each corner, found {}",
            numbers.len()
        );
        return ctx.invalid(a.span, message, "write x y z of each corner");
    }
    let corners = numbers.chunks_exact(3).map(Vector3::from_column_slice);
    let vertices: Vec<Vector3<f64>> = corners.collect();
    let Some(face) = own.get("face") else {
        let hull = hull_mesh(&vertices);
        return hull
            .or_else(|| ctx.invalid(a.span, "the corners of the mesh are in one plane", SOLID));
    };
    let indices = ctx.numbers(face, 12, usize::MAX)?;
    let count = vertices.len() as f64;
    let fits = |i: &f64| i.fract() == 0.0 && (0.0..count).contains(i);
    if indices.len() % 3 != 0 || !indices.iter().all(fits) {
        let message = "`face` takes 3 numbers of corners for each triangle, from 0 on";
        return ctx.invalid(face.span, message, SOLID);
    }
    let triangles = indices.chunks_exact(3).filter_map(|t| t.try_into().ok());
    let triangles = triangles.map(|corners: [f64; 3]| corners.map(|i| i as u32));
    Some(Mesh {
        triangles: triangles.collect(),
        vertices,
    })
}

const SOLID: &str = "export the mesh again as a closed solid, or to a file";

impl MeshAsset {
    fn measured(&mut self, ctx: &mut Context) -> Result<RigidInertia, String> {
        if let Some(known) = &self.unit {
            return known.clone();
        }
        let mesh = match (&self.inline, &self.file) {
            (Some(mesh), _) => Ok(mesh.clone()),
            (None, Some(file)) => ctx.mesh(file),
            (None, None) => Err("it has no vertices".to_owned()),
        };
        let scale = nalgebra::Matrix3::from_diagonal(&Vector3::from(self.scale));
        let measured = mesh.and_then(|mesh| {
            mesh_inertia(&mesh.transform(&scale, &Vector3::zeros()), self.way)
                .ok_or_else(|| "it has no volume".to_owned())
        });
        if let (Err(why), Some(file)) = (&measured, &self.file)
            && (self.inline.is_some() || ctx.is_there(file))
        {
            let message = format!("cannot read the mesh `{}`: {why}", file.display());
            let help = "convert it to a closed OBJ, STL, PLY, DAE or glTF file";
            ctx.warn(self.span, message, help);
            self.file = None;
        }
        self.unit = Some(measured.clone());
        measured
    }
}
