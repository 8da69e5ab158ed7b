//! The live page: one file, put together from its parts.

/// Number of the protocol between page and server: a page of another one is told to load again.
pub(super) const PROTOCOL: u32 = 3;

/// Returns the page.
pub(super) fn page() -> String {
    let scripts = [
        include_str!("../page/prompt.js"),
        include_str!("../page/script.js"),
        include_str!("../page/live.js"),
    ];
    include_str!("../page/live.html")
        .replacen("LIVE_STYLE", include_str!("../page/live.css"), 1)
        .replacen("LIVE_PROTOCOL", &PROTOCOL.to_string(), 1)
        .replacen("DRAW_SCRIPT", crate::export::DRAW, 1)
        .replacen("LIVE_SCRIPTS", &scripts.concat(), 1)
}
