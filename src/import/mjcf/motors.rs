//! Actuators of MJCF: motors, and servos that hold a position.

use super::bodies::Bodies;
use super::settings::View;
use crate::import::context::{Context, near};
use crate::import::xml::{Attribute, Element};
use crate::robot::{Motor, Servo};

/// The law of an actuator: its force is `gain` times the control, plus `constant`, minus `stiffness` times the position, minus
/// `damping` times the speed, of which both are those of the joint times the gear.
struct Law {
    gain: f64,
    constant: f64,
    stiffness: f64,
    damping: f64,
}

/// What a number of `ctrl` in a keyframe controls.
#[derive(Clone, Copy, Debug)]
pub(super) enum Control {
    /// A motor, by the robot and its number there.
    Motor(usize, usize),
    /// A servo, by the robot and its number there.
    Servo(usize, usize),
    /// An actuator that is not in the script.
    Missing,
}

const NO_DRIVE: &str = "its joint is not driven here; `torque`, `servo` or `motor` drive joints";

/// Actuator elements of MuJoCo.
const KINDS: &[&str] = &[
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
    "plugin",
    "dcmotor",
];

impl<'a> Bodies<'a, '_, '_> {
    /// Reads the actuators of a file.
    pub(super) fn actuators(&mut self, root: &'a Element) {
        for section in root.all("actuator") {
            for element in &section.children {
                element.see();
                if KINDS.contains(&element.tag.as_str()) {
                    let control = self.actuator(element).unwrap_or(Control::Missing);
                    self.controls.push(control);
                } else {
                    let message = format!("`{}` is not a kind of actuator", element.tag);
                    let help = near(
                        &element.tag,
                        KINDS.iter().copied(),
                        "for example motor, position or general",
                    );
                    self.ctx.error("E034", element.span, message, &help);
                }
            }
        }
    }

    fn actuator(&mut self, element: &'a Element) -> Option<Control> {
        let view = self.defaults.view(element, None, self.ctx);
        let name = element.text_of("name").unwrap_or_default().to_owned();
        let target = view.one_of(&["joint", "jointinparent"]);
        let Some(target) = target else {
            element.see_all();
            let what = format!("actuator {} that acts on no joint", element.tag);
            self.ctx.lose(what, element.span, NO_DRIVE);
            return None;
        };
        let place = match self.joints.get(&target.value) {
            Some(Some(place)) => *place,
            Some(None) => {
                element.see_all();
                let what = "actuator of a ball joint";
                self.ctx.lose(what, element.span, NO_DRIVE);
                return None;
            }
            None => {
                let actuator = match &*name {
                    "" => "an actuator".to_owned(),
                    name => format!("the actuator `{name}`"),
                };
                let message = format!(
                    "{actuator} drives the joint `{}`, which does not exist",
                    target.value
                );
                let names: Vec<String> = self.joints.keys().cloned().collect();
                let help = near(
                    &target.value,
                    names.iter().map(String::as_str),
                    "name a joint of a body",
                );
                self.ctx.error("E035", target.span, message, &help);
                return None;
            }
        };
        let gear = self.ctx.first(view.get("gear"), 6).unwrap_or(1.0);
        let control = self.ctx.array(view.get("ctrlrange"));
        let limited = view.text("ctrllimited") != Some("false");
        let range = control.filter(|_| limited);
        let Some(law) = self.law(element, &view) else {
            element.see_all();
            let what = format!("actuator {} with its own law", element.tag);
            self.ctx.lose(what, element.span, NO_DRIVE);
            return None;
        };
        let limit = self.force_limit(&view, &target.value, gear);
        if law.stiffness == 0.0 && law.constant == 0.0 && law.damping == 0.0 {
            let motors = &mut self.robots.get_mut(place.0)?.motors;
            motors.push(Motor {
                name,
                link: place.1,
                gear: gear * law.gain,
                range,
                limit,
            });
            return Some(Control::Motor(place.0, motors.len() - 1));
        }
        if law.stiffness <= 0.0 || law.damping < 0.0 || gear == 0.0 {
            let what = format!("actuator {} that holds no position", element.tag);
            self.ctx.lose(what, element.span, NO_DRIVE);
            return None;
        }
        let ratio = view.get("dampratio").filter(|_| element.tag == "position");
        let ratio = self.ctx.number(ratio).unwrap_or(0.0);
        let robot = self.robots.get_mut(place.0)?;
        if robot.servos.iter().any(|servo| servo.link == place.1) {
            let what = "second servo of a joint";
            self.ctx
                .lose(what, element.span, "only the first one acts here");
            return None;
        }
        let zero = robot.links.get(place.1)?.joint.zero;
        let reach = law.stiffness * gear;
        let stiffness = law.stiffness * gear * gear;
        // MuJoCo 3 takes the inertia with all other joints locked, and MuJoCo 4 that with all free.
        let locked = "`dampratio` is taken with all other joints locked";
        if ratio > 0.0 && !self.ctx.assumed.contains(&locked) {
            self.ctx.assumed.push(locked);
        }
        let damping = match ratio > 0.0 {
            true => {
                let moved = robot.moved_inertias().get(place.1).copied()?;
                2.0 * ratio * (stiffness * moved).sqrt()
            }
            false => law.damping * gear * gear,
        };
        robot.servos.push(Servo {
            name,
            link: place.1,
            gains: [stiffness, damping],
            target: [law.constant / reach - zero, law.gain / reach],
            limit,
        });
        Some(Control::Servo(place.0, robot.servos.len() - 1))
    }

    /// Returns the law of an actuator; none if it has another one.
    fn law(&mut self, element: &Element, view: &View<'a>) -> Option<Law> {
        let mut number =
            |name: &str, default: f64| self.ctx.first(view.get(name), 10).unwrap_or(default);
        match element.tag.as_str() {
            "motor" => Some(Law {
                gain: 1.0,
                constant: 0.0,
                stiffness: 0.0,
                damping: 0.0,
            }),
            "position" => {
                let stiffness = number("kp", 1.0);
                Some(Law {
                    gain: stiffness,
                    constant: 0.0,
                    stiffness,
                    damping: number("kv", 0.0),
                })
            }
            "general" => self.general(view),
            _ => None,
        }
    }

    /// Returns the law of a general actuator.
    fn general(&mut self, view: &View<'a>) -> Option<Law> {
        let mut numbers = |name: &str| {
            view.get(name)
                .and_then(|a| self.ctx.numbers(a, 1, 30))
                .unwrap_or_default()
        };
        let gain = numbers("gainprm").first().copied().unwrap_or(1.0);
        let bias = numbers("biasprm");
        let fixed = matches!(view.text("gaintype"), None | Some("fixed"));
        let direct = matches!(view.text("dyntype"), None | Some("none"));
        let affine = match view.text("biastype") {
            None | Some("none") => false,
            Some("affine") => true,
            _ => return None,
        };
        let at = |i: usize| bias.get(i).copied().filter(|_| affine).unwrap_or(0.0);
        (fixed && direct).then(|| Law {
            gain,
            constant: at(0),
            stiffness: 0.0 - at(1),
            damping: 0.0 - at(2),
        })
    }

    /// Returns the largest force of an actuator at its joint (N m or N), by its own limit and that of the joint.
    fn force_limit(&mut self, view: &View<'a>, joint: &str, gear: f64) -> Option<f64> {
        let is_limited = view.text("forcelimited") != Some("false");
        let range = view.get("forcerange").filter(|_| is_limited);
        let own = range.and_then(|a| largest(self.ctx, a));
        let of_joint = self.force_limits.get(joint).copied();
        let own = own.map(|force| force * gear.abs());
        own.into_iter().chain(of_joint).reduce(f64::min)
    }
}

/// Returns the largest force of a range of forces; none if the range is empty.
pub(super) fn largest(ctx: &mut Context, range: &Attribute) -> Option<f64> {
    let [low, high]: [f64; 2] = ctx.array(Some(range))?;
    if low != 0.0 - high && low < high {
        let what = format!("{} that differs by direction", range.name);
        ctx.lose(what, range.span, "the larger limit acts in both directions");
    }
    let largest = low.abs().max(high.abs());
    (low < high && largest > 0.0).then_some(largest)
}
