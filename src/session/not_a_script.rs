//! Files that are not scripts: one report in place of one for each line.

use super::Session;
use super::bind::Head;
use crate::diagnostic::Diagnostic;
use crate::lang::parser::Read;
use crate::lang::syntax::Statement;
use crate::source::Span;
use std::path::Path;

/// Kind of a file that is not a script.
#[derive(Clone, Copy)]
enum Other {
    Robot,
    Markup,
    Mesh,
    Table,
    Page,
    Json,
}

/// Returns the kind of file that an extension names.
fn by_extension(extension: &str) -> Option<Other> {
    Some(match extension.to_lowercase().as_str() {
        "obj" | "stl" | "ply" | "dae" | "gltf" => Other::Mesh,
        "csv" | "tsv" => Other::Table,
        "md" | "markdown" | "rst" | "tex" => Other::Page,
        _ => return None,
    })
}

/// Returns the kind of file that the start of a text shows, where no line of a script could start so.
fn by_start(text: &str) -> Option<Other> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_name = |c: char| c.is_alphabetic() || matches!(c, '?' | '!');
    if text
        .strip_prefix('<')
        .is_some_and(|rest| rest.starts_with(is_name))
    {
        let is_robot = ["<robot", "<mujoco"].iter().any(|tag| text.contains(tag));
        return Some(if is_robot {
            Other::Robot
        } else {
            Other::Markup
        });
    }
    let rest = text.strip_prefix('{').map(str::trim_start);
    if rest.is_some_and(|rest| rest.starts_with('"') && text.trim_end().ends_with('}')) {
        return Some(Other::Json);
    }
    // Rows of the same number of cells.
    let rows: Vec<&str> = text.lines().take(ROWS).collect();
    let cells = rows.first()?.split(',').count();
    let is_row = |row: &&str| row.split(',').count() == cells && !row.contains(' ');
    (cells > 1 && rows.len() > 1 && rows.iter().all(is_row)).then_some(Other::Table)
}

/// Number of lines that show whether a text is a table.
const ROWS: usize = 5;

impl Other {
    fn name(self) -> &'static str {
        match self {
            Other::Robot => "a robot in XML",
            Other::Markup => "an XML or HTML file",
            Other::Mesh => "a mesh",
            Other::Table => "a table",
            Other::Page => "a page of text",
            Other::Json => "a JSON file",
        }
    }

    fn help(self, file: &str) -> String {
        match self {
            Other::Robot => {
                let script = Path::new(file).with_extension("corpus");
                let script = script.display();
                format!(
                    "`corpus import {file} -o {script}` converts a robot in URDF or MJCF to a script"
                )
            }
            Other::Markup => {
                "`corpus import FILE -o SCRIPT` converts a robot in URDF or MJCF to a script".into()
            }
            Other::Mesh => {
                format!("a line of a script makes an object of it: `get NAME from {file}`")
            }
            Other::Table => {
                "`inverse FILE` in a script reads a table of positions; `record FILE` writes tables"
                    .into()
            }
            Other::Page => "copy the script in it to a file of its own".into(),
            Other::Json => "`load FILE` in a script reads a state that `save` has written".into(),
        }
    }
}

impl Session {
    /// Makes the report of a file that is not a script, if it has errors as a script.
    pub(super) fn not_a_script(&self, read: &Read, text: &str) -> Option<Diagnostic> {
        let source = self.sources.get(read.source)?;
        let is_unknown =
            |line: &Statement| matches!(self.head(self.sources.text(line.head)), Head::Unknown);
        let starts_unknown = read.statements.first().is_none_or(is_unknown);
        let is_wrong = read.is_mistaken() || starts_unknown;
        if !is_wrong || self.sources.is_entry(read.source) {
            return None;
        }
        let extension = Path::new(&source.name).extension();
        let extension = extension.and_then(|extension| extension.to_str());
        let by_name = || by_extension(extension?).filter(|_| starts_unknown);
        let other = by_start(text).or_else(by_name)?;
        let message = format!("`{}` is {}, not a script", source.name, other.name());
        let first = text.lines().next().map_or(0, str::len);
        let place = source
            .included_from
            .unwrap_or(Span::of(read.source, 0..first));
        Some(Diagnostic::error("E030", place, message).help(other.help(&source.name)))
    }
}
