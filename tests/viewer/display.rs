//! A virtual display with a window of the program on it.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// External programs that the tests need.
const TOOLS: [&str; 3] = ["Xvfb", "xdotool", "import"];

/// Time limit, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Returns the reason why the tests cannot run here.
pub fn missing() -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |tool: &&str| std::env::split_paths(&path).any(|dir| dir.join(tool).exists());
    if let Some(tool) = TOOLS.iter().find(|tool| !is_there(tool)) {
        return Some(format!("`{tool}` is not installed"));
    }
    let drivers = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];
    let is_full = |dir: &&str| fs::read_dir(dir).is_ok_and(|mut files| files.next().is_some());
    let named = ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    if !named && !drivers.iter().any(is_full) {
        return Some("there is no Vulkan driver".to_owned());
    }
    None
}

/// Prints that a test is skipped, and why.
macro_rules! or_skip {
    () => {
        if let Some(why) = crate::display::missing() {
            eprintln!("skipped: {why}");
            return;
        }
    };
}
pub(crate) use or_skip;

/// An X server, with the program on it.
pub struct Screen {
    server: Child,
    display: String,
    program: Option<Child>,
    folder: TempDir,
}

impl Screen {
    /// Creates an empty screen of 640 by 360.
    pub fn new() -> Self {
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "640x360x24",
                "-nolisten",
                "tcp",
                // Otherwise the server starts afresh when its last client leaves, and refuses a program that connects meanwhile.
                "-noreset",
                // On a busy machine a key may be released too late, and would count twice.
                "-r",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        let mut told = BufReader::new(server.stdout.take().unwrap());
        told.read_line(&mut number).unwrap();
        Screen {
            server,
            display: format!(":{}", number.trim()),
            program: None,
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts `corpus view` on a script and waits for its window.
    pub fn view(&mut self, script: &str, arguments: &[&str]) {
        let path = self.folder.path().join("scene.corpus");
        fs::write(&path, script).unwrap();
        let program = Command::new(env!("CARGO_BIN_EXE_corpus"))
            .args(["view", "scene.corpus", "--no-prompt", "--size", "640x360"])
            .args(arguments)
            .current_dir(self.folder.path())
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        self.program = Some(program);
        let begun = Instant::now();
        while self.tool(&["search", "--name", "corpus"]).is_empty() {
            self.is_alive();
            assert!(begun.elapsed() < PATIENCE, "no window");
            std::thread::sleep(Duration::from_millis(100));
        }
        // Without a window manager the window does not get the keys by itself.
        self.tool(&[
            "search",
            "--name",
            "corpus",
            "windowmove",
            "0",
            "0",
            "windowfocus",
            "--sync",
        ]);
    }

    fn is_alive(&mut self) {
        let program = self.program.as_mut().unwrap();
        if let Some(status) = program.try_wait().unwrap() {
            let mut told = String::new();
            program
                .stderr
                .take()
                .unwrap()
                .read_to_string(&mut told)
                .unwrap();
            panic!("it ended with {status}: {told}");
        }
    }

    /// Runs xdotool.
    pub fn tool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Returns the title of the window, which contains its status line.
    pub fn title(&self) -> String {
        self.tool(&["search", "--name", "corpus", "getwindowname"])
    }

    /// Waits for a title that satisfies a condition, and returns it.
    pub fn waits_for(&mut self, what: &str, likes: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let title = self.title();
            if likes(&title) {
                return title;
            }
            self.is_alive();
            assert!(
                begun.elapsed() < PATIENCE,
                "waited for {what}, the title is {title:?}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn presses(&self, key: &str) {
        self.tool(&["key", key]);
    }

    /// Returns a picture of the screen, as a file that is kept if CORPUS_SCREENSHOTS names a folder.
    pub fn shot(&self, name: &str) -> (PathBuf, Vec<u8>) {
        let folder = std::env::var_os("CORPUS_SCREENSHOTS");
        let folder = folder.map_or_else(|| self.folder.path().to_owned(), PathBuf::from);
        let path = folder.join(format!("{name}.png"));
        let status = Command::new("import")
            .args(["-window", "root"])
            .arg(&path)
            .env("DISPLAY", &self.display)
            .status()
            .unwrap();
        assert!(status.success());
        let pixels = pixels(&path);
        (path, pixels)
    }

    /// Waits until the screen differs from a picture in more than so many pixels.
    pub fn changes_from(&mut self, name: &str, before: &[u8], least: usize) -> Vec<u8> {
        let begun = Instant::now();
        loop {
            let (_, now) = self.shot(name);
            let differs = before
                .chunks(3)
                .zip(now.chunks(3))
                .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 12));
            if differs.count() > least {
                return now;
            }
            self.is_alive();
            assert!(
                begun.elapsed() < PATIENCE,
                "{name}: the picture stays as it was"
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Waits for the end of the program; returns its exit status.
    pub fn ends(&mut self) -> i32 {
        let begun = Instant::now();
        let program = self.program.as_mut().unwrap();
        loop {
            if let Some(status) = program.try_wait().unwrap() {
                return status.code().unwrap();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        for child in self.program.iter_mut().chain([&mut self.server]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns red, green and blue of a PNG of 8 bits.
fn pixels(path: &Path) -> Vec<u8> {
    let file = BufReader::new(fs::File::open(path).unwrap());
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let samples = info.color_type.samples();
    let all = bytes[..info.buffer_size()].chunks(samples);
    all.flat_map(|p| [p[0], p[1.min(samples - 1)], p[2.min(samples - 1)]])
        .collect()
}
