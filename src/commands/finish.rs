//! Friction and restitution of a body's own.

use super::attach::end;
use crate::contact::Finish;
use crate::lang::dimension::Dimension;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Range, may, need,
};
use crate::session::{Session, Stop};
use nalgebra::Vector3;

const PART: Kind = Kind::Number(Dimension::NONE, Bare::Si, Range::NotNegative);

pub(super) const SURFACE: Command = Command {
    name: "surface",
    summary: "Gives a body friction and restitution of its own.",
    details: "They count wherever the body touches the ground or another body, in place of `groundfric` and `restitution`, or of `collisionfric` and `collisione`. Where two bodies touch that both have their own, it is the geometric mean of theirs: what slides on ice without friction slides. `restitution` is that of speeds, as for the ground: a ball that falls from 1 m returns to its square. `surface BODY off` gives the body the numbers of the world again; `surface BODY` alone prints its own.",
    forms: &[
        &[
            need("body", Kind::AnyBody, "the body"),
            may("friction", PART, "coefficient of friction").by_name(),
            may(
                "restitution",
                PART,
                "coefficient of restitution, of speeds, up to 1",
            )
            .by_name(),
        ],
        &[
            need("body", Kind::AnyBody, "the body"),
            need("off", Kind::Choice(&["off"]), "has no own ones any more"),
        ],
    ],
    example: "addcorpus puck\nbox puck size=[8cm 8cm 2cm] at=[0 0 1cm]\naddbody puck puck 0 0 1 rotary 900kg/m3\nsetroot puck\ncorpusinit\naddv puck 1m/s 0 0 0 0 0\nground on\ngrav on\nsurface puck friction=0.05\ngo 1s\nexpect abs(puck.com.x - (1m - 0.05 * 9.8m/s2 * 0.5 * 1s^2)) < 1mm",
    shows: "a puck of ice glides far on ground that is rough for everything else",
    more: &[Example {
        code: "addcorpus a\nball ball radius=2cm at=[0 0 52cm]\naddbody ball ball 0 0 1 rotary 1g/cm3\nsetroot ball\ncorpusinit\nscenery floor box size=[1m 1m 10cm] at=[0 0 -5cm]\ngrav on\ncollide all\nsurface ball restitution=0.9\nsurface floor restitution=0.4\nsurface floor off",
        shows: "a ball that bounces well, also on the floor",
    }],
    search: "friction of one body, slippery, ice, rubber, mu, elasticity",
    in_lists: true,
    run,
    ..Command::of(Group::Ground)
};

fn run(session: &mut Session, bound: &Bound) -> Outcome {
    let end = end(session, bound, 0, Vector3::zeros())?;
    let (corpus, body) = end.holder().ok_or(Stop::Reported)?;
    let (off, friction, restitution) = match bound.form {
        0 => (false, bound.given(1), bound.given(2)),
        _ => (true, None, None),
    };
    if restitution.is_some_and(|r| r > 1.0) {
        let message = "`restitution` of a surface is at most 1: nothing returns more than it takes";
        let help = "1 returns all of the speed, 0 none";
        return Err(Stop::mistake("E027", bound.at(2), message, help));
    }
    let corpora = &mut session.here_mut().world.corpora;
    let corpus = corpora.get_mut(corpus).ok_or(Stop::Reported)?;
    let body = corpus.number_of(body).ok_or(Stop::Reported)?;
    if off {
        corpus.contact.set_finish(body, Finish::default());
    } else if friction.is_none() && restitution.is_none() {
        let told = told(bound.text(0), &corpus.contact.finish(body));
        session.print(&told);
        return Ok(());
    } else {
        let mut finish = corpus.contact.finish(body);
        finish.friction = friction.or(finish.friction);
        finish.e = restitution.map(|r| r * r).or(finish.e);
        corpus.contact.set_finish(body, finish);
    }
    session.here_mut().world.state_changed();
    Ok(())
}

/// Describes friction and restitution of a body's own.
fn told(name: &str, finish: &Finish) -> String {
    let parts = [
        finish.friction.map(|mu| format!("friction {mu}")),
        finish.e.map(|e| format!("restitution {}", e.sqrt())),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => format!("{name}: friction and restitution of the world"),
        false => format!("{name}: {}", parts.join(", ")),
    }
}
