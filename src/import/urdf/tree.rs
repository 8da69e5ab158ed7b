//! The tree of a URDF file: the parent of each link, and the bodies that move.

use super::links::{RawJoint, RawLink};
use crate::diagnostic::{Diagnostic, some_of};
use crate::figure::JointForm;
use crate::import::context::Context;
use crate::robot::{Joint, Link, Placement, Robot, degrees, placed, row};
use crate::source::Span;
use std::collections::BTreeMap;

/// Finds the link at the top of the tree. Reports links that form no tree.
pub(super) fn top(links: &[RawLink], joints: &[RawJoint], ctx: &mut Context) -> Option<usize> {
    let mut carried: Vec<Option<&RawJoint>> = vec![None; links.len()];
    for joint in joints {
        let Some(place) = carried.get_mut(joint.child) else {
            continue;
        };
        match place {
            None => *place = Some(joint),
            Some(first) => {
                let name = links.get(joint.child).map_or("", |l| l.name.as_str());
                let message = format!("the link `{name}` is the child of two joints");
                let report = Diagnostic::error("E036", joint.span, message)
                    .note(first.span, "the first joint")
                    .help(
                        "a robot is a tree: remove one of the joints; closed loops are not supported",
                    );
                ctx.findings.push(report);
            }
        }
    }
    // A path upwards that returns to its start is a cycle.
    for start in 0..links.len() {
        let mut at = start;
        let mut way = vec![];
        while let Some(joint) = carried.get(at).copied().flatten() {
            way.push(joint);
            at = joint.parent;
            if at == start {
                let names = some_of(way.iter().rev().map(|j| j.name.as_str()), "and");
                let message = match way.len() {
                    1 => format!("the joint {names} connects a link to itself"),
                    _ => format!("the joints {names} connect the links in a loop"),
                };
                let at = way.first().map_or(Span::default(), |j| j.span);
                let help = "a robot is a tree: remove one of these joints";
                ctx.error("E036", at, message, help);
                return None;
            }
            if way.len() > links.len() {
                break;
            }
        }
    }
    if ctx.has_errors() {
        return None;
    }
    let tops: Vec<usize> = (0..links.len())
        .filter(|l| carried.get(*l).is_some_and(Option::is_none))
        .collect();
    match tops.as_slice() {
        [] => None,
        [top] => Some(*top),
        [first, second, ..] => {
            let name = |l: &usize| links.get(*l).map_or("", |l| l.name.as_str());
            let span = |l: &usize| links.get(*l).map_or(Span::default(), |l| l.span);
            let message = format!(
                "there are {} trees: `{}` has no parent, and neither does `{}`",
                tops.len(),
                name(first),
                name(second)
            );
            let report = Diagnostic::error("E036", span(second), message)
                .note(span(first), "the first root")
                .help("connect them by a fixed joint, or remove unused links");
            ctx.findings.push(report);
            None
        }
    }
}

/// The link of the description that carries a link of the file, and the placement of the latter's frame in it.
#[derive(Clone)]
struct Carrier {
    link: usize,
    frame: Placement,
}

/// Conversion of links to bodies.
pub(super) struct Tree<'a, 'b, 'r> {
    links: &'a [RawLink],
    joints: &'a [RawJoint],
    ctx: &'b mut Context<'r>,
    pub robot: Robot,
    pub spans: Vec<Span>,
    /// The links of the joints of one degree of freedom.
    pub places: BTreeMap<String, usize>,
}

impl<'a, 'b, 'r> Tree<'a, 'b, 'r> {
    pub fn new(links: &'a [RawLink], joints: &'a [RawJoint], ctx: &'b mut Context<'r>) -> Self {
        Tree {
            links,
            joints,
            ctx,
            robot: Robot::default(),
            spans: vec![],
            places: BTreeMap::new(),
        }
    }

    /// Makes the bodies from the top down.
    pub fn grow(&mut self, top: usize, base: Option<bool>) {
        // A massless top link that carries one link by a floating joint is the world of that link. So is one called `world`.
        let below: Vec<&RawJoint> = self.joints.iter().filter(|j| j.parent == top).collect();
        let Some(link) = self.links.get(top) else {
            return;
        };
        let is_world = link.inertia.is_none() && link.solids.is_empty();
        if let [only] = below.as_slice()
            && is_world
            && only.form == JointForm::Free
        {
            self.robot.free = true;
            return self.root(only.child, only.placement.clone(), only.span);
        }
        let names = ["world", "map", "odom"];
        let grounded = names.contains(&link.name.as_str())
            || is_world && below.iter().all(|j| j.is_fixed()) && link.name.contains("world");
        // The base of a robot with wheels or legs moves freely; the base of an arm does not: it carries one limb, or has no
        // mass.
        let limbs = self.limbs(top);
        let fixed = self.fixed_to(top);
        let has_mass = fixed.iter().any(|link| link.inertia.is_some());
        self.robot.free = base.unwrap_or(!grounded && limbs > 1 && has_mass);
        let what = match self.robot.free {
            false => {
                "URDF does not specify how the base is held: it is fixed here; `--base free` frees it"
            }
            true => {
                "URDF does not specify how the base is held: it is free here; `--base fixed` holds it"
            }
        };
        self.ctx.assumed.push(what);
        self.root(top, Placement::default(), link.span);
    }

    /// Makes the body of the root, and all others.
    fn root(&mut self, link: usize, placement: Placement, span: Span) {
        let name = self.links.get(link).map_or("", |l| l.name.as_str());
        let name = self.ctx.name(name);
        let joint = Joint::default();
        self.robot
            .links
            .push(Link::new(name, None, placement, joint));
        self.spans.push(span);
        let carrier = Carrier {
            link: 0,
            frame: Placement::default(),
        };
        self.fill(link, &carrier);
        self.children(link, carrier);
    }

    /// Returns a link, and the links that fixed joints connect to it downwards.
    fn fixed_to(&self, top: usize) -> Vec<&'a RawLink> {
        let mut open = vec![top];
        let mut found = vec![];
        while let Some(at) = open.pop() {
            found.extend(self.links.get(at));
            let joints = self
                .joints
                .iter()
                .filter(|j| j.parent == at && j.is_fixed());
            open.extend(joints.map(|j| j.child));
        }
        found
    }

    /// Whether a link or one that it carries has a mass.
    fn has_mass(&self, top: usize) -> bool {
        let mut open = vec![top];
        while let Some(at) = open.pop() {
            let inertia = self.links.get(at).and_then(|link| link.inertia.as_ref());
            if inertia.is_some_and(|i| i.mass > 0.0) {
                return true;
            }
            let below = self.joints.iter().filter(|j| j.parent == at);
            open.extend(below.map(|j| j.child));
        }
        false
    }

    /// Counts the moving joints of a link and of all links fixed to it.
    fn limbs(&self, top: usize) -> usize {
        let fixed = self.fixed_to(top);
        let moving = self.joints.iter().filter(|joint| !joint.is_fixed());
        let parents = moving.filter_map(|joint| self.links.get(joint.parent));
        parents
            .filter(|parent| fixed.iter().any(|link| std::ptr::eq(*link, *parent)))
            .count()
    }

    /// Adds the mass and the shapes of a link to a body.
    fn fill(&mut self, link: usize, carrier: &Carrier) {
        let (Some(raw), Some(body)) =
            (self.links.get(link), self.robot.links.get_mut(carrier.link))
        else {
            return;
        };
        if let Some(own) = &raw.inertia {
            let own = placed(own, &carrier.frame);
            body.add_mass(&own);
        }
        for solid in &raw.solids {
            let mut solid = solid.clone();
            solid.placement = solid.placement.within(&carrier.frame);
            body.solids.push(solid);
        }
    }

    fn children(&mut self, link: usize, carrier: Carrier) {
        let mut open = vec![(link, carrier)];
        while let Some((at, carrier)) = open.pop() {
            let below = self.joints.iter().filter(|j| j.parent == at);
            let mut carriers = vec![];
            for joint in below {
                let next = self.child(joint, &carrier);
                self.fill(joint.child, &next);
                carriers.push((joint.child, next));
            }
            open.extend(carriers.into_iter().rev());
        }
    }

    /// Makes the body that carries the child of a joint.
    fn child(&mut self, joint: &RawJoint, carrier: &Carrier) -> Carrier {
        let placement = joint.placement.within(&carrier.frame);
        let name = joint.child_name(self.links);
        if joint.is_fixed() || !self.has_mass(joint.child) {
            if !joint.is_fixed() {
                let message = format!(
                    "the joint `{}` moves no mass; it becomes a fixed one",
                    joint.name
                );
                let help = "if the link should move, give it an `inertial`";
                self.ctx.warn(joint.span, message, help);
            }
            if let Some(body) = self.robot.links.get_mut(carrier.link) {
                body.remarks.push(format!("{name} is fixed to it"));
            }
            return Carrier {
                link: carrier.link,
                frame: placement,
            };
        }
        let name = self.ctx.name(&name);
        let (form, joints) = (&joint.form, degrees(&joint.form, &joint.joint));
        let first = self.robot.links.len();
        let links = row(&name, form, joints, Some(carrier.link), first, placement);
        if let [_] = links.as_slice() {
            self.places.insert(joint.name.clone(), first);
        }
        self.spans.extend(links.iter().map(|_| joint.span));
        self.robot.links.extend(links);
        Carrier {
            link: self.robot.links.len() - 1,
            frame: Placement::default(),
        }
    }
}

impl RawJoint {
    fn is_fixed(&self) -> bool {
        self.form == JointForm::Weld
    }

    fn child_name(&self, links: &[RawLink]) -> String {
        links
            .get(self.child)
            .map_or_else(String::new, |l| l.name.clone())
    }
}
