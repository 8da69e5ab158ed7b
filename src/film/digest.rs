//! Hash of the contents of a frame: frames with equal hashes look the same.

use std::fmt::{self, Debug, Write};

/// Digest of the debug representation of the added values, which contains all digits of numbers, and includes new fields
/// automatically. The hash is FNV-1a by Fowler, Noll and Vo, with 128 bits.
#[derive(Clone, Debug)]
pub struct Digest(u128);

const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

impl Digest {
    /// Creates an empty digest.
    #[must_use]
    pub fn new() -> Digest {
        Digest(BASIS)
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, value: &impl Debug) -> Digest {
        // Neither this writer nor derived `Debug` fails.
        let _ = write!(self, "{value:?};");
        self
    }

    /// Returns the digest as hexadecimal digits.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{:032x}", self.0)
    }
}

impl Default for Digest {
    fn default() -> Self {
        Digest::new()
    }
}

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(PRIME);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_differ_have_different_digests() {
        let text = |value: f64| Digest::new().with(&value).with(&"pose").text();
        assert_eq!(text(0.1), text(0.1));
        assert_ne!(text(0.1), text(0.1 + 1e-16));
        assert_ne!(text(0.0), text(-0.0));
        // A published test vector of the function.
        let mut foobar = Digest::new();
        let _ = foobar.write_str("foobar");
        assert_eq!(foobar.text(), "343e1662793c64bf6f0d3597ba446f18");
    }
}
