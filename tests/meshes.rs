//! Mass properties of meshes from files, against those of trimesh (`meshes/make.py`).

use corpus::geometry::{Closing, LoadError, load, mass_properties};
use std::path::Path;
use std::time::Instant;

const LARGEST: u64 = 1 << 30;

/// Returns all numbers of a JSON value, at any depth.
fn numbers(value: &serde_json::Value) -> Vec<f64> {
    match value {
        serde_json::Value::Array(values) => values.iter().flat_map(numbers).collect(),
        other => other.as_f64().into_iter().collect(),
    }
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

fn apart(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let apart: Vec<f64> = found.iter().zip(expected).map(|(a, b)| a - b).collect();
    largest(&apart) / largest(expected)
}

#[test]
fn volume_centre_and_inertia_are_those_of_trimesh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/meshes");
    let text = std::fs::read_to_string(folder.join("trimesh.json")).unwrap();
    let expected: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(expected.len(), 9);
    for (name, value) in &expected {
        let loaded = load(&folder.join(name), LARGEST, Closing::Refuse).expect(name);
        assert!(
            !loaded.turned && loaded.turned_parts == 0 && loaded.overlap.is_none(),
            "{name}"
        );
        let found = mass_properties(&loaded.mesh);
        for (what, found) in [
            ("volume", vec![found.volume]),
            ("centre", found.centre.iter().copied().collect()),
            ("inertia", found.inertia.iter().copied().collect()),
        ] {
            let error = apart(&found, &numbers(&value[what]));
            assert!(error < 1e-8, "{what} of {name}: {error:e}");
        }
    }
}

/// Tries all meshes of a folder, and prints which are accepted, with which option, time and volume: `CORPUS_MESHES=folder cargo
/// test --release --test suite meshes:: -- --ignored --nocapture`.
#[test]
#[ignore = "needs a folder of meshes"]
fn meshes_of_a_folder() {
    let Ok(folder) = std::env::var("CORPUS_MESHES") else {
        return;
    };
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        let mut told = String::new();
        for (option, closing) in [
            ("default", Closing::Refuse),
            ("closed", Closing::Cap),
            ("hull", Closing::Hull),
            ("open", Closing::Leave),
        ] {
            let began = Instant::now();
            let result = load(&path, LARGEST, closing);
            let took = began.elapsed().as_secs_f64();
            match result {
                Ok(loaded) => {
                    let mass = mass_properties(&loaded.mesh);
                    let notes = serde_json::json!({
                        "file": path.display().to_string(), "by": option, "seconds": took,
                        "triangles": loaded.mesh.triangles.len(), "volume": mass.volume,
                        "centre": mass.centre.as_slice(), "inertia": mass.inertia.as_slice(),
                        "joined": loaded.joined, "turned": loaded.turned, "turned_parts": loaded.turned_parts,
                        "parts": loaded.parts, "share": loaded.caps.map(|c| c.share), "holes": loaded.caps.map(|c| c.holes),
                        "overlap": loaded.overlap.map(|o| format!("{}/{}", o.inside, o.of)),
                        "refused": told,
                    });
                    println!("{notes}");
                    break;
                }
                Err(why @ LoadError::NoSolid(_)) => {
                    if told.is_empty() {
                        told = why.to_string();
                    }
                }
                Err(why) => {
                    println!(
                        "{}",
                        serde_json::json!({"file": path.display().to_string(), "by": "none", "refused": why.to_string()})
                    );
                    break;
                }
            }
        }
    }
}
