use proptest::prelude::*;

use super::super::{Shape, mass_properties};
use super::*;
use corpus_files::LARGEST;

/// A unit cube of quads, as modelling programs write it.
const CUBE_OBJ: &str = "\
# a cube
mtllib cube.mtl
o Cube
v 0 0 0
v 1 0 0 1.0
v 1 1 0
v 0 1 0
v 0 0 1 0.5 0.5 0.5
v 1 0 1
v 1 1 1
v 0 1 1
vt 0 0
vn 0 0 1
usemtl skin
s off
f 4/1/1 3/1/1 2/1/1 1/1/1
f 5//1 6//1 7//1 8//1
g sides
f 1 2 6 5
f 2 3 \\
  7 6  # over two lines
f -6 -5 -1 -2
f 4 1 5 8
l 1 2
";

fn obj(text: &str) -> Result<Loaded, LoadError> {
    load_bytes(text.as_bytes(), Format::Obj, Closing::Refuse)
}

fn stl(bytes: &[u8]) -> Result<Loaded, LoadError> {
    load_bytes(bytes, Format::Stl, Closing::Refuse)
}

fn text_stl(mesh: &Mesh) -> String {
    let mut text = "solid name of it\n".to_owned();
    for corners in mesh.faces() {
        text += "  facet normal 0 0 0\n    outer loop\n";
        for p in corners {
            text += &format!("      vertex {} {} {:e}\n", p.x, p.y, p.z);
        }
        text += "    endloop\n  endfacet\n";
    }
    text + "endsolid name of it\n"
}

fn binary_stl(mesh: &Mesh, header: &[u8]) -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes[..header.len()].copy_from_slice(header);
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for corners in mesh.faces() {
        bytes.extend([0; 12]);
        for p in corners {
            bytes.extend(p.iter().flat_map(|x| (*x as f32).to_le_bytes()));
        }
        bytes.extend([0; 2]);
    }
    bytes
}

#[test]
fn an_obj_cube_of_quads_is_a_cube() {
    let loaded = obj(CUBE_OBJ).unwrap();
    assert!(!loaded.turned);
    assert_eq!(loaded.left_out, 0);
    assert_eq!(
        (loaded.mesh.vertices.len(), loaded.mesh.triangles.len()),
        (8, 12)
    );
    let found = mass_properties(&loaded.mesh);
    assert!((found.volume - 1.0).abs() < 1e-15);
    assert!((found.centre - Vector3::repeat(0.5)).amax() < 1e-15);
    assert_eq!(obj(&CUBE_OBJ.replace('\n', "\r\n")), Ok(loaded));
}

#[test]
fn two_obj_objects_become_one_mesh() {
    let mut text = CUBE_OBJ.to_owned();
    for line in CUBE_OBJ.lines() {
        if line.starts_with("v ") {
            let mut words = line.split_whitespace().skip(1);
            let x: f64 = words.next().unwrap().parse().unwrap();
            text += &format!(
                "v {} {} {}\n",
                x + 3.0,
                words.next().unwrap(),
                words.next().unwrap()
            );
        }
    }
    text += "o second\nf 12 11 10 9\nf 13 14 15 16\nf 9 10 14 13\nf 10 11 15 14\nf 11 12 16 15\nf 12 9 13 16\n";
    let loaded = obj(&text).unwrap();
    assert!((mass_properties(&loaded.mesh).volume - 2.0).abs() < 1e-14);
}

#[test]
fn all_three_encodings_of_every_shape_read_back() {
    for shape in Shape::ALL {
        let mesh = shape.mesh();
        let volume = mesh.signed_volume();
        let binary = binary_stl(&mesh, b"made by hand");
        let mut with_tail = binary.clone();
        with_tail.extend(b"junk");
        let text = text_stl(&mesh);
        let two = format!(
            "{text}\n{}",
            text_stl(
                &mesh.transform(&nalgebra::Matrix3::identity(), &Vector3::new(4.0, 0.0, 0.0),)
            )
        );
        for (bytes, volume) in [
            (&binary, volume),
            (&binary_stl(&mesh, b"solid lie\n"), volume),
            (&with_tail, volume),
            (&text.clone().into_bytes(), volume),
            (
                &text.replace("solid name of it", "solid").into_bytes(),
                volume,
            ),
            (
                &text.to_ascii_uppercase().replace('\n', "\r\n").into_bytes(),
                volume,
            ),
            (&two.into_bytes(), 2.0 * volume),
        ] {
            let loaded = stl(bytes).unwrap();
            assert!(!loaded.turned);
            // The files have seven digits.
            assert!(
                (loaded.mesh.signed_volume() / volume - 1.0).abs() < 1e-6,
                "{shape:?}"
            );
        }
    }
}

#[test]
fn an_inside_out_file_is_turned_with_a_note() {
    let mut mesh = Shape::BevelledCube.mesh();
    mesh.turn();
    let loaded = stl(&binary_stl(&mesh, b"")).unwrap();
    assert!(loaded.turned);
    assert!(loaded.mesh.signed_volume() > 0.9);
}

#[test]
fn triangles_without_area_are_left_out_with_a_note() {
    let mut mesh = Shape::Cube.mesh();
    mesh.triangles.push([0, 0, 1]);
    let loaded = stl(&binary_stl(&mesh, b"")).unwrap();
    assert_eq!(loaded.left_out, 1);
    assert_eq!(loaded.mesh.triangles.len(), 12);
}

#[test]
fn what_is_wrong_with_an_obj_is_told() {
    let told = |text: &str| obj(text).unwrap_err().to_string();
    assert_eq!(told(""), "there is no face in the file");
    assert_eq!(told("hello\nworld\n"), "there is no face in the file");
    assert_eq!(
        told("v 1 2 3\nv 1 2\n"),
        "line 2: a vertex needs three numbers: `v x y z`"
    );
    assert_eq!(
        told("v 1 2 x\n"),
        "line 1: a vertex needs three numbers: `v x y z`"
    );
    assert_eq!(
        told("\n\nf 1 two 3\n"),
        "line 3: a face needs numbers of vertices: `f 1 2 3`"
    );
    assert_eq!(
        told("v 0 0 0\nf 1 \\\n1 \\\n1\nv 1\n"),
        "line 5: a vertex needs three numbers: `v x y z`"
    );
    assert_eq!(
        told("f 1 /2 3\n"),
        "line 1: a face needs numbers of vertices: `f 1 2 3`"
    );
    for bad in [
        "f 1 2 9",
        "f 0 1 2",
        "f -9 1 2",
        "f 1 2 9223372036854775807",
    ] {
        let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{bad}\n");
        assert_eq!(
            told(&text),
            "a face refers to a vertex that does not exist",
            "{bad}"
        );
    }
    assert_eq!(
        told("v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
        "vertex 1 is (NaN 0 0), not a valid point"
    );
    let open = CUBE_OBJ.replace("f 4 1 5 8", "");
    assert!(
        told(&open).starts_with("the mesh is not closed: 4 edges with a triangle on one side only"),
        "{}",
        told(&open)
    );
    assert_eq!(
        load_bytes(&[0, 1, 2], Format::Obj, Closing::Refuse),
        Err(LoadError::NotText)
    );
}

#[test]
fn what_is_wrong_with_an_stl_is_told() {
    let told = |bytes: &[u8]| stl(bytes).unwrap_err().to_string();
    let mesh = Shape::Cube.mesh();
    let binary = binary_stl(&mesh, b"");
    assert_eq!(
        told(&binary[..binary.len() - 1]),
        "the file ends too early: only 11 of 12 triangles are present"
    );
    assert!(told(&binary[..70]).starts_with("the file ends too early: 70 bytes"));
    let mut huge = binary.clone();
    huge[80..84].fill(255);
    assert_eq!(
        told(&huge),
        "the file ends too early: only 12 of 4294967295 triangles are present"
    );
    let mut none = binary.clone();
    none[80..84].fill(0);
    assert_eq!(
        told(&none),
        "its header declares 0 triangles, but it contains 12"
    );
    let mut broken = binary;
    broken[96..100].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(told(&broken).starts_with("vertex 1 is (NaN "));

    let text = text_stl(&mesh);
    assert_eq!(
        told(&text.as_bytes()[..text.len() / 2]),
        "the file ends too early: there is no `endsolid`"
    );
    let malformed = told(text.replace("vertex 0.5", "vertex half").as_bytes());
    assert!(malformed.contains(" is malformed: "), "{malformed}");
    assert_eq!(
        told(b"solid nothing\nendsolid\n"),
        "there is no face in the file"
    );
}

#[test]
fn a_file_is_read_by_its_name_or_its_beginning() {
    let directory = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = directory.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let mesh = Shape::Cube.mesh();
    let path = put("cube.OBJ", CUBE_OBJ.as_bytes());
    assert_eq!(
        load(&path, LARGEST, Closing::Refuse)
            .unwrap()
            .mesh
            .triangles
            .len(),
        12
    );
    for path in [
        put("cube.stl", &binary_stl(&mesh, b"")),
        put("binary_cube", &binary_stl(&mesh, b"")),
        put("text_cube", text_stl(&mesh).as_bytes()),
    ] {
        assert_eq!(
            load(&path, LARGEST, Closing::Refuse)
                .unwrap()
                .mesh
                .triangles
                .len(),
            12,
            "{path:?}"
        );
    }
    let path = put("cube.dxf", b"dxf");
    assert_eq!(
        load(&path, LARGEST, Closing::Refuse),
        Err(LoadError::UnknownFormat)
    );
    let path = directory.path().join("nothing.obj");
    assert_eq!(
        load(&path, LARGEST, Closing::Refuse),
        Err(LoadError::Missing(path))
    );
    assert!(matches!(
        load(directory.path(), LARGEST, Closing::Refuse),
        Err(LoadError::Unreadable { .. })
    ));
}

/// Whether a result is an error or a solid.
fn fine(result: Result<Loaded, LoadError>) -> bool {
    match result {
        Ok(loaded) => loaded.mesh.check() == Ok(()),
        Err(error) => !error.to_string().is_empty(),
    }
}

/// Returns a valid file with some bytes changed and its end cut off.
fn mutated(valid: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let length = valid.len();
    let changes = prop::collection::vec((0..length, any::<u8>()), 0..6);
    (changes, prop_oneof![Just(length), 0..length]).prop_map(move |(changes, end)| {
        let mut bytes = valid.clone();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        bytes.truncate(end);
        bytes
    })
}

/// Returns lines of the words of an OBJ file, in any order.
fn obj_words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("v".to_owned()),
        Just("f".to_owned()),
        Just("\n".to_owned()),
        Just("\\\n".to_owned()),
        Just("#".to_owned()),
        Just("nan".to_owned()),
        Just("1e39".to_owned()),
        Just("/".to_owned()),
        (-9i64..9).prop_map(|i| i.to_string()),
        any::<i64>().prop_map(|i| i.to_string()),
    ];
    prop::collection::vec(word, 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(fine(load_bytes(&bytes, Format::Obj, Closing::Refuse)));
        prop_assert!(fine(load_bytes(&bytes, Format::Stl, Closing::Refuse)));
        let mut solid = b"solid ".to_vec();
        solid.extend(&bytes);
        prop_assert!(fine(load_bytes(&solid, Format::Stl, Closing::Refuse)));
    }

    #[test]
    fn random_obj_words_never_panic(text in obj_words()) {
        prop_assert!(fine(obj(&text)));
    }

    #[test]
    fn mutated_files_never_panic(
        text in mutated(CUBE_OBJ.into()),
        stl_text in mutated(text_stl(&Shape::Cube.mesh()).into()),
        stl_binary in mutated(binary_stl(&Shape::Cube.mesh(), b"solid")),
    ) {
        prop_assert!(fine(load_bytes(&text, Format::Obj, Closing::Refuse)));
        prop_assert!(fine(load_bytes(&stl_text, Format::Stl, Closing::Refuse)));
        prop_assert!(fine(load_bytes(&stl_binary, Format::Stl, Closing::Refuse)));
    }
}

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

#[test]
fn a_byte_order_mark_and_old_line_ends_were_not_read() {
    let whole = load_bytes(TETRAHEDRON.as_bytes(), Format::Obj, Closing::Refuse).unwrap();
    for text in [
        format!("\u{feff}{TETRAHEDRON}"),
        TETRAHEDRON.replace('\n', "\r\n"),
        TETRAHEDRON.replace('\n', "\r"),
    ] {
        assert_eq!(
            load_bytes(text.as_bytes(), Format::Obj, Closing::Refuse),
            Ok(whole.clone()),
            "{text:?}"
        );
    }
}

/// Returns a binary STL file of so many triangles, each with all its numbers the same, whose header claims `count`.
fn stl_of(triangles: usize, count: u32, number: f32) -> Vec<u8> {
    let mut bytes = vec![b'x'; 80];
    bytes.extend(count.to_le_bytes());
    for _ in 0..triangles {
        bytes.extend([0; 12]);
        bytes.extend(number.to_le_bytes().repeat(9));
        bytes.extend([0; 2]);
    }
    bytes
}

#[test]
fn what_is_wrong_with_a_file_was_called_a_mesh_without_triangles() {
    let told = |bytes: &[u8], format| {
        load_bytes(bytes, format, Closing::Refuse)
            .unwrap_err()
            .to_string()
    };
    let stl_told = |triangles, count, number| told(&stl_of(triangles, count, number), Format::Stl);
    assert!(stl_told(12, 12, f32::NAN).starts_with("vertex 1 is (NaN NaN NaN), not a valid point"));
    assert!(
        stl_told(12, 12, f32::INFINITY).starts_with("vertex 1 is (inf inf inf), not a valid point")
    );
    assert_eq!(
        stl_told(12, 12, 1.0),
        "none of its 12 triangles has three different corners"
    );
    assert_eq!(
        stl_told(12, 0, 1.0),
        "its header declares 0 triangles, but it contains 12"
    );
    assert_eq!(
        stl_told(12, 13, 1.0),
        "the file ends too early: only 12 of 13 triangles are present"
    );
}

/// Returns a box in separate triangles whose corners are off by less than a millionth of its size.
fn shaken() -> String {
    let mut text = String::new();
    for (triangle, corners) in Shape::Cube.mesh().faces().enumerate() {
        for (corner, p) in corners.iter().enumerate() {
            let off = 1e-7 * (triangle as f64 * 0.37 + corner as f64 * 0.11).sin();
            text += &format!("v {} {} {}\n", p.x + off, p.y - off, p.z + off);
        }
        let first = 3 * triangle + 1;
        text += &format!("f {first} {} {}\n", first + 1, first + 2);
    }
    text
}

#[test]
fn vertices_a_millionth_apart_are_one_where_the_surface_is_open_otherwise() {
    let loaded = obj(&shaken()).unwrap();
    assert_eq!((loaded.mesh.vertices.len(), loaded.joined), (8, 28));
    assert!((loaded.mesh.signed_volume() - 1.0).abs() < 1e-6);
}

#[test]
fn an_open_surface_is_closed_hulled_or_left_as_it_is() {
    let open = CUBE_OBJ.replace("f 4 1 5 8", "");
    let by = |closing| load_bytes(open.as_bytes(), Format::Obj, closing).unwrap();
    let closed = by(Closing::Cap);
    let caps = closed.caps.unwrap();
    assert_eq!((caps.holes, caps.reversed), (1, 0));
    assert!((closed.mesh.signed_volume() - 1.0).abs() < 1e-15);
    let hull = by(Closing::Hull);
    assert_eq!(
        (hull.mesh.vertices.len(), hull.mesh.triangles.len()),
        (8, 12)
    );
    assert!((hull.mesh.signed_volume() - 1.0).abs() < 1e-15);
    let left = by(Closing::Leave);
    assert_eq!(left.mesh.triangles.len(), 10);
    assert!(left.mesh.check().is_err());
    // A closed surface is not changed by closing it.
    let whole = load_bytes(CUBE_OBJ.as_bytes(), Format::Obj, Closing::Cap);
    assert_eq!(whole, obj(CUBE_OBJ));
}
