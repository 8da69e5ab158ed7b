//! Files that complete a path.

use super::{Candidate, What};
use crate::commands::TABLE;
use crate::diagnostic::invisible;
use crate::geometry::Format;
use crate::lang::lexer::{Token, lex};
use std::path::Path;

/// Returns the files and folders that continue a path, which may start with a `"`: those that the command is likely to take, or
/// all if there are none of that kind. Names that cannot be written in a script are left out.
pub(super) fn files(base: &Path, begun: &str, command: &str) -> Vec<Candidate> {
    let path = begun.strip_prefix('"').unwrap_or(begun);
    let at = path.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, name_begins) = path.split_at(at);
    let looked_in = match base.join(folder) {
        here if here.as_os_str().is_empty() => Path::new(".").to_owned(),
        there => there,
    };
    let Ok(entries) = std::fs::read_dir(looked_in) else {
        return vec![];
    };
    let mut names: Vec<(String, bool)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !name_begins.starts_with('.');
            let writable = !name.contains(|c: char| c == '"' || c.is_control() || invisible(c));
            (name.starts_with(name_begins) && !hidden && writable)
                .then(|| (name, entry.path().is_dir()))
        })
        .collect();
    names.sort();
    let likely = |(name, is_folder): &(String, bool)| *is_folder || likely(command, name);
    if names.iter().any(|entry| !entry.1 && likely(entry)) {
        names.retain(likely);
    }
    let candidate = |(name, is_folder): (String, bool)| {
        let end = if is_folder { "/" } else { "" };
        let path = format!("{folder}{name}{end}");
        let text = match (begun.starts_with('"') || !is_word(&path), is_folder) {
            (false, _) => path,
            (true, false) => format!("\"{path}\""),
            // The `"` that closes it comes with the file.
            (true, true) => format!("\"{path}"),
        };
        match is_folder {
            true => Candidate::open(text, "folder").of(What::Folder),
            false => Candidate::new(text, "file").of(What::File),
        }
    };
    names.into_iter().map(candidate).collect()
}

fn likely(command: &str, name: &str) -> bool {
    match command {
        "get" => Format::by_extension(Path::new(name)).is_some(),
        "include" => name.ends_with(".corpus"),
        _ => true,
    }
}

/// Whether the path needs no quotes.
fn is_word(path: &str) -> bool {
    matches!(lex(0, path, &TABLE).as_slice(), [(Token::Word, span)] if span.range().len() == path.len())
}
