//! What goes over the wire: orders of a page, and the moments that it draws.

use crate::ide::highlight::{Known, paint};
use crate::ide::prompt::About;
use crate::view::channels::Order;
use crate::view::diagram::Diagram;
use crate::view::shown::{Shown, State};
use crate::view::status::{joint_line, status_line};
use serde::Deserialize;
use serde_json::{Value, json};

/// Width of a diagram on the page (mm).
const WIDTH: f64 = 110.0;

/// A message of a page.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FromPage {
    /// Its number of the protocol.
    Hello(u32),
    /// An order, as of any viewer.
    Order(Order),
    /// An entry of the prompt.
    Entry(String),
    /// Asks how a line of the prompt may go on, and for its colours, with its text before and after the cursor.
    Complete(String, String),
    /// Asks for the script.
    Read,
    /// The script as it shall be saved, and as the page has read it.
    Save {
        /// The new text.
        text: String,
        /// What the page has read before.
        before: String,
    },
}

/// Returns how a line of the prompt may go on: its candidates, and where they begin in the line, in the units in which a page counts; the hint after it; and
/// the line with the colours of a terminal.
pub(super) fn completion(about: &About, line: &str, rest: &str) -> Value {
    let (start, found) = about.candidates(line);
    let start = line.get(..start).unwrap_or_default();
    let found = found
        .iter()
        .map(|one| json!({ "text": one.text, "doc": one.doc, "goes_on": one.goes_on }));
    let hint = about.hint_for(line);
    let whole = format!("{line}{rest}");
    let known = Known {
        session: about.session,
        above: about.above,
    };
    json!({
        "line": line,
        "painted": paint(&whole, line.len(), &known),
        "whole": whole,
        "start": start.encode_utf16().count(),
        "found": found.collect::<Vec<_>>(),
        "hint": hint.map(|hint| hint.text),
    })
}

/// Returns a diagram, as a picture or with the reason why there is none.
pub(super) fn diagram(diagram: Option<&Diagram>) -> Value {
    let Some(diagram) = diagram else {
        return json!({ "diagram": null });
    };
    let (svg, why) = match diagram.svg(WIDTH) {
        Ok(svg) => (Some(svg), None),
        Err(why) => (None, Some(why)),
    };
    json!({ "diagram": { "heading": diagram.heading(), "svg": svg, "why": why } })
}

/// Returns a scene with the names of its bodies, as the page takes it.
pub(super) fn scene(shown: &Shown) -> Value {
    let mut scene = crate::export::drawn(&shown.scene);
    scene["owners"] = json!(&*shown.owners);
    json!({ "scene": scene, "loaded": shown.loaded })
}

/// Returns a moment: the length of its description, the description as JSON, and place and quaternion of each actor.
pub(super) fn moment(shown: &Shown) -> Vec<u8> {
    let strokes = shown.marks.strokes.iter().map(|stroke| {
        json!({
            "on": stroke.on,
            "points": stroke.points,
            "colour": stroke.colour,
            "arrow": stroke.arrow,
        })
    });
    let labels = shown
        .marks
        .labels
        .iter()
        .filter_map(|label| Some(json!({ "text": label.text, "at": shown.place_of(label)? })));
    let told = json!({
        "time": shown.time,
        "current": &*shown.current,
        "behind": shown.behind,
        "kept": shown.kept,
        "speed": shown.speed,
        "state": state(shown.state),
        "status": status_line(shown),
        "joint": shown.joint.as_ref().map(joint_line),
        "message": &*shown.message,
        "strokes": strokes.collect::<Vec<_>>(),
        "labels": labels.collect::<Vec<_>>(),
    });
    let told = told.to_string();
    let mut bytes = (told.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(told.as_bytes());
    let poses = shown.poses.iter();
    let numbers = poses.flat_map(|pose| pose.position.into_iter().chain(pose.orientation));
    bytes.extend(numbers.flat_map(|x| (x as f32).to_le_bytes()));
    bytes
}

fn state(state: State) -> &'static str {
    match state {
        State::Running => "running",
        State::Held => "held",
        State::Replaying => "replaying",
        State::Past => "past",
        State::Idle => "idle",
    }
}
