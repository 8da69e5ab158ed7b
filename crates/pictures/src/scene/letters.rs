//! Letters as lines: enough for names, numbers and units, drawn the same at any size, on the screen or on the ground.

/// Letters with their lines. A point is two digits, to the right and up; capitals extend from height 2 to 8.
const LETTERS: &[(char, &str)] = &[
    ('0', "120307183847433212"),
    ('1', "072822"),
    ('2', "07183847460242"),
    ('3', "07183847463515 354443321203"),
    ('4', "32380444"),
    ('5', "480805354443321203"),
    ('6', "473818070312324344351504"),
    ('7', "084812"),
    ('8', "15060718384746351504031232434435"),
    ('9', "031232434738180706153546"),
    ('A', "022842 1434"),
    ('B', "02083847463505 3544433202"),
    ('C', "4738180703123243"),
    ('D', "02082846442202"),
    ('E', "48080242 0535"),
    ('F', "480802 0535"),
    ('G', "47381807031232434525"),
    ('H', "0802 4842 0545"),
    ('I', "2822"),
    ('J', "4843321203"),
    ('K', "0802 4805 1642"),
    ('L', "080242"),
    ('M', "0208254842"),
    ('N', "02084248"),
    ('O', "120307183847433212"),
    ('P', "02083847463505"),
    ('Q', "120307183847433212 2442"),
    ('R', "02083847463505 2542"),
    ('S', "473818070615354443321203"),
    ('T', "0848 2822"),
    ('U', "080312324348"),
    ('V', "082248"),
    ('W', "0812263248"),
    ('X', "0842 4802"),
    ('Y', "082548 2522"),
    ('Z', "08480242"),
    ('a', "16364542 441403123243"),
    ('b', "0802 0516364543321203"),
    ('c', "4536160503123243"),
    ('d', "4842 4536160503123243"),
    ('e', "04444536160503123243"),
    ('f', "38281712 0636"),
    ('g', "4536160503123243 4641301001"),
    ('h', "0802 0516364542"),
    ('i', "2622 2828"),
    ('j', "26211000 2828"),
    ('k', "0802 3604 1542"),
    ('l', "2822"),
    ('m', "0602 0516263532 3546566562"),
    ('n', "0602 0516364542"),
    ('o', "120305163645433212"),
    ('p', "0600 0516364543321203"),
    ('q', "4640 4536160503123243"),
    ('r', "0602 04152636"),
    ('s', "45361605143443321203"),
    ('t', "18132232 0636"),
    ('u', "0603123243 4642"),
    ('v', "062246"),
    ('w', "0612253246"),
    ('x', "0642 4602"),
    ('y', "0603123243 4641301001"),
    ('z', "06460242"),
    ('-', "1535"),
    ('_', "0141"),
    ('.', "2222"),
    (',', "2211"),
    ('+', "2337 0545"),
    ('/', "0248"),
    (':', "2323 2626"),
    ('(', "28171322"),
    (')', "08171302"),
    ('=', "0646 0444"),
    ('%', "0248 0718 3243"),
    ('°', "1727281817"),
    ('*', "2337 0446 0644"),
    ('<', "470543"),
    ('>', "074503"),
    ('!', "2824 2222"),
    ('?', "071838474624 2222"),
    ('\'', "2826"),
    ('"', "1816 3836"),
    ('µ', "0600 0603123243 4642"),
    ('−', "0545"),
];
/// Box for characters without lines.
const BOX: &str = "0208484202";
/// Distance between two letters, and width of a blank.
const GAP: f32 = 2.2;
const BLANK: f32 = 2.6;
/// Height of a capital.
const CAPITAL: f32 = 6.0;
/// Height of the baseline.
const FOOT: f32 = 2.0;

/// Returns the lines of a text, each of two points or more: to the right and up from the start of its baseline, in heights of a
/// capital. A dot is a line of zero length.
#[must_use]
pub fn lettering(text: &str) -> Vec<Vec<[f32; 2]>> {
    let mut lines = vec![];
    let mut at = 0.0;
    for letter in text.chars() {
        if letter.is_whitespace() {
            at += BLANK + GAP;
            continue;
        }
        let (low, high) = reach(letter);
        for line in lines_of(letter) {
            let place = |[x, y]: [f32; 2]| [(at + x - low) / CAPITAL, (y - FOOT) / CAPITAL];
            lines.push(line.map(place).collect());
        }
        at += high - low + GAP;
    }
    lines
}

/// Returns the length of a text, in heights of a capital letter.
#[must_use]
pub fn lettering_width(text: &str) -> f32 {
    let width = |letter: char| {
        if letter.is_whitespace() {
            BLANK
        } else {
            let (low, high) = reach(letter);
            high - low
        }
    };
    let sum: f32 = text.chars().map(|letter| width(letter) + GAP).sum();
    (sum - GAP).max(0.0) / CAPITAL
}

fn lines_of(letter: char) -> impl Iterator<Item = impl Iterator<Item = [f32; 2]>> {
    let known = LETTERS.iter().find(|(known, _)| *known == letter);
    let lines = known.map_or(BOX, |(_, lines)| lines).split(' ');
    lines.map(|line| {
        let digits = line.as_bytes().chunks_exact(2);
        digits.map(|pair| [0, 1].map(|k| f32::from(pair[k] - b'0')))
    })
}

/// Returns the least and largest distance to the right.
fn reach(letter: char) -> (f32, f32) {
    let points = lines_of(letter).flatten();
    points.fold((f32::INFINITY, 0.0), |(low, high), [x, _]| {
        (x.min(low), x.max(high))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_lines_of_two_points_or_more() {
        for (letter, lines) in LETTERS {
            for line in lines.split(' ') {
                assert!(line.len() % 2 == 0 && line.len() >= 4, "{letter}: {line}");
                assert!(line.bytes().all(|b| b.is_ascii_digit()), "{letter}");
            }
        }
        let ascii = ('0'..='9').chain('a'..='z').chain('A'..='Z');
        for letter in ascii {
            assert!(LETTERS.iter().any(|(known, _)| *known == letter));
        }
    }

    #[test]
    fn a_text_is_as_long_as_its_lines_reach() {
        for text in ["leg_fl0", "12.5 cm", "é", "m"] {
            let far = lettering(text).into_iter().flatten();
            let far = far.map(|[x, _]| x).fold(0.0, f32::max);
            assert!((far - lettering_width(text)).abs() < 1e-6, "{text}");
        }
        assert!(lettering(" ").is_empty() && lettering("").is_empty());
    }
}
