//! Diagrams beside the picture.

use super::display::{Screen, or_skip};
use super::keys::SCENE;

/// A pendulum that swings, and a diagram of it.
const DRAWN: &str = "plot arm.svg {arm.q} {arm.dq}
go 0.5s
";

#[test]
fn a_key_shows_the_diagrams_of_the_script() {
    or_skip!();
    let mut screen = Screen::new();
    screen.view(&format!("{SCENE}{DRAWN}"), &["--slow", "0.5"]);
    screen.waits_for("the end of the script", |t| t.contains("ready | 0.5000 s"));
    let before = screen.changes_from("no-diagram", &[0; 3 * 640 * 360], 10_000);
    screen.presses("p");
    let first = screen.changes_from("diagram-of-the-script", &before, 30_000);
    screen.presses("p");
    screen.changes_from("diagram-gone", &first, 30_000);
    screen.presses("q");
    assert_eq!(screen.ends(), 0);
}
