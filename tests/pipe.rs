//! A session driven by another program over a pipe: each command is answered before the next is sent.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Time limit, long enough for a busy machine; only a failing test reaches it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program whose output one can wait for.
struct Driven {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

fn read(output: ChildStdout) -> Receiver<String> {
    let (to, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if to.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

impl Driven {
    fn new(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_corpus"))
            .args(arguments)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/drive"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = read(child.stdout.take().unwrap());
        let input = child.stdin.take();
        Driven {
            child,
            input,
            lines,
        }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    fn ask(&mut self, line: &str) -> Value {
        self.send(line);
        serde_json::from_str(&self.line()).unwrap()
    }

    /// Closes its input and waits; returns the status and its further output.
    fn end(mut self) -> (i32, Vec<String>) {
        drop(self.input.take());
        let status = self.child.wait().unwrap().code().unwrap();
        (status, self.lines.iter().collect())
    }
}

fn number(answer: &Value, name: &str) -> f64 {
    answer["values"][name].as_f64().unwrap()
}

/// The exchange of `examples/drive/balance.py`.
#[test]
fn a_controller_outside_keeps_a_pole_up() {
    let mut corpus = Driven::new(&["run", "-", "--json"]);
    assert_eq!(corpus.ask("include pole.corpus")["ok"], true);
    let mut seen = corpus.ask("watch pole.q pole.dq cart.q cart.dq");
    let (mut exchanges, mut latest) = (0, 0.0_f64);
    for step in 0..1500 {
        let [lean, rate, place, pace] =
            ["pole.q", "pole.dq", "cart.q", "cart.dq"].map(|name| number(&seen, name));
        let force = 6.0 * lean + 0.8 * rate + 2.0 * place + 1.5 * pace;
        assert_eq!(corpus.ask(&format!("torque cart {force:?}"))["ok"], true);
        seen = corpus.ask("go 1");
        // The pole of the perturbed run falls, which is no warning about this one.
        assert!(seen["reports"].is_null(), "{seen}");
        exchanges += 2;
        if step > 1000 {
            latest = latest.max(lean.abs());
        }
    }
    assert_eq!(exchanges, 3000);
    assert!((seen["time"].as_f64().unwrap() - 1.5).abs() < 1e-9);
    assert!(latest < 0.02, "{latest}");
    assert_eq!(corpus.end().0, 0);
}

#[test]
fn each_command_is_answered_before_the_next_is_sent() {
    for arguments in [&["run", "-"][..], &["repl"]] {
        let mut corpus = Driven::new(arguments);
        corpus.send("let a = 2");
        corpus.send("print it is {a}");
        assert_eq!(corpus.line(), "it is 2");
        corpus.send("a * 3");
        assert_eq!(corpus.line(), "6");
        // An error is reported, and the session continues.
        corpus.send("prnt {a}");
        corpus.send("if a > 1");
        corpus.send("  print a block");
        corpus.send("end");
        assert_eq!(corpus.line(), "a block");
        assert_eq!(corpus.end(), (1, vec![]));
    }
}

#[test]
fn answers_tell_what_came_of_a_command() {
    let mut corpus = Driven::new(&["run", "-", "--json"]);
    let answer = corpus.ask("print one");
    assert_eq!(answer["printed"], serde_json::json!(["one"]));
    assert_eq!((&answer["line"], &answer["ok"]), (&1.into(), &true.into()));
    let answer = corpus.ask("\n# why\nprnt two");
    assert_eq!((&answer["line"], &answer["ok"]), (&4.into(), &false.into()));
    assert_eq!(answer["error"], "there is no command `prnt`");
    let report = &answer["reports"][0];
    assert_eq!(
        (&report["line"], &report["code"]),
        (&4.into(), &"E020".into())
    );
    let answer = corpus.ask("[1mm 2mm] to mm");
    assert_eq!(answer["value"], serde_json::json!([1.0, 2.0]));
    assert_eq!(answer["unit"], "mm");
    let answer = corpus.ask("watch nothing.q");
    assert_eq!(answer["ok"], false);
    assert_eq!(corpus.ask("quit now")["ok"], false);
    corpus.send("quit");
    assert_eq!(corpus.end(), (1, vec![]));
}

#[test]
fn watched_values_are_written_while_time_passes() {
    let mut corpus = Driven::new(&["run", "-", "--json", "--every", "10ms"]);
    corpus.ask("include pole.corpus");
    let watched = corpus.ask("watch {pole.q to deg} pole.up");
    assert_eq!(watched["values"]["pole.q"].as_f64().unwrap().round(), 8.0);
    assert_eq!(watched["values"]["pole.up"].as_array().unwrap().len(), 3);
    corpus.send("go 50ms");
    let mut times = vec![];
    let answer = loop {
        let line: Value = serde_json::from_str(&corpus.line()).unwrap();
        if line.get("line").is_some() {
            break line;
        }
        assert!(line["values"]["pole.q"].is_number());
        times.push((1e3 * line["time"].as_f64().unwrap()).round());
    };
    assert_eq!(times, [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
    assert_eq!(answer["ok"], true);
    corpus.ask("unwatch pole.up");
    let answer = corpus.ask("print done");
    assert_eq!(answer["values"].as_object().unwrap().len(), 1);
    assert_eq!(corpus.end(), (0, vec![]));
}

#[test]
fn wrong_uses_are_told() {
    let output = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_corpus"));
        let output = command
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), told)
    };
    let (status, told) = output(&["run", "some.corpus", "--json"]);
    assert!(
        status == Some(2) && told.contains("`corpus run - --json`"),
        "{told}"
    );
    let (status, told) = output(&["run", "-", "--every", "1ms"]);
    assert!(status == Some(2) && told.contains("--json"), "{told}");
    let (status, told) = output(&["run", "-", "-D", "speed=2"]);
    assert!(status == Some(2) && told.contains("-D"), "{told}");
}

/// In an earlier version, only the report of `corpus run FILE` showed warnings about the accuracy of results.
#[test]
fn a_warning_about_accuracy_is_in_the_answer_to_the_go_that_causes_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let mut program = Driven::new(&["run", "-", "--json", "--allow-read", folder]);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/chaotic.corpus");
    let included = program.ask(&format!("include \"{path}\""));
    assert_eq!(included["ok"], true, "{included}");
    let went = program.ask("go 4s");
    assert_eq!(went["reports"][0]["code"], "W017", "{went}");
    let went = program.ask("go 1s");
    assert!(went["reports"].is_null(), "{went}");
    program.end();
}

/// Answers to all lines, which arrive at once.
fn answers(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_corpus"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = read(child.stdout.take().unwrap());
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait().unwrap();
    lines
        .iter()
        .map(|line| serde_json::from_str(&line).unwrap())
        .collect()
}

#[test]
fn lines_that_cannot_be_read_are_answered_and_run_nothing() {
    let mut input = b"print a\nprint \xff\nevery 1s\n  print \xe9\nend\nprint ".to_vec();
    input.extend(std::iter::repeat_n(b'a', 17 << 20));
    input.extend(b"\nprint b\n");
    let answers = answers(&["run", "-", "--json"], &input);
    let told: Vec<_> = answers
        .iter()
        .map(|a| (a["line"].as_u64().unwrap(), a["ok"] == true))
        .collect();
    assert_eq!(
        told,
        [(1, true), (2, false), (3, false), (6, false), (7, true)]
    );
    let error = |of: usize| answers[of]["error"].as_str().unwrap();
    assert!(error(1).contains("not UTF-8") && error(3).contains("a line has more than"));
    assert_eq!(answers[4]["printed"][0], "b");
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_is_said_to_be_interrupted() {
    let straight = format!("if true\n{}end", "let s = sum(l)\n".repeat(3000));
    for command in [
        "go 100000s",
        "repeat 1000000\nlet s = sum(l)\nend",
        &straight,
    ] {
        let mut program = Driven::new(&["run", "-", "--json"]);
        program.ask("include pole.corpus");
        // A list of 2^18 numbers.
        for line in ["let l = [1 1]", "repeat 17\nlet l = [l l]\nend"] {
            assert_eq!(program.ask(line)["ok"], true);
        }
        program.send(command);
        std::thread::sleep(Duration::from_millis(500));
        let id = program.child.id().to_string();
        Command::new("kill").args(["-INT", &id]).status().unwrap();
        let asked = Instant::now();
        let answer: Value = serde_json::from_str(&program.line()).unwrap();
        assert_eq!(answer["error"], "interrupted", "{answer}");
        // A tenth of this on an idle machine.
        let took = asked.elapsed();
        assert!(took < Duration::from_secs(3), "{took:?}");
        assert_eq!(program.end().0, 130);
    }
}
