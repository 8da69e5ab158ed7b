//! STL, binary and text.

use std::io::{Cursor, Error, ErrorKind};

use nalgebra::Vector3;

use super::LoadError;
use super::load::{Triangles, check_count};

/// Size of the header of a binary file: 80 bytes of free text and the count.
const HEADER: usize = 84;
/// Size of a triangle in a binary file (bytes).
const TRIANGLE: usize = 50;

/// Byte order mark, which some editors write before the first line of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns all triangles. Ignores the normals in the file: the order of the corners determines the outside.
pub(super) fn triangles(bytes: &[u8]) -> Result<Triangles, LoadError> {
    // A binary file may begin with the word `solid`, so its length decides first.
    if binary_count(bytes).is_some_and(|count| bytes.len() == HEADER + TRIANGLE * count) {
        return binary(bytes);
    }
    if begins_with_solid(bytes) {
        return text(bytes);
    }
    binary(bytes)
}

/// Whether the bytes are an STL file by their beginning or their length.
pub(super) fn looks_like(bytes: &[u8]) -> bool {
    let whole = |count: usize| count > 0 && bytes.len() == HEADER + TRIANGLE * count;
    begins_with_solid(bytes) || binary_count(bytes).is_some_and(whole)
}

fn begins_with_solid(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let word = bytes.trim_ascii_start().get(..5);
    word.is_some_and(|word| word.eq_ignore_ascii_case(b"solid"))
}

/// Returns the count of triangles in the header of a binary file.
fn binary_count(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(HEADER - 4..HEADER)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(count)).ok()
}

fn binary(bytes: &[u8]) -> Result<Triangles, LoadError> {
    let Some(count) = binary_count(bytes) else {
        return Err(LoadError::cut_off(format!(
            "{} bytes are not a binary STL file, and a text STL file begins with `solid`",
            bytes.len()
        )));
    };
    // The count is checked before anything is read: invalid files mostly claim billions.
    let held = (bytes.len() - HEADER) / TRIANGLE;
    if held < count {
        let missing = format!("only {held} of {count} triangles are present");
        return Err(LoadError::cut_off(missing));
    }
    if held > count {
        let reason = format!("its header declares {count} triangles, but it contains {held}");
        return Err(LoadError::syntax(reason));
    }
    // The reader decides by the first word, which is free text in a binary file.
    let mut bytes = bytes.to_vec();
    bytes[..HEADER - 4].fill(0);
    read(bytes)
}

fn text(bytes: &[u8]) -> Result<Triangles, LoadError> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    let is_frame = |line: &str| {
        let word = line.split_whitespace().next();
        word == Some("solid") || word == Some("endsolid")
    };
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    if last.is_none_or(|line| !line.trim_start().starts_with("endsolid")) {
        return Err(LoadError::cut_off("there is no `endsolid`"));
    }
    // Several solids become one, under a first line that the reader knows.
    let mut one = String::with_capacity(text.len() + 32);
    one.push_str("solid one\n");
    for line in text.lines().filter(|line| !is_frame(line)) {
        one.push_str(line);
        one.push('\n');
    }
    one.push_str("endsolid one\n");
    read(one.into_bytes())
}

fn read(bytes: Vec<u8>) -> Result<Triangles, LoadError> {
    let wrong = |facet: usize, error: &Error| match error.kind() {
        ErrorKind::UnexpectedEof => LoadError::cut_off(format!("facet {facet} is incomplete")),
        _ => LoadError::syntax(format!(
            "facet {facet} is malformed: in a text file it consists of the lines `facet normal x y z`, `outer loop`, three times \
             `vertex x y z`, `endloop` and `endfacet`"
        )),
    };
    let mut cursor = Cursor::new(bytes);
    let mut triangles = Vec::new();
    for triangle in stl_io::create_stl_reader(&mut cursor).map_err(|why| wrong(1, &why))? {
        let facet = triangles.len() + 1;
        check_count(facet)?;
        let corners = triangle.map_err(|why| wrong(facet, &why))?.vertices;
        triangles.push(corners.map(|corner| Vector3::from(corner.0).cast::<f64>()));
    }
    Ok(triangles)
}
