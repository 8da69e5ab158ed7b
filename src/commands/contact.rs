//! How bodies act on each other and on the ground where they touch.

use super::impact::check_impact_law;
use crate::contact::{ConeLaw, FrictionLaw};
use crate::diagnostic::quote;
use crate::integrate::Method;
use crate::session::command::{Bound, Command, Example, Group, Kind, Outcome, may};
use crate::session::{Session, Stop};
use crate::source::Span;
use crate::world::{ContactMethod, Corpus, World};

/// What may touch.
const OF: &[&str] = &["ground", "bodies"];

pub(super) const CONTACT: Command = Command {
    name: "contact",
    summary: "Chooses how bodies act on each other and on the ground where they touch, or prints it.",
    details: "springs (default): bodies sink in a little, and springs push them apart. The energy of a bounce is right, and `auto` chooses steps that follow it.\n\
              rigid: bodies do not sink in. In each step the contact forces are found at which no gap closes, no contact pulls, and friction bears at most the coefficient times the normal force; a body that sticks does not creep. It suits stacks, walls and many bodies. Steps are those of `integration implicit`, which this line chooses with one step per frame (`h`) if `auto` is set, until no contact is rigid any more; its error is of first order in the step. `integration auto` after this line chooses steps by their error, which is of second order while no contact changes, and ends a step where bodies begin to touch: it suits a few bodies. `integration rkf`, `rkvar` and `rkfixed` are independent of both, for a few bodies without sticky feet. `restitution`, `collisione` and the coefficients of friction count as before; the constants of springs do not. A sticky foot is held by at most the force at which its spring would break, so that friction holds it too; it does not stretch.\n\
              impulses: bodies that approach are separated at once, between bodies only (`collisionanalysis`).\n\
              compliant: `springs` with the friction `groundfriction stribeck`, which is a function of the speed: no body sticks, each creeps where friction holds it. The ground and bodies share the law of friction; `contact springs` returns to `stick`.\n\
              lcp, anitescu, todorov: as `rigid`, with friction as in three formulations that are used elsewhere, for comparison. lcp bounds it by a pyramid of four sides instead of a cone, so that it depends on the direction of sliding. anitescu makes the whole a convex problem: what slides at u_t lifts off at mu u_t. todorov is that problem softened: contacts give way a little, return within 20 ms, and creep under friction. `integration auto` finds the forces of neither.\n\
              With `ground` or `bodies` the line sets only one of both.",
    forms: &[&[
        may(
            "method",
            Kind::Choice(&[
                "springs",
                "rigid",
                "impulses",
                "lcp",
                "anitescu",
                "todorov",
                "compliant",
            ]),
            "how; if omitted, the present one is printed",
        ),
        may(
            "of",
            Kind::Choice(OF),
            "what it is set for; if omitted, for both",
        ),
    ]],
    example: "addcorpus c\nget o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nmove o 0 0 0.5\nsetrootpos\ncontact rigid\ngo 0.5s\nexpect abs(b.z - 50cm) < 1nm",
    shows: "a cube that does not sink into the ground",
    more: &[Example {
        code: "contact rigid ground",
        shows: "rigid ground; bodies push each other by springs",
    }],
    search: "rigid, hard, stiff, springs, impulses, penetration, stack, complementarity, convex",
    in_lists: true,
    run: contact,
    ..Command::of(Group::Ground)
};

fn contact(session: &mut Session, bound: &Bound) -> Outcome {
    let method = match bound.text(0) {
        "springs" | "compliant" => ContactMethod::Springs,
        "rigid" | "lcp" | "anitescu" | "todorov" => ContactMethod::Rigid,
        "impulses" => ContactMethod::Impulses,
        _ => {
            let world = &session.here().world;
            let law = cone_word(world.interactions.collision.cones);
            let springs = match world.ground.law {
                FrictionLaw::Stribeck => "compliant",
                FrictionLaw::Slide | FrictionLaw::Stick => "springs",
            };
            let ground = if world.ground.rigid { law } else { springs };
            let bodies = match world.interactions.collision.method {
                ContactMethod::Springs => springs,
                ContactMethod::Impulses => "impulses",
                ContactMethod::Rigid => law,
            };
            session.print(&format!(
                "contact is {ground} on the ground, {bodies} between bodies"
            ));
            return Ok(());
        }
    };
    if method == ContactMethod::Impulses && bound.text(1) == "ground" {
        let message = "the ground has no impulses";
        let help = "write `contact rigid ground`, or `contact springs ground`";
        return Err(Stop::mistake("E053", bound.at(1), message, help));
    }
    if bound.text(0) == "compliant" && bound.has(1) {
        let message = "the ground and bodies share the law of friction";
        let help = "write `contact compliant`, for both";
        return Err(Stop::mistake("E053", bound.at(1), message, help));
    }
    let cones = match bound.text(0) {
        "lcp" => ConeLaw::Pyramid,
        "anitescu" => ConeLaw::Anitescu,
        "todorov" => ConeLaw::Todorov,
        _ => ConeLaw::Coulomb,
    };
    let present = session.here().world.settings.method;
    if method == ContactMethod::Rigid && !finds_unilateral(present) {
        return Err(cannot_find(present, cones, bound.at(0)));
    }
    let world = &mut session.here_mut().world;
    if method == ContactMethod::Rigid {
        world.interactions.collision.cones = cones;
    }
    // Both share the law of friction.
    match bound.text(0) {
        "compliant" => world.set_friction_law(FrictionLaw::Stribeck),
        "springs" if world.ground.law == FrictionLaw::Stribeck => {
            world.set_friction_law(FrictionLaw::Stick);
        }
        _ => {}
    }
    if bound.text(1) != "bodies" {
        world.set_rigid_ground(method == ContactMethod::Rigid);
    }
    if bound.text(1) != "ground" {
        world.set_contact(method);
    }
    if method == ContactMethod::Rigid && world.settings.method == Method::Auto {
        world.settings.method = Method::Implicit;
        world.settings.step = Some(world.dt);
        world.interactions.collision.displaced = true;
    }
    if world.interactions.collision.displaced && !sets_rigid(world) {
        world.settings.method = Method::Auto;
        world.settings.step = None;
        world.interactions.collision.displaced = false;
    }
    world.state_changed();
    Ok(())
}

/// Whether the ground or bodies are set to be rigid.
fn sets_rigid(world: &World) -> bool {
    world.ground.rigid || world.interactions.collision.method == ContactMethod::Rigid
}

fn cone_word(law: ConeLaw) -> &'static str {
    match law {
        ConeLaw::Coulomb => "rigid",
        ConeLaw::Pyramid => "lcp",
        ConeLaw::Anitescu => "anitescu",
        ConeLaw::Todorov => "todorov",
    }
}

/// Whether anything may touch as a rigid body.
fn is_rigid(world: &World) -> bool {
    let bodies = &world.interactions;
    let may_collide = bodies.collision.on && !bodies.rules.is_empty();
    world.ground_on && world.ground.rigid
        || may_collide && bodies.collision.method == ContactMethod::Rigid
}

/// Returns what acts on one side only, as rigid contact does, if anything: a rope, or the end of a hard range.
fn unilateral(world: &World) -> Option<&'static str> {
    let mut attachments = world.attachments().iter();
    if attachments.any(|of| of.holds() && of.law.is_rope()) {
        return Some("a rope");
    }
    let mut joints = world.corpora.iter().flat_map(|corpus| &corpus.joints);
    joints
        .any(|joint| joint.hard)
        .then_some("a hard joint range")
}

/// Refuses to go on with rigid contact by a method that cannot find its forces.
pub(super) fn check_contact(session: &mut Session, at: Span) -> Outcome {
    check_impact_law(session, at)?;
    let world = &session.here().world;
    // `corpus converge` tries another one.
    let method = world.method(session.options.refinement);
    let cones = world.interactions.collision.cones;
    if is_rigid(world) && !finds_cones(method, cones) {
        return Err(cannot_find(method, cones, at));
    }
    let sticks = |corpus: &Corpus| corpus.contact.sticky.contains(&true);
    let on_rigid_ground = world.ground_on && world.ground.rigid;
    let what = match unilateral(world) {
        Some(what) if !finds_unilateral(method) => what,
        _ if on_rigid_ground && method.adds_up_rates() && world.corpora.iter().any(sticks) => {
            "sticky feet on rigid ground"
        }
        _ => return Ok(()),
    };
    let name = quote(method.name());
    let message = format!("{name} cannot find the forces of {what}");
    let help = "write `integration auto` or `integration implicit`";
    Err(Stop::mistake("E097", at, message, help))
}

/// Whether a method finds forces that act on one side only.
fn finds_unilateral(method: Method) -> bool {
    method != Method::Euler
}

/// Whether a method finds the forces of rigid contact with this law of friction. By the convex laws bodies touch only
/// where they overlap, or lift off while they slide: `auto` would cut its steps without end.
fn finds_cones(method: Method, cones: ConeLaw) -> bool {
    match cones {
        ConeLaw::Coulomb => finds_unilateral(method),
        ConeLaw::Pyramid => matches!(method, Method::Auto | Method::Implicit),
        ConeLaw::Anitescu | ConeLaw::Todorov => method == Method::Implicit,
    }
}

fn cannot_find(method: Method, cones: ConeLaw, at: Span) -> Stop {
    let (name, word) = (quote(method.name()), cone_word(cones));
    let (of, help) = match finds_cones(Method::Auto, cones) {
        true => (
            "rigid contact".to_owned(),
            "write `integration auto` or `integration implicit`, or `contact springs`",
        ),
        false => (
            format!("`contact {word}`"),
            "write `integration implicit`, whose step is `h`; or `contact rigid`, which `integration auto` follows",
        ),
    };
    let message = format!("{name} cannot find the forces of {of}");
    Stop::mistake("E097", at, message, help)
}

/// Refuses a method that cannot find the forces of rigid contact, where that is set.
pub(super) fn check_method(session: &Session, method: Method, at: Span) -> Outcome {
    let world = &session.here().world;
    let cones = world.interactions.collision.cones;
    match finds_cones(method, cones) || !sets_rigid(world) {
        true => Ok(()),
        false => Err(cannot_find(method, cones, at)),
    }
}
