//! Worlds and corpora: creating and selecting them.

use super::access;
use super::scenery::refuse_scenery_figure;
use crate::session::Draft;
use crate::session::command::{Command, Group, Kind, Thing, may, need};
use crate::session::limits;

pub(super) const ADDWORLD: Command = Command {
    name: "addworld",
    summary: "Adds a world and selects it.",
    details: "A world has its own figures, ground, gravity and clock. Initially there is one world, called `world`, so a script that needs only one does not need this command. `go` simulates only the current world.",
    forms: &[&[need("name", Kind::New(Thing::World), "name of the world")]],
    example: "addworld moon\nsetgrav 1.62",
    shows: "a second world with its own gravity",
    search: "scene",
    run: |session, bound| {
        limits::WORLDS.one_more(session.stages.len(), bound.head)?;
        let name = bound.text(0);
        let index = session.stages.len();
        session.name(Thing::World, name, index, bound.at(0));
        let stage = session.here().beside(name);
        session.stages.push(stage);
        session.stage = session.stages.len() - 1;
        Ok(())
    },
    ..Command::of(Group::Figure)
};

pub(super) const SETWORLD: Command = Command {
    name: "setworld",
    summary: "Selects the current world.",
    forms: &[&[need("world", Kind::Old(Thing::World), "the world")]],
    example: "addworld moon\nsetworld world",
    shows: "selects the first world again",
    search: "switch",
    run: |session, bound| {
        if bound.index(0) < session.stages.len() {
            session.stage = bound.index(0);
        }
        Ok(())
    },
    ..Command::of(Group::Figure)
};

pub(super) const ADDCORPUS: Command = Command {
    name: "addcorpus",
    summary: "Adds a figure and selects it.",
    details: "Objects and bodies belong to the current figure, so two figures may use the same names.",
    forms: &[&[need("name", Kind::New(Thing::Corpus), "name of the figure")]],
    example: "addcorpus roach",
    shows: "a figure without bodies yet",
    search: "figure, creature, skeleton, robot",
    run: |session, bound| {
        let name = bound.text(0);
        let index = session.here().definitions.drafts.len();
        session.name(Thing::Corpus, name, index, bound.at(0));
        let stage = session.here_mut();
        stage.definitions.drafts.push(Draft::new(name.to_owned()));
        stage.definitions.current = Some(stage.definitions.drafts.len() - 1);
        Ok(())
    },
    ..Command::of(Group::Figure)
};

pub(super) const SETCORPUS: Command = Command {
    name: "setcorpus",
    summary: "Selects the current figure.",
    forms: &[&[need("corpus", Kind::Old(Thing::Corpus), "the figure")]],
    example: "addcorpus a\naddcorpus b\nsetcorpus a",
    shows: "selects the first figure again",
    search: "switch",
    run: |session, bound| {
        refuse_scenery_figure(session, bound)?;
        session.here_mut().definitions.current = Some(bound.index(0));
        Ok(())
    },
    ..Command::of(Group::Figure)
};

pub(super) const INTEGRATE: Command = Command {
    name: "integrate",
    summary: "Switches the simulation of a figure on or off.",
    details: "A figure takes part in the simulation after `corpusinit`. With `off` it stays still while the others move.",
    forms: &[&[
        need("corpus", Kind::Old(Thing::Corpus), "the figure"),
        may(
            "state",
            Kind::Switch,
            "on: the figure moves; off: it stays still; if omitted, the state is printed",
        ),
    ]],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nintegrate c off",
    shows: "the figure does not move",
    search: "freeze, hold, pause",
    in_lists: true,
    run: |session, bound| {
        let mut of_this = bound.clone();
        of_this.corpus = Some(bound.index(0));
        refuse_scenery_figure(session, bound)?;
        let corpus = access::corpus(session, &of_this)?;
        match bound.switch(1) {
            Some(on) => {
                corpus.integrated = on;
                session.here_mut().world.state_changed();
            }
            None => {
                let line = format!(
                    "{} {}",
                    corpus.name,
                    if corpus.integrated {
                        "moves"
                    } else {
                        "is held"
                    }
                );
                session.print(&line);
            }
        }
        Ok(())
    },
    ..Command::of(Group::Run)
};

pub(super) const TOTALMASS: Command = Command {
    name: "totalmass",
    summary: "Prints the mass of the current figure.",
    example: "addcorpus c\nget o from unit_cube\nscale o 1cm 1cm 1cm\naddbody b o 0 0 1 rotary 1g/cm3\nsetroot b\ncorpusinit\ntotalmass",
    shows: "prints 0.001 kg",
    search: "weight, mass",
    in_lists: true,
    run: |session, bound| {
        let draft = access::draft(session, bound)?;
        let mass: f64 = draft.figure.bodies.iter().map(|b| b.inertia.mass).sum();
        let line = format!(
            "{} has a mass of {}",
            draft.figure.name,
            crate::session::si(mass, "kg")
        );
        session.print(&line);
        Ok(())
    },
    ..Command::of(Group::Figure)
};
