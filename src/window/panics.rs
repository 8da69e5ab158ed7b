//! Converts panics of kiss3d, which panics if it cannot open a window, to errors.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{Arc, Mutex, PoisonError};

/// Calls a function of kiss3d, and converts a panic to an error.
pub(super) fn caught(run: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let said = Arc::new(Mutex::new(String::new()));
    let hook = Arc::new(take_hook());
    let (heard, inner) = (Arc::clone(&said), Arc::clone(&hook));
    let here = std::thread::current().id();
    set_hook(Box::new(move |panic| {
        if std::thread::current().id() == here {
            *heard.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
        } else {
            inner(panic);
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(run));
    let _ = take_hook();
    set_hook(Box::new(move |panic| hook(panic)));
    result.unwrap_or_else(|_| {
        let said = said.lock().unwrap_or_else(PoisonError::into_inner);
        Err(reason(&said))
    })
}

/// Explains a panic of the window's crates to the user.
fn reason(said: &str) -> String {
    let last = said.lines().last().unwrap_or_default().trim();
    let is_about = |word| said.contains(word);
    if is_about("adapter") || is_about("surface") || is_about("device") {
        return format!(
            "there is no suitable graphics driver (on Linux, the window needs Vulkan; the package mesa-vulkan-drivers has a software driver) [{last}]"
        );
    }
    format!("the display cannot be reached (WAYLAND_DISPLAY, DISPLAY) [{last}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_reason() {
        let lost = caught(|| panic!("Failed to create a surface and find an adapter for it"));
        assert!(lost.unwrap_err().contains("mesa-vulkan-drivers"));
        assert!(caught(|| Ok(())).is_ok());
    }
}
