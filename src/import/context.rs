//! Context shared by the readers of all formats: sources, findings, numbers, names, files.

use super::xml::{Attribute, Element, parse};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::did_you_mean;
use crate::files::{self, Unreadable};
use crate::geometry::{Closing, Format, Mesh, load_bytes};
use crate::source::{SourceId, Sources, Span};
use nalgebra::Vector3;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Function that reads the bytes of a file, by its path.
pub type Reader<'a> = &'a dyn Fn(&Path) -> Result<Vec<u8>, Unreadable>;

/// Words that mean something else in expressions, in `touches` or at the end of blocks: no body gets such a name.
const TAKEN: &[&str] = &[
    "and", "end", "false", "in", "not", "or", "pi", "tau", "to", "true", "world", "from", "ground",
];

/// The state of an import.
pub(crate) struct Context<'a> {
    pub sources: Sources,
    pub findings: Vec<Diagnostic>,
    reader: Reader<'a>,
    /// The folder of the imported file.
    pub folder: PathBuf,
    names: BTreeSet<String>,
    /// Changed names: the original and the new one.
    pub renamed: Vec<(String, String)>,
    /// Omitted or changed features, with their source positions.
    pub left_out: Vec<(String, Span)>,
    /// Omitted features without which the robot moves differently: mass, joints, actuators, constraints. With their source
    /// positions and advice.
    pub lost: Vec<(String, Span, &'static str)>,
    /// What the file does not specify, and what the script has instead.
    pub assumed: Vec<&'static str>,
    /// Meshes in the file, as files for the script to read: their paths and texts.
    pub meshes: Vec<(PathBuf, String)>,
    /// The start of the paths of such files: the folder of the script and the name of the imported file.
    mesh_start: PathBuf,
}

impl<'a> Context<'a> {
    pub fn new(file: &Path, script: &Path, reader: Reader<'a>) -> Self {
        Context {
            sources: Sources::default(),
            findings: vec![],
            reader,
            folder: file.parent().unwrap_or(Path::new("")).to_path_buf(),
            names: TAKEN.iter().map(|word| (*word).to_owned()).collect(),
            renamed: vec![],
            left_out: vec![],
            lost: vec![],
            assumed: vec![],
            meshes: vec![],
            mesh_start: script.join(file.file_stem().unwrap_or_default()),
        }
    }

    /// Adds a mesh of the file to those that are written for the script. Returns its path.
    pub fn write_mesh(&mut self, name: &str, mesh: &Mesh) -> PathBuf {
        let start = self.mesh_start.display();
        let is_taken = |path: &str| {
            self.meshes
                .iter()
                .any(|(known, _)| known == Path::new(path))
        };
        let path = unused(&format!("{start}_{}", identifier(name)), "_", |path| {
            is_taken(&format!("{path}.obj"))
        });
        let path = PathBuf::from(path + ".obj");
        let mut text = "# A mesh of a robot.\n".to_owned();
        for v in &mesh.vertices {
            text += &format!("v {:?} {:?} {:?}\n", v.x, v.y, v.z);
        }
        for [a, b, c] in &mesh.triangles {
            text += &format!("f {} {} {}\n", a + 1, b + 1, c + 1);
        }
        self.meshes.push((path.clone(), text));
        path
    }

    /// Returns the elements of a file.
    pub fn document(
        &mut self,
        file: &Path,
        from: Option<Span>,
    ) -> Result<(SourceId, Element), Unreadable> {
        let bytes = (self.reader)(file)?;
        let text = files::text(bytes)?;
        let text = text.trim_start_matches('\u{feff}').to_owned();
        let id = self.sources.add(file.display().to_string(), text, from);
        let root = parse(&self.sources, id).unwrap_or_else(|report| {
            self.findings.push(report);
            Element::default()
        });
        Ok((id, root))
    }

    pub fn error(&mut self, code: &'static str, at: Span, message: impl Into<String>, help: &str) {
        let report = Diagnostic::error(code, at, message);
        self.findings.push(report.help(help));
    }

    /// Reports an invalid value, in whose place there is none.
    pub fn invalid<T>(&mut self, at: Span, message: impl Into<String>, help: &str) -> Option<T> {
        self.error("E034", at, message, help);
        None
    }

    /// Reports a second thing of a kind with the same name.
    pub fn second(&mut self, kind: &str, name: &str, at: Span, first: Option<Span>) {
        let message = format!("a second {kind} has the name `{name}`");
        let mut report = Diagnostic::error("E036", at, message);
        report.notes = first
            .map(|first| (first, format!("the first {kind} with this name")))
            .into_iter()
            .collect();
        self.findings
            .push(report.help(format!("give each {kind} its own name")));
    }

    pub fn warn(&mut self, at: Span, message: impl Into<String>, help: &str) {
        let report = Diagnostic::warning("W032", at, message);
        self.findings.push(report.help(help));
    }

    /// Records a feature that is omitted or changed.
    pub fn leave_out(&mut self, what: impl Into<String>, at: Span) {
        self.left_out.push((what.into(), at));
    }

    /// Records an omitted feature without which the robot moves differently; it becomes a warning.
    pub fn lose(&mut self, what: impl Into<String>, at: Span, help: &'static str) {
        self.lost.push((what.into(), at, help));
    }

    pub fn has_errors(&self) -> bool {
        let is_error = |d: &Diagnostic| d.severity == crate::diagnostic::Severity::Error;
        self.findings.iter().any(is_error)
    }

    /// Returns the numbers of a value, at least `least` and at most `most` of them.
    pub fn numbers(&mut self, from: &Attribute, least: usize, most: usize) -> Option<Vec<f64>> {
        let mut numbers = vec![];
        for word in from.value.split_whitespace() {
            match word.parse::<f64>() {
                Ok(x) if x.is_finite() => numbers.push(x),
                _ => {
                    let message = format!("`{}` must contain numbers, found `{word}`", from.name);
                    let help = "write finite numbers separated by spaces";
                    return self.invalid(from.span, message, help);
                }
            }
        }
        if (least..=most).contains(&numbers.len()) {
            return Some(numbers);
        }
        let wanted = match (least, most) {
            (1, 1) => "one number".to_owned(),
            (a, b) if a == b => format!("{a} numbers"),
            (a, b) => format!("{a} to {b} numbers"),
        };
        let message = format!("`{}` takes {wanted}, found {}", from.name, numbers.len());
        let help = "see the documentation of the format for what each number means";
        self.invalid(from.span, message, help)
    }

    /// Returns the first of at most `most` numbers.
    pub fn first(&mut self, from: Option<&Attribute>, most: usize) -> Option<f64> {
        self.numbers(from?, 1, most)?.first().copied()
    }

    pub fn number(&mut self, from: Option<&Attribute>) -> Option<f64> {
        self.first(from, 1)
    }

    /// Returns so many numbers.
    pub fn array<const N: usize>(&mut self, from: Option<&Attribute>) -> Option<[f64; N]> {
        self.numbers(from?, N, N)?.try_into().ok()
    }

    pub fn vector(&mut self, from: Option<&Attribute>) -> Option<Vector3<f64>> {
        self.array(from).map(Vector3::from)
    }

    /// Returns a unit vector of a direction.
    pub fn direction(&mut self, from: Option<&Attribute>) -> Option<Vector3<f64>> {
        let from = from?;
        let v = self.vector(Some(from))?;
        let length = v.norm();
        if length > 0.0 && length.is_finite() {
            // A unit vector is unchanged, to the last bit.
            return Some(if v.norm_squared() == 1.0 {
                v
            } else {
                v / length
            });
        }
        let message = format!("`{}` has no direction: {}", from.name, from.value);
        self.invalid(from.span, message, "write an axis such as 0 0 1")
    }

    /// Checks numbers that must be positive, or may also be zero; reports the first wrong one.
    pub fn size(&mut self, from: &Attribute, numbers: &[f64], zero: bool) -> bool {
        let wrong = |x: &&f64| !(**x > 0.0 || zero && **x == 0.0);
        let Some(x) = numbers.iter().find(wrong) else {
            return true;
        };
        let wanted = if zero { "zero or above" } else { "above zero" };
        // In URDF, `<mass value="...">` is the only such size.
        let message = match from.name.as_str() {
            "value" => format!("the mass must be {wanted}, found {x}"),
            name => format!("`{name}` must be {wanted}, found {x}"),
        };
        self.error("E034", from.span, message, "correct the number in the file");
        false
    }

    /// Makes a valid, unused name for a body from one in the file, or from another word if the file has none.
    pub fn name(&mut self, wanted: &str) -> String {
        let mut name = identifier(wanted);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name = format!("body_{}", name.trim_start_matches('_'));
        }
        name = unused(&name, "_", |name| self.names.contains(name));
        self.names.insert(name.clone());
        if name != wanted {
            self.renamed.push((wanted.to_owned(), name.clone()));
        }
        name
    }

    /// Reads a surface from a file.
    pub fn mesh(&mut self, file: &Path) -> Result<Mesh, String> {
        let format = Format::by_extension(file).ok_or_else(|| {
            let ending = file.extension().unwrap_or_default().to_string_lossy();
            format!("`.{ending}` files are not supported; convert it to OBJ, STL, PLY, DAE or glTF")
        })?;
        let bytes = (self.reader)(file).map_err(|why| why.to_string())?;
        match load_bytes(&bytes, format, Closing::Leave) {
            Ok(loaded) => Ok(loaded.mesh),
            Err(why) => Err(why.to_string()),
        }
    }

    /// Whether a file is readable.
    pub fn is_there(&self, file: &Path) -> bool {
        (self.reader)(file).is_ok()
    }
}

/// Suggests a similar known name, or lists the known ones.
pub(super) fn near<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
    else_: &str,
) -> String {
    did_you_mean(word, names).unwrap_or_else(|| else_.to_owned())
}

/// Returns a name, or the name with the first number from 2 on for which it is not taken.
pub(super) fn unused(name: &str, between: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut unused = name.to_owned();
    let mut number = 2;
    while is_taken(&unused) {
        unused = format!("{name}{between}{number}");
        number += 1;
    }
    unused
}

/// Returns the start of a text with `_` in place of characters that are not valid in names.
pub(super) fn identifier(text: &str) -> String {
    let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    text.chars().map(fits).take(60).collect()
}
