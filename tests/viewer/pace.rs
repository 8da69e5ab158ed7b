//! Number of pictures per second that the window draws, with the installed driver.

use super::display::{Screen, or_skip};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Duration of the count (s).
const SPAN: u64 = 6;

/// Returns the pictures per second in a title.
fn rate(title: &str) -> Option<f64> {
    let before = title.split(" pictures/s").next()?;
    before.rsplit(' ').next()?.parse().ok()
}

/// Returns the mean of the titles over a time.
fn mean(screen: &Screen) -> f64 {
    // The first one counts earlier pictures.
    std::thread::sleep(Duration::from_millis(1500));
    let begun = Instant::now();
    let mut rates = vec![];
    while begun.elapsed() < Duration::from_secs(SPAN) {
        rates.extend(rate(&screen.title()));
        std::thread::sleep(Duration::from_millis(250));
    }
    assert!(!rates.is_empty(), "the title tells no rate");
    rates.iter().sum::<f64>() / rates.len() as f64
}

/// Returns the script of a walking roach, with its includes beside it.
fn walker(screen: &Screen) -> String {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/roach");
    for entry in fs::read_dir(&scripts).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, screen.folder().join(path.file_name().unwrap())).unwrap();
        }
    }
    fs::read_to_string(scripts.join("tripod.corpus")).unwrap()
}

#[test]
fn slow_drivers_get_the_light_mode_and_are_told() {
    or_skip!();
    let mut screen = Screen::new();
    let script = walker(&screen);
    screen.view(&script, &["--slow", "20"]);
    screen.waits_for("time that passes", |t| t.contains("running"));
    // If drawing is slow, the light mode starts by itself after a few pictures.
    let light = mean(&screen);

    screen.shot("light");
    screen.presses("g");
    let whole = mean(&screen);
    screen.shot("whole");
    eprintln!("640x360: {light:.1} pictures/s as it chose by itself, {whole:.1} after `g`");
    screen.presses("q");
    assert_eq!(screen.ends(), 0);
}
