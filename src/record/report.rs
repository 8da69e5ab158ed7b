//! The report at the end of a run, for people and as JSON.

use super::Travel;
use crate::session::Stage;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a run did. Names of the fields carry their units.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct RunReport {
    /// Simulated time.
    pub simulated_s: f64,
    /// Time that it took.
    pub wall_s: f64,
    /// Simulated time over the time that it took.
    pub realtime_factor: f64,
    /// Frames.
    pub frames: u64,
    /// Steps of the integrator.
    pub steps: u64,
    /// Steps that it refused.
    pub rejected_steps: u64,
    /// Evaluations of the dynamics.
    pub evaluations: u64,
    /// Kinetic energy, weight above z = 0 and joint springs, at the end.
    pub energy_j: f64,
    /// Whether the run was broken off by Ctrl-C.
    pub interrupted: bool,
    /// The figures.
    pub corpora: Vec<CorpusReport>,
}

/// What one figure did in the last `go`.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct CorpusReport {
    /// Its name.
    pub name: String,
    /// Number of bodies.
    pub bodies: usize,
    /// Degrees of freedom.
    pub dof: usize,
    /// Mass.
    pub mass_kg: f64,
    /// Begin and end of the last `go`, over which speeds and distance are taken.
    pub window_s: [f64; 2],
    /// Straight-line way of the centre of mass over the ground.
    pub distance_m: f64,
    /// That way per second.
    pub net_speed_m_s: f64,
    /// Mean speed along the root's own heading.
    pub forward_speed_m_s: f64,
    /// Mean height of the centre of mass.
    pub height_m: f64,
    /// Mean turning to the left.
    pub yaw_rate_rad_s: f64,
    /// Centre of mass at the end.
    pub com_m: [f64; 3],
    /// Height of the root's lowest point above the ground at the end.
    pub root_clearance_m: f64,
    /// The smallest such height.
    pub least_root_clearance_m: f64,
}

impl RunReport {
    /// Reads the report off a world, which began at clock 0.
    #[must_use]
    pub fn of(stage: &mut Stage, simulated_s: f64, wall_s: f64, interrupted: bool) -> Self {
        let world = &mut stage.world;
        let counters = world.counters();
        let (time, gravity) = (
            world.time,
            if world.gravity_on { world.gravity } else { 0.0 },
        );
        let ground = world.ground.height;
        RunReport {
            simulated_s,
            wall_s,
            realtime_factor: if wall_s > 0.0 {
                simulated_s / wall_s
            } else {
                0.0
            },
            frames: stage.frames,
            interrupted,
            steps: counters.steps,
            rejected_steps: counters.rejected,
            evaluations: counters.evaluations,
            energy_j: world
                .corpora
                .iter_mut()
                .map(|c| c.energy(time, gravity))
                .sum(),
            corpora: world
                .corpora
                .iter_mut()
                .enumerate()
                .map(|(i, corpus)| {
                    let travel = stage
                        .travels
                        .get(i)
                        .cloned()
                        .unwrap_or_else(|| Travel::begin(corpus, time));
                    CorpusReport {
                        name: corpus.name.clone(),
                        bodies: corpus.model.bodies(),
                        dof: corpus.model.degrees_of_freedom(),
                        mass_kg: corpus.model.total_mass(),
                        window_s: [travel.from, travel.to],
                        distance_m: travel.distance(),
                        net_speed_m_s: travel.net_speed(),
                        forward_speed_m_s: travel.forward_speed(),
                        height_m: travel.mean_height(),
                        yaw_rate_rad_s: travel.yaw_rate(),
                        com_m: travel.centre(),
                        root_clearance_m: travel.root_bottom() - ground,
                        least_root_clearance_m: travel.least_root_bottom() - ground,
                    }
                })
                .collect(),
        }
    }
}

impl fmt::Display for RunReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:.3} s simulated in {:.2} s ({:.3}x real time): {} frames, {} steps, {} rejected, {} evaluations; energy {:.4} mJ",
            self.simulated_s,
            self.wall_s,
            self.realtime_factor,
            self.frames,
            self.steps,
            self.rejected_steps,
            self.evaluations,
            self.energy_j * 1e3
        )?;
        for c in &self.corpora {
            writeln!(
                f,
                "{}: {} bodies, {} degrees of freedom, {:.4} g",
                c.name,
                c.bodies,
                c.dof,
                c.mass_kg * 1e3
            )?;
            let [from, to] = c.window_s;
            if to > from {
                writeln!(
                    f,
                    "  from {from:.3} s to {to:.3} s: {:.2} cm gone, net {:.2} cm/s, forward {:.2} cm/s, turning {:.1} deg/s",
                    c.distance_m * 1e2,
                    c.net_speed_m_s * 1e2,
                    c.forward_speed_m_s * 1e2,
                    c.yaw_rate_rad_s.to_degrees()
                )?;
                writeln!(
                    f,
                    "  centre of mass {:.2} mm up on average; root clear of the ground by {:.2} mm, never less than {:.2} mm",
                    c.height_m * 1e3,
                    c.root_clearance_m * 1e3,
                    c.least_root_clearance_m * 1e3
                )?;
            }
        }
        Ok(())
    }
}
