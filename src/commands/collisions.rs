//! Collision between bodies: which pairs may collide, and their contact forces.

use super::access;
use super::ground::PER_METRE;
use super::setting::{self, STATE, ground_constant, ground_kind, number_setting, setting, switch};
use crate::contact::CollisionLaw;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Diagnostic, quote};
use crate::lang::dimension::Dimension;
use crate::session::collisions;
use crate::session::collisions::Named;
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Range, Thing, may, need,
};
use crate::session::limits;
use crate::session::{Session, Stop};
use crate::world::{
    BodyOf, Colliding, CollisionRule, CollisionRules, ContactMethod, World, is_linked,
};

const G: Group = Group::Ground;

/// Words that enable or disable collisions.
const STATES: &[&str] = &["on", "off", "apart"];

pub(super) const COLLIDE: Command = Command {
    name: "collide",
    summary: "Enables collisions between pairs of bodies.",
    details: "Bodies pass through each other unless this command selects them. The command takes two names. Each is a body of the current figure, `figure.body` of any figure, a figure for \
              all of its bodies, or a pattern of such names, as in `collide leg* wire.*`; `collide all` selects all bodies of all figures. Bodies connected by a joint are left out, unless both are \
              named explicitly. `collide one two off` disables the pair, and `collide all off` all pairs. `collide all apart` leaves out the pairs that overlap now: it enables the others and disables these. Without arguments it prints the number of pairs.\n\
              In collisions, a body consists of its shape and of its colliding parts. Balls, capsules, cylinders, cones and ellipsoids collide as round as they are, every other shape as its convex hull, or in convex parts after `parts`.\n\
              Where two shapes overlap, springs push them apart, in the same way as the springs of the ground; the default ones fit themselves to the smaller of the two bodies, as those of the ground do to small figures. `collisionea`, `collisioneB`, `collisionemaxz`, `collisione` and `collisionfric` set these springs; `collisionanalysis on` replaces them by impulses. Bodies that are placed deep in each other are not thrown apart: their surfaces begin further in and come to their places gently. `energy` counts the energy that collisions add to a figure as `work.collisions`.",
    forms: &[
        &[
            need("all", Kind::Choice(&["all"]), "all bodies of all figures"),
            may(
                "state",
                Kind::Choice(STATES),
                "`on` (default), `off`, or `apart`: on for pairs that do not overlap, off for the others",
            ),
        ],
        &[
            may("body1", Kind::Pattern, "the first body or bodies"),
            may("body2", Kind::Pattern, "the second body or bodies"),
            may(
                "state",
                Kind::Choice(STATES),
                "`on` (default), `off`, or `apart`: on for pairs that do not overlap, off for the others",
            ),
        ],
    ],
    example: "addcorpus one\nget o from unit_sphere\naddbody b o 0 0 1 rotary 1\nsetroot b\ncorpusinit\naddcorpus two\nget o from unit_sphere\naddbody b o 0 0 1 rotary 1\nsetroot b\ncorpusinit\nmove o 1.5 0 0\nsetrootpos\ncollide one two\ncollisione 1\naddv b -2 0 0 0 0 0\ngo 0.5s\nexpect two.b.vel.x > -1cm/s",
    shows: "a ball hits another ball and stops",
    more: &[Example {
        code: "addcorpus c\nfor n in a b d\n  get {n} from unit_cube\n  addbody {n} {n} 0 0 1 rotary 1\nend\nmove b 0.5 0 0\nmove d 0.5 0 0\nlinkbodies a b\nlinkbodies b d\nsetroot a\ncorpusinit\ncollide all\ncollide a b\ncollide",
        shows: "all pairs of a figure except neighbours, and one pair of neighbours",
    }],
    search: "touch, hit, bounce, bodies, stack, wall, obstacle, through",
    in_lists: true,
    run: collide,
    ..Command::of(G)
};

fn collide(session: &mut Session, bound: &Bound) -> Outcome {
    let all_off = (bound.text(0), bound.text(1)) == ("all", "off");
    let (one, two) = match (bound.text(0), bound.text(1)) {
        ("", _) => {
            let count = session.here().world.colliding_pairs();
            let verb = match session.here().world.interactions.collision.on {
                true => "may collide",
                false => "would collide with `collision on`",
            };
            let pairs = if count == 1 { "pair" } else { "pairs" };
            session.print(&format!("{count} {pairs} of bodies {verb}"));
            return Ok(());
        }
        ("all", "" | "on" | "off" | "apart") => ("*", "*"),
        (one, "") => {
            let message = format!("`collide` needs two bodies, and {} is one", quote(one));
            let help = "name the other one too, or write `collide all`";
            return Err(Stop::mistake("E023", bound.at(0), message, help));
        }
        both => both,
    };
    let (first, alone) = named(session, bound, 0, one)?;
    let (second, other) = named(session, bound, 1, two)?;
    let both_alone = alone && other;
    if both_alone && first == second {
        let message = "a body cannot collide with itself";
        let help = "name another body";
        return Err(Stop::mistake("E026", bound.at(1), message, help));
    }
    let first = running(session, bound, 0, &first, alone)?;
    let second = running(session, bound, 1, &second, other)?;
    let world = &session.here().world;
    let moves = |of: &BodyOf| !access::is_fixed(session, of.corpus, of.body);
    let linked = both_alone || all_off;
    let is_meant = |a: &BodyOf, b: &BodyOf| {
        a != b && (linked || !is_linked(&world.corpora, &[*a, *b])) && (moves(a) || moves(b))
    };
    // In nearly all cases the first two bodies are such a pair.
    let mut all = first
        .iter()
        .flat_map(|a| second.iter().map(move |b| (a, b)));
    let any = all.any(|(a, b)| is_meant(a, b));
    if any {
        match (&*first, &*second) {
            ([a], [b]) => set_pair(session, bound, [*a, *b])?,
            _ => set_rule(session, bound, [first, second], linked)?,
        }
    }
    if !any && !session.check.doubts.anything() {
        let message = match both_alone {
            true => "neither of the two can move: a fixed root does not move",
            false => "these words match no two bodies that could collide",
        };
        let both = [(one, alone), (two, other)]
            .into_iter()
            .find(|(word, alone)| *alone && session.find(Thing::Corpus, word).is_some());
        let help = match both {
            Some((word, _)) => format!(
                "{} is a body of the current figure here; the figure of that name is {}",
                quote(word),
                quote(&format!("{word}.*"))
            ),
            None => "bodies connected by a joint are left out unless both are named, and so are pairs in which neither can move".to_owned(),
        };
        return Err(Stop::mistake("E053", bound.at(0), message, help));
    }
    Ok(())
}

/// Returns the last word of the line: whether collisions are enabled.
fn state(bound: &Bound) -> &str {
    match (bound.text(0), bound.text(2)) {
        ("all", "") => bound.text(1),
        (_, state) => state,
    }
}

/// Enables or disables collisions of two bodies.
fn set_pair(session: &mut Session, bound: &Bound, pair: Colliding) -> Outcome {
    let mut on = state(bound) != "off";
    if state(bound) == "apart" {
        let mut rules = CollisionRules::default();
        rules.set_pair(pair, true);
        on = session.here().world.overlapping(&rules).is_empty();
    }
    let count = session.here().world.collision_rules().count();
    limits::COLLIDING.one_more(count, bound.head)?;
    let world = &mut session.here_mut().world;
    world.change_collisions(|rules, _| rules.set_pair(pair, on));
    Ok(())
}

/// Enables or disables collisions between the bodies of two sets.
fn set_rule(
    session: &mut Session,
    bound: &Bound,
    sides: [Vec<BodyOf>; 2],
    linked: bool,
) -> Outcome {
    let rule = CollisionRule {
        on: state(bound) != "off",
        sides: sides.map(|mut side| {
            side.sort_unstable();
            side.dedup();
            side.into()
        }),
        linked,
    };
    let overlapping = match state(bound) {
        "apart" => {
            let mut rules = CollisionRules::default();
            let none = |_: &Colliding| false;
            rules.set(rule.clone(), none);
            session.here().world.overlapping(&rules)
        }
        _ => vec![],
    };
    let count = session.here().world.collision_rules().count();
    limits::COLLIDING.more(count, overlapping.len(), bound.head)?;
    session
        .here_mut()
        .world
        .change_collisions(|rules, corpora| {
            rules.set(rule, |pair| is_linked(corpora, pair));
            for (pair, _) in overlapping {
                rules.set_pair(pair, false);
            }
        });
    Ok(())
}

/// Returns the bodies that a word matches, and whether it is the name of one.
fn named(
    session: &mut Session,
    bound: &Bound,
    i: usize,
    word: &str,
) -> Result<(Vec<Named>, bool), Stop> {
    let found = match (word, i) {
        ("*", _) => {
            let drafts = session.here().definitions.drafts.iter().enumerate();
            let all = drafts.flat_map(|(draft, of)| {
                let bodies = 0..of.figure.bodies.len();
                bodies.map(move |body| Named { draft, body })
            });
            (all.collect(), false)
        }
        _ => collisions::bodies_named(session, word),
    };
    if !found.0.is_empty() {
        return Ok(found);
    }
    let figure = word.split_once('.').map_or(word, |(figure, _)| figure);
    let doubtful = session
        .check
        .doubts
        .covers(session.place(), Thing::Body, word)
        || session
            .check
            .doubts
            .covers(session.place(), Thing::Corpus, figure)
        || session.check.doubts.covers_pattern(session.place(), word);
    if doubtful || session.check.doubts.anything() {
        return Err(Stop::Reported);
    }
    if word == "*" {
        let report = Diagnostic::error("E025", bound.at(i), "there are no bodies yet");
        return Err(report.help(Thing::Body.remedy()).into());
    }
    let what = match crate::lang::pattern::is_pattern(word) {
        true => "no body matches",
        false => "there is no body",
    };
    let report = Diagnostic::error("E025", bound.at(i), format!("{what} {}", quote(word)));
    let drafts = &session.here().definitions.drafts;
    let names = drafts.iter().flat_map(|draft| {
        let figure = &draft.figure;
        let bodies = figure.bodies.iter();
        let long = bodies.map(move |body| format!("{}.{}", figure.name, body.spec.name));
        long.chain([figure.name.clone()])
    });
    let names: Vec<String> = names.chain(session.names(Thing::Body)).collect();
    let help = match nearest(word, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => Thing::Body.remedy().to_owned(),
        None => "name a body of the current figure, `figure.body` of any, or a figure".to_owned(),
    };
    Err(report.help(help).into())
}

/// Returns the bodies in the running world, without those that have no collision shape.
fn running(
    session: &mut Session,
    bound: &Bound,
    i: usize,
    all: &[Named],
    alone: bool,
) -> Result<Vec<BodyOf>, Stop> {
    let mut found = vec![];
    for &named in all {
        let Some(body) = collisions::colliding_body(session, named) else {
            let drafts = &mut session.here_mut().definitions.drafts;
            let draft = drafts.get_mut(named.draft).ok_or(Stop::Reported)?;
            access::assembled(draft, bound, "assembled figures", bound.at(i))?;
            return Err(access::not_running(bound.at(i)));
        };
        let corpus = session.here().world.corpora.get(body.corpus);
        if corpus.is_some_and(|c| c.has_solids(body.body)) {
            found.push(body);
        } else if alone {
            let message = format!("{} has no colliding shape", quote(bound.text(i)));
            let help = "its shape and parts are flat, or `colliding` is 0 in their `addbody` and `addpart`";
            return Err(Stop::mistake("E053", bound.at(i), message, help));
        }
    }
    Ok(found)
}

/// Returns the springs between bodies, which no longer fit themselves to small ones, to set one of their constants.
fn unfitted(world: &mut World) -> &mut CollisionLaw {
    world.interactions.collision.law.fits = false;
    &mut world.interactions.collision.law
}

setting!(COLLISION, "collision", G, "Switches collision between bodies on or off.",
    "Initially collision is on, but no pairs of bodies are selected; `collide` adds pairs.",
    STATE, |session, bound| switch(session, bound, |w| w.interactions.collision.on, World::set_colliding),
    example "collision off", "bodies pass through each other", search "touch");

setting!(COLLISIONANALYSIS, "collisionanalysis", G, "Switches between impulses and springs for collisions between bodies.",
    "Off (default): springs push bodies apart while they overlap. On: as soon as touching bodies approach, an impulse reverses their velocity of approach within one step, and changes the velocities of all joints of the figures accordingly. Momentum is conserved, the speed of separation is the speed of approach times the square root of `collisione`, and `collisionfric` acts against sliding. A collision then takes one integration step instead of many. What rests trembles by some micrometres: slow approaches are returned the more, the deeper bodies are in each other. `impactlaw` chooses another law.",
    STATE, |session, bound| switch(session, bound, |w| w.interactions.collision.method == ContactMethod::Impulses, |w, on| {
        w.set_contact(if on { ContactMethod::Impulses } else { ContactMethod::Springs });
    }),
    example "addcorpus one\nget o from unit_cube\naddbody b o 0 0 1 rotary 1\nsetroot b\ncorpusinit\naddcorpus two\nget o from unit_cube\naddbody b o 0 0 1 rotary 1\nsetroot b\ncorpusinit\nmove o 1.5 0 0\nsetrootpos\ncollide one two\ncollisionanalysis on\ncollisione 0.25\naddv b -2 0 0 0 0 0\ngo 0.5s\nexpect abs(two.b.vel.x - one.b.vel.x - 1m/s) < 1mm/s", "boxes that separate at half of their approach speed", search "impulse, analytic");

number_setting!(COLLISIONE, "collisione", G, "Sets the restitution of collisions between bodies, or prints it.",
    "While the bodies separate, the springs' force is multiplied by this value, so it is the fraction of the energy that is returned. The speed of separation is the speed of approach times the square root of the value. Default: 0.5. Above 1 bodies gain energy in a collision. Around speed zero, `grounderamp` makes the change of the force gradual.",
    Dimension::NONE, "", Range::NotNegative, |w| w.interactions.collision.law.e, |w, x| w.interactions.collision.law.e = x,
    example "collisione 1", "bodies collide without loss of energy", search "bounce, elasticity");

number_setting!(COLLISIONFRIC, "collisionfric", G, "Sets the coefficient of friction between bodies, or prints it.",
    "Default: 0.7. It also counts where a body touches scenery, such as a wall; on the ground `groundfriction` does, which chooses the friction law for both. So a world without friction has `groundfriction stick 0` and `collisionfric 0`.",
    Dimension::NONE, "", Range::NotNegative, |w| w.interactions.collision.law.friction, |w, x| w.interactions.collision.law.friction = x,
    example "collisionfric 0", "bodies slide on each other without friction", search "friction, slip, mu");

ground_constant!(COLLISIONEA, "collisionea", "Sets the strength of the exponential spring between bodies, or prints it.",
    "At the depth d, the spring pushes with the force ea (exp(eB d) - 1). Unit: N per kg of the reduced mass m1 m2/(m1 + m2) of the two bodies; if only one body can move, per kg of its mass. Default: 17.5, like `groundea`. With `groundscale body`, m1 and m2 are the masses of the two bodies. With `groundscale total`: if the two bodies belong to different figures, a body whose figure has a free root counts with the mass of its own whole figure; \
     otherwise a body counts with its mass and that of all bodies that it carries.",
    "N", "N/kg", |w| w.interactions.collision.law.ea, |w, x| unfitted(w).ea = x,
    example "collisionea 17.5", "the same value as for the ground", search "stiffness, spring");

setting!(COLLISIONEB, "collisioneB", G, "Sets the exponent constant eB of the springs between bodies, or prints it.", "At the depth d, the force is ea (exp(eB d) - 1). Unit: per metre of depth. Default: 3000, like `groundeB`.",
    setting::new_value(PER_METRE), |session, bound| {
        setting::number(session, bound, "m^-1", |w| w.interactions.collision.law.eb, |w, x| unfitted(w).eb = x)
    },
    example "collisioneB 3000", "the same value as for the ground", search "stiffness, spring");

number_setting!(COLLISIONEMAXZ, "collisionemaxz", G, "Sets the depth beyond which the springs between bodies stop growing, or prints it.", "Default: 1 cm.",
    Dimension::LENGTH, "m", Range::Positive, |w| w.interactions.collision.law.largest_depth, |w, x| unfitted(w).largest_depth = x,
    example "collisionemaxz 1cm", "the force stops growing at 1 cm", search "depth, penetration");
