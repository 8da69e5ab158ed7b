//! What a misspelt word may have meant.

use strsim::damerau_levenshtein;

/// The longest word that is compared; the comparison takes memory in the square of the length.
const LONGEST: usize = 64;

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
    let allowed = match length {
        0 | 1 => 0,
        2..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
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

#[cfg(test)]
mod tests {
    use super::nearest;

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
