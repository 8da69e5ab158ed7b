//! Shows long texts one screen at a time.

use std::io::Write;
use std::process::{Command, Stdio};

/// Shows a text by the program that PAGER names, or `less`. Returns whether there is one.
pub(super) fn show(text: &str) -> bool {
    let named = std::env::var("PAGER")
        .ok()
        .filter(|pager| !pager.trim().is_empty());
    let line = named.unwrap_or_else(|| "less".to_owned());
    let mut words = line.split_whitespace();
    let Some(program) = words.next() else {
        return false;
    };
    let started = Command::new(program)
        .args(words)
        .env(
            "LESS",
            std::env::var("LESS").unwrap_or_else(|_| "-FRX".to_owned()),
        )
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut pager) = started else {
        return false;
    };
    if let Some(mut input) = pager.stdin.take() {
        // The user may close it early.
        let _ = input.write_all(text.as_bytes());
    }
    pager.wait().is_ok_and(|status| status.success())
}
