//! Printing, files, help.

use crate::diagnostic::Diagnostic;
use crate::help::help_in;
use crate::session::command::{Command, Group, Kind, may, need};

pub(super) const PRINT: Command = Command {
    name: "!",
    summary: "Prints the rest of the line.",
    details: "It can also be the command that `timer` or `alarm` runs.",
    forms: &[&[may("text", Kind::Text, "text to print")]],
    example: "! the roach stands",
    shows: "prints a line of text",
    search: "echo, say, message",
    in_lists: true,
    run: |session, bound| {
        let text = bound.text(0).to_owned();
        session.print(&text);
        Ok(())
    },
    ..Command::of(Group::Session)
};

pub(super) const INCLUDE: Command = Command {
    name: "include",
    summary: "Runs another script at this place.",
    details: "The path is relative to the script that contains the line. A script includes files in its own folder, in the working directory, and in their subfolders; `--allow-read DIR` allows another folder.",
    forms: &[&[need("script", Kind::Path, "the file")]],
    example: "include roach/roach.corpus",
    shows: "runs the script that builds the roach",
    search: "import, source, read, use",
    run: |session, bound| session.include(bound.text(0), bound.at(0)),
    ..Command::of(Group::Session)
};

pub(super) const HELP: Command = Command {
    name: "help",
    summary: "Shows help on a command, or lists all commands.",
    details: "The command also describes the commands that the script defines, and expressions, functions, quantities and units.",
    forms: &[
        &[may(
            "word",
            Kind::CommandName,
            "a command, a topic, or any related word",
        )],
        &[
            need("word", Kind::CommandName, "a word"),
            need("more", Kind::Text, "more words"),
        ],
    ],
    example: "help motor",
    shows: "prints the help on `motor`",
    search: "manual, man, usage",
    run: |session, bound| {
        let words = [bound.text(0), bound.text(1)].join(" ");
        let text = help_in(session, words.trim()).map_err(|why| {
            let (what, remedy) = why.split_once("; ").unwrap_or((&why, ""));
            Diagnostic::error("E020", bound.at(0), what).help(remedy)
        })?;
        for line in text.lines() {
            session.print(line);
        }
        Ok(())
    },
    ..Command::of(Group::Session)
};
