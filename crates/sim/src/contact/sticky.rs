//! Sticky feet: a point that touches the ground is tied to that place by a spring that can break
//! (McKenna 1990, sections 4.4 and 5.3).

use super::ground::Ground;
use super::point::{PointForce, SpringDamper};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// Springs of sticky feet. The listing of 1990 gives no constants: these are fitted so that its roach walks as the thesis
/// describes, straight and at about 8 cm/s.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sticky {
    /// Linear strength (N, or N/kg if the ground is scaled by a mass).
    pub ea: f64,
    /// Exponential rise (1/m).
    pub eb: f64,
    /// Length at which the spring breaks (m).
    pub largest_length: f64,
    /// Restitution: the part of the force that acts while the point moves back to its anchor.
    pub e: f64,
}

impl Default for Sticky {
    fn default() -> Self {
        Sticky {
            ea: 2.0,
            eb: 500.0,
            largest_length: 0.004,
            e: 0.5,
        }
    }
}

impl Sticky {
    /// Returns the force at which its spring breaks (N, or N/kg if the ground is scaled by a mass): on rigid ground, that which holds it.
    #[must_use]
    pub fn strength(&self) -> f64 {
        self.ea * libm::expm1(self.eb * self.largest_length)
    }

    /// Returns the force of the anchor spring on a point.
    ///
    /// `stretch` is the vector from the anchor to the point (m), `velocity` the point's (m/s), both in body axes; `scale`
    /// multiplies the strength. f = S r ea (exp(eB l) - 1) towards the anchor, r = 1 while moving away and e while moving back.
    #[must_use]
    pub fn pull(
        &self,
        stretch: Vector3<f64>,
        velocity: Vector3<f64>,
        scale: f64,
        restitution_speed: f64,
    ) -> PointForce {
        let length = stretch.norm();
        // At the anchor the spring has no direction: its stiffness is the same in all directions.
        if length < 1e-12 {
            let k = scale * self.ea * self.eb;
            return PointForce::all_round(Vector3::zeros(), SpringDamper { k, b: 0.0 });
        }
        let direction = stretch / length;
        let away = velocity.dot(&direction);
        let (factor, slope) = Ground::restitution(self.e, restitution_speed, -away);
        let rise = scale * self.ea * libm::exp(self.eb * length.min(self.largest_length));
        let spring = rise - scale * self.ea;
        let force = factor * spring;
        // `slope` is the derivative by the speed towards the anchor, along which a weaker pull acts as damping.
        let damping = (-slope * spring).max(0.0);
        let along = SpringDamper {
            k: factor * self.eb * rise,
            b: damping,
        };
        let across = SpringDamper {
            k: force / length,
            b: 0.0,
        };
        PointForce::directed(-direction * force, &direction, along, across)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_pulls_towards_the_anchor_and_less_on_the_way_back() {
        let sticky = Sticky::default();
        let stretch = Vector3::new(0.001, 0.0, 0.0);
        let away = sticky
            .pull(stretch, Vector3::new(1.0, 0.0, 0.0), 0.002, 0.01)
            .force;
        assert!((away.x + 0.002 * 2.0 * (0.5f64.exp() - 1.0)).abs() < 1e-15);
        let back = sticky
            .pull(stretch, Vector3::new(-1.0, 0.0, 0.0), 0.002, 0.01)
            .force;
        assert!((back.x - 0.5 * away.x).abs() < 1e-15);
    }

    #[test]
    fn the_implicit_force_is_the_force_at_the_steps_end() {
        let sticky = Sticky::default();
        let h = 1e-7;
        for velocity in [Vector3::new(0.1, 0.05, -0.2), Vector3::new(-0.3, 0.1, 0.0)] {
            for stretch in [
                Vector3::new(0.001, 0.0005, 0.0002),
                Vector3::new(1e-4, 0.0, 0.0),
            ] {
                let now = sticky.pull(stretch, velocity, 0.002, 0.01).force;
                let ahead = sticky
                    .pull(stretch + velocity * h, velocity, 0.002, 0.01)
                    .force;
                let implicit = sticky
                    .pull(stretch, velocity, 0.002, 0.01)
                    .ahead(h, &velocity);
                assert!(
                    (implicit - ahead).norm() < 1e-3 * (ahead - now).norm(),
                    "{implicit} {ahead} {now}"
                );
            }
        }
    }
}
