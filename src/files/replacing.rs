//! Existing files that may be replaced: only files of the kind that is written, and texts for people to change only as long as nobody
//! has changed them.

use super::seal::is_unchanged;
use corpus_files::{LARGEST, is_of_process, read_start};
use std::path::Path;

/// Number of bytes at the start of a file by which its kind is recognised.
const START: u64 = 4096;

/// The kind of a file that this program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A table of values over time, or another table of a script.
    Table,
    /// The table of a search or an evolution.
    Kept,
    /// A saved world.
    World,
    /// A file of a `dump` command.
    Dump,
    /// A diagram, a picture or a film.
    Picture,
    /// The report of a run.
    Report,
    /// The genotype of a creature.
    Genotype,
    /// A script, a mesh or a robot in XML, which people change: it ends with its writer and its checksum.
    Sealed(&'static str),
    /// A mesh as binary STL.
    Stl,
    /// A page that plays a motion.
    Page,
    /// A motion as glTF, as text or binary.
    Gltf,
    /// A motion as BVH.
    Bvh,
}

impl Kind {
    /// Checks that a file may be replaced: there is none, it is empty or a device, or it is of this kind.
    ///
    /// # Errors
    /// The reason why not, after `cannot write FILE: `.
    pub fn may_replace(self, file: &Path) -> Result<(), String> {
        // Without a regular file there, the write creates it, fails, or keeps what a device or a redirected output has.
        if !file.metadata().is_ok_and(|meta| meta.is_file()) || is_of_process(file) {
            return Ok(());
        }
        let start = read_start(file, self.most());
        let start = start.map_err(|why| format!("the file exists, and {why}"))?;
        match start.is_empty() || self.begins(&start) {
            true => Ok(()),
            false => Err(format!("the file exists and {}", self.not_such())),
        }
    }

    /// Checks as [`Kind::may_replace`] does.
    ///
    /// # Errors
    /// A sentence with the file and what to do.
    pub fn refuse_other(self, file: &Path) -> Result<(), String> {
        self.may_replace(file).map_err(|why| {
            let shown = file.display();
            format!("cannot write {shown}: {why}; choose another name, or remove the file")
        })
    }

    /// Number of bytes by which it is recognised.
    fn most(self) -> u64 {
        match self {
            Kind::Sealed(_) | Kind::Dump | Kind::Gltf => LARGEST,
            _ => START,
        }
    }

    /// Says that a file is not of this kind.
    fn not_such(self) -> String {
        let told = match self {
            Kind::Table => "is not a table of this program",
            Kind::Kept => "is not a table of a search",
            Kind::World => "is not a saved world",
            Kind::Dump => "is not a file of a `dump` command",
            Kind::Picture => "is not a picture or film",
            Kind::Report => "is not the report of a run",
            Kind::Genotype => "is not the genotype of a creature",
            Kind::Sealed(by) => return format!("was not written by {by}, or was changed since"),
            Kind::Stl => "is not a mesh of this program",
            Kind::Page | Kind::Gltf => "was not written by this program",
            Kind::Bvh => "is not a motion in BVH",
        };
        told.to_owned()
    }

    /// Whether bytes are the start of a file of this kind.
    fn begins(self, start: &[u8]) -> bool {
        match self {
            Kind::Table => is_table(start),
            Kind::Kept => is_kept(start),
            Kind::World => is_json_with(start, "\"corpus_world\""),
            Kind::Dump => {
                is_json_with(start, "\"corpus_dump\"") || Kind::Sealed(SCENE).begins(start)
            }
            Kind::Picture => is_picture(start),
            Kind::Report => ["\"simulated_s\"", "\"realtime_factor\""]
                .iter()
                .all(|key| is_json_with(start, key)),
            Kind::Genotype => is_json_with(start, "\"nodes\""),
            Kind::Sealed(by) => str::from_utf8(start).is_ok_and(|text| is_unchanged(text, by)),
            Kind::Stl => start.len() > 84 && start.iter().take(80).all(|byte| *byte == 0),
            Kind::Page => has(start, GENERATOR),
            Kind::Gltf => has(start, "\"generator\":\"corpus "),
            Kind::Bvh => start.starts_with(b"HIERARCHY"),
        }
    }
}

/// The writer of a script that moves objects.
pub const SCENE: &str = "`dumpmatcorpus`";

/// The element of a page that names the program.
const GENERATOR: &str = "<meta name=\"generator\" content=\"corpus\">";

/// Whether a file begins like a table: with a row of names and a row of units.
fn is_table(start: &[u8]) -> bool {
    let mut lines = start.split(|byte| *byte == b'\n');
    let mut first = || {
        let line = lines.next().unwrap_or_default();
        line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii)
    };
    let (mut names, mut units) = (first(), first());
    match names.next() {
        Some(b"time") => units.next() == Some(b"s"),
        Some(b"row") => names.next() == Some(b"unit"),
        _ => false,
    }
}

/// Whether a file begins like the table of a search, of the archive of an evolution, or of its species.
fn is_kept(start: &[u8]) -> bool {
    let mut lines = start.split(|byte| *byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let (names, units) = (line(), line());
    names.starts_with(b"species,since,")
        || (names.starts_with(b"kept,") || names.starts_with(b"cell,"))
            && units.starts_with(b"\"#\",")
}

/// Whether bytes have a text in them.
fn has(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|part| part == text.as_bytes())
}

/// Whether a file begins like JSON with this key.
fn is_json_with(start: &[u8], key: &str) -> bool {
    start.trim_ascii_start().starts_with(b"{") && has(start, key)
}

/// Whether a file begins like a diagram, a picture or a film of any format that this program writes.
fn is_picture(start: &[u8]) -> bool {
    let is_svg =
        || start.starts_with(b"<svg ") || start.starts_with(b"<?xml") && has(start, "<svg ");
    let starts: [&[u8]; 3] = [b"\x89PNG\r\n\x1a\n", b"GIF8", b"RIFF"];
    starts.iter().any(|known| start.starts_with(known))
        || start.get(4..8) == Some(b"ftyp")
        || is_svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised_by_their_start() {
        assert!(is_table(b"time,b.z\ns,m\n0,1\n"));
        assert!(is_table(b"time\ns\n"));
        assert!(is_table(b"row,unit,a\n,,1/s\n"));
        for text in [
            "# mine\n",
            "time,x\n0,1\n",
            "time",
            "timetable\ns\n",
            "rows,unit\n",
        ] {
            assert!(!is_table(text.as_bytes()), "{text}");
        }
        assert!(Kind::Dump.begins(b"{\n  \"corpus_dump\": 3"));
        assert!(!Kind::Dump.begins(b"# mine\n"));
        assert!(is_picture(b"\x89PNG\r\n\x1a\n...") && is_picture(b"\0\0\0\x20ftypisom"));
        assert!(is_picture(b"<?xml version=\"1.0\"?>\n<svg xmlns=\"\">"));
        assert!(!is_picture(b"<?xml version=\"1.0\"?>\n<robot>") && !is_picture(b"notes"));
    }
}
