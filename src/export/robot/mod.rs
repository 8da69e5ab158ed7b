//! Figures as robots for simulators: MJCF, URDF and SDF.
//!
//! [`robot`] collects the figures of a stage; the writer of each format reports what the format cannot represent.

mod gather;
mod mjcf;
mod sdf;
mod stl;
mod urdf;
mod xml;

pub use gather::{Model, robot};

use super::Format;

/// Output files of a format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Files {
    /// The file.
    pub text: String,
    /// Files of shapes, with their paths relative to the file.
    pub shapes: Vec<(String, Vec<u8>)>,
    /// What the format has no place for, in sentences.
    pub left_out: Vec<String>,
}

impl Model {
    /// The model in a format, the files of its shapes in a folder of that name. Formats of motion hold no robots.
    #[must_use]
    pub fn write(&self, format: Format, folder: &str) -> Option<Files> {
        let mut files = match format {
            Format::Mjcf => mjcf::write(self),
            Format::Urdf => urdf::write(self, folder),
            Format::Sdf => sdf::write(self, folder),
            _ => return None,
        };
        let own = std::mem::take(&mut files.left_out);
        files.left_out = self.left_out.iter().cloned().chain(own).collect();
        Some(files)
    }
}
