//! Any bytes are a closed surface or none, in every format that surfaces are read from.
//! `cargo +nightly fuzz run load`
#![no_main]

use corpus::geometry::{Closing, Format, load_bytes, mass_properties};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let formats = [
        Format::Obj,
        Format::Stl,
        Format::Ply,
        Format::Dae,
        Format::Gltf,
        Format::Msh,
    ];
    for format in formats {
        for closing in [Closing::Refuse, Closing::Cap, Closing::Hull] {
            if let Ok(loaded) = load_bytes(bytes, format, closing) {
                let _ = mass_properties(&loaded.mesh);
            }
        }
    }
});
