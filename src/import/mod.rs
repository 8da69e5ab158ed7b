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
use std::path::{Path, PathBuf};

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
    /// Those of them that no warning names.
    pub minor: Vec<String>,
    /// What the file does not specify, and what the script has instead.
    pub assumed: Vec<&'static str>,
    /// Meshes of the file that the script reads, to be written: their paths and texts.
    pub meshes: Vec<(PathBuf, String)>,
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
    let mut ctx = Context::new(file, &paths.script, reader);
    let mut root = mjcf::with_includes(file, &mut ctx)?;
    let unexpanded = (root.tag == "robot").then(|| xacro(&root, &ctx)).flatten();
    if let Some(at) = unexpanded {
        let help = "expand it first, and import the result: `xacro FILE -o robot.urdf`";
        ctx.error(
            "E034",
            at,
            "this is a xacro file, not yet a URDF file",
            help,
        );
    }
    let description = match root.tag.as_str() {
        _ if ctx.has_errors() => Description::default(),
        "mujoco" => mjcf::read(&mut root, &mut ctx),
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
        let lost = losses(&root, &mut ctx);
        imported.minor = listed(&root, &ctx);
        let left_out = [&*lost, &*imported.minor].concat();
        let told = (&*left_out, &*ctx.assumed);
        let text = script::write(&description, format, file, paths, told, &ctx.renamed);
        imported.script = Some(text);
        imported.description = Some(description);
        imported.left_out = left_out;
        imported.assumed = ctx.assumed;
        imported.meshes = ctx.meshes;
    }
    (imported.findings, imported.sources) = (ctx.findings, ctx.sources);
    Ok(imported)
}

/// Returns the place of the first macro of xacro, or of the first value that contains one.
fn xacro(element: &xml::Element, ctx: &Context) -> Option<Span> {
    if ctx.sources.text(element.span).starts_with("<xacro:") {
        return Some(element.span);
    }
    let mut values = element.attributes.iter();
    let macros = values.find(|a| a.value.contains("${") || a.value.contains("$("));
    let mut inner = element.children.iter();
    macros
        .map(|a| a.span)
        .or_else(|| inner.find_map(|child| xacro(child, ctx)))
}

/// Elements without which a robot moves differently, by the start of their names in a list of unread ones, and advice.
const COSTLY: &[(&str, &str)] = &[
    (
        "tendon",
        "its forces and limits are missing; `jointspring` or `attach` may replace them",
    ),
    ("composite", BODIES),
    ("flexcomp", BODIES),
    ("attach", BODIES),
    ("deformable flex", BODIES),
    ("plugin", "its forces are missing"),
];

const BODIES: &str = "its bodies and their masses are missing; write them as `body` elements";

/// Warns of omitted features without which the robot moves differently: one warning for each kind. Returns their lines.
fn losses(root: &xml::Element, ctx: &mut Context) -> Vec<String> {
    root.unread(&mut |what, at| {
        let costly = COSTLY.iter().find(|(start, _)| what.starts_with(start));
        if let Some((_, help)) = costly {
            ctx.lost.push((what, at, help));
        }
    });
    let lost = std::mem::take(&mut ctx.lost);
    let mut kinds: BTreeMap<String, (usize, Span, &str)> = BTreeMap::new();
    for (what, at, help) in lost {
        let kind = kinds.entry(what).or_insert((0, at, help));
        kind.0 += 1;
        kind.1 = kind.1.min(at);
    }
    let mut lines = vec![];
    for (what, (count, at, help)) in kinds {
        let times = match count {
            1 => String::new(),
            _ => format!(" ({count} times)"),
        };
        ctx.warn(at, format!("not imported: {what}{times}"), help);
        lines.push(placed(&what, count, at, ctx));
    }
    lines
}

/// Formats a feature with its count and first source position.
fn placed(what: &str, count: usize, at: Span, ctx: &Context) -> String {
    let place = ctx.sources.place(at);
    let place = match at.source {
        0 => format!("line {}", place.line),
        _ => format!("{}:{}", place.name, place.line),
    };
    match count {
        1 => format!("{what} ({place})"),
        _ => format!("{what} ({count} times, first in {place})"),
    }
}

/// Lists the omitted features of which no warning was given, each with its count and first source position.
fn listed(root: &xml::Element, ctx: &Context) -> Vec<String> {
    let mut kinds: BTreeMap<String, (usize, Span)> = BTreeMap::new();
    let mut tell = |what: String, at: Span| {
        let kind = kinds.entry(what).or_insert((0, at));
        kind.0 += 1;
        kind.1 = kind.1.min(at);
    };
    root.unread(&mut |what, at| {
        if !COSTLY.iter().any(|(start, _)| what.starts_with(start)) {
            tell(what, at);
        }
    });
    for (what, at) in &ctx.left_out {
        tell(what.clone(), *at);
    }
    let lines = kinds.into_iter();
    lines
        .map(|(what, (count, at))| placed(&what, count, at, ctx))
        .collect()
}
