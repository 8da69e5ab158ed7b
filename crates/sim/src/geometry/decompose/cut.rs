//! A solid cut by planes: faces, notches, and the caps that close the cut.

use std::collections::{BTreeMap, HashMap};

use nalgebra::{Vector2, Vector3};

use super::super::Mesh;

/// A corner of faces; faces that share a corner share its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    number: u32,
    at: Vector3<f64>,
}

/// A convex face, counter-clockwise from outside.
type Face = Vec<Corner>;

/// An edge at which a solid is not convex, and the outward normals of its two faces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notch {
    ends: [Corner; 2],
    normals: [Vector3<f64>; 2],
}

/// A plane, by its unit normal and its distance from the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub normal: Vector3<f64>,
    pub offset: f64,
}

/// A solid whose faces are convex.
#[derive(Clone, Debug, Default)]
pub(super) struct Solid {
    faces: Vec<Face>,
    pub notches: Vec<Notch>,
}

/// An edge of the outline of a cut, in the cut's plane, with the numbers of its ends.
struct Edge {
    ends: [Vector2<f64>; 2],
    numbers: [u32; 2],
}

impl Notch {
    /// Returns the length times the sine of half the angle by which it is not convex.
    pub fn weight(&self) -> f64 {
        (self.ends[1].at - self.ends[0].at).norm() * (self.normals[1] - self.normals[0]).norm()
            / 2.0
    }

    /// Returns the planes after whose cut it is convex: halfway between its faces, and along each of them.
    pub fn planes(&self) -> impl Iterator<Item = Plane> {
        let [one, two] = self.normals;
        let at = self.ends[0].at;
        let halfway = (one - two).try_normalize(0.0);
        let normals = halfway.into_iter().chain([one, two]);
        normals.map(move |normal| Plane {
            normal,
            offset: normal.dot(&at),
        })
    }
}

impl Solid {
    /// Returns the solid that a closed surface encloses; edges whose angle differs from a flat one by rounding only are no notches.
    pub fn of(mesh: &Mesh, tiny: f64) -> Self {
        let mut edges = BTreeMap::<[u32; 2], Vec<(usize, u32)>>::new();
        let normals = mesh.triangles.iter().map(|&[a, b, c]| {
            let [a, b, c] = [a, b, c].map(|k| mesh.vertices[k as usize]);
            (b - a).cross(&(c - a)).try_normalize(0.0)
        });
        let normals: Vec<_> = normals.collect();
        for (number, triangle) in mesh.triangles.iter().enumerate() {
            for k in 0..3 {
                let [a, b, apex] = [0, 1, 2].map(|i| triangle[(k + i) % 3]);
                edges
                    .entry([a.min(b), a.max(b)])
                    .or_default()
                    .push((number, apex));
            }
        }
        let corner = |k: u32| Corner {
            number: k,
            at: mesh.vertices[k as usize],
        };
        // Solids may touch in an edge, which then belongs to several pairs of faces.
        let notches = edges.iter().flat_map(|(ends, sides)| {
            let ends = ends.map(corner);
            let pairs = sides.iter().enumerate().flat_map(|(k, one)| {
                let others = sides.iter().skip(k + 1);
                others.map(move |two| (one, two))
            });
            let notch = |(&(one, _), &(two, apex)): (&(usize, u32), &(usize, u32))| {
                let normals: [Vector3<f64>; 2] = [normals[one]?, normals[two]?];
                let above = normals[0].dot(&(corner(apex).at - ends[0].at));
                (above > tiny).then_some(Notch { ends, normals })
            };
            pairs.filter_map(notch).collect::<Vec<_>>()
        });
        Solid {
            notches: notches.collect(),
            faces: mesh
                .triangles
                .iter()
                .map(|t| t.map(corner).to_vec())
                .collect(),
        }
    }

    /// Returns the planes of its faces.
    pub fn planes(&self) -> impl Iterator<Item = Plane> {
        self.faces.iter().filter_map(|face| {
            let first = face.first()?;
            let sum: Vector3<f64> = { face.windows(2) }
                .map(|pair| (pair[0].at - first.at).cross(&(pair[1].at - first.at)))
                .sum();
            let normal = sum.try_normalize(0.0)?;
            let offset = normal.dot(&first.at);
            Some(Plane { normal, offset })
        })
    }

    /// Returns the number of its faces, and one.
    pub fn count(&self) -> usize {
        self.faces.len() + 1
    }

    /// Returns all corners.
    pub fn corners(&self) -> Vec<Vector3<f64>> {
        let mut all: Vec<&Corner> = self.faces.iter().flatten().collect();
        all.sort_by_key(|corner| corner.number);
        all.dedup_by_key(|corner| corner.number);
        all.iter().map(|corner| corner.at).collect()
    }

    /// Returns the volume (m3).
    pub fn volume(&self) -> f64 {
        let Some(from) = self.faces.iter().flatten().next() else {
            return 0.0;
        };
        let six = |face: &Face| {
            let spokes = face.windows(2).skip(1);
            let first = face[0].at - from.at;
            let each = spokes
                .map(|pair| first.dot(&(pair[0].at - from.at).cross(&(pair[1].at - from.at))));
            each.sum::<f64>()
        };
        self.faces.iter().map(six).sum::<f64>() / 6.0
    }

    /// Returns the parts below and above a plane, each closed; corners nearer to it than `tiny` lie in it.
    pub fn cut(&self, plane: &Plane, tiny: f64) -> [Solid; 2] {
        let height = |p: &Vector3<f64>| {
            let height = plane.normal.dot(p) - plane.offset;
            if height.abs() <= tiny { 0.0 } else { height }
        };
        let highest = self.faces.iter().flatten().map(|corner| corner.number);
        let mut next = highest.max().map_or(0, |number| number + 1);
        let mut crossings = HashMap::new();
        let mut between = |[one, two]: [&Corner; 2], heights: [f64; 2]| {
            let key = [one.number.min(two.number), one.number.max(two.number)];
            *crossings.entry(key).or_insert_with(|| {
                let part = heights[0] / (heights[0] - heights[1]);
                let at = one.at + (two.at - one.at) * part;
                next += 1;
                Corner {
                    number: next - 1,
                    at,
                }
            })
        };
        let mut sides = [(); 2].map(|()| Solid::default());
        for face in &self.faces {
            let heights: Vec<f64> = face.iter().map(|corner| height(&corner.at)).collect();
            // What lies in the plane is part of the caps.
            if heights.iter().all(|&h| h == 0.0) {
                continue;
            }
            let mut halves = [vec![], vec![]];
            for (k, corner) in face.iter().enumerate() {
                let after = (k + 1) % face.len();
                if heights[k] <= 0.0 {
                    halves[0].push(*corner);
                }
                if heights[k] >= 0.0 {
                    halves[1].push(*corner);
                }
                if heights[k] * heights[after] < 0.0 {
                    let (one, two) = (corner, &face[after]);
                    let crossing = between([one, two], [heights[k], heights[after]]);
                    halves[0].push(crossing);
                    halves[1].push(crossing);
                }
            }
            for (solid, (half, sign)) in sides.iter_mut().zip(halves.into_iter().zip([-1.0, 1.0])) {
                if half.len() > 2 && heights.iter().any(|h| h * sign > 0.0) {
                    solid.faces.push(half);
                }
            }
        }
        for notch in &self.notches {
            let heights = notch.ends.map(|end| height(&end.at));
            let [one, two] = &notch.ends;
            let crossing = (heights[0] * heights[1] < 0.0).then(|| between([one, two], heights));
            for (solid, sign) in sides.iter_mut().zip([-1.0, 1.0]) {
                let mut kept = *notch;
                match heights.map(|h| h * sign > 0.0) {
                    [false, false] => continue,
                    [false, true] => kept.ends[0] = crossing.unwrap_or(*one),
                    [true, false] => kept.ends[1] = crossing.unwrap_or(*two),
                    [true, true] => {}
                }
                solid.notches.push(kept);
            }
        }
        let flip = [false, true];
        for (solid, flip) in sides.iter_mut().zip(flip) {
            let outline = outline(&solid.faces, plane, height, flip);
            solid.close(&outline, plane, flip, &mut next, tiny);
        }
        sides
    }

    /// Returns its connected parts: those whose faces share no corner, and of which no edge has a corner of another nearer than `tiny`.
    pub fn separate(self, tiny: f64) -> Vec<Solid> {
        let ends = self.notches.iter().flat_map(|notch| &notch.ends);
        let corners = self.faces.iter().flatten().chain(ends);
        let highest = corners.map(|corner| corner.number).max().unwrap_or(0);
        let mut parent: Vec<u32> = (0..=highest).collect();
        for face in &self.faces {
            for corner in face {
                unite(&mut parent, face[0].number, corner.number);
            }
        }
        let mut roots = { self.faces.iter() }.map(|face| root(&mut parent, face[0].number));
        let first = roots.next();
        if roots.any(|number| Some(number) != first) {
            self.unite_along_edges(&mut parent, tiny);
        }
        let mut parts = BTreeMap::<u32, Solid>::new();
        for face in &self.faces {
            let of = root(&mut parent, face[0].number);
            parts.entry(of).or_default().faces.push(face.clone());
        }
        // A hollow is no part: its faces belong to the solid around it.
        if parts.len() < 2 || parts.values().any(|part| part.volume() < 0.0) {
            return vec![self];
        }
        for notch in self.notches {
            let of = root(&mut parent, notch.ends[0].number);
            if let Some(part) = parts.get_mut(&of) {
                part.notches.push(notch);
            }
        }
        parts.into_values().collect()
    }

    /// Connects what meets along edges that have no counterpart: the corners of a cap divide the edges of faces beside it.
    fn unite_along_edges(&self, parent: &mut [u32], tiny: f64) {
        let edges = self.faces.iter().flat_map(|face| {
            let after = face.iter().cycle().skip(1);
            face.iter().zip(after)
        });
        let mut known: Vec<[u32; 2]> = edges.clone().map(|(a, b)| [a.number, b.number]).collect();
        known.sort_unstable();
        let alone: Vec<_> = edges
            .filter(|(a, b)| known.binary_search(&[b.number, a.number]).is_err())
            .collect();
        let mut corners: Vec<&Corner> = alone.iter().flat_map(|&(a, b)| [a, b]).collect();
        corners.sort_by(|a, b| a.at.x.total_cmp(&b.at.x).then(a.number.cmp(&b.number)));
        corners.dedup_by_key(|corner| corner.number);
        for (a, b) in alone {
            let (low, high) = (a.at.x.min(b.at.x) - tiny, a.at.x.max(b.at.x) + tiny);
            let from = corners.partition_point(|corner| corner.at.x < low);
            let along = b.at - a.at;
            for corner in corners[from..].iter().take_while(|c| c.at.x <= high) {
                let to = corner.at - a.at;
                let part = (to.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
                if (to - along * part).norm() <= tiny {
                    unite(parent, a.number, corner.number);
                }
            }
        }
    }
}

/// Connects two corners.
fn unite(parent: &mut [u32], one: u32, two: u32) {
    let (one, two) = (root(parent, one), root(parent, two));
    parent[two as usize] = one;
}

/// Returns the number that stands for all corners connected with one.
fn root(parent: &mut [u32], mut number: u32) -> u32 {
    loop {
        let above = parent[number as usize];
        if above == number {
            return number;
        }
        parent[number as usize] = parent[above as usize];
        number = above;
    }
}

/// Returns the axes of a plane, the second one counter-clockwise from the first as seen along the normal's tip.
fn axes(plane: &Plane) -> [Vector3<f64>; 2] {
    let across = Vector3::ith(plane.normal.iamin(), 1.0)
        .cross(&plane.normal)
        .normalize();
    [across, plane.normal.cross(&across)]
}

/// Returns the outline of what closes some faces in a plane, counter-clockwise as seen from above: edges of the faces against their own direction,
/// or, above the plane, along it.
fn outline(
    faces: &[Face],
    plane: &Plane,
    height: impl Fn(&Vector3<f64>) -> f64,
    above: bool,
) -> Vec<Edge> {
    let [across, up] = axes(plane);
    let flat = |p: &Vector3<f64>| Vector2::new(across.dot(p), up.dot(p));
    let mut outline = vec![];
    for face in faces {
        for (k, one) in face.iter().enumerate() {
            let two = &face[(k + 1) % face.len()];
            if height(&one.at) == 0.0 && height(&two.at) == 0.0 {
                let (from, to) = if above { (one, two) } else { (two, one) };
                let ends = [flat(&from.at), flat(&to.at)];
                let numbers = [from.number, to.number];
                outline.push(Edge { ends, numbers });
            }
        }
    }
    outline
}

impl Edge {
    /// Returns the lower and the upper end, and whether it runs upward.
    fn sorted(&self) -> (Vector2<f64>, Vector2<f64>, bool) {
        let [from, to] = self.ends;
        if to.y > from.y {
            (from, to, true)
        } else {
            (to, from, false)
        }
    }

    /// Returns where it is at a height.
    fn at(&self, y: f64) -> f64 {
        let (bottom, top, _) = self.sorted();
        let part = ((y - bottom.y) / (top.y - bottom.y)).clamp(0.0, 1.0);
        bottom.x + (top.x - bottom.x) * part
    }
}

impl Solid {
    /// Adds the faces within an outline: trapezoids between the heights of its corners.
    fn close(&mut self, outline: &[Edge], plane: &Plane, above: bool, next: &mut u32, tiny: f64) {
        let ends = outline.iter().flat_map(|edge| edge.ends);
        let mut levels: Vec<f64> = ends.map(|end| end.y).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup_by(|above, below| *above - *below <= tiny);
        for (low, high) in levels.iter().zip(levels.iter().skip(1)) {
            let middle = (low + high) / 2.0;
            let mut crossing: Vec<&Edge> = outline
                .iter()
                .filter(|edge| {
                    let (bottom, top, _) = edge.sorted();
                    bottom.y < middle && middle < top.y
                })
                .collect();
            let key = |edge: &Edge| (edge.at(middle), edge.sorted().2);
            crossing.sort_by(|a, b| {
                let (a, b) = (key(a), key(b));
                a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))
            });
            let mut winding = 0;
            let mut left = None;
            for edge in crossing {
                let before = winding;
                // What is on the left of an edge that runs upward is inside.
                winding += if edge.sorted().2 { -1 } else { 1 };
                if before == 0 && winding > 0 {
                    left = Some(edge);
                } else if before > 0
                    && winding == 0
                    && let Some(left) = left.take()
                {
                    let ring = [(left, *low), (edge, *low), (edge, *high), (left, *high)];
                    self.add_cap(&ring, plane, above, next, tiny);
                }
            }
        }
    }

    /// Adds a face with corners on edges of an outline at heights.
    fn add_cap(
        &mut self,
        ring: &[(&Edge, f64)],
        plane: &Plane,
        above: bool,
        next: &mut u32,
        tiny: f64,
    ) {
        let [across, up] = axes(plane);
        let mut face: Face = vec![];
        for &(edge, y) in ring {
            let on_edge = Vector2::new(edge.at(y), y);
            let at = across * on_edge.x + up * y + plane.normal * plane.offset;
            let near = |end: &Vector2<f64>| (end - on_edge).norm() <= tiny;
            let number = if let Some(k) = edge.ends.iter().position(near) {
                edge.numbers[k]
            } else {
                *next += 1;
                *next - 1
            };
            if !face.iter().any(|corner| (corner.at - at).norm() <= tiny) {
                face.push(Corner { number, at });
            }
        }
        if above {
            face.reverse();
        }
        if face.len() > 2 {
            self.faces.push(face);
        }
    }
}
