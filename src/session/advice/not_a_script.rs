//! Files that are not scripts: one report in place of one for each line.

use crate::diagnostic::Diagnostic;
use crate::lang::parser::Read;
use crate::lang::syntax::Statement;
use crate::session::Session;
use crate::session::bind::Head;
use crate::source::Span;
use std::path::Path;

const IMPORT: &str = "`corpus import FILE -o SCRIPT` converts a robot in URDF or MJCF to a script";

/// Kinds of files: their extensions, starts of their texts, and what to do with them.
const KINDS: &[(&str, &[&str], &[&str], &str)] = &[
    ("a robot in XML", &["urdf"], &["<robot", "<mujoco"], IMPORT),
    (
        "an XML or HTML file",
        &["xml", "html"],
        &["<?", "<!", "<html"],
        IMPORT,
    ),
    (
        "a mesh",
        &["obj", "stl", "ply", "dae", "gltf"],
        &[],
        "a line of a script makes an object of it: `get NAME from FILE`",
    ),
    (
        "a table",
        &["csv", "tsv"],
        &[],
        "`inverse FILE` in a script reads a table of positions; `record FILE` writes tables",
    ),
    (
        "a page of text",
        &["md", "markdown", "rst", "tex"],
        &[],
        "copy the script in it to a file of its own",
    ),
    (
        "a JSON file",
        &["json"],
        &["{\"", "{\n", "{\r\n"],
        "`load FILE` in a script reads a state that `save` has written",
    ),
];

/// Makes the report of a file that is not a script, if it has errors as a script.
pub(in crate::session) fn not_a_script(
    session: &Session,
    read: &Read,
    text: &str,
) -> Option<Diagnostic> {
    let source = session.sources.get(read.source)?;
    let is_unknown =
        |line: &Statement| matches!(session.head(session.sources.text(line.head)), Head::Unknown);
    let starts_unknown = read.statements.first().is_none_or(is_unknown);
    let is_wrong = read.is_mistaken() || starts_unknown;
    if !is_wrong || session.sources.is_entry(read.source) {
        return None;
    }
    let extension = Path::new(&source.name).extension().and_then(|e| e.to_str());
    let extension = extension.unwrap_or_default().to_lowercase();
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let (kind, _, _, help) = KINDS.iter().find(|(_, extensions, starts, _)| {
        starts.iter().any(|one| start.starts_with(one))
            || starts_unknown && extensions.contains(&&*extension)
    })?;
    let message = format!("`{}` is {kind}, not a script", source.name);
    let first = text.lines().next().map_or(0, str::len);
    let place = source
        .included_from
        .unwrap_or(Span::of(read.source, 0..first));
    let script = Path::new(&source.name).with_extension("corpus");
    let names = format!("{} -o {}", source.name, script.display());
    let help = help.replace("FILE -o SCRIPT", &names);
    let help = help.replace("NAME from FILE", &format!("NAME from {}", source.name));
    Some(Diagnostic::error("E030", place, message).help(help))
}
