//! Checks in advance whether a window can be opened, because kiss3d panics if it cannot.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{Arc, Mutex, PoisonError};

/// Returns the reason why no window can be opened, as far as known in advance; none if opening may succeed.
pub(crate) fn why_not() -> Option<String> {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return None;
    }
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match (set("WAYLAND_DISPLAY"), set("DISPLAY")) {
        (Some(_), _) => None,
        (None, Some(display)) => no_server(&display),
        (None, None) => Some(
            "there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set (over ssh, `ssh -X` sets it; `xvfb-run` makes a virtual one)"
                .to_owned(),
        ),
    }
}

/// Returns a message if no server runs for a display of this machine, such as `:1.0`.
fn no_server(display: &str) -> Option<String> {
    let number = display.strip_prefix(':')?;
    let number = number.split('.').next().unwrap_or(number);
    let socket = std::path::Path::new("/tmp/.X11-unix").join(format!("X{number}"));
    // A server may use an abstract socket only, without the folder.
    let is_missing = socket.parent().is_some_and(std::path::Path::is_dir) && !socket.exists();
    is_missing.then(|| format!("no X server runs on the display {display} (DISPLAY)"))
}

/// Calls a function of kiss3d, and converts a panic to an error.
pub(super) fn quietly(run: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let said = Arc::new(Mutex::new(String::new()));
    let hook = take_hook();
    let heard = Arc::clone(&said);
    let here = std::thread::current().id();
    let others = Arc::new(hook);
    let inner = Arc::clone(&others);
    set_hook(Box::new(move |panic| {
        if std::thread::current().id() == here {
            *heard.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
        } else {
            inner(panic);
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(run));
    let _ = take_hook();
    set_hook(Box::new(move |panic| others(panic)));
    result.unwrap_or_else(|_| {
        let said = said.lock().unwrap_or_else(PoisonError::into_inner);
        Err(reason(&said))
    })
}

/// Explains a panic of the window's crates to the user.
fn reason(said: &str) -> String {
    let last = said.lines().last().unwrap_or_default().trim();
    if said.contains("adapter") || said.contains("surface") || said.contains("device") {
        return format!(
            "there is no suitable graphics driver (on Linux, the window needs Vulkan; the package mesa-vulkan-drivers has a software driver) [{last}]"
        );
    }
    if said.contains("event loop") {
        return format!("the display cannot be reached (WAYLAND_DISPLAY, DISPLAY) [{last}]");
    }
    format!("the window failed: {last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_reason() {
        let lost = quietly(|| panic!("Failed to create a surface and find an adapter for it"));
        assert!(lost.unwrap_err().contains("mesa-vulkan-drivers"));
        assert!(quietly(|| Ok(())).is_ok());
    }

    #[test]
    fn a_display_that_nobody_serves_is_seen_beforehand() {
        if std::path::Path::new("/tmp/.X11-unix").is_dir() {
            assert!(no_server(":4711").unwrap().contains(":4711"));
        }
        // The display of another machine is tried.
        assert!(no_server("elsewhere:0").is_none());
    }
}
