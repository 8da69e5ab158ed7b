//! A range that moves while time passes.

use super::{BUG, prints};

#[test]
fn stops_are_told_once_where_only_the_range_moves() {
    let script =
        format!("{BUG}every 1ms\n  range leg_l 0 {{world.time * 1rad/s + 0.1rad}}\nend\ngo 5ms\n");
    let lines = prints(&script);
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.contains("stops with"))
            .count(),
        1,
        "{lines:?}"
    );
}
