//! Which script a text is to be checked as part of. Many are no scripts of their own: the gait of a roach makes sense only
//! where a roach is.

use super::analysis::{Analysis, Texts, read_file};
use super::documents::{Documents, key};
use crate::source::lines;
use std::fs;
use std::path::{Path, PathBuf};

/// At most so many scripts are tried.
const MOST_TRIED: usize = 8;
/// At most so many files of a folder are looked into.
const MOST_READ: usize = 200;
/// Longer files are not looked into (bytes).
const LONGEST: u64 = 1 << 20;

/// The script as part of which a text has the fewest mistakes: itself if it has none, or one that includes it, directly or by
/// others. Editors tell of a text by itself, so its includers are looked for among open texts, in its folder and in the one
/// above.
pub(super) fn root_of(path: &Path, documents: &Documents, texts: &Texts) -> Analysis {
    let wanted = key(path);
    let mut best = Analysis::of(path, texts.clone());
    let mut fewest = best.errors_in(&wanted);
    let mut tried = vec![wanted.clone()];
    let mut includers_of = vec![path.to_path_buf()];
    while fewest > 0 && !includers_of.is_empty() {
        let included = includers_of.remove(0);
        for includer in includers(&included, documents) {
            let identity = key(&includer);
            if fewest == 0 || tried.len() > MOST_TRIED || tried.contains(&identity) {
                continue;
            }
            tried.push(identity);
            let analysis = Analysis::of(&includer, texts.clone());
            let mistakes = analysis.errors_in(&wanted);
            if analysis.reads(&wanted) && mistakes < fewest {
                fewest = mistakes;
                best = analysis;
            }
            includers_of.push(includer);
        }
    }
    best
}

/// The scripts that include one: open ones first, then others by name.
fn includers(path: &Path, documents: &Documents) -> Vec<PathBuf> {
    let wanted = key(path);
    let open = documents.iter().map(|document| document.path.clone());
    let folder = path.parent();
    let folders = folder.into_iter().chain(folder.and_then(Path::parent));
    let all = open.chain(folders.flat_map(scripts));
    let text = |path: &Path| match documents.with_key(&key(path)) {
        Some(document) => Some(document.text.to_string()),
        None => read_file(path).ok(),
    };
    let includes = |path: &PathBuf| {
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = text(path).unwrap_or_default();
        included(&text).any(|name| key(&folder.join(name)) == wanted)
    };
    all.filter(includes).collect()
}

/// The scripts of a folder, by name.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return vec![];
    };
    let is_script = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "corpus")
            && path
                .metadata()
                .is_ok_and(|meta| meta.is_file() && meta.len() <= LONGEST)
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut scripts: Vec<PathBuf> = paths.filter(is_script).take(MOST_READ).collect();
    scripts.sort();
    scripts
}

/// The paths that a text includes, as far as its lines look like that.
fn included(text: &str) -> impl Iterator<Item = &str> {
    let starts = lines(text);
    let ends = starts.iter().skip(1).copied().chain([text.len() as u32]);
    let ranges: Vec<_> = starts.iter().copied().zip(ends).collect();
    let lines = ranges.into_iter();
    let lines = lines.filter_map(|(start, end)| text.get(start as usize..end as usize));
    lines.filter_map(|line| {
        let path = line.trim_start().strip_prefix("include")?;
        let path = path.split('#').next().unwrap_or_default();
        path.starts_with([' ', '\t'])
            .then(|| path.trim().trim_matches('"'))
    })
}

#[cfg(test)]
mod tests {
    use super::included;

    #[test]
    fn lines_that_include_are_found() {
        let text = "include a.corpus # a\r\n  include \"b c.corpus\"\rincluded x\n# include y\n";
        assert_eq!(
            included(text).collect::<Vec<_>>(),
            ["a.corpus", "b c.corpus"]
        );
    }
}
