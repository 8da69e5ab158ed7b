//! Lines that are redrawn at the same position of the terminal.

use crate::diagnostic::escaped;
use crate::ide::highlight::ink;
use std::io::Write;
use std::time::{Duration, Instant};

/// Time between two drawings.
const BETWEEN: Duration = Duration::from_millis(100);

/// Lines at the bottom of the terminal.
#[derive(Default)]
pub(super) struct Live {
    lines: Vec<String>,
    drawn: Option<Instant>,
}

impl Live {
    /// Whether it is time to draw again.
    pub fn is_due(&self) -> bool {
        self.drawn.is_none_or(|drawn| drawn.elapsed() >= BETWEEN)
    }

    /// Delays the first drawing by the usual time between two.
    pub fn begin(&mut self) {
        self.settle();
        self.drawn = Some(Instant::now());
    }

    /// Replaces the previous lines.
    pub fn show(&mut self, lines: Vec<String>) {
        self.drawn = Some(Instant::now());
        let drawn = self.erasing() + &lines.join("\n") + if lines.is_empty() { "" } else { "\n" };
        write(&drawn);
        self.lines = lines;
    }

    /// Calls a function, such as printing, with the lines removed.
    pub fn around(&mut self, act: impl FnOnce()) {
        if self.lines.is_empty() {
            return act();
        }
        write(&self.erasing());
        let lines = std::mem::take(&mut self.lines);
        act();
        self.show(lines);
    }

    /// Keeps the lines on the terminal.
    pub fn settle(&mut self) {
        self.lines.clear();
        self.drawn = None;
    }

    /// Returns the escape sequences that remove the lines, including text that a key may have written after them.
    fn erasing(&self) -> String {
        match self.lines.len() {
            0 => String::new(),
            n => format!("\r\x1b[{n}A\x1b[J"),
        }
    }
}

/// Writes to the terminal, which may be gone: that is no reason to stop.
fn write(text: &str) {
    let mut terminal = std::io::stderr().lock();
    let _ = terminal.write_all(text.as_bytes());
    let _ = terminal.flush();
}

/// Formats names in bold, scales and axes dimmed; escapes control characters in names.
pub(super) fn coloured(lines: Vec<String>, colour: bool) -> Vec<String> {
    let lines = lines.into_iter().map(|line| escaped(&line).into_owned());
    if !colour {
        return lines.collect();
    }
    let paint = |line: String| match line.find(['┤', '│']).map(|at| line.split_at(at + 3)) {
        Some((scale, curve)) => format!("{}{}", ink("90", scale), ink("36", curve)),
        None if line.starts_with(' ') => ink("90", &line),
        None => match line.split_once("  ") {
            Some((name, value)) => format!("{name}  {}", ink("1", value)),
            None => ink("90", &line),
        },
    };
    lines.map(paint).collect()
}

#[cfg(test)]
mod tests {
    use super::coloured;

    #[test]
    fn colours_stand_around_the_parts_of_a_line() {
        let lines = ["a.z  2 m", "   2 ┤⠤⠤", "   0  1 s"]
            .map(str::to_owned)
            .to_vec();
        assert_eq!(coloured(lines.clone(), false), lines);
        assert_eq!(
            coloured(lines, true),
            [
                "a.z  \x1b[1m2 m\x1b[0m",
                "\x1b[90m   2 ┤\x1b[0m\x1b[36m⠤⠤\x1b[0m",
                "\x1b[90m   0  1 s\x1b[0m"
            ]
        );
    }
}
