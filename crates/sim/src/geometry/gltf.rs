//! glTF 2.0 files, as JSON with included data (`.gltf`) and binary (`.glb`): the triangles of the scene.
//!
//! In glTF y is up (Khronos, *glTF 2.0 specification*, section 3.4); here z is, so that (x, y, z) becomes (x, -z, y). Lengths
//! are metres in both. Skins and morph targets are read in their rest pose.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::Source;
use gltf::mesh::Mode;
use gltf::{Accessor, Gltf, Node, Primitive, Semantic};
use nalgebra::Matrix4;

use super::LoadError;
use super::load::{Triangles, check_count};
use super::polygons::{fan, strip};
use corpus_files::json_fault;

/// Largest depth of nested nodes of a scene.
const DEEPEST: usize = 100;
/// Largest number of nodes shown.
const MOST_NODES: usize = 100_000;

/// Returns all triangles of the default scene, or of all meshes if there is no scene.
pub(super) fn triangles(bytes: &[u8]) -> Result<Triangles, LoadError> {
    let not_gltf = |error: gltf::Error| {
        let why = match &error {
            gltf::Error::Deserialize(why) => json_fault(why),
            other => other.to_string(),
        };
        LoadError::syntax(format!("this is not a valid glTF file: {why}"))
    };
    // The crate's validation assumes that accessors of positions exist.
    let unchecked = Gltf::from_slice_without_validation(bytes).map_err(not_gltf)?;
    let json = unchecked.document.as_json();
    let primitives = json.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut accessors = primitives.flat_map(|primitive| primitive.attributes.values());
    if accessors.any(|accessor| accessor.value() >= json.accessors.len()) {
        return Err(LoadError::syntax(
            "a mesh refers to an accessor that does not exist",
        ));
    }
    let file = Gltf::from_slice(bytes).map_err(not_gltf)?;
    let mut reader = Reader::default();
    for buffer in file.document.buffers() {
        reader.buffers.push(match buffer.source() {
            Source::Bin => file.blob.clone().unwrap_or_default(),
            Source::Uri(uri) => embedded(uri)?,
        });
    }
    // Rotation that makes z up.
    #[rustfmt::skip]
    let upright = Matrix4::new(
        1.0, 0.0,  0.0, 0.0,
        0.0, 0.0, -1.0, 0.0,
        0.0, 1.0,  0.0, 0.0,
        0.0, 0.0,  0.0, 1.0,
    );
    let scene = file.document.default_scene();
    match scene.or_else(|| file.document.scenes().next()) {
        Some(scene) => {
            for node in scene.nodes() {
                reader.node(&node, &upright, 0)?;
            }
        }
        None => {
            for mesh in file.document.meshes() {
                for primitive in mesh.primitives() {
                    reader.primitive(&primitive, &upright)?;
                }
            }
        }
    }
    Ok(reader.found)
}

/// Returns the data of a buffer within the file.
fn embedded(uri: &str) -> Result<Vec<u8>, LoadError> {
    let Some((_, data)) = uri
        .strip_prefix("data:")
        .and_then(|uri| uri.split_once(";base64,"))
    else {
        let name: String = uri.chars().take(60).collect();
        return Err(LoadError::syntax(format!(
            "its data are in another file, `{name}`: export it as `.glb`, which contains them"
        )));
    };
    let decoded = STANDARD.decode(data);
    decoded.map_err(|error| LoadError::syntax(format!("a buffer cannot be decoded: {error}")))
}

#[derive(Default)]
struct Reader {
    buffers: Vec<Vec<u8>>,
    found: Triangles,
    nodes: usize,
}

impl Reader {
    fn node(&mut self, node: &Node, above: &Matrix4<f64>, depth: usize) -> Result<(), LoadError> {
        self.nodes += 1;
        if depth > DEEPEST || self.nodes > MOST_NODES {
            return Err(LoadError::syntax("nodes refer to each other without end"));
        }
        let columns = node.transform().matrix();
        let place = above * Matrix4::from_fn(|row, column| f64::from(columns[column][row]));
        for primitive in node.mesh().iter().flat_map(gltf::Mesh::primitives) {
            self.primitive(&primitive, &place)?;
        }
        for child in node.children() {
            self.node(&child, &place, depth + 1)?;
        }
        Ok(())
    }

    fn primitive(&mut self, primitive: &Primitive, place: &Matrix4<f64>) -> Result<(), LoadError> {
        let mode = primitive.mode();
        if !matches!(
            mode,
            Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan
        ) {
            return Ok(());
        }
        let Some(positions) = primitive.get(&Semantic::Positions) else {
            return Ok(());
        };
        if (positions.data_type(), positions.dimensions()) != (DataType::F32, Dimensions::Vec3) {
            return Err(LoadError::syntax("positions must be three floats each"));
        }
        let places = self.entries(&positions)?;
        let corner = |index: usize| {
            let entry = places
                .get(index)
                .and_then(|entry| entry.first_chunk::<12>());
            let entry = entry.ok_or_else(|| {
                let last = places.len().saturating_sub(1);
                LoadError::syntax(format!(
                    "there is no vertex {index}: they are numbered from 0 to {last}"
                ))
            })?;
            let (numbers, _) = entry.as_chunks::<4>();
            let mut at = numbers.iter().map(|x| f64::from(f32::from_le_bytes(*x)));
            let mut next = || at.next().unwrap_or_default();
            let at = [next(), next(), next()];
            Ok::<_, LoadError>(place.transform_point(&at.into()).coords)
        };
        let corners = match primitive.indices() {
            None => (0..places.len())
                .map(corner)
                .collect::<Result<Vec<_>, _>>()?,
            Some(indices) => {
                let size = indices.data_type().size();
                let entries = self.entries(&indices)?;
                let index = |entry: &&[u8]| {
                    let bytes = entry.iter().take(size).rev();
                    bytes.fold(0_usize, |sum, byte| sum << 8 | usize::from(*byte))
                };
                let all = entries.iter().map(index).map(corner);
                all.collect::<Result<Vec<_>, _>>()?
            }
        };
        check_count(corners.len().div_ceil(3))?;
        match mode {
            Mode::Triangles => self.found.extend(corners.as_chunks::<3>().0),
            Mode::TriangleStrip => self.found.extend(strip(&corners)),
            _ => self.found.extend(fan(&corners)),
        }
        check_count(self.found.len())
    }

    /// Returns the bytes of each element of an accessor.
    fn entries(&self, accessor: &Accessor) -> Result<Vec<&[u8]>, LoadError> {
        let number = accessor.index();
        let Some(view) = accessor.view().filter(|_| accessor.sparse().is_none()) else {
            return Err(LoadError::syntax(format!(
                "accessor {number} is sparse, which is not supported"
            )));
        };
        let size = accessor.size();
        let stride = view.stride().unwrap_or(size);
        let bytes = self.buffers.get(view.buffer().index()).map(Vec::as_slice);
        let bytes = bytes.and_then(|all| all.get(view.offset()..)?.get(..view.length()));
        let bytes = bytes.and_then(|all| all.get(accessor.offset()..));
        let count = accessor.count();
        let entries = bytes
            .filter(|_| stride >= size && size > 0)
            .and_then(|bytes| {
                // The last element may end before its stride does.
                let fits = count.checked_sub(1).is_none_or(|last| {
                    let end = last.checked_mul(stride).and_then(|at| at.checked_add(size));
                    end.is_some_and(|end| end <= bytes.len())
                });
                fits.then(|| bytes.chunks(stride).take(count).collect())
            });
        entries.ok_or_else(|| {
            LoadError::syntax(format!(
                "the data of accessor {number} are not all in the file"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector3;

    /// Returns a file with a tetrahedron of one metre along each axis of the file, moved by its node along the file's y axis.
    fn tetrahedron(count: usize) -> String {
        let mut bytes = vec![];
        let places = [
            [0.0_f32, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
        ];
        for x in places.as_flattened() {
            bytes.extend(x.to_le_bytes());
        }
        for index in [0_u16, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] {
            bytes.extend(index.to_le_bytes());
        }
        let data = STANDARD.encode(&bytes);
        format!(
            r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}],
            "nodes": [{{"translation": [0, 5, 0], "children": [1]}}, {{"mesh": 0}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": {count}, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]}},
                          {{"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 48}}, {{"buffer": 0, "byteOffset": 48, "byteLength": 24}}],
            "buffers": [{{"byteLength": {}, "uri": "data:application/octet-stream;base64,{data}"}}]}}"#,
            bytes.len()
        )
    }

    #[test]
    fn what_is_up_in_the_file_is_up_in_the_world() {
        let found = triangles(tetrahedron(4).as_bytes()).unwrap();
        assert_eq!(found.len(), 4);
        let lift = Vector3::new(0.0, 0.0, 5.0);
        let expected = [Vector3::x(), Vector3::z(), -Vector3::y()].map(|at| at + lift);
        assert_eq!(found[3], expected);
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = |text: &str| triangles(text.as_bytes()).unwrap_err().to_string();
        assert!(told("{}").contains("not a valid glTF file"));
        let nothing = r#"{"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]}"#;
        assert!(told(nothing).contains("an accessor that does not exist"));
        assert!(told(&tetrahedron(3)).contains("no vertex 3"));
        assert!(told(&tetrahedron(5)).contains("accessor 0"));
        assert!(told(&tetrahedron(usize::MAX)).contains("accessor 0"));
        let elsewhere = tetrahedron(4);
        let at = elsewhere.find("data:").unwrap();
        let end = elsewhere[at..].find('"').unwrap() + at;
        let elsewhere = format!("{}body.bin{}", &elsewhere[..at], &elsewhere[end..]);
        assert!(
            told(&elsewhere).contains("`body.bin`"),
            "{}",
            told(&elsewhere)
        );
    }
}
