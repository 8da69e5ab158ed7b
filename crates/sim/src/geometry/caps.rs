//! Closes open surfaces with cones.

use std::collections::{BTreeMap, VecDeque};

use nalgebra::Vector3;

use super::Mesh;
use super::mesh::turn as turn_triangle;

/// Record of how a surface was closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caps {
    /// Loops of open edges, each closed by a cone to its centroid.
    pub holes: usize,
    /// Triangles whose corners were reversed, so that neighbours have consistent orientations.
    pub reversed: usize,
    /// Fraction of the volume below the cones, as seen from the centre of the mesh (1 for all of it).
    pub share: f64,
}

/// Closes a surface: first makes the orientations of neighbours consistent, then closes each loop of edges that are not used
/// equally often in both directions by a cone to the centroid of its corners.
///
/// The open edges of any set of triangles form loops, as a boundary has no boundary itself, so the result is always a closed
/// surface. [`Mesh::check`] finds out whether it encloses a volume.
pub(super) fn close(mesh: &mut Mesh) -> Caps {
    let reversed = agree(mesh);
    let loops = open_loops(mesh);
    let middle = mesh.middle();
    let mut below = 0.0;
    for ring in &loops {
        let first = mesh.triangles.len();
        cap(mesh, ring);
        let six =
            |[a, b, c]: [Vector3<f64>; 3]| (a - middle).cross(&(b - middle)).dot(&(c - middle));
        let volume: f64 = (first..mesh.triangles.len())
            .map(|triangle| six(mesh.corners(triangle)) / 6.0)
            .sum();
        below += volume.abs();
    }
    let volume = mesh.signed_volume().abs();
    Caps {
        holes: loops.len(),
        reversed,
        share: if volume > 0.0 { below / volume } else { 1.0 },
    }
}

/// Adds the cone over a loop; a triangle if it has three corners.
fn cap(mesh: &mut Mesh, ring: &[u32]) {
    if let [a, b, c] = *ring {
        mesh.triangles.push([a, b, c]);
        return;
    }
    let sum: Vector3<f64> = ring.iter().map(|&v| mesh.vertices[v as usize]).sum();
    let apex = mesh.vertices.len() as u32;
    mesh.vertices.push(sum / ring.len() as f64);
    let next = ring.iter().cycle().skip(1);
    mesh.triangles
        .extend(ring.iter().zip(next).map(|(&from, &to)| [from, to, apex]));
}

/// Returns the directed edges that a surface lacks to be closed, joined to loops that pass no vertex twice.
fn open_loops(mesh: &Mesh) -> Vec<Vec<u32>> {
    // For each edge from its lower to its higher end: the excess of its uses in this direction over the other.
    let mut surplus: BTreeMap<(u32, u32), i32> = BTreeMap::new();
    for (low, high, _, forward) in mesh.edges() {
        *surplus.entry((low, high)).or_default() += if forward { 1 } else { -1 };
    }
    // Ends of the missing edges, by their starts; the last is taken first.
    let mut missing: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (&(low, high), &count) in surplus.iter().rev() {
        let (from, to) = if count > 0 { (high, low) } else { (low, high) };
        for _ in 0..count.unsigned_abs() {
            missing.entry(from).or_default().push(to);
        }
    }
    let mut loops = vec![];
    while let Some((&start, _)) = missing.first_key_value() {
        let mut path = vec![start];
        let mut place = BTreeMap::from([(start, 0)]);
        while let Some(&at) = path.last() {
            let Some(ends) = missing.get_mut(&at) else {
                break;
            };
            let Some(to) = ends.pop() else {
                missing.remove(&at);
                break;
            };
            if ends.is_empty() {
                missing.remove(&at);
            }
            match place.get(&to) {
                // The path has returned to a vertex: the part between is a loop, and the path continues from there.
                Some(&begin) => {
                    let ring: Vec<u32> = path.drain(begin + 1..).collect();
                    for vertex in &ring {
                        place.remove(vertex);
                    }
                    loops.push(std::iter::once(to).chain(ring).collect());
                }
                None => {
                    place.insert(to, path.len());
                    path.push(to);
                }
            }
        }
    }
    loops
}

/// Makes the orientations of triangles consistent with their neighbours across edges that belong to exactly two, each connected
/// patch by its majority. Returns the number of reversed triangles.
fn agree(mesh: &mut Mesh) -> usize {
    let mut edges: Vec<_> = mesh.edges().collect();
    edges.sort_unstable();
    // Each triangle's neighbours, and whether their orientations differ.
    let mut neighbours: Vec<Vec<(u32, bool)>> = vec![vec![]; mesh.triangles.len()];
    for uses in edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        if let [(_, _, one, forward), (_, _, other, too)] = *uses {
            neighbours[one as usize].push((other, forward == too));
            neighbours[other as usize].push((one, forward == too));
        }
    }
    let mut turn: Vec<Option<bool>> = vec![None; mesh.triangles.len()];
    let mut reversed = 0;
    for first in 0..mesh.triangles.len() {
        if turn[first].is_some() {
            continue;
        }
        turn[first] = Some(false);
        let mut patch = vec![first];
        let mut open = VecDeque::from([(first, false)]);
        while let Some((triangle, is_turned)) = open.pop_front() {
            for &(other, disagrees) in &neighbours[triangle] {
                let other = other as usize;
                if turn[other].is_none() {
                    let other_is = is_turned != disagrees;
                    turn[other] = Some(other_is);
                    patch.push(other);
                    open.push_back((other, other_is));
                }
            }
        }
        let turned = patch.iter().filter(|&&t| turn[t] == Some(true)).count();
        let minority = turned * 2 <= patch.len();
        for &triangle in &patch {
            if (turn[triangle] == Some(true)) == minority {
                turn_triangle(&mut mesh.triangles[triangle]);
                reversed += 1;
            }
        }
    }
    reversed
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    #[test]
    fn a_box_without_its_lid_is_closed_to_the_box() {
        let mut mesh = Shape::Cube.mesh();
        let top = |corners: &[Vector3<f64>; 3]| corners.iter().all(|p| p.z > 0.4);
        let keep: Vec<bool> = mesh.faces().map(|corners| !top(&corners)).collect();
        let mut kept = keep.iter();
        mesh.triangles.retain(|_| kept.next() == Some(&true));
        assert_eq!(mesh.triangles.len(), 10);
        let caps = close(&mut mesh);
        assert_eq!((caps.holes, caps.reversed), (1, 0));
        assert!((caps.share - 1.0 / 6.0).abs() < 1e-15, "{}", caps.share);
        assert_eq!(mesh.check(), Ok(()));
        assert!((mesh.signed_volume() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn reversed_and_repeated_triangles_are_put_right() {
        let mut mesh = Shape::Sphere.mesh();
        let volume = mesh.signed_volume();
        for triangle in [3, 4, 5, 40] {
            mesh.triangles[triangle].swap(0, 1);
        }
        mesh.triangles.push(mesh.triangles[100]);
        let caps = close(&mut mesh);
        assert_eq!(caps.reversed, 4);
        assert_eq!(mesh.check(), Ok(()));
        assert!((mesh.signed_volume() / volume - 1.0).abs() < 1e-12);
    }

    #[test]
    fn holes_that_touch_in_a_vertex_become_loops_of_their_own() {
        let mut mesh = Shape::Sphere.mesh();
        let volume = mesh.signed_volume();
        let vertex = mesh.triangles[200][0];
        let around: Vec<usize> = (0..mesh.triangles.len())
            .filter(|&t| mesh.triangles[t].contains(&vertex))
            .collect();
        // Two triangles without a common edge.
        let shares = |t: usize, u: usize| {
            let both = |v: &&u32| mesh.triangles[u].contains(v);
            mesh.triangles[t].iter().filter(both).count()
        };
        let first = around[0];
        let second = *around.iter().find(|&&t| shares(first, t) == 1).unwrap();
        let mut gone = [first, second];
        gone.sort_unstable();
        mesh.triangles.remove(gone[1]);
        mesh.triangles.remove(gone[0]);
        let caps = close(&mut mesh);
        assert_eq!(caps.holes, 2);
        assert_eq!(mesh.check(), Ok(()));
        assert!((mesh.signed_volume() / volume - 1.0).abs() < 1e-12);
    }
}
