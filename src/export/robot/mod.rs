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
use crate::figure::JointForm;
use crate::robot::Link;

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

/// Why a format cannot say how a body hangs on its parent; none if it can.
fn unspeakable(format: Format, link: &Link) -> Option<&'static str> {
    use JointForm::{Ball, Cylindrical, Free, Planar, Screw, Several, Universal};
    match (format, &link.form) {
        (Format::Mjcf, Screw { .. }) => {
            Some("MJCF ties a turn to a slide by a soft constraint only")
        }
        (Format::Urdf, Ball) => Some("URDF has no ball; `--to mjcf` and `--to sdf` have one"),
        (Format::Urdf, Screw { .. }) => Some("URDF has no screw; `--to sdf` has one"),
        (Format::Urdf, Universal { .. } | Cylindrical | Several { .. }) => Some(
            "each joint of URDF needs a link with mass; `--to mjcf` has several joints for one body",
        ),
        (Format::Sdf, Cylindrical | Planar | Free | Several { .. }) => Some(
            "each joint of SDF needs a link with mass; `--to mjcf` has several joints for one body",
        ),
        _ => None,
    }
}

impl Model {
    /// Which joints a format cannot say and that are too much to leave out, in sentences.
    #[must_use]
    pub fn refused(&self, format: Format) -> Vec<String> {
        let robots = self.description.robots.iter();
        let links = robots.flat_map(|robot| robot.links.iter().map(move |link| (robot, link)));
        let told = links.filter_map(|(robot, link)| {
            let why = unspeakable(format, link)?;
            let kind = link.form.told()?;
            Some(format!(
                "the joint of `{}` in {} is of the kind {kind}: {why}",
                link.name, robot.name
            ))
        });
        told.collect()
    }

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
