//! Solids from files.

use crate::files::{self, Unreadable};
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::weld::weld;
use super::{Mesh, MeshError, obj, stl};

use nalgebra::Vector3;

/// The most triangles a mesh may have.
pub(super) const LARGEST_TRIANGLE_COUNT: usize = 2_000_000;

/// A kind of mesh file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Wavefront OBJ; only `v` and `f` lines count, and all objects become one mesh.
    Obj,
    /// STL, binary or text.
    Stl,
}

impl Format {
    /// The format a path's extension names, in any case.
    pub fn by_extension(path: &Path) -> Option<Format> {
        let extension = path.extension()?;
        if extension.eq_ignore_ascii_case("obj") {
            Some(Format::Obj)
        } else if extension.eq_ignore_ascii_case("stl") {
            Some(Format::Stl)
        } else {
            None
        }
    }
}

/// A solid from a file, and what was done to make it one.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The surface; passes [`Mesh::check`].
    pub mesh: Mesh,
    /// Whether it was inside out in the file and has been turned.
    pub turned: bool,
    /// How many triangles without three different corners were left out.
    pub left_out: usize,
}

/// Why there is no solid to be had from a file.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadError {
    /// No file there.
    Missing(PathBuf),
    /// The file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        reason: String,
    },
    /// The file is neither OBJ nor STL by its extension, nor STL by its beginning.
    UnknownFormat,
    /// Text was expected.
    NotText,
    /// The file ends too early.
    CutOff {
        /// What is missing.
        missing: String,
    },
    /// A line does not mean anything.
    Syntax {
        /// The line, from 1, where it is known.
        line: Option<usize>,
        /// What is wrong with it.
        reason: String,
    },
    /// The file is empty.
    Empty,
    /// There is no face in the file.
    NoFaces,
    /// A corner is at no place that can be reckoned with: a coordinate is no number, or infinite.
    NotFinite {
        /// Index of the triangle.
        triangle: usize,
        /// The corner.
        point: Vector3<f64>,
    },
    /// No triangle has three different corners.
    NoArea {
        /// How many there are.
        count: usize,
    },
    /// More triangles than are sensible.
    TooManyTriangles {
        /// The most allowed.
        limit: usize,
    },
    /// The triangles are no solid.
    NoSolid(MeshError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Missing(path) => write!(formatter, "there is no file `{}`", path.display()),
            LoadError::Unreadable { path, reason } => {
                write!(formatter, "cannot read `{}`: {reason}", path.display())
            }
            LoadError::UnknownFormat => {
                write!(formatter, "neither an OBJ nor an STL file by its name")
            }
            LoadError::NotText => write!(formatter, "this is no text, but an OBJ file is"),
            LoadError::CutOff { missing } => {
                write!(formatter, "the file ends too early: {missing}")
            }
            LoadError::Syntax {
                line: Some(line),
                reason,
            } => write!(formatter, "line {line}: {reason}"),
            LoadError::Syntax { line: None, reason } => write!(formatter, "{reason}"),
            LoadError::Empty => write!(formatter, "the file is empty"),
            LoadError::NotFinite { triangle, point } => write!(
                formatter,
                "triangle {} has a corner at ({} {} {}), which is no place",
                triangle + 1,
                point.x,
                point.y,
                point.z
            ),
            LoadError::NoArea { count: 1 } => {
                write!(formatter, "its one triangle has no three different corners")
            }
            LoadError::NoArea { count } => write!(
                formatter,
                "none of its {count} triangles has three different corners"
            ),
            LoadError::NoFaces => write!(formatter, "there is no face in the file"),
            LoadError::TooManyTriangles { limit } => {
                write!(formatter, "there are more than {limit} triangles")
            }
            LoadError::NoSolid(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::NoSolid(error) => Some(error),
            _ => None,
        }
    }
}

/// Reads a solid from an OBJ or STL file of at most `limit` bytes. Without one of these extensions a file that looks like
/// STL is read as such.
///
/// # Errors
/// A [`LoadError`]; never panics, whatever is in the file.
pub fn load(path: &Path, limit: u64) -> Result<Loaded, LoadError> {
    let bytes = files::read(path, limit).map_err(|why| match why {
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
        .ok_or(LoadError::UnknownFormat)?;
    load_bytes(&bytes, format)
}

/// Reads a solid from the bytes of a file.
///
/// # Errors
/// A [`LoadError`]; never panics, whatever the bytes.
pub fn load_bytes(bytes: &[u8], format: Format) -> Result<Loaded, LoadError> {
    if bytes.trim_ascii().is_empty() {
        return Err(LoadError::Empty);
    }
    let triangles = match format {
        Format::Obj => obj::triangles(bytes)?,
        Format::Stl => stl::triangles(bytes)?,
    };
    solid(triangles)
}

/// Welds triangles to a surface, turns it if it is inside out, and checks that it is a solid.
fn solid(triangles: Vec<[Vector3<f64>; 3]>) -> Result<Loaded, LoadError> {
    if triangles.is_empty() {
        return Err(LoadError::NoFaces);
    }
    let corners = triangles.iter().enumerate();
    let mut corners = corners.flat_map(|(i, corners)| corners.iter().map(move |c| (i, *c)));
    let is_place = |corner: &Vector3<f64>| corner.iter().all(|x| x.is_finite());
    if let Some((triangle, point)) = corners.find(|(_, corner)| !is_place(corner)) {
        return Err(LoadError::NotFinite { triangle, point });
    }
    let count = triangles.len();
    let (mesh, left_out) = weld(triangles.into_iter());
    if mesh.triangles.is_empty() {
        return Err(LoadError::NoArea { count });
    }
    let mut loaded = Loaded {
        mesh,
        turned: false,
        left_out,
    };
    match loaded.mesh.check() {
        Ok(()) => Ok(loaded),
        Err(MeshError::InsideOut { .. }) => {
            loaded.mesh.turn();
            loaded.turned = true;
            Ok(loaded)
        }
        Err(error) => Err(LoadError::NoSolid(error)),
    }
}

#[cfg(test)]
mod tests;
