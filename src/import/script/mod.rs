//! Writes a description as a script for people to read and change.

mod bodies;
mod joints;
mod limbs;
mod lines;
mod spell;
mod surroundings;
mod twins;

use super::context::identifier;
use crate::diagnostic::harms;
use crate::files::without_steps;
use crate::robot::{Description, Gear, Link, Placement, Robot};
use bodies::Builder;
use limbs::{groups, unify};
use lines::{Line, text};
use nalgebra::Vector3;
use spell::{Measure, spell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use twins::twins;

/// Location of the script, to which its file paths are relative.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The folder of the script.
    pub script: PathBuf,
    /// Folders in which packages of `package://NAME/...` are searched for.
    pub packages: Vec<PathBuf>,
    /// Whether the base of a URDF robot moves freely; chosen from the robot if not given.
    pub free_base: Option<bool>,
}

impl Paths {
    /// Returns the path of a mesh file as written in the script.
    pub(super) fn of_mesh(&self, file: &Path) -> String {
        // The folder of a script in the working directory is empty.
        let whole = |path: &Path| match std::path::absolute(Path::new(".").join(path)) {
            Ok(whole) => without_steps(&whole),
            Err(_) => without_steps(path),
        };
        let (file, from) = (whole(file), whole(&self.script));
        let shared = file
            .components()
            .zip(from.components())
            .take_while(|(a, b)| a == b)
            .count();
        let up = from.components().count() - shared;
        let mut path = PathBuf::new();
        (0..up).for_each(|_| path.push(".."));
        path.extend(file.components().skip(shared));
        path.to_string_lossy().replace('\\', "/")
    }
}

/// Writes the script.
pub(super) fn write(
    description: &Description,
    format: &str,
    file: &Path,
    paths: &Paths,
    (left_out, assumed): (&[String], &[&str]),
    renamed: &[(String, String)],
) -> String {
    let mut out = Script::default();
    let file = file.file_name().unwrap_or_default().to_string_lossy();
    let title = &description.name;
    out.line(format!("# {title}, imported from {file} ({format})."));
    out.line("#");
    out.line("# A joint has the name of the body that it carries: `joint BODY q 10deg` sets it. To see the robot move, add `go 1s` at the end.");
    for what in assumed {
        out.line("#");
        out.line(format!("# {what}."));
    }
    if !left_out.is_empty() {
        out.line("#");
        out.line("# Not imported:");
        for what in left_out {
            out.line(format!("#   {what}"));
        }
    }
    if !renamed.is_empty() {
        out.line("#");
        out.line("# Names that are different in the file:");
        for (was, is) in renamed {
            let was = if was.is_empty() { "(none)" } else { was };
            out.line(format!("#   {is}: {was}"));
        }
    }
    let names = figure_names(description);
    let exact = |robot: &Robot| {
        let mut links = robot.links.iter().skip(1);
        links.all(|l| bodies::readable(&l.joint.axis).norm_squared() == 1.0)
    };
    if !description.robots.iter().all(exact) {
        out.line("");
        out.line("axisnorm on");
    }
    let mut taken = vec![];
    for (robot, name) in description.robots.iter().zip(&names) {
        out.robot(robot, name, paths, &mut taken);
    }
    let has_stops = |robot: &Robot| !joints::stops(robot).is_empty();
    if description.robots.iter().any(has_stops) {
        out.line("");
        out.line("# Joint stops: springs and dampers beyond the range, chosen from the inertia that they stop.");
        joints::STOPS.iter().for_each(|line| out.line(*line));
    }
    let several = description.robots.len() > 1;
    for (robot, name) in description.robots.iter().zip(&names) {
        out.joints(robot, several.then_some(name));
    }
    out.loops(description, &names, several);
    out.gears(description, &names, several);
    out.poses(description, &names, several);
    out.world(description);
    out.surfaces(description, &names, several);
    out.text.truncate(out.text.trim_end().len());
    out.text.push('\n');
    out.text
}

/// Returns the positions of the joints that follow others, by robot and link, while those that follow none are at zero.
fn starts(gears: &[Gear]) -> BTreeMap<(usize, usize), f64> {
    let mut starts = BTreeMap::new();
    // One may follow another that follows a third, in any order.
    for _ in gears {
        for gear in gears.iter().rev() {
            let [one, two] = gear.links.map(|link| (gear.robot, link));
            let followed = starts.get(&two).copied().unwrap_or(0.0);
            starts.insert(one, gear.ratio * followed + gear.offset);
        }
    }
    starts
}

/// Formats the components of a vector in SI.
fn components(v: &Vector3<f64>) -> String {
    let components = v.iter().map(|x| spell(*x, Measure::Bare));
    components.collect::<Vec<_>>().join(" ")
}

/// Names the figures: no name is that of a body.
fn figure_names(description: &Description) -> Vec<String> {
    let links = || description.robots.iter().flat_map(|r| &r.links);
    let mut names: Vec<String> = vec![];
    // The largest figure has the name of the file.
    let largest = description.robots.iter().map(|r| r.links.len()).max();
    for robot in &description.robots {
        let first = robot.links.first().map_or("robot", |l| l.name.as_str());
        let main = Some(robot.links.len()) == largest
            && names
                .iter()
                .all(|n| n.ends_with("_fixed") || n.ends_with("_figure"));
        let wanted = match main {
            true => description.name.clone(),
            false if robot.links.len() == 1 && !robot.free => format!("{first}_fixed"),
            false => format!("{first}_figure"),
        };
        let mut name = identifier(&wanted);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name = format!("robot_{name}");
        }
        while links().any(|l| l.name == name) || names.contains(&name) {
            name.push_str("_robot");
        }
        names.push(name);
    }
    names
}

#[derive(Default)]
struct Script {
    text: String,
}

impl Script {
    /// Adds a line. Texts of the robot's file cannot end it, nor hide or reorder what it shows.
    fn line(&mut self, line: impl AsRef<str>) {
        let is_end = |c: char| matches!(c, '\u{2028}' | '\u{2029}');
        let of = |c: char| if harms(c) || is_end(c) { ' ' } else { c };
        self.text.extend(line.as_ref().chars().map(of));
        self.text.push('\n');
    }

    fn robot(&mut self, robot: &Robot, name: &str, paths: &Paths, taken: &mut Vec<String>) {
        let Some(root) = robot.links.first() else {
            return;
        };
        self.line("");
        self.line(format!("addcorpus {name}"));
        let mut tree = Tree::new(robot, paths);
        tree.branch(0, self, taken);
        self.line("");
        self.line(format!("setroot {}", root.name));
        if !robot.free {
            self.line("rootmotion fixed");
        }
        self.line("corpusinit");
    }

    fn joints(&mut self, robot: &Robot, figure: Option<&String>) {
        let (settings, stops) = (joints::lines(robot), joints::stops(robot));
        let links = robot.links.iter().enumerate().skip(1);
        let spoken = links.map(|(i, link)| (robot.spoken(i), link));
        let is_other = |(spoken, l): &(String, &Link)| {
            !l.joint.name.is_empty() && l.joint.name != *spoken || l.joint.zero != 0.0
        };
        let named: Vec<_> = spoken.filter(is_other).collect();
        let remarks = robot.links.iter().filter(|l| !l.remarks.is_empty());
        let remarks: Vec<_> = remarks.collect();
        if named.is_empty()
            && remarks.is_empty()
            && settings.is_empty()
            && stops.is_empty()
            && robot.motors.is_empty()
            && robot.servos.is_empty()
        {
            return;
        }
        self.line("");
        if let Some(name) = figure {
            self.line(format!("setcorpus {name}"));
        }
        if !named.is_empty() {
            self.line("# Joints (body in this script: name of the joint in the file):");
            for (spoken, link) in named {
                let zero = match link.joint.zero {
                    0.0 => String::new(),
                    zero => format!(" (0 here is {} in the file)", spell(zero, Measure::Bare)),
                };
                let name = &link.joint.name;
                self.line(format!("#   {spoken}: {name}{zero}"));
            }
        }
        if !remarks.is_empty() {
            self.line("# Of bodies:");
            for link in remarks {
                let remarks = link.remarks.join("; ");
                self.line(format!("#   {}: {remarks}", link.name));
            }
        }
        let lines = settings.iter().chain(&stops);
        lines.for_each(|line| self.line(line));
        self.servos(robot);
        self.motors(robot);
    }

    fn servos(&mut self, robot: &Robot) {
        if robot.servos.is_empty() {
            return;
        }
        self.line("");
        self.line("# Servos: they hold their targets. `servo BODY target=ANGLE` moves one.");
        joints::servos(robot)
            .iter()
            .for_each(|line| self.line(line));
    }

    fn motors(&mut self, robot: &Robot) {
        if robot.motors.is_empty() {
            return;
        }
        self.line("");
        self.line("# Motors: the bias of a joint is its torque (N*m) or force (N); a motor of the file sets it to its gear times its control.");
        for motor in &robot.motors {
            let mut range = match motor.range {
                Some([low, high]) => format!(", control from {low} to {high}"),
                None => String::new(),
            };
            if let Some(limit) = motor.limit {
                range += &format!(", at most {limit}");
            }
            let name = match motor.name.as_str() {
                "" => String::new(),
                name => format!("{name}: "),
            };
            self.line(format!(
                "#   {name}joint {} bias {{{} * control}}{range}",
                robot.spoken(motor.link),
                spell(motor.gear, Measure::Bare)
            ));
        }
    }

    fn loops(&mut self, description: &Description, figures: &[String], several: bool) {
        if description.loops.is_empty() {
            return;
        }
        self.line("");
        self.line("# Bodies that are held together.");
        let name = |(robot, link): (usize, usize)| {
            let of = description.robots.get(robot)?.links.get(link)?;
            let figure = figures.get(robot).filter(|_| several);
            Some(match figure {
                Some(figure) => format!("{figure}.{}", of.name),
                None => of.name.clone(),
            })
        };
        for of in &description.loops {
            let second = match of.second {
                Some(second) => name(second),
                None => Some("world".to_owned()),
            };
            let (Some(one), Some(two)) = (name(of.first), second) else {
                continue;
            };
            let kind = if of.welded { "weld" } else { "pin" };
            let point = |of: &Placement| {
                let all = of.translation.iter().map(|x| spell(*x, Measure::Length));
                all.collect::<Vec<_>>().join(" ")
            };
            let to = of.to.as_ref();
            let to = to.map_or(String::new(), |to| format!(" to=[{}]", point(to)));
            let at = point(&of.at);
            self.line(format!("close {one} {two} {kind} at=[{at}]{to}"));
        }
    }

    fn gears(&mut self, description: &Description, figures: &[String], several: bool) {
        if description.gears.is_empty() {
            return;
        }
        self.line("");
        self.line("# Joints that follow others, each placed where it follows.");
        let starts = starts(&description.gears);
        let mut current = None;
        for gear in &description.gears {
            let Some(robot) = description.robots.get(gear.robot) else {
                continue;
            };
            if several && current != Some(gear.robot) {
                current = Some(gear.robot);
                if let Some(name) = figures.get(gear.robot) {
                    self.line(format!("setcorpus {name}"));
                }
            }
            let [one, two] = gear.links.map(|link| robot.spoken(link));
            let ratio = spell(gear.ratio, Measure::Bare);
            let measure = robot.links.get(gear.links[0]);
            let measure = measure.map_or(Measure::Bare, |link| joints::measure(link.joint.kind));
            let offset = spell(gear.offset, measure);
            let follows =
                |other: &&Gear| (other.robot, other.links[0]) == (gear.robot, gear.links[0]);
            let first = description.gears.iter().find(follows);
            let start = starts.get(&(gear.robot, gear.links[0]));
            // A joint that follows two others is placed by the first of them.
            if let Some(start) = start.filter(|start| **start != 0.0 && first == Some(gear)) {
                self.line(format!("joint {one} q {}", spell(*start, measure)));
            }
            self.line(format!(
                "close {one} {two} gear ratio={ratio} offset={offset}"
            ));
        }
    }

    fn poses(&mut self, description: &Description, names: &[String], several: bool) {
        let mut taken: Vec<String> = vec![];
        for pose in &description.poses {
            let mut name = format!("pose_{}", identifier(&pose.name));
            while taken.contains(&name) {
                name.push('_');
            }
            taken.push(name.clone());
            self.line("");
            self.line(format!("define {name}"));
            let mut current = None;
            let kinds = [
                ("joint", "q ", &pose.joints),
                ("joint", "dq ", &pose.rates),
                ("servo", "target=", &pose.targets),
                ("joint", "bias ", &pose.forces),
            ];
            let all = kinds
                .iter()
                .flat_map(|(command, word, all)| all.iter().map(move |one| (command, word, one)));
            for (command, word, (robot, number, value)) in all {
                let of = description.robots.get(*robot);
                let Some((of, link)) = of.and_then(|of| Some((of, of.links.get(*number)?))) else {
                    continue;
                };
                if several && current != Some(*robot) {
                    current = Some(*robot);
                    if let Some(name) = names.get(*robot) {
                        self.line(format!("  setcorpus {name}"));
                    }
                }
                let measure = match *word {
                    "dq " | "bias " => Measure::Bare,
                    _ => joints::measure(link.joint.kind),
                };
                let value = spell(*value, measure);
                self.line(format!("  {command} {} {word}{value}", of.spoken(*number)));
            }
            self.line("end");
        }
    }
}

/// The bodies of a robot with their lines.
struct Tree<'a> {
    robot: &'a Robot,
    lines: Vec<Vec<Line>>,
    children: Vec<Vec<usize>>,
}

impl<'a> Tree<'a> {
    fn new(robot: &'a Robot, paths: &'a Paths) -> Self {
        let mut children = vec![vec![]; robot.links.len()];
        for (i, link) in robot.links.iter().enumerate() {
            if let Some(of) = link.parent.and_then(|p| children.get_mut(p)) {
                of.push(i);
            }
        }
        let size = robot
            .links
            .iter()
            .map(|l| l.placement.translation.norm())
            .fold(0.0, f64::max);
        let mark = (0.05 * size).max(1e-4);
        let mut builder = Builder {
            robot,
            paths,
            mark: format!("{mark:.0e}").parse().unwrap_or(mark),
            parts: Default::default(),
        };
        Tree {
            robot,
            lines: (0..robot.links.len()).map(|l| builder.lines(l)).collect(),
            children,
        }
    }

    /// Returns the links of a branch, the carrier first.
    fn links(&self, top: usize) -> Vec<usize> {
        let mut links = vec![];
        let mut open = vec![top];
        while let Some(link) = open.pop() {
            links.push(link);
            open.extend(self.children.get(link).into_iter().flatten().rev());
        }
        links
    }

    fn branch_lines(&self, top: usize) -> Vec<Line> {
        let links = self.links(top);
        let lines = links.iter().filter_map(|l| self.lines.get(*l));
        lines.flatten().cloned().collect()
    }

    /// Writes a link and all its distal links.
    fn branch(&mut self, top: usize, out: &mut Script, taken: &mut Vec<String>) {
        let mut top = top;
        loop {
            if let Some(lines) = self.lines.get(top).filter(|lines| !lines.is_empty()) {
                out.line("");
                lines.iter().for_each(|line| out.line(text(line)));
            }
            let children = self.children.get(top).cloned().unwrap_or_default();
            match children.as_slice() {
                [] => return,
                [one] => top = *one,
                many => return self.limbs(many, out, taken),
            }
        }
    }

    /// Writes several limbs of one body; similar ones share a definition.
    fn limbs(&mut self, limbs: &[usize], out: &mut Script, taken: &mut Vec<String>) {
        let all: Vec<Vec<Line>> = limbs.iter().map(|l| self.branch_lines(*l)).collect();
        for group in groups(&all) {
            let tops: Vec<usize> = group
                .iter()
                .filter_map(|g| limbs.get(*g))
                .copied()
                .collect();
            if let &[one, other] = tops.as_slice()
                && let Some(found) = twins(self.robot, &self.links(one), &self.links(other))
            {
                self.branch(one, out, taken);
                out.line("");
                out.line(format!("mirror {} {} {}", found.from, found.to, found.axis));
                continue;
            }
            let lines: Vec<Vec<Line>> = group.iter().filter_map(|g| all.get(*g)).cloned().collect();
            match unify(&lines, taken) {
                Some(definition) => {
                    out.line("");
                    definition.lines.iter().for_each(|line| out.line(line));
                    definition.calls.iter().for_each(|line| out.line(line));
                }
                None => tops.iter().for_each(|top| self.branch(*top, out, taken)),
            }
        }
    }
}
