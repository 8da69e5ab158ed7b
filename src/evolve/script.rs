//! A creature as a readable script.

use super::genotype::Limbs;
use super::grow::{Creature, DENSITY};
use std::fmt::Write as _;

/// The comment above the command that starts the brain.
pub(super) const STARTS: &str = "# Starts the brain.";

/// What the calls of sensors begin with, and the functions.
const SENSES: [(&str, &str); 2] = [
    (
        "felt(",
        "\nfunction felt(touching)\n  if touching\n    return 1\n  end\n  return 0\nend\n",
    ),
    (
        "sight(",
        "\n# 1 if an axis points from the eye to the target, -1 if it points away.\nfunction sight(axis, eye)\n  let way = target.com - eye\n  return dot(axis, way) / norm(way)\nend\n",
    ),
];

/// Returns the script of a creature, whose brain starts with the command `live`.
#[must_use]
pub fn written(creature: &Creature, sensors: &[&str], collides: bool) -> String {
    let mut out = String::new();
    let parts = &creature.parts;
    let _ = writeln!(out, "let creature_length = {}m", creature.length());
    out += "dt 4ms\naddcorpus creature\n";
    let mut nodes: Vec<usize> = parts.iter().map(|part| part.node).collect();
    nodes.sort_unstable();
    nodes.dedup();
    for node in nodes {
        let made = parts.iter().filter(|part| part.node == node).count();
        let letter = char::from(b'a' + (node % 26) as u8);
        let times = if made == 1 {
            "once".to_owned()
        } else {
            format!("{made} times")
        };
        let _ = writeln!(
            out,
            "\n# Part {letter}, made {times}: a {} on its joint; `side` is -1 where it is mirrored.",
            match creature.genotype.limbs {
                Limbs::Box => "box",
                Limbs::Frustum => "frustum",
            }
        );
        let _ = writeln!(out, "define part_{letter} name size side");
        let gene = &creature.genotype.nodes[node];
        let [x, y, z] = gene.size;
        let _ = match creature.genotype.limbs {
            Limbs::Box => writeln!(
                out,
                "  box {{name}} size={{size * [{x}m {y}m {z}m]}}\n  move {{name}} 0 0 {{size * {z}m / 2}}"
            ),
            Limbs::Frustum => writeln!(
                out,
                "  frustum {{name}} from=[0 0 0] to=[0 0 {{size * {z}m}}] radius={{size * {x}m / 2}} end={{size * {y}m / 2}}"
            ),
        };
        for (i, [x, y, z]) in gene.axes.iter().take(gene.degrees).enumerate() {
            let axis = format!("{{-side * {x}}} {y} {{-side * {z}}} rotary");
            let _ = match i {
                0 => writeln!(out, "  addbody {{name}} {{name}} {axis} {DENSITY}kg/m3"),
                _ => writeln!(out, "  addjoint {{name}} {axis}"),
            };
        }
        out += "end\n";
    }
    out += "\n";
    for part in parts {
        let letter = char::from(b'a' + (part.node % 26) as u8);
        let (name, scale, side) = (&part.name, part.scale, part.side);
        let _ = writeln!(out, "part_{letter} {name} {scale} {side}");
        let Some(parent) = part.parent else {
            let _ = writeln!(out, "setroot {name}");
            continue;
        };
        if part.turn != 0.0 {
            let _ = writeln!(out, "rotate {name} z {}", part.turn);
        }
        if let Some((axis, degrees)) = part.facing {
            let _ = writeln!(out, "rotate {name} {axis} {degrees}");
        }
        let [x, y, z] = part.place;
        let _ = writeln!(out, "move {name} {x} {y} {z}");
        let _ = writeln!(out, "linkbodies {} {name}", parts[parent].name);
    }
    out += "corpusinit\n";
    // Of two parts, one carries the other, and these two do not collide.
    if collides && parts.len() > 2 {
        out += "collide all\n";
    }
    let muscles = creature.muscles(sensors);
    if !muscles.is_empty() {
        out += "\n# A joint with stops, and a servo that holds its middle.\ndefine muscle joint low high strength\n  range {joint} {low} {high}\n  servo {joint} {(low + high) / 2} kp={5 * strength} limit={strength}\nend\n";
        for muscle in &muscles {
            let [low, high] = muscle.limits;
            let _ = writeln!(
                out,
                "muscle {} {low} {high} {}",
                muscle.joint, muscle.strength
            );
        }
    }
    let neurons = creature.neurons(sensors);
    let inputs = neurons.iter().flat_map(|neuron| &neuron.inputs);
    let inputs = inputs.chain(muscles.iter().map(|muscle| &muscle.input));
    for (sense, function) in SENSES {
        if inputs.clone().any(|input| input.contains(sense)) {
            out += function;
        }
    }
    if !neurons.is_empty() {
        out += "\n";
    }
    for neuron in &neurons {
        let inputs: Vec<String> = { neuron.inputs.iter() }
            .map(|input| format!("{{{input}}}"))
            .collect();
        let _ = writeln!(
            out,
            "neuron {} {} {}",
            neuron.name,
            neuron.function,
            inputs.join(" ")
        );
    }
    let _ = write!(out, "\n{STARTS}\ndefine live\n  every 40ms\n");
    if !neurons.is_empty() {
        out += "    think\n";
    }
    for muscle in &muscles {
        let [low, high] = muscle.limits;
        let middle = super::genotype::round((low + high) / 2.0);
        let half = super::genotype::round((high - low) / 2.0);
        let _ = writeln!(
            out,
            "    servo {} {{{middle} + {half} * clamp({}, -1, 1)}}",
            muscle.joint, muscle.input
        );
    }
    if muscles.is_empty() && neurons.is_empty() {
        out += "    let still = 1\n";
    }
    out + "  end\nend\n"
}
