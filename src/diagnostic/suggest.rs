//! What a misspelt word may have meant.

use strsim::damerau_levenshtein;

/// The longest word that is compared; the comparison takes memory in the square of the length.
const LONGEST: usize = 64;

/// How many slips a word of so many letters is forgiven.
fn allowed(letters: usize) -> usize {
    match letters {
        0 | 1 => 0,
        2..=5 => 1,
        6..=8 => 2,
        _ => 3,
    }
}

/// The candidate that differs from the word by the fewest slips (a letter changed, missing, too many, or two letters
/// swapped; Damerau 1964), if they are few for its length. Upper and lower case do not count as a slip. Among equals the
/// one that starts with the same letter wins, then the first in alphabetical order, so the order of the candidates does
/// not matter.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let allowed = allowed(length);
    let lower = word.to_lowercase();
    let rank = |candidate: &'a str| {
        if candidate.chars().count().abs_diff(length) > allowed {
            return None;
        }
        let slips = damerau_levenshtein(&lower, &candidate.to_lowercase());
        let cases = damerau_levenshtein(word, candidate);
        let other_start = word.chars().next() != candidate.chars().next();
        (slips <= allowed).then_some((slips, cases, other_start, candidate))
    };
    let best = candidates.into_iter().filter_map(rank).min();
    best.map(|(.., candidate)| candidate)
}

/// The candidates that differ from a pattern by the fewest slips, if they are few for its length; in their order.
///
/// What a `*` stands for is no slip, nor is any character in the place of a `?`: the distance of Damerau (1964) in its
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

/// Slips between a pattern and a word; none for words that are not compared.
fn slips(pattern: &[char], word: &str) -> Option<usize> {
    let word: Vec<char> = word.chars().collect();
    if word.len() > LONGEST {
        return None;
    }
    let wild = |p: usize| pattern[p - 1] == '*';
    // Row i: distances of the word's first i letters from the beginnings of the pattern.
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
}
