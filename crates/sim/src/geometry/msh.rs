//! MuJoCo's own binary mesh files (MSH).
//!
//! Four counts as 32-bit integers (vertices, normals, texture coordinates, triangles), then the vertices as three floats each, the normals,
//! the texture coordinates as two floats each, and the triangles as three vertex numbers each; all little-endian (MuJoCo documentation, XML
//! reference, `asset/mesh`).

use nalgebra::Vector3;

use super::LoadError;
use super::load::{Triangles, check_count};

/// Size of the four counts (bytes).
const HEADER: usize = 16;
/// Size of a number (bytes).
const NUMBER: usize = 4;

/// Returns all triangles. Skips normals and texture coordinates.
pub(super) fn triangles(bytes: &[u8]) -> Result<Triangles, LoadError> {
    let Some([vertices, normals, texture_coordinates, faces]) = counts(bytes) else {
        let missing = "the four counts at the beginning of an MSH file take";
        return Err(LoadError::cut_off(format!("{missing} {HEADER} bytes")));
    };
    check_count(faces)?;
    // Checked before anything is read: invalid files mostly claim billions.
    let sizes = [
        (vertices, 3),
        (normals, 3),
        (texture_coordinates, 2),
        (faces, 3),
    ];
    let claimed = sizes.iter().try_fold(HEADER, |sum, (count, numbers)| {
        sum.checked_add(count.checked_mul(numbers * NUMBER)?)
    });
    if claimed != Some(bytes.len()) {
        return Err(LoadError::syntax(format!(
            "it is not an MSH file: its counts ({vertices} vertices, {normals} normals, {texture_coordinates} texture coordinates, {faces} triangles) \
             do not agree with its length of {} bytes",
            bytes.len()
        )));
    }
    let places = bytes.get(HEADER..).unwrap_or_default();
    let numbers = bytes
        .get(bytes.len() - 3 * NUMBER * faces..)
        .unwrap_or_default();
    let mut triangles = Vec::with_capacity(faces);
    for (number, face) in (1..).zip(numbers.as_chunks::<NUMBER>().0.as_chunks::<3>().0) {
        let corner = |index: &[u8; NUMBER]| {
            let index = u32::from_le_bytes(*index);
            let at = usize::try_from(index).ok().filter(|at| *at < vertices);
            let place = at.and_then(|at| places.get(3 * NUMBER * at..)?.first_chunk());
            place.map(vertex).ok_or_else(|| {
                let last = vertices.saturating_sub(1);
                LoadError::syntax(format!(
                    "triangle {number} names vertex {index}, but they are numbered from 0 to {last}"
                ))
            })
        };
        let [a, b, c] = face;
        triangles.push([corner(a)?, corner(b)?, corner(c)?]);
    }
    Ok(triangles)
}

/// Reads the four counts; none if one is missing or negative.
fn counts(bytes: &[u8]) -> Option<[usize; 4]> {
    let (counts, _) = bytes.get(..HEADER)?.as_chunks::<NUMBER>();
    let mut found = [0; 4];
    for (found, count) in found.iter_mut().zip(counts) {
        *found = usize::try_from(i32::from_le_bytes(*count)).ok()?;
    }
    Some(found)
}

fn vertex(bytes: &[u8; 3 * NUMBER]) -> Vector3<f64> {
    let (numbers, _) = bytes.as_chunks::<NUMBER>();
    Vector3::from_iterator(numbers.iter().map(|x| f64::from(f32::from_le_bytes(*x))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file with a tetrahedron, one normal and one texture coordinate, which are skipped.
    fn tetrahedron() -> Vec<u8> {
        let mut bytes = vec![];
        for count in [4_i32, 1, 1, 4] {
            bytes.extend(count.to_le_bytes());
        }
        let places = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
        ];
        for x in places
            .as_flattened()
            .iter()
            .chain(&[0.0, 0.0, 1.0, 0.5, 0.5])
        {
            bytes.extend((*x as f32).to_le_bytes());
        }
        for index in [0_i32, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] {
            bytes.extend(index.to_le_bytes());
        }
        bytes
    }

    #[test]
    fn vertices_and_triangles_are_read_and_the_rest_is_skipped() {
        let found = triangles(&tetrahedron()).unwrap();
        assert_eq!(found.len(), 4);
        assert_eq!(found[3], [Vector3::x(), Vector3::y(), Vector3::z()]);
    }

    #[test]
    fn counts_that_do_not_agree_with_the_length_are_refused() {
        let bytes = tetrahedron();
        for end in [0, 10, 16, 40, bytes.len() - 1] {
            assert!(triangles(&bytes[..end]).is_err(), "{end}");
        }
        let mut negative = bytes.clone();
        negative[3] = 0xff;
        assert!(triangles(&negative).is_err());
        let mut outside = bytes;
        *outside.last_mut().unwrap() = 1;
        assert!(triangles(&outside).is_err());
    }
}
