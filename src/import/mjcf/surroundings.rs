//! The world around the bodies: static shapes, the floor, and its friction.

use super::bodies::{Bodies, Carrier, rigid};
use crate::import::xml::Element;
use crate::robot::{Ground, Placement};
use crate::source::Span;
use nalgebra::Vector3;

impl Bodies<'_, '_, '_> {
    /// Returns the link of the static shapes of the world.
    pub fn scenery(&mut self, span: Span) -> Carrier {
        let robot = self.scenery.unwrap_or_else(|| {
            let robot = self.robot(false);
            let name = self.ctx.name("scenery");
            self.link(robot, rigid(name, Placement::default()), span);
            self.scenery = Some(robot);
            robot
        });
        Carrier::of(robot, 0)
    }

    pub fn plane(
        &mut self,
        element: &Element,
        in_world: bool,
        normal: Vector3<f64>,
        point: Vector3<f64>,
        friction: Option<f64>,
    ) {
        // Its size follows from its picture.
        element.get("size");
        if !in_world || self.ground.is_some() || normal.z <= 0.0 {
            let what = match (in_world, self.ground.is_some()) {
                (false, _) => "plane that moves with a body",
                (_, true) => "second plane",
                _ => "plane that is not a floor",
            };
            self.ctx.leave_out(what, element.span);
            return;
        }
        self.ground = Some(Ground {
            normal,
            height: point.dot(&normal) / normal.z,
            friction,
        });
    }

    /// Takes the larger coefficient of friction of a shape and of the ground, unless that of the shape has priority; call it when all is read.
    pub fn rank_friction(&mut self) {
        let ground = self.ground.as_ref().and_then(|ground| ground.friction);
        for &[robot, link, number] in &self.lesser {
            let robot = self.robots.get_mut(robot);
            let link = robot.and_then(|robot| robot.links.get_mut(link));
            if let Some(solid) = link.and_then(|link| link.solids.get_mut(number)) {
                solid.friction = solid
                    .friction
                    .filter(|mu| ground.is_none_or(|ground| *mu > ground));
            }
        }
    }
}
