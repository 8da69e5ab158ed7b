//! The terminal while it shows a picture: its size, its keys, and its earlier state, which is always restored.

use super::beside::{self, split};
use super::picture::{Cells, NO_KITTY, Way, kitty};
use crate::diagnostic::escaped;
use crate::render::Settings;
use crate::view::channels::{Order, Remote};
use crate::view::controls::Controls;
use crate::view::frames::Frames;
use crate::view::keys::help;
use crate::view::pick::project;
use crate::view::shown::Shown;
use crate::view::status::{joint_line, status_line};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most pictures per second.
const RATE: f64 = 30.0;

/// Smallest size with a picture: columns and lines.
const SMALLEST: [usize; 2] = [12, 4];

/// Widest picture for graphics protocols (pixels): more would take longer to send than to draw.
const WIDEST: usize = 640;

/// Default size of a cell (pixels), for a terminal that does not report it.
const CELL: [usize; 2] = [8, 16];

/// Smallest visible width of lines (pixels): thinner ones would only be noise in the small pictures of a terminal.
const THIN: f32 = 0.5;

/// Smallest height of a capital letter that can be read (pixels).
const LEGIBLE: f32 = 5.0;

/// Returns the reason why the terminal cannot show a picture; none if it can.
#[must_use]
pub fn why_not() -> Option<&'static str> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Some("standard input and output must both be a terminal");
    }
    if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
        return Some("this terminal cannot move its cursor (TERM is `dumb`)");
    }
    None
}

/// Restores the terminal when it is dropped.
struct Restore {
    way: Way,
}

impl Restore {
    fn enter(way: Way) -> io::Result<Restore> {
        terminal::enable_raw_mode()?;
        // From here on dropping it restores the terminal, also if the next line fails.
        let restore = Restore { way };
        // Alternate screen, no cursor, no wrapping at the end of a line.
        put("\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J")?;
        Ok(restore)
    }
}

impl Drop for Restore {
    fn drop(&mut self) {
        if self.way == Way::Kitty {
            let _ = put(NO_KITTY);
        }
        let _ = put("\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l");
        let _ = terminal::disable_raw_mode();
    }
}

fn put(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Shows what a session publishes until the user leaves or the session closes the screen.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn watch(remote: &Remote, way: Way) -> io::Result<()> {
    let restore = Restore::enter(way)?;
    let result = Watching::new(remote, way).run();
    drop(restore);
    remote.order(Order::Close);
    result
}

struct Watching<'a> {
    remote: &'a Remote,
    way: Way,
    controls: Controls,
    frames: Frames,
    cells: Cells,
    shown: Option<Arc<Shown>>,
    seen: u64,
    drawn: Instant,
    /// Whether anything other than the moment has changed.
    stale: bool,
    cleared: bool,
    /// Whether a diagram is beside the picture.
    has_diagram: bool,
    /// Columns and lines.
    size: [usize; 2],
}

impl<'a> Watching<'a> {
    fn new(remote: &'a Remote, way: Way) -> Self {
        Watching {
            remote,
            way,
            controls: Controls::looking_by(remote.camera.clone()),
            frames: Frames::default(),
            cells: Cells::default(),
            shown: None,
            seen: 0,
            drawn: Instant::now(),
            stale: true,
            cleared: true,
            has_diagram: false,
            size: size(),
        }
    }

    fn run(&mut self) -> io::Result<()> {
        let between = Duration::from_secs_f64(1.0 / RATE);
        loop {
            if self.remote.screen.is_closed() {
                return Ok(());
            }
            let rest = between.saturating_sub(self.drawn.elapsed());
            if event::poll(rest.max(Duration::from_millis(1)))? && !self.take(&event::read()?) {
                return Ok(());
            }
            if self.drawn.elapsed() < between {
                continue;
            }
            if let Some((seen, shown)) = self.remote.screen.newer(self.seen) {
                self.controls.see(&shown);
                if shown.diagram.is_some() != self.has_diagram {
                    self.has_diagram = shown.diagram.is_some();
                    self.clear();
                }
                (self.seen, self.shown, self.stale) = (seen, Some(shown), true);
            }
            let turns = self.controls.camera.mode == crate::view::Mode::Orbit;
            if self.stale || turns {
                let passed = self.drawn.elapsed().as_secs_f64();
                self.drawn = Instant::now();
                self.stale = false;
                self.draw(passed)?;
            }
        }
    }

    /// Handles an event. Returns whether to continue.
    fn take(&mut self, event: &Event) -> bool {
        self.stale = true;
        match event {
            Event::Resize(..) => {
                self.size = size();
                self.clear();
            }
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
                    return false;
                }
                let many = key.modifiers.contains(KeyModifiers::SHIFT);
                if control && key.code == KeyCode::Char('l') {
                    self.clear();
                } else {
                    let before = self.controls.help;
                    let (mut letters, shown) = ([0; 4], self.shown.as_deref());
                    let name = name_of(key, &mut letters);
                    let stays = self.controls.press(name, many, shown, self.remote);
                    if before != self.controls.help || name == "n" {
                        self.clear();
                    }
                    return stays;
                }
            }
            _ => {}
        }
        true
    }

    fn clear(&mut self) {
        self.cells.forget();
        self.cleared = true;
    }

    fn draw(&mut self, passed: f64) -> io::Result<()> {
        // Synchronised output, if the terminal supports it.
        let mut out = String::from("\x1b[?2026h");
        if std::mem::take(&mut self.cleared) {
            if self.way == Way::Kitty {
                out += NO_KITTY;
            }
            out += "\x1b[0m\x1b[2J";
        }
        let [columns, lines] = self.size;
        let [fewest_columns, fewest_lines] = SMALLEST;
        let is_small = columns < fewest_columns || lines < fewest_lines;
        let below = if lines >= 8 { 2 } else { 1 };
        match self.shown.clone() {
            _ if is_small => line(&mut out, 0, columns, "too small"),
            None => line(&mut out, 0, columns, "loading ..."),
            Some(_) if self.controls.help => self.help(&mut out, columns, lines - below),
            Some(shown) => {
                let room = [columns, lines - below];
                let place = match &shown.diagram {
                    Some(diagram) => {
                        let (picture, part) = split(room);
                        beside::draw(&mut out, diagram, part);
                        picture.map(|part| part.size)
                    }
                    None => Some(room),
                };
                if let Some(place) = place {
                    self.picture(&mut out, &shown, place, passed)?;
                }
            }
        }
        if let (Some(shown), false) = (&self.shown, is_small) {
            line(&mut out, lines - below, columns, &status_line(shown));
            if below > 1 {
                let joint = shown.joint.as_ref().map(joint_line);
                let note = self.controls.note.clone();
                let message = Some(shown.message.to_string()).filter(|m| !m.is_empty());
                let told = note.or(joint).or(message);
                line(
                    &mut out,
                    lines - 1,
                    columns,
                    &told.unwrap_or_else(|| "? help, q quits".to_owned()),
                );
            }
        }
        out += "\x1b[?2026l";
        put(&out)?;
        self.frames.took(self.drawn.elapsed().as_secs_f64());
        Ok(())
    }

    fn picture(
        &mut self,
        out: &mut String,
        shown: &Shown,
        [columns, lines]: [usize; 2],
        passed: f64,
    ) -> io::Result<()> {
        let (width, height) = match self.way {
            Way::Blocks => (columns, 2 * lines),
            Way::Kitty => pixels(columns, lines, self.frames.coarse),
        };
        // Half blocks are square if a cell is twice as high as wide.
        let aspect = columns as f64 / (2.0 * lines as f64);
        let settings = Settings {
            shadow_map: 512,
            soft_shadows: !self.controls.flat && self.way == Way::Blocks,
            ..Settings::of(width, height).draft()
        };
        let camera = self.controls.camera.look(shown, aspect, passed);
        let mut marks = shown.marks.clone();
        marks.strokes.retain(|s| s.width * height as f32 > THIN);
        marks.labels.retain(|l| l.size * height as f32 > LEGIBLE);
        let image = self
            .frames
            .draw(shown, marks, &self.controls, settings, &camera);
        match self.way {
            Way::Kitty => {
                let mut png = vec![];
                image.encode_png(&mut png)?;
                *out += &kitty(&png, [columns, lines]);
            }
            Way::Blocks => *out += &self.cells.draw(&image, columns),
        }
        if self.way == Way::Blocks && !shown.marks.labels.is_empty() {
            // The cells below them are redrawn with the next picture.
            self.cells.forget();
            for label in &shown.marks.labels {
                let place = shown.place_of(label);
                let Some([x, y]) = place.and_then(|at| project(&camera, aspect, at)) else {
                    continue;
                };
                let (x, y) = (
                    (x + 1.0) / 2.0 * columns as f64,
                    (1.0 - y) / 2.0 * lines as f64,
                );
                let name: String = label.text.chars().take(24).collect();
                let room = columns as f64 - name.chars().count() as f64;
                if (0.0..room).contains(&x) && (0.0..lines as f64).contains(&y) {
                    let name = escaped(&name);
                    let _ = write!(
                        out,
                        "\x1b[{};{}H\x1b[0m{name}",
                        y as usize + 1,
                        x as usize + 1
                    );
                }
            }
        }
        Ok(())
    }

    fn help(&self, out: &mut String, columns: usize, lines: usize) {
        let all = help();
        let keys = all
            .iter()
            .map(|(keys, _)| keys.chars().count())
            .max()
            .unwrap_or(0);
        let told: Vec<String> = all
            .iter()
            .map(|(k, does)| format!(" {k:keys$}  {does}"))
            .collect();
        let wide = told.iter().map(|t| t.chars().count()).max().unwrap_or(1) + 2;
        let across = (columns / wide).max(1);
        let down = told.len().div_ceil(across);
        for row in 0..down.min(lines) {
            let texts = (0..across).filter_map(|k| told.get(row + k * down));
            let text: String = texts.map(|t| format!("{t:wide$}")).collect();
            line(out, row, columns, &text);
        }
    }
}

/// Writes a line of text over the whole width.
fn line(out: &mut String, row: usize, columns: usize, text: &str) {
    let text: String = escaped(text).chars().take(columns).collect();
    let _ = write!(out, "\x1b[{};1H\x1b[0m{text}\x1b[K", row + 1);
}

/// Returns the columns and lines of the terminal.
fn size() -> [usize; 2] {
    let size = terminal::size().ok();
    let size = size.filter(|(columns, lines)| *columns > 0 && *lines > 0);
    size.map_or([80, 24], |(columns, lines)| [columns.into(), lines.into()])
}

/// Returns the width and height of the picture for so many cells (pixels).
fn pixels(columns: usize, lines: usize, coarse: usize) -> (usize, usize) {
    let cell = terminal::window_size().ok().and_then(|size| {
        let part = |pixels: u16, cells: u16| usize::from(pixels).checked_div(cells.into());
        let cell = [
            part(size.width, size.columns)?,
            part(size.height, size.rows)?,
        ];
        cell.iter().all(|side| *side > 0).then_some(cell)
    });
    let [width, height] = cell.unwrap_or(CELL);
    let (width, height) = (columns * width, lines * height);
    let shrunk = width.div_ceil(WIDEST).max(coarse).max(1);
    ((width / shrunk).max(1), (height / shrunk).max(1))
}

/// Returns the name of a key of the terminal; empty for one without effect.
fn name_of<'n>(key: &KeyEvent, letters: &'n mut [u8; 4]) -> &'n str {
    match key.code {
        KeyCode::Char(' ') => "space",
        KeyCode::Char(letter) => letter.encode_utf8(letters),
        KeyCode::Left => "left",
        KeyCode::Right => "right",
        KeyCode::Up => "up",
        KeyCode::Down => "down",
        KeyCode::Home => "home",
        KeyCode::End => "end",
        KeyCode::Tab => "tab",
        KeyCode::BackTab => "shift-tab",
        KeyCode::Esc => "esc",
        _ => "",
    }
}
