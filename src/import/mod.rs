//! Import of robots: URDF and MJCF are read to a [`Description`], which is written as a script for people to
//! read and change.
//!
//! Features without a counterpart are listed, with the line of their first occurrence.

mod context;
mod mesh_inertia;
mod mjcf;
mod script;
mod sound;
mod urdf;
mod xml;

pub use context::Reader;
pub use script::Paths;

use crate::diagnostic::Diagnostic;
use crate::files::Unreadable;
use crate::robot::Description;
use crate::source::{Sources, Span};
use context::Context;
use std::collections::BTreeMap;
use std::path::Path;

/// Stack size for the deepest elements, in a build without optimisation (bytes).
const STACK: usize = 64 << 20;

/// Result of an import.
#[derive(Default)]
pub struct Imported {
    /// The description in the file; `None` if it has errors.
    pub description: Option<Description>,
    /// The script; `None` if the file has errors.
    pub script: Option<String>,
    /// Errors and warnings, with their source positions.
    pub findings: Vec<Diagnostic>,
    /// The sources of the findings.
    pub sources: Sources,
    /// Features that are not in the script, one per line.
    pub left_out: Vec<String>,
    /// What the file does not specify, and what the script has instead.
    pub assumed: Vec<&'static str>,
}

/// Reads a robot from a URDF or MJCF file and writes it as a script.
///
/// # Errors
/// The file itself cannot be read. Errors in its content are among the findings.
pub fn import(file: &Path, paths: &Paths, reader: Reader) -> Result<Imported, Unreadable> {
    // Nested elements are read by recursive functions.
    stacker::maybe_grow(STACK / 2, STACK, || read(file, paths, reader))
}

fn read(file: &Path, paths: &Paths, reader: Reader) -> Result<Imported, Unreadable> {
    let mut ctx = Context::new(file, reader);
    let root = mjcf::with_includes(file, &mut ctx)?;
    let description = match root.tag.as_str() {
        _ if ctx.has_errors() => Description::default(),
        "mujoco" => mjcf::read(&root, &mut ctx),
        "robot" => urdf::read(&root, paths, &mut ctx),
        other => {
            let message = format!("`{other}` is neither URDF nor MJCF");
            let help = "the outermost element must be `robot` (URDF) or `mujoco` (MJCF)";
            ctx.error("E034", root.span, message, help);
            Description::default()
        }
    };
    if !ctx.has_errors() && description.robots.is_empty() {
        let help = "import the file that contains the robot";
        ctx.error("E034", root.span, "there is no body in this file", help);
    }
    let mut imported = Imported::default();
    if !ctx.has_errors() {
        let format = if root.tag == "robot" { "URDF" } else { "MJCF" };
        let left_out = listed(&root, &ctx);
        let told = (&*left_out, &*ctx.assumed);
        let text = script::write(&description, format, file, paths, told, &ctx.renamed);
        imported.script = Some(text);
        imported.description = Some(description);
        imported.left_out = left_out;
        imported.assumed = ctx.assumed;
    }
    (imported.findings, imported.sources) = (ctx.findings, ctx.sources);
    Ok(imported)
}

/// Lists the omitted features, each with its count and first source position.
fn listed(root: &xml::Element, ctx: &Context) -> Vec<String> {
    let mut kinds: BTreeMap<String, (usize, Span)> = BTreeMap::new();
    let mut tell = |what: String, at: Span| {
        let kind = kinds.entry(what).or_insert((0, at));
        kind.0 += 1;
        kind.1 = kind.1.min(at);
    };
    root.unread(&mut tell);
    for (what, at) in &ctx.left_out {
        tell(what.clone(), *at);
    }
    let line = |(what, (count, at)): (String, (usize, Span))| {
        let place = ctx.sources.place(at);
        let place = match at.source {
            0 => format!("line {}", place.line),
            _ => format!("{}:{}", place.name, place.line),
        };
        match count {
            1 => format!("{what} ({place})"),
            _ => format!("{what} ({count} times, first in {place})"),
        }
    };
    kinds.into_iter().map(line).collect()
}
