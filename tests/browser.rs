//! Tests of the live page: the server, by a client of its protocol. `tests/browser/check.js` does the same in a browser.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

const SCRIPT: &str = "addcorpus c\nball b radius=10cm\naddbody b b axis=[0 0 1] joint=rotary mass=1kg\nsetroot b\ncorpusinit\nmove b 0 0 1m\nsetrootpos\ngrav on\nground on\n\
                      print ready to fall\ngo 1s\n";

/// A session that serves pages.
struct Served {
    child: Child,
    link: String,
    script: PathBuf,
    _folder: tempfile::TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(more: &[&str]) -> Served {
    serve_script(SCRIPT, more)
}

fn serve_script(text: &str, more: &[&str]) -> Served {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("fall.corpus");
    std::fs::write(&script, text).unwrap();
    let mut child = command(&script, more).spawn().unwrap();
    let link = link_of(child.stdout.take().unwrap());
    Served {
        child,
        link,
        script,
        _folder: folder,
    }
}

/// Returns the link that a program prints first.
fn link_of(output: impl Read + Send + 'static) -> String {
    let mut line = String::new();
    let mut out = BufReader::new(output);
    out.read_line(&mut line).unwrap();
    // What it prints later must not stop it.
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    let link = line.trim().rsplit(' ').next().unwrap().to_owned();
    assert!(link.starts_with("http://127.0.0.1:"), "{line}");
    link
}

fn command(script: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corpus"));
    command
        .arg("view")
        .arg(script)
        .args(["--browser", "--no-open"])
        .args(more);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Served {
    /// Returns host and port, and the path.
    fn place(&self) -> (&str, &str) {
        let rest = self.link.strip_prefix("http://").unwrap();
        let at = rest.find('/').unwrap();
        rest.split_at(at)
    }

    /// Returns the answer to a request.
    fn ask(&self, path: &str, host: &str, more: &str) -> String {
        let mut stream = TcpStream::connect(self.place().0).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n").unwrap();
        let mut answer = String::new();
        // A connection whose request is too long may be reset after the answer.
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    fn page(&self) -> Page {
        self.page_of(&format!("http://{}", self.place().0)).unwrap()
    }

    fn page_of(&self, origin: &str) -> Result<Page, tungstenite::Error> {
        let address = format!("{}live", self.link.replace("http", "ws"));
        let mut request = address.into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("Origin", origin.parse().unwrap());
        let (socket, _) = tungstenite::connect(request)?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream
                .set_read_timeout(Some(Duration::from_secs(20)))
                .unwrap();
        }
        let mut page = Page { socket };
        page.send(&json!({ "hello": 3 }));
        Ok(page)
    }
}

struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Page {
    fn send(&mut self, message: &Value) {
        self.socket
            .send(Message::text(message.to_string()))
            .unwrap();
    }

    /// Returns the next message that a test accepts: a text, or the description of a moment with the number of its actors.
    fn until(&mut self, accepts: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(20) {
            let told: Value = match self.socket.read().unwrap() {
                Message::Text(text) => serde_json::from_str(&text).unwrap(),
                Message::Binary(bytes) => {
                    let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
                    let mut told: Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
                    told["actors"] = json!((bytes.len() - 4 - length) / 28);
                    told
                }
                _ => continue,
            };
            if accepts(&told) {
                return told;
            }
        }
        panic!("nothing was told");
    }

    /// Waits for the end of the connection, and returns the reason that is given.
    fn ends(&mut self) -> String {
        let mut reason = String::new();
        loop {
            match self.socket.read() {
                Ok(Message::Close(why)) => {
                    reason = why.map_or(reason, |why| why.reason.to_string());
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(why)) if why.kind() == ErrorKind::WouldBlock => {
                    panic!("the connection is still open")
                }
                Err(_) => return reason,
            }
        }
    }

    /// Waits for a printed text.
    fn says(&mut self, what: &str) {
        self.until(|told| told["said"].to_string().contains(what));
    }
}

#[test]
fn a_link_has_a_secret_and_other_hosts_and_origins_are_refused() {
    let served = serve(&[]);
    let (host, path) = served.place();
    let page = served.ask(path, host, "");
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("<canvas"),
        "{page:.200}"
    );
    assert!(
        !page.contains("https://") && !page.contains(" src="),
        "it fetches something"
    );
    for (path, host, says) in [
        ("/", host, "secret"),
        ("/0123456789abcdef0123456789abcdef/", host, "secret"),
        (path, "evil.example", "answers 127.0.0.1"),
        (&format!("{path}else"), host, "nothing here"),
    ] {
        let answer = served.ask(path, host, "");
        assert!(
            !answer.starts_with("HTTP/1.1 200") && answer.contains(says),
            "{answer}"
        );
    }
    let long = "X: ".to_owned() + &"a".repeat(20_000) + "\r\n";
    let answer = served.ask(path, host, &long);
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 400"),
        "{answer}"
    );
    assert!(served.page_of("http://evil.example").is_err());
    served.page().says("ready to fall");
}

#[test]
fn two_pages_run_scrub_and_type_on_one_session() {
    let served = serve(&[]);
    let (mut one, mut two) = (served.page(), served.page());
    let scene = one.until(|told| !told["scene"].is_null());
    assert_eq!(scene["scene"]["owners"][0], json!(["c", "b"]));
    let moment = one.until(|told| told["state"] == "idle");
    assert_eq!(
        (&moment["actors"], moment["time"].as_f64()),
        (&json!(1), Some(1.0))
    );
    // What one page asks, all see.
    one.send(&json!({ "order": { "scrub": -0.5 } }));
    let past = two.until(|told| told["state"] == "past");
    assert!(
        (past["behind"].as_f64().unwrap() - 0.5).abs() < 0.02,
        "{past}"
    );
    one.send(&json!({ "order": "here" }));
    two.until(|told| {
        told["time"]
            .as_f64()
            .is_some_and(|time| (time - 0.5).abs() < 0.02)
            && told["behind"] == 0.0
    });
    two.send(&json!({ "order": "toggle" }));
    one.until(|told| told["state"] == "running" || told["state"] == "held");
    two.send(&json!({ "order": "toggle" }));
    one.send(&json!({ "order": { "choose": 0 } }));
    one.until(|told| {
        told["joint"]
            .as_str()
            .is_some_and(|joint| joint.contains('b'))
    });
    one.send(&json!({ "entry": "print sum {1 + 1}" }));
    two.says("sum 2");
    two.send(&json!({ "entry": "print {c.nothing}" }));
    one.says("E015");
    one.send(&json!({ "order": "turn_inside_out" }));
    one.until(|told| {
        told["wrong"]
            .as_str()
            .is_some_and(|why| why.contains("no order"))
    });
    // A page that comes later finds what was printed.
    let mut late = served.page();
    late.says("sum 2");
    late.send(&json!({ "hello": 1 }));
    late.until(|told| told["old"] == true);
    // What an old page means by an order is not known: it is refused, and the others go on.
    late.ends();
    one.send(&json!({ "entry": "print still {2 + 2}" }));
    two.says("still 4");
}

#[test]
fn a_line_is_completed_from_the_session_and_its_report_has_colours() {
    let served = serve(&[]);
    let mut page = served.page();
    page.until(|told| told["state"] == "idle");
    let mut complete = |line: &str| {
        page.send(&json!({ "complete": [line, ""] }));
        page.until(|told| told["completion"]["line"] == line)["completion"].clone()
    };
    let found = complete("print é {c.b.nothi");
    assert_eq!(found["found"], json!([]));
    let found = complete("print é {c.b.spee");
    assert_eq!(
        (&found["start"], &found["found"][0]["text"]),
        (&json!(9), &json!("c.b.speed"))
    );
    let painted = found["painted"].as_str().unwrap();
    assert!(
        painted.starts_with("\u{1b}[1;36mprint\u{1b}[0m"),
        "{painted}"
    );
    let commands = complete("unwat");
    assert_eq!(commands["found"][0]["text"], "unwatch");
    assert_eq!(complete("unwatch ")["found"], json!([]));
    page.send(&json!({ "entry": "watch c.b.z" }));
    page.says("c.b.z = ");
    page.send(&json!({ "complete": ["unwatch ", ""] }));
    let watched = page.until(|told| !told["completion"].is_null());
    assert_eq!(watched["completion"]["found"][0]["text"], "c.b.z");
    page.send(&json!({ "entry": "print {c.nothing}" }));
    let report = page.until(|told| told["said"].to_string().contains("E015"));
    assert_eq!(report["said"][0][1], true);
    assert!(
        report["said"][0][0]
            .as_str()
            .unwrap()
            .contains("\u{1b}[31m"),
        "{report}"
    );
    // What needs a terminal is refused.
    page.send(&json!({ "entry": "shell echo harm" }));
    page.says("`shell` works at the prompt in a terminal only");
    page.send(&json!({ "entry": "quit" }));
    page.says("`quit` works at");
}

#[test]
fn mistakes_are_marked_in_the_script_and_gone_when_it_is_mended() {
    let served = serve(&[]);
    let mut page = served.page();
    page.until(|told| told["state"] == "idle");
    let wrong = SCRIPT.replace("setroot b\n", "setroot bee\n");
    page.send(&json!({ "save": { "text": wrong, "before": SCRIPT } }));
    let told = page.until(|told| !told["findings"][0].is_null());
    let [finding] = told["findings"].as_array().unwrap().as_slice() else {
        panic!("{told}");
    };
    let place = |name: &str| finding[name].as_u64().unwrap();
    assert_eq!(
        (place("line"), place("column"), place("end_column")),
        (4, 9, 12)
    );
    assert_eq!(finding["severity"], "error");
    // A page that comes later marks it too.
    served.page().until(|told| told["findings"][0] == *finding);
    page.send(&json!({ "save": { "text": SCRIPT, "before": wrong } }));
    page.until(|told| told["findings"] == json!([]));
}

#[test]
fn diagrams_are_drawn_while_time_passes() {
    let served = serve(&[]);
    let mut page = served.page();
    page.until(|told| told["state"] == "idle");
    for line in ["watch c.b.z", "go 0.5s"] {
        page.send(&json!({ "entry": line }));
    }
    page.until(|told| told["time"].as_f64().is_some_and(|time| time > 1.4));
    page.send(&json!({ "order": "diagram" }));
    let drawn = page.until(|told| !told["diagram"].is_null());
    let svg = drawn["diagram"]["svg"].as_str().unwrap();
    assert!(svg.contains("c.b.z") && svg.contains("polyline"), "{svg}");
    page.send(&json!({ "entry": "go 0.5s" }));
    page.until(|told| !told["diagram"].is_null() && told["diagram"] != drawn["diagram"]);
    page.send(&json!({ "order": "diagram" }));
    page.until(|told| told.get("diagram").is_some_and(Value::is_null));
}

#[test]
fn large_messages_are_refused_and_harm_nothing() {
    let served = serve(&[]);
    let mut large = served.page();
    // The server stops reading within it.
    let _ = large.socket.send(Message::text("a".repeat(100 << 20)));
    let why = large.ends();
    assert!(why.contains("larger than 4 MiB"), "{why}");
    let mut page = served.page();
    page.send(&json!({ "entry": "print unharmed" }));
    page.says("unharmed");
}

#[test]
fn a_page_that_takes_nothing_is_dropped_and_slows_nobody() {
    // Each answer is a long text, so that the buffers of the connection are full soon: some kernels keep 36 MB.
    let served = serve_script(&format!("{SCRIPT}# {}\n", "-".repeat(2 << 20)), &[]);
    let (mut stalled, mut page) = (served.page(), served.page());
    page.until(|told| told["state"] == "idle");
    for _ in 0..60 {
        stalled.send(&json!("read"));
    }
    let begun = Instant::now();
    page.send(&json!({ "entry": "go 8s" }));
    page.until(|told| told["time"].as_f64().is_some_and(|time| time > 8.9));
    assert!(begun.elapsed() < Duration::from_secs(60));
    stalled.ends();
    // Connections without a request take their places for a while only.
    let idle: Vec<TcpStream> = (0..16)
        .map(|_| TcpStream::connect(served.place().0).unwrap())
        .collect();
    page.send(&json!({ "entry": "print unharmed" }));
    page.says("unharmed");
    std::thread::sleep(Duration::from_secs(6));
    served.page().says("unharmed");
    drop(idle);
}

#[cfg(unix)]
#[test]
fn a_browser_that_is_missing_is_told_and_the_session_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("fall.corpus");
    std::fs::write(&script, SCRIPT).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_corpus"))
        .arg("view")
        .arg(&script)
        .arg("--browser")
        .env("PATH", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = String::new();
    let errors = child.stderr.take().unwrap();
    BufReader::new(errors).read_line(&mut told).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let printed = lines.find(|line| line.as_ref().unwrap().contains("ready to fall"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        told.starts_with("no browser was opened") && told.contains("open the link"),
        "{told}"
    );
    assert!(printed.is_some());
}

#[test]
fn a_page_saves_the_script_unless_it_has_changed_meanwhile() {
    let served = serve(&[]);
    let mut page = served.page();
    page.send(&json!("read"));
    let script = page.until(|told| !told["script"].is_null())["script"].clone();
    assert_eq!(script, SCRIPT);
    let wanted = SCRIPT.replace("ready to fall", "once more");
    page.send(&json!({ "save": { "text": wanted, "before": SCRIPT } }));
    page.until(|told| told["saved"] == true);
    assert_eq!(std::fs::read_to_string(&served.script).unwrap(), wanted);
    // The session reads it again by itself.
    page.says("once more");
    std::fs::write(&served.script, SCRIPT).unwrap();
    page.send(&json!({ "save": { "text": "print mine", "before": wanted } }));
    page.until(|told| {
        told["wrong"]
            .as_str()
            .is_some_and(|why| why.contains("has changed on disk"))
    });
    assert_eq!(std::fs::read_to_string(&served.script).unwrap(), SCRIPT);
}

#[test]
fn a_port_that_is_taken_is_told() {
    let served = serve(&[]);
    let port = served.place().0.rsplit(':').next().unwrap();
    let other = command(&served.script, &["--port", port]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    let told = String::from_utf8_lossy(&other.stderr);
    assert!(
        told.contains("cannot serve on port") && told.contains("--port"),
        "{told}"
    );
}

/// The page of an evolution shows its best creature, and ends with it.
#[test]
fn an_evolution_shows_its_best_creature() {
    let folder = tempfile::tempdir().unwrap();
    let task = folder.path().join("task.corpus");
    std::fs::write(&task, super::cli::evolve::TASK).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_corpus"))
        .arg("evolve")
        .arg(&task)
        .args([
            "--population",
            "4",
            "--generations",
            "3",
            "--trials",
            "1",
            "--seed",
            "3",
        ])
        .args(["--watch", "--no-open", "-q", "--out", "w"])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let link = link_of(child.stderr.take().unwrap());
    let script = folder.path().join("w/champion.corpus");
    let mut served = Served {
        child,
        link,
        script,
        _folder: folder,
    };
    let mut page = served.page();
    // Which one it is stands on the page; what it prints leaves the terminal alone.
    page.until(|told| told["said"].to_string().contains("generation "));
    page.until(|told| told["actors"].as_u64().is_some_and(|actors| actors > 1));
    page.send(&json!("read"));
    let shown = page.until(|told| !told["script"].is_null())["script"].clone();
    assert!(
        shown.as_str().unwrap().contains("result fitness"),
        "{shown}"
    );
    let id = served.child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(sent.success());
    assert_eq!(served.child.wait().unwrap().code(), Some(143));
    assert!(TcpStream::connect(served.place().0).is_err());
}
