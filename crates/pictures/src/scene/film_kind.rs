//! Formats of films, chosen by the extension of the output.

use std::path::Path;

/// A kind of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmKind {
    /// A folder of frames, each a PNG file.
    Folder,
    /// One PNG picture of one or several moments.
    Picture,
    /// An animated GIF.
    Gif,
    /// H.264 in an MP4 file, by ffmpeg.
    Mp4,
}

/// File extensions with their kinds.
const ENDINGS: [(&str, FilmKind); 3] = [
    ("mp4", FilmKind::Mp4),
    ("gif", FilmKind::Gif),
    ("png", FilmKind::Picture),
];

/// Longest extension of a format; a longer one is part of a folder's name.
const LONGEST_ENDING: usize = 5;

impl FilmKind {
    /// Returns the kind of an output. A folder ends with `/`, has no extension, or exists already.
    ///
    /// # Errors
    /// A file with this extension cannot be written; the text lists the valid ones.
    pub fn of(path: &Path) -> Result<FilmKind, String> {
        let spelled = path.as_os_str().as_encoded_bytes();
        if spelled.ends_with(b"/") || spelled.ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes()) {
            return Ok(FilmKind::Folder);
        }
        let Some(ending) = path.extension().and_then(|ending| ending.to_str()) else {
            return Ok(FilmKind::Folder);
        };
        let lower = ending.to_ascii_lowercase();
        if let Some((_, kind)) = ENDINGS.iter().find(|(known, _)| *known == lower) {
            return Ok(*kind);
        }
        let is_format = lower.len() <= LONGEST_ENDING
            && lower.bytes().all(|b| b.is_ascii_alphanumeric())
            && lower.bytes().any(|b| b.is_ascii_alphabetic());
        if path.is_dir() || !is_format {
            return Ok(FilmKind::Folder);
        }
        Err(format!(
            "`.{ending}` is not a film format; the extensions are {}, and a name without one is a folder of PNG frames; for a folder \
             of this name write `{}/`",
            FilmKind::endings(),
            path.display()
        ))
    }

    /// Returns the extensions, as words.
    #[must_use]
    pub fn endings() -> String {
        let spelled: Vec<String> = ENDINGS.iter().map(|(e, _)| format!("`.{e}`")).collect();
        match spelled.split_last() {
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        }
    }

    /// Whether it is one file with a sequence of frames.
    #[must_use]
    pub fn is_animation(self) -> bool {
        !matches!(self, FilmKind::Folder | FilmKind::Picture)
    }

    /// Returns the default width and height of a frame: small for formats that make large files.
    #[must_use]
    pub fn usual_size(self) -> (usize, usize) {
        match self {
            FilmKind::Folder | FilmKind::Mp4 => (1280, 720),
            FilmKind::Gif => (640, 360),
            FilmKind::Picture => (320, 240),
        }
    }

    /// Returns the largest number of frames per second of the format, if there is a limit.
    #[must_use]
    pub fn fastest(self) -> Option<f64> {
        match self {
            // Players replace delays shorter than two hundredths of a second by ten hundredths.
            FilmKind::Gif => Some(50.0),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_kind() {
        for (path, kind) in [
            ("walk.mp4", FilmKind::Mp4),
            ("a/walk.GIF", FilmKind::Gif),
            ("strip.png", FilmKind::Picture),
            ("frames", FilmKind::Folder),
            ("walk.gif/", FilmKind::Folder),
            ("walk.avi/", FilmKind::Folder),
            ("run.2026-11-22", FilmKind::Folder),
            ("take.2", FilmKind::Folder),
            (".", FilmKind::Folder),
            ("..", FilmKind::Folder),
            (".frames", FilmKind::Folder),
        ] {
            assert_eq!(FilmKind::of(Path::new(path)), Ok(kind), "{path}");
        }
    }

    #[test]
    fn other_formats_are_refused_with_what_is_possible() {
        for path in ["walk.avi", "walk.jpg", "walk.webp", "walk.MOV", "walk.gfi"] {
            let told = FilmKind::of(Path::new(path)).unwrap_err();
            for part in [".gif", ".mp4", ".png", "folder"] {
                assert!(told.contains(part), "{told}");
            }
            assert!(told.contains(&format!("`{path}/`")), "{told}");
        }
        // An existing folder is used, whatever its name.
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("walk.avi");
        std::fs::create_dir(&there).unwrap();
        assert_eq!(FilmKind::of(&there), Ok(FilmKind::Folder));
    }
}
