//! Commands of other programs, and the line to write in place of each.

use crate::diagnostic::quote;
use crate::lang::value::show::significant;

/// Whether a word ends a block in other languages.
pub(in crate::session) fn ends_block(head: &str) -> bool {
    const HEADS: [&str; 15] = [
        "if", "for", "while", "repeat", "loop", "def", "define", "function", "func", "fn", "do",
        "when", "every", "after", "at",
    ];
    let word = head
        .strip_prefix("end")
        .map(|rest| rest.trim_start_matches('_'));
    matches!(head, "fi" | "done" | "od" | "wend") || word.is_some_and(|word| HEADS.contains(&word))
}

/// Returns the command for a word that opens a block in other languages.
pub(in crate::session) fn opener(head: &str) -> Option<&'static str> {
    Some(match head.to_lowercase().as_str() {
        "loop" => "repeat",
        "foreach" => "for",
        "until" => "while",
        "unless" => "if",
        "fn" | "func" | "function" | "def" | "sub" | "proc" | "macro" => "define",
        _ => return None,
    })
}

/// Whether a text has an `=` that is not part of a comparison.
pub(in crate::session) fn assigns(text: &str) -> bool {
    let bytes = text.as_bytes();
    let at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied().unwrap_or_default();
    bytes.iter().enumerate().any(|(i, byte)| {
        let compares = b"=!<>".contains(&at(i.checked_sub(1))) || at(Some(i + 1)) == b'=';
        *byte == b'=' && !compares
    })
}

/// Returns a strength of gravity without its minus sign, and the reason if it had one.
pub(super) fn downwards(strength: &str) -> (&str, &'static str) {
    match strength.strip_prefix('-') {
        Some(strength) => (strength, " (a positive value points downwards)"),
        None => (strength, ""),
    }
}

/// Returns help for a line whose first word is a command of other programs; keeps the rest of the line if it fits. None for an
/// unknown word. It is a separate function because its stack frame is large, and lines are nested.
#[inline(never)]
pub(super) fn elsewhere(head: &str, rest: &str) -> Option<String> {
    let rest = rest.trim();
    let words: Vec<&str> = rest.split_whitespace().collect();
    let write = |line: String| format!("write {}", quote(&line));
    let is_number =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || "-.{".contains(c));
    let lowered = head.to_lowercase();
    // Parameter of a joint: `damping leg 0.1`, `damping 0.1 leg`.
    let joint = |parameter: &str, example: &str| match words.as_slice() {
        [body, value] if !is_number(body) && is_number(value) => {
            format!("joint {body} {parameter} {value}")
        }
        [value, body] if is_number(value) => format!("joint {body} {parameter} {value}"),
        [body] if !is_number(body) => format!("joint {body} {parameter} {example}"),
        _ => format!("joint NAME {parameter} {example}"),
    };
    Some(match lowered.as_str() {
        "wait" | "sleep" | "pause" | "delay" | "simulate" | "sim" | "run" | "advance" | "play" => {
            match words.as_slice() {
                [time] if time.parse::<f64>().is_ok() => {
                    format!("{}: time passes in `go`", write(format!("go {time}s")))
                }
                [time] if is_number(time) => {
                    format!("{}: time passes in `go`", write(format!("go {time}")))
                }
                [] => "`go 1s` simulates a second".into(),
                [part, ..] if part.starts_with('*') => format!(
                    "a list never waits: {} runs a command later",
                    quote(&format!("timer {part} COMMAND"))
                ),
                _ if lowered == "run" => "`include FILE` runs another script, `go 1s` simulates a second".into(),
                _ => "`go 1s` simulates a second; `after 1s` runs lines later".into(),
            }
        }
        "step" | "steps" | "tick" | "ticks" => match words.as_slice() {
            [count] if is_number(count) => format!(
                "{}: a number without a unit counts frames, and a time needs its unit, such as `go 1s`",
                write(format!("go {count}"))
            ),
            _ => "`go 1` simulates a frame, `go 1s` a second".into(),
        },
        "gravity" | "gravitation" => match words.as_slice() {
            [switch @ ("on" | "off")] => write(format!("grav {switch}")),
            [value] if is_number(value) => {
                let (strength, why) = downwards(value);
                format!("{}{why}, and `grav on` to switch it on", write(format!("setgrav {strength}")))
            }
            [x, y, z] => format!(
                "`setgrav` sets its strength, {} its direction",
                quote(&format!("gravdirection {x} {y} {z}"))
            ),
            _ => "`grav on` switches it on, `setgrav 9.81m/s2` sets its strength".into(),
        },
        "friction" => match words.as_slice() {
            [value] if is_number(value) => write(format!("groundfriction stick {value}")),
            [body, value] if !is_number(body) => format!(
                "friction of the ground is the same for all bodies: `groundfriction stick 0.5`; in a joint it is {}",
                quote(&format!("joint {body} dry {value}"))
            ),
            _ => "`groundfriction stick 0.5` sets the friction of the ground, `joint NAME dry 1mN*m` the friction of a joint".into(),
        },
        "damping" | "damper" => write(joint("b", "1e-6")),
        "stiffness" | "spring" => format!(
            "{}; `joint NAME spring damper+linear` switches it on",
            write(joint("k", "2e-4"))
        ),
        "mass" | "density" => "`addbody NAME OBJECT 0 1 0 rotary 1g/cm3` gives a body its density, or `mass=2kg` its mass".into(),
        "position" | "pos" | "angle" => write(joint("q", "30deg")),
        "velocity" | "vel" => format!(
            "{}; `addv` changes the velocity of the root",
            write(joint("dq", "1rad/s"))
        ),
        _ if opener(&lowered) == Some("define") => format!(
            "write {}, the lines of the command, and `end`",
            quote(&definition(rest))
        ),
        "assert" | "require" | "ensure" => write(format!("expect {}", or(rest, "x > 0"))),
        "foreach" => write(format!("for {}", or(rest, "i in 0..4"))),
        "loop" => match words.as_slice() {
            [count] => write(format!("repeat {count}")),
            _ => "`repeat 3` runs its lines three times, `while x < 3` runs them while the condition is true".into(),
        },
        "until" => "`while not CONDITION` runs its lines until the condition is true".into(),
        "unless" => write(format!("if not ({})", or(rest, "x > 0"))),
        "break" | "continue" => "a loop always runs all of its lines: use `while` with a condition to end it, and `if` to skip lines".into(),
        "return" => "a command does not return a value".into(),
        "hinge" | "revolute" | "prismatic" | "slider" => {
            let kind = if matches!(lowered.as_str(), "hinge" | "revolute") { "rotary" } else { "sliding" };
            format!("`addbody NAME OBJECT 0 1 0 {kind} 1g/cm3` makes a body with this joint, `linkbodies TRUNK NAME` attaches it to its parent")
        }
        "link" | "connect" | "parent" => match words.as_slice() {
            [_, _] => format!("{}: first the parent, then the child", write(format!("linkbodies {rest}"))),
            _ => "`linkbodies TRUNK LEG` attaches a leg to a trunk".into(),
        },
        "body" | "part" | "segment" | "bone" | "limb" => "`addbody NAME OBJECT 0 1 0 rotary 1g/cm3` makes a body from an object; `get NAME from unit_cube` makes an object".into(),
        "model" | "figure" | "robot" | "creature" => write(format!("addcorpus {}", or(rest, "NAME"))),
        "render" | "video" | "movie" => "`film FILE` records a film in a script; `corpus render SCRIPT -o FILE` does so from the shell".into(),
        "floor" | "plane" => write(format!("ground {}", if rest == "off" { rest } else { "on" })),
        "import" | "use" | "from" | "using" | "require_once" | "source" => imported(&words),
        "set" | "assign" => match words.as_slice() {
            [name, value] | [name, "to", value] => match elsewhere(name, value) {
                Some(meant) => meant,
                None if name.contains('.') => format!(
                    "a quantity is not set directly: {} lists the commands",
                    quote(&format!("corpus help {}", name.rsplit('.').next().unwrap_or(name)))
                ),
                None => write(format!("let {name} = {value}")),
            },
            [body, parameter, value] => write(format!("joint {body} {parameter} {value}")),
            _ => "`let x = 3` sets a variable, `joint NAME q 30deg` a parameter of a joint".into(),
        },
        "on" | "upon" => format!(
            "`when CONDITION`, lines and `end` run the lines each time a condition becomes true, such as {}",
            quote(&format!("when {}.contact", words.last().copied().unwrap_or("NAME").trim_end_matches(".contact")))
        ),
        _ => return None,
    })
}

/// Returns help for a line that imports a file or a module, by the ending of its name.
fn imported(words: &[&str]) -> String {
    let file = words
        .first()
        .map_or("", |word| word.trim_matches(['"', '\'', '<', '>', ';']));
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    match ending.to_lowercase().as_str() {
        "xml" | "urdf" | "mjcf" | "xacro" | "sdf" => {
            format!("in a shell, `corpus import {file} -o {stem}.corpus` converts a robot to a script; then write `include {stem}.corpus`")
        }
        "obj" | "stl" | "ply" | "dae" | "gltf" | "glb" | "msh" => {
            let name = stem.rsplit('/').next().unwrap_or(stem);
            format!("write {}: it makes an object of a mesh", quote(&format!("get {name} from {file}")))
        }
        "corpus" | "txt" => format!("write {}", quote(&format!("include {file}"))),
        _ => "`include FILE` runs another script, `get NAME from FILE` reads a mesh, and in a shell `corpus import FILE` converts a robot; functions such as `sin` need no import".into(),
    }
}

/// Returns the line that makes a shape that `get` does not have, for a name, a shape and sizes.
pub(crate) fn made_by_command(name: &str, shape: &str, sizes: &[&str]) -> Option<String> {
    let line = match (shape, sizes) {
        // One number is the size of the whole ball.
        ("ball" | "sphere", [size]) => format!("ball {name} radius={}", half(size)?),
        ("ball", _) => format!("ball {name} radius=5mm"),
        ("box" | "cube" | "cuboid" | "block", [x, y, z]) => {
            format!("box {name} size=[{x} {y} {z}]")
        }
        ("box" | "cube", [size]) => format!("box {name} size=[{size} {size} {size}]"),
        ("box" | "cuboid" | "block", _) => format!("box {name} size=[2cm 2cm 2cm]"),
        ("cylinder", _) => format!("cylinder {name} from=[0 0 0] to=[0 0 -2cm] radius=5mm"),
        _ => return None,
    };
    Some(line)
}

/// Returns half of a number with its unit, as text.
fn half(size: &str) -> Option<String> {
    let unit = size
        .find(|c: char| c.is_alphabetic() || c == '°')
        .unwrap_or(size.len());
    let (number, unit) = size.split_at(unit);
    let number: f64 = number.parse().ok()?;
    Some(format!("{}{unit}", significant(number / 2.0)))
}

/// Returns the line of `define` for the rest of a definition in another language: `leg(side, n: int = 2):`.
fn definition(rest: &str) -> String {
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    let word = |text: &str| {
        let name = text.split(|c| !is_inside(c)).next()?;
        let default = text.split_once('=').map(|(_, default)| default.trim());
        let is_plain = |c: char| is_inside(c) || ".-\"".contains(c);
        Some(match default {
            Some(default)
                if !name.is_empty() && !default.is_empty() && default.chars().all(is_plain) =>
            {
                format!("{name}={default}")
            }
            _ => name.to_owned(),
        })
    };
    let (name, parameters) = rest.split_at(rest.find(|c| !is_inside(c)).unwrap_or(rest.len()));
    let parameters = parameters.trim_end_matches([':', '{', ' ']);
    let inside = parameters.split_once('(').map(|(_, inside)| inside);
    let inside = inside.map(|inside| inside.split(')').next().unwrap_or_default());
    let all: Vec<String> = match inside {
        Some(inside) => inside.split(',').map(str::trim).filter_map(word).collect(),
        None => parameters.split_whitespace().filter_map(word).collect(),
    };
    let all = all.iter().filter(|word| !word.is_empty());
    let words = std::iter::once(or(name, "NAME")).chain(all.map(String::as_str));
    format!("define {}", words.collect::<Vec<_>>().join(" "))
}

/// Returns a text, or another one if it is empty.
fn or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}
