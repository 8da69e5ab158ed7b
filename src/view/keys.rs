//! The keys of a viewer, declared once, for the window, the terminal, the help overlay and the manual.

/// Action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Pause or resume.
    Toggle,
    /// One frame forward.
    StepOn,
    /// One frame back.
    StepBack,
    /// Faster.
    Faster,
    /// Slower.
    Slower,
    /// Real time.
    RealTime,
    /// Earlier moment.
    Back,
    /// Later moment.
    Forward,
    /// First stored moment.
    First,
    /// Newest moment.
    Newest,
    /// Resume from the shown moment.
    Here,
    /// Turn the camera to the left.
    TurnLeft,
    /// Turn the camera to the right.
    TurnRight,
    /// Raise the camera.
    Raise,
    /// Lower the camera.
    Lower,
    /// Move the camera nearer.
    Nearer,
    /// Move the camera farther away.
    Farther,
    /// Automatic motion of the camera: follow, fixed or orbit.
    CameraMode,
    /// The next camera of the script.
    NextCamera,
    /// Reset the camera.
    CameraReset,
    /// Select the next body.
    NextBody,
    /// Select the previous body.
    BodyBefore,
    /// Select no body.
    NoBody,
    /// Show or hide names.
    Names,
    /// Show or hide axes.
    Axes,
    /// Show or hide forces of the ground, and pushes.
    Forces,
    /// Show or hide shadows.
    Shadows,
    /// Simpler drawing.
    Light,
    /// The next diagram.
    Diagram,
    /// Read the script again.
    Reload,
    /// Help.
    Help,
    /// Close the viewer.
    Quit,
}

/// A key with its action.
pub struct KeyDoc {
    /// Action.
    pub action: Action,
    /// Names of the keys; the first one is shown. Single characters are their own names.
    pub keys: &'static [&'static str],
    /// Description in a few words.
    pub does: &'static str,
}

const fn key(action: Action, keys: &'static [&'static str], does: &'static str) -> KeyDoc {
    KeyDoc { action, keys, does }
}

/// All keys, in the order of the help.
pub const KEYS: &[KeyDoc] = &[
    key(Action::Toggle, &["space"], "pause, resume"),
    key(Action::StepOn, &["."], "one frame forward"),
    key(Action::StepBack, &[","], "one frame back"),
    key(Action::Faster, &["+", "="], "play faster"),
    key(Action::Slower, &["-"], "play slower"),
    key(Action::RealTime, &["1"], "play in real time"),
    key(Action::Back, &["left"], "go back in time"),
    key(Action::Forward, &["right"], "go forward in time"),
    key(Action::First, &["home"], "go to the first stored moment"),
    key(Action::Newest, &["end"], "go to the newest moment"),
    key(Action::Here, &["b"], "continue from the moment shown"),
    key(Action::TurnLeft, &["h"], "turn the camera left"),
    key(Action::TurnRight, &["l"], "turn the camera right"),
    key(Action::Raise, &["up", "k"], "raise the camera"),
    key(Action::Lower, &["down", "j"], "lower the camera"),
    key(Action::Nearer, &["]", "z"], "camera nearer"),
    key(Action::Farther, &["[", "Z"], "camera farther"),
    key(Action::CameraMode, &["c"], "camera: follow, fixed, circle"),
    key(Action::NextCamera, &["v"], "next camera of the script"),
    key(Action::CameraReset, &["0"], "reset the camera"),
    key(Action::NextBody, &["tab"], "next body: show its joint"),
    key(Action::BodyBefore, &["backtab"], "previous body"),
    key(Action::NoBody, &["esc"], "deselect the body"),
    key(Action::Names, &["n"], "show names"),
    key(Action::Axes, &["x"], "show axes"),
    key(Action::Forces, &["f"], "show ground forces and pushes"),
    key(Action::Shadows, &["s"], "show shadows"),
    key(Action::Light, &["g"], "window: light or full drawing"),
    key(Action::Diagram, &["p"], "next diagram, then none"),
    key(Action::Reload, &["r"], "reload the script"),
    key(Action::Help, &["?"], "show this help"),
    key(Action::Quit, &["q"], "quit"),
];

/// Returns the action of the key of a name.
#[must_use]
pub fn action_of(name: &str) -> Option<Action> {
    let found = KEYS.iter().find(|k| k.keys.contains(&name));
    found.map(|k| k.action)
}

/// Returns the keys in two columns: their names, and their effects.
#[must_use]
pub fn help() -> Vec<(String, &'static str)> {
    let line = |k: &KeyDoc| (k.keys.join(" "), k.does);
    KEYS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let names: Vec<&str> = KEYS.iter().flat_map(|k| k.keys).copied().collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
        }
        assert_eq!(action_of("space"), Some(Action::Toggle));
        assert_eq!(action_of("Q"), None);
    }
}
