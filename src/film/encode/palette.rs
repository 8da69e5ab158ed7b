//! Chooses 256 colours for a picture with little loss.
//!
//! Heckert (Color Image Quantization for Frame Buffer Display, 1982) cuts the box of all colours at medians until there are as
//! many boxes as colours; Lloyd's iteration (k-means) then moves their means to a minimum of the error.

/// Bits per channel of the histogram's cells.
const BITS: usize = 6;
const SIDE: usize = 1 << BITS;
const CELLS: usize = SIDE * SIDE * SIDE;

/// Steps of Lloyd's iteration: further ones change colours invisibly.
const STEPS: usize = 6;

/// Weights of differences in red, green and blue: the eye is most sensitive to green.
const WEIGHTS: [i32; 3] = [2, 4, 3];

/// Histogram of colours.
pub struct Histogram(Vec<u32>);

impl Histogram {
    /// Creates an empty histogram.
    pub fn new() -> Histogram {
        Histogram(vec![0; CELLS])
    }

    /// Counts all pixels of a picture.
    pub fn count(&mut self, rgb: &[u8]) {
        for pixel in rgb.as_chunks::<3>().0 {
            if let Some(count) = self.0.get_mut(cell(*pixel)) {
                *count = count.saturating_add(1);
            }
        }
    }
}

fn cell([r, g, b]: [u8; 3]) -> usize {
    let part = |channel: u8| usize::from(channel) >> (8 - BITS);
    (part(r) * SIDE + part(g)) * SIDE + part(b)
}

/// Returns one channel of a cell's colour.
fn part(cell: usize, axis: usize) -> usize {
    (cell >> (BITS * (2 - axis))) & (SIDE - 1)
}

/// Returns the colour at the centre of a cell; black and white stay exact.
fn colour(cell: usize) -> [u8; 3] {
    std::array::from_fn(|axis| (part(cell, axis) * 255 / (SIDE - 1)) as u8)
}

fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    (0..3)
        .map(|k| WEIGHTS[k] * (i32::from(a[k]) - i32::from(b[k])).pow(2))
        .sum()
}

/// A set of colours, with a search for the nearest one.
pub struct Palette {
    colours: Vec<[u8; 3]>,
    /// Number of the nearest colour, for each cell already searched.
    nearest: Vec<Option<u8>>,
}

impl Palette {
    /// Chooses at most `most` colours (up to 256) for a histogram; only black for an empty one.
    pub fn choose(histogram: &Histogram, most: usize) -> Palette {
        let used: Vec<(usize, f64)> = (0..CELLS)
            .zip(&histogram.0)
            .filter(|(_, count)| **count > 0)
            // A square root gives small areas a share of the colours.
            .map(|(cell, count)| (cell, f64::from(*count).sqrt()))
            .collect();
        let mut colours = first_colours(&used, most.clamp(1, 256));
        for _ in 0..STEPS {
            colours = means(&used, &colours);
        }
        Palette {
            colours,
            nearest: vec![None; CELLS],
        }
    }

    /// Returns the colours.
    pub fn colours(&self) -> &[[u8; 3]] {
        &self.colours
    }

    /// Returns the number of the nearest colour.
    pub fn nearest(&mut self, to: [u8; 3]) -> u8 {
        let cell = cell(to);
        match self.nearest.get(cell) {
            Some(Some(known)) => *known,
            _ => {
                let found = nearest_of(&self.colours, colour(cell)) as u8;
                if let Some(entry) = self.nearest.get_mut(cell) {
                    *entry = Some(found);
                }
                found
            }
        }
    }

    /// Returns a colour by its number.
    pub fn colour(&self, number: u8) -> [u8; 3] {
        self.colours
            .get(usize::from(number))
            .copied()
            .unwrap_or_default()
    }
}

fn nearest_of(colours: &[[u8; 3]], to: [u8; 3]) -> usize {
    let numbered = colours.iter().enumerate();
    let nearest = numbered.min_by_key(|(_, colour)| distance(**colour, to));
    nearest.map_or(0, |(number, _)| number)
}

/// Returns Heckert's boxes: each step cuts the box with the largest product of weight and longest side.
fn first_colours(used: &[(usize, f64)], most: usize) -> Vec<[u8; 3]> {
    let mut boxes = vec![used.to_vec()];
    while boxes.len() < most {
        let size = |cells: &[(usize, f64)]| {
            let weight: f64 = cells.iter().map(|(_, weight)| weight).sum();
            weight * longest(cells).1 as f64
        };
        let sizes = boxes.iter().map(|cells| size(cells)).enumerate();
        let Some((widest, size)) = sizes.max_by(|a, b| a.1.total_cmp(&b.1)) else {
            break;
        };
        if size == 0.0 {
            break;
        }
        let mut cells = boxes.swap_remove(widest);
        let (axis, _) = longest(&cells);
        cells.sort_by_key(|(cell, _)| (part(*cell, axis), *cell));
        let half: f64 = cells.iter().map(|(_, weight)| 0.5 * weight).sum();
        let mut before = 0.0;
        let cut = cells.iter().position(|(_, weight)| {
            before += weight;
            before >= half
        });
        let cut = (cut.unwrap_or(0) + 1).min(cells.len() - 1);
        let after = cells.split_off(cut);
        boxes.extend([cells, after]);
    }
    let mean = |cells: &Vec<(usize, f64)>| {
        let mut sum = Sum::default();
        cells.iter().for_each(|entry| sum.add(entry));
        sum.mean()
    };
    boxes.iter().filter_map(mean).collect()
}

/// Returns the axis of the largest extent of cells, and that extent.
fn longest(cells: &[(usize, f64)]) -> (usize, usize) {
    let extent = |axis: usize| {
        let parts = || cells.iter().map(|(cell, _)| part(*cell, axis));
        let extent = parts().max().unwrap_or(0) - parts().min().unwrap_or(0);
        (axis, extent)
    };
    let green_first = [1, 0, 2].map(extent);
    green_first
        .into_iter()
        .rev()
        .max_by_key(|(_, extent)| *extent)
        .unwrap_or((0, 0))
}

/// Weighted sum of colours, and the sum of their weights.
#[derive(Clone, Copy, Default)]
struct Sum([f64; 4]);

impl Sum {
    fn add(&mut self, (cell, weight): &(usize, f64)) {
        for (sum, channel) in self.0.iter_mut().zip(colour(*cell)) {
            *sum += weight * f64::from(channel);
        }
        self.0[3] += weight;
    }

    /// Returns the mean colour; none without colours.
    fn mean(&self) -> Option<[u8; 3]> {
        let Sum(sum) = self;
        (sum[3] > 0.0).then(|| std::array::from_fn(|k| (sum[k] / sum[3]).round() as u8))
    }
}

/// Computes one step of Lloyd's iteration: each colour moves to the mean of the cells nearest to it.
fn means(used: &[(usize, f64)], colours: &[[u8; 3]]) -> Vec<[u8; 3]> {
    let mut sums = vec![Sum::default(); colours.len()];
    for entry in used {
        if let Some(sum) = sums.get_mut(nearest_of(colours, colour(entry.0))) {
            sum.add(entry);
        }
    }
    let moved = sums.iter().zip(colours);
    moved.map(|(sum, old)| sum.mean().unwrap_or(*old)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let mut histogram = Histogram::new();
        let flags = [[255, 255, 255], [0, 0, 0], [255, 0, 0]];
        for (colour, count) in flags.iter().zip([10_000, 3, 1]) {
            histogram.count(&colour.repeat(count));
        }
        let mut palette = Palette::choose(&histogram, 256);
        assert_eq!(palette.colours().len(), 3);
        for colour in flags {
            let number = palette.nearest(colour);
            assert_eq!(palette.colour(number), colour);
        }
    }

    #[test]
    fn a_picture_of_many_colours_comes_close() {
        let pixels: Vec<u8> = (0..64_u32)
            .flat_map(|y| {
                (0..64_u32).flat_map(move |x| [4 * x, 4 * y, 2 * (x + y)].map(|v| v as u8))
            })
            .collect();
        let mut histogram = Histogram::new();
        histogram.count(&pixels);
        let mut palette = Palette::choose(&histogram, 256);
        assert_eq!(palette.colours().len(), 256);
        let mut error = 0.0;
        for pixel in pixels.as_chunks::<3>().0 {
            let number = palette.nearest(*pixel);
            let near = palette.colour(number);
            error += pixel
                .iter()
                .zip(near)
                .map(|(a, b)| f64::from(a.abs_diff(b)).powi(2))
                .sum::<f64>();
        }
        let mean = (error / pixels.len() as f64).sqrt();
        assert!(mean < 5.5, "{mean}");
    }

    #[test]
    fn nothing_to_choose_from_is_black() {
        let palette = Palette::choose(&Histogram::new(), 256);
        assert_eq!(palette.colour(0), [0; 3]);
    }
}
