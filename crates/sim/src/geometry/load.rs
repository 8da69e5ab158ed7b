//! Loads solids from files.

use corpus_files::Unreadable;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::caps::close;
use super::parts::{overlap, turn_parts};
use super::weld::{weld, weld_near};
use super::{Caps, Mesh, MeshError, Sunk, dae, gltf, hull_mesh, msh, obj, ply, stl};

use nalgebra::Vector3;
use thiserror::Error;

/// Most triangles of a mesh.
pub(super) const LARGEST_TRIANGLE_COUNT: usize = 2_000_000;

/// Format of a mesh file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Wavefront OBJ; only `v` and `f` lines count, and all objects become one mesh.
    Obj,
    /// STL, binary or text.
    Stl,
    /// Polygon file, binary or text.
    Ply,
    /// COLLADA; the triangles of its scene become one mesh.
    Dae,
    /// glTF 2.0, text or binary; the triangles of its scene become one mesh, with z up.
    Gltf,
    /// MuJoCo's binary meshes.
    Msh,
}

/// Treatment of a surface that is not closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Closing {
    /// Refuse it.
    #[default]
    Refuse,
    /// Close its open loops by cones to their centroids.
    Cap,
    /// Replace it by its convex hull, even if it is closed.
    Hull,
    /// Leave it open, without volume, for display only.
    Leave,
}

impl Format {
    /// Returns the format named by a path's extension, in any case.
    pub fn by_extension(path: &Path) -> Option<Format> {
        let extension = path.extension()?;
        let known = [
            ("obj", Format::Obj),
            ("stl", Format::Stl),
            ("ply", Format::Ply),
            ("dae", Format::Dae),
            ("glb", Format::Gltf),
            ("gltf", Format::Gltf),
            ("msh", Format::Msh),
        ];
        let mut known = known.into_iter();
        known.find_map(|(name, format)| extension.eq_ignore_ascii_case(name).then_some(format))
    }
}

/// A solid from a file, with its repairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// The surface; passes [`Mesh::check`], unless it was left open.
    pub mesh: Mesh,
    /// Whether it was inside out in the file and has been reversed.
    pub turned: bool,
    /// Number of parts that were inside out and not inside another part, and have been reversed, if not all were.
    pub turned_parts: usize,
    /// Number of parts; parts share no vertex.
    pub parts: usize,
    /// Number of omitted triangles without three different corners.
    pub left_out: usize,
    /// Number of vertices merged with others within a millionth of the mesh's size.
    pub joined: usize,
    /// Caps that close its holes; none if it was closed.
    pub caps: Option<Caps>,
    /// Overlapping parts, whose common volume counts several times.
    pub overlap: Option<Sunk>,
}

/// Error of loading a solid.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LoadError {
    /// The file does not exist.
    #[error("there is no file `{}`", .0.display())]
    Missing(PathBuf),
    /// The file cannot be read.
    #[error("cannot read `{}`: {reason}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        reason: String,
    },
    /// The extension names none of the formats, and the file does not begin as an STL or PLY file does.
    #[error("its extension is not that of an OBJ, STL, PLY, DAE, glTF or MSH file")]
    UnknownFormat,
    /// The file is not text.
    #[error("OBJ and DAE files must be text")]
    NotText,
    /// The file ends too early.
    #[error("the file ends too early: {missing}")]
    CutOff {
        /// The missing part.
        missing: String,
    },
    /// A line is not valid.
    #[error("{}{reason}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
    Syntax {
        /// The line, counted from 1, if known.
        line: Option<usize>,
        /// The fault.
        reason: String,
    },
    /// There is no face in the file.
    #[error("there is no face in the file")]
    NoFaces,
    /// No triangle has three different corners.
    #[error("{} three different corners", match .count {
        1 => "its only triangle does not have".to_owned(),
        count => format!("none of its {count} triangles has"),
    })]
    NoArea {
        /// Number of triangles.
        count: usize,
    },
    /// There are too many triangles.
    #[error("there are more than {limit} triangles")]
    TooManyTriangles {
        /// The limit.
        limit: usize,
    },
    /// The triangles do not form a solid.
    #[error("{0}")]
    NoSolid(#[source] MeshError),
}

impl LoadError {
    /// Creates the error of a file that ends too early.
    pub(super) fn cut_off(missing: impl Into<String>) -> Self {
        let missing = missing.into();
        LoadError::CutOff { missing }
    }

    /// Creates the error of a file whose lines are not known.
    pub(super) fn syntax(reason: impl Into<String>) -> Self {
        let reason = reason.into();
        LoadError::Syntax { line: None, reason }
    }
}

/// Triangles as corners.
pub(super) type Triangles = Vec<[Vector3<f64>; 3]>;

/// Refuses more triangles than are sensible.
///
/// # Errors
/// There are too many.
pub(super) fn check_count(triangles: usize) -> Result<(), LoadError> {
    let limit = LARGEST_TRIANGLE_COUNT;
    match triangles <= limit {
        true => Ok(()),
        false => Err(LoadError::TooManyTriangles { limit }),
    }
}

/// Reads a surface from a file of at most `limit` bytes, in the [`Format`] that its extension names. With another extension, a
/// file that looks like STL or PLY is read as such.
///
/// # Errors
/// A [`LoadError`]; never panics, whatever the file contains.
pub fn load(path: &Path, limit: u64, closing: Closing) -> Result<Loaded, LoadError> {
    let bytes = corpus_files::read(path, limit).map_err(|why| match why {
        Unreadable::Io(error) if error.kind() == ErrorKind::NotFound => {
            LoadError::Missing(path.to_owned())
        }
        why => LoadError::Unreadable {
            path: path.to_owned(),
            reason: why.to_string(),
        },
    })?;
    let format = Format::by_extension(path)
        .or_else(|| stl::looks_like(&bytes).then_some(Format::Stl))
        .or_else(|| bytes.starts_with(b"ply\n").then_some(Format::Ply))
        .ok_or(LoadError::UnknownFormat)?;
    load_bytes(&bytes, format, closing)
}

/// Reads a surface from the bytes of a file.
///
/// # Errors
/// A [`LoadError`]; never panics, whatever the bytes.
pub fn load_bytes(bytes: &[u8], format: Format, closing: Closing) -> Result<Loaded, LoadError> {
    let triangles = match format {
        Format::Obj => obj::triangles(bytes)?,
        Format::Stl => stl::triangles(bytes)?,
        Format::Ply => ply::triangles(bytes)?,
        Format::Dae => dae::triangles(bytes)?,
        Format::Gltf => gltf::triangles(bytes)?,
        Format::Msh => msh::triangles(bytes)?,
    };
    surface(triangles, closing)
}

/// Largest distance of vertices that are merged if the surface is not closed otherwise, as a part of the mesh's size.
const TOLERANCE: f64 = 1e-6;

/// Merges the vertices of triangles to a surface, closes it if requested, reverses parts that are inside out, and checks that
/// it is a solid.
fn surface(triangles: Triangles, closing: Closing) -> Result<Loaded, LoadError> {
    if triangles.is_empty() {
        return Err(LoadError::NoFaces);
    }
    let count = triangles.len();
    let (mesh, left_out) = weld(triangles.into_iter());
    let is_place = |corner: &Vector3<f64>| corner.iter().all(|x| x.is_finite());
    if let Some(vertex) = mesh.vertices.iter().position(|corner| !is_place(corner)) {
        let point = mesh.vertices[vertex];
        return Err(LoadError::NoSolid(MeshError::NotFinite { vertex, point }));
    }
    if mesh.triangles.is_empty() {
        return Err(LoadError::NoArea { count });
    }
    let mut loaded = Loaded {
        mesh,
        parts: 1,
        left_out,
        ..Loaded::default()
    };
    let mut checked = match closing {
        Closing::Leave => return Ok(loaded),
        Closing::Hull => {
            let hull = hull_mesh(&loaded.mesh.vertices);
            loaded.mesh = hull.ok_or(LoadError::NoSolid(MeshError::NoVolume))?;
            loaded.mesh.check()
        }
        Closing::Refuse | Closing::Cap => joined(&mut loaded),
    };
    if closing == Closing::Cap && checked.as_ref().is_err_and(MeshError::is_open) {
        loaded.caps = Some(close(&mut loaded.mesh));
        checked = loaded.mesh.check();
    }
    if let Err(MeshError::InsideOut { .. }) = checked {
        loaded.mesh.turn();
        loaded.turned = true;
        checked = Ok(());
    }
    // Parts of which one is inside out may enclose no volume together.
    if let Ok(()) | Err(MeshError::NoVolume) = checked {
        (loaded.turned_parts, loaded.parts) = turn_parts(&mut loaded.mesh);
        if loaded.turned_parts > 0 {
            checked = loaded.mesh.check();
        }
    }
    checked.map_err(LoadError::NoSolid)?;
    loaded.overlap = overlap(&loaded.mesh);
    Ok(loaded)
}

/// Merges vertices within a millionth of the mesh's size if the surface is open otherwise, and checks it.
fn joined(loaded: &mut Loaded) -> Result<(), MeshError> {
    let checked = loaded.mesh.check();
    if !checked.as_ref().is_err_and(MeshError::is_open) {
        return checked;
    }
    let tolerance = TOLERANCE * loaded.mesh.size();
    if !(tolerance > 0.0 && tolerance.is_finite()) {
        return checked;
    }
    let (mesh, joined, left_out) = weld_near(&loaded.mesh, tolerance);
    if joined == 0 || mesh.triangles.is_empty() {
        return checked;
    }
    loaded.mesh = mesh;
    loaded.joined = joined;
    loaded.left_out += left_out;
    loaded.mesh.check()
}

#[cfg(test)]
mod tests;
