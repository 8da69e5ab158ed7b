//! `corpus gallery`: pictures of many scripts, on a page or on one sheet.

use super::arguments::Gallery;
use super::failure::{Exit, Failure, scratch, unwritable, usage};
use super::format::scripts;
use super::picture::goes_on;
use super::play::{Outputs, Script};
use super::render::quality;
use crate::files::{self, resolved};
use crate::film::encode::{indexed_png, small_png};
use crate::film::{Moment, Moments, Overlay, Overlays, SheetLook, View, compose, draw_moments};
use crate::record::counted;
use crate::render::Image;
use crate::scene::FollowSettings;
use crate::terminal::{Given, SCRIPT_FAULT, reason, say_line, tell_line};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;

/// Form of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Page,
    Sheet,
}

/// A script with its pictures.
struct Piece {
    script: PathBuf,
    /// Its name on the page or in the caption.
    name: String,
    /// Its first comment.
    about: String,
    /// Times of its first and last moment (s).
    times: [f64; 2],
    cells: Vec<(Image, String)>,
}

pub(super) fn gallery(job: &Gallery) -> Exit {
    let ending = job.output.extension().and_then(|ending| ending.to_str());
    let form = match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("md") => Form::Page,
        Some("png") => Form::Sheet,
        _ => {
            let output = job.output.display();
            let why = format!("the output must be a page `.md` or a sheet `.png`, found {output}");
            return Err(usage(why));
        }
    };
    if form == Form::Sheet && job.strip.is_some() {
        return Err(usage(
            "--strip is for a page `.md`: a sheet has one picture of each script",
        ));
    }
    let paths = all_scripts(&job.scripts)?;
    // Checked before the runs, not after them.
    let folder = job.output.with_extension("");
    writable(&job.output, &folder, form)?;
    let scratch = scratch("gallery")?;
    let given = Given {
        trust: job.trust.clone(),
        ..Given::default()
    };
    let (mut pieces, mut status) = (vec![], 0);
    for (path, name) in paths.iter().zip(names(&paths)) {
        match piece(job, &given, path, name, form, &scratch) {
            Ok((piece, own)) => {
                if !job.quiet {
                    say_line!(
                        "{}: {}",
                        piece.name,
                        counted(piece.cells.len() as u64, "picture")
                    );
                }
                status = status.max(own);
                pieces.push(piece);
            }
            Err(Ended::Script(own)) => status = status.max(own),
            // Folders also contain scripts that are only included by others.
            Err(Ended::Still) => {
                tell_line!(
                    "{}: left out, because it assembles no figure",
                    path.display()
                );
            }
            Err(Ended::Signal(status)) => {
                tell_line!("interrupted: {} is unchanged", job.output.display());
                return Ok(status);
            }
        }
    }
    if pieces.is_empty() {
        return Ok(status.max(SCRIPT_FAULT));
    }
    match form {
        Form::Page => write_page(job, &pieces, &folder)?,
        Form::Sheet => write_sheet(job, pieces)?,
    }
    Ok(status)
}

/// All scripts that are named, in order.
fn all_scripts(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = vec![];
    for path in named {
        let shown = path.display();
        let found =
            scripts(path).map_err(|why| usage(format!("cannot read {shown}: {}", reason(&why))))?;
        if found.is_empty() {
            return Err(usage(format!("{shown} contains no script (*.corpus)")));
        }
        // Folders also contain parts that other scripts include; for pictures of one without `go`, it must be named.
        let parts: BTreeSet<PathBuf> = found.iter().flat_map(|path| included(path)).collect();
        let is_whole = |found: &PathBuf| {
            let goes = || !lines_of(found, "go").is_empty();
            found == path || !parts.contains(&resolved(found)) || goes()
        };
        paths.extend(found.into_iter().filter(is_whole));
    }
    Ok(paths)
}

/// Returns the arguments of the lines of a script that begin with a command.
fn lines_of(script: &Path, command: &str) -> Vec<String> {
    let text = files::read_text(script, files::LARGEST).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.trim().strip_prefix(command))
        .filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
        .map(str::to_owned)
        .collect()
}

/// Returns the files that a script includes by their plain names.
fn included(script: &Path) -> Vec<PathBuf> {
    let folder = script.parent().unwrap_or(Path::new(""));
    lines_of(script, "include")
        .iter()
        .filter_map(|rest| rest.split_whitespace().next())
        .map(|name| resolved(&folder.join(name.trim_matches('"'))))
        .collect()
}

/// Whether the outputs can be written.
fn writable(output: &Path, folder: &Path, form: Form) -> Result<(), Failure> {
    let begun = files::NewFile::begin(output);
    begun.map_err(|why| unwritable("", output, &why))?;
    if form == Form::Page {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|why| unwritable("pictures to ", folder, &why))?;
    }
    Ok(())
}

/// Returns a name for each script: that of its file, with its folder's if two files have the same.
fn names(paths: &[PathBuf]) -> Vec<String> {
    let word = |part: Option<&std::ffi::OsStr>| {
        part.map_or_else(|| "script".to_owned(), |p| p.to_string_lossy().into_owned())
    };
    let stems: Vec<String> = paths.iter().map(|path| word(path.file_stem())).collect();
    let mut used = BTreeSet::new();
    let mut names = vec![];
    for (path, stem) in paths.iter().zip(&stems) {
        let twice = stems.iter().filter(|other| *other == stem).count() > 1;
        let folder = path.parent().and_then(Path::file_name);
        let mut name = match folder.filter(|_| twice) {
            Some(folder) => format!("{}-{stem}", word(Some(folder))),
            None => stem.clone(),
        };
        while !used.insert(name.clone()) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

/// Reason why there are no pictures of a script.
enum Ended {
    /// No motion in the script.
    Still,
    /// An error in the script, which was reported; with the exit status.
    Script(u8),
    /// A signal; with the exit status.
    Signal(u8),
}

/// Runs a script and takes its pictures; returns with them the exit status of its reports.
fn piece(
    job: &Gallery,
    given: &Given,
    path: &Path,
    name: String,
    form: Form,
    scratch: &TempDir,
) -> Result<(Piece, u8), Ended> {
    let outputs = Outputs::default();
    let mut script = Script::checked(path, given, &outputs, true).map_err(Ended::Script)?;
    script.scratch = Some(scratch.path().join(&name));
    let interrupt = script.interrupt.clone();
    let wanted = match form {
        Form::Page => job.strip.unwrap_or(4),
        // The first, one in the middle and the last, of which the middle one is shown.
        Form::Sheet => 3,
    };
    let overlay = Overlay::new(Overlays::default(), 0.0, 1.0, 1e-2);
    let moments = Moments::new(wanted, 0.0, None, overlay);
    let (played, moments) = script.play_taking(moments).map_err(Ended::Script)?;
    if let Some(status) = played.interrupted {
        return Err(Ended::Signal(status));
    }
    let mut moments: Vec<Moment> = moments.chosen();
    if form == Form::Sheet && !moments.is_empty() {
        moments = vec![moments.swap_remove(moments.len() / 2)];
    }
    let (Some(first), Some(last)) = (moments.first(), moments.last()) else {
        return Err(match played.status() {
            0 => Ended::Still,
            status => Ended::Script(status),
        });
    };
    let times = [first.time, last.time];
    let usual = FollowSettings::default();
    let look = SheetLook {
        quality: quality(job.size, job.draft, false),
        views: vec![View::following(usual.azimuth, usual.elevation)],
        distance: 1.0,
    };
    let cells = draw_moments(&moments, &look, &goes_on(&interrupt))
        .ok_or_else(|| Ended::Signal(interrupt.status()))?;
    let text = files::read_text(path, files::LARGEST).unwrap_or_default();
    let piece = Piece {
        script: path.to_path_buf(),
        about: about(&text),
        name,
        times,
        cells,
    };
    Ok((piece, played.status()))
}

/// Returns the first paragraph of the comment at the start of a script.
fn about(text: &str) -> String {
    let comments = text
        .lines()
        .map_while(|line| line.trim().strip_prefix(['#', '!']));
    let lines: Vec<&str> = comments
        .map(str::trim)
        .skip_while(|line| line.is_empty())
        .take_while(|line| !line.is_empty())
        .collect();
    lines.join(" ")
}

/// Writes all scripts on one sheet, about as wide as it is high.
fn write_sheet(job: &Gallery, pieces: Vec<Piece>) -> Result<(), Failure> {
    let cells: Vec<(Image, String)> = pieces
        .into_iter()
        .filter_map(|piece| Some((piece.cells.into_iter().next()?.0, piece.name)))
        .collect();
    let columns = (cells.len() as f64 * 0.9).sqrt().ceil() as usize;
    let sheet = compose(&cells, columns);
    let too_large = "the sheet would be too large; choose a smaller --size";
    let sheet = sheet.ok_or_else(|| usage(too_large))?;
    let mut bytes = vec![];
    small_png(&sheet, &mut bytes)
        .and_then(|()| files::write(&job.output, &bytes))
        .map_err(|why| unwritable("", &job.output, &why))
}

/// Writes a page with the pictures in a folder beside it.
fn write_page(job: &Gallery, pieces: &[Piece], folder: &Path) -> Result<(), Failure> {
    let base = job.output.parent().map(resolved).unwrap_or_default();
    let mut page = String::from("# Gallery\n");
    for piece in pieces {
        let picture = folder.join(format!("{}.png", piece.name));
        let sheet = compose(&piece.cells, piece.cells.len());
        let too_large = "the pictures would be too large; choose a smaller --size";
        let sheet = sheet.ok_or_else(|| usage(too_large))?;
        let mut bytes = vec![];
        indexed_png(&sheet, &mut bytes)
            .and_then(|()| files::write(&picture, &bytes))
            .map_err(|why| unwritable("", &picture, &why))?;
        let name = &piece.name;
        let [from, to] = piece.times;
        let shown = folder.file_name().unwrap_or_default().to_string_lossy();
        let _ = write!(
            page,
            "\n## [{name}]({})\n\n{}\n\n![{name} from {from:.2} s to {to:.2} s]({shown}/{name}.png)\n",
            link(&base, &piece.script),
            piece.about
        );
    }
    let written = files::write(&job.output, page.as_bytes());
    written.map_err(|why| unwritable("", &job.output, &why))?;
    if !job.quiet {
        say_line!(
            "{}: {}",
            job.output.display(),
            counted(pieces.len() as u64, "script")
        );
    }
    Ok(())
}

/// Returns the relative path from a folder to a file, in the form used by pages.
fn link(folder: &Path, file: &Path) -> String {
    let (folder, file) = (resolved(folder), resolved(file));
    let both = folder.components().zip(file.components());
    let common = both.take_while(|(a, b)| a == b).count();
    let up = folder
        .components()
        .skip(common)
        .map(|_| Component::ParentDir);
    let way = up.chain(file.components().skip(common));
    let parts: Vec<String> = way
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    parts.join("/").replace(' ', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_paragraph_of_the_first_comment_tells_what_a_script_is_about() {
        let script = "# A spider\n# that walks.\n#\n# To change: legs.\n\naddcorpus spider\n# no\n";
        assert_eq!(about(script), "A spider that walks.");
        assert_eq!(about("addcorpus a\n# no\n"), "");
    }

    #[test]
    fn scripts_of_one_name_are_told_apart() {
        let paths = [
            "a/walk.corpus",
            "b/walk.corpus",
            "a/jump.corpus",
            "b/walk.corpus",
        ];
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        assert_eq!(names(&paths), ["a-walk", "b-walk", "jump", "b-walk_"]);
    }

    #[test]
    fn links_lead_from_the_page_to_the_script() {
        let folder = tempfile::tempdir().unwrap();
        for inner in ["docs", "examples"] {
            std::fs::create_dir(folder.path().join(inner)).unwrap();
        }
        let at = |path: &str| folder.path().join(path);
        assert_eq!(
            link(&at("docs"), &at("examples/a b.corpus")),
            "../examples/a%20b.corpus"
        );
        assert_eq!(link(&at("docs"), &at("docs/a.corpus")), "a.corpus");
    }
}
