//! A self-contained HTML page that plays a clip.

use super::clip::Clip;
use crate::plot::escaped;
use crate::render::Faces;
use crate::scene::Scene;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

/// The page, with placeholders for a clip's name and its data.
const PAGE: &str = include_str!("page.html");

/// What draws a scene, here and on the live page.
pub const DRAW: &str = include_str!("../view/page/draw.js");

/// Returns a scene as the page draws it: meshes, actors, ground and sun.
#[must_use]
pub fn drawn(scene: &Scene) -> serde_json::Value {
    let meshes = scene.meshes.iter().map(|mesh| {
        let faces = Faces::of(mesh);
        json!({
            "positions": floats(faces.positions.as_flattened()),
            "normals": floats(faces.normals.as_flattened()),
            "indices": faces.indices,
        })
    });
    let actors = scene
        .actors
        .iter()
        .map(|actor| json!({ "name": actor.name, "mesh": actor.mesh, "colour": actor.colour }));
    let ground = scene
        .ground
        .map(|ground| json!({ "height": ground.height, "tile": ground.tile }));
    json!({
        "meshes": meshes.collect::<Vec<_>>(),
        "actors": actors.collect::<Vec<_>>(),
        "ground": ground,
        "sun": scene.sun,
    })
}

/// Writes a clip as an HTML page, which starts in slow motion by the factor `slow`.
#[must_use]
pub fn page(clip: &Clip, slow: f64) -> String {
    let begin = clip.times.first().copied().unwrap_or_default();
    let numbers: Vec<f32> = clip
        .frames
        .iter()
        .flatten()
        .flat_map(|pose| pose.position.into_iter().chain(pose.orientation))
        .map(|x| x as f32)
        .collect();
    let times: Vec<f32> = clip.times.iter().map(|t| (t - begin) as f32).collect();
    let mut data = drawn(&clip.scene);
    data["name"] = json!(clip.name);
    data["begin"] = json!(begin);
    data["slow"] = json!(slow);
    data["times"] = json!(floats(&times));
    data["poses"] = json!(floats(&numbers));
    // Within the element only `</script` and `<!--` mean something: no `<` is left.
    let data = data.to_string().replace('<', "\\u003c");
    // The name is replaced before the data, which may contain any words.
    PAGE.replacen("DRAW_SCRIPT", DRAW, 1)
        .replacen("CLIP_DATA", &data, 1)
        .replacen("CLIP_NAME", &escaped(&clip.name), 1)
}

/// Encodes numbers in base64, four bytes each, little-endian.
fn floats(numbers: &[f32]) -> String {
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    STANDARD.encode(bytes)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::export::Bone;
    use crate::scene::{Actor, Mesh, Pose};

    /// Makes two cubes; the upper one moves along x and turns.
    pub fn clip() -> Clip {
        let actor = |name: &str| Actor {
            name: name.to_owned(),
            mesh: 0,
            colour: [0.5, 0.2, 0.1],
            ..Actor::default()
        };
        let bone = |name: &str, parent: Option<usize>, actor: usize| Bone {
            name: name.to_owned(),
            figure: "bug".to_owned(),
            parent,
            actor,
            translates: false,
            tip: [0.0, 0.0, 1.0],
        };
        let frame = |i: f64| {
            let (s, c) = libm::sincos(i * 0.5);
            let moved = Pose {
                position: [i, 0.0, 2.0],
                orientation: [c, 0.0, 0.0, s],
            };
            vec![Pose::at([0.0; 3]), moved]
        };
        Clip {
            name: "two </script> cubes".to_owned(),
            scene: Scene {
                meshes: vec![Mesh::cuboid([2.0; 3])],
                actors: vec![actor("trunk"), actor("leg 1")],
                ..Scene::default()
            },
            bones: vec![bone("trunk", None, 0), bone("leg 1", Some(0), 1)],
            times: vec![2.0, 2.5, 3.0],
            frames: (0..3).map(|i| frame(f64::from(i))).collect(),
        }
    }

    #[test]
    fn a_page_asks_for_nothing_and_no_name_leaves_its_place() {
        let page = page(&clip(), 10.0);
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(!page.contains("http://") && !page.contains("https://") && !page.contains(" src="));
        assert!(page.contains("<title>two &lt;/script&gt; cubes</title>"));
        let data = page.split("type=\"application/json\">").nth(1).unwrap();
        let data = data.split("</script>").next().unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["actors"][1]["name"], "leg 1");
        assert_eq!((&data["slow"], &data["begin"]), (&json!(10.0), &json!(2.0)));
        // 3 frames of 2 actors with 7 numbers of 4 bytes.
        let digits = (3 * 2 * 7 * 4usize).div_ceil(3) * 4;
        assert_eq!(data["poses"].as_str().unwrap().len(), digits);
    }
}
