//! Triangles of polygons, fans and strips, given by their corners.

/// Returns the triangles of a convex polygon or a fan: each has its first corner.
pub(super) fn fan<T: Copy>(corners: &[T]) -> impl Iterator<Item = [T; 3]> {
    let (first, rest) = corners.split_at(corners.len().min(1));
    let pairs = rest.array_windows::<2>();
    pairs.flat_map(|&[b, c]| first.iter().map(move |&a| [a, b, c]))
}

/// Returns the triangles of a strip: each has the last two corners of the one before, and the same orientation.
pub(super) fn strip<T: Copy>(corners: &[T]) -> impl Iterator<Item = [T; 3]> {
    let rows = corners.array_windows::<3>().enumerate();
    rows.map(|(number, &[a, b, c])| match number % 2 {
        0 => [a, b, c],
        _ => [b, a, c],
    })
}
