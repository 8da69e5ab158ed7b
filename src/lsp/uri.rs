//! File URIs of the protocol.

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

/// Characters of a path that a URI encodes.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// Converts a `file` URI to a path; returns none for any other URI, and if the path is not Unicode text.
pub(super) fn to_path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let slash = rest.find('/')?;
    let (host, path) = rest.split_at(slash);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    if !(host.is_empty() || host == "localhost") {
        return Some(PathBuf::from(format!("//{host}{path}")));
    }
    // `/c:/scripts` is `c:/scripts`.
    let has_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    let path = if has_drive { path.get(1..)? } else { &*path };
    Some(PathBuf::from(path))
}

/// Converts an absolute path to a URI; returns none for a relative one.
pub(super) fn of_path(path: &Path) -> Option<Uri> {
    let text = path.to_str()?;
    let text = if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text.to_owned()
    };
    let slash = if text.starts_with('/') { "" } else { "/" };
    if !path.is_absolute() {
        return None;
    }
    let encoded = utf8_percent_encode(&text, ENCODED);
    Uri::from_str(&format!("file://{slash}{encoded}")).ok()
}

/// Removes `.` and `..` from a path by its text; links are not followed.
pub(super) fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                tidy.pop();
            }
            other => tidy.push(other),
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn editors_write_paths_in_several_ways() {
        let path = |uri: &str| to_path(&Uri::from_str(uri).unwrap());
        assert_eq!(path("file:///a%20b/%C3%A9"), Some("/a b/é".into()));
        assert_eq!(path("file://localhost/a"), Some("/a".into()));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///%ff"), None);
        assert_eq!(tidy(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert!(of_path(Path::new("a")).is_none());
    }

    #[cfg(unix)]
    proptest! {
        #[test]
        fn there_and_back(name in "[^\0]{0,20}") {
            let path = PathBuf::from(format!("/{name}"));
            let uri = of_path(&path).unwrap();
            prop_assert_eq!(to_path(&uri), Some(path));
        }
    }
}
