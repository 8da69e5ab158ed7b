//! Lines for the world around the robots: ground, gravity, and friction of bodies.

use super::spell::{Measure, spell};
use super::{Script, components};
use crate::robot::Description;
use nalgebra::Vector3;

impl Script {
    /// Writes the friction of bodies that have their own.
    pub(super) fn surfaces(&mut self, description: &Description, names: &[String], several: bool) {
        for (robot, name) in description.robots.iter().zip(names) {
            for link in &robot.links {
                let own = link.solids.iter().filter_map(|solid| solid.friction);
                let Some(friction) = own.reduce(f64::max) else {
                    continue;
                };
                let friction = spell(friction, Measure::Bare);
                let within = if several {
                    format!("{name}.")
                } else {
                    String::new()
                };
                self.line(format!("surface {within}{} friction={friction}", link.name));
            }
        }
    }

    pub(super) fn world(&mut self, description: &Description) {
        self.line("");
        if let Some(ground) = &description.ground {
            self.line("ground on");
            if ground.normal != Vector3::z() {
                self.line(format!("groundnormal {}", components(&ground.normal)));
            }
            if ground.height != 0.0 {
                self.line(format!("groundz {}", spell(ground.height, Measure::Length)));
            }
            if let Some(friction) = ground.friction {
                let friction = spell(friction, Measure::Bare);
                self.line(format!("groundfriction stick {friction}"));
            }
        }
        if let Some(gravity) = description.gravity.filter(|g| *g != Vector3::zeros()) {
            self.line("grav on");
            let down = gravity.x == 0.0 && gravity.y == 0.0 && gravity.z < 0.0;
            let size = if down { -gravity.z } else { gravity.norm() };
            self.line(format!("setgrav {}", spell(size, Measure::Bare)));
            if !down {
                self.line(format!("gravdirection {}", components(&gravity)));
            }
        }
    }
}
