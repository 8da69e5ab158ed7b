//! Frame times of a figure of 33 boxes at 1280 x 720, with and without the most expensive options, and their ratios.
//!
//! `cargo bench --bench render`

use corpus::render::{Renderer, Settings};
use corpus::scene::FollowCamera;
use std::time::Instant;

mod roach;

/// Returns names and settings to compare; the first is the full quality.
fn choices() -> [(&'static str, Settings); 7] {
    let full = Settings::default().full();
    [
        ("full", full),
        ("default", Settings::default()),
        ("4 samples", Settings { samples: 4, ..full }),
        (
            "sharp shadows",
            Settings {
                soft_shadows: false,
                ..full
            },
        ),
        (
            "plain sky",
            Settings {
                sky_directions: 0,
                ..full
            },
        ),
        ("draft", full.draft()),
        ("one thread", Settings { threads: 1, ..full }),
    ]
}

#[divan::bench(args = 0..choices().len(), sample_count = 20)]
fn frame(bencher: divan::Bencher, choice: usize) {
    let (scene, poses) = roach::roach();
    let figure = scene.bounds(&poses, |_| true).unwrap_or_default();
    let camera = FollowCamera::default().follow(0.0, &figure);
    let mut renderer = Renderer::new(choices()[choice].1);
    bencher.bench_local(|| renderer.render(&scene, &poses, &camera));
}

#[divan::bench(sample_count = 20)]
fn png(bencher: divan::Bencher) {
    let (scene, poses) = roach::roach();
    let figure = scene.bounds(&poses, |_| true).unwrap_or_default();
    let camera = FollowCamera::default().follow(0.0, &figure);
    let image = Renderer::new(Settings::default()).render(&scene, &poses, &camera);
    bencher.bench_local(|| image.encode_png(std::io::sink()));
}

/// Prints the shortest frame time of each choice, including PNG, as a part of the full quality's.
fn ratios() {
    let (scene, poses) = roach::roach();
    let figure = scene.bounds(&poses, |_| true).unwrap_or_default();
    let camera = FollowCamera::default().follow(0.0, &figure);
    let mut full = None;
    for (name, settings) in choices() {
        let mut renderer = Renderer::new(settings);
        let best = (0..20)
            .map(|_| {
                let start = Instant::now();
                let image = renderer.render(&scene, &poses, &camera);
                let written = image.encode_png(std::io::sink());
                assert!(written.is_ok());
                start.elapsed().as_secs_f64()
            })
            .fold(f64::INFINITY, f64::min);
        let whole = *full.get_or_insert(best);
        println!(
            "{name:>14}: {:6.1} ms with PNG, {:5.1} frames/s, {:.2} of full",
            1e3 * best,
            1.0 / best,
            best / whole
        );
    }
}

fn main() {
    ratios();
    divan::main();
}
