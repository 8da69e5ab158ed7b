//! Views of a film: named directions, and the layout of several views in one frame.

use crate::diagnostic::suggest::nearest;
use crate::scene::FollowSettings;

/// A camera that follows the figures, defined by its direction.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Its name on the command line.
    pub name: String,
    /// Angle about z from the world's x axis (rad).
    pub azimuth: f64,
    /// Height above the horizon as seen from the figure (rad).
    pub elevation: f64,
    /// A camera of the script that replaces that direction, by its name.
    pub camera: Option<String>,
}

/// Name of the view that the options `--azimuth` and `--elevation` turn.
pub const FOLLOW: &str = "follow";

/// Names of views with azimuth and elevation (degrees). A camera keeps z upright, so the view from above is slightly inclined.
const NAMED: [(&str, f64, f64); 5] = [
    ("side", -90.0, 6.0),
    ("front", 0.0, 8.0),
    ("back", 180.0, 8.0),
    ("left", 90.0, 6.0),
    ("top", -90.0, 89.0),
];

impl Default for View {
    fn default() -> Self {
        let FollowSettings {
            azimuth, elevation, ..
        } = FollowSettings::default();
        View::following(azimuth, elevation)
    }
}

impl View {
    /// Returns the names of the views that need no camera of a script.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        std::iter::once(FOLLOW).chain(NAMED.iter().map(|(name, ..)| *name))
    }

    /// Returns the view defined by the options, with the name `follow`.
    #[must_use]
    pub fn following(azimuth: f64, elevation: f64) -> View {
        View {
            name: FOLLOW.to_owned(),
            azimuth,
            elevation,
            camera: None,
        }
    }

    /// Returns the view of a name: a camera of the script, or a predefined one; `follow` is the one defined by the options.
    ///
    /// # Errors
    /// There is no view of this name; the text lists the existing ones.
    pub fn named(name: &str, follow: &View, cameras: &[String]) -> Result<View, String> {
        if cameras.iter().any(|camera| camera == name) {
            return Ok(View {
                name: name.to_owned(),
                camera: Some(name.to_owned()),
                ..follow.clone()
            });
        }
        if name == FOLLOW {
            return Ok(follow.clone());
        }
        if let Some((name, azimuth, elevation)) = NAMED.iter().find(|(known, ..)| *known == name) {
            return Ok(View {
                name: (*name).to_owned(),
                azimuth: azimuth.to_radians(),
                elevation: elevation.to_radians(),
                camera: None,
            });
        }
        let cameras = cameras.iter().map(String::as_str);
        let names = || {
            View::names()
                .map(|name| -> &str { name })
                .chain(cameras.clone())
        };
        let all: Vec<&str> = names().collect();
        let near =
            nearest(name, names()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
        Err(format!(
            "there is no view `{name}`; {near}the views are {}",
            all.join(", ")
        ))
    }
}

/// Checks that a script makes the requested camera, given those that it has.
///
/// # Errors
/// It does not; the text lists the existing ones.
pub fn has_camera(name: &str, cameras: &[String]) -> Result<(), String> {
    if name == "default" || cameras.iter().any(|camera| camera == name) {
        return Ok(());
    }
    let missing = format!("the script has no camera `{name}`");
    let known = cameras.iter().map(String::as_str);
    Err(match nearest(name, known) {
        Some(near) => format!("{missing}; did you mean `{near}`?"),
        None if cameras.is_empty() => {
            format!("{missing}, only `default`; add one with `camera {name} follow`")
        }
        None => format!("{missing}; it has default, {}", cameras.join(", ")),
    })
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Columns left of it.
    pub left: usize,
    /// Rows above it.
    pub top: usize,
    /// Its columns.
    pub width: usize,
    /// Its rows.
    pub height: usize,
}

/// Preferred aspect ratio of tiles: width over height.
const BEST_SHAPE: f64 = 1.5;

/// Divisor of a frame's height that gives the gap between two tiles.
const GAP: usize = 240;

/// Returns tiles for a number of pictures, row by row, that fill a frame. If the rows are not equally long, the first rows have
/// fewer and larger tiles. None if a tile would have no pixels.
#[must_use]
pub fn tiles(count: usize, width: usize, height: usize) -> Option<Vec<Region>> {
    let gap = (height / GAP).max(1);
    // Returns the end of part `n` of `parts`, with a gap between parts.
    let spread = |length: usize, parts: usize, n: usize| {
        let free = length.checked_sub(gap * (parts - 1))?;
        let at = |n: usize| free * n / parts + gap * n;
        let size = free * (n + 1) / parts - free * n / parts;
        (size > 0).then_some((at(n), size))
    };
    let shape = |rows: &usize| {
        let columns = count.div_ceil(*rows) as f64;
        let shape = width as f64 / columns / (height as f64 / *rows as f64);
        libm::log(shape / BEST_SHAPE).abs()
    };
    let rows = (1..=count).min_by(|a, b| shape(a).total_cmp(&shape(b)))?;
    let mut tiles = vec![];
    for row in 0..rows {
        let columns = count * (row + 1) / rows - count * row / rows;
        let (top, height) = spread(height, rows, row)?;
        for column in 0..columns {
            let (left, width) = spread(width, columns, column)?;
            tiles.push(Region {
                left,
                top,
                width,
                height,
            });
        }
    }
    Some(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_fill_the_frame() {
        let sizes = |count| -> Vec<(usize, usize)> {
            let tiles = tiles(count, 1280, 720).unwrap();
            tiles.iter().map(|t| (t.width, t.height)).collect()
        };
        assert_eq!(sizes(1), [(1280, 720)]);
        assert_eq!(sizes(2), [(638, 720), (639, 720)]);
        assert_eq!(sizes(3), [(1280, 358), (638, 359), (639, 359)]);
        assert_eq!(sizes(4).len(), 4);
        for count in 1..12 {
            let tiles = tiles(count, 1280, 720).unwrap();
            assert_eq!(tiles.len(), count);
            let last = tiles[count - 1];
            assert_eq!(
                (last.left + last.width, last.top + last.height),
                (1280, 720)
            );
        }
        assert_eq!(tiles(5, 3, 2), None);
        assert_eq!(tiles(1, 1, 1).map(|t| t.len()), Some(1));
    }

    #[test]
    fn unknown_views_are_told_with_those_that_there_are() {
        let follow = View::following(0.1, 0.2);
        let cameras = ["chase".to_owned(), "top".to_owned()];
        assert_eq!(View::named("follow", &follow, &[]), Ok(follow.clone()));
        assert!(View::named("top", &follow, &[]).unwrap().elevation > 1.5);
        let told = View::named("sid", &follow, &[]).unwrap_err();
        assert!(
            told.contains("did you mean `side`?") && told.contains("front"),
            "{told}"
        );
        assert!(View::named("", &follow, &[]).is_err());
        // A camera of the script has precedence over a predefined view.
        let top = View::named("top", &follow, &cameras).unwrap();
        assert_eq!(top.camera.as_deref(), Some("top"));
        let told = View::named("chas", &follow, &cameras).unwrap_err();
        assert!(told.contains("did you mean `chase`?"), "{told}");
    }
}
