//! The tree of bodies of MJCF.

use super::joints::RawJoint;
use super::motors::Control;
use super::pose;
use super::rows::{form_of, of_raw};
use super::settings::{Compiler, Defaults};
use super::shapes::{Assets, Geom};
use crate::dynamics::RigidInertia;
use crate::figure::JointForm;
use crate::import::context::Context;
use crate::import::xml::Element;
use crate::robot::{Ground, Joint, Link, Placement, Robot, placed, row};
use crate::source::Span;
use nalgebra::{Matrix3, Vector3};
use std::collections::BTreeMap;

/// Meaning of a number of `qpos`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Slot {
    /// The position of a joint: robot, link.
    Joint(usize, usize),
    /// The first number of a ball's quaternion: robot, and the first of its three links.
    Ball(usize, usize),
    /// One of the other three numbers of a quaternion.
    Behind,
    /// A number of a free joint.
    Other,
}

/// The link that carries a body, and the placement of the body's frame in that of the link.
#[derive(Clone)]
pub(super) struct Carrier {
    pub robot: usize,
    pub link: usize,
    pub frame: Placement,
}

impl Carrier {
    /// The body of a link, whose frame is that of the link.
    pub fn of(robot: usize, link: usize) -> Self {
        Carrier {
            robot,
            link,
            frame: Placement::default(),
        }
    }
}

/// Surroundings of an element: the body that carries it (none in the world), its placement in the frame of that body, and its
/// class of defaults.
#[derive(Clone, Copy)]
struct Around<'c> {
    carrier: Option<&'c Carrier>,
    prefix: &'c Placement,
    class: Option<usize>,
}

/// Conversion of the bodies of a file to links.
pub(super) struct Bodies<'a, 'b, 'r> {
    pub ctx: &'b mut Context<'r>,
    pub compiler: &'b Compiler,
    pub defaults: &'b Defaults<'a>,
    pub assets: &'b mut Assets,
    pub robots: Vec<Robot>,
    /// The start tag of each link's body.
    pub spans: Vec<Vec<Span>>,
    pub ground: Option<Ground>,
    pub slots: Vec<Slot>,
    /// Joints by name; none for a ball.
    pub joints: BTreeMap<String, Option<(usize, usize)>>,
    /// The largest forces of the actuators of joints (N m or N), by the names of the joints.
    pub force_limits: BTreeMap<String, f64>,
    /// What the numbers of `ctrl` control.
    pub controls: Vec<Control>,
    /// Names of bodies, with the tags of the first of each.
    names: BTreeMap<String, Span>,
    /// The links that carry named bodies.
    pub carriers: BTreeMap<String, Carrier>,
    /// Named sites: the link that carries each, or none in the world, and its placement there.
    pub sites: BTreeMap<String, (Option<(usize, usize)>, Placement)>,
    /// Shapes whose friction is not above that of what they touch: their robots, links and numbers.
    pub lesser: Vec<[usize; 3]>,
    /// Robot of the static shapes of the world.
    pub scenery: Option<usize>,
}

impl<'a, 'b, 'r> Bodies<'a, 'b, 'r> {
    pub fn new(
        ctx: &'b mut Context<'r>,
        compiler: &'b Compiler,
        defaults: &'b Defaults<'a>,
        assets: &'b mut Assets,
    ) -> Self {
        Bodies {
            ctx,
            compiler,
            defaults,
            assets,
            robots: vec![],
            spans: vec![],
            ground: None,
            slots: vec![],
            joints: BTreeMap::new(),
            force_limits: BTreeMap::new(),
            controls: vec![],
            names: BTreeMap::new(),
            carriers: BTreeMap::new(),
            sites: BTreeMap::new(),
            lesser: vec![],
            scenery: None,
        }
    }

    /// Converts the bodies of `worldbody`.
    pub fn world(&mut self, world: &'a Element) {
        let around = Around {
            carrier: None,
            prefix: &Placement::default(),
            class: self.child_class(world),
        };
        self.contents(world, around, &mut None);
    }

    /// The class of what is in an element, if that sets one.
    fn child_class(&mut self, element: &Element) -> Option<usize> {
        let name = element.get("childclass")?;
        self.defaults.named(name, self.ctx)
    }

    pub fn link(&mut self, robot: usize, link: Link, span: Span) -> usize {
        if let (Some(robot), Some(spans)) = (self.robots.get_mut(robot), self.spans.get_mut(robot))
        {
            robot.links.push(link);
            spans.push(span);
            return robot.links.len() - 1;
        }
        0
    }

    pub fn robot(&mut self, free: bool) -> usize {
        self.robots.push(Robot {
            free,
            ..Robot::default()
        });
        self.spans.push(vec![]);
        self.robots.len() - 1
    }

    fn link_mut(&mut self, carrier: &Carrier) -> Option<&mut Link> {
        self.robots
            .get_mut(carrier.robot)?
            .links
            .get_mut(carrier.link)
    }

    /// Converts bodies, frames and shapes in an element.
    fn contents(
        &mut self,
        element: &'a Element,
        around: Around,
        inertia: &mut Option<RigidInertia>,
    ) {
        for child in &element.children {
            match child.tag.as_str() {
                "body" => {
                    child.see();
                    self.body(child, around);
                }
                "geom" => {
                    child.see();
                    self.geom(child, around, inertia);
                }
                "site" => self.site(child, around),
                "frame" => {
                    child.see();
                    let class = self.child_class(child).or(around.class);
                    let view = self.defaults.view_as(child, "frame", None);
                    let own = pose::placement(&view, self.compiler, self.ctx);
                    let prefix = &own.within(around.prefix);
                    let around = Around {
                        prefix,
                        class,
                        ..around
                    };
                    self.contents(child, around, inertia);
                }
                _ => {}
            }
        }
    }

    fn geom(
        &mut self,
        element: &'a Element,
        Around {
            carrier,
            prefix,
            class,
        }: Around,
        inertia: &mut Option<RigidInertia>,
    ) {
        let view = self.defaults.view(element, class, self.ctx);
        let Some(geom) = self.assets.geom(&view, self.compiler, self.ctx) else {
            return;
        };
        let Geom {
            solid,
            inertia: own,
            prior,
            plane,
        } = geom;
        if let Some((normal, point, friction)) = plane {
            self.plane(element, carrier.is_none(), normal, point, friction);
            return;
        }
        if let Some(own) = own {
            add(inertia, &placed(&own, prefix));
        }
        let Some(mut solid) = solid else {
            return;
        };
        let scenery;
        let carrier = match carrier {
            Some(carrier) => carrier,
            None => {
                scenery = self.scenery(element.span);
                &scenery
            }
        };
        solid.placement = solid.placement.within(&prefix.within(&carrier.frame));
        let mut lesser = None;
        if let Some(link) = self.link_mut(carrier) {
            let number = link.solids.len();
            if solid.friction.is_some() && !prior {
                lesser = Some([carrier.robot, carrier.link, number]);
            }
            link.solids.push(solid);
        }
        self.lesser.extend(lesser);
    }

    /// Records a site, a place that an equality constraint may name.
    fn site(&mut self, element: &'a Element, around: Around) {
        let Some(name) = element.text_of("name") else {
            return;
        };
        let view = self.defaults.view(element, around.class, self.ctx);
        let own = pose::placement(&view, self.compiler, self.ctx).within(around.prefix);
        let site = match around.carrier {
            Some(carrier) => (
                Some((carrier.robot, carrier.link)),
                own.within(&carrier.frame),
            ),
            None => (None, own),
        };
        self.sites.insert(name.to_owned(), site);
    }

    fn body(&mut self, element: &'a Element, around: Around) {
        let Around {
            carrier, prefix, ..
        } = around;
        let class = self.child_class(element).or(around.class);
        let view = self.defaults.view_as(element, "body", None);
        let own = pose::placement(&view, self.compiler, self.ctx).within(prefix);
        let outer = match carrier {
            Some(carrier) => own.within(&carrier.frame),
            None => own,
        };
        let joints = self.read_joints(element, carrier.is_none(), class);
        let name = element.text_of("name").map(str::to_owned);
        if let Some(name) = &name
            && let Some(first) = self.names.insert(name.clone(), element.span)
        {
            self.ctx.second("body", name, element.span, Some(first));
        }
        let shown = name
            .clone()
            .or_else(|| joints.first().map(|j| j.joint.name.clone()))
            .filter(|n| !n.is_empty());
        let carrier = match (carrier, joints.first().map(|j| &j.form)) {
            (Some(carrier), None) => {
                let remark = format!("{} is fixed to it", name.as_deref().unwrap_or("a body"));
                if let Some(link) = self.link_mut(carrier) {
                    link.remarks.push(remark);
                }
                Carrier {
                    frame: outer,
                    ..*carrier
                }
            }
            (None, first @ (None | Some(JointForm::Free))) => {
                let free = first.is_some();
                if free {
                    self.slots.extend([Slot::Other; 7]);
                }
                let robot = self.robot(free);
                let name = self.ctx.name(shown.as_deref().unwrap_or("base"));
                Carrier::of(robot, self.link(robot, rigid(name, outer), element.span))
            }
            (carrier, _) => self.chain(element, carrier, &outer, &joints, shown.as_deref()),
        };
        if let Some(name) = name {
            self.carriers.insert(name, carrier.clone());
        }
        let mut from_shapes = None;
        let around = Around {
            carrier: Some(&carrier),
            prefix: &Placement::default(),
            class,
        };
        self.contents(element, around, &mut from_shapes);
        let given = self.inertial(element);
        let inertia = match self.compiler.from_shapes {
            Some(true) => from_shapes.or(given),
            Some(false) => given,
            None => given.or(from_shapes),
        };
        let inertia = self.bounded(inertia.unwrap_or(WITHOUT_MASS));
        if inertia.mass > 0.0 || inertia.about_centre.trace() > 0.0 {
            let inertia = placed(&inertia, &carrier.frame);
            if let Some(link) = self.link_mut(&carrier) {
                link.add_mass(&inertia);
            }
        }
    }

    /// Makes the links of a body with joints: one for each group of joints through one point; all but the last are massless.
    fn chain(
        &mut self,
        element: &Element,
        carrier: Option<&Carrier>,
        outer: &Placement,
        joints: &[RawJoint],
        shown: Option<&str>,
    ) -> Carrier {
        let mut at = match carrier {
            Some(carrier) => (carrier.robot, carrier.link),
            None => {
                let robot = self.robot(false);
                let name = self.ctx.name("base");
                let base = rigid(name, Placement::default());
                (robot, self.link(robot, base, element.span))
            }
        };
        let mut before: Option<Vector3<f64>> = None;
        let mut rest = joints;
        while let Some(first) = rest.first() {
            let (form, count) = form_of(rest);
            let (group, after) = rest.split_at(count);
            rest = after;
            let number = joints.len() - after.len();
            let wanted = match (after.is_empty(), shown, group) {
                (true, Some(name), _) => name.to_owned(),
                (_, _, [.., last]) if !last.joint.name.is_empty() => last.joint.name.clone(),
                (_, name, _) => format!("{}_{number}", name.unwrap_or("body")),
            };
            let placement = match before {
                None => outer.moved_to(match first.anchor == Vector3::zeros() {
                    true => outer.translation,
                    false => outer.transform().point(&first.anchor),
                }),
                Some(before) => Placement::at(first.anchor - before),
            };
            before = Some(first.anchor);
            let name = self.ctx.name(&wanted);
            let joints: Vec<Joint> = group.iter().flat_map(of_raw).collect();
            let next = self.robots.get(at.0).map_or(0, |robot| robot.links.len());
            let links = row(&name, &form, joints, Some(at.1), next, placement);
            for link in links {
                at.1 = self.link(at.0, link, element.span);
            }
            self.know(at.0, next, group);
        }
        let anchor = before.unwrap_or_default();
        Carrier {
            robot: at.0,
            link: at.1,
            frame: Placement::at(anchor.map(|x| 0.0 - x)),
        }
    }

    /// Records the links of a group of joints; the first has the given number.
    fn know(&mut self, robot: usize, mut link: usize, group: &[RawJoint]) {
        for joint in group {
            let single = joint.form == JointForm::Single;
            if !joint.joint.name.is_empty() {
                let known = single.then_some((robot, link));
                self.joints.insert(joint.joint.name.clone(), known);
            }
            if single {
                self.slots.push(Slot::Joint(robot, link));
                link += 1;
            } else {
                self.slots.push(Slot::Ball(robot, link));
                self.slots.extend([Slot::Behind; 3]);
                link += 3;
            }
        }
    }

    /// Reads mass properties given as numbers, in the body's frame.
    fn inertial(&mut self, body: &'a Element) -> Option<RigidInertia> {
        let element = body.first("inertial")?;
        let view = self.defaults.view_as(element, "inertial", None);
        let place = pose::placement(&view, self.compiler, self.ctx);
        let Some(mass) = element.get("mass") else {
            let message = "`inertial` needs a `mass`";
            return self
                .ctx
                .invalid(element.span, message, "give the mass in kg");
        };
        let n = self.ctx.numbers(mass, 1, 1)?;
        self.ctx.size(mass, &n, true).then_some(())?;
        let full = element.get("fullinertia");
        let about = match (full, element.get("diaginertia")) {
            (Some(full), _) => {
                let [xx, yy, zz, xy, xz, yz] = self.ctx.array(Some(full))?;
                Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
            }
            (None, Some(diagonal)) => Matrix3::from_diagonal(&self.ctx.vector(Some(diagonal))?),
            _ => Matrix3::zeros(),
        };
        let own = RigidInertia {
            mass: n.first().copied()?,
            centre: Vector3::zeros(),
            about_centre: about,
        };
        Some(placed(&own, &place))
    }

    /// Applies `boundmass`, `boundinertia` and `balanceinertia`; the bounds hold for bodies without mass, too.
    fn bounded(&self, mut inertia: RigidInertia) -> RigidInertia {
        let [mass, moment] = self.compiler.least;
        inertia.mass = inertia.mass.max(mass);
        if moment > 0.0 || self.compiler.balance {
            let mut eigen = inertia.about_centre.symmetric_eigen();
            eigen.eigenvalues.apply(|x| *x = x.max(moment));
            let sum = eigen.eigenvalues.sum();
            let broken = eigen.eigenvalues.iter().any(|x| 2.0 * x > sum);
            if self.compiler.balance && broken {
                eigen.eigenvalues.fill(sum / 3.0);
                inertia.about_centre = eigen.recompose();
            } else if moment > 0.0 {
                inertia.about_centre = eigen.recompose();
            }
        }
        inertia
    }
}

/// Mass properties of a body without mass, at its origin.
const WITHOUT_MASS: RigidInertia = RigidInertia {
    mass: 0.0,
    centre: Vector3::new(0.0, 0.0, 0.0),
    about_centre: Matrix3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
};

/// Makes a massless body that is fixed at its placement.
pub(super) fn rigid(name: String, placement: Placement) -> Link {
    Link::new(name, None, placement, Joint::default())
}

/// Adds mass properties; a first one is unchanged, to the last bit.
fn add(sum: &mut Option<RigidInertia>, more: &RigidInertia) {
    *sum = Some(match sum {
        Some(sum) => sum.with(more),
        None => *more,
    });
}
