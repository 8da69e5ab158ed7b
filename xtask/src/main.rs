//! Chores of the project. `cargo xtask` lists them; `cargo xtask ci` runs what must hold before a change lands.

use std::process::{Command, ExitCode};
use std::{env, fs, path::Path};

/// A chore: its name, what it is for, and its command lines. Words are separated by blanks; `NAME=value` in front sets a variable.
struct Chore {
    name: &'static str,
    about: &'static str,
    lines: &'static [&'static str],
}

/// The chores, in the order in which CI runs them, and after them those that only a person runs.
const CHORES: &[Chore] = &[
    Chore {
        name: "format",
        about: "the format of all sources",
        lines: &[
            "cargo fmt --all -- --check",
            "cargo fmt --manifest-path grammar/tree-sitter/Cargo.toml -- --check",
            "cargo fmt --manifest-path fuzz/Cargo.toml -- --check",
            "cargo fmt --manifest-path python/Cargo.toml -- --check",
        ],
    },
    Chore {
        name: "lints",
        about: "clippy, with warnings as errors",
        lines: &["cargo clippy --locked --workspace --all-targets -- -D warnings"],
    },
    Chore {
        name: "doc",
        about: "the documentation of the packages, with warnings as errors",
        lines: &["RUSTDOCFLAGS=-Dwarnings cargo doc --locked --workspace --no-deps --quiet"],
    },
    Chore {
        name: "small",
        about: "the library alone, and the program without prompt and server",
        lines: &[
            "cargo check --locked --no-default-features",
            "cargo check --locked --no-default-features --features cli",
        ],
    },
    Chore {
        name: "test",
        about: "the tests: README's command",
        lines: &["README test command"],
    },
    Chore {
        name: "listing",
        about: "the tests that need the listing of 1990, if CORPUS_LISTING_1990 names it",
        lines: &["cargo test --locked --test suite listing -- --ignored"],
    },
    Chore {
        name: "window",
        about: "the window, on a virtual display if there is one",
        lines: &[
            "cargo clippy --locked --features viewer --lib --bins --test viewer -- -D warnings",
            "cargo test --locked --features viewer --test viewer -- --nocapture --test-threads=1",
            "cargo test --locked --features viewer --lib window::",
        ],
    },
    Chore {
        name: "editors",
        about: "editors and shells; one that is missing or too old says that it is skipped",
        lines: &["cargo test --locked --test suite editors:: -- --ignored --nocapture"],
    },
    Chore {
        name: "fuzz",
        about: "the fuzz targets build, if there is a C++ compiler",
        lines: &["cargo check --manifest-path fuzz/Cargo.toml --target-dir target"],
    },
    Chore {
        name: "tree-sitter",
        about: "the grammar for tree-sitter",
        lines: &[
            "cargo clippy --locked --manifest-path grammar/tree-sitter/Cargo.toml --all-targets -- -D warnings",
            "cargo test --locked --manifest-path grammar/tree-sitter/Cargo.toml",
        ],
    },
    Chore {
        name: "python",
        about: "the Python module: its wheel, built without optimisation across packages, in a fresh virtual environment, and its tests; needs Python and its package index",
        lines: &[
            "cargo build --locked --bin corpus",
            "python3 -m venv --clear target/python",
            "MATURIN_PEP517_ARGS=--profile=dev CARGO_TARGET_DIR=../target target/python/bin/python -m pip install --quiet ./python[test]",
            "target/python/bin/python -m pytest --quiet python/tests",
        ],
    },
    Chore {
        name: "main",
        about: "the main job: README's command",
        lines: &["README main command"],
    },
    Chore {
        name: "pictures",
        about: "the pictures of the documents, into a folder of the build",
        lines: &["scripts/pictures target/pictures"],
    },
    Chore {
        name: "generate",
        about: "makes the generated pages and grammars anew",
        lines: &["CORPUS_UPDATE=1 cargo test --test suite -- docs:: grammar::"],
    },
    Chore {
        name: "numbers",
        about: "holds every number in scripts and documents to smaller steps and another method; takes minutes",
        lines: &["cargo test --release --test suite numbers:: -- --ignored --nocapture"],
    },
    Chore {
        name: "scenes",
        about: "holds random scenes by the default method to what a tight one says; takes minutes",
        lines: &["cargo test --release --test suite scenes:: -- --ignored --nocapture"],
    },
];

/// The last chore that CI runs.
const LAST_OF_CI: &str = "pictures";

fn main() -> ExitCode {
    let wanted: Vec<String> = env::args().skip(1).collect();
    let end = CHORES.iter().position(|chore| chore.name == LAST_OF_CI);
    let of_ci = CHORES.get(..=end.unwrap_or(0)).unwrap_or_default();
    let mut chores: Vec<&Chore> = vec![];
    for name in &wanted {
        match CHORES.iter().find(|chore| chore.name == name) {
            Some(chore) => chores.push(chore),
            None if name == "ci" => chores.extend(of_ci),
            None => {
                eprintln!("there is no chore `{name}`");
                return ExitCode::FAILURE;
            }
        }
    }
    if chores.is_empty() {
        println!("cargo xtask CHORE...");
        println!("  {:12} all from `format` to `{LAST_OF_CI}`", "ci");
        for Chore { name, about, .. } in CHORES {
            println!("  {name:12} {about}");
        }
    }
    for chore in chores {
        println!("\n== {}: {}", chore.name, chore.about);
        if let Some(why) = skipped(chore.name) {
            println!("skipped: {why}");
            continue;
        }
        for line in chore.lines {
            if let Err(why) = run(line) {
                eprintln!("{}: {why}", chore.name);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Returns why a chore cannot run here.
fn skipped(chore: &str) -> Option<&'static str> {
    match chore {
        "listing" if env::var_os("CORPUS_LISTING_1990").is_none() => {
            Some("CORPUS_LISTING_1990 is not set")
        }
        "fuzz" if Command::new("c++").arg("--version").output().is_err() => {
            Some("libFuzzer needs a C++ compiler")
        }
        "python" if !has_python() => Some("it needs Python 3.9 or later with the module venv"),
        "python" if !has_packages() => Some("the package index of Python cannot be reached"),
        _ => None,
    }
}

/// Whether there is a Python that can make virtual environments.
fn has_python() -> bool {
    let needed = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 9))";
    let status = Command::new("python3").args(["-c", needed]).status();
    status.is_ok_and(|status| status.success())
}

/// Whether a package of Python can be fetched.
fn has_packages() -> bool {
    let folder = env::temp_dir().join(format!("corpus-python-{}", std::process::id()));
    let done = |program: &Path, line: &[&str]| {
        let status = Command::new(program).args(line).arg(&folder).status();
        status.is_ok_and(|status| status.success())
    };
    let fetch = [
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "maturin",
        "--dest",
    ];
    let fetched =
        done(Path::new("python3"), &["-m", "venv"]) && done(&folder.join("bin/python"), &fetch);
    let _ = std::fs::remove_dir_all(&folder);
    fetched
}

/// Runs a command line in the root of the project.
fn run(line: &str) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let line = match line.strip_prefix("README ") {
        Some(which) => of_readme(&root, which)?,
        None => line.to_owned(),
    };
    println!("{line}");
    let mut words = line.split_whitespace().peekable();
    let mut set = vec![];
    while let Some(pair) = words.next_if(|word| word.contains('=') && !word.starts_with('-')) {
        set.extend(pair.split_once('='));
    }
    let program = words.next().ok_or("an empty line")?;
    let mut command = Command::new(program);
    command.current_dir(&root).args(words).envs(set);
    let status = command
        .status()
        .map_err(|why| format!("{program}: {why}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("`{line}` ended with {status}")),
    }
}

/// Returns the command of README.md below the comment `<!-- WHICH -->`.
fn of_readme(root: &Path, which: &str) -> Result<String, String> {
    let page = root.join("README.md");
    #[expect(clippy::disallowed_methods, reason = "a page of this project")]
    let text = fs::read_to_string(page).map_err(|why| format!("README.md: {why}"))?;
    let after = text.split(&format!("<!-- {which} -->")).nth(1);
    let mut lines = after.unwrap_or_default().lines();
    let found = lines.find(|line| line.starts_with("cargo "));
    found
        .map(str::to_owned)
        .ok_or_else(|| format!("README.md has no {which}"))
}
