//! The part of a frame that differs from the previous one.

use crate::film::Region;
use crate::render::Image;

/// Finds what changes from frame to frame.
#[derive(Default)]
pub struct Changes(Option<Image>);

impl Changes {
    /// Returns the region of the next frame that differs from the previous one, and its pixels; all of the first frame.
    pub fn next(&mut self, frame: &Image) -> (Region, Image) {
        let region = match self.0.replace(frame.clone()) {
            Some(last) => Region::between(&last, frame),
            None => Region::whole(frame.width, frame.height),
        };
        (region, region.cut(frame))
    }
}

impl Region {
    /// Returns the region of the whole picture.
    pub fn whole(width: usize, height: usize) -> Region {
        Region {
            left: 0,
            top: 0,
            width,
            height,
        }
    }

    /// Returns the smallest rectangle with even left and top that contains all pixels for which `differs` returns true; the
    /// first pixel if there are none.
    pub fn of(width: usize, height: usize, differs: impl Fn(usize) -> bool) -> Region {
        let row_differs = |row: &usize| (row * width..(row + 1) * width).any(&differs);
        let Some(top) = (0..height).find(row_differs) else {
            return Region::whole(width.min(1), height.min(1));
        };
        let bottom = (0..height).rev().find(row_differs).unwrap_or(top);
        let column_differs = |x: &usize| (top..=bottom).any(|y| differs(y * width + x));
        let left = (0..width).find(column_differs).unwrap_or(0);
        let right = (0..width).rev().find(column_differs).unwrap_or(left);
        let (left, top) = (left & !1, top & !1);
        Region {
            left,
            top,
            width: right + 1 - left,
            height: bottom + 1 - top,
        }
    }

    /// Returns the region that differs between two pictures of the same size.
    pub fn between(old: &Image, new: &Image) -> Region {
        Region::of(new.width, new.height, |n| {
            old.rgb.get(3 * n..3 * n + 3) != new.rgb.get(3 * n..3 * n + 3)
        })
    }

    /// Cuts the region out of a picture.
    pub fn cut(&self, image: &Image) -> Image {
        let rows = image.rgb.chunks_exact(3 * image.width.max(1));
        let part = 3 * self.left..3 * (self.left + self.width);
        let cut = rows.skip(self.top).take(self.height);
        Image {
            width: self.width,
            height: self.height,
            rgb: cut
                .flat_map(|row| row.get(part.clone()).unwrap_or_default())
                .copied()
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_found_and_cut() {
        let old = Image {
            width: 8,
            height: 6,
            rgb: vec![7; 3 * 48],
        };
        let mut new = old.clone();
        assert_eq!(Region::between(&old, &new), Region::whole(1, 1));
        for (x, y) in [(3, 2), (5, 4)] {
            new.rgb[3 * (8 * y + x)] = 9;
        }
        let region = Region::between(&old, &new);
        assert_eq!(
            region,
            Region {
                left: 2,
                top: 2,
                width: 4,
                height: 3
            }
        );
        let cut = region.cut(&new);
        assert_eq!((cut.width, cut.height, cut.rgb.len()), (4, 3, 36));
        assert_eq!(cut.rgb[3], 9);
        assert_eq!(cut.rgb[3 * 11], 9);
    }
}
