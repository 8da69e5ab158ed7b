//! Solids from files.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::weld::weld;
use super::{Mesh, MeshError, obj, stl};

use nalgebra::Vector3;

/// The longest file that is read (bytes).
const LARGEST_FILE: u64 = 256 << 20;
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
    /// The file is longer than is read.
    TooLong {
        /// The most that is read (bytes).
        limit: u64,
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
    /// There is no face in the file.
    NoFaces,
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
            LoadError::TooLong { limit } => {
                write!(formatter, "the file is longer than {} MiB", limit >> 20)
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

/// Reads a solid from an OBJ or STL file. Without one of these extensions a file that looks like STL is read as such.
///
/// # Errors
/// A [`LoadError`]; never panics, whatever is in the file.
pub fn load(path: &Path) -> Result<Loaded, LoadError> {
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => LoadError::Missing(path.to_owned()),
        _ => LoadError::Unreadable {
            path: path.to_owned(),
            reason: error.to_string(),
        },
    };
    let mut bytes = Vec::new();
    File::open(path)
        .map_err(unreadable)?
        .take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(LoadError::TooLong {
            limit: LARGEST_FILE,
        });
    }
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
