//! File sizes in user notation, such as `64M`.

/// Parses a size such as `4096`, `300k`, `64M`, `2GB` or `1.5GiB` to bytes; k, M, G and T are powers of 1024, with or without
/// `B` or `iB`.
///
/// # Errors
/// The expected format, as a sentence.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size such as 64M or 2GB".to_owned();
    let text = text.trim();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let unit = unit.trim().to_ascii_lowercase();
    let unit = unit
        .strip_suffix("ib")
        .or_else(|| unit.strip_suffix('b'))
        .unwrap_or(&unit);
    let power = match unit {
        "" => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(wrong()),
    };
    let bytes = number * 1024f64.powi(power);
    // The cast saturates: a size larger than any file is no limit.
    if bytes.is_finite() && bytes >= 1.0 {
        Ok(bytes as u64)
    } else {
        Err(wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::parse_size;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("4096", 4096),
            ("300k", 300 << 10),
            ("64M", 64 << 20),
            ("2GB", 2 << 30),
            ("1.5 GiB", 3 << 29),
            ("1T", 1 << 40),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "-5", "many", "5x", "1..2M", "inf", "nan"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
