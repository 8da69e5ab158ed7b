//! Wavefront OBJ.

use std::fmt::Write;

use nalgebra::Vector3;

use super::LoadError;
use super::load::{Triangles, check_count};

/// Returns all triangles of all objects; polygons become fans.
pub(super) fn triangles(bytes: &[u8]) -> Result<Triangles, LoadError> {
    if bytes.contains(&0) {
        return Err(LoadError::NotText);
    }
    // Names and comments may be in any old encoding; they have no effect.
    let text = String::from_utf8_lossy(bytes);
    // Some editors put a byte order mark before the first line, and old ones end lines with `\r` alone.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let old = text.contains('\r') && !text.contains('\n');
    let text = if old {
        &*text.replace('\r', "\n")
    } else {
        text
    };
    // Counted before anything is built from them.
    let faces = text.lines().filter(|line| line.starts_with("f ")).count();
    check_count(faces)?;
    let text = geometry_lines(text);

    let options = tobj::LoadOptions {
        single_index: true,
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
    };
    let mut rest = text.as_bytes();
    let no_materials = |_: &std::path::Path| Err(tobj::LoadError::OpenFileFailed);
    let (models, _) = tobj::load_obj_buf(&mut rest, &options, no_materials).map_err(|error| {
        let read = &text.as_bytes()[..text.len() - rest.len()];
        // An invalid index may be detected only after all lines are read.
        let at_a_line = !matches!(
            error,
            tobj::LoadError::FaceVertexOutOfBounds | tobj::LoadError::InvalidPolygon
        );
        LoadError::Syntax {
            line: at_a_line.then(|| read.iter().filter(|byte| **byte == b'\n').count()),
            reason: reason(error).to_owned(),
        }
    })?;

    let mut triangles = Vec::new();
    for model in &models {
        let position = |index: &u32| {
            let at = *index as usize * 3;
            let [x, y, z] = *model.mesh.positions.get(at..at + 3)? else {
                return None;
            };
            Some(Vector3::new(x, y, z).cast::<f64>())
        };
        check_count(triangles.len() + model.mesh.indices.len() / 3)?;
        for corners in model.mesh.indices.chunks_exact(3) {
            if let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|i| position(&corners[i])) {
                triangles.push([a, b, c]);
            }
        }
    }
    Ok(triangles)
}

/// Returns the text with only `v` and `f` lines left, line for line: of a vertex its position without colour, of a face the
/// vertices without texture and normal. So only the geometry can make a file fail, and all objects become one.
fn geometry_lines(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    let mut continued = false;
    // Pending line ends of a continued line, so that line numbers stay correct.
    let mut waiting = 0;
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or(line).trim();
        let (line, goes_on) = match line.strip_suffix('\\') {
            Some(line) => (line, true),
            None => (line, false),
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_face = words.first() == Some(&"f") || continued;
        if is_face {
            for word in &words {
                let vertex = word.split('/').next().unwrap_or(word);
                // An empty vertex must not vanish.
                let vertex = if vertex.is_empty() { "?" } else { vertex };
                // Writing to a string cannot fail.
                let _ = write!(lines, "{vertex} ");
            }
        } else if words.first() == Some(&"v") {
            // Three numbers and possibly a weight; six or seven are a position and a colour.
            let count = if words.len() == 5 { 5 } else { 4 };
            for word in words.iter().take(count) {
                let _ = write!(lines, "{word} ");
            }
        }
        continued = is_face && goes_on;
        waiting += 1;
        if !continued {
            lines.extend(std::iter::repeat_n('\n', waiting));
            waiting = 0;
        }
    }
    lines
}

fn reason(error: tobj::LoadError) -> &'static str {
    match error {
        tobj::LoadError::PositionParseError => "a vertex needs three numbers: `v x y z`",
        tobj::LoadError::ScalingByZeroError => "a vertex has the weight zero",
        tobj::LoadError::FaceParseError => "a face needs numbers of vertices: `f 1 2 3`",
        tobj::LoadError::InvalidPolygon => "a face has no vertices",
        tobj::LoadError::FaceVertexOutOfBounds => "a face refers to a vertex that does not exist",
        _ => "this is not an OBJ file",
    }
}
