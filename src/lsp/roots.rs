//! Finds the script of which a document is checked as a part. Many documents are not complete scripts: the gait of a roach is
//! meaningful only with a roach.

use super::analysis::{Analysis, Texts, read_file};
use super::documents::{Documents, Key, key};
use super::formatting::with_ends;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

/// Most scripts that are tried.
const MOST_TRIED: usize = 8;
/// Most scripts that are checked for a name without being open.
const MOST_CHECKED: usize = 64;
/// Most files of a folder that are read.
const MOST_READ: usize = 200;
/// Largest file that is read (bytes).
const LONGEST: u64 = 1 << 20;

/// Returns the script as part of which a text has fewer errors than by itself: of the scripts that include it, directly or
/// through others, the one with the fewest. Editors open a text by itself, so its includers are searched among open texts, in
/// its folder and in the folder above.
pub(super) fn better_root(
    alone: &Analysis,
    documents: &Documents,
    includes: &mut Includes,
    texts: &Texts,
) -> Option<Analysis> {
    let wanted = key(&alone.path);
    let mut best = None;
    let mut fewest = alone.errors_in(&wanted);
    let mut tried = vec![wanted.clone()];
    let mut includers_of = vec![alone.path.clone()];
    while fewest > 0 && !includers_of.is_empty() {
        let included = includers_of.remove(0);
        for includer in includes.includers(&included, documents) {
            let identity = key(&includer);
            if fewest == 0 || tried.len() > MOST_TRIED || tried.contains(&identity) {
                continue;
            }
            tried.push(identity);
            let analysis = Analysis::of(&includer, texts.clone());
            let mistakes = analysis.errors_in(&wanted);
            if analysis.reads(&wanted) && mistakes < fewest {
                fewest = mistakes;
                best = Some(analysis);
            }
            includers_of.push(includer);
        }
    }
    best
}

/// Scripts that include a text though no open text is part of them.
pub(super) struct Others {
    pub scripts: Vec<Analysis>,
    /// Whether there were no more than could be checked.
    pub are_all: bool,
}

impl Others {
    /// Returns the scripts that include one of these texts, directly or by others, and that are not part of what is already
    /// checked.
    pub fn including(
        included: BTreeSet<Key>,
        checked: &[&Analysis],
        documents: &Documents,
        includes: &mut Includes,
    ) -> Others {
        let mut others = Others {
            scripts: vec![],
            are_all: true,
        };
        let texts = documents.texts();
        let mut seen = included.clone();
        let mut includers_of: VecDeque<PathBuf> = included.into_iter().collect();
        while let Some(included) = includers_of.pop_front() {
            for includer in includes.includers(&included, documents) {
                let identity = key(&includer);
                if !seen.insert(identity.clone()) {
                    continue;
                }
                if !checked.iter().any(|analysis| analysis.reads(&identity)) {
                    if others.scripts.len() == MOST_CHECKED {
                        others.are_all = false;
                        return others;
                    }
                    let analysis = Analysis::of(&includer, texts.clone());
                    others.scripts.push(analysis);
                }
                includers_of.push_back(includer);
            }
        }
        others
    }
}

/// The includes of scripts, as far as files were read. Each is read once until it may have changed: a text with errors requests
/// its includers at every key.
#[derive(Default)]
pub(super) struct Includes {
    /// The scripts of a folder, by name.
    folders: BTreeMap<PathBuf, Vec<Script>>,
}

/// A script of a folder.
struct Script {
    path: PathBuf,
    key: Key,
    includes: Vec<Key>,
}

impl Includes {
    /// Forgets the files, which may have changed.
    pub fn forget(&mut self) {
        self.folders.clear();
    }

    /// Returns the scripts that include a script: open ones first, then others by name.
    pub fn includers(&mut self, path: &Path, documents: &Documents) -> Vec<PathBuf> {
        let wanted = key(path);
        let open = documents.iter();
        let open =
            open.filter(|document| included(&document.path, &document.text).contains(&wanted));
        let mut found: Vec<PathBuf> = open.map(|document| document.path.clone()).collect();
        let folder = path.parent();
        for folder in folder.into_iter().chain(folder.and_then(Path::parent)) {
            let scripts = self.folders.entry(folder.to_path_buf());
            let scripts = scripts.or_insert_with(|| scripts_of(folder)).iter();
            let closed = scripts.filter(|script| documents.with_key(&script.key).is_none());
            let including = closed.filter(|script| script.includes.contains(&wanted));
            found.extend(including.map(|script| script.path.clone()));
        }
        found
    }
}

/// Returns the scripts of a folder, sorted by name.
fn scripts_of(folder: &Path) -> Vec<Script> {
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
    let scripts = scripts.into_iter().map(|path| Script {
        key: key(&path),
        includes: included(&path, &read_file(&path).unwrap_or_default()),
        path,
    });
    scripts.collect()
}

/// Returns the files that a text of that path includes.
fn included(path: &Path, text: &str) -> Vec<Key> {
    let folder = path.parent().unwrap_or(Path::new(""));
    named(text).map(|name| key(&folder.join(name))).collect()
}

/// Returns the paths that a text includes, recognised by the form of its lines.
fn named(text: &str) -> impl Iterator<Item = &str> {
    with_ends(text).into_iter().filter_map(|line| {
        let path = line.trim_start().strip_prefix("include")?;
        let path = path.split('#').next().unwrap_or_default();
        path.starts_with([' ', '\t'])
            .then(|| path.trim().trim_matches('"'))
    })
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn lines_that_include_are_found() {
        let text = "include a.corpus # a\r\n  include \"b c.corpus\"\rincluded x\n# include y\n";
        assert_eq!(named(text).collect::<Vec<_>>(), ["a.corpus", "b c.corpus"]);
    }
}
