//! Opens the user's editor on an entry or a file.

use crate::terminal::reason;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Returns the command line of the editor: VISUAL, or EDITOR, or `vi`, as in POSIX for `more`.
fn command(variable: impl Fn(&str) -> Option<OsString>) -> Vec<String> {
    let set = |name: &str| {
        let value = variable(name)?.into_string().ok()?;
        let words: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
        (!words.is_empty()).then_some(words)
    };
    set("VISUAL")
        .or_else(|| set("EDITOR"))
        .unwrap_or_else(|| vec!["vi".to_owned()])
}

/// Opens the editor on a file and waits for its end.
///
/// # Errors
/// It cannot be started, or reports a failure.
pub(super) fn edit_file(path: &Path) -> Result<(), String> {
    let line = command(|name| std::env::var_os(name));
    let Some((program, arguments)) = line.split_first() else {
        return Ok(());
    };
    let ended = Command::new(program).args(arguments).arg(path).status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{program}` failed; nothing is run")),
        Err(why) => Err(format!(
            "cannot start `{program}`: {}; set VISUAL or EDITOR to choose another editor",
            reason(&why)
        )),
    }
}

/// Lets the user edit a text; returns the result.
///
/// # Errors
/// As [`edit_file`], or the text cannot be written to a file.
pub(super) fn edit_text(text: &str) -> Result<String, String> {
    let folder = std::env::temp_dir();
    let mut file = tempfile::Builder::new()
        .prefix("entry-")
        .suffix(".corpus")
        .tempfile()
        .map_err(|why| format!("cannot write to {}: {}", folder.display(), reason(&why)))?;
    let written = writeln!(file, "{text}");
    // Closed, because some systems let only one program open a file; dropping the path removes the file.
    let path = file.into_temp_path();
    written.map_err(|why| format!("cannot write {}: {}", path.display(), reason(&why)))?;
    edit_file(&path)?;
    #[expect(clippy::disallowed_methods, reason = "the user's editor wrote it")]
    std::fs::read_to_string(&path)
        .map_err(|why| format!("cannot read {}: {}", path.display(), reason(&why)))
}

#[cfg(test)]
mod tests {
    use super::command;

    fn with(set: &[(&str, &str)]) -> Vec<String> {
        command(|name| {
            let (_, value) = set.iter().find(|(n, _)| *n == name)?;
            Some((*value).into())
        })
    }

    #[test]
    fn the_editor_is_that_of_the_user() {
        assert_eq!(with(&[("EDITOR", "nano")]), ["nano"]);
        assert_eq!(
            with(&[("EDITOR", "nano"), ("VISUAL", "code --wait")]),
            ["code", "--wait"]
        );
        assert_eq!(with(&[("VISUAL", " ")]), ["vi"]);
    }
}
