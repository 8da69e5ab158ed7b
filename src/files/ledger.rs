//! The files that a run has read and writes: an output never replaces an input or another output.

use crate::source::Span;
use corpus_files::{LOCK, beside, file_number, resolved};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Role of a file that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A script, run or included.
    Script,
    /// The mesh of a `get`.
    Mesh,
    /// The height image of an `addtrigrid`.
    Image,
    /// The state of a `load`.
    State,
    /// The motion of an `inverse`.
    Motion,
}

/// Role of a file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The table of a `record`, which grows during the run.
    Record,
    /// Another table, written at once.
    Table,
    /// The diagram of a `plot`.
    Diagram,
    /// A state of `save`: a later one replaces an earlier one.
    State,
    /// The file of a `dump` command: a later one replaces an earlier one.
    Dump,
    /// A picture: a later one replaces an earlier one.
    Picture,
    /// A film in one file: a later one replaces an earlier one.
    Film,
    /// The file of a command-line option.
    Option(&'static str),
    /// Standard output, if it goes to a file.
    Printed,
}

/// Reason why a file cannot be written or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// This run has read it.
    Read(Input, Option<Span>),
    /// This run writes to it.
    Written(Output, Option<Span>),
    /// The frames of this run are written there.
    Frame,
    /// This run uses the temporary file of this output, or this is the temporary file of one.
    Unfinished(Option<Span>),
}

impl Taken {
    /// Returns the source position of the other use.
    #[must_use]
    pub fn place(&self) -> Option<Span> {
        match self {
            Taken::Read(_, place) | Taken::Written(_, place) | Taken::Unfinished(place) => *place,
            Taken::Frame => None,
        }
    }

    /// Returns the reason why an output is refused, as the rest of a sentence that begins with the file.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Taken::Read(Input::Script, _) => "is a script of this run".to_owned(),
            Taken::Read(Input::Mesh, _) => "is a mesh that this run has read".to_owned(),
            Taken::Read(Input::Image, _) => "is a picture that this run has read".to_owned(),
            Taken::Read(Input::Motion, _) => "is a motion that this run has read".to_owned(),
            Taken::Read(Input::State, _) => "is a state that this run loads".to_owned(),
            Taken::Written(Output::Record, _) => "is the table of a `record`".to_owned(),
            Taken::Written(Output::Table, _) => "is another table of this run".to_owned(),
            Taken::Written(Output::Diagram, _) => "is drawn by a `plot`".to_owned(),
            Taken::Written(Output::State, _) => "is written by `save`".to_owned(),
            Taken::Written(Output::Dump, _) => "is written by a `dump` command".to_owned(),
            Taken::Written(Output::Picture, _) => "is a picture of this run".to_owned(),
            Taken::Written(Output::Film, _) => "is a film of this run".to_owned(),
            Taken::Written(Output::Option(name), _) => format!("is written by `{name}`"),
            Taken::Written(Output::Printed, _) => "is the standard output of this run".to_owned(),
            Taken::Frame => "is a frame of a film of this run".to_owned(),
            Taken::Unfinished(_) => {
                "is also the temporary file of another file of this run".to_owned()
            }
        }
    }
}

/// A path with its recorded use.
#[derive(Clone, Debug)]
struct Entry<T> {
    /// The file's number on its disk when it was recorded, which its other names share.
    number: Option<(u64, u64)>,
    what: T,
    place: Option<Span>,
}

/// Function that says whether the name of a file is that of a frame.
pub type IsFrame = fn(&str) -> bool;

/// Whether a file's name is that of a frame.
#[must_use]
pub fn is_frame(name: &str) -> bool {
    let number = name
        .strip_prefix("frame_")
        .and_then(|n| n.strip_suffix(".png"));
    number.is_some_and(|n| n.len() >= 5 && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Files that a run has read and writes, by their canonical paths.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    inputs: BTreeMap<PathBuf, Entry<Input>>,
    outputs: BTreeMap<PathBuf, Entry<Output>>,
    /// Folders of frames, with the test for names of frames and the source position of the command.
    frames: Vec<(PathBuf, IsFrame, Option<Span>)>,
}

fn find<'e, T>(entries: &'e BTreeMap<PathBuf, Entry<T>>, path: &Path) -> Option<&'e Entry<T>> {
    let on_disk = || {
        let own = fs::metadata(path).ok().as_ref().and_then(file_number)?;
        entries.values().find(|entry| entry.number == Some(own))
    };
    entries.get(path).or_else(on_disk)
}

fn entry<T>(path: &Path, what: T, place: Option<Span>) -> Entry<T> {
    Entry {
        number: fs::metadata(path).ok().as_ref().and_then(file_number),
        what,
        place,
    }
}

impl Ledger {
    /// Records that a file is read.
    ///
    /// # Errors
    /// It is being written. A state that `save` has written may be read, and written again.
    pub fn reads(&mut self, path: &Path, what: Input, place: Option<Span>) -> Result<(), Taken> {
        let path = resolved(path);
        let refused = match find(&self.outputs, &path) {
            Some(output)
                if matches!(output.what, Output::State | Output::Dump) && what == Input::State =>
            {
                return Ok(());
            }
            Some(output) => Err(Taken::Written(output.what, output.place)),
            None if self.is_frame(&path) => Err(Taken::Frame),
            None => self.is_growing(&path),
        };
        let noted = entry(&path, what, place);
        self.inputs.entry(path).or_insert(noted);
        refused
    }

    /// Whether the run has read a file, or has tried to.
    #[must_use]
    pub fn has_read(&self, path: &Path) -> bool {
        find(&self.inputs, &resolved(path)).is_some()
    }

    /// Records that a file is written.
    ///
    /// # Errors
    /// It was read, or another output goes to it.
    pub fn writes(&mut self, path: &Path, what: Output, place: Option<Span>) -> Result<(), Taken> {
        let path = resolved(path);
        self.may_write(&path, what)?;
        let entry = entry(&path, what, place);
        self.outputs.insert(path, entry);
        Ok(())
    }

    /// Checks that a file could be written in a role.
    ///
    /// # Errors
    /// As [`Ledger::writes`].
    pub fn may_write(&self, path: &Path, what: Output) -> Result<(), Taken> {
        let path = resolved(path);
        if let Some(input) = find(&self.inputs, &path) {
            return Err(Taken::Read(input.what, input.place));
        }
        match find(&self.outputs, &path) {
            Some(output)
                if output.what == what
                    && matches!(
                        what,
                        Output::State | Output::Dump | Output::Picture | Output::Film
                    ) =>
            {
                Ok(())
            }
            Some(output) => Err(Taken::Written(output.what, output.place)),
            None if self.is_frame(&path) => Err(Taken::Frame),
            None => self.is_growing(&path).and(self.grows_elsewhere(&path)),
        }
    }

    /// Checks that the temporary file of a new output is not in use.
    fn grows_elsewhere(&self, path: &Path) -> Result<(), Taken> {
        let Ok(part) = beside(path) else {
            return Ok(());
        };
        let input = find(&self.inputs, &part).map(|input| input.place);
        let place = input.or_else(|| find(&self.outputs, &part).map(|output| output.place));
        place.map_or(Ok(()), |place| Err(Taken::Unfinished(place)))
    }

    /// Checks that a file is not the temporary one of an output.
    fn is_growing(&self, path: &Path) -> Result<(), Taken> {
        let name = path.file_name().map(OsStr::as_encoded_bytes);
        if !name.is_some_and(|name| name.starts_with(b".") && name.ends_with(b".part")) {
            return Ok(());
        }
        let grows = |(target, _): &(&PathBuf, _)| beside(target).is_ok_and(|part| part == path);
        match self.outputs.iter().find(grows) {
            Some((_, output)) => Err(Taken::Unfinished(output.place)),
            None => Ok(()),
        }
    }

    /// Whether this run writes a table to a file, or will, as far as a check knows.
    #[must_use]
    pub fn has_table(&self, path: &Path) -> bool {
        find(&self.outputs, &resolved(path))
            .is_some_and(|o| matches!(o.what, Output::Record | Output::Table))
    }

    /// Whether this run has written a file, or will, as far as a check knows.
    #[must_use]
    pub fn has_written(&self, path: &Path) -> bool {
        find(&self.outputs, &resolved(path)).is_some()
    }

    /// Whether `save` or a `dump` command has written a file, or will, as far as a check knows.
    #[must_use]
    pub fn has_saved(&self, path: &Path) -> bool {
        find(&self.outputs, &resolved(path))
            .is_some_and(|o| matches!(o.what, Output::State | Output::Dump))
    }

    /// Records a folder of frames, with the test for names of frames. A later film of the script replaces an earlier one.
    ///
    /// # Errors
    /// An input or output of this run has the name of a frame there, or the frames of the command line go there.
    pub fn films(
        &mut self,
        folder: &Path,
        is_frame: IsFrame,
        place: Option<Span>,
    ) -> Result<(), Taken> {
        let folder = resolved(folder);
        let there = self.frames.iter().find(|(other, ..)| *other == folder);
        if there.is_some_and(|(_, _, other)| other.is_none() || place.is_none()) {
            return Err(Taken::Frame);
        }
        if there.is_none() {
            self.frames.push((folder, is_frame, place));
        }
        let input = self.inputs.iter().find(|(path, _)| self.is_frame(path));
        if let Some((_, input)) = input {
            return Err(Taken::Read(input.what, input.place));
        }
        let output = self.outputs.iter().find(|(path, _)| self.is_frame(path));
        output.map_or(Ok(()), |(_, o)| Err(Taken::Written(o.what, o.place)))
    }

    fn is_frame(&self, path: &Path) -> bool {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            return false;
        };
        // Also temporary files, and the lock file of the folder.
        let inner = name.strip_prefix('.').and_then(|n| n.strip_suffix(".part"));
        self.frames.iter().any(|(folder, is_frame, _)| {
            path.parent() == Some(folder)
                && (is_frame(name) || name == LOCK || inner.is_some_and(is_frame))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_take_the_place_of_nothing_that_is_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("s.corpus"), "").unwrap();
        let mut ledger = Ledger::default();
        assert!(ledger.reads(&at("s.corpus"), Input::Script, None).is_ok());
        assert_eq!(
            ledger.writes(&at("./x/../s.corpus"), Output::Table, None),
            Err(Taken::Read(Input::Script, None))
        );
        assert!(ledger.writes(&at("a.csv"), Output::Table, None).is_ok());
        let taken = Err(Taken::Written(Output::Table, None));
        assert_eq!(ledger.writes(&at("a.csv"), Output::Table, None), taken);
        assert_eq!(ledger.writes(&at("a.csv"), Output::State, None), taken);
        assert_eq!(ledger.reads(&at("a.csv"), Input::Mesh, None), taken);
    }

    #[test]
    fn a_state_is_saved_again_unless_it_was_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mut ledger = Ledger::default();
        for _ in 0..2 {
            assert!(ledger.writes(&at("a.json"), Output::State, None).is_ok());
            assert!(ledger.reads(&at("a.json"), Input::State, None).is_ok());
        }
        assert!(ledger.reads(&at("b.json"), Input::State, None).is_ok());
        assert!(ledger.writes(&at("b.json"), Output::State, None).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn another_name_of_the_same_file_is_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("s.corpus"), "").unwrap();
        fs::hard_link(at("s.corpus"), at("hard")).unwrap();
        std::os::unix::fs::symlink(at("s.corpus"), at("soft")).unwrap();
        let mut ledger = Ledger::default();
        assert!(ledger.reads(&at("s.corpus"), Input::Script, None).is_ok());
        for name in ["hard", "soft"] {
            assert!(ledger.writes(&at(name), Output::Table, None).is_err());
        }
    }

    #[test]
    fn a_file_that_grows_took_the_place_of_an_input() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mut ledger = Ledger::default();
        let taken = Err(Taken::Unfinished(None));
        assert!(
            ledger
                .reads(&at(".a.csv.part"), Input::Script, None)
                .is_ok()
        );
        assert_eq!(ledger.writes(&at("a.csv"), Output::Table, None), taken);
        assert!(ledger.writes(&at("b.csv"), Output::Table, None).is_ok());
        assert_eq!(
            ledger.writes(&at(".b.csv.part"), Output::State, None),
            taken
        );
        assert_eq!(ledger.reads(&at(".b.csv.part"), Input::State, None), taken);
        assert!(
            ledger
                .writes(&at(".c.csv.part"), Output::State, None)
                .is_ok()
        );
        assert_eq!(ledger.writes(&at("c.csv"), Output::Table, None), taken);
    }

    #[test]
    fn frames_are_outputs() {
        let folder = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::default();
        let is_frame = |name: &str| name.starts_with("frame_");
        assert!(ledger.films(folder.path(), is_frame, None).is_ok());
        for name in ["frame_1", ".frame_1.part", LOCK] {
            let frame = folder.path().join(name);
            let noted = ledger.writes(&frame, Output::Table, None);
            assert_eq!(noted, Err(Taken::Frame));
        }
        assert!(
            ledger
                .writes(&folder.path().join("a"), Output::Table, None)
                .is_ok()
        );
    }
}
