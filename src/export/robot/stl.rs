//! Shapes as binary STL files.

use super::Model;
use crate::geometry::Mesh;

/// Makes a file in a folder for each shape of a model.
pub(super) fn files(model: &Model, folder: &str) -> Vec<(String, Vec<u8>)> {
    let files = model.meshes.iter();
    files
        .map(|(name, mesh)| (format!("{folder}/{name}.stl"), bytes(mesh)))
        .collect()
}

/// Returns the bytes of a mesh (m).
pub(super) fn bytes(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for [a, b, c] in mesh.faces() {
        let normal = (b - a)
            .cross(&(c - a))
            .try_normalize(0.0)
            .unwrap_or_default();
        for corner in [normal, a, b, c] {
            for x in corner.iter() {
                bytes.extend((*x as f32).to_le_bytes());
            }
        }
        bytes.extend([0, 0]);
    }
    bytes
}
