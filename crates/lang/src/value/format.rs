//! Formats of values in texts: `{x:.2f}`, `{i:03d}`, `{ratio:.1%}`; a part of the format language of Python (PEP 3101).

use super::{Datum, ValueError, show};

/// A format: `[fill align] [+] [0] [width] [,] [.precision] type`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Format {
    fill: Option<char>,
    align: Option<char>,
    plus: bool,
    zeros: bool,
    width: usize,
    commas: bool,
    precision: Option<usize>,
    kind: char,
}

/// Widest field and most digits.
pub(crate) const MOST: usize = 300;

/// Letters of a format's kind.
pub(crate) const KINDS: &str = "fegds%";

fn read(text: &str) -> Option<Format> {
    let mut format = Format::default();
    let mut rest: Vec<char> = text.chars().collect();
    format.kind = rest.pop().filter(|c| KINDS.contains(*c))?;
    let is_align = |c: Option<&char>| matches!(c, Some('<' | '>' | '^'));
    let mut at = 0;
    if is_align(rest.get(1)) {
        (format.fill, format.align, at) = (rest.first().copied(), rest.get(1).copied(), 2);
    } else if is_align(rest.first()) {
        (format.align, at) = (rest.first().copied(), 1);
    }
    if rest.get(at) == Some(&'+') {
        (format.plus, at) = (true, at + 1);
    }
    if rest.get(at) == Some(&'0') {
        (format.zeros, at) = (true, at + 1);
    }
    let number = |at: &mut usize| {
        let digits: String = rest
            .iter()
            .skip(*at)
            .take_while(|c| c.is_ascii_digit())
            .collect();
        *at += digits.len();
        // More digits than a number has are too many in any case.
        (!digits.is_empty()).then(|| digits.parse().unwrap_or(usize::MAX))
    };
    format.width = number(&mut at).unwrap_or(0);
    if rest.get(at) == Some(&',') {
        (format.commas, at) = (true, at + 1);
    }
    if rest.get(at) == Some(&'.') {
        at += 1;
        format.precision = Some(number(&mut at)?);
    }
    let fits = format.width <= MOST && format.precision.unwrap_or(0) <= MOST;
    // Python puts commas also between the zeros in front.
    let groups = !format.commas || !format.zeros && !matches!(format.kind, 'e' | 's');
    (fits && groups && at == rest.len()).then_some(format)
}

/// Whether a text is a format.
#[must_use]
pub(crate) fn is_format(text: &str) -> bool {
    read(text).is_some()
}

/// Returns the format that was probably meant by one of another language: `.2f` for `.2`, ` .2f`, `%.2f` and `.2F`, `,.0f` for `,` and `_`.
#[must_use]
pub(crate) fn meant_format(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('%').to_lowercase();
    let text = text.replace("lf", "f").replace('_', ",");
    let text = match text.strip_suffix(['i', 'u']) {
        Some(whole) => format!("{whole}d"),
        None => text,
    };
    let kind = match text.contains('.') {
        true => "f",
        false if text.ends_with(',') => ".0f",
        false if text.starts_with(['0', '+']) => "d",
        false => "s",
    };
    let completed = (!text.is_empty()).then(|| text.clone() + kind);
    [Some(text), completed]
        .into_iter()
        .flatten()
        .find(|format| is_format(format))
}

/// Whether text after `{name:` is a format of another language, and not the value of a field of a record, as in `{x: 2}`.
#[must_use]
pub(crate) fn is_meant_as_format(text: &str) -> bool {
    let own = text.trim();
    if text.starts_with([' ', '\t']) {
        let has_unit = own.char_indices().next_back().is_some_and(|(at, c)| {
            c == '%' || crate::units::parse_unit(own.get(at..).unwrap_or_default()).is_ok()
        });
        let is_sign = own.starts_with(['.', '<', '>', '^', '%']);
        return is_sign && meant_format(own).is_some() || is_format(own) && !has_unit;
    }
    let begins_no_value = |c: char| c.is_ascii_punctuation() && !"\"'([{_-+.}".contains(c);
    own.starts_with(begins_no_value) || meant_format(own).is_some()
}

/// Returns a value as text by a format; a number with a unit is followed by it, as in `print`. The elements of a list are
/// formatted one by one.
///
/// # Errors
/// The format or the value is of the wrong kind.
pub fn format(datum: &Datum, format: &str) -> Result<String, ValueError> {
    let wrong = || {
        let message = format!("`{format}` is not a format");
        let help = "for example `{x:.2f}` for two decimals, `{x:.3e}`, `{n:03d}` for zeros in front, `{x:.0%}`";
        ValueError::new(message).help(help)
    };
    let own = read(format).ok_or_else(wrong)?;
    formatted(datum, own, format)
}

fn formatted(datum: &Datum, format: Format, text: &str) -> Result<String, ValueError> {
    match datum {
        Datum::List(list) => {
            let all: Result<Vec<_>, _> = list.iter().map(|x| formatted(x, format, text)).collect();
            let all = all?;
            // A unit that all have stands once, as in `print`.
            let unit = all
                .first()
                .and_then(|first| first.rsplit_once(' '))
                .map(|(_, unit)| format!(" {unit}"));
            let unit = unit.filter(|unit| {
                let is_number = |x: &Datum| matches!(x, Datum::Number(_));
                list.iter().all(is_number) && all.iter().all(|text| text.ends_with(&**unit))
            });
            let unit = unit
                .filter(|unit| unit.chars().any(char::is_alphabetic))
                .unwrap_or_default();
            let bare: Vec<&str> = all
                .iter()
                .map(|text| text.trim_end_matches(&*unit))
                .collect();
            Ok(format!("[{}]{unit}", bare.join(" ")))
        }
        _ if format.kind == 's' => Ok(padded(shortened(show(datum), format), format)),
        Datum::Number(number) => {
            let (unit, value) = number.as_shown();
            let unit = match unit.as_str() {
                "1" => String::new(),
                _ => format!(" {unit}"),
            };
            let places = format.precision.unwrap_or(6);
            let digits = match format.kind {
                'f' => format!("{:.places$}", value),
                'e' => exponent(&format!("{:.places$e}", value)),
                '%' => format!("{:.places$}%", 100.0 * value),
                'g' => general(value, format.precision.unwrap_or(6).max(1)),
                _ if value.fract() == 0.0 && format.precision.is_none() => format!("{value:.0}"),
                _ => {
                    let message = format!("`{text}` shows whole numbers, found {}", show(datum));
                    let error = ValueError::of_values(message);
                    return Err(error.help("`round(x)` gives the nearest one; `.0f` rounds too"));
                }
            };
            // A rounded `-0.00` is 0.00.
            let is_zero = digits.chars().all(|c| !c.is_ascii_digit() || c == '0');
            let digits = match digits.strip_prefix('-') {
                Some(rest) if is_zero => rest.to_owned(),
                _ => digits,
            };
            let digits = match format.commas {
                true => grouped(&digits),
                false => digits,
            };
            let digits = match format.plus && !digits.starts_with('-') {
                true => format!("+{digits}"),
                false => digits,
            };
            Ok(padded(digits, format) + &unit)
        }
        other => {
            let message = format!("`{text}` formats a number, found {}", other.kind());
            Err(ValueError::new(message).help("`s` formats any value, as in `{x:>8s}`"))
        }
    }
}

fn shortened(text: String, format: Format) -> String {
    match format.precision {
        Some(most) => text.chars().take(most).collect(),
        None => text,
    }
}

/// Returns a number in the form of C and Python: an exponent with a sign and at least two digits.
fn exponent(number: &str) -> String {
    let Some((digits, power)) = number.split_once('e') else {
        return number.to_owned();
    };
    let (sign, power) = match power.strip_prefix('-') {
        Some(power) => ('-', power),
        None => ('+', power),
    };
    format!("{digits}e{sign}{power:0>2}")
}

/// Returns a number with a comma between each three digits before its point.
fn grouped(number: &str) -> String {
    let first = number.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let (sign, rest) = number.split_at(first);
    let whole = rest.find(|c: char| !c.is_ascii_digit());
    let (whole, rest) = rest.split_at(whole.unwrap_or(rest.len()));
    let mut text = sign.to_owned();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

/// Returns a number with so many significant digits, without zeros at the end.
fn general(value: f64, digits: usize) -> String {
    let scientific = format!("{:.*e}", digits - 1, value);
    let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    if power < -4 || power >= digits as i32 {
        return exponent(&format!("{}e{power}", show::trimmed(mantissa)));
    }
    let places = usize::try_from(digits as i32 - 1 - power).unwrap_or(0);
    show::trimmed(&format!("{value:.places$}")).to_owned()
}

fn padded(text: String, format: Format) -> String {
    let missing = format.width.saturating_sub(text.chars().count());
    if missing == 0 {
        return text;
    }
    let fill = |n: usize, c: char| std::iter::repeat_n(c, n).collect::<String>();
    if format.zeros && format.align.is_none() && format.kind != 's' {
        let sign = text.len() - text.trim_start_matches(['-', '+']).len();
        let (sign, digits) = text.split_at(sign);
        return format!("{sign}{}{digits}", fill(missing, '0'));
    }
    let c = format.fill.unwrap_or(' ');
    let align = format
        .align
        .unwrap_or(if format.kind == 's' { '<' } else { '>' });
    match align {
        '<' => text + &fill(missing, c),
        '^' => fill(missing / 2, c) + &text + &fill(missing - missing / 2, c),
        _ => fill(missing, c) + &text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dimension::Dimension;

    #[test]
    fn formats_are_those_of_python() {
        let of = |x: f64, spec| format(&Datum::plain(x), spec).unwrap();
        for (x, spec, text) in [
            (std::f64::consts::PI, ".2f", "3.14"),
            (-0.001, ".2f", "0.00"),
            (7.0, "03d", "007"),
            (-7.0, "04d", "-007"),
            (7.0, "+d", "+7"),
            (0.125, ".1%", "12.5%"),
            (12345.678, ".3e", "1.235e+04"),
            (0.00001234, "g", "1.234e-05"),
            (12345.678, ".3g", "1.23e+04"),
            (100.0, "g", "100"),
            (2.5, "8.2f", "    2.50"),
            (2.5, "<8.2f", "2.50    "),
            (2.5, "*^8.2f", "**2.50**"),
            (-1234567.891, ",.2f", "-1,234,567.89"),
            (1234567.0, "+,d", "+1,234,567"),
            (123456.0, ">10,d", "   123,456"),
            (999.0, ",g", "999"),
            (12345678.0, ",g", "1.23457e+07"),
            (12.34, ",.0%", "1,234%"),
            (f64::INFINITY, ",.0f", "inf"),
        ] {
            assert_eq!(of(x, spec), text, "{x} by {spec}");
        }
        let metre = Datum::number(0.0123, Dimension::LENGTH);
        assert_eq!(format(&metre, ".3f").unwrap(), "0.012 m");
        let two = Datum::list(vec![metre.clone(), metre]).unwrap();
        assert_eq!(format(&two, ".3f").unwrap(), "[0.012 0.012] m");
        let plain = Datum::list(vec![Datum::plain(1.0), Datum::plain(2.0)]).unwrap();
        assert_eq!(format(&plain, "4.1f").unwrap(), "[ 1.0  2.0]");
        assert_eq!(
            format(&Datum::text("leg").unwrap(), ">5s").unwrap(),
            "  leg"
        );
        assert!(format(&Datum::plain(0.5), "d").is_err());
        assert!(format(&Datum::Flag(true), ".2f").is_err());
        for (other, own) in [
            (".2", ".2f"),
            (" .2f", ".2f"),
            ("%.3lf", ".3f"),
            ("03", "03d"),
            ("8", "8s"),
            ("i", "d"),
            (",", ",.0f"),
            ("_", ",.0f"),
            ("_d", ",d"),
            (",.2", ",.2f"),
        ] {
            assert_eq!(meant_format(other).as_deref(), Some(own), "{other}");
        }
        assert_eq!(meant_format(" 2 * x"), None);
        for record in [
            "_x", "[1 2]", "\"a\"", "(1)", " 2", " 8.2", " 3s", " 10%", "2m", "-1",
        ] {
            assert!(!is_meant_as_format(record), "{record}");
        }
        for other in [",", "?", "#?", "_", "<", "%s", "!r"] {
            assert!(is_meant_as_format(other), "{other}");
        }
        for bad in ["", ".f", "999d", "2x", "f2", ",", "05,d", ",s", ",.1e"] {
            assert!(!is_format(bad), "{bad}");
        }
    }
}
