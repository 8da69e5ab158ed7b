//! Editors and shells, set up as in docs/editors.md: the blocks of the page, the real programs. One that is not installed, or
//! is too old, is skipped. `cargo test --test suite editors:: -- --ignored --nocapture` prints which were tested.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const SCRIPT: &str = "addcorpus bug
get trunk from unit_cubeb
addbody trunk trunk 0 1 0 rotary 1g/cm3
get leg from unit_cubeb
addbody leg leg 0 1 0 rotery 1g/cm3
linkbodies trunk leg
setroot trunk
corpusinit
joint leg k 2
joint leg 
";

/// Returns the first block of a language on a page.
fn block(page: &str, language: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(path).unwrap();
    let (_, after) = text.split_once(&format!("```{language}\n")).unwrap();
    after.split_once("```").unwrap().0.to_owned()
}

/// Opens the page of `corpus export` in a browser.
#[test]
#[ignore = "needs the editors and shells"]
fn the_page_plays_in_a_browser() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/try.py");
    let tried = Command::new("python3")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_corpus"))
        .output();
    match tried {
        Err(_) => eprintln!("skipped: python3 is not installed"),
        Ok(output) => {
            eprint!("{}", String::from_utf8_lossy(&output.stdout));
            let wrong = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{wrong}");
        }
    }
}

/// A home folder with a script, and the program on the path.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.corpus"), SCRIPT).unwrap();
        Home(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn command(&self, program: &str) -> Command {
        let own = Path::new(env!("CARGO_BIN_EXE_corpus")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(own.to_owned()).chain(std::env::split_paths(&path));
        let mut command = Command::new(program);
        command
            .current_dir(self.0.path())
            .env("PATH", std::env::join_paths(folders).unwrap())
            .env("HOME", self.0.path())
            .env_remove("XDG_CONFIG_HOME")
            .env("TERM", "dumb");
        command
    }

    /// Returns the output of a program; none if it is not installed.
    fn says(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let output = match self.command(program).args(arguments).output() {
            Ok(output) => output,
            Err(why) => {
                eprintln!("skipped: {program} cannot be started ({why})");
                return None;
            }
        };
        let text = [output.stdout, output.stderr].concat();
        Some(String::from_utf8_lossy(&text).into_owned())
    }

    /// Whether a program is installed and at least as new as the page requires; prints a line if it is too old.
    fn is_new_enough(&self, program: &str, wanted: (u32, u32)) -> bool {
        let Some(told) = self.says(program, &["--version"]) else {
            return false;
        };
        let numbers = told.split(|c: char| !c.is_ascii_digit() && c != '.');
        let version = numbers.filter_map(|n| {
            let (major, minor) = n.trim_matches('.').split_once('.')?;
            let minor = minor.split('.').next()?;
            Some((major.parse().ok()?, minor.parse().ok()?))
        });
        let version: Option<(u32, u32)> = version.into_iter().next();
        let is_new = version.is_some_and(|version| version >= wanted);
        if !is_new {
            eprintln!("skipped: {program} is {version:?}, and the page asks for {wanted:?}");
        }
        is_new
    }
}

/// Checks the results that every editor must give.
fn holds(told: &str) {
    for wanted in [
        "mode corpus",
        "finding 5 ",
        "completion q dq",
        "hover joint",
        "definition 5",
        "renamed joint paw k 2",
    ] {
        assert!(told.contains(wanted), "no `{wanted}` in\n{told}");
    }
}

#[test]
#[ignore = "needs the editors and shells"]
fn neovim_does_as_the_page_says() {
    let home = Home::new();
    if !home.is_new_enough("nvim", (0, 11)) {
        return;
    }
    let settings = home.file("init.lua", &block("docs/editors.md", "lua"));
    let steps = home.file("try.lua", include_str!("try.lua"));
    let load = format!("luafile {}", steps.display());
    let settings = settings.display().to_string();
    let told = home.says("nvim", &["--headless", "-u", &settings, "-c", &load]);
    holds(&told.unwrap());
}

#[test]
#[ignore = "needs the editors and shells"]
fn emacs_does_as_the_page_says() {
    let home = Home::new();
    if !home.is_new_enough("emacs", (29, 0)) {
        return;
    }
    let settings = home.file("init.el", &block("docs/editors.md", "elisp"));
    let steps = home.file("try.el", include_str!("try.el"));
    let [settings, steps] = [settings, steps].map(|path| path.display().to_string());
    let told = home.says("emacs", &["--batch", "-l", &settings, "-l", &steps]);
    holds(&told.unwrap());
}

#[test]
#[ignore = "needs the editors and shells"]
fn helix_finds_the_server() {
    let home = Home::new();
    if !home.is_new_enough("hx", (25, 0)) {
        return;
    }
    home.file(
        ".config/helix/languages.toml",
        &block("docs/editors.md", "toml"),
    );
    let told = home.says("hx", &["--health", "corpus"]).unwrap();
    let line = told.lines().find(|line| line.contains("corpus:")).unwrap();
    assert!(line.contains('✓'), "{told}");
}

/// Returns the completions of a shell after `corpus`, with the script that the program makes for it.
fn shell(name: &str, script: &str) -> Option<String> {
    let home = Home::new();
    let own = home.says(env!("CARGO_BIN_EXE_corpus"), &["completions", name]);
    home.file("completions", &own.unwrap());
    let steps = home.file("try", script);
    home.says(name, &[&steps.display().to_string()])
}

#[test]
#[ignore = "needs the editors and shells"]
fn fish_completes() {
    let script = "source completions
for line in 'corpus re' 'corpus run a' 'corpus render --view s'
    complete -C $line
end
";
    let Some(told) = shell("fish", script) else {
        return;
    };
    for wanted in ["render\t", "repl\t", "a.corpus", "side"] {
        assert!(told.contains(wanted), "no `{wanted}` in\n{told}");
    }
}

#[test]
#[ignore = "needs the editors and shells"]
fn bash_completes() {
    let script = "source completions
offers() {
    COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _corpus corpus \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"
    echo \"${COMPREPLY[@]}\"
}
offers corpus re
offers corpus help mot
offers corpus explain E01
offers corpus render --view s
";
    let Some(told) = shell("bash", script) else {
        return;
    };
    for wanted in ["render", "repl", "motor", "E012", "side"] {
        assert!(told.contains(wanted), "no `{wanted}` in\n{told}");
    }
}
