//! Polygon files (PLY), in text and binary of either byte order.

use std::io::ErrorKind;

use nalgebra::Vector3;
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{DefaultElement, ElementDef, Header, PropertyAccess, PropertyAccessResult};

use super::LoadError;
use super::load::{LARGEST_TRIANGLE_COUNT, Triangles, check_count};
use super::polygons::fan;

/// Most vertices of a file: three for each triangle that a mesh may have.
const LARGEST_VERTEX_COUNT: usize = 3 * LARGEST_TRIANGLE_COUNT;

/// Returns all triangles; polygons become fans. Skips colours, normals and all other data.
pub(super) fn triangles(bytes: &[u8]) -> Result<Triangles, LoadError> {
    let mut reader = Reader::new(bytes);
    let header = Parser::<DefaultElement>::new()
        .read_header(&mut reader)
        .map_err(|error| wrong(&error))?;
    check_counts(&header, bytes.len())?;

    let mut vertices = vec![];
    let mut faces = vec![];
    for (name, element) in &header.elements {
        match name.as_str() {
            "vertex" => vertices = payload::<Vertex>(&mut reader, element, &header)?,
            "face" => faces = payload::<Face>(&mut reader, element, &header)?,
            _ => drop(payload::<Passed>(&mut reader, element, &header)?),
        }
    }

    let mut triangles = Vec::with_capacity(faces.len());
    for (number, face) in faces.iter().enumerate() {
        let mut corners = Vec::with_capacity(face.0.len());
        for &index in &face.0 {
            let found = usize::try_from(index).ok().and_then(|i| vertices.get(i));
            let Some(Vertex(corner)) = found else {
                return Err(LoadError::syntax(format!(
                    "face {} refers to vertex {index}, but vertices are numbered from 0 to {}",
                    number + 1,
                    vertices.len().saturating_sub(1)
                )));
            };
            corners.push(*corner);
        }
        triangles.extend(fan(&corners));
        check_count(triangles.len())?;
    }
    Ok(triangles)
}

/// Reads the entries of an element.
fn payload<E: PropertyAccess>(
    reader: &mut Reader<&[u8]>,
    element: &ElementDef,
    header: &Header,
) -> Result<Vec<E>, LoadError> {
    let read = Parser::new().read_payload_for_element(reader, element, header);
    read.map_err(|error| wrong(&error))
}

/// Checks the counts of the header before anything is read: an entry takes at least a byte, and no mesh has billions.
fn check_counts(header: &Header, bytes: usize) -> Result<(), LoadError> {
    let syntax = |reason: String| Err(LoadError::syntax(reason));
    for needed in ["vertex", "face"] {
        if !header.elements.contains_key(needed) {
            return syntax(format!("the header declares no `element {needed}`"));
        }
    }
    for (name, element) in &header.elements {
        let count = element.count;
        if count > 0 && element.properties.is_empty() {
            return syntax(format!("`element {name}` has no property"));
        }
        if count > bytes {
            let missing = format!("{count} of `element {name}` do not fit in {bytes} bytes");
            return Err(LoadError::cut_off(missing));
        }
        if name == "face" && count > LARGEST_TRIANGLE_COUNT
            || name == "vertex" && count > LARGEST_VERTEX_COUNT
        {
            return Err(LoadError::TooManyTriangles {
                limit: LARGEST_TRIANGLE_COUNT,
            });
        }
    }
    Ok(())
}

fn wrong(error: &ParseError) -> LoadError {
    // The crate describes the grammar that it expected.
    let reason = error.to_string();
    let line = reason
        .strip_prefix("Line ")
        .and_then(|rest| rest.split_once(':'));
    match (error.kind(), line.and_then(|(line, _)| line.parse().ok())) {
        (ErrorKind::UnexpectedEof, _) => LoadError::cut_off("some of its data are missing"),
        (_, Some(line)) => LoadError::Syntax {
            line: Some(line),
            reason: "this is not valid in a PLY file".to_owned(),
        },
        _ => LoadError::syntax("it is not a valid PLY file"),
    }
}

/// Vertex with its coordinates.
struct Vertex(Vector3<f64>);

impl Vertex {
    fn set(&mut self, name: &str, value: f64) -> PropertyAccessResult {
        match name {
            "x" => self.0.x = value,
            "y" => self.0.y = value,
            "z" => self.0.z = value,
            _ => return PropertyAccessResult::Ignored,
        }
        PropertyAccessResult::Set
    }
}

/// Setters of a vertex for each number type.
macro_rules! coordinates {
    ($($setter:ident $number:ty),*) => {
        impl PropertyAccess for Vertex {
            fn new() -> Self {
                // A missing coordinate is reported as NaN.
                Vertex(Vector3::repeat(f64::NAN))
            }

            $(fn $setter(&mut self, name: &str, value: $number) -> PropertyAccessResult {
                self.set(name, f64::from(value))
            })*
        }
    };
}

coordinates!(set_char i8, set_uchar u8, set_short i16, set_ushort u16, set_int i32, set_uint u32, set_float f32, set_double f64);

/// Face with the indices of its vertices.
struct Face(Vec<i64>);

/// Setters of a face for each integer type.
macro_rules! indices {
    ($($setter:ident $number:ty),*) => {
        impl PropertyAccess for Face {
            fn new() -> Self {
                Face(vec![])
            }

            $(fn $setter(&mut self, name: &str, value: Vec<$number>) -> PropertyAccessResult {
                if !matches!(name, "vertex_indices" | "vertex_index") {
                    return PropertyAccessResult::Ignored;
                }
                self.0 = value.into_iter().map(i64::from).collect();
                PropertyAccessResult::Set
            })*
        }
    };
}

indices!(set_list_char i8, set_list_uchar u8, set_list_short i16, set_list_ushort u16, set_list_int i32, set_list_uint u32);

/// An unused element.
struct Passed;

impl PropertyAccess for Passed {
    fn new() -> Self {
        Passed
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Closing, Format, LoadError, Shape, load_bytes};
    use crate::geometry::{Loaded, Mesh};
    use proptest::prelude::*;

    fn ply(bytes: &[u8]) -> Result<Loaded, LoadError> {
        load_bytes(bytes, Format::Ply, Closing::Refuse)
    }

    fn told(bytes: &[u8]) -> String {
        ply(bytes).unwrap_err().to_string()
    }

    fn header(mesh: &Mesh, format: &str) -> String {
        format!(
            "ply\nformat {format} 1.0\ncomment made by hand\nelement vertex {}\nproperty double x\nproperty float y\n\
             property float64 z\nproperty uchar red\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
            mesh.vertices.len(),
            mesh.triangles.len()
        )
    }

    fn text(mesh: &Mesh) -> Vec<u8> {
        let mut text = header(mesh, "ascii");
        for v in &mesh.vertices {
            text += &format!("{} {} {} 200\n", v.x, v.y, v.z);
        }
        for [a, b, c] in &mesh.triangles {
            text += &format!("3 {a} {b} {c}\n");
        }
        text.into_bytes()
    }

    fn binary(mesh: &Mesh, is_big: bool) -> Vec<u8> {
        let order = ["binary_little_endian", "binary_big_endian"][usize::from(is_big)];
        let mut bytes = header(mesh, order).into_bytes();
        let mut put = |little: &[u8]| {
            let mut number = little.to_vec();
            if is_big {
                number.reverse();
            }
            bytes.extend(number);
        };
        for v in &mesh.vertices {
            put(&v.x.to_le_bytes());
            put(&(v.y as f32).to_le_bytes());
            put(&v.z.to_le_bytes());
            put(&[200]);
        }
        for corners in &mesh.triangles {
            put(&[3]);
            for corner in corners {
                put(&(*corner as i32).to_le_bytes());
            }
        }
        bytes
    }

    #[test]
    fn all_three_encodings_read_back() {
        for shape in [Shape::BevelledCube, Shape::Cone] {
            let mesh = shape.mesh();
            for bytes in [text(&mesh), binary(&mesh, false), binary(&mesh, true)] {
                let loaded = ply(&bytes).unwrap();
                let ratio = loaded.mesh.signed_volume() / mesh.signed_volume();
                // One of the coordinates has seven digits in the binary files.
                assert!((ratio - 1.0).abs() < 1e-6, "{shape:?} {ratio}");
                assert_eq!(loaded.mesh.triangles.len(), mesh.triangles.len());
            }
        }
    }

    #[test]
    fn polygons_and_elements_that_are_not_used_are_read() {
        let square = "ply\nformat ascii 1.0\nelement vertex 8\nproperty int x\nproperty int y\nproperty int z\n\
            element edge 1\nproperty int vertex1\nproperty int vertex2\n\
            element face 6\nproperty uchar flags\nproperty list uint8 uint32 vertex_index\nend_header\n\
            0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n0 1\n\
            0 4 3 2 1 0\n0 4 4 5 6 7\n0 4 0 1 5 4\n0 4 1 2 6 5\n0 4 2 3 7 6\n0 4 3 0 4 7\n";
        let loaded = ply(square.as_bytes()).unwrap();
        assert_eq!(loaded.mesh.triangles.len(), 12);
        assert_eq!(loaded.mesh.signed_volume(), 1.0);
    }

    #[test]
    fn mistakes_in_a_file_are_told() {
        let mesh = Shape::Cube.mesh();
        let (whole, bytes) = (
            String::from_utf8(text(&mesh)).unwrap(),
            binary(&mesh, false),
        );
        assert!(told(b"").contains("file"), "{}", told(b""));
        assert!(matches!(
            ply(&bytes[..bytes.len() - 1]),
            Err(LoadError::CutOff { .. })
        ));
        let lines: Vec<&str> = whole.lines().collect();
        assert!(matches!(
            ply(lines[..lines.len() - 1].join("\n").as_bytes()),
            Err(LoadError::CutOff { .. })
        ));
        assert_eq!(
            told(whole.replace("vertex 8", "vertex 4000000000").as_bytes()),
            format!(
                "the file ends too early: 4000000000 of `element vertex` do not fit in {} bytes",
                whole.len() + 9
            )
        );
        assert_eq!(
            told(whole.replace("element face", "element side").as_bytes()),
            "the header declares no `element face`"
        );
        let beyond = whole.replace("\n3 ", "\n3 9");
        assert!(
            told(beyond.as_bytes()).contains("refers to vertex 9"),
            "{}",
            told(beyond.as_bytes())
        );
        let negative = whole.replace("\n3 ", "\n3 -9");
        assert!(told(negative.as_bytes()).contains("refers to vertex -9"));
        let mut nowhere = mesh.clone();
        nowhere.vertices[3].y = f64::NAN;
        let nowhere = told(&binary(&nowhere, true));
        assert!(nowhere.contains("not a valid point"), "{nowhere}");
        let flat = whole.replace("float64 z", "float64 height");
        assert!(told(flat.as_bytes()).contains("not a valid point"));
        assert!(matches!(
            ply(whole.replace("3 ", "3 x").as_bytes()),
            Err(LoadError::Syntax { .. })
        ));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn changed_files_never_panic(
            which in 0..3_usize,
            changes in prop::collection::vec((0..600_usize, any::<u8>()), 0..6),
            end in 0..700_usize,
        ) {
            let mesh = Shape::Cube.mesh();
            let mut bytes = match which {
                0 => text(&mesh),
                1 => binary(&mesh, false),
                _ => binary(&mesh, true),
            };
            for (at, byte) in changes {
                if let Some(place) = bytes.get_mut(at) {
                    *place = byte;
                }
            }
            bytes.truncate(end);
            for closing in [Closing::Refuse, Closing::Cap, Closing::Hull, Closing::Leave] {
                if let Ok(loaded) = load_bytes(&bytes, Format::Ply, closing) {
                    prop_assert!(closing == Closing::Leave || loaded.mesh.check() == Ok(()));
                }
            }
        }
    }
}
