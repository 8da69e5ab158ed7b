//! The report at the end of a run, as text and as JSON.

use super::{EnergyReport, Language, ReflexReport, Stage};
use crate::contact::Joined;
use crate::files::{LARGEST, read_text};
use crate::record::{Travel, counted, mass, prefixed};
use crate::world::Corpus;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::path::Path;

/// Summary of a run. Names of the fields carry their units.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct RunReport {
    /// Simulated time.
    pub simulated_s: f64,
    /// Duration of the run by the clock of the machine.
    pub wall_s: f64,
    /// Simulated time divided by the duration of the run.
    pub realtime_factor: f64,
    /// Number of frames.
    pub frames: u64,
    /// Number of steps of the integrator.
    pub steps: u64,
    /// Number of rejected steps of the integrator.
    pub rejected_steps: u64,
    /// Number of evaluations of the dynamics.
    pub evaluations: u64,
    /// Kinetic energy, potential energy above z = 0 and joint springs, at the end.
    pub energy_j: f64,
    /// Whether Ctrl-C interrupted the run.
    pub interrupted: bool,
    /// Results of the script by their names: objects with the fields `value` and, for a number, `unit`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub results: Map<String, Value>,
    /// The figures of all worlds.
    pub corpora: Vec<CorpusReport>,
    /// Actions of reflexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reflexes: Vec<ReflexReport>,
}

impl RunReport {
    /// Makes the report on a world whose clock started at 0.
    #[must_use]
    pub fn of<L: Language>(
        stage: &mut Stage<L>,
        simulated_s: f64,
        wall_s: f64,
        interrupted: bool,
    ) -> Self {
        let world = &mut stage.world;
        let counters = world.counters;
        let (time, gravity) = (world.time, world.gravity.vector());
        let (ground, name, travels) = (world.ground.height, &stage.name, &stage.travels);
        let has_level = world.ground_on && world.ground.surface.is_level();
        let ground = (ground, has_level);
        let energies = world.corpora.iter_mut().map(|c| c.energy(time, gravity));
        let energy_j = energies.sum();
        let attachments = world.interactions.attachments.iter();
        let driven = attachments.filter(|of| matches!(&of.law, Joined::Closure(of) if of.drives()));
        let driven: Vec<usize> = driven
            .filter_map(|of| Some(of.ends[0].holder()?.0))
            .collect();
        let corpora = world.corpora.iter_mut().enumerate();
        let corpora = corpora.filter(|(_, corpus)| !corpus.scenery);
        let corpora = corpora.map(|(i, corpus)| {
            let travel = travels.get(i).cloned();
            let travel = travel.unwrap_or_else(|| Travel::begin(corpus, time));
            let mut report = CorpusReport::of(corpus, &travel, name, time, gravity, ground);
            // The work of a drive is not that of the joints.
            report.cost_of_transport = report.cost_of_transport.filter(|_| !driven.contains(&i));
            report
        });
        let gaits = stage.definitions.roaches.iter();
        let gaits = gaits.map(|roach| (roach.name.as_str(), &roach.gait));
        RunReport {
            simulated_s,
            wall_s,
            realtime_factor: if wall_s > 0.0 {
                simulated_s / wall_s
            } else {
                0.0
            },
            frames: stage.frames,
            steps: counters.steps,
            rejected_steps: counters.rejected,
            evaluations: counters.evaluations,
            energy_j,
            interrupted,
            results: Map::new(),
            corpora: corpora.collect(),
            reflexes: ReflexReport::of_gaits(gaits),
        }
    }

    /// Makes the report on all worlds of a script: sums of counters and energies, and all figures.
    #[must_use]
    pub fn of_all<L: Language>(stages: &mut [Stage<L>], wall_s: f64, interrupted: bool) -> Self {
        let of_one = |stage: &mut Stage<L>| {
            let simulated = stage.simulated;
            RunReport::of(stage, simulated, wall_s, interrupted)
        };
        let mut all = stages.iter_mut().map(of_one);
        let Some(first) = all.next() else {
            return of_one(&mut Stage::new(""));
        };
        let mut whole = all.fold(first, RunReport::and);
        if wall_s > 0.0 {
            whole.realtime_factor = whole.simulated_s / wall_s;
        }
        whole
    }
}

/// Summary of one figure in the last `go` of its world.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct CorpusReport {
    /// Name of the figure.
    pub name: String,
    /// World of the figure.
    #[serde(default)]
    pub world: String,
    /// Number of bodies.
    pub bodies: usize,
    /// Number of degrees of freedom.
    pub dof: usize,
    /// Mass.
    pub mass_kg: f64,
    /// Start and end of the last `go`, over which speeds and distance are measured.
    pub window_s: [f64; 2],
    /// Straight-line distance of the centre of mass over the ground.
    pub distance_m: f64,
    /// Net distance per second.
    pub net_speed_m_s: f64,
    /// Mean speed along the root's own heading; none if its x axis has passed the vertical.
    pub forward_speed_m_s: Option<f64>,
    /// Mean height of the centre of mass.
    pub height_m: f64,
    /// Mean rate of turning to the left: the mean vertical component of the root's angular velocity, not the change of the heading.
    pub yaw_rate_rad_s: f64,
    /// Centre of mass at the end.
    pub com_m: [f64; 3],
    /// Height of the root's lowest point above the ground at the end.
    pub root_clearance_m: f64,
    /// Smallest height of the root's lowest point above the ground.
    pub least_root_clearance_m: f64,
    /// Height z from which the two clearances are measured where the ground is off or not level; otherwise none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clearance_above_z_m: Option<f64>,
    /// Work of the joints' forces where they moved their bodies.
    #[serde(default)]
    pub positive_joint_work_j: f64,
    /// Positive work minus the work done on the joints.
    #[serde(default)]
    pub net_joint_work_j: f64,
    /// Mean positive work per second.
    #[serde(default)]
    pub mean_power_w: f64,
    /// Positive work per weight and distance; none without gravity or distance, and of figures with a `drive`.
    #[serde(default)]
    pub cost_of_transport: Option<f64>,
    /// Energy account of the figure since it first moved.
    #[serde(default)]
    pub energy: EnergyReport,
}

impl CorpusReport {
    /// Makes the report of a figure in its present state, after a `travel`, in a `world` with this clock (s), gravity (m/s2)
    /// and height of the ground (m), and whether the ground is on and level.
    #[must_use]
    pub fn of(
        corpus: &mut Corpus,
        travel: &Travel,
        world: &str,
        time: f64,
        gravity: Vector3<f64>,
        (ground, has_level): (f64, bool),
    ) -> Self {
        let now = corpus.measure();
        let (positive, net) = travel.joint_work(corpus);
        let weight = corpus.model.total_mass() * gravity.norm();
        CorpusReport {
            name: corpus.name.clone(),
            world: world.to_owned(),
            bodies: corpus.solid_bodies(),
            dof: corpus.model.degrees_of_freedom(),
            mass_kg: corpus.model.total_mass(),
            window_s: [travel.from, travel.to],
            distance_m: travel.distance(),
            net_speed_m_s: travel.net_speed(),
            forward_speed_m_s: travel.forward_speed(),
            height_m: travel.mean_height(),
            yaw_rate_rad_s: travel.yaw_rate(),
            com_m: now.centre.into(),
            root_clearance_m: now.root_bottom - ground,
            least_root_clearance_m: travel.least_root_bottom().min(now.root_bottom) - ground,
            clearance_above_z_m: (!has_level).then_some(ground),
            positive_joint_work_j: positive,
            net_joint_work_j: net,
            mean_power_w: travel.per_second(positive),
            cost_of_transport: (weight * travel.distance() > 0.0)
                .then(|| positive / (weight * travel.distance())),
            energy: EnergyReport::of(corpus, time, gravity),
        }
    }
}

impl RunReport {
    /// Whether a file contains a report: it has the names that a report begins with.
    #[must_use]
    pub fn is_in(path: &Path) -> bool {
        let text = read_text(path, LARGEST).unwrap_or_default();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let names = ["simulated_s", "realtime_factor", "frames", "corpora"];
        names.iter().all(|name| value.get(name).is_some())
    }

    /// Combines the reports of two worlds.
    #[must_use]
    pub fn and(mut self, other: RunReport) -> Self {
        self.simulated_s += other.simulated_s;
        self.frames += other.frames;
        self.steps += other.steps;
        self.rejected_steps += other.rejected_steps;
        self.evaluations += other.evaluations;
        self.energy_j += other.energy_j;
        self.corpora.extend(other.corpora);
        self.reflexes.extend(other.reflexes);
        self
    }

    /// Whether the figures are in more than one world.
    fn has_worlds(&self) -> bool {
        let mut worlds = self.corpora.iter().map(|c| &c.world);
        let first = worlds.next();
        worlds.any(|world| Some(world) != first)
    }
}

/// Range of the costs of transport that the report shows: others are of figures that do not travel, or do no work.
const SENSIBLE_COSTS: std::ops::Range<f64> = 1e-3..1e4;

/// Least distance (m) for which the report shows a cost of transport.
const LEAST_TRAVEL: f64 = 1e-3;

impl fmt::Display for RunReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:.3} s simulated in {:.2} s ({:.3}x real time): {}, {}, {} rejected, {}; energy at the end {}",
            self.simulated_s,
            self.wall_s,
            self.realtime_factor,
            counted(self.frames, "frame"),
            counted(self.steps, "step"),
            self.rejected_steps,
            counted(self.evaluations, "evaluation"),
            prefixed(self.energy_j, "J", 5)
        )?;
        for c in &self.corpora {
            let bodies = if c.bodies == 1 { "body" } else { "bodies" };
            let degrees = if c.dof == 1 { "degree" } else { "degrees" };
            writeln!(
                f,
                "{}{}: {} {bodies}, {} {degrees} of freedom, {}",
                c.name,
                match self.has_worlds() {
                    true => format!(" in {}", c.world),
                    false => String::new(),
                },
                c.bodies,
                c.dof,
                mass(c.mass_kg)
            )?;
            let [from, to] = c.window_s;
            // Without mass nothing of it moves by itself: it is only shown.
            if to > from && c.mass_kg > 0.0 {
                writeln!(
                    f,
                    "  last `go`, from {from:.3} s to {to:.3} s: the centre of mass ended {} from its start (measured horizontally), net speed {}/s, {}, turning {:.1} deg/s to the left",
                    way(c.distance_m),
                    way(c.net_speed_m_s),
                    match c.forward_speed_m_s {
                        Some(speed) => format!("forward speed {}/s", way(speed)),
                        None => "no forward speed (its root rolled or tumbled)".to_owned(),
                    },
                    // Without a sign of zero.
                    (10.0 * c.yaw_rate_rad_s.to_degrees()).round() / 10.0 + 0.0
                )?;
                writeln!(
                    f,
                    "  centre of mass {} high on average; root {} at the end, at its lowest {}",
                    height(c.height_m),
                    clearance(c.root_clearance_m, c.clearance_above_z_m),
                    clearance(c.least_root_clearance_m, c.clearance_above_z_m)
                )?;
                if c.positive_joint_work_j > 0.0 {
                    let cost = c
                        .cost_of_transport
                        .filter(|cost| {
                            SENSIBLE_COSTS.contains(cost) && c.distance_m >= LEAST_TRAVEL
                        })
                        .map_or_else(String::new, |cost| format!("; cost of transport {cost:.3}"));
                    writeln!(
                        f,
                        "  the joints did {} of positive work, {} net; positive power {} on average{cost}",
                        prefixed(c.positive_joint_work_j, "J", 4),
                        prefixed(c.net_joint_work_j, "J", 4),
                        prefixed(c.mean_power_w, "W", 4)
                    )?;
                }
                writeln!(f, "  {}", c.energy)?;
            }
        }
        for reflex in &self.reflexes {
            writeln!(f, "{reflex}")?;
        }
        Ok(())
    }
}

/// Formats a distance (m) in centimetres, or in metres from one metre on.
fn way(metres: f64) -> String {
    if metres.abs() < 1.0 {
        format!("{:.2} cm", (metres * 1e4).round() / 1e2 + 0.0)
    } else {
        format!("{metres:.2} m")
    }
}

/// Formats a clearance (m): above or below the ground, or a height z (m).
fn clearance(metres: f64, z: Option<f64>) -> String {
    let distance = height(metres.abs());
    // The sign of a distance that is shown as zero is not that of its rounding.
    let is_below = metres < 0.0 && height(metres) != height(0.0);
    let side = if is_below { "below" } else { "above" };
    match z {
        None => format!("{distance} {side} the ground"),
        Some(0.0) => format!("{distance} {side} z = 0"),
        Some(z) => format!("{distance} {side} z = {}", height(z)),
    }
}

/// Formats a height (m) in millimetres, or in metres from one metre on.
fn height(metres: f64) -> String {
    if metres.abs() < 1.0 {
        // Without the sign of a zero.
        format!("{:.2} mm", (metres * 1e5).round() / 1e2 + 0.0)
    } else {
        format!("{metres:.3} m")
    }
}
