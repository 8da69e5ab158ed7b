//! Suggests the intended word for a misspelt one.

use strsim::damerau_levenshtein;

/// The longest word that is compared; the comparison takes memory in the square of the length.
const LONGEST: usize = 64;

/// Returns the number of edits allowed for a word of a given length.
fn allowed(letters: usize) -> usize {
    match letters {
        0 | 1 => 0,
        2..=5 => 1,
        6..=8 => 2,
        _ => 3,
    }
}
/// Most candidates that are compared letter by letter. A script may have thousands of names, and thousands of faulty lines.
const MOST: usize = 256;

/// Counts of letters; letters whose codes differ by a multiple of 32 count as one.
type Letters = [u8; 32];

/// Returns the candidate with the fewest edits from the word (a letter changed, missing, too many, or two letters swapped;
/// Damerau 1964), if they are few for its length. Case does not count as an edit. Among equals, returns the one that starts
/// with the same letter, then the first in alphabetical order, so the order of the candidates does not matter. Of very many
/// candidates with nearly the letters of the word, compares only those with nearly all of them.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let allowed = allowed(length);
    let own = letters(word);
    let promising = |candidate: &'a str| {
        // A letter has at most four bytes.
        let near = candidate.len() <= 4 * (length + allowed)
            && candidate.chars().count().abs_diff(length) <= allowed;
        let least = near.then(|| least_slips(&own, &letters(candidate)))?;
        (least <= allowed).then_some((least, candidate))
    };
    let mut promising: Vec<(usize, &str)> = candidates.into_iter().filter_map(promising).collect();
    if promising.len() > MOST {
        promising.select_nth_unstable(MOST);
        promising.truncate(MOST);
    }
    promising.sort_unstable();
    let lower = word.to_lowercase();
    let mut best: Option<(usize, usize, bool, &str)> = None;
    for (least, candidate) in promising {
        if best.is_some_and(|(slips, ..)| slips < least) {
            break;
        }
        let slips = damerau_levenshtein(&lower, &candidate.to_lowercase());
        // `off` is the opposite of `on`, no slip for it.
        if slips > allowed || (lower == "on" && candidate == "off") {
            continue;
        }
        let cases = damerau_levenshtein(word, candidate);
        let other_start = word.chars().next() != candidate.chars().next();
        let rank = (slips, cases, other_start, candidate);
        if best.is_none_or(|best| rank < best) {
            best = Some(rank);
        }
    }
    best.map(|(.., candidate)| candidate)
}

/// Advice on a word that is not known: the candidate that was probably meant.
#[must_use]
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(word, candidates).map(|near| format!("did you mean `{near}`?"))
}

/// Returns the candidates with the fewest edits from a pattern, if they are few for its length; in their order.
///
/// Text matched by a `*` is no edit, nor is any character in the place of a `?`: the distance is that of Damerau (1964) in its
/// restricted form (a pair of swapped letters is not changed further), with wildcards, row by row over the candidate.
#[must_use]
pub fn nearest_to_pattern<'a>(
    pattern: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    let pattern: Vec<char> = pattern.chars().collect();
    let letters = pattern.iter().filter(|c| !matches!(c, '*' | '?')).count();
    if pattern.len() > LONGEST {
        return vec![];
    }
    let within = candidates.into_iter().filter_map(|candidate| {
        let slips = slips(&pattern, candidate)?;
        (slips <= allowed(letters)).then_some((slips, candidate))
    });
    let within: Vec<(usize, &str)> = within.collect();
    let least = within.iter().map(|(slips, _)| *slips).min();
    let best = within
        .into_iter()
        .filter(|(slips, _)| Some(*slips) == least);
    best.map(|(_, candidate)| candidate).collect()
}

/// Returns the number of edits between a pattern and a word; none for words that are not compared.
fn slips(pattern: &[char], word: &str) -> Option<usize> {
    let word: Vec<char> = word.chars().collect();
    if word.len() > LONGEST {
        return None;
    }
    let wild = |p: usize| pattern[p - 1] == '*';
    // Row i: distances of the word's first i letters from the prefixes of the pattern.
    let mut rows: Vec<Vec<usize>> = vec![];
    for i in 0..=word.len() {
        let mut row = vec![i];
        for p in 1..=pattern.len() {
            let left = row[p - 1] + usize::from(!wild(p));
            let distance = match i {
                0 => left,
                _ => {
                    let letter = word[i - 1];
                    let same = pattern[p - 1] == letter || pattern[p - 1] == '?';
                    let above = rows[i - 1][p] + usize::from(!wild(p));
                    let across = rows[i - 1][p - 1] + usize::from(!same);
                    let swapped =
                        p > 1 && i > 1 && pattern[p - 1] == word[i - 2] && pattern[p - 2] == letter;
                    let twist = if swapped {
                        rows[i - 2][p - 2] + 1
                    } else {
                        left
                    };
                    left.min(above).min(across).min(twist)
                }
            };
            row.push(distance);
        }
        rows.push(row);
    }
    rows.last()?.last().copied()
}

fn letters(text: &str) -> Letters {
    let mut letters = [0u8; 32];
    let mut count = |letter: u32| {
        let count = &mut letters[letter as usize % 32];
        *count = count.saturating_add(1);
    };
    if text.is_ascii() {
        // Bytes, not characters, for speed: most words are examined no further.
        for byte in text.bytes() {
            count(u32::from(byte.to_ascii_lowercase()));
        }
    } else {
        for letter in text.chars().flat_map(char::to_lowercase) {
            count(u32::from(letter));
        }
    }
    letters
}

/// Returns a lower bound of the edits between two words with these letters: each edit adds a letter or removes one, or both.
fn least_slips(a: &Letters, b: &Letters) -> usize {
    let [mut missing, mut surplus] = [0u32; 2];
    for i in 0..32 {
        missing += u32::from(a[i].saturating_sub(b[i]));
        surplus += u32::from(b[i].saturating_sub(a[i]));
    }
    missing.max(surplus) as usize
}

#[cfg(test)]
mod tests {
    use super::{nearest, nearest_to_pattern};

    #[test]
    fn patterns_are_forgiven_slips_too() {
        let names = ["leg_fl0", "leg_fl1", "leg_ml0", "trunk"];
        let near = |pattern| nearest_to_pattern(pattern, names);
        assert_eq!(near("leg_lf*"), ["leg_fl0", "leg_fl1"], "swapped");
        assert_eq!(near("lg_fl*"), ["leg_fl0", "leg_fl1"], "missing");
        assert_eq!(near("legg_?l0"), ["leg_fl0", "leg_ml0"], "too many");
        assert_eq!(
            near("leg_xl?"),
            ["leg_fl0", "leg_fl1", "leg_ml0"],
            "changed"
        );
        assert_eq!(near("trunc"), ["trunk"]);
        assert!(near("arm*").is_empty());
        assert!(near(&"*".repeat(1000)).is_empty());
    }

    #[test]
    fn slips_are_forgiven_by_length() {
        let words = [
            "timer",
            "time",
            "motor",
            "addbody",
            "addbodies",
            "setrootmatrix",
        ];
        assert_eq!(nearest("tmier", words), Some("timer"));
        assert_eq!(nearest("addbod", words), Some("addbody"));
        assert_eq!(nearest("SETROTMATRX", words), Some("setrootmatrix"));
        assert_eq!(nearest("gorund", words), None);
        assert_eq!(nearest("mot", words), None);
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest(&"a".repeat(100_000), words), None);
    }

    #[test]
    fn ties_do_not_depend_on_the_order() {
        assert_eq!(nearest("leg3", ["leg2", "leg1", "beg3"]), Some("leg1"));
        assert_eq!(nearest("leg3", ["beg3", "leg1", "leg2"]), Some("leg1"));
        assert_eq!(nearest("mn", ["mm", "min", "mN"]), Some("mN"));
        assert_eq!(nearest("M", ["N", "m"]), Some("m"));
    }

    #[test]
    fn slips_among_thousands_of_names_find_theirs() {
        let names: Vec<String> = (0..4000).map(|i| format!("thing_{i}")).collect();
        for i in 1000..1100 {
            let near = nearest(&format!("thign_{i}"), names.iter().map(String::as_str));
            assert_eq!(near, Some(format!("thing_{i}").as_str()));
        }
    }

    #[test]
    fn many_alike_are_bounded_and_do_not_depend_on_the_order() {
        let names: Vec<String> = (0..3000).map(|i| format!("body{i:04}")).collect();
        let forwards = nearest("bodyxxxx", names.iter().map(String::as_str));
        assert_eq!(forwards, None);
        let names = names.iter().map(String::as_str);
        let forwards = nearest("body1x23", names.clone());
        assert_eq!(forwards, nearest("body1x23", names.rev()));
        assert_eq!(forwards, Some("body1023"));
    }
}
