//! The pictures of the documents. `docs/pictures/NAME.png` shows the final state of the script `docs/pictures/NAME.corpus`; a
//! picture without its own script shows that of the scripts above it on its page.

use super::blocks::{Item, documents, items};
use super::witness::{Moment, Witness};
use super::{palette, root, updating};
use corpus::render::{Image, Renderer, Settings};
use corpus::scene::{Camera, FollowCamera, FollowSettings, Scene};
use corpus::session::Mode;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Largest size of a picture (bytes).
const LARGEST: u64 = 40_000;

/// Settings of a picture, from the words of a comment: `size=480x270 azimuth=-90 strip=0.3,0.05,4`.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    width: usize,
    height: usize,
    /// Direction of the camera around the figure and above the horizon (degrees).
    azimuth: f64,
    elevation: f64,
    /// Distance, as a multiple of the smallest one that shows everything.
    distance: f64,
    /// Time of the first moment, interval (s) and number of moments, shown side by side.
    pub strip: Option<(f64, f64, u32)>,
}

impl Look {
    /// Reads the settings of a picture of a page.
    pub fn of_page(options: &str) -> Look {
        Look::read(options, 480, 270)
    }

    fn read(options: &str, width: usize, height: usize) -> Look {
        let mut look = Look {
            width,
            height,
            azimuth: -52.0,
            elevation: 20.0,
            distance: 1.0,
            strip: None,
        };
        for word in options.split_whitespace() {
            let (key, value) = word.split_once('=').expect("key=value");
            let number = || value.parse::<f64>().unwrap();
            match key {
                "size" => {
                    let (w, h) = value.split_once('x').unwrap();
                    (look.width, look.height) = (w.parse().unwrap(), h.parse().unwrap());
                }
                "azimuth" => look.azimuth = number(),
                "elevation" => look.elevation = number(),
                "distance" => look.distance = number(),
                "strip" => {
                    let parts: Vec<f64> = value.split(',').map(|v| v.parse().unwrap()).collect();
                    look.strip = Some((parts[0], parts[1], parts[2] as u32));
                }
                _ => panic!("a picture has no `{key}`"),
            }
        }
        look
    }

    /// Draws the moments side by side, seen by one fixed camera.
    pub fn draw(&self, moments: &[Moment], path: &Path) {
        let count = moments.len();
        assert!(count > 0, "{}: there is nothing to see", path.display());
        let gap = 4;
        let width = (self.width - gap * (count - 1)) / count;
        let settings = FollowSettings {
            azimuth: self.azimuth.to_radians(),
            elevation: self.elevation.to_radians(),
            aspect: width as f64 / self.height as f64,
            ..FollowSettings::default()
        };
        let mut all = Scene::default();
        let mut poses = vec![];
        for (scene, at) in moments {
            let first = all.meshes.len();
            all.meshes.extend(scene.meshes.iter().cloned());
            all.actors
                .extend(scene.actors.iter().cloned().map(|mut actor| {
                    actor.mesh += first;
                    actor
                }));
            poses.extend_from_slice(at);
        }
        let bounds = all.bounds(&poses, |_| true).unwrap_or_default();
        let near = FollowCamera::new(settings).follow(0.0, &bounds);
        let camera = Camera {
            eye: std::array::from_fn(|k| {
                near.target[k] + (near.eye[k] - near.target[k]) * self.distance
            }),
            ..near
        };
        let mut renderer = Renderer::new(Settings {
            width,
            height: self.height,
            ..Settings::default()
        });
        let full = count * width + gap * (count - 1);
        let mut whole = Image {
            width: full,
            height: self.height,
            rgb: vec![255; 3 * full * self.height],
        };
        for (number, (scene, at)) in moments.iter().enumerate() {
            let image = renderer.render(scene, at, &camera);
            for row in 0..self.height {
                let from = 3 * (row * full + number * (width + gap));
                whole.rgb[from..from + 3 * width]
                    .copy_from_slice(&image.rgb[3 * row * width..3 * (row + 1) * width]);
            }
        }
        fs::write(path, palette::encode(&whole)).unwrap();
    }
}

fn folder(extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs/pictures")).unwrap();
    let mut found: Vec<PathBuf> = entries
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|x| x == extension))
        .collect();
    found.sort();
    found
}

#[test]
fn every_script_of_a_picture_runs() {
    let mut scripts = 0;
    for path in folder("corpus") {
        let text = fs::read_to_string(&path).unwrap();
        let witness = Witness::default();
        let options = text.lines().find_map(|l| l.strip_prefix("# picture:"));
        let look = Look::read(options.unwrap_or_default(), 320, 180);
        if let Some((from, interval, count)) = look.strip.filter(|_| updating()) {
            witness.film(from, interval, count);
        }
        let mut session = corpus::commands::session(Mode::Run, Box::new(witness.clone()));
        let result = session.run_text(&path.display().to_string(), &text);
        let told: Vec<&str> = session
            .diagnostics
            .iter()
            .map(|d| d.message.as_str())
            .collect();
        assert!(
            result.is_ok() && told.is_empty(),
            "{}: {told:?}",
            path.display()
        );
        // A script that others include need not show anything.
        if session.here().world.corpora.is_empty() {
            continue;
        }
        let picture = path.with_extension("png");
        if updating() {
            look.draw(&witness.moments(&session), &picture);
        }
        assert!(picture.exists(), "there is no {}", picture.display());
        scripts += 1;
    }
    assert!(scripts >= 12, "only {scripts} scripts were found");
}

#[test]
fn every_picture_is_small_and_shown_somewhere() {
    let mut shown = BTreeSet::new();
    for document in documents() {
        for item in items(&document) {
            if let Item::Picture { path, .. } = item {
                let found = path.canonicalize();
                assert!(
                    found.is_ok() || updating(),
                    "{}: there is no {}",
                    document.display(),
                    path.display()
                );
                shown.extend(found);
            }
        }
    }
    for path in folder("png") {
        let size = fs::metadata(&path).unwrap().len();
        assert!(size < LARGEST, "{}: {size} bytes", path.display());
        assert!(
            shown.contains(&path.canonicalize().unwrap()),
            "nothing shows {}",
            path.display()
        );
    }
}
