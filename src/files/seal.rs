//! Checksums of the texts that this program writes for people to change: a changed text is not replaced.

use std::fmt::Write as _;

/// Words of the comment that ends such a text, between its writer and the checksum.
const WORDS: &str = "; once changed, it is not replaced; checksum ";

/// A fingerprint: FNV-1a with 64 bits (Fowler, Noll and Vo).
#[derive(Clone, Copy, Debug)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Returns its 16 hexadecimal digits.
    #[must_use]
    pub fn digits(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Returns the comment for a text, of XML or of scripts and meshes; `by` names its writer.
fn comment(text: &str, by: &str) -> String {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(text.as_bytes());
    let (open, close) = match text.trim_start().starts_with('<') {
        true => ("<!--", " -->"),
        false => ("#", ""),
    };
    format!(
        "{open} Written by {by}{WORDS}{}{close}",
        fingerprint.digits()
    )
}

/// Splits the seal from a text; none if its last line is no seal.
fn parts(text: &str) -> Option<(&str, &str)> {
    let at = text.trim_end().rfind('\n')? + 1;
    let (body, last) = text.split_at_checked(at)?;
    last.contains(WORDS).then_some((body, last.trim_end()))
}

/// Returns a text with its writer and its checksum in a comment at its end; an older seal there is replaced.
#[must_use]
pub fn sealed(text: &str, by: &str) -> String {
    let (body, _) = parts(text).unwrap_or((text, ""));
    let mut sealed = body.to_owned();
    if !body.ends_with('\n') {
        sealed.push('\n');
    }
    let seal = comment(&sealed, by);
    let _ = writeln!(sealed, "{seal}");
    sealed
}

/// Whether a text has the seal of a writer, and is still as it was sealed.
#[must_use]
pub fn is_unchanged(text: &str, by: &str) -> bool {
    parts(text).is_some_and(|(body, seal)| seal == comment(body, by))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_breaks_the_seal() {
        for text in [
            "go 1s\n",
            "go 1s",
            "",
            "<?xml version=\"1.0\"?>\n<robot/>\n",
        ] {
            let sealed = |text: &str| sealed(text, "a test");
            let is_unchanged = |text: &str| is_unchanged(text, "a test");
            let whole = sealed(text);
            assert!(is_unchanged(&whole), "{whole}");
            assert!(whole.starts_with(text));
            assert_eq!(sealed(&whole), whole);
            assert!(!is_unchanged(text) && !super::is_unchanged(&whole, "another"));
            assert!(!is_unchanged(&format!("# mine\n{whole}")));
            assert!(!is_unchanged(&format!("{whole}go 2s\n")));
            assert!(!is_unchanged(
                &whole.replacen(':', ";", 1).replacen("checksum", "check", 1)
            ));
        }
        assert!(sealed("<robot/>\n", "a test").ends_with("-->\n"));
    }
}
