//! The 108 commands of the listing of 1990: which of them exist.

use std::collections::BTreeSet;

const LISTING: &str = include_str!("data/commands_1990.txt");

/// Commands that are not built yet. Remove a command here when it is built.
const MISSING: &[&str] = &[];

#[test]
fn the_commands_of_1990_are_there_but_for_those_that_are_known_to_miss() {
    let listed: Vec<&str> = LISTING.lines().collect();
    assert_eq!(listed.len(), 108);
    let missing: BTreeSet<&str> = listed
        .into_iter()
        // A comment of the listing is not a command of the table.
        .filter(|name| *name != "#" && corpus::commands::find(name).is_none())
        .collect();
    let known: BTreeSet<&str> = MISSING.iter().copied().collect();
    assert_eq!(missing, known);
}
