//! `corpus fmt`: formats scripts.

use super::arguments::Format;
use super::play::standard_input;
use super::report::show;
use crate::commands::TABLE;
use crate::files::{self, LARGEST};
use crate::lang::format::format as lay_out;
use crate::source::Sources;
use crate::terminal::{SCRIPT_FAULT, USAGE, reason, say, say_drawn, say_line, tell_line};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

pub(super) fn format(job: &Format) -> u8 {
    let mut status = 0;
    let mut others = 0;
    for path in &job.scripts {
        let scripts = match scripts(path) {
            Ok(scripts) => scripts,
            Err(why) => {
                tell_line!("cannot read {}: {}", path.display(), reason(&why));
                status = USAGE;
                continue;
            }
        };
        if scripts.is_empty() {
            tell_line!("{} contains no script (*.corpus)", path.display());
            status = USAGE;
        }
        for script in scripts {
            match one(&script, job.check) {
                Ok(is_formatted) => others += u32::from(!is_formatted),
                Err(worse) => status = status.max(worse),
            }
        }
    }
    if job.check && others > 0 {
        let scripts = if others == 1 {
            "script needs"
        } else {
            "scripts need"
        };
        tell_line!("{others} {scripts} formatting; run `corpus fmt`");
        status = status.max(SCRIPT_FAULT);
    }
    status
}

/// Formats or only checks one script. Returns whether it was formatted already; the error is the exit status.
fn one(script: &Path, check: bool) -> Result<bool, u8> {
    let piped = script == Path::new("-");
    let name = if piped {
        "standard input".to_owned()
    } else {
        script.display().to_string()
    };
    let text = read(script).map_err(|why| {
        tell_line!("cannot read {name}: {why}");
        USAGE
    })?;
    let formatted = lay_out(&text, &TABLE).map_err(|reports| {
        let mut sources = Sources::default();
        sources.add(name.as_str(), text.as_str(), None);
        show(&reports, &sources);
        tell_line!("{name} is unchanged: it has syntax errors");
        SCRIPT_FAULT
    })?;
    let is_formatted = formatted == text;
    match (is_formatted, check, piped) {
        (true, _, false) | (true, true, true) => {}
        // A formatted script is data, but control characters must not reach a terminal.
        (_, false, true) if std::io::stdout().is_terminal() => say!("{formatted}"),
        (_, false, true) => say_drawn(&formatted),
        (false, true, _) => say_line!("{name}"),
        (false, false, false) => {
            files::write(script, formatted.as_bytes()).map_err(|why| {
                tell_line!("cannot write {name}: {}", reason(&why));
                USAGE
            })?;
            say_line!("formatted {name}");
        }
    }
    Ok(is_formatted)
}

/// Returns the scripts of a path: the file itself, or all scripts in the folder and its subfolders, by name.
pub(super) fn scripts(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = vec![];
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let inside = entry.path();
        // A link to a folder may lead back here.
        if entry.file_type()?.is_dir() {
            found.extend(scripts(&inside)?);
        } else if inside.extension().is_some_and(|end| end == "corpus") {
            found.push(inside);
        }
    }
    found.sort();
    Ok(found)
}

fn read(script: &Path) -> Result<String, String> {
    match script == Path::new("-") {
        true => standard_input().clone(),
        false => files::read_text(script, LARGEST).map_err(|why| reason(&why)),
    }
}
