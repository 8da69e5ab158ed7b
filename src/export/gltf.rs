//! glTF 2.0 (Khronos, ISO/IEC 12113:2022): a node for each actor, with an animation of its positions and rotations.

use super::clip::Clip;
use crate::render::Faces;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Constants of the standard: component types and buffer targets.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// Types of accessors by the number of components of an element.
const TYPES: [&str; 5] = ["", "SCALAR", "VEC2", "VEC3", "VEC4"];

/// Binary data of a file, with its accessors.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    fn view(&mut self, bytes: impl Iterator<Item = u8>, target: Option<u32>) -> usize {
        let offset = self.bytes.len();
        self.bytes.extend(bytes);
        let mut view = json!({
            "buffer": 0,
            "byteOffset": offset,
            "byteLength": self.bytes.len() - offset,
        });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.views.push(view);
        // Each view starts at a multiple of four bytes.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    /// Adds numbers, `size` of them for each element, with their least and largest values where the standard requires them.
    fn floats(&mut self, numbers: &[f32], size: usize, target: Option<u32>, bounds: bool) -> usize {
        let view = self.view(numbers.iter().flat_map(|x| x.to_le_bytes()), target);
        let mut accessor = json!({
            "bufferView": view,
            "componentType": FLOAT,
            "count": numbers.len() / size,
            "type": TYPES[size],
        });
        if bounds {
            let of = |start: f32, better: fn(f32, f32) -> f32| -> Vec<f32> {
                let member = |k: usize| numbers.iter().skip(k).step_by(size).copied();
                (0..size).map(|k| member(k).fold(start, better)).collect()
            };
            accessor["min"] = json!(of(f32::INFINITY, f32::min));
            accessor["max"] = json!(of(f32::NEG_INFINITY, f32::max));
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn indices(&mut self, indices: &[u32]) -> usize {
        let bytes = indices.iter().flat_map(|i| i.to_le_bytes());
        let view = self.view(bytes, Some(ELEMENT_ARRAY_BUFFER));
        self.accessors.push(json!({
            "bufferView": view,
            "componentType": UNSIGNED_INT,
            "count": indices.len(),
            "type": "SCALAR",
        }));
        self.accessors.len() - 1
    }
}

/// Converts a clip to the JSON of a glTF file, without the location of its binary data, and the data. Played in slow motion by
/// the factor `slow`.
fn parts(clip: &Clip, slow: f64) -> (Value, Vec<u8>) {
    let mut buffer = Buffer::default();
    let mut materials: Vec<Value> = vec![];
    let mut meshes: Vec<Value> = vec![];
    let mut shapes: BTreeMap<usize, Option<Value>> = BTreeMap::new();
    let mut of_colour: BTreeMap<[u32; 3], usize> = BTreeMap::new();
    let mut of_mesh: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    // y is up in the standard, z here: the root rotates everything by a quarter turn about x.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let mut nodes = vec![json!({ "name": clip.name, "rotation": [-half, 0.0, 0.0, half] })];
    let (mut samplers, mut channels) = (vec![], vec![]);
    let begin = clip.times.first().copied().unwrap_or_default();
    let times: Vec<f32> = clip
        .times
        .iter()
        .map(|t| ((t - begin) * slow) as f32)
        .collect();
    let mut clock = None;
    for (number, actor) in clip.scene.actors.iter().enumerate() {
        let colour = actor.colour.map(|c| c.clamp(0.0, 1.0));
        let material = *of_colour
            .entry(colour.map(f32::to_bits))
            .or_insert_with(|| {
                let [r, g, b] = colour;
                materials.push(json!({
                    "pbrMetallicRoughness": {
                        "baseColorFactor": [r, g, b, 1.0],
                        "metallicFactor": 0.0,
                        "roughnessFactor": 0.6,
                    },
                }));
                materials.len() - 1
            });
        let shape = shapes.entry(actor.mesh).or_insert_with(|| {
            let faces = Faces::of(clip.scene.meshes.get(actor.mesh)?);
            (!faces.indices.is_empty()).then(|| {
                let target = Some(ARRAY_BUFFER);
                json!({
                    "attributes": {
                        "POSITION": buffer.floats(faces.positions.as_flattened(), 3, target, true),
                        "NORMAL": buffer.floats(faces.normals.as_flattened(), 3, target, false),
                    },
                    "indices": buffer.indices(&faces.indices),
                })
            })
        });
        let mut node = json!({ "name": actor.name });
        if let Some(shape) = shape {
            let mesh = *of_mesh.entry((actor.mesh, material)).or_insert_with(|| {
                let mut primitive = shape.clone();
                primitive["material"] = json!(material);
                meshes.push(json!({ "name": actor.name, "primitives": [primitive] }));
                meshes.len() - 1
            });
            node["mesh"] = json!(mesh);
        }
        let poses = || clip.frames.iter().filter_map(|frame| frame.get(number));
        let places: Vec<[f32; 3]> = poses().map(|p| p.position.map(|c| c as f32)).collect();
        let turns: Vec<[f32; 4]> = poses().map(|p| turn(p.orientation)).collect();
        if let (Some(place), Some(turn)) = (places.first(), turns.first()) {
            node["translation"] = json!(place);
            node["rotation"] = json!(turn);
        }
        nodes.push(node);
        let mut animate = |path: &str, values: &[f32], size: usize| {
            let clock = *clock.get_or_insert_with(|| buffer.floats(&times, 1, None, true));
            samplers.push(json!({
                "input": clock,
                "output": buffer.floats(values, size, None, false),
                "interpolation": "LINEAR",
            }));
            channels.push(json!({
                "sampler": samplers.len() - 1,
                "target": { "node": number + 1, "path": path },
            }));
        };
        // An actor that never moves needs no animation.
        if places.windows(2).any(|w| w[0] != w[1]) {
            animate("translation", places.as_flattened(), 3);
        }
        if turns.windows(2).any(|w| w[0] != w[1]) {
            animate("rotation", turns.as_flattened(), 4);
        }
    }
    if nodes.len() > 1 {
        nodes[0]["children"] = json!((1..nodes.len()).collect::<Vec<_>>());
    }
    let mut whole = json!({
        "asset": { "version": "2.0", "generator": concat!("corpus ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "name": clip.name, "nodes": [0] }],
        "nodes": nodes,
    });
    let lists = [
        ("materials", materials),
        ("meshes", meshes),
        ("accessors", buffer.accessors),
        ("bufferViews", buffer.views),
    ];
    // The standard has no empty lists.
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        whole[name] = json!(list);
    }
    if !channels.is_empty() {
        whole["animations"] =
            json!([{ "name": clip.name, "samplers": samplers, "channels": channels }]);
    }
    if !buffer.bytes.is_empty() {
        whole["buffers"] = json!([{ "byteLength": buffer.bytes.len() }]);
    }
    (whole, buffer.bytes)
}

/// Returns a unit quaternion as x, y, z, w.
fn turn([w, x, y, z]: [f64; 4]) -> [f32; 4] {
    let length = (w * w + x * x + y * y + z * z).sqrt();
    match length > 0.0 && length.is_finite() {
        true => [x, y, z, w].map(|c| (c / length) as f32),
        false => [0.0, 0.0, 0.0, 1.0],
    }
}

/// Writes a clip as the text of a `.gltf` file that includes its binary data.
#[must_use]
pub fn gltf(clip: &Clip, slow: f64) -> String {
    let (mut whole, bytes) = parts(clip, slow);
    if !bytes.is_empty() {
        let uri = format!(
            "data:application/octet-stream;base64,{}",
            STANDARD.encode(&bytes)
        );
        whole["buffers"][0]["uri"] = json!(uri);
    }
    whole.to_string() + "\n"
}

/// Writes a clip as the bytes of a `.glb` file; none if it would be larger than the format allows (4 GiB).
#[must_use]
pub fn glb(clip: &Clip, slow: f64) -> Option<Vec<u8>> {
    let (whole, mut bytes) = parts(clip, slow);
    let mut text = whole.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let binary = if bytes.is_empty() { 0 } else { 8 + bytes.len() };
    let length = u32::try_from(12 + 8 + text.len() + binary).ok()?;
    let mut file = vec![];
    file.extend(b"glTF");
    file.extend(2u32.to_le_bytes());
    file.extend(length.to_le_bytes());
    for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &bytes)] {
        if !chunk.is_empty() {
            file.extend((chunk.len() as u32).to_le_bytes());
            file.extend(kind);
            file.extend(chunk);
        }
    }
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::super::page::tests::clip;
    use super::*;

    #[test]
    fn a_file_holds_what_it_says() {
        let clip = clip();
        let file = glb(&clip, 1.0).unwrap();
        let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(
            (&file[..4], number(4), number(8)),
            (&b"glTF"[..], 2, file.len())
        );
        let text = &file[20..20 + number(12)];
        let whole: Value = serde_json::from_slice(text).unwrap();
        let data = &file[28 + number(12)..];
        assert_eq!(whole["buffers"][0]["byteLength"], data.len());
        let floats = |accessor: &Value| -> Vec<f32> {
            let accessor = &whole["accessors"][accessor.as_u64().unwrap() as usize];
            let view = &whole["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
            let [from, length] =
                ["byteOffset", "byteLength"].map(|n| view[n].as_u64().unwrap() as usize);
            let bytes = data[from..from + length].chunks_exact(4);
            bytes
                .map(|b| f32::from_le_bytes(b.try_into().unwrap()))
                .collect()
        };
        // The second cube moves and turns; the first does not.
        let channels = whole["animations"][0]["channels"].as_array().unwrap();
        assert_eq!(channels.len(), 2);
        assert_eq!(
            channels[0]["target"],
            json!({ "node": 2, "path": "translation" })
        );
        let sampler = &whole["animations"][0]["samplers"][0];
        assert_eq!(floats(&sampler["input"]), [0.0, 0.5, 1.0]);
        assert_eq!(
            floats(&sampler["output"]),
            [0.0, 0.0, 2.0, 1.0, 0.0, 2.0, 2.0, 0.0, 2.0]
        );
        let times = &whole["accessors"][sampler["input"].as_u64().unwrap() as usize];
        assert_eq!(
            (&times["min"], &times["max"]),
            (&json!([0.0]), &json!([1.0]))
        );
        let position = &whole["meshes"][0]["primitives"][0]["attributes"]["POSITION"];
        assert_eq!(floats(position).len(), 72);
    }

    #[test]
    fn slow_motion_stretches_the_clock() {
        let whole: Value = serde_json::from_str(&gltf(&clip(), 10.0)).unwrap();
        let clock = whole["animations"][0]["samplers"][0]["input"]
            .as_u64()
            .unwrap() as usize;
        assert_eq!(whole["accessors"][clock]["max"], json!([10.0]));
        let uri = whole["buffers"][0]["uri"].as_str().unwrap();
        assert!(uri.starts_with("data:application/octet-stream;base64,"));
    }

    #[test]
    fn a_clip_without_anything_is_a_file_all_the_same() {
        let whole: Value = serde_json::from_str(&gltf(&Clip::default(), 1.0)).unwrap();
        assert_eq!(whole["nodes"].as_array().unwrap().len(), 1);
        assert!(whole.get("buffers").is_none() && whole.get("animations").is_none());
    }
}
