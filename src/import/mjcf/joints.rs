//! Joints of MJCF.

use super::bodies::Bodies;
use super::motors::largest;
use super::settings::{View, flag};
use crate::dynamics::JointKind;
use crate::figure::JointForm;
use crate::import::context::{Context, near};
use crate::import::xml::Element;
use crate::robot::Joint;
use nalgebra::Vector3;

/// A joint in the frame of its body.
pub(super) struct RawJoint {
    /// Single, ball or free.
    pub form: JointForm,
    pub joint: Joint,
    /// Point on its axis, in the body's frame (m).
    pub anchor: Vector3<f64>,
}

impl<'a> Bodies<'a, '_, '_> {
    /// Reads the joints of a body; the first is the one nearest to the parent.
    pub(super) fn read_joints(
        &mut self,
        body: &'a Element,
        in_world: bool,
        class: Option<usize>,
    ) -> Vec<RawJoint> {
        let mut joints = vec![];
        for element in &body.children {
            if !matches!(element.tag.as_str(), "joint" | "freejoint") {
                continue;
            }
            element.see();
            let view = self.defaults.view(element, class, self.ctx);
            self.read_joint(&view, element, &mut joints);
        }
        let free = joints.iter().any(|j| j.form == JointForm::Free);
        if free && (joints.len() > 1 || !in_world) {
            let message = match in_world {
                true => "a body with a free joint cannot have another joint",
                false => "only a body of `worldbody` may have a free joint",
            };
            let help = match in_world {
                true => "remove the free joint or the others",
                false => "remove the free joint, or move the body to `worldbody`",
            };
            self.ctx.error("E036", body.span, message, help);
            joints.clear();
        }
        for (i, anchor) in anchors(&joints) {
            if let Some(joint) = joints.get_mut(i) {
                joint.anchor = anchor;
            }
        }
        joints
    }

    fn read_joint(&mut self, view: &View<'a>, element: &'a Element, joints: &mut Vec<RawJoint>) {
        let name = element.text_of("name").unwrap_or_default().to_owned();
        if self.joints.contains_key(&name)
            || joints
                .iter()
                .any(|j| !name.is_empty() && j.joint.name == name)
        {
            self.ctx.second("joint", &name, element.span, None);
        }
        let free = RawJoint {
            form: JointForm::Free,
            joint: Joint::default(),
            anchor: Vector3::zeros(),
        };
        let kind = match view.text("type") {
            _ if element.tag == "freejoint" => return joints.push(free),
            Some("free") => {
                // Joints of this type do not have these attributes.
                for none in ["pos", "stiffness", "damping", "armature", "limited", "axis"] {
                    element.get(none);
                }
                for heavy in ["armature", "damping", "stiffness"] {
                    let own = element.get(heavy).filter(|a| a.value != "0");
                    let inherited = view.get(heavy).filter(|a| a.value != "0");
                    let set = own.or(inherited.filter(|_| element.get(heavy).is_none()));
                    if let Some(a) = set {
                        let what = format!("{heavy} of a free joint");
                        self.ctx.leave_out(what, a.span);
                    }
                }
                return joints.push(free);
            }
            None | Some("hinge") => JointKind::Rotary,
            Some("slide") => JointKind::Sliding,
            Some("ball") => return joints.push(self.ball(view, element, name)),
            Some(other) => {
                let message = format!("`{other}` is not a type of joint");
                let help = near(
                    other,
                    ["hinge", "slide", "ball", "free"],
                    "the types are hinge, slide, ball and free",
                );
                let at = view.get("type").map_or(element.span, |a| a.span);
                self.ctx.error("E034", at, message, &help);
                // It is read on as a hinge, so that what refers to it by name is not reported too.
                JointKind::Rotary
            }
        };
        let ctx = &mut *self.ctx;
        let axis = ctx.direction(view.get("axis")).unwrap_or(Vector3::z());
        let unit = match kind {
            JointKind::Rotary => self.compiler.angle,
            JointKind::Sliding => 1.0,
        };
        let zero = ctx.number(view.get("ref")).unwrap_or(0.0) * unit;
        let rest = ctx.number(view.get("springref")).unwrap_or(0.0) * unit - zero;
        let range = view.get("range").and_then(|a| {
            let [low, high] = ctx.array(Some(a))?;
            if low > high {
                let message = format!("the range is reversed: {low} is above {high}");
                let help = "write the lower end of the range first";
                ctx.error("E034", a.span, message, help);
            }
            Some([low * unit - zero, high * unit - zero])
        });
        let limited = match view.get("limited") {
            Some(a) if a.value != "auto" => flag(ctx, a).unwrap_or(false),
            _ => self.compiler.autolimits && range.is_some(),
        };
        if let Some(a) = view.get("springdamper")
            && a.value.split_whitespace().any(|x| x != "0")
        {
            let help = "give `stiffness` and `damping` as numbers";
            ctx.lose("spring given by a time constant", a.span, help);
        }
        let strength = view.get("actuatorfrcrange").and_then(|a| largest(ctx, a));
        if let Some(most) = strength.filter(|_| view.text("actuatorfrclimited") != Some("false")) {
            self.force_limits.insert(name.clone(), most);
        }
        let joint = Joint {
            kind,
            axis,
            range: range.filter(|[low, high]| limited && low < high),
            rest,
            zero,
            ..passive(ctx, view, name)
        };
        let anchor = ctx.vector(view.get("pos")).unwrap_or_default();
        joints.push(RawJoint {
            form: JointForm::Single,
            joint,
            anchor,
        });
    }

    fn ball(&mut self, view: &View<'a>, element: &'a Element, name: String) -> RawJoint {
        let ctx = &mut *self.ctx;
        let anchor = ctx.vector(view.get("pos")).unwrap_or_default();
        let joint = passive(ctx, view, name);
        if view.get("range").is_some() {
            ctx.leave_out("range of a ball joint", element.span);
        }
        for unused in ["limited", "axis", "ref", "springref"] {
            view.get(unused);
        }
        RawJoint {
            form: JointForm::Ball,
            joint,
            anchor,
        }
    }
}

/// Reads the passive forces and the armature of a joint.
fn passive(ctx: &mut Context, view: &View, name: String) -> Joint {
    let joint = Joint {
        name,
        damping: first(ctx, view, "damping"),
        friction: ctx.number(view.get("frictionloss")).unwrap_or(0.0),
        stiffness: first(ctx, view, "stiffness"),
        armature: ctx.number(view.get("armature")).unwrap_or(0.0),
        ..Joint::default()
    };
    for (what, value) in [
        ("armature", joint.armature),
        ("damping", joint.damping),
        ("frictionloss", joint.friction),
        ("stiffness", joint.stiffness),
    ] {
        if let Some(a) = view.get(what) {
            ctx.size(a, &[value], true);
        }
    }
    joint
}

/// Chooses anchors of slides: the position of a slide has no effect, so it takes that of a neighbouring hinge.
fn anchors(joints: &[RawJoint]) -> Vec<(usize, Vector3<f64>)> {
    let slides = |joint: &&RawJoint| {
        joint.form == JointForm::Single && joint.joint.kind == JointKind::Sliding
    };
    let all = joints.iter().enumerate();
    let found = all.filter(|(_, joint)| slides(joint)).filter_map(|(i, _)| {
        let (before, after) = joints.split_at(i);
        let turns = after
            .iter()
            .chain(before.iter().rev())
            .find(|joint| !slides(joint));
        Some((i, turns?.anchor))
    });
    found.collect()
}

/// Reads the first number of an attribute; further ones are coefficients of higher powers.
fn first(ctx: &mut Context, view: &View, name: &str) -> f64 {
    let Some(a) = view.get(name) else {
        return 0.0;
    };
    let numbers = ctx.numbers(a, 1, 10).unwrap_or_default();
    if numbers.iter().skip(1).any(|x| *x != 0.0) {
        ctx.leave_out(format!("{name} with terms above the first power"), a.span);
    }
    numbers.first().copied().unwrap_or(0.0)
}
