//! `replicate` of MJCF: replaced by frames with copies of its contents.

use super::pose;
use super::settings::Compiler;
use crate::import::context::Context;
use crate::import::xml::Element;
use crate::robot::Placement;
use nalgebra::Vector3;
use std::collections::BTreeMap;

/// Most copies of elements in a file.
const MOST_COPIES: usize = 200_000;

/// Names of elements with those of their copies.
type Copies = BTreeMap<String, Vec<String>>;

/// Replaces each `replicate` in a file, and copies the actuators that drive replicated joints.
pub(super) fn expand(root: &mut Element, compiler: &Compiler, ctx: &mut Context) {
    let mut work = Work {
        compiler,
        ctx,
        copied: 0,
        names: Copies::new(),
    };
    let worlds = root.children.iter_mut().filter(|e| e.tag == "worldbody");
    worlds.for_each(|world| work.within(world));
    let names = work.names;
    if names.is_empty() {
        return;
    }
    let sections = root.children.iter_mut().filter(|e| e.tag == "actuator");
    for section in sections {
        let all = std::mem::take(&mut section.children);
        section.children = all.into_iter().flat_map(|e| actuators(e, &names)).collect();
    }
}

/// Returns an actuator, or its copies if its joint is replicated.
fn actuators(element: Element, names: &Copies) -> Vec<Element> {
    let joint = |e: &Element| {
        let mut own = e.attributes.iter();
        own.position(|a| matches!(a.name.as_str(), "joint" | "jointinparent"))
    };
    let at = joint(&element);
    let target = at.and_then(|at| element.attributes.get(at));
    let Some((was, copies)) = target.and_then(|a| Some((a.value.clone(), names.get(&a.value)?)))
    else {
        return vec![element];
    };
    let of_copy = |copy: &String| {
        let mut element = element.clone();
        let suffix = copy.strip_prefix(&was).unwrap_or_default();
        for (i, attribute) in element.attributes.iter_mut().enumerate() {
            if attribute.name == "name" || Some(i) == at {
                attribute.value += suffix;
            }
        }
        element
    };
    // Copies of an inner `replicate` are copied by the outer one.
    let copies = copies.iter().map(of_copy);
    copies.flat_map(|e| actuators(e, names)).collect()
}

struct Work<'c, 'r> {
    compiler: &'c Compiler,
    ctx: &'c mut Context<'r>,
    copied: usize,
    names: Copies,
}

impl Work<'_, '_> {
    /// Replaces each `replicate` in an element; the inner ones first.
    fn within(&mut self, element: &mut Element) {
        let mut children = Vec::with_capacity(element.children.len());
        for mut child in std::mem::take(&mut element.children) {
            self.within(&mut child);
            match child.tag.as_str() {
                "replicate" => children.extend(self.copies(&child)),
                _ => children.push(child),
            }
        }
        element.children = children;
    }

    /// Returns the frames with the copies. The position of each is that of the one before, moved by `offset` in its axes; its
    /// orientation is the number of the copy times `euler`, as MuJoCo computes them.
    fn copies(&mut self, element: &Element) -> Vec<Element> {
        let Some(a) = element.get("count") else {
            let message = "`replicate` needs a `count`";
            self.ctx
                .error("E034", element.span, message, "give the number of copies");
            return vec![];
        };
        let count = self.ctx.number(Some(a)).unwrap_or(0.0);
        if !(count >= 1.0 && count.fract() == 0.0) {
            let message = format!(
                "`count` must be a whole number above zero, found {}",
                a.value
            );
            self.ctx
                .error("E034", a.span, message, "give the number of copies");
            return vec![];
        }
        self.copied = self
            .copied
            .saturating_add((count as usize).saturating_mul(size(element)));
        if self.copied > MOST_COPIES {
            let message = format!("the file has more than {MOST_COPIES} replicated elements");
            self.ctx
                .error("E034", a.span, message, "lower the `count` of `replicate`");
            return vec![];
        }
        let count = count as usize;
        let offset = self.ctx.vector(element.get("offset")).unwrap_or_default();
        let euler = self.ctx.vector(element.get("euler")).unwrap_or_default();
        let separator = element.text_of("sep").unwrap_or_default().to_owned();
        let mut inside = vec![];
        element.children.iter().for_each(|e| names(e, &mut inside));
        let digits = count.to_string().len();
        let mut at = Vector3::zeros();
        let mut frames = vec![];
        for i in 0..count {
            let angles = euler * i as f64;
            let mut frame = element.clone();
            "frame".clone_into(&mut frame.tag);
            frame.attributes.retain(|a| a.name == "childclass");
            let three = |v: &Vector3<f64>| format!("{} {} {}", v.x, v.y, v.z);
            frame.put("pos", three(&at), element.span);
            frame.put("euler", three(&angles), element.span);
            let suffix = format!("{separator}{i:0digits$}");
            frame.children.iter_mut().for_each(|e| rename(e, &suffix));
            let turned = Placement {
                turns: pose::euler(angles.as_slice(), self.compiler),
                translation: Vector3::zeros(),
            };
            at += turned.transform().point(&offset);
            frames.push(frame);
            for name in &inside {
                let renamed = format!("{name}{suffix}");
                self.names.entry(name.clone()).or_default().push(renamed);
            }
        }
        frames
    }
}

/// Returns the number of elements in an element, with itself.
fn size(element: &Element) -> usize {
    1 + element.children.iter().map(size).sum::<usize>()
}

/// Adds the names of an element and of those in it.
fn names(element: &Element, out: &mut Vec<String>) {
    let own = element.attributes.iter().filter(|a| a.name == "name");
    out.extend(own.map(|a| a.value.clone()));
    element.children.iter().for_each(|e| names(e, out));
}

/// Appends a suffix to the names of an element and of those in it.
fn rename(element: &mut Element, suffix: &str) {
    let own = element.attributes.iter_mut().filter(|a| a.name == "name");
    own.for_each(|a| a.value += suffix);
    element.children.iter_mut().for_each(|e| rename(e, suffix));
}
