//! Checking and running agree: random scripts, valid and invalid, are checked and run.
//!
//! A script that runs to its end without an error passes the check. A script that passes the check runs without an error,
//! except for errors that depend on values known only in a run: those that a script reads from the world after it has moved.
//!
//! Three hundred scripts by default; `CORPUS_AGREEMENT=10000` makes as many, `CORPUS_AGREEMENT_FROM=n` begins with that one.

use crate::support::random::Random;
use corpus::diagnostic::Severity;
use corpus::session::{Mode, Quiet};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Errors of a script with measured values that only a run finds: such a value divides by zero, is out of range, is an invalid
/// number of an element or leg, forms an unknown or used name, names no mark, or is a time that has passed or that is too far
/// back.
const OF_VALUES: &[&str] = &[
    "E014", "E015", "E023", "E024", "E025", "E027", "E056", "E057", "E066", "E067",
];

/// Errors that only a run finds in any script: a failed expectation, a diverged simulation.
const OF_RUNS: &[&str] = &["E060", "E063"];

/// Kind of an expression's value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Length,
    Time,
    Flag,
    Text,
    /// A list of plain numbers.
    List,
}

const KINDS: [Kind; 6] = [
    Kind::Plain,
    Kind::Length,
    Kind::Time,
    Kind::Flag,
    Kind::Text,
    Kind::List,
];

/// A script being generated.
struct Writer {
    random: Random,
    /// Variables that are defined where the next line is.
    variables: Vec<(String, Kind)>,
    /// User-defined commands, each with one plain number.
    commands: Vec<String>,
    /// Functions, each with the kinds of its parameters and of its value.
    functions: Vec<(String, Vec<Kind>, Kind)>,
    /// The statements of the script, each with the lines in it.
    statements: Vec<String>,
    /// Nesting depth of the next line.
    depth: usize,
    /// Whether the next line runs while time passes.
    waits: bool,
    /// Whether a value is read from a world that has moved, or set by pending lines.
    measured: bool,
    has_gait: bool,
    marks: usize,
    boxes: usize,
}

impl Writer {
    fn new(seed: u64) -> Self {
        let mut writer = Writer {
            random: Random(seed),
            variables: vec![],
            commands: vec![],
            functions: vec![],
            statements: vec![],
            depth: 0,
            waits: false,
            measured: false,
            has_gait: false,
            marks: 0,
            boxes: 0,
        };
        writer.begin();
        let statements = 4 + writer.random.below(14);
        let wrong = writer.random.below(3 * statements);
        for i in 0..statements {
            let statement = match i == wrong {
                true => writer.wrong(),
                false => writer.statement(),
            };
            writer.statements.push(statement);
        }
        writer
    }

    fn begin(&mut self) {
        let mut add = |text: &str| self.statements.push(text.to_owned());
        add("addcorpus c\nget ball from unit_sphere\nscale ball 1cm 1cm 1cm");
        add("addbody ball ball 0 0 1 rotary 1000");
        add("get arm from unit_cube\nscale arm 1cm 1mm 1mm\naddbody arm arm 0 0 1 rotary 1000");
        add("linkbodies ball arm\nsetroot ball\ncorpusinit\nrest 20cm\ngrav on\ndt 1ms");
    }

    fn name(&mut self, kind: Kind) -> Option<String> {
        let all: Vec<&String> = self
            .variables
            .iter()
            .filter(|(_, other)| *other == kind)
            .map(|(name, _)| name)
            .collect();
        match all.len() {
            0 => None,
            n => Some(all[self.random.below(n)].clone()),
        }
    }

    /// Returns an expression that reads the world.
    fn reading(&mut self, kind: Kind) -> String {
        self.measured = true;
        let lengths = ["ball.z", "arm.z", "ball.x", "c.com.z"];
        match kind {
            Kind::Plain => self.random.one_of(&[
                "ball.z / 1cm",
                "world.frames",
                "world.time / 1ms",
                "round(-100 * ball.vel.z / 1m * 1s)",
            ]),
            Kind::Length => self.random.one_of(&lengths),
            Kind::Time => self.random.one_of(&["world.time", "ball.z / 1m * 1s"]),
            Kind::Flag => {
                self.random
                    .one_of(&["ball.z < 19.9cm", "world.frames > 3", "ball.vel.z < 0m/s"])
            }
            Kind::Text => self
                .random
                .one_of(&["text(world.frames)", "text(ball.z > 1m)"]),
            Kind::List => self.random.one_of(&[
                "list(0..world.frames)",
                "[world.frames 1]",
                "ball.vel / 1m * 1s",
            ]),
        }
        .to_owned()
    }

    fn literal(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Plain => self.random.below(5).to_string(),
            Kind::Length => format!("{}mm", 1 + self.random.below(30)),
            Kind::Time => format!("{}ms", 1 + self.random.below(12)),
            Kind::Flag => self.random.one_of(&["true", "false"]).to_owned(),
            Kind::Text => self
                .random
                .one_of(&["\"a\"", "\"ball\"", "\"3\""])
                .to_owned(),
            Kind::List => self
                .random
                .one_of(&["[]", "[1 2 3]", "list(0..3)", "[2]"])
                .to_owned(),
        }
    }

    /// Returns a call of a function of this kind, if there is one.
    fn call(&mut self, kind: Kind, deep: usize) -> Option<String> {
        let of_kind = |(_, _, value): &&(String, Vec<Kind>, Kind)| *value == kind;
        let all: Vec<_> = self.functions.iter().filter(of_kind).cloned().collect();
        let (name, parameters, _) = all.get(self.random.below(all.len().max(1)))?.clone();
        // A function uses the variables of the script, and a call in another one may come from a loop.
        let by_name = self.random.once_in(3);
        let arguments = parameters.iter().enumerate().map(|(i, kind)| {
            let value = self.expression(*kind, deep + 1);
            match by_name {
                true => format!("p{i}={value}"),
                false => value,
            }
        });
        let arguments: Vec<String> = arguments.collect();
        Some(format!("{name}({})", arguments.join(", ")))
    }

    fn expression(&mut self, kind: Kind, deep: usize) -> String {
        if deep < 2
            && self.random.once_in(5)
            && let Some(call) = self.call(kind, deep)
        {
            return call;
        }
        if deep > 2 || self.random.once_in(3) {
            return match self.random.below(4) {
                0 => self.reading(kind),
                1 | 2 => match self.name(kind) {
                    Some(name) => name,
                    None => self.literal(kind),
                },
                _ => self.literal(kind),
            };
        }
        let deep = deep + 1;
        match kind {
            Kind::Plain => {
                let (a, b) = (
                    self.expression(Kind::Plain, deep),
                    self.expression(Kind::Plain, deep),
                );
                match self.random.below(12) {
                    9 => format!("sum({})", self.expression(Kind::List, deep)),
                    10 => format!("({{a: {a}, b: {b}}}).b"),
                    11 => format!("[{a} {b}][{}]", self.random.below(2)),
                    0 => format!("({a} + {b})"),
                    1 => format!("({a} - {b})"),
                    2 => format!("({a} * {b})"),
                    3 => format!("({a} / 4)"),
                    4 => format!("max({a}, {b})"),
                    5 => format!("abs({a})"),
                    6 => format!("len({})", self.expression(Kind::List, deep)),
                    7 => format!("({} / 1mm)", self.expression(Kind::Length, deep)),
                    _ => {
                        let flag = self.expression(Kind::Flag, deep);
                        format!("choose({flag}, {a}, {b})")
                    }
                }
            }
            Kind::Length => {
                let (a, n) = (
                    self.expression(Kind::Length, deep),
                    self.expression(Kind::Plain, deep),
                );
                match self.random.below(4) {
                    0 => format!("({a} + {})", self.expression(Kind::Length, deep)),
                    1 => format!("({a} * {n})"),
                    2 => format!("max({a}, 1mm)"),
                    _ => format!("{n} * 1mm"),
                }
            }
            Kind::Time => {
                let (a, n) = (
                    self.expression(Kind::Time, deep),
                    self.expression(Kind::Plain, deep),
                );
                match self.random.below(3) {
                    0 => format!("({a} + 1ms)"),
                    1 => format!("abs({a})"),
                    _ => format!("({n} * 1ms)"),
                }
            }
            Kind::Flag => match self.random.below(4) {
                0 => format!(
                    "({} < {})",
                    self.expression(Kind::Plain, deep),
                    self.expression(Kind::Plain, deep)
                ),
                1 => format!(
                    "({} >= {})",
                    self.expression(Kind::Length, deep),
                    self.expression(Kind::Length, deep)
                ),
                2 => format!(
                    "({} and {})",
                    self.expression(Kind::Flag, deep),
                    self.expression(Kind::Flag, deep)
                ),
                _ => format!("(not {})", self.expression(Kind::Flag, deep)),
            },
            Kind::Text => match self.random.below(4) {
                2 => {
                    let n = self.expression(Kind::Plain, deep);
                    match n.contains('"') {
                        true => "\"b\"".to_owned(),
                        false => format!("\"n is {{{n}:.2f}}\""),
                    }
                }
                3 => format!("keys({{a: {}}})[0]", self.expression(Kind::Length, deep)),
                0 => format!(
                    "({} + {})",
                    self.expression(Kind::Text, deep),
                    self.expression(Kind::Text, deep)
                ),
                _ => format!("text({})", self.expression(Kind::Plain, deep)),
            },
            Kind::List => match self.random.below(8) {
                3 => format!(
                    "append({}, {})",
                    self.expression(Kind::List, deep),
                    self.expression(Kind::Plain, deep)
                ),
                4 => {
                    let (list, n) = (
                        self.expression(Kind::List, deep),
                        self.expression(Kind::Plain, deep),
                    );
                    format!("[e * 2 for e in {list} if e > {n}]")
                }
                5 => format!("map(abs, {})", self.expression(Kind::List, deep)),
                6 => format!("sort({})", self.expression(Kind::List, deep)),
                7 => format!(
                    "({} + [{}])",
                    self.expression(Kind::List, deep),
                    self.expression(Kind::Plain, deep)
                ),
                0 => format!(
                    "[{} {}]",
                    self.expression(Kind::Plain, deep),
                    self.expression(Kind::Plain, deep)
                ),
                1 => format!("list(0..{})", self.few()),
                _ => self.literal(Kind::List),
            },
        }
    }

    fn of(&mut self, kind: Kind) -> String {
        self.expression(kind, 0)
    }

    /// Returns an integer from 0 to 3.
    fn few(&mut self) -> String {
        match self.random.below(3) {
            0 => self.random.below(4).to_string(),
            _ => format!(
                "clamp(round(abs({})), 0, 3)",
                self.expression(Kind::Plain, 1)
            ),
        }
    }

    /// Returns a duration above zero.
    fn duration(&mut self) -> String {
        format!("clamp({}, 0.2ms, 4ms)", self.of(Kind::Time))
    }

    fn indented(&self, text: &str) -> String {
        text.lines().fold(String::new(), |mut all, line| {
            let _ = writeln!(all, "  {line}");
            all
        })
    }

    /// Returns the lines of a block, whose variables are undefined after it.
    fn block(&mut self, waits: bool) -> String {
        let (variables, waited) = (self.variables.clone(), self.waits);
        self.waits |= waits;
        self.depth += 1;
        let mut text = String::new();
        for _ in 0..1 + self.random.below(3) {
            let statement = self.statement();
            text += &self.indented(&statement);
        }
        self.depth -= 1;
        (self.variables, self.waits) = (variables, waited);
        text
    }

    fn set(&mut self) -> String {
        // A variable keeps its kind.
        let kind = KINDS[self.random.below(KINDS.len())];
        let name = match self.name(kind) {
            Some(name) if self.random.once_in(2) => name,
            _ => {
                let letter = match kind {
                    Kind::Plain => "n",
                    Kind::Length => "l",
                    Kind::Time => "t",
                    Kind::Flag => "f",
                    Kind::Text => "s",
                    Kind::List => "v",
                };
                format!("{letter}{}", self.random.below(4))
            }
        };
        let text = format!("let {name} = {}", self.of(kind));
        if !self.variables.iter().any(|(known, _)| *known == name) {
            self.variables.push((name, kind));
        }
        text
    }

    fn statement(&mut self) -> String {
        if self.depth > 2 || self.random.once_in(3) {
            return match self.random.below(3) {
                0 => format!("print {{{}}}", self.of(Kind::Plain)),
                _ => self.set(),
            };
        }
        if self.depth == 0 && self.random.once_in(8) {
            return self.function();
        }
        match self.random.below(if self.waits { 13 } else { 26 }) {
            0 => format!("if {}\n{}end", self.of(Kind::Flag), self.block(false)),
            1 => {
                let (flag, yes, no) = (self.of(Kind::Flag), self.block(false), self.block(false));
                format!("if {flag}\n{yes}else\n{no}end")
            }
            2 => format!("repeat {}\n{}end", self.few(), self.block(false)),
            3 => {
                let name = format!("i{}", self.depth);
                let items = match self.random.below(3) {
                    0 => format!("{{{}}}", self.of(Kind::List)),
                    1 => "1 2".to_owned(),
                    _ => format!("0..{}", self.few()),
                };
                self.variables.push((name.clone(), Kind::Plain));
                let text = format!("for {name} in {items}\n{}end", self.block(false));
                self.variables.retain(|(other, _)| *other != name);
                text
            }
            4 => {
                let name = format!("n{}", self.random.below(4));
                let known = self.variables.iter().any(|(n, _)| *n == name);
                match known {
                    // Nothing else may set it, or the loop would not end.
                    true => {
                        let (w, count) = (format!("w{}", self.depth), self.few());
                        let block = self.block(false);
                        format!("let {w} = {count}\nwhile {w} > 0\n  let {w} = {w} - 1\n{block}end")
                    }
                    false => format!("let {name} = {}", self.literal(Kind::Plain)),
                }
            }
            5 => {
                self.measured = true;
                format!("after {{{}}}\n{}end", self.duration(), self.block(true))
            }
            6 => {
                let (delay, what) = (self.duration(), self.of(Kind::Plain));
                format!("timer {{{delay}}} print {{{what}}}")
            }
            7 => format!(
                "motor arm etarget {{{}}} {{{}}}",
                self.of(Kind::Plain),
                self.duration()
            ),
            8 => {
                let how = self.random.one_of(&["kq ", "spring=0.1 rest="]);
                format!("joint arm {how}{{abs({})}}", self.of(Kind::Plain))
            }
            9 => {
                let (flag, block) = (self.of(Kind::Flag), self.block(true));
                self.measured = true;
                format!("when {flag}\n{block}end")
            }
            10 => {
                let time = self.of(Kind::Time);
                self.measured = true;
                format!("at {{{time}}}\n{}end", self.block(true))
            }
            11 => format!("alarm {{{}}} ! alarm", self.of(Kind::Time)),
            // Their lines may not be pending events.
            12 => match self.commands.len() {
                n if n == 0 || self.waits => format!("grav {}", self.random.one_of(&["on", "off"])),
                n => {
                    let name = self.commands[self.random.below(n)].clone();
                    format!("{name} {{{}}}", self.of(Kind::Plain))
                }
            },
            13 | 14 => format!("go {}", 1 + self.random.below(4)),
            15 => format!("go {{{}}}", self.duration()),
            16 => format!("go {{1 + {}}}", self.few()),
            17 => format!("dt {{{}}}", self.duration()),
            18 => match self.has_gait {
                true if self.depth == 0 => self.list(),
                false if self.depth == 0 => {
                    self.has_gait = true;
                    format!("addroach r {{1 + {}}}", self.few())
                }
                _ => format!("print {{{}}}", self.of(Kind::Text)),
            },
            19 => {
                self.marks += 1;
                "mark here".to_owned()
            }
            20 if self.marks > 0 => "rewind here".to_owned(),
            // A used or unknown name is an error of a line that may not run.
            20..=22 if self.depth > 0 => match self.depth {
                1 if self.variables.last().is_some_and(|(name, _)| name == "i0") => {
                    self.boxes += 1;
                    format!("get loop{}_{{round(abs(i0))}} from unit_cube", self.boxes)
                }
                _ => self.set(),
            },
            20 | 21 => format!("get box_{{{}}} from unit_cube", self.few()),
            // Often there is none of that name.
            22 if self.random.once_in(4) => format!("scale box_{{{}}} 2 2 2", self.few()),
            23 => format!("time {{{}}}", self.of(Kind::Time)),
            24 if self.depth == 0 => {
                let name = format!("own{}", self.commands.len());
                let outer = std::mem::take(&mut self.variables);
                self.variables.push(("a".to_owned(), Kind::Plain));
                let text = format!("define {name} a\n{}end", self.block(false));
                self.variables = outer;
                self.commands.push(name);
                text
            }
            _ => format!("scale ball {{1 + {0}}} {{1 + {0}}} {{1 + {0}}}", self.few()),
        }
    }

    /// Returns the definition of a function.
    fn function(&mut self) -> String {
        let name = format!("g{}", self.functions.len());
        let kind = KINDS[self.random.below(KINDS.len())];
        let count = self.random.below(3);
        let parameters: Vec<Kind> = (0..count)
            .map(|_| KINDS[self.random.below(KINDS.len())])
            .collect();
        let outer = self.variables.clone();
        let named = |(i, kind): (usize, &Kind)| (format!("p{i}"), *kind);
        let own: Vec<_> = parameters.iter().enumerate().map(named).collect();
        let head: Vec<&str> = own.iter().map(|(name, _)| name.as_str()).collect();
        let head = format!("function {name}({})", head.join(", "));
        self.variables.extend(own);
        let text = match self.random.below(3) {
            0 => format!("{head} = {}", self.of(kind)),
            1 => {
                let (first, flag) = (self.of(kind), self.of(Kind::Flag));
                self.variables.push(("x".to_owned(), kind));
                let (one, other) = (self.of(kind), self.of(kind));
                format!(
                    "{head}\n  let x = {first}\n  if {flag}\n    return {one}\n  end\n  return {other}\nend"
                )
            }
            _ => {
                let (first, items) = (self.of(kind), self.few());
                self.variables.push(("x".to_owned(), kind));
                self.variables.push(("i".to_owned(), Kind::Plain));
                let (next, flag) = (self.of(kind), self.of(Kind::Flag));
                format!(
                    "{head}\n  let x = {first}\n  for i in 0..{items}\n    if {flag}\n      let x = {next}\n    end\n  end\n  return x\nend"
                )
            }
        };
        self.variables = outer;
        self.functions.push((name, parameters, kind));
        text
    }

    fn list(&mut self) -> String {
        let (leg, what) = (self.few(), self.of(Kind::Plain));
        format!("procom {{{leg}}}\n  motor arm etarget 0.1 *0.5\n  print {{{what}}}\n..")
    }

    /// Returns a line that is wrong for any values.
    fn wrong(&mut self) -> String {
        let n = self.of(Kind::Plain);
        let l = self.of(Kind::Length);
        match self.random.below(24) {
            16 => format!("function w(x)\n  print {{x}}\n  return {n}\nend"),
            17 => format!("function w(x)\n  if x > {n}\n    return 1\n  end\nend"),
            18 => format!("function w(x) = x + 1s\nprint {{w({l})}}"),
            19 => format!("function w(x, y=2) = x * y\nprint {{w(1, z={n})}}"),
            20 => format!("function w(x) = w(x + 1)\nprint {{w({n})}}"),
            21 => format!("print {{({{a: {n}}}).c}}"),
            22 => "set nosuch = 3".to_owned(),
            23 => format!("return {n}"),
            0 => "nosuchcommand 3".to_owned(),
            1 => format!("let q = {l} + 1s"),
            2 => format!("dt {{{l}}}"),
            3 => format!("print {{nosuch + {n}}}"),
            4 => "scale nosuch 1 1 1".to_owned(),
            5 => format!("motor arm etarget {{{n}}} 1 2 3 4"),
            6 => "motor arm".to_owned(),
            7 => format!("if {n}\n  print yes\nend"),
            8 => format!("print {{sqrt({n}, 1)}}"),
            9 => format!("let 3x = {n}"),
            10 => "print {nosuch.z}".to_owned(),
            11 => format!("for i in {{{l}}}\n  print {{i}}\nend"),
            12 => format!("repeat {l}\n  print again\nend"),
            13 => "rewind nowhere".to_owned(),
            14 => format!("go {{{l}}}"),
            _ => format!("print {{({l}) to kg}}"),
        }
    }

    fn script(&self) -> Vec<String> {
        self.statements.clone()
    }
}

/// Returns the errors of a script in a mode, by their codes.
fn errors(mode: Mode, text: &str) -> Vec<String> {
    let mut session = corpus::commands::session(mode, Box::new(Quiet));
    session.files.output = std::env::temp_dir();
    let _ = session.run_text("generated", text);
    let found = session.sorted_diagnostics();
    let errors = found.iter().filter(|d| d.severity == Severity::Error);
    errors
        .map(|d| format!("{} {}", d.code, d.message))
        .collect()
}

/// Returns the difference between checking and running a script, if there is one.
fn difference(statements: &[String], measured: bool) -> Option<String> {
    let text = statements.join("\n") + "\n";
    let (checked, ran) = (errors(Mode::Check, &text), errors(Mode::Run, &text));
    let is_of = |error: &String, codes: &[&str]| codes.iter().any(|code| error.starts_with(code));
    let only_ran =
        |error: &&String| !(is_of(error, OF_RUNS) || measured && is_of(error, OF_VALUES));
    match (checked.first(), ran.iter().find(only_ran)) {
        (Some(refused), _) if ran.is_empty() => Some(format!("refused, but runs: {refused}")),
        (None, Some(failed)) => Some(format!("passed, but fails: {failed}")),
        _ => None,
    }
}

/// Returns the fewest of these statements that still show a difference of the kind.
fn shrunk(mut statements: Vec<String>, measured: bool, kind: &str) -> Vec<String> {
    let shows = |statements: &[String]| {
        difference(statements, measured).is_some_and(|d| d.get(..14) == kind.get(..14))
    };
    let mut i = statements.len();
    while i > 0 {
        i -= 1;
        let mut fewer = statements.clone();
        fewer.remove(i);
        if shows(&fewer) {
            statements = fewer;
        }
    }
    statements
}

fn number(variable: &str, default: u64) -> u64 {
    let given = std::env::var(variable).ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn what_runs_passes_the_check_and_what_passes_it_runs() {
    let from = number("CORPUS_AGREEMENT_FROM", 0);
    let count = number("CORPUS_AGREEMENT", 300);
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    let (mut found, mut right) = (vec![], 0);
    for seed in from..from + count {
        let writer = Writer::new(seed);
        let script = writer.script();
        if let Some(difference) = difference(&script, writer.measured) {
            eprintln!("{seed}: {difference}");
            let kind = difference.split('`').next().unwrap_or_default().to_owned();
            let times = kinds.entry(kind).or_default();
            *times += 1;
            if *times == 1 {
                let least = shrunk(script, writer.measured, &difference).join("\n");
                found.push(format!("--- {seed}: {difference}\n{least}\n"));
            }
        } else {
            let text = script.join("\n") + "\n";
            right += u64::from(errors(Mode::Check, &text).is_empty());
        }
    }
    println!("{count} scripts, {right} of them right");
    let differ: u64 = kinds.values().sum();
    assert!(
        found.is_empty(),
        "{differ} of {count} differ: {kinds:#?}\n{}",
        found.join("\n")
    );
    // Both kinds are among them.
    assert!(right > count / 5 && right < count, "{right} of {count}");
}
