//! Growth of a creature from its genotype: first its parts, breadth first, then the connections of its neurons.

use super::genotype::{Connection, Gene, Genotype, Input, Limbs, Node, Source, round};
use crate::control::NEURON_FUNCTIONS;
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use std::f64::consts::{FRAC_PI_3, SQRT_2};

/// Most parts of a creature.
pub const MOST_PARTS: usize = 10;

/// Density of the parts (kg/m3).
pub const DENSITY: f64 = 500.0;

/// A part of a creature.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name: the letter of its node and a number.
    pub name: String,
    /// Number of its node.
    pub node: usize,
    /// Number of the part that carries it.
    pub parent: Option<usize>,
    /// Numbers of the parts that it carries.
    pub children: Vec<usize>,
    /// Factor of its size.
    pub scale: f64,
    /// -1 if it is mirrored, else 1.
    pub side: f64,
    /// Place of its joint in the frame of the part that carries it (m).
    pub place: [f64; 3],
    /// Turn about its own z axis (degrees).
    pub turn: f64,
    /// Rotation of its z axis to the normal of the surface that carries it: axis and degrees.
    pub facing: Option<(char, f64)>,
    /// Its frame in that of the first part, with all joints at zero.
    pub frame: Isometry3<f64>,
}

/// A creature: its parts and its brain.
#[derive(Clone, Debug)]
pub struct Creature<'g> {
    /// The genotype.
    pub genotype: &'g Genotype,
    /// Parts; the first one carries all others.
    pub parts: Vec<Part>,
}

/// A connected neuron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neuron {
    /// Its name.
    pub name: String,
    /// Word for its function.
    pub function: String,
    /// Expressions of its inputs.
    pub inputs: Vec<String>,
}

/// A driven degree of freedom.
#[derive(Clone, Debug, PartialEq)]
pub struct Muscle {
    /// Name of the degree of freedom.
    pub joint: String,
    /// Ends of its range (rad).
    pub limits: [f64; 2],
    /// Largest torque (N m).
    pub strength: f64,
    /// Expression of its input.
    pub input: String,
}

/// Returns place and rotation of a part that a connection attaches to one of a size, or to a frustum of these radii in a box of that
/// size.
fn attached(
    connection: &Connection,
    (size, radii): (Vector3<f64>, Option<[f64; 2]>),
    side: f64,
) -> ([f64; 3], Option<(char, f64)>) {
    let [x, y, z] = connection.place;
    let way = Vector3::new(x, y * side, z);
    let half = size / 2.0;
    let steep = way.abs().component_div(&half);
    let axis = steep.imax();
    let mut reach = way / steep[axis].max(1e-9);
    if let Some([low, high]) = radii {
        let radius = low + (high - low) * (reach.z / size.z + 0.5);
        let inside = radius / (half.x * SQRT_2);
        // On a face of the frustum, or on the line of its side that points to that face of the box.
        (reach.x, reach.y) = match axis {
            0 => (radius * reach.x.signum(), 0.0),
            1 => (0.0, radius * reach.y.signum()),
            _ => (reach.x * inside, reach.y * inside),
        };
    }
    // The origin of a part is in the middle of its lower face.
    let place = reach + Vector3::new(0.0, 0.0, half.z);
    let facing = match (axis, way[axis] > 0.0) {
        (0, true) => Some(('y', 90.0)),
        (0, false) => Some(('y', -90.0)),
        (1, true) => Some(('x', -90.0)),
        (1, false) => Some(('x', 90.0)),
        (_, true) => None,
        (_, false) => Some(('x', 180.0)),
    };
    (place.map(round).into(), facing)
}

impl<'g> Creature<'g> {
    /// Grows the parts of a genotype without faults.
    #[must_use]
    pub fn grow(genotype: &'g Genotype) -> Self {
        let mut creature = Creature {
            genotype,
            parts: vec![],
        };
        let mut uses = vec![0; genotype.nodes.len()];
        creature.add(0, None, &mut uses);
        let mut next = 0;
        while next < creature.parts.len() {
            let node = creature.parts[next].node;
            for connection in genotype.connections.iter().filter(|c| c.parent == node) {
                let child = connection.child;
                let most = genotype.nodes[child].replications;
                if uses[child] < most && creature.parts.len() < MOST_PARTS {
                    creature.add(child, Some((next, connection)), &mut uses);
                }
            }
            next += 1;
        }
        creature
    }

    fn add(&mut self, node: usize, stem: Option<(usize, &Connection)>, uses: &mut [usize]) {
        uses[node] += 1;
        let letter = char::from(b'a' + (node % 26) as u8);
        let number = self.parts.len();
        let mut part = Part {
            name: format!("{letter}{}", uses[node]),
            node,
            parent: stem.map(|(parent, _)| parent),
            children: vec![],
            scale: 1.0,
            side: 1.0,
            place: [0.0; 3],
            turn: 0.0,
            facing: None,
            frame: Isometry3::identity(),
        };
        if let Some((parent, connection)) = stem {
            let shape = (self.size(parent), self.radii(parent));
            let carrier = &mut self.parts[parent];
            carrier.children.push(number);
            part.side = if connection.reflect {
                -carrier.side
            } else {
                carrier.side
            };
            part.scale = round((carrier.scale * connection.scale).clamp(0.3, 1.5));
            (part.place, part.facing) = attached(connection, shape, part.side);
            part.turn = libm::round((part.side * connection.turn).to_degrees());
            let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), part.turn.to_radians());
            let facing = part
                .facing
                .map_or(UnitQuaternion::identity(), |(axis, degrees)| {
                    let axis = if axis == 'x' {
                        Vector3::x_axis()
                    } else {
                        Vector3::y_axis()
                    };
                    UnitQuaternion::from_axis_angle(&axis, degrees.to_radians())
                });
            let [x, y, z] = part.place;
            let local = Isometry3::from_parts(Translation3::new(x, y, z), facing * turn);
            part.frame = carrier.frame * local;
        }
        self.parts.push(part);
    }

    /// Returns the node of a part.
    #[must_use]
    pub fn node(&self, part: usize) -> &'g Node {
        &self.genotype.nodes[self.parts[part].node]
    }

    /// Returns the radii of the lower and the upper face of a part that is a frustum (m).
    #[must_use]
    pub fn radii(&self, part: usize) -> Option<[f64; 2]> {
        let [low, high, _] = self.node(part).size;
        let scale = self.parts[part].scale;
        match self.genotype.limbs {
            Limbs::Box => None,
            Limbs::Frustum => Some([low, high].map(|width| width * scale / 2.0)),
        }
    }

    /// Returns the sides of a part, or of the box around it (m).
    #[must_use]
    pub fn size(&self, part: usize) -> Vector3<f64> {
        let size = Vector3::from(self.node(part).size) * self.parts[part].scale;
        match self.radii(part) {
            None => size,
            Some([low, high]) => {
                let width = 2.0 * low.max(high);
                Vector3::new(width, width, size.z)
            }
        }
    }

    /// Returns the volume of a part (m3).
    fn volume(&self, part: usize) -> f64 {
        let size = self.size(part);
        match self.radii(part) {
            None => size.product(),
            Some([low, high]) => FRAC_PI_3 * size.z * (low * low + low * high + high * high),
        }
    }

    /// Returns the mass of the creature (kg).
    #[must_use]
    pub fn mass(&self) -> f64 {
        let volumes = (0..self.parts.len()).map(|part| self.volume(part));
        DENSITY * volumes.sum::<f64>()
    }

    /// Returns the sides of the box around it with all joints at zero (m).
    fn extent(&self) -> Vector3<f64> {
        let corners = (0..self.parts.len()).flat_map(|part| {
            let (size, frame) = (self.size(part), self.parts[part].frame);
            (0..8).map(move |corner| {
                let end = |bit: u32| f64::from(corner >> bit & 1);
                let at = Point3::new(
                    size.x * (end(0) - 0.5),
                    size.y * (end(1) - 0.5),
                    size.z * end(2),
                );
                (frame * at).coords
            })
        });
        let far = Vector3::repeat(f64::INFINITY);
        let (low, high) =
            corners.fold((far, -far), |(low, high), at| (low.inf(&at), high.sup(&at)));
        high - low
    }

    /// Returns its length: the largest side of that box (m).
    #[must_use]
    pub fn length(&self) -> f64 {
        round(self.extent().max())
    }

    /// The figures of a body, with their units.
    pub const FIGURES: [(&'static str, &'static str); 5] = [
        ("parts", "1"),
        ("limbs", "1"),
        ("mass", "kg"),
        ("length", "m"),
        ("stature", "m"),
    ];

    /// Returns a figure of the body (SI): the number of parts, of parts that carry no other, mass, length, or height with all joints at
    /// zero.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<f64> {
        let ends = || self.parts.iter().filter(|part| part.children.is_empty());
        Some(match name {
            "parts" => self.parts.len() as f64,
            "limbs" => ends().count() as f64,
            "mass" => self.mass(),
            "length" => self.length(),
            "stature" => self.extent().z,
            _ => return None,
        })
    }

    /// Returns the names of the degrees of freedom of a part's joint.
    #[must_use]
    pub fn joints(&self, part: usize) -> Vec<String> {
        let name = &self.parts[part].name;
        match (self.parts[part].parent, self.node(part).degrees) {
            (None, _) => vec![],
            (_, 1) => vec![name.clone()],
            (_, many) => (1..=many).map(|i| format!("{name}.q{i}")).collect(),
        }
    }

    /// Returns the neurons, connected; `sensors` are the expressions of the task.
    #[must_use]
    pub fn neurons(&self, sensors: &[&str]) -> Vec<Neuron> {
        let named = |genes: &[Gene], part: Option<usize>, stem: &str| -> Vec<Neuron> {
            let all = genes.iter().enumerate();
            all.map(|(i, gene)| {
                let known = NEURON_FUNCTIONS.iter().find(|f| f.name == gene.function);
                let [_, most] = known.map_or([0, 0], |function| function.inputs);
                let inputs = gene.inputs.iter().take(most);
                Neuron {
                    name: format!("{stem}{i}"),
                    function: gene.function.clone(),
                    inputs: inputs
                        .map(|input| self.input(input, part, sensors))
                        .collect(),
                }
            })
            .collect()
        };
        let mut all = named(&self.genotype.neurons, None, "brain_");
        for (number, part) in self.parts.iter().enumerate() {
            let stem = format!("{}_", part.name);
            all.extend(named(&self.node(number).neurons, Some(number), &stem));
        }
        all
    }

    /// Returns the degrees of freedom with their servos.
    #[must_use]
    pub fn muscles(&self, sensors: &[&str]) -> Vec<Muscle> {
        let mass = self.mass();
        let of_part = |part: usize| {
            let (node, size) = (self.node(part), self.size(part));
            let joints = self.joints(part).into_iter().enumerate();
            joints.map(move |(i, joint)| Muscle {
                joint,
                limits: node.limits[i],
                strength: round(STRENGTH * mass * 9.81 * size.z),
                input: self.input(&node.effectors[i], Some(part), sensors),
            })
        };
        (0..self.parts.len()).flat_map(of_part).collect()
    }

    /// Returns the expression of an input; 0 if what it names does not exist.
    fn input(&self, input: &Input, part: Option<usize>, sensors: &[&str]) -> String {
        let weight = input.weight;
        let of_list = |part: Option<usize>, number: usize| {
            let part = part?;
            let count = self.node(part).neurons.len();
            let name = &self.parts[part].name;
            (count > 0).then(|| format!("{name}_{}.out", number % count.max(1)))
        };
        let signal = match input.source {
            Source::One => return format!("{weight}"),
            Source::Local(number) => of_list(part, number),
            Source::Parent(number) => {
                of_list(part.and_then(|part| self.parts[part].parent), number)
            }
            Source::Child(which, number) => part.and_then(|part| {
                let children = &self.parts[part].children;
                let child = children.get(which % children.len().max(1)).copied();
                of_list(child, number)
            }),
            Source::Global(number) => {
                let count = self.genotype.neurons.len();
                (count > 0).then(|| format!("brain_{}.out", number % count.max(1)))
            }
            Source::Angle(number) => part.and_then(|part| {
                let joints = self.joints(part);
                let joint = joints.get(number % joints.len().max(1))?;
                let end = if joints.len() == 1 { ".q" } else { "" };
                Some(format!("{joint}{end} / 1rad"))
            }),
            Source::Touch => part.map(|part| format!("felt({}.contact)", self.parts[part].name)),
            Source::World(number) => sensors
                .get(number % sensors.len().max(1))
                .map(|sensor| sensor.replace("PART", &self.parts[part.unwrap_or(0)].name)),
        };
        signal.map_or("0".to_owned(), |signal| format!("{weight} * {signal}"))
    }
}

/// Largest torque of a joint, as a part of the torque that holds the whole weight at the length of the part.
const STRENGTH: f64 = 1.5;
