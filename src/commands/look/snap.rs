//! Pictures that a script takes.

use super::camera::unknown_camera;
use super::with_ball;
use crate::diagnostic::{Diagnostic, quote};
use crate::session::Snap;
use crate::session::command::{Command, Example, Group, Kind, may, need};
use crate::session::films;
use std::path::Path;

const PIXELS: Kind = Kind::Count(1, 16384);

pub(in super::super) const SNAP: Command = Command {
    name: "snap",
    summary: "Writes a picture of the current moment to a PNG file.",
    details: "The path is relative to the working directory. A later picture with the same name overwrites the first. `corpus render` makes films.",
    forms: &[&[
        need("file", Kind::Path, "file to write, such as stand.png"),
        may(
            "camera",
            Kind::Camera,
            "which camera (default: the current one)",
        ),
        may("width", PIXELS, "width in pixels (default: 1280)"),
        may("height", PIXELS, "height in pixels (default: 720)"),
    ]],
    example: with_ball!("snap stand.png"),
    shows: "a picture of the ball",
    more: &[Example {
        code: with_ball!(
            "camera near follow ball distance=0.7\nsnap near.png near width=640 height=360"
        ),
        shows: "a smaller picture from nearby",
    }],
    search: "picture, image, screenshot, photo, png, still, draw",
    in_lists: true,
    run: |session, bound| {
        let path = bound.text(0).to_owned();
        let ending = Path::new(&path).extension().map(|e| e.to_ascii_lowercase());
        if ending.is_none_or(|ending| ending != "png") {
            let message = format!("{} does not end in `.png`", quote(&path));
            let report = Diagnostic::error("E023", bound.at(0), message);
            let stem = Path::new(&path).with_extension("png");
            let help = format!(
                "`snap` writes PNG files: {}",
                quote(&stem.to_string_lossy())
            );
            return Err(report.help(help).into());
        }
        let camera = match bound.text(1) {
            "" => session.here().look.camera,
            "default" => None,
            name => Some(
                session
                    .here()
                    .look
                    .camera_named(name)
                    .ok_or_else(|| unknown_camera(session, name, bound.at(1)))?,
            ),
        };
        let size = |i: usize, usual: usize| bound.given(i).map_or(usual, |n| n as usize);
        let snap = Snap {
            camera,
            width: size(2, 1280),
            height: size(3, 720),
        };
        films::snap(session, &path, snap, bound.at(0))
    },
    ..Command::of(Group::Pictures)
};
