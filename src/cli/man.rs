//! `corpus man`: the manual page of the program and of the language.

use super::arguments::Arguments;
use crate::commands::COMMANDS;
use crate::session::command::{Command, Group, described, usage, what_follows};
use crate::terminal::{USAGE, say, tell_line};
use clap::CommandFactory;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};
use std::io::{self, Write};

pub(super) fn man() -> u8 {
    let mut page = vec![];
    match program(&mut page).and_then(|()| language(&mut page)) {
        Ok(()) => {
            say!("{}", with_one_prelude(&page));
            0
        }
        Err(why) => {
            tell_line!("cannot make the page: {why}");
            USAGE
        }
    }
}

/// Removes repeated preludes: every part comes with the definition of the apostrophe; the page needs it once.
fn with_one_prelude(page: &[u8]) -> String {
    let prelude = Roff::new().render();
    let page = String::from_utf8_lossy(page);
    prelude.clone() + &page.replace(&prelude, "")
}

/// Writes the part on the command line.
fn program(page: &mut Vec<u8>) -> io::Result<()> {
    let mut command = Arguments::command();
    command.build();
    let man = Man::new(command.clone())
        // A blank: the page must not depend on the date, and an empty argument would be lost.
        .date(" ")
        .manual("User Commands");
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    for job in command.get_subcommands() {
        let man = Man::new(job.clone());
        let mut part = vec![];
        man.render_synopsis_section(&mut part)?;
        man.render_description_section(&mut part)?;
        man.render_options_section(&mut part)?;
        let mut heading = Roff::new();
        heading.control(
            "SH",
            [format!("CORPUS {}", job.get_name().to_uppercase()).as_str()],
        );
        heading.to_writer(page)?;
        // Its sections become subsections of this one.
        let part = String::from_utf8_lossy(&part).replace("\n.SH ", "\n.SS ");
        page.write_all(
            part.strip_prefix(".SH")
                .map_or(part.clone(), |rest| format!(".SS{rest}"))
                .as_bytes(),
        )?;
    }
    let mut end = Roff::new();
    end.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in [
        ("0", "Success."),
        (
            "1",
            "The script contains a mistake (also a file named there that cannot be read), an expectation failed, or the simulation diverged.",
        ),
        (
            "2",
            "The command line is wrong, a script or table named on it cannot be read, or a file cannot be written.",
        ),
        (
            "130",
            "Ctrl-C (SIGINT) interrupted the run. Report and state are written up to that moment.",
        ),
        (
            "143",
            "SIGTERM interrupted the run in the same way, or at once if that takes too long; 129 after SIGHUP.",
        ),
    ] {
        end.control("TP", [])
            .text([bold(status)])
            .text([roman(meaning)]);
    }
    end.to_writer(page)
}

/// Writes the part on the language, chapter by chapter.
fn language(page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", ["THE LANGUAGE"]).text([roman(
        "A script has one command per line: a name and its arguments, separated by spaces. A # starts a comment. Numbers may \
         have a unit (5mm, 1g/cm3, 45deg); without one they are in SI units. The commands are listed by chapter.",
    )]);
    for group in Group::ALL {
        roff.control("SH", [group.title().to_uppercase().as_str()]);
        for command in COMMANDS.iter().filter(|command| command.group == *group) {
            entry(&mut roff, command);
        }
    }
    roff.to_writer(page)
}

/// Writes the entry of one command of the language.
fn entry(roff: &mut Roff, command: &Command) {
    roff.control("SS", [command.name]);
    roff.text([bold(usage(command))]);
    roff.control("PP", []);
    roff.text([roman(command.summary)]);
    for line in command.details.lines() {
        roff.text([roman(line)]);
    }
    if let Some(follows) = what_follows(command.follows) {
        roff.text([roman(follows)]);
    }
    for (param, kind) in described(command) {
        roff.control("TP", []);
        roff.text([italic(param.name)]);
        roff.text([roman(format!("{} ({kind})", param.doc))]);
    }
    for example in command.examples() {
        roff.control("PP", []);
        roff.text([roman(format!("Example: {}.", example.shows))]);
        roff.control("PP", []);
        roff.control("RS", ["4"]).control("nf", []);
        for line in example.code.lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []).control("RE", []);
    }
}
