//! Rasterises and shades triangles tile by tile: each tile's samples stay in the processor's cache.

mod samples;

use super::clip::clip;
use super::frame::{Body, Frame};
use super::raster::Plotted;
use super::shade::Reach;
use super::shade_floor::Patch;
use super::surface::Face;
use super::tone::{Tone, expose};
use super::vector::Vec3;
pub(super) use samples::Samples;
use samples::{PATTERN_4, PATTERN_8};

/// Side of a tile (pixels).
pub(super) const TILE: usize = 32;
/// Owner of samples without a triangle.
const SKY: u32 = u32::MAX;
const FLOOR: u32 = u32::MAX - 1;

/// A triangle in the picture.
struct Piece {
    plotted: Plotted,
    body: u32,
    face: u32,
    patch: u32,
}

/// The frame's triangles sorted into tiles.
pub(super) struct Tiles<'a> {
    frame: &'a Frame<'a>,
    pieces: Vec<Piece>,
    bins: Vec<Vec<u32>>,
    across: usize,
}

/// The light that reaches each pixel of a tile, for pixels of a single face.
type Reaches = Box<[Option<Reach>; TILE * TILE]>;

/// Returns the centres of the first and last pixel in a row of a tile.
fn ends(left: usize) -> impl Iterator<Item = f32> {
    [left as f32 + 0.5, (left + TILE) as f32 - 0.5].into_iter()
}

impl<'a> Tiles<'a> {
    /// Projects, clips and sorts all faces that face the eye.
    pub fn new(frame: &'a Frame<'a>) -> Tiles<'a> {
        let (width, height) = (frame.settings.width, frame.settings.height);
        let across = width.div_ceil(TILE);
        let mut tiles = Tiles {
            frame,
            pieces: Vec::new(),
            bins: vec![Vec::new(); across * height.div_ceil(TILE)],
            across,
        };
        let view = &frame.view;
        let guards = view.guards();
        for (b, body) in frame.bodies.iter().enumerate() {
            let seen: Vec<Vec3> = body.points.iter().map(|p| view.seen(*p)).collect();
            for (f, face) in body.surface.faces.iter().enumerate() {
                let polygon = clip(face.corners.map(|i| seen[i as usize]), &guards);
                let Some((first, rest)) = polygon.corners().split_first() else {
                    continue;
                };
                for pair in rest.windows(2) {
                    // Rows run downwards: outward faces have the opposite orientation.
                    let q = [*first, pair[1], pair[0]].map(|p| view.projected(p));
                    if let Some(plotted) = Plotted::new(&q, width, height) {
                        tiles.add(Piece {
                            plotted,
                            body: b as u32,
                            face: f as u32,
                            patch: face.patch,
                        });
                    }
                }
            }
        }
        tiles
    }

    fn add(&mut self, piece: Piece) {
        let index = self.pieces.len() as u32;
        let [x0, x1] = piece.plotted.columns.map(|c| c as usize);
        let [y0, y1] = piece.plotted.rows.map(|r| r as usize);
        for y in y0 / TILE..=(y1 - 1) / TILE {
            for x in x0 / TILE..=(x1 - 1) / TILE {
                self.bins[y * self.across + x].push(index);
            }
        }
        self.pieces.push(piece);
    }

    /// Draws the rows of pixels `rgb` from row `top` on, a multiple of the tile's side, as long as `goes_on` returns true.
    /// Writes the inverse distance of each pixel to `depths`, unless that is empty.
    pub fn draw_band(
        &self,
        top: usize,
        rgb: &mut [u8],
        depths: &mut [f32],
        tone: &Tone,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) {
        let width = self.frame.settings.width;
        let rows = rgb.len() / (3 * width);
        let mut samples = Samples {
            depths: vec![0.0; 8 * TILE * TILE],
            owners: vec![SKY; 8 * TILE * TILE],
        };
        for left in (0..width).step_by(TILE) {
            if !goes_on() {
                return;
            }
            let columns = TILE.min(width - left);
            let bin = &self.bins[top / TILE * self.across + left / TILE];
            let pattern = self.pattern(bin);
            if !bin.is_empty() {
                self.fill(&mut samples, pattern, bin, [left, top], [columns, rows]);
            }
            let sun = self.floor_sun(&samples, pattern, bin, [left, top], [columns, rows]);
            let reaches = match bin.is_empty() {
                true => None,
                false => self.reaches(&samples, pattern, [left, top], [columns, rows]),
            };
            for y in 0..rows {
                let row = sun
                    .as_ref()
                    .filter(|_| self.is_floor(left, top + y))
                    .zip(self.frame.floor.as_ref())
                    .map(|(sun, floor)| {
                        let (left, middle) = (left as f32, (top + y) as f32 + 0.5);
                        self.frame.floor_row(floor, left, middle, &sun[y])
                    });
                let line = &mut rgb[3 * (y * width + left)..][..3 * columns];
                if let (Some(row), true) = (&row, bin.is_empty()) {
                    // Floor over the whole row.
                    tone.code_row(row, line);
                    if let Some(depths) = depths.get_mut(y * width + left..) {
                        for (x, depth) in depths.iter_mut().take(columns).enumerate() {
                            *depth = self.depth(FLOOR, [(left + x) as f32, (top + y) as f32]);
                        }
                    }
                    continue;
                }
                if row.is_none() && bin.is_empty() && self.is_sky(left, top + y) {
                    let row = self.frame.sky_row(left as f32, (top + y) as f32 + 0.5);
                    tone.code_row(&row, line);
                    continue;
                }
                let (first, others) = match bin.is_empty() {
                    true => ([SKY; TILE], [0; TILE]),
                    false => samples.owners(pattern.len(), y),
                };
                for (x, bytes) in line.chunks_exact_mut(3).enumerate() {
                    let place = [(left + x) as f32, (top + y) as f32];
                    let owner = match bin.is_empty() {
                        true => self.background(place),
                        false => (others[x] == 0).then_some(first[x]),
                    };
                    let colour = match (owner, &row) {
                        (Some(FLOOR), Some(row)) => Vec3 {
                            x: row[0][x],
                            y: row[1][x],
                            z: row[2][x],
                        },
                        (Some(owner), _) => {
                            let reach = reaches.as_ref().and_then(|all| all[y * TILE + x]);
                            self.whole_pixel(owner, place, reach)
                        }
                        (None, _) => self.pixel(&samples, pattern, y * TILE + x, place),
                    };
                    bytes.copy_from_slice(&tone.code(colour));
                    if let Some(depth) = depths.get_mut(y * width + left + x) {
                        *depth = match owner {
                            Some(owner) => self.depth(owner, place),
                            None => samples.nearest(pattern.len(), y * TILE + x),
                        };
                    }
                }
            }
        }
    }

    /// Returns the visible part of the sun on the floor of a tile, if the tile contains floor from some row on.
    fn floor_sun(
        &self,
        samples: &Samples,
        pattern: &[[f32; 2]],
        bin: &[u32],
        [left, top]: [usize; 2],
        [columns, rows]: [usize; 2],
    ) -> Option<Box<Patch>> {
        let floor = self.frame.floor.as_ref()?;
        // The floor is below the horizon.
        let begin = (0..rows).find(|y| self.is_floor(left, top + y))?;
        if !(begin..rows).all(|y| self.is_floor(left, top + y)) {
            return None;
        }
        if bin.is_empty() {
            let all = |x: usize, y: usize| x < columns && y >= begin;
            let patch = self.frame.floor_sun(floor, left, top, begin..rows, all);
            return Some(Box::new(patch));
        }
        let mut is_floor = [0u32; TILE];
        for (y, row) in is_floor.iter_mut().enumerate().take(rows) {
            let (first, others) = samples.owners(pattern.len(), y);
            for x in 0..columns {
                *row |= u32::from(first[x] == FLOOR && others[x] == 0) << x;
            }
        }
        if is_floor.iter().all(|row| *row == 0) {
            return None;
        }
        let needed = |x: usize, y: usize| y >= begin && is_floor[y] >> x & 1 == 1;
        let patch = self.frame.floor_sun(floor, left, top, begin..rows, needed);
        Some(Box::new(patch))
    }

    /// Returns the background at a pixel.
    fn background(&self, [x, y]: [f32; 2]) -> Option<u32> {
        let floor = self.frame.floor.as_ref();
        let depth = floor.map_or(0.0, |f| f.inverse_depth(x + 0.5, y + 0.5));
        Some(if depth > 0.0 { FLOOR } else { SKY })
    }

    fn pattern(&self, bin: &[u32]) -> &'static [[f32; 2]] {
        match self.frame.settings.samples {
            _ if bin.is_empty() => &[[0.5, 0.5]],
            1 => &[[0.5, 0.5]],
            4 => &PATTERN_4,
            _ => &PATTERN_8,
        }
    }

    /// Draws all triangles of a bin into the samples of its tile.
    fn fill(
        &self,
        samples: &mut Samples,
        pattern: &[[f32; 2]],
        bin: &[u32],
        corner: [usize; 2],
        size: [usize; 2],
    ) {
        let (left, top) = (corner[0] as i32, corner[1] as i32);
        for (s, [sx, sy]) in pattern.iter().enumerate() {
            for y in 0..TILE {
                let start = (s * TILE + y) * TILE;
                let depths = &mut samples.depths[start..start + TILE];
                let owners = &mut samples.owners[start..start + TILE];
                for (x, (depth, owner)) in depths.iter_mut().zip(owners).enumerate() {
                    let place = [left as f32 + x as f32 + sx, (top + y as i32) as f32 + sy];
                    *depth = self
                        .frame
                        .floor
                        .map_or(0.0, |f| f.inverse_depth(place[0], place[1]));
                    *owner = if *depth > 0.0 { FLOOR } else { SKY };
                }
            }
        }
        let (right, bottom) = (left + size[0] as i32, top + size[1] as i32);
        for index in bin {
            let t = &self.pieces[*index as usize].plotted;
            let (first, past) = (t.columns[0].max(left), t.columns[1].min(right));
            for y in t.rows[0].max(top)..t.rows[1].min(bottom) {
                for (s, [sx, sy]) in pattern.iter().enumerate() {
                    let line = y as f32 + sy;
                    let (a, b) = t.span(line, *sx, first, past);
                    if a < b {
                        let start = (s * TILE + (y - top) as usize) * TILE;
                        let range = start + (a - left) as usize..start + (b - left) as usize;
                        t.draw(
                            a as f32 + sx,
                            line,
                            &mut samples.depths[range.clone()],
                            &mut samples.owners[range],
                            *index,
                        );
                    }
                }
            }
        }
    }

    /// Returns the colour of a pixel with a single owner.
    fn whole_pixel(&self, owner: u32, place: [f32; 2], reach: Option<Reach>) -> Vec3 {
        let (x, y) = (place[0] + 0.5, place[1] + 0.5);
        let depth = self.depth_ahead(owner, place);
        let light = match (reach, self.face(owner)) {
            (Some(reach), Some((body, face))) => {
                self.frame.shade_face_by(body, face, [x, y], depth, reach)
            }
            _ => self.shade(owner, x, y, depth),
        };
        expose(light)
    }

    /// Returns the depth as [`Tiles::depth`] does, but never behind the eye, where the plane of a face at grazing angle may be
    /// at the centre of a pixel: it counts as very far.
    fn depth_ahead(&self, owner: u32, place: [f32; 2]) -> f32 {
        self.depth(owner, place).max(1e-3 / self.frame.view.reach)
    }

    /// Returns body and face of an owner that is a triangle.
    #[inline(always)]
    fn face(&self, owner: u32) -> Option<(&Body<'a>, &Face)> {
        let piece = self.pieces.get(owner as usize)?;
        let body = self.frame.bodies.get(piece.body as usize)?;
        Some((body, body.surface.faces.get(piece.face as usize)?))
    }

    /// Returns the light that reaches the pixels of a tile with a single face, row by row; none for others. Light changes
    /// slowly on a body: a pixel between two similar neighbours on the same patch has their mean, otherwise it is computed
    /// separately.
    fn reaches(
        &self,
        samples: &Samples,
        pattern: &[[f32; 2]],
        [left, top]: [usize; 2],
        [columns, rows]: [usize; 2],
    ) -> Option<Reaches> {
        let mut owners = [[SKY; TILE]; TILE];
        let mut found = false;
        for (y, row) in owners.iter_mut().enumerate().take(rows) {
            let (first, others) = samples.owners(pattern.len(), y);
            for x in 0..columns {
                if others[x] == 0 && first[x] < FLOOR {
                    row[x] = first[x];
                    found = true;
                }
            }
        }
        if !found {
            return None;
        }
        let exact = |x: usize, y: usize| {
            let owner = owners[y][x];
            let (body, face) = self.face(owner)?;
            let place = [(left + x) as f32, (top + y) as f32];
            let depth = self.depth_ahead(owner, place);
            let (x, y) = (place[0] + 0.5, place[1] + 0.5);
            Some(self.frame.face_reach(body, face, x, y, depth))
        };
        let mut reaches: Reaches = Box::new([None; TILE * TILE]);
        // Even rows and columns first, then between columns, then between rows.
        for (first_y, first_x) in [(0, 0), (0, 1), (1, 0)] {
            let step = if first_y == 0 { 2 } else { 1 };
            for y in (first_y..rows).step_by(2) {
                for x in (first_x..columns).step_by(step) {
                    let own = owners[y][x];
                    if own == SKY {
                        continue;
                    }
                    let sides = match (first_y, first_x) {
                        (0, 0) => None,
                        (0, _) => (x + 1 < columns).then_some([(x - 1, y), (x + 1, y)]),
                        _ => (y + 1 < rows).then_some([(x, y - 1), (x, y + 1)]),
                    };
                    let key = self.key(own);
                    let of = |(x, y): (usize, usize)| {
                        let same = owners[y][x] != SKY && self.key(owners[y][x]) == key;
                        reaches[y * TILE + x].filter(|_| same)
                    };
                    let mean = sides.and_then(|[a, b]| of(a)?.between(of(b)?));
                    reaches[y * TILE + x] = mean.or_else(|| exact(x, y));
                }
            }
        }
        Some(reaches)
    }

    /// Whether a row of a tile is floor from end to end, apart from bodies.
    fn is_floor(&self, left: usize, y: usize) -> bool {
        let floor = self.frame.floor.as_ref();
        floor.is_some_and(|floor| ends(left).all(|x| floor.inverse_depth(x, y as f32 + 0.5) > 0.0))
    }

    /// Whether there is no floor in a row of a tile.
    fn is_sky(&self, left: usize, y: usize) -> bool {
        let floor = self.frame.floor.as_ref();
        floor.is_none_or(|floor| ends(left).all(|x| floor.inverse_depth(x, y as f32 + 0.5) <= 0.0))
    }

    /// Returns the inverse distance of an owner at the centre of a pixel.
    fn depth(&self, owner: u32, place: [f32; 2]) -> f32 {
        let (x, y) = (place[0] + 0.5, place[1] + 0.5);
        match owner {
            SKY => 0.0,
            FLOOR => self.frame.floor.map_or(0.0, |f| f.inverse_depth(x, y)),
            piece => self.pieces[piece as usize].plotted.depth_at(x, y),
        }
    }

    /// Returns the colour of a pixel from its samples. Samples on one patch share one evaluation of light at their mean
    /// position; the tone curve is applied before the mean, so that bright edges have no steps.
    fn pixel(
        &self,
        samples: &Samples,
        pattern: &[[f32; 2]],
        index: usize,
        place: [f32; 2],
    ) -> Vec3 {
        let owner = |s: usize| samples.owners[s * TILE * TILE + index];
        let depth = |s: usize| samples.depths[s * TILE * TILE + index];
        let count = pattern.len();
        let mut sum = Vec3::ZERO;
        let mut done = 0u32;
        for a in 0..count {
            if done >> a & 1 == 1 {
                continue;
            }
            let key = self.key(owner(a));
            let (mut shared, mut x, mut y, mut z) = (0.0f32, 0.0, 0.0, 0.0);
            for (b, [sx, sy]) in pattern.iter().enumerate().skip(a) {
                let same = owner(b) == owner(a)
                    || (self.key(owner(b)) == key && (depth(b) - depth(a)).abs() < 0.05 * depth(a));
                if done >> b & 1 == 0 && same {
                    done |= 1 << b;
                    shared += 1.0;
                    x += sx;
                    y += sy;
                    z += depth(b);
                }
            }
            let mean = 1.0 / shared;
            let (x, y) = (place[0] + x * mean, place[1] + y * mean);
            sum += expose(self.shade(owner(a), x, y, z * mean)) * shared;
        }
        sum * (1.0 / count as f32)
    }

    /// Returns the key of samples that share their light.
    #[inline(always)]
    fn key(&self, owner: u32) -> (u32, u32) {
        match owner {
            SKY | FLOOR => (owner, 0),
            piece => {
                let piece = &self.pieces[piece as usize];
                (piece.body, piece.patch)
            }
        }
    }

    #[inline(always)]
    fn shade(&self, owner: u32, x: f32, y: f32, inverse_depth: f32) -> Vec3 {
        let frame = self.frame;
        match (owner, &frame.floor) {
            (SKY, _) | (FLOOR, None) => frame.shade_sky(x, y),
            (FLOOR, Some(floor)) => frame.shade_floor(floor, x, y, inverse_depth),
            (piece, _) => match self.face(piece) {
                Some((body, face)) => frame.shade_face(body, face, x, y, inverse_depth),
                None => Vec3::ZERO,
            },
        }
    }
}
