//! Colours by name and in hexadecimal digits.

use csscolorparser::NAMED_COLORS;

/// Error of an invalid colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourError {
    /// Neither a known name nor digits after a `#`.
    UnknownName,
    /// After the `#` are other than 3 or 6 hexadecimal digits.
    Digits,
}

/// Returns linear RGB, each 0 to 1, of a CSS colour name (`tomato`, in any case) or of hexadecimal digits (`#c0392b`, `#f80`).
///
/// # Errors
/// The text is neither.
pub fn colour(text: &str) -> Result<[f32; 3], ColourError> {
    if let Some(digits) = text.strip_prefix('#') {
        return hexadecimal(digits).map(of_code).ok_or(ColourError::Digits);
    }
    let code = NAMED_COLORS.get(text.into());
    code.map(|code| code.map(linear))
        .ok_or(ColourError::UnknownName)
}

/// Returns the colour names of CSS, in alphabetical order.
pub fn colour_names() -> impl Iterator<Item = &'static str> {
    NAMED_COLORS.keys().map(|name| name.as_str())
}

/// Returns linear RGB of `0xRRGGBB`, the bytes of sRGB.
pub const fn of_code(code: u32) -> [f32; 3] {
    [
        linear((code >> 16) as u8),
        linear((code >> 8) as u8),
        linear(code as u8),
    ]
}

fn hexadecimal(digits: &str) -> Option<u32> {
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let code = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        // Each single digit is doubled.
        3 => Some(((code & 0xf00) * 0x1100) | ((code & 0xf0) * 0x110) | ((code & 0xf) * 0x11)),
        6 => Some(code),
        _ => None,
    }
}

/// Returns the light of a byte of sRGB (IEC 61966-2-1), 0 to 1.
const fn linear(byte: u8) -> f32 {
    let value = byte as f64 / 255.0;
    if value <= 0.04045 {
        return (value / 12.92) as f32;
    }
    let base = (value + 0.055) / 1.055;
    // The power 2.4 is the fifth root of the twelfth power, computed by Newton's method from above: the same on every machine.
    let square = base * base;
    let twelfth = square * square * square * square * square * square;
    let mut root = 1.0;
    let mut round = 0;
    while round < 60 {
        let fourth = root * root * root * root;
        root -= (root * fourth - twelfth) / (5.0 * fourth);
        round += 1;
    }
    root as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_each_is_found() {
        assert!(colour_names().is_sorted());
        assert!(colour_names().all(|name| colour(name).is_ok()));
        assert_eq!(colour_names().count(), 148);
    }

    #[test]
    fn names_and_digits_give_the_same_light() {
        assert_eq!(colour("Tomato"), colour("#ff6347"));
        assert_eq!(colour("#f80"), colour("#ff8800"));
        assert_eq!(colour("white"), Ok([1.0; 3]));
        assert_eq!(colour("#000"), Ok([0.0; 3]));
        for byte in 0..=255u8 {
            let value = f64::from(byte) / 255.0;
            let power = ((value + 0.055) / 1.055).powf(2.4);
            if value > 0.04045 {
                assert!((f64::from(linear(byte)) - power).abs() < 1e-7, "{byte}");
            }
        }
    }

    #[test]
    fn what_is_no_colour_is_refused() {
        assert_eq!(colour("tomatoe"), Err(ColourError::UnknownName));
        assert_eq!(colour(""), Err(ColourError::UnknownName));
        for text in ["#", "#12", "#12345", "#1234567", "#ggg", "#+12", "#é"] {
            assert_eq!(colour(text), Err(ColourError::Digits), "{text}");
        }
    }
}
