//! Patterns of names: `*` matches any sequence of characters, `?` matches one.

/// Whether a text contains a wildcard, so that it may match several names.
#[must_use]
pub fn is_pattern(text: &str) -> bool {
    wildcards(text).next().is_some()
}

/// Returns the wildcards of a pattern, in order.
pub fn wildcards(pattern: &str) -> impl Iterator<Item = char> + '_ {
    pattern.chars().filter(|c| is_wildcard(*c))
}

fn is_wildcard(c: char) -> bool {
    matches!(c, '*' | '?')
}

/// Returns the text matched by each wildcard, if the pattern matches the name; every `*` but the last matches as little as
/// possible.
///
/// When a character does not fit, only the latest `*` takes one more: the text of earlier ones can stay, as the pieces between
/// them are found as far left as possible (the method of Krauss, *Matching wildcards: an algorithm*, Dr. Dobb's 2008). So the
/// time is at most the product of the lengths, for any number of `*`.
#[must_use]
pub fn matches<'a>(pattern: &str, name: &'a str) -> Option<Vec<&'a str>> {
    let pattern: Vec<char> = pattern.chars().collect();
    let mut taken: Vec<(usize, usize)> = vec![];
    // The latest `*`: its index in the pattern, and the number of wildcards before it.
    let mut star: Option<(usize, usize)> = None;
    let (mut p, mut at) = (0, 0);
    loop {
        let next = name.get(at..).and_then(|rest| rest.chars().next());
        match (pattern.get(p), next) {
            (Some('*'), _) => {
                star = Some((p, taken.len()));
                taken.push((at, at));
                p += 1;
            }
            (Some('?'), Some(c)) => {
                taken.push((at, at + c.len_utf8()));
                p += 1;
                at += c.len_utf8();
            }
            (Some(wanted), Some(c)) if *wanted == c => {
                p += 1;
                at += c.len_utf8();
            }
            (None, None) => break,
            _ => {
                let (place, before) = star?;
                taken.truncate(before + 1);
                let (_, end) = taken.last_mut()?;
                *end += name.get(*end..)?.chars().next()?.len_utf8();
                at = *end;
                p = place + 1;
            }
        }
    }
    taken
        .iter()
        .map(|(from, to)| name.get(*from..*to))
        .collect()
}

/// Applies the rule `from -> to` to a name: the text matched by the wildcards of `from` replaces those of `to`, so that `leg_fl*
/// -> leg_fr*` makes `leg_fr3` of `leg_fl3`. None if `from` does not match the name, or if `to` does not have the same wildcards
/// in the same order.
#[must_use]
pub fn rename(from: &str, to: &str, name: &str) -> Option<String> {
    if !wildcards(from).eq(wildcards(to)) {
        return None;
    }
    let mut taken = matches(from, name)?.into_iter();
    let mut renamed = String::with_capacity(to.len() + name.len());
    for c in to.chars() {
        match is_wildcard(c) {
            true => renamed += taken.next()?,
            false => renamed.push(c),
        }
    }
    Some(renamed)
}

/// Whether some name matches both patterns. The time is the product of their lengths.
#[must_use]
pub fn overlap(one: &str, other: &str) -> bool {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    let all_stars = |rest: &[char]| rest.iter().all(|c| *c == '*');
    // Whether the rest of `one` overlaps a suffix of `other`, by the length of the suffix.
    let mut below: Vec<bool> = (0..=other.len())
        .rev()
        .map(|j| all_stars(&other[j..]))
        .collect();
    below.reverse();
    for (i, c) in one.iter().enumerate().rev() {
        let mut row = vec![all_stars(&one[i..]); other.len() + 1];
        for (j, d) in other.iter().enumerate().rev() {
            row[j] = match (c, d) {
                ('*', _) | (_, '*') => below[j] || row[j + 1],
                _ => below[j + 1] && (c == d || is_wildcard(*c) || is_wildcard(*d)),
            };
        }
        below = row;
    }
    below.first().copied().unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wildcards_stand_for_what_differs() {
        assert_eq!(matches("leg_fl*", "leg_fl3"), Some(vec!["3"]));
        assert_eq!(matches("leg_fl*", "leg_fl"), Some(vec![""]));
        assert_eq!(matches("leg_?l?", "leg_ml4"), Some(vec!["m", "4"]));
        assert_eq!(matches("*_*", "a_b_c"), Some(vec!["a", "b_c"]));
        assert_eq!(matches("*b*b", "abbab"), Some(vec!["a", "ba"]));
        assert_eq!(matches("?*", "äöü"), Some(vec!["ä", "öü"]));
        assert_eq!(matches("fl", "fl"), Some(vec![]));
        assert_eq!(matches("", ""), Some(vec![]));
        assert_eq!(matches("**", "ab"), Some(vec!["", "ab"]));
    }

    #[test]
    fn what_has_another_shape_does_not_match() {
        for (pattern, name) in [
            ("leg_fl*", "leg_fr3"),
            ("leg_fl?", "leg_fl"),
            ("leg_fl?", "leg_fl33"),
            ("fl", "fl0"),
            ("", "a"),
            ("?", ""),
            ("a*b", "abc"),
        ] {
            assert_eq!(matches(pattern, name), None, "{pattern} {name}");
        }
    }

    #[test]
    fn a_rule_renames() {
        let renamed = |from, to, name| rename(from, to, name);
        assert_eq!(
            renamed("leg_fl*", "leg_fr*", "leg_fl3").as_deref(),
            Some("leg_fr3")
        );
        assert_eq!(
            renamed("leg_?l*", "r_?_leg*", "leg_ml10").as_deref(),
            Some("r_m_leg10")
        );
        assert_eq!(renamed("fl", "fr", "fl").as_deref(), Some("fr"));
        assert_eq!(renamed("fl", "fr", "fl0"), None);
        assert_eq!(renamed("leg_fl*", "leg_fr", "leg_fl3"), None);
        assert_eq!(renamed("?l*", "*r?", "flx"), None, "another order");
    }

    #[test]
    fn thousands_of_stars_are_no_matter() {
        let name = "a".repeat(3_000);
        assert!(matches(&"*a".repeat(2_000), &name).is_some());
        assert_eq!(matches(&("*a".repeat(2_000) + "b"), &name), None);
        assert_eq!(matches(&("*".repeat(20_000) + "b"), &name), None);
    }

    #[test]
    fn patterns_overlap_where_a_name_matches_both() {
        for (one, other, expected) in [
            ("leg_l*", "leg_r*", false),
            ("leg_l*", "leg_?0", true),
            ("*l", "l*", true),
            ("a", "a", true),
            ("a", "b", false),
            ("", "*", true),
            ("", "?", false),
            ("a*b", "*c", false),
            ("??", "*a*", true),
        ] {
            assert_eq!(overlap(one, other), expected, "{one} {other}");
            assert_eq!(overlap(other, one), expected, "{other} {one}");
        }
    }

    /// Whether a pattern matches, by trying all possibilities.
    fn tried(pattern: &[char], name: &[char]) -> bool {
        match (pattern.split_first(), name.split_first()) {
            (None, _) => name.is_empty(),
            (Some(('*', rest)), _) => (0..=name.len()).any(|n| tried(rest, &name[n..])),
            (Some(('?', rest)), Some((_, after))) => tried(rest, after),
            (Some((c, rest)), Some((d, after))) => c == d && tried(rest, after),
            (Some(_), None) => false,
        }
    }

    proptest! {
        #[test]
        fn it_finds_what_trying_everything_finds(pattern in "[ab*?ä]{0,8}", name in "[abä]{0,8}") {
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            let found = matches(&pattern, &name);
            prop_assert_eq!(found.is_some(), tried(&chars(&pattern), &chars(&name)));
            if found.is_some() {
                // The matched texts, substituted again, give the name.
                prop_assert_eq!(rename(&pattern, &pattern, &name), Some(name));
            }
        }

        #[test]
        fn a_name_that_matches_both_is_an_overlap(one in "[ab*?]{0,5}", other in "[ab*?]{0,5}", name in "[ab]{0,4}") {
            if matches(&one, &name).is_some() {
                prop_assert!(overlap(&one, &name));
                prop_assert!(matches(&other, &name).is_none() || overlap(&one, &other));
            }
        }

        #[test]
        fn an_overlap_has_a_name(one in "[ab*?]{0,3}", other in "[ab*?]{0,3}") {
            // No name longer than both together is needed.
            let mut names = vec![String::new()];
            for length in 0..6 {
                let longer: Vec<String> = names.iter().filter(|n| n.len() == length)
                    .flat_map(|n| ["a", "b"].map(|c| n.clone() + c)).collect();
                names.extend(longer);
            }
            let both = |n: &String| matches(&one, n).is_some() && matches(&other, n).is_some();
            prop_assert_eq!(overlap(&one, &other), names.iter().any(both));
        }

        #[test]
        fn a_rule_leads_back(name in "[ab]{0,6}", middle in "[ab]{0,3}") {
            let (from, to) = (format!("{middle}l*"), format!("{middle}r*"));
            let original = format!("{middle}l{name}");
            let renamed = rename(&from, &to, &original).unwrap();
            prop_assert_eq!(rename(&to, &from, &renamed), Some(original));
        }

        #[test]
        fn any_text_is_taken(pattern in ".{0,20}", name in ".{0,20}") {
            let _ = rename(&pattern, &pattern, &name);
        }
    }
}
