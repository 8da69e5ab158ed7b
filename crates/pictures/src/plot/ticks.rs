//! Ticks of an axis, with their numbers and units.

/// Returns at most `most` ticks at round numbers between two values: multiples of 1, 2 or 5 times a power of ten.
#[must_use]
pub fn ticks(low: f64, high: f64, most: usize) -> Vec<f64> {
    let Some(step) = step(low, high, most) else {
        return vec![];
    };
    // With a tolerance of a millionth of a step, because the ends are often round numbers themselves.
    let (first, last) = ((low / step - 1e-6).ceil(), (high / step + 1e-6).floor());
    if !(first.abs() < 1e15 && last - first < 1000.0) {
        return vec![];
    }
    (0..=(last - first) as usize)
        .map(|i| (first + i as f64) * step)
        .collect()
}

/// Returns the distance of such ticks.
pub(super) fn step(low: f64, high: f64, most: usize) -> Option<f64> {
    let range = high - low;
    if !(range > 0.0 && range.is_finite() && most > 0) {
        return None;
    }
    let least = range / most as f64;
    let power = libm::pow(10f64, libm::log10(least).floor());
    let factors = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
    let fits = |step: &f64| {
        let (first, last) = ((low / step - 1e-6).ceil(), (high / step + 1e-6).floor());
        last - first + 1.0 <= most as f64
    };
    factors.map(|factor| factor * power).into_iter().find(fits)
}

/// Formats a tick's number with as many decimals as the distance of ticks requires.
pub(super) fn label(value: f64, step: f64) -> String {
    let decimals = (-(libm::log10(step) + 1e-9).floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{value:.decimals$}");
    // Zero has no sign, and a minus sign is as wide as a plus.
    if text
        .trim_start_matches('-')
        .bytes()
        .all(|b| matches!(b, b'0' | b'.'))
    {
        return text.trim_start_matches('-').to_owned();
    }
    text.replace('-', "−")
}

/// Formats a number with up to so many decimals, without trailing zeros; zero has no sign.
pub fn decimals(x: f64, most: usize) -> String {
    let text = format!("{x:.most$}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" | "" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// Units that take a prefix for thousands.
const PREFIXED: &[&str] = &["m", "s", "m/s", "m/s2", "N", "N*m", "J", "W", "N*s", "Hz"];
const PREFIXES: [(f64, &str); 6] = [
    (1e9, "G"),
    (1e6, "M"),
    (1e3, "k"),
    (1e-3, "m"),
    (1e-6, "µ"),
    (1e-9, "n"),
];

/// Returns the divisor for values of a unit that makes the largest one easy to read, and the resulting unit.
pub(super) fn readable(unit: &str, largest: f64, exact: bool) -> (f64, String) {
    let plain = (1.0, spelled(unit));
    let comfortable = |x: f64| (0.1..1e4).contains(&x);
    if exact || largest == 0.0 || !largest.is_finite() || comfortable(largest) {
        return plain;
    }
    if PREFIXED.contains(&unit) {
        // Kilometres and kiloseconds are unusual.
        let usual = |factor: f64| factor < 1.0 || unit.starts_with(['N', 'J', 'W', 'H']);
        let fitting = PREFIXES
            .iter()
            .filter(|(factor, _)| usual(*factor))
            .find(|(factor, _)| (1.0..1e3).contains(&(largest / factor)));
        if let Some((factor, prefix)) = fitting {
            return (*factor, format!("{prefix}{}", spelled(unit)));
        }
    }
    if (0.01..1e5).contains(&largest) {
        return plain;
    }
    let power = (libm::log10(largest) / 3.0).floor() as i32 * 3;
    let digits: String = power.to_string().chars().map(raised).collect();
    let unit = spelled(unit);
    let blank = if unit.is_empty() { "" } else { " " };
    (10f64.powi(power), format!("10{digits}{blank}{unit}"))
}

fn raised(c: char) -> char {
    match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' => '⁰',
        '4'..='9' => char::from_u32('⁴' as u32 + (c as u32 - '4' as u32)).unwrap_or(c),
        other => other,
    }
}

/// Returns a unit in print notation: `m/s²`, `N·m`, and empty for a bare number.
fn spelled(unit: &str) -> String {
    if unit == "1" {
        return String::new();
    }
    let mut shown = String::new();
    let mut before = ' ';
    for c in unit.chars() {
        match c {
            '*' => shown.push('·'),
            '0'..='9' if before.is_alphabetic() => shown.push(raised(c)),
            c => shown.push(c),
        }
        before = c;
    }
    match shown.as_str() {
        "deg" => "°".to_owned(),
        "um" | "us" | "uN" | "uJ" => shown.replacen('u', "µ", 1),
        _ => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        let shown = |low, high, most| {
            let step = step(low, high, most).unwrap();
            let labels = ticks(low, high, most).into_iter();
            labels.map(|t| label(t, step)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(0.0, 1.0, 6), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(shown(0.3, 0.7, 5), "0.3 0.4 0.5 0.6 0.7");
        assert_eq!(shown(-7.0, 12.0, 5), "−5 0 5 10");
        assert_eq!(shown(0.0, 4500.0, 5), "0 1000 2000 3000 4000");
        assert_eq!(shown(-1e-5, 1e-5, 3), "−0.00001 0.00000 0.00001");
        for wrong in [
            (1.0, 1.0),
            (2.0, 1.0),
            (f64::NAN, 1.0),
            (0.0, f64::INFINITY),
        ] {
            assert!(ticks(wrong.0, wrong.1, 5).is_empty(), "{wrong:?}");
        }
    }

    #[test]
    fn units_are_readable() {
        assert_eq!(readable("m", 0.0083, false), (1e-3, "mm".to_owned()));
        assert_eq!(readable("m", 0.0083, true), (1.0, "m".to_owned()));
        assert_eq!(readable("m", 2.0, false), (1.0, "m".to_owned()));
        assert_eq!(readable("N*m", 3e-5, false), (1e-6, "µN·m".to_owned()));
        assert_eq!(readable("m/s2", 9.8, false), (1.0, "m/s²".to_owned()));
        assert_eq!(
            readable("kg*m2/s", 2e-7, false),
            (1e-9, "10⁻⁹ kg·m²/s".to_owned())
        );
        assert_eq!(readable("1", 0.5, false), (1.0, String::new()));
        assert_eq!(readable("deg", 30.0, true), (1.0, "°".to_owned()));
        assert_eq!(readable("m", 0.0, false), (1.0, "m".to_owned()));
    }
}
