//! The keys of a viewer, declared once, for the window, the terminal, the help overlay and the manual.

use super::channels::{Marker, Order, Remote};
use super::controls::Controls;
use super::shown::Shown;

/// Rotation by a press of a camera key (rad).
const TURN: f64 = 0.1;
/// Factor of distance by a press of a zoom key.
const ZOOM: f64 = 1.15;
/// Factor of speed by a press of a speed key.
const FASTER: f64 = 1.5;
/// Step in time by a press of a time key (s of the viewer).
const LEAP: f64 = 0.1;

/// A key with its effect.
pub struct KeyDoc {
    /// Names of the keys, separated by blanks. Single characters are their own names.
    pub keys: &'static str,
    /// Description in a few words.
    pub does: &'static str,
    effect: Effect,
}

enum Effect {
    Order(Order),
    Act(fn(&mut Press)),
}

/// A press of a key.
struct Press<'a> {
    controls: &'a mut Controls,
    /// Whether the effect on time is ten times as large.
    many: bool,
    shown: Option<&'a Shown>,
    remote: &'a Remote,
}

impl Press<'_> {
    /// Turns the camera by so many steps.
    fn turn(&mut self, left: f64, up: f64) {
        self.controls.camera.turn(TURN * left, TURN * up);
    }

    /// Goes in time by so many steps.
    fn leap(&self, steps: f64) {
        let speed = self.shown.map_or(1.0, |shown| shown.speed);
        let factor = if self.many { 10.0 } else { 1.0 };
        self.remote
            .order(Order::Scrub(steps * LEAP * speed * factor));
    }

    fn next_body(&mut self, by: isize) {
        let count = self.shown.map_or(0, |shown| shown.scene.actors.len());
        if count == 0 {
            return;
        }
        let next = match self.controls.chosen {
            None if by < 0 => count - 1,
            None => 0,
            Some(now) => (now as isize + by).rem_euclid(count as isize) as usize,
        };
        self.controls.choose(Some(next), self.remote);
    }
}

fn flip(flag: &mut bool) {
    *flag = !*flag;
}

const fn order(keys: &'static str, does: &'static str, order: Order) -> KeyDoc {
    let effect = Effect::Order(order);
    KeyDoc { keys, does, effect }
}

const fn key(keys: &'static str, does: &'static str, act: fn(&mut Press)) -> KeyDoc {
    let effect = Effect::Act(act);
    KeyDoc { keys, does, effect }
}

/// All keys, in the order of the help.
pub const KEYS: &[KeyDoc] = &[
    order("space", "pause, resume", Order::Toggle),
    order(".", "one frame forward", Order::Step(1)),
    order(",", "one frame back", Order::Step(-1)),
    order("+ =", "play faster", Order::Faster(FASTER)),
    order("-", "play slower", Order::Faster(1.0 / FASTER)),
    order("1", "play in real time", Order::RealTime),
    key("left", "go back in time", |p| p.leap(-1.0)),
    key("right", "go forward in time", |p| p.leap(1.0)),
    order("home", "go to the first stored moment", Order::First),
    order("end", "go to the newest moment", Order::Newest),
    order("b", "continue from the moment shown", Order::Here),
    key("h", "turn the camera left", |p| p.turn(1.0, 0.0)),
    key("l", "turn the camera right", |p| p.turn(-1.0, 0.0)),
    key("up k", "raise the camera", |p| p.turn(0.0, 1.0)),
    key("down j", "lower the camera", |p| p.turn(0.0, -1.0)),
    key("] z", "camera nearer", |p| {
        p.controls.camera.zoom(1.0 / ZOOM)
    }),
    key("[ Z", "camera farther", |p| p.controls.camera.zoom(ZOOM)),
    key("c", "camera: follow, fixed, circle", |p| {
        p.controls.note = Some(p.controls.camera.next_mode().to_owned())
    }),
    key("v", "next camera of the script", |p| {
        p.controls.note = Some(p.controls.camera.next_named(p.shown))
    }),
    key("0", "reset the camera", |p| p.controls.camera.reset()),
    key("tab", "next body: show its joint", |p| p.next_body(1)),
    key("shift-tab", "previous body", |p| p.next_body(-1)),
    key("esc", "deselect the body", |p| {
        p.controls.choose(None, p.remote)
    }),
    order("n", "show names", Order::Mark(Marker::Names)),
    order("x", "show joint axes", Order::Mark(Marker::Axes)),
    order(
        "f",
        "show ground forces and pushes",
        Order::Mark(Marker::Forces),
    ),
    key("s", "show shadows", |p| flip(&mut p.controls.flat)),
    key("g", "window: light or full drawing", |p| {
        flip(&mut p.controls.light)
    }),
    order("p", "next diagram, then none", Order::Diagram),
    order("r", "reload the script", Order::Reload),
    key("?", "show this help", |p| flip(&mut p.controls.help)),
    key("q", "quit", |p| p.controls.quits = true),
];

impl Controls {
    /// Acts on a press of the key of a name; `many` is for a ten times larger effect on time. Returns whether the viewer stays
    /// open.
    pub fn press(
        &mut self,
        name: &str,
        many: bool,
        shown: Option<&Shown>,
        remote: &Remote,
    ) -> bool {
        let has = |key: &&KeyDoc| key.keys.split(' ').any(|key| key == name);
        if let Some(key) = KEYS.iter().find(has) {
            self.note = None;
            match &key.effect {
                Effect::Order(order) => remote.order(order.clone()),
                Effect::Act(act) => act(&mut Press {
                    controls: self,
                    many,
                    shown,
                    remote,
                }),
            }
        }
        !self.quits
    }
}

/// Returns the keys in two columns: their names, and their effects.
#[must_use]
pub fn help() -> Vec<(&'static str, &'static str)> {
    let line = |k: &KeyDoc| (k.keys, k.does);
    KEYS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let names: Vec<&str> = KEYS.iter().flat_map(|k| k.keys.split(' ')).collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
        }
    }
}
