//! Export to other programs: motion as glTF 2.0, an HTML page and BVH; robots as MJCF, URDF and SDF. Motion is made from a [`Clip`]: a scene with its poses at
//! each moment.

mod bvh;
mod clip;
mod gltf;
mod page;
mod recorder;
mod robot;

pub use bvh::bvh;
pub use clip::{Bone, Clip};
pub use gltf::{glb, gltf};
pub use page::{DRAW, drawn, page};
pub use recorder::Recorder;
pub use robot::{Files, LeftOut, Model, robot};

use crate::diagnostic::suggest::nearest;
use std::fmt;
use std::path::Path;

/// The file formats of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// glTF 2.0 in one binary file.
    Glb,
    /// glTF 2.0 as JSON, with the binary data included.
    Gltf,
    /// A self-contained HTML page that plays the motion.
    Html,
    /// Biovision Hierarchy: joints and their angles.
    Bvh,
    /// The format of MuJoCo: bodies, joints and shapes, without motion.
    Mjcf,
    /// Unified Robot Description Format: the same.
    Urdf,
    /// Simulation Description Format, of Gazebo: the same.
    Sdf,
}

/// Extensions of file names, with their formats.
const ENDINGS: [(&str, Format); 9] = [
    ("glb", Format::Glb),
    ("gltf", Format::Gltf),
    ("html", Format::Html),
    ("htm", Format::Html),
    ("bvh", Format::Bvh),
    ("xml", Format::Mjcf),
    ("mjcf", Format::Mjcf),
    ("urdf", Format::Urdf),
    ("sdf", Format::Sdf),
];

impl fmt::Display for Format {
    /// Formats its usual name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Glb | Format::Gltf => "glTF",
            Format::Html => "HTML",
            Format::Bvh => "BVH",
            Format::Mjcf => "MJCF",
            Format::Urdf => "URDF",
            Format::Sdf => "SDF",
        })
    }
}

impl Format {
    /// Whether the format contains bodies and joints, without motion.
    #[must_use]
    pub fn is_robot(self) -> bool {
        matches!(self, Format::Mjcf | Format::Urdf | Format::Sdf)
    }

    /// Returns the format chosen by a file's extension.
    ///
    /// # Errors
    /// The name has another extension, or none; the text lists the valid ones.
    pub fn of(path: &Path) -> Result<Self, String> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        let ending = ending.unwrap_or_default();
        if let Some((_, format)) = ENDINGS.iter().find(|(known, _)| *known == ending) {
            return Ok(*format);
        }
        let all = "end the name with .glb, .gltf, .html, .bvh, .urdf, .xml (MJCF) or .sdf";
        Err(
            match (
                ending.as_str(),
                nearest(&ending, ENDINGS.iter().map(|(e, _)| *e)),
            ) {
                ("", _) => format!("the name of the output file has no extension; {all}"),
                (_, Some(near)) => {
                    format!("`.{ending}` is not an export format; did you mean `.{near}`?")
                }
                ("png" | "gif" | "mp4", _) => {
                    format!(
                        "`.{ending}` is not an export format; `corpus render` makes pictures and films"
                    )
                }
                _ => format!("`.{ending}` is not an export format; {all}"),
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Format;
    use std::path::Path;

    #[test]
    fn endings_choose_formats() {
        let of = |name: &str| Format::of(Path::new(name));
        assert_eq!(of("walk.GLB"), Ok(Format::Glb));
        assert_eq!(of("a/b.html"), Ok(Format::Html));
        for (name, told) in [
            ("walk", "has no extension"),
            ("walk.gtlf", "did you mean `.gltf`?"),
            ("walk.mp4", "`corpus render`"),
            ("walk.xyz", "end the name with"),
        ] {
            let why = of(name).unwrap_err();
            assert!(why.contains(told), "{why}");
        }
    }
}
