//! Equality constraints of MJCF: `connect`, which is a pin, and `weld` of bodies, and joints that follow others.

use super::bodies::{Bodies, Carrier};
use crate::import::context::near;
use crate::import::xml::{Attribute, Element};
use crate::robot::{Gear, Loop, Placement};
use nalgebra::Vector3;

const APART: &str = "what it ties moves freely here; `close BODY1 BODY2 weld` holds bodies in the directions that they have";

/// Difference of the frames of two sites that counts as none (m, rad).
const TOGETHER: f64 = 1e-9;

const JOINTS: &str = "the joint moves freely here; `close JOINT1 JOINT2 gear ratio=R offset=Q` couples two joints of one degree of freedom, of one figure, by a straight line";

const FREE: &str = "what it ties moves freely here";

impl<'a> Bodies<'a, '_, '_> {
    /// Reads the constraints that hold bodies together.
    pub fn equalities(&mut self, root: &'a Element) -> (Vec<Loop>, Vec<Gear>) {
        let sections: Vec<_> = root.all("equality").collect();
        let (mut loops, mut gears) = (vec![], vec![]);
        for element in sections.into_iter().flat_map(|section| &section.children) {
            element.see();
            let help = match element.tag.as_str() {
                "connect" | "weld" => {
                    loops.extend(self.equality(element));
                    continue;
                }
                "joint" => {
                    gears.extend(self.coupled(element));
                    continue;
                }
                _ => FREE,
            };
            element.see_all();
            let what = format!("equality {}", element.tag);
            self.ctx.lose(what, element.span, help);
        }
        (loops, gears)
    }

    /// Reads two joints that are coupled by a polynomial: y = a0 + a1 x, from where both are while the file's positions are those at rest.
    fn coupled(&mut self, element: &'a Element) -> Option<Gear> {
        let view = self.defaults.view_as(element, "equality", None);
        for unused in ["name", "solref", "solimp"] {
            view.get(unused);
        }
        if view.text("active") == Some("false") {
            element.see_all();
            let what = "equality joint that is not active".to_owned();
            self.ctx.leave_out(what, element.span);
            return None;
        }
        let names = [
            view.get("joint1")?,
            view.get("joint2").or(view.get("joint1"))?,
        ];
        let given = view.get("polycoef").map(|a| (a, self.ctx.numbers(a, 1, 5)));
        let [a0, a1, rest @ ..] = match given {
            None => [0.0, 1.0, 0.0, 0.0, 0.0],
            Some((_, numbers)) => {
                let numbers = numbers?;
                let defaults = [0.0, 1.0, 0.0, 0.0, 0.0].into_iter().enumerate();
                let mut all = [0.0; 5];
                for (i, default) in defaults {
                    all[i] = numbers.get(i).copied().unwrap_or(default);
                }
                all
            }
        };
        let mut places = vec![];
        for name in names {
            match self.joints.get(&name.value) {
                Some(place) => places.push(*place),
                None => {
                    let message = format!("there is no joint `{}`", name.value);
                    let all: Vec<String> = self.joints.keys().cloned().collect();
                    let all = all.iter().map(String::as_str);
                    let help = near(&name.value, all, "name a joint of the file");
                    self.ctx.error("E035", name.span, message, &help);
                    return None;
                }
            }
        }
        match places[..] {
            [Some((robot, one)), Some((same, two))]
                if robot == same && one != two && a1 != 0.0 && rest == [0.0; 3] =>
            {
                Some(Gear {
                    robot,
                    links: [one, two],
                    ratio: a1,
                    offset: a0,
                })
            }
            _ => {
                self.ctx
                    .lose("equality joint".to_owned(), element.span, JOINTS);
                None
            }
        }
    }

    fn equality(&mut self, element: &'a Element) -> Option<Loop> {
        let view = self.defaults.view_as(element, "equality", None);
        // A name says nothing, and no row of the solver is soft here.
        for unused in ["name", "solref", "solimp", "torquescale"] {
            view.get(unused);
        }
        if view.text("active") == Some("false") {
            element.see_all();
            let what = format!("equality {} that is not active", element.tag);
            self.ctx.leave_out(what, element.span);
            return None;
        }
        let welded = element.tag == "weld";
        let Some(first) = view.get("body1") else {
            let sites = [view.get("site1")?, view.get("site2")?];
            return self.tied(element, sites, welded);
        };
        let (anchor, second) = (self.ctx.vector(view.get("anchor")), view.get("body2"));
        if welded && self.is_moved(view.get("relpose")) {
            let help = "here it holds the bodies where they are with all joints at zero";
            self.ctx
                .lose("relpose of equality weld", element.span, help);
        }
        let one = self.carrier_of(first)?;
        let two = match second.filter(|name| name.value != "world") {
            Some(name) => Some(self.carrier_of(name)?),
            None => None,
        };
        // The anchor of a weld is a point of the second body, which says only where its springs act.
        let point = anchor.filter(|_| !welded).unwrap_or_default();
        let point = Placement {
            translation: point,
            ..Placement::default()
        };
        let point = point.within(&one.frame).translation;
        let first = (one.robot, one.link);
        let second = two.map(|two| (two.robot, two.link));
        self.moves(element, first, second)?;
        Some(Loop {
            first,
            second,
            at: Placement::at(point),
            to: None,
            welded,
        })
    }

    /// Reads a constraint of two sites.
    fn tied(&mut self, element: &Element, names: [&Attribute; 2], welded: bool) -> Option<Loop> {
        let [one, two] = names.map(|name| self.sites.get(&name.value).cloned());
        for (name, _) in names
            .iter()
            .zip([&one, &two])
            .filter(|(_, of)| of.is_none())
        {
            let message = format!("there is no site `{}`", name.value);
            let all: Vec<String> = self.sites.keys().cloned().collect();
            let all = all.iter().map(String::as_str);
            let help = near(&name.value, all, "name a site of the file");
            self.ctx.error("E035", name.span, message, &help);
        }
        let (one, two) = (one?, two?);
        let (first, second, [at, to]) = match (one.0, two.0) {
            (Some(first), second) => (first, second, [&one.1, &two.1]),
            (None, Some(second)) => (second, None, [&two.1, &one.1]),
            (None, None) => {
                let what = format!("equality {} of what never moves apart", element.tag);
                self.ctx.leave_out(what, element.span);
                return None;
            }
        };
        self.moves(element, first, second)?;
        let [here, there] = [&one, &two].map(|site| self.placed_at_zero(site).transform());
        let apart = (here.linear - there.linear).amax();
        let far = (here.translation - there.translation).norm();
        if welded && apart.max(far) > TOGETHER {
            let what = "equality weld of sites that are apart with all joints at zero".to_owned();
            self.ctx.lose(what, element.span, APART);
            return None;
        }
        Some(Loop {
            first,
            second,
            at: at.clone(),
            to: Some(to.clone()),
            welded,
        })
    }

    /// Returns the placement in the world of a place in the frame of a link, or in the world, while all joints are at zero.
    fn placed_at_zero(&self, (link, at): &(Option<(usize, usize)>, Placement)) -> Placement {
        let mut placement = at.clone();
        let mut next = *link;
        while let Some((robot, number)) = next {
            let link = self.robots.get(robot).and_then(|of| of.links.get(number));
            let Some(link) = link else { break };
            placement = placement.within(&link.placement);
            next = link.parent.map(|parent| (robot, parent));
        }
        placement
    }

    /// Tells and returns `None` if two links never move apart anyhow.
    fn moves(
        &mut self,
        element: &Element,
        first: (usize, usize),
        second: Option<(usize, usize)>,
    ) -> Option<()> {
        let is_fixed = |of: (usize, usize)| {
            let robot = self.robots.get(of.0);
            of.1 == 0 && robot.is_some_and(|robot| !robot.free)
        };
        if second == Some(first) || is_fixed(first) && second.is_none_or(is_fixed) {
            let what = format!("equality {} of what never moves apart", element.tag);
            self.ctx.leave_out(what, element.span);
            return None;
        }
        Some(())
    }

    /// Whether a relative pose is another one than that of the bodies in the file: its quaternion is not zero.
    fn is_moved(&mut self, relpose: Option<&Attribute>) -> bool {
        let given: Option<[f64; 7]> = self.ctx.array(relpose);
        given.is_some_and(|pose| {
            Vector3::from_column_slice(&pose[3..6]).norm() + pose[6].abs() > 0.0
        })
    }

    /// Returns the link that carries a body of that name.
    fn carrier_of(&mut self, name: &Attribute) -> Option<Carrier> {
        if let Some(carrier) = self.carriers.get(&name.value) {
            return Some(carrier.clone());
        }
        let message = format!("there is no body `{}`", name.value);
        let names: Vec<String> = self.carriers.keys().cloned().collect();
        let names = names.iter().map(String::as_str);
        let help = near(&name.value, names, "name a body of the file");
        self.ctx.error("E035", name.span, message, &help);
        None
    }
}
