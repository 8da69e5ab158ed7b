//! Cameras.

use super::{ANGLE, BODY, CORPUS, LENGTH, body, point, with_ball};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::scene::{NamedCamera, PathPoint, Place, Target, Viewpoint};
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, may, need,
};
use crate::session::{Session, Stop};

/// Name of the camera that each world has.
const DEFAULT: &str = "default";

const NAME: Param = need("name", Kind::Camera, "name of the camera");
const AZIMUTH: Param = may(
    "azimuth",
    ANGLE,
    "direction of the camera from the target: 0 along the world's x axis, 90 along y (default: -52)",
);
const ELEVATION: Param = may(
    "elevation",
    ANGLE,
    "angle of the camera above the horizon, as seen from the target",
);
const DISTANCE: Param = may(
    "distance",
    Kind::Number(Dimension::NONE, Bare::Si, Range::Positive),
    "distance, as a multiple of the distance from which the whole target is just visible (default: 1)",
);
const FOV: Param = may(
    "fov",
    Kind::Number(
        Dimension::ANGLE,
        Bare::Degrees,
        Range::UpTo(160f64.to_radians()),
    ),
    "vertical angle of view",
);
const RATE: Param = need(
    "rate",
    Kind::Number(Dimension::ANGULAR_VELOCITY, Bare::Required, Range::Any),
    "speed of rotation, such as 20deg/s; negative is clockwise seen from above",
);
const FIGURE: Param = need("target", CORPUS, "the figure in view");
const BODY_SEEN: Param = need("target", BODY, "the body in view");
const EYE: [Param; 3] = [
    need("x", LENGTH, "position of the camera, in the world").begins("eye"),
    need("y", LENGTH, "position of the camera, in the world"),
    need("z", LENGTH, "position of the camera, in the world"),
];
const OWN_EYE: [Param; 3] = [
    need("x", LENGTH, "position of the camera, in the body's frame").begins("eye"),
    need("y", LENGTH, "position of the camera, in the body's frame"),
    need("z", LENGTH, "position of the camera, in the body's frame"),
];
const TOWARDS: [Param; 3] = [
    need("tx", LENGTH, "the point that it looks at").begins("towards"),
    need("ty", LENGTH, "the point that it looks at"),
    need("tz", LENGTH, "the point that it looks at"),
];

const fn word(words: &'static [&'static str], doc: &'static str) -> Param {
    need("kind", Kind::Choice(words), doc)
}
const FIXED: Param = word(&["fixed"], "stays at a point");
const FOLLOW: Param = word(&["follow"], "stays beside the target and moves with it");
const ORBIT: Param = word(&["orbit"], "moves around the target");
const ON: Param = word(&["on"], "is carried by a body and turns with it");
const PATH: Param = word(&["path"], "moves through points, each at its time");
const CARRIER: Param = need("body", BODY, "the body that carries it");
const LOOK: Param = word(&["look"], "looks at something else from now on");

pub(in super::super) const CAMERA: Command = Command {
    name: "camera",
    summary: "Makes a camera, or selects the current camera.",
    details: "fixed: stays at a point and looks at another point, or at all figures. follow: stays beside a figure, a body, or all figures, and moves smoothly with it. \
              orbit: like follow, while moving around the target. on: is carried by a body; it looks along the body's x axis, or at a given point of the body's frame. \
              path: passes given points at given times; each line adds one point and its time, and the path between points is smooth. look: changes what a camera looks at.\n\
              The camera made or named last is the current one, which is used for films and pictures; in a timer or event, `camera NAME` switches the film to another camera. Every world has the camera `default`. \
              `corpus render --camera NAME` films with one camera from start to end. Without arguments, the cameras are listed. Angles are in degrees unless they have a unit.",
    forms: &[
        &[may(
            "name",
            Kind::Camera,
            "the camera used from now on; if omitted, all cameras are listed",
        )],
        &[NAME, FIXED, EYE[0], EYE[1], EYE[2], FOV],
        &[
            NAME, FIXED, EYE[0], EYE[1], EYE[2], TOWARDS[0], TOWARDS[1], TOWARDS[2], FOV,
        ],
        &[NAME, FOLLOW, FIGURE, AZIMUTH, ELEVATION, DISTANCE, FOV],
        &[NAME, FOLLOW, BODY_SEEN, AZIMUTH, ELEVATION, DISTANCE, FOV],
        &[NAME, FOLLOW, AZIMUTH, ELEVATION, DISTANCE, FOV],
        &[NAME, ORBIT, RATE, FIGURE, AZIMUTH, ELEVATION, DISTANCE, FOV],
        &[
            NAME, ORBIT, RATE, BODY_SEEN, AZIMUTH, ELEVATION, DISTANCE, FOV,
        ],
        &[NAME, ORBIT, RATE, AZIMUTH, ELEVATION, DISTANCE, FOV],
        &[NAME, ON, CARRIER, OWN_EYE[0], OWN_EYE[1], OWN_EYE[2], FOV],
        &[
            NAME, ON, CARRIER, OWN_EYE[0], OWN_EYE[1], OWN_EYE[2], TOWARDS[0], TOWARDS[1],
            TOWARDS[2], FOV,
        ],
        &[
            NAME,
            PATH,
            need(
                "time",
                Kind::Number(Dimension::TIME, Bare::Si, Range::Any),
                "time at which it passes the point",
            ),
            EYE[0],
            EYE[1],
            EYE[2],
        ],
        &[NAME, LOOK, FIGURE],
        &[NAME, LOOK, BODY_SEEN],
        &[NAME, LOOK, TOWARDS[0], TOWARDS[1], TOWARDS[2]],
    ],
    example: with_ball!("camera side follow c azimuth=-90 elevation=5"),
    shows: "a view from the right side, close to the ground",
    more: &[
        Example {
            code: with_ball!("camera round orbit 20deg/s distance=1.5"),
            shows: "the camera circles all figures in 18 seconds",
        },
        Example {
            code: with_ball!(
                "camera above fixed 0 -2m 6m\ncamera near follow ball distance=0.8\ncamera above"
            ),
            shows: "two cameras; the first one is selected again",
        },
        Example {
            code: with_ball!("camera ride on ball 0.6 0 0"),
            shows: "a camera on the ball",
        },
        Example {
            code: with_ball!(
                "camera fly path 0s 6 -6 2\ncamera fly path 2s 6 6 4\ncamera fly look ball"
            ),
            shows: "the camera flies past the ball in two seconds",
        },
    ],
    search: "view, eye, follow, orbit, zoom, viewpoint",
    in_lists: true,
    run: |session, bound| {
        let name = bound.text(0);
        if name.is_empty() {
            list(session);
            return Ok(());
        }
        if bound.form == 0 {
            return choose(session, bound);
        }
        if name == DEFAULT {
            let message = "`default` is the camera that every world has";
            let help = "give yours another name";
            return Err(Stop::mistake("E024", bound.at(0), message, help));
        }
        make(session, bound)
    },
    ..Command::of(Group::Pictures)
};

fn list(session: &mut Session) {
    let look = &session.here().look;
    let mut lines = vec![];
    let used = |number: Option<usize>| match look.camera == number {
        true => ": used for films and pictures",
        false => "",
    };
    lines.push(format!("{DEFAULT}{}", used(None)));
    for (number, camera) in look.cameras.iter().enumerate() {
        lines.push(format!("{}{}", camera.name, used(Some(number))));
    }
    for line in lines {
        session.print(&line);
    }
}

/// Makes the named camera the active one.
fn choose(session: &mut Session, bound: &Bound) -> Outcome {
    let number = match bound.text(0) {
        DEFAULT => None,
        _ => Some(number(session, bound)?),
    };
    session.here_mut().look_mut().camera = number;
    Ok(())
}

/// Returns the number of the camera that the first argument names.
fn number(session: &Session, bound: &Bound) -> Result<usize, Stop> {
    let look = &session.here().look;
    let name = bound.text(0);
    look.camera_named(name)
        .ok_or_else(|| unknown_camera(session, name, bound.at(0)))
}

/// Refuses an unknown camera, without a report if a mistaken line would have made it.
pub(super) fn unknown_camera(session: &Session, name: &str, at: crate::source::Span) -> Stop {
    if session.check.doubts.covers_camera(name) {
        return Stop::Reported;
    }
    let names = session.here().look.cameras.iter().map(|c| c.name.as_str());
    let names: Vec<&str> = std::iter::once(DEFAULT).chain(names).collect();
    let report = Diagnostic::error("E025", at, format!("there is no camera {}", quote(name)));
    let report = match nearest(name, names.iter().copied()) {
        Some(near) => report.help(format!("did you mean `{near}`?")),
        None if matches!(name, "follow" | "fixed" | "orbit" | "on" | "path" | "look") => report
            .help(format!(
                "the name of the camera comes first: `camera NAME {name}`"
            )),
        None if names.len() == 1 => report.help(format!(
            "there is only the camera `default`; `camera {name} follow` makes another"
        )),
        None => {
            let names: Vec<String> = names.iter().map(|name| quote(name)).collect();
            report.help(format!("there are {}", names.join(", ")))
        }
    };
    report.into()
}

/// Makes or changes the camera.
fn make(session: &mut Session, bound: &Bound) -> Outcome {
    let viewpoint = match bound.text(1) {
        "path" => path(session, bound),
        "look" => Viewpoint {
            target: match bound.form {
                12 => Target::Figure(bound.index(2)),
                13 => Target::Body(body(bound, 2)),
                _ => Target::Point(point(bound, 2)),
            },
            ..viewpoint(session, number(session, bound)?)
        },
        _ => described(bound),
    };
    let look = session.here_mut().look_mut();
    let camera = NamedCamera {
        name: bound.text(0).to_owned(),
        viewpoint,
    };
    let known = look.camera_named(&camera.name);
    look.camera = known.or(Some(look.cameras.len()));
    match known.and_then(|number| look.cameras.get_mut(number)) {
        Some(old) => *old = camera,
        None => look.cameras.push(camera),
    }
    Ok(())
}

/// Returns the viewpoint that one line describes completely.
fn described(bound: &Bound) -> Viewpoint {
    let all = Target::All;
    let who = |i: usize, figure: bool| {
        if figure {
            Target::Figure(bound.index(i))
        } else {
            Target::Body(body(bound, i))
        }
    };
    let ahead = |eye: [f64; 3]| Target::Point([eye[0] + 1.0, eye[1], eye[2]]);
    let (place, target, fov) = match bound.form {
        1 => (Place::At(point(bound, 2)), all, 5),
        2 => (
            Place::At(point(bound, 2)),
            Target::Point(point(bound, 5)),
            8,
        ),
        3 | 4 => (beside(bound, 0.0, 3), who(2, bound.form == 3), 6),
        5 => (beside(bound, 0.0, 2), all, 5),
        6 | 7 => (
            beside(bound, bound.number(2), 4),
            who(3, bound.form == 6),
            7,
        ),
        8 => (beside(bound, bound.number(2), 3), all, 6),
        9 => {
            let eye = point(bound, 3);
            (Place::On(body(bound, 2), eye), ahead(eye), 6)
        }
        _ => (
            Place::On(body(bound, 2), point(bound, 3)),
            Target::Point(point(bound, 6)),
            9,
        ),
    };
    Viewpoint {
        place,
        target,
        vertical_fov: bound.given(fov),
    }
}

/// Returns a viewpoint relative to the target, by the arguments from `first` on.
fn beside(bound: &Bound, rate: f64, first: usize) -> Place {
    Place::Beside {
        azimuth: bound.given(first),
        rate,
        elevation: bound.given(first + 1),
        distance: bound.given(first + 2).unwrap_or(1.0),
    }
}

fn viewpoint(session: &Session, number: usize) -> Viewpoint {
    let known = session.here().look.cameras.get(number);
    known.map_or_else(Viewpoint::beside_all, |camera| camera.viewpoint.clone())
}

/// Returns the viewpoint with one more point of its path.
fn path(session: &Session, bound: &Bound) -> Viewpoint {
    let new = PathPoint {
        time: bound.number(2),
        eye: point(bound, 3),
    };
    let known = session.here().look.camera_named(bound.text(0));
    let old = known.map(|number| viewpoint(session, number));
    let old = old.unwrap_or_else(Viewpoint::beside_all);
    let mut points = match old.place {
        Place::Path(points) => points,
        _ => vec![],
    };
    points.retain(|point| point.time != new.time);
    let place = points.partition_point(|point| point.time < new.time);
    points.insert(place, new);
    Viewpoint {
        place: Place::Path(points),
        ..old
    }
}
