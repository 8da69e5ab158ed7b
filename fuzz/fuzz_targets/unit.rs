//! Any text is a unit or an error that lies in it.
//! `cargo +nightly fuzz run unit`
#![no_main]

use corpus::lang::units::{UnitError, parse_unit};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match parse_unit(text) {
    Ok(unit) => assert!(!unit.to_si(1.0).is_nan() && !unit.from_si(1.0).is_nan()),
    Err(UnitError::Unknown { at, .. } | UnitError::Malformed { at } | UnitError::Power { at }) =>
        assert!(text.get(at).is_some()),
    Err(UnitError::Mismatch { .. } | UnitError::TooLarge) => unreachable!("nothing was converted"),
});
