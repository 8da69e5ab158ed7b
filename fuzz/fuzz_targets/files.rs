//! Any script leaves what lies outside its folder as it was, what it has read as it was, and no part of a file.
//! `cargo +nightly fuzz run files -- -dict=files.dict`; with `TMPDIR` on a disk of memory it is some times as fast.
#![no_main]

use corpus::files::Ledger;
use corpus::session::{Mode, Observer, Stage};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

const FIGURE: &str = "addcorpus c\nget o from unit_cube\nscale o 1cm 1cm 1cm\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\n";
const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

/// Breaks off after some frames and lines.
struct Patience(u32);

impl Patience {
    fn asked(&mut self) -> ControlFlow<()> {
        match self.0.checked_sub(1) {
            Some(rest) => {
                self.0 = rest;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }
}

impl Observer for Patience {
    fn print(&mut self, _: &str) {}

    fn going(&mut self, _: &Stage, _: f64) {}

    fn pulse(&mut self) -> ControlFlow<()> {
        self.asked()
    }

    fn frame(&mut self, _: &Stage) -> ControlFlow<()> {
        self.asked()
    }

    fn diverged(&mut self, _: &Stage, _: &Ledger) -> Option<String> {
        None
    }
}

/// What lies in a folder: names with contents, where links lead to.
fn all(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let entries = fs::read_dir(folder).expect("the folder is there");
    for path in entries.map(|entry| entry.expect("it can be listed").path()) {
        let is_link = path.is_symlink();
        let content = match fs::read_link(&path) {
            Ok(target) => target.into_os_string().into_encoded_bytes(),
            Err(_) if path.is_dir() => b"a folder".to_vec(),
            Err(_) => fs::read(&path).expect("it can be read"),
        };
        if path.is_dir() && !is_link {
            found.extend(all(&path));
        }
        found.insert(path, content);
    }
    found
}

fuzz_target!(|text: &str| {
    let here = std::env::temp_dir().join(format!("corpus-fuzz-files-{}", std::process::id()));
    let _ = fs::remove_dir_all(&here);
    let (own, other) = (here.join("own"), here.join("other"));
    fs::create_dir_all(own.join("deep")).expect("a folder can be made");
    fs::create_dir_all(&other).expect("a folder can be made");
    for (name, content) in [
        ("own/inc.corpus", "let k = 1\n"),
        ("own/wing.obj", MESH),
        ("own/old.csv", "old"),
        ("own/deep/old.json", "{}"),
        ("other/canary", "sings"),
        ("other/lib.corpus", "let k = 2\n"),
        ("other/wing.obj", MESH),
    ] {
        fs::write(here.join(name), content).expect("a file can be written");
    }
    symlink("../other", own.join("up")).expect("links can be made");
    symlink("../other/canary", own.join("link")).expect("links can be made");
    symlink("../other/new", own.join("new")).expect("links can be made");
    symlink("inc.corpus", own.join("same")).expect("links can be made");
    fs::hard_link(other.join("canary"), own.join("hard")).expect("links can be made");
    fs::hard_link(own.join("wing.obj"), own.join("wing")).expect("links can be made");
    fs::hard_link(other.join("canary"), own.join(".t.csv.part")).expect("links can be made");
    let there = other.display().to_string();
    let script = own.join("s.corpus");
    let text = format!("{FIGURE}{}", text.replace("THERE", &there));
    fs::write(&script, &text).expect("a file can be written");
    let before = all(&here);

    let mut session = corpus::commands::session(Mode::Run, Box::new(Patience(40)));
    session.files.output = own.clone();
    session
        .here_mut()
        .world
        .settings
        .largest_evaluations_per_advance = 2000;
    let run = session.run_file(&script);
    assert!(run.is_ok(), "{run:?}");
    let ledger = session.files.ledger.clone();
    drop(session);

    let after = all(&here);
    for (path, content) in &before {
        let is_input = ledger.has_read(path) && !ledger.has_saved(path);
        if is_input || !path.starts_with(&own) || path.ends_with("s.corpus") {
            assert_eq!(after.get(path), Some(content), "{}", path.display());
        }
    }
    for path in after.keys().filter(|path| !before.contains_key(*path)) {
        assert!(path.starts_with(&own), "{}", path.display());
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        // A table that could not be put in place keeps its rows there; here nothing is in the way of any.
        let is_part = name.is_some_and(|name| name.starts_with('.') && name.ends_with(".part"));
        let is_asked = text.contains(".part");
        assert!(!is_part || is_asked, "{}", path.display());
    }
});
