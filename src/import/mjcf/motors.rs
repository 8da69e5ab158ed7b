//! Actuators of MJCF: motors, and servos that hold a position.

use super::bodies::Bodies;
use super::settings::View;
use crate::import::context::near;
use crate::import::xml::Element;
use crate::robot::Motor;

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
                    self.actuator(element);
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

    fn actuator(&mut self, element: &'a Element) {
        let view = self.defaults.view(element, None, self.ctx);
        let name = element.text_of("name").unwrap_or_default().to_owned();
        let target = view.one_of(&["joint", "jointinparent"]);
        let Some(target) = target else {
            element.see_all();
            let what = format!("actuator {} that acts on no joint", element.tag);
            self.ctx.leave_out(what, element.span);
            return;
        };
        let place = match self.joints.get(&target.value) {
            Some(Some(place)) => *place,
            Some(None) => {
                element.see_all();
                self.ctx.leave_out("actuator of a ball joint", element.span);
                return;
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
                return;
            }
        };
        let gear = self.ctx.first(view.get("gear"), 6).unwrap_or(1.0);
        let control = self.ctx.array(view.get("ctrlrange"));
        let limited = view.text("ctrllimited") != Some("false");
        let range = control.filter(|_| limited);
        let (gain, servo) = match element.tag.as_str() {
            "motor" => (1.0, None),
            "position" => {
                let kp = self.ctx.first(view.get("kp"), 10).unwrap_or(1.0);
                let kv = self.ctx.first(view.get("kv"), 10).unwrap_or(0.0);
                (1.0, Some((kp, kv)))
            }
            "general" => match self.general(&view) {
                Some(found) => found,
                None => {
                    self.ctx
                        .leave_out("general actuator with its own law", element.span);
                    return;
                }
            },
            other => {
                element.see_all();
                self.ctx
                    .leave_out(format!("actuator of kind {other}"), element.span);
                return;
            }
        };
        match servo {
            None => {
                if let Some(robot) = self.robots.get_mut(place.0) {
                    robot.motors.push(Motor {
                        name,
                        link: place.1,
                        gear: gear * gain,
                        range,
                    });
                }
            }
            Some((kp, kv)) => self.servo(element, place, gear, kp, kv),
        }
    }

    /// Reads a servo: a spring whose rest position is the control.
    fn servo(&mut self, element: &Element, place: (usize, usize), gear: f64, kp: f64, kv: f64) {
        let Some(robot) = self.robots.get_mut(place.0) else {
            return;
        };
        let spoken = robot.spoken(place.1);
        let Some(link) = robot.links.get_mut(place.1) else {
            return;
        };
        let joint = &mut link.joint;
        if joint.stiffness != 0.0 && joint.rest != 0.0 || gear == 0.0 {
            let what = "servo of a joint whose own spring has another rest position";
            return self.ctx.leave_out(what, element.span);
        }
        if joint.stiffness == 0.0 {
            joint.rest = 0.0 - joint.zero;
        }
        joint.stiffness += kp * gear * gear;
        joint.damping += kv * gear * gear;
        link.remarks.push(format!(
            "a servo holds its joint: `joint {spoken} kq TARGET` moves it"
        ));
    }

    /// Reads the gain of a general actuator that is a motor, or the constants of one that is a servo.
    fn general(&mut self, view: &View<'a>) -> Option<(f64, Option<(f64, f64)>)> {
        let numbers = |this: &mut Self, name: &str| {
            view.get(name)
                .and_then(|a| this.ctx.numbers(a, 1, 30))
                .unwrap_or_default()
        };
        let gain = numbers(self, "gainprm");
        let bias = numbers(self, "biasprm");
        let gain = gain.first().copied().unwrap_or(1.0);
        let fixed = matches!(view.text("gaintype"), None | Some("fixed"));
        let direct = matches!(view.text("dyntype"), None | Some("none"));
        let affine = match view.text("biastype") {
            None | Some("none") => false,
            Some("affine") => true,
            _ => return None,
        };
        let at = |i: usize| bias.get(i).copied().unwrap_or(0.0);
        match (fixed && direct, affine) {
            (true, false) => Some((gain, None)),
            (true, true) if at(0) == 0.0 && at(1) == -gain => Some((1.0, Some((gain, -at(2))))),
            _ => None,
        }
    }
}
