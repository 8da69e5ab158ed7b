//! The manual of the commands as Markdown, from the table.

use crate::session::command::{
    Command, Group, Table, described, named_lists, usage_lines, what_follows,
};
use std::fmt::Write as _;

/// Pictures of the effect of commands, beside the manual in `pictures/NAME.png`, with their descriptions.
const PICTURES: &[(&str, &str)] = &[
    (
        "addbody",
        "A door leaf turns about a post at its edge: its axis is 0 0 1, and its edge is at the origin of its frame",
    ),
    ("addpart", "A head whose beak and two horns are parts"),
    ("addv", "Four moments of a brick that flies and turns"),
    (
        "linkbodies",
        "A box, an upper arm linked to it, and a forearm linked to the upper arm",
    ),
    (
        "mirror",
        "A trunk with three legs on one side, and with their twins on the other",
    ),
    (
        "motor",
        "Four moments of a limb that swings up, following the rest position of its spring",
    ),
    (
        "move",
        "A blue box at the origin and a green one that was moved along x and z",
    ),
    (
        "rest",
        "A table with its legs in the ground, and one placed on the ground",
    ),
    (
        "rotate",
        "A blue bar along x and a green one that was turned about z",
    ),
    ("rotateaxis", "A blue bar along x and a green one along y"),
    (
        "scale",
        "A blue cube and a green box that is longer and lower",
    ),
    (
        "xformcenter",
        "A blue bar along x and a green one that was turned about its end",
    ),
];

/// Returns the contents of `docs/commands.md`.
#[must_use]
pub fn manual(table: &Table) -> String {
    let mut out = String::from(
        "# Commands\n\nGenerated from the table of commands by `CORPUS_UPDATE=1 cargo test --test suite docs::`; do not edit.\n\n\
         Some entries mention McKenna's program of 1990: the language comes from this program, and scripts of 1990 still run.\n\n\
         In a usage line, `[x]` may be left out and `a|b` is a choice. A word is typed as it stands if the list of arguments below it does not mention it, calls it a keyword, or shows it as the only possible value, as in (`off`).\n",
    );
    for group in Group::ALL {
        let _ = writeln!(out, "\n## {}", group.title());
        for command in table.commands().iter().filter(|c| c.group == *group) {
            let name = command.name;
            let _ = write!(out, "\n### `{name}`\n\n{}", manual_entry(command));
            if let Some((_, seen)) = PICTURES.iter().find(|(shown, _)| *shown == name) {
                let _ = writeln!(out, "\n![{seen}](pictures/{name}.png)");
            }
        }
    }
    out
}

/// Returns the entry of a command in the manual, without its heading.
#[must_use]
pub fn manual_entry(command: &Command) -> String {
    let mut out = format!("{}\n", command.summary);
    for line in usage_lines(command) {
        let _ = writeln!(out, "\n    {line}");
    }
    for line in command.details.lines() {
        let _ = writeln!(out, "\n{line}");
    }
    if let Some(follows) = what_follows(command.follows) {
        let _ = writeln!(out, "\n{follows}");
    }
    let lists = named_lists(command).join(", ");
    if !lists.is_empty() {
        let _ = writeln!(out, "\nArguments as named lists: {lists}.");
    }
    for (i, (param, kind)) in described(command).into_iter().enumerate() {
        let gap = if i == 0 { "\n" } else { "" };
        let _ = writeln!(out, "{gap}- *{}*: {} ({kind})", param.name, param.doc);
    }
    for example in command.examples() {
        let _ = writeln!(
            out,
            "\n```corpus\n{}\n```\n\n{}.",
            example.code,
            sentence(example.shows)
        );
    }
    out
}

/// Returns a phrase with a capital letter.
fn sentence(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::{PICTURES, manual};

    #[test]
    fn every_picture_is_that_of_a_command() {
        let manual = manual(&crate::commands::TABLE);
        for (name, _) in PICTURES {
            assert!(
                manual.contains(&format!("](pictures/{name}.png)")),
                "{name}"
            );
        }
    }
}
