//! The `corpus` program.

fn main() {}
