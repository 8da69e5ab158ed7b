//! What the prompt itself understands. It is told here, so that `help` knows of it and a script that holds one of these
//! words learns where it belongs.

/// A command of the prompt, which no script can hold.
pub struct PromptCommand {
    /// The word.
    pub name: &'static str,
    /// What stands behind it.
    pub arguments: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// More sentences.
    pub details: &'static str,
    /// Lines that show it.
    pub examples: &'static [&'static str],
}

/// All of them, in the order in which they are told.
pub static PROMPT_COMMANDS: &[PromptCommand] = &[
    PromptCommand {
        name: "watch",
        arguments: "[quantity ...]",
        summary: "Draws quantities while time passes, live.",
        details: "Each is a name such as `abdomen.z`, a pattern such as `leg_*4.load`, or an expression in braces; a vector \
                  is drawn as its members. The drawing stands below the prompt while a `go` runs, and stays behind it. \
                  Without quantities it lists what is watched and what that is now.",
        examples: &["watch abdomen.z", "watch {abdomen.z to mm} leg_*4.load"],
    },
    PromptCommand {
        name: "unwatch",
        arguments: "[quantity ...]",
        summary: "Watches something no longer, or nothing at all.",
        details: "What was seen of it is forgotten.",
        examples: &["unwatch abdomen.z", "unwatch"],
    },
    PromptCommand {
        name: "plot",
        arguments: "[quantity ...]",
        summary: "Draws all that was seen of what is watched, larger.",
        details: "From the `watch` on, over all `go` since.",
        examples: &["plot", "plot abdomen.z"],
    },
    PromptCommand {
        name: "status",
        arguments: "",
        summary: "Tells in a line how things stand.",
        details: "The clock, each figure with its speed, its height and its energy, and how much waits.",
        examples: &["status"],
    },
    PromptCommand {
        name: "view",
        arguments: "[terminal]",
        summary: "Shows the world, live.",
        details: "In a window where the program has one and there is a display, else in the terminal; `view terminal` always shows it there. \
                  The prompt goes on beside a window, on the same world. In the terminal, `q` returns to the prompt. Space lets time go on and \
                  holds it, and `?` lists the other keys.",
        examples: &["view", "view terminal"],
    },
    PromptCommand {
        name: "reset",
        arguments: "",
        summary: "Lets you start over, with an empty world.",
        details: "Figures, variables, commands of one's own and what is watched are forgotten, and so is what `save session.corpus` would \
                  write. The history of lines stays.",
        examples: &["reset"],
    },
    PromptCommand {
        name: "shell",
        arguments: "command",
        summary: "Runs a program of the system.",
        details: "The rest of the line goes to the shell as it is. `!` prints its line, here as in scripts.",
        examples: &["shell ls", "shell git diff walk.corpus"],
    },
    PromptCommand {
        name: "save",
        arguments: "file.corpus",
        summary: "Writes what was typed as a script.",
        details: "What ran is written as it was typed, in order; what did not is written as a comment. `corpus run` does \
                  the same again. This is for names that end in `.corpus`; paths in the script are relative to where it lies.",
        examples: &["save session.corpus"],
    },
    PromptCommand {
        name: "edit",
        arguments: "[file]",
        summary: "Opens an editor, and runs what was written.",
        details: "On the last entry, or on a script. The editor is that of the environment variables VISUAL or EDITOR.",
        examples: &["edit", "edit walk.corpus"],
    },
    PromptCommand {
        name: "quit",
        arguments: "",
        summary: "Leaves the prompt.",
        details: "Nothing is kept but the history; `save session.corpus` before it keeps what was typed. Ctrl-D on an empty line leaves \
                  too.",
        examples: &["quit"],
    },
    PromptCommand {
        name: "exit",
        arguments: "",
        summary: "Leaves the prompt, as `quit` does.",
        details: "Nothing is kept but the history; `save session.corpus` before it keeps what was typed. Ctrl-D on an empty line leaves \
                  too.",
        examples: &["exit"],
    },
];

/// The command of the prompt of that name.
#[must_use]
pub fn prompt_command(name: &str) -> Option<&'static PromptCommand> {
    PROMPT_COMMANDS.iter().find(|c| c.name == name)
}

impl PromptCommand {
    /// `watch [quantity ...]`.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments)
            .trim_end()
            .to_owned()
    }
}
