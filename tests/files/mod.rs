//! Files as a user sees them: nothing is lost, no input is overwritten, no success is reported wrongly.

mod access;
mod kills;
mod reading;
mod replaced;
mod roles;
mod tables;
mod whole;

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A box that can move.
const BOX: &str = "addcorpus c\nget o from unit_cube\nscale o 1cm 1cm 1cm\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n";

/// A temporary folder in which the program runs.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file; returns its name.
    fn put<'n>(&self, name: &'n str, text: &str) -> &'n str {
        if let Some(folder) = Path::new(name).parent() {
            fs::create_dir_all(self.0.path().join(folder)).unwrap();
        }
        fs::write(self.path(name), text).unwrap();
        name
    }

    /// Writes a script that moves a box.
    fn script<'n>(&self, name: &'n str, rest: &str) -> &'n str {
        self.put(name, &format!("{BOX}{rest}\n"))
    }

    fn get(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn corpus(&self, arguments: &[&str]) -> Done {
        let mut command = Command::cargo_bin("corpus").unwrap();
        command.current_dir(self.0.path()).env("NO_COLOR", "1");
        Done::of(&command.args(arguments).output().unwrap())
    }

    /// Runs the program with a file size limit of so many blocks of 512 bytes, as on a full disk.
    fn on_full_disk(&self, blocks: u32, arguments: &[&str]) -> Done {
        let program = assert_cmd::cargo::cargo_bin("corpus");
        let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.current_dir(self.0.path()).env("NO_COLOR", "1");
        command.args(["-c", &line, "sh"]).arg(program);
        Done::of(&command.args(arguments).output().unwrap())
    }

    /// Returns the names of all files, including those that begin with a dot.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<String> = entries.map(|e| name(e).into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// A running program, which ends with the test at the latest, even if the test fails.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        // On success it has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Result of a run.
#[derive(Debug)]
struct Done {
    status: i32,
    out: String,
    err: String,
}

impl Done {
    fn of(output: &std::process::Output) -> Self {
        Done {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Checks the status, and that standard error contains a text.
    #[track_caller]
    fn is(&self, status: i32, told: &str) {
        assert!(
            self.status == status && self.err.contains(told),
            "expected {status} and `{told}`: {self:#?}"
        );
    }
}
