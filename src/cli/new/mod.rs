//! `corpus new`: writes a first script of a walking creature.

use super::arguments::New;
use super::failure::unwritable;
use crate::files;
use crate::terminal::{USAGE, say_line, tell_line};

/// The script, with placeholders NAME for the creature and FILE for the script.
const CREATURE: &str = include_str!("creature.corpus");

pub(super) fn new(job: &New) -> u8 {
    let path = match job.name.extension() {
        Some(_) => job.name.clone(),
        None => job.name.with_extension("corpus"),
    };
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    let name = name_of(stem.as_deref().unwrap_or_default());
    if path.exists() {
        tell_line!("{} already exists; choose another name", path.display());
        return USAGE;
    }
    let text = script(&name, &path.display().to_string());
    if let Err(why) = files::write(&path, text.as_bytes()) {
        return unwritable("", &path, &why).tell();
    }
    let file = path.display();
    say_line!("wrote {file}, a walking creature. Run it with");
    say_line!("  corpus run {}", in_shell(&path.display().to_string()));
    say_line!("and then change it; its comments explain each part.");
    0
}

/// Returns a path as one word of a shell.
fn in_shell(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_./-+,:@%".contains(c);
    match path.chars().all(is_plain) {
        true => path.to_owned(),
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

/// Returns the script of a creature.
fn script(name: &str, file: &str) -> String {
    CREATURE.replace("NAME", name).replace("FILE", file)
}

/// Returns a valid figure name made from a file name.
fn name_of(stem: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || c == '_';
    let name: String = stem
        .chars()
        .map(|c| if fits(c) { c } else { '_' })
        .collect();
    match name.starts_with(|c: char| c.is_alphabetic()) {
        true => name,
        false => format!("creature{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{name_of, script};
    use crate::lang::format::format;
    use crate::session::{Mode, Quiet};

    #[test]
    fn names_of_files_become_names_of_figures() {
        let names = ["beast", "my beast", "3legs", ""].map(name_of);
        assert_eq!(names, ["beast", "my_beast", "creature3legs", "creature"]);
    }

    #[test]
    fn the_first_creature_walks_ahead_and_is_laid_out() {
        let script = script("beast", "beast.corpus");
        assert_eq!(
            format(&script, &crate::commands::TABLE).as_deref(),
            Ok(script.as_str())
        );
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let done = session.run_text("beast.corpus", &script);
        assert!(
            done.is_ok() && session.diagnostics.is_empty(),
            "{:?}",
            session.diagnostics
        );
        assert!(session.here().world.time > 3.2);
    }
}
