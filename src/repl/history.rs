//! The history file of the prompt.

use std::ffi::OsString;
use std::path::PathBuf;

/// Returns the path of the history file: in the user's state folder by the XDG Base Directory Specification; on Windows in the
/// local data folder. None if there is no such folder.
pub(super) fn file(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // The specification says to ignore relative paths.
    let folder = |name: &str| {
        variable(name)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    let state = folder("XDG_STATE_HOME")
        .or_else(|| Some(folder("HOME")?.join(".local").join("state")))
        .or_else(|| folder("LOCALAPPDATA"))?;
    Some(state.join("corpus").join("history"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::file;
    use std::path::Path;

    fn with(set: &[(&str, &str)]) -> Option<String> {
        let found = file(|name| {
            let (_, value) = set.iter().find(|(n, _)| *n == name)?;
            Some((*value).into())
        });
        found.map(|p| Path::new(&p).display().to_string())
    }

    #[test]
    fn it_lies_where_the_specification_wants_it() {
        let home = ("HOME", "/home/ada");
        let usual = Some("/home/ada/.local/state/corpus/history".to_owned());
        assert_eq!(with(&[home]), usual);
        assert_eq!(with(&[home, ("XDG_STATE_HOME", "")]), usual);
        assert_eq!(with(&[home, ("XDG_STATE_HOME", "state")]), usual);
        let other = with(&[home, ("XDG_STATE_HOME", "/state")]);
        assert_eq!(other, Some("/state/corpus/history".to_owned()));
        assert_eq!(with(&[]), None);
    }
}
