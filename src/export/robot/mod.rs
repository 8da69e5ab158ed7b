//! Figures as robots for simulators: MJCF, URDF and SDF.
//!
//! [`robot`] collects the figures of a stage; the writer of each format reports what the format cannot represent.

mod gather;
mod left_out;
mod mjcf;
mod sdf;
mod simple;
mod stl;
mod urdf;
mod xml;

pub use gather::{Model, robot};
pub use left_out::LeftOut;

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
    /// Everything that the format cannot represent, in the order in which the writer found it.
    pub left_out: Vec<LeftOut>,
}

/// Returns the reason why a format cannot represent the joint of a body; none if it can.
fn unsupported(format: Format, link: &Link) -> Option<&'static str> {
    use JointForm::{Ball, Cylindrical, Free, Planar, Screw, Several, Universal};
    match (format, &link.form) {
        (Format::Mjcf, Screw { .. }) => {
            Some("MJCF can couple rotation and translation only by a soft constraint")
        }
        (Format::Urdf, Ball) => {
            Some("URDF has no ball joint; MJCF (`.xml`) and SDF (`.sdf`) have one")
        }
        (Format::Urdf, Screw { .. }) => Some("URDF has no screw joint; SDF (`.sdf`) has one"),
        (Format::Urdf, Universal { .. } | Cylindrical | Several { .. }) => Some(
            "URDF allows one degree of freedom between two links, and no links without mass between them; MJCF (`.xml`) has several joints for one body",
        ),
        (Format::Sdf, Cylindrical | Planar | Free | Several { .. }) => Some(
            "SDF allows one degree of freedom between two links, and no links without mass between them; MJCF (`.xml`) has several joints for one body",
        ),
        _ => None,
    }
}

impl Model {
    /// Describes the joints that a format cannot represent and that cannot be omitted, in sentences.
    #[must_use]
    pub fn refused(&self, format: Format) -> Vec<String> {
        let robots = self.description.robots.iter();
        let links = robots.flat_map(|robot| robot.links.iter().map(move |link| (robot, link)));
        let told = links.filter_map(|(robot, link)| {
            let why = unsupported(format, link)?;
            let kind = link.form.told()?;
            Some(format!(
                "the joint of `{}` in `{}` is of kind {kind}: {why}",
                link.name, robot.name
            ))
        });
        told.collect()
    }

    /// Writes the model in a format, with its shape files in a folder of that name; none for motion formats.
    #[must_use]
    pub fn write(&self, format: Format, folder: &str) -> Option<Files> {
        let mut files = match format {
            Format::Mjcf => mjcf::write(self),
            Format::Urdf => urdf::write(self, folder),
            Format::Sdf => sdf::write(self, folder),
            _ => return None,
        };
        if format != Format::Mjcf {
            let of = self
                .actuators
                .keys()
                .map(|(_, joint)| joint.trim_end_matches("_joint"));
            let told =
                "the torque or servo of its joint, which a controller outside the file exerts";
            files
                .left_out
                .extend(of.map(|body| LeftOut::of(body, told)));
            let links = self
                .description
                .robots
                .iter()
                .flat_map(|robot| &robot.links);
            let own = links.filter(|link| link.solids.iter().any(|of| of.friction.is_some()));
            let told = own.map(|link| LeftOut::of(&link.name, "the friction of its surface"));
            files.left_out.extend(told);
        }
        let own = std::mem::take(&mut files.left_out);
        files.left_out = self.left_out.iter().cloned().chain(own).collect();
        Some(files)
    }
}
