//! Films made by a script.

use super::super::tables::{PERIOD, period};
use super::camera::unknown_camera;
use super::with_ball;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::scene::FilmKind;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, may, need,
};
use crate::session::films;
use crate::session::{Film, Session, Stop};
use std::path::Path;

const PIXELS: Kind = Kind::Count(1, 16384);

/// Default frames per second of a film.
const FPS: f64 = 30.0;

const FILE: Param = need("file", Kind::Path, "file to write, such as walk.mp4");
const CAMERA: Param = may(
    "camera",
    Kind::Camera,
    "the camera for the whole film (default: the current one at each moment)",
);
const RATE: Param = may(
    "fps",
    Kind::Number(Dimension::NONE, Bare::Si, Range::UpTo(1000.0)),
    "frames per second of the film (default: 30)",
);
const WIDTH: Param = may(
    "width",
    PIXELS,
    "width in pixels (default: 1280 for MP4 and folders, 640 for other films, 320 for each picture of a strip)",
);
const HEIGHT: Param = may(
    "height",
    PIXELS,
    "height in pixels (default: fits the width)",
);

pub(in super::super) const FILM: Command = Command {
    name: "film",
    summary: "Records a film of the simulation from now on.",
    details: "The extension of the file chooses the format: `.mp4` (with ffmpeg, which must be installed) or `.gif`; `.png` is a strip of pictures \
              side by side; a name without an extension is a folder of frame_00000.png and so on. \
              The period is the simulated time between frames; if omitted, the film plays in real time. At 30 frames per second, `every 1/300s` is ten-fold slow motion; in an argument without braces, `1/300s` is the number 1/300 with the unit s. \
              A strip has six pictures, or one for each period.\n\
              The film gets its final name when the script ends, at `film stop`, or when the prompt ends; until then an older file of that name is kept. Several films may run at the same time. After a `rewind`, the frames already drawn remain, and the film goes on with the motion from the earlier moment. \
              The path is relative to the working directory. A script needs no `film` line for `corpus render`, which films any script.",
    forms: &[
        &[
            need("stop", Kind::Choice(&["stop"]), "ends films"),
            may(
                "file",
                Kind::Path,
                "which film (default: all of this world)",
            ),
        ],
        &[
            FILE,
            may("every", Kind::Filler("every"), "reads well"),
            need("period", PERIOD, "simulated time between frames"),
            CAMERA,
            RATE,
            WIDTH,
            HEIGHT,
        ],
        &[FILE, CAMERA, RATE, WIDTH, HEIGHT],
    ],
    example: with_ball!("film fall.gif every 20ms width=160 height=90\ngo 0.1s\nfilm stop"),
    shows: "a tenth of a second in six frames",
    more: &[Example {
        code: with_ball!(
            "camera near follow ball distance=0.7\nfilm strip.png every 50ms near width=80\ngo 0.1s"
        ),
        shows: "three moments side by side, from a camera of the script",
    }],
    search: "movie, video, animation, mp4, gif, frames, slow motion, strip",
    in_lists: true,
    run: |session, bound| match bound.form {
        0 => {
            let path = Some((bound.text(1), bound.at(1))).filter(|(path, _)| !path.is_empty());
            films::stop(session, path, bound.head)
        }
        _ => begin(session, bound),
    },
    ..Command::of(Group::Pictures)
};

fn begin(session: &mut Session, bound: &Bound) -> Outcome {
    let (path, at) = (bound.text(0), bound.at(0));
    let wrong = |message: String| Diagnostic::error("E086", at, message);
    if matches!(path, "off" | "end" | "on" | "start") {
        let message = format!("a film needs a file, and {} is none", quote(path));
        let help = "`film stop` ends films, `film walk.gif` begins one; for a folder of this name, write `film ./NAME`";
        return Err(wrong(message).help(help).into());
    }
    let kind = FilmKind::of(Path::new(path)).map_err(|why| {
        let (what, help) = why.split_once("; ").unwrap_or((&why, ""));
        Stop::from(wrong(what.to_owned()).help(help))
    })?;
    let (every, first) = match bound.form {
        1 => (Some(period(session, bound, 2)?), 3),
        _ => (None, 1),
    };
    let camera = match bound.text(first) {
        "" => None,
        "default" => Some("default".to_owned()),
        name => match session.here().look.camera_named(name) {
            Some(_) => Some(name.to_owned()),
            None => return Err(unknown_camera(session, name, bound.at(first))),
        },
    };
    let fps = bound.given(first + 1).unwrap_or(FPS);
    if let Some(most) = kind.fastest().filter(|most| fps > *most) {
        let message = format!("{} shows at most {most} frames per second", quote(path));
        let help = format!("`fps={most}`, or another format");
        return Err(Stop::mistake("E086", bound.at(first + 1), message, help));
    }
    let (width, height) = size(
        kind,
        bound.given(first + 2).map(|n| n as usize),
        bound.given(first + 3).map(|n| n as usize),
    );
    let film = Film {
        kind,
        camera,
        every,
        fps,
        width,
        height,
    };
    films::start(session, path, &film, at)
}

/// Returns width and height in pixels: an omitted one follows from the other, with the usual aspect ratio.
fn size(kind: FilmKind, width: Option<usize>, height: Option<usize>) -> (usize, usize) {
    let (across, down) = kind.usual_size();
    let part = |n: usize, a: usize, b: usize| ((n * a) as f64 / b as f64).round().max(1.0) as usize;
    match (width, height) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, part(width, down, across)),
        (None, Some(height)) => (part(height, across, down), height),
        (None, None) => (across, down),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_is_not_given_goes_with_the_other() {
        assert_eq!(size(FilmKind::Mp4, None, None), (1280, 720));
        assert_eq!(size(FilmKind::Gif, Some(320), None), (320, 180));
        assert_eq!(size(FilmKind::Gif, None, Some(90)), (160, 90));
        assert_eq!(size(FilmKind::Picture, Some(1), Some(7)), (1, 7));
        assert_eq!(size(FilmKind::Gif, Some(1), None), (1, 1));
    }
}
