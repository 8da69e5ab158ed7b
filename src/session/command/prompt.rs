//! Commands of the prompt. They are declared here so that `help` describes them, and a script that contains one
//! gets a clear report.

/// A command of the prompt, which is not valid in a script.
pub struct PromptCommand {
    /// Name of the command.
    pub name: &'static str,
    /// Usage of its arguments.
    pub arguments: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// More sentences.
    pub details: &'static str,
    /// Example lines.
    pub examples: &'static [&'static str],
    /// Whether commands that come through a pipe (`corpus run -`) may contain it too.
    pub in_pipe: bool,
    /// Whether it needs the terminal, so that the prompt of a page refuses it.
    pub in_terminal: bool,
}

const QUIT: PromptCommand = PromptCommand {
    name: "quit",
    arguments: "",
    summary: "Ends the prompt.",
    details: "Only the history of lines is kept; to keep the session, use `save session.corpus` first. Ctrl-D on an empty line also \
              ends the prompt.",
    examples: &["quit"],
    in_pipe: true,
    in_terminal: true,
};

/// All commands of the prompt, in the order of the help.
pub static PROMPT_COMMANDS: &[PromptCommand] = &[
    PromptCommand {
        name: "watch",
        arguments: "[quantity ...]",
        summary: "Draws diagrams of quantities over time, live while a `go` runs.",
        details: "An argument is a name such as `abdomen.z`, a pattern such as `leg_*4.load`, or an expression in braces; a vector \
                  is plotted as its members. The plot appears below the prompt while a `go` runs, and remains afterwards. \
                  Without arguments it lists the watched quantities and their values.",
        examples: &["watch abdomen.z", "watch {abdomen.z to mm} leg_*4.load"],
        in_pipe: true,
        in_terminal: false,
    },
    PromptCommand {
        name: "unwatch",
        arguments: "[quantity ...]",
        summary: "Stops watching some quantities, or all.",
        details: "Their recorded values are discarded.",
        examples: &["unwatch abdomen.z", "unwatch"],
        in_pipe: true,
        in_terminal: false,
    },
    PromptCommand {
        name: "view",
        arguments: "[terminal|browser]",
        summary: "Shows the simulation as a live picture.",
        details: "The picture is shown in a window if the program has one and there is a display, otherwise in the terminal; `view terminal` always uses the terminal, and `view browser` prints a link to a page that shows the session, with a prompt of its own. \
                  The prompt remains usable beside a window, and acts on the same world. In the terminal, `q` returns to the prompt. Space resumes and \
                  pauses, and `?` lists the other keys.",
        examples: &["view", "view terminal", "view browser"],
        in_pipe: false,
        in_terminal: true,
    },
    PromptCommand {
        name: "reset",
        arguments: "",
        summary: "Starts again with an empty world.",
        details: "Figures, variables, user-defined commands and watched quantities are discarded, and so are the entries that `save session.corpus` would \
                  write. The history of lines is kept.",
        examples: &["reset"],
        in_pipe: false,
        in_terminal: false,
    },
    PromptCommand {
        name: "shell",
        arguments: "command",
        summary: "Runs a program of the operating system.",
        details: "The rest of the line goes to the shell unchanged. `!` prints its line, at the prompt as in scripts.",
        examples: &["shell ls", "shell git diff walk.corpus"],
        in_pipe: false,
        in_terminal: true,
    },
    PromptCommand {
        name: "save",
        arguments: "file.corpus",
        summary: "Writes the entries of this session as a script.",
        details: "Entries that ran are written in order; entries that did not run are written as comments. `corpus run` then repeats the session. This form of `save` is used if the name of the file ends with `.corpus`; otherwise `save` writes the state of the world. Paths in the script are relative to its folder.",
        examples: &["save session.corpus"],
        in_pipe: false,
        in_terminal: false,
    },
    PromptCommand {
        name: "edit",
        arguments: "[file]",
        summary: "Opens the last entry or a script in an editor, and then runs the edited text.",
        details: "`edit` opens the last entry, and `edit FILE` a script. When the editor closes, the edited text runs. The environment variable VISUAL or EDITOR chooses the editor.",
        examples: &["edit", "edit walk.corpus"],
        in_pipe: false,
        in_terminal: true,
    },
    QUIT,
    PromptCommand {
        name: "exit",
        summary: "Ends the prompt, like `quit`.",
        examples: &["exit"],
        in_pipe: true,
        ..QUIT
    },
];

/// Finds the command of the prompt of that name.
#[must_use]
pub fn prompt_command(name: &str) -> Option<&'static PromptCommand> {
    PROMPT_COMMANDS.iter().find(|c| c.name == name)
}

impl PromptCommand {
    /// Returns its usage line: `watch [quantity ...]`.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments)
            .trim_end()
            .to_owned()
    }
}
