//! The words listed by TAB: pressed again, it steps through them.

use std::cell::RefCell;

/// The latest list, while only TAB is pressed.
#[derive(Default)]
pub(super) struct Menu(RefCell<Option<Listed>>);

/// A list, with the line that it was made for.
struct Listed {
    /// The current line.
    line: String,
    /// Start of the word.
    start: usize,
    /// Current position of the cursor.
    cursor: usize,
    /// Candidates; the last one is the text when the list was shown.
    words: Vec<String>,
    /// Index of the next one.
    next: usize,
}

impl Menu {
    /// Returns the next word of the list, and its position, if the line is unchanged since TAB.
    pub fn step(&self, line: &str, cursor: usize) -> Option<(usize, String)> {
        let mut kept = self.0.borrow_mut();
        let listed = kept
            .as_mut()
            .filter(|listed| listed.line == line && listed.cursor == cursor)?;
        let word = listed.words.get(listed.next)?.clone();
        let (before, after) = (line.get(..listed.start)?, line.get(cursor..)?);
        listed.line = [before, &word, after].concat();
        listed.cursor = listed.start + word.len();
        listed.next = (listed.next + 1) % listed.words.len();
        Some((listed.start, word))
    }

    /// Stores the list that is about to be shown; the line will then contain the common start of all words.
    pub fn list(&self, line: &str, cursor: usize, start: usize, mut words: Vec<String>) {
        let (Some(before), Some(word), Some(after)) = (
            line.get(..start),
            line.get(start..cursor),
            line.get(cursor..),
        ) else {
            return;
        };
        let common = common(&words);
        let word = if common.len() > word.len() {
            common
        } else {
            word
        };
        let word = word.to_owned();
        let listed = (words.len() > 1).then(|| {
            // The present text comes last.
            match words.iter().position(|other| *other == word) {
                Some(at) => words.rotate_left(at + 1),
                None => words.push(word.clone()),
            }
            Listed {
                line: [before, &word, after].concat(),
                start,
                cursor: start + word.len(),
                words,
                next: 0,
            }
        });
        *self.0.borrow_mut() = listed;
    }
}

/// Returns the common start of all words.
fn common(words: &[String]) -> &str {
    let Some((first, others)) = words.split_first() else {
        return "";
    };
    let shared = |other: &String| {
        let same = first.char_indices().zip(other.chars());
        let same = same.take_while(|((_, a), b)| a == b).last();
        same.map_or(0, |((at, c), _)| at + c.len_utf8())
    };
    let length = others.iter().map(shared).min().unwrap_or(first.len());
    first.get(..length).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Menu, common};

    fn words(all: &[&str]) -> Vec<String> {
        all.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn the_common_part_is_found() {
        assert_eq!(common(&words(&["leg_l", "leg_r"])), "leg_");
        assert_eq!(common(&words(&["größe", "grün"])), "gr");
        assert_eq!(common(&words(&["größe", "größer"])), "größe");
        assert_eq!(common(&words(&["a", "b"])), "");
        assert_eq!(common(&[]), "");
    }

    #[test]
    fn tab_steps_through_what_is_listed_and_back_to_what_was_typed() {
        let menu = Menu::default();
        assert_eq!(menu.step("joint l", 7), None);
        menu.list("joint l x", 7, 6, words(&["leg_l", "leg_r"]));
        assert_eq!(
            menu.step("joint l x", 7),
            None,
            "the common part stands there"
        );
        let step = |line: &str, cursor| menu.step(line, cursor).map(|(_, word)| word);
        assert_eq!(step("joint leg_ x", 10).as_deref(), Some("leg_l"));
        assert_eq!(step("joint leg_l x", 11).as_deref(), Some("leg_r"));
        assert_eq!(step("joint leg_r x", 11).as_deref(), Some("leg_"));
        assert_eq!(step("joint leg_ x", 10).as_deref(), Some("leg_l"));
        // The user typed.
        assert_eq!(step("joint leg_lx x", 12), None);
        menu.list("q", 1, 0, words(&["q", "qmin", "qmax"]));
        assert_eq!(step("q", 1).as_deref(), Some("qmin"));
        assert_eq!(step("qmin", 4).as_deref(), Some("qmax"));
        assert_eq!(step("qmax", 4).as_deref(), Some("q"));
        // A single candidate is not a list.
        menu.list("jo", 2, 0, words(&["joint"]));
        assert_eq!(step("joint", 5), None);
    }
}
