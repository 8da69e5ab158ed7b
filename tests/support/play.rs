//! A session with a folder for its output.
#![allow(clippy::unwrap_used, reason = "tests")]

use corpus::session::{Common, Mode, Observer, Session};
use std::fs;
use std::path::PathBuf;

/// Observer that stores prints.
#[derive(Clone, Default)]
struct Lines(Common<Vec<String>>);

impl Observer for Lines {
    fn print(&mut self, line: &str) {
        self.0.lock().push(line.to_owned());
    }
}

/// A session with a folder for its output.
pub struct Play {
    pub session: Session,
    printed: Lines,
    pub folder: tempfile::TempDir,
}

impl Play {
    pub fn new(script: &str) -> Self {
        let printed = Lines::default();
        let mut session = corpus::commands::session(Mode::Run, Box::new(printed.clone()));
        let folder = tempfile::tempdir().unwrap();
        session.files.output = folder.path().to_owned();
        let own = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        session.files.access.allow_reading(own);
        let mut play = Play {
            session,
            printed,
            folder,
        };
        play.run(script);
        play
    }

    #[track_caller]
    pub fn run(&mut self, script: &str) {
        let result = self.session.run_text("script", script);
        assert!(
            result.is_ok() && !self.session.has_errors(),
            "{:?}",
            self.session.diagnostics
        );
    }

    /// Returns the code, message and help of the only report of a script.
    #[track_caller]
    pub fn refused(&mut self, script: &str) -> String {
        self.session.diagnostics.clear();
        assert!(self.session.run_text("script", script).is_err());
        let told = std::mem::take(&mut self.session.diagnostics);
        let [one] = told.as_slice() else {
            panic!("{told:?}");
        };
        let help = one.help.as_deref().unwrap_or_default();
        format!("{} {} | {help}", one.code, one.message)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn file(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn take_printed(&self) -> Vec<String> {
        std::mem::take(&mut self.printed.0.lock())
    }

    pub fn time(&self) -> f64 {
        self.session.here().world.time
    }
}
