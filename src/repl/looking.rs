//! Live viewing of the session's world: the picture in the terminal, the window, and their requests.

use super::{Outcome, Prompt};
use crate::diagnostic::{Diagnostic, draw, escaped};
use crate::film::has_camera;
use crate::session::{Mode, Quiet, Session};
use crate::source::Sources;
use crate::terminal::{
    Given, SCRIPT_FAULT, USAGE, give, reason, say_drawn, say_line, tell_drawn, tell_line,
};
use crate::view::browser::Server;
use crate::view::terminal::{self, Way};
use crate::view::{Order, Reload, Remote, Screen};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The `go` that a viewer starts: it lasts until it is interrupted. Few enough frames that no warning speaks of a long run.
const FOR_EVER: &str = "go 100000000";

/// Options of the command line.
#[derive(Default)]
pub(crate) struct Start {
    /// A script that is read again when it is saved.
    pub script: Option<PathBuf>,
    /// Values of parameters, and file permissions.
    pub given: Given,
    /// Name of the script's initial camera.
    pub camera: Option<String>,
    /// Simulated seconds per second of a viewer.
    pub speed: Option<f64>,
    /// Whether to pause before the first frame.
    pub paused: bool,
    /// Method of drawing a picture in the terminal.
    pub way: Option<Way>,
}

impl Start {
    /// Passes the options of the command line to a session.
    pub(super) fn give(&self, session: &mut Session) {
        give(session, &self.given);
    }

    fn way(&self) -> Way {
        self.way
            .unwrap_or_else(|| Way::of_terminal(|name| std::env::var(name).ok()))
    }
}

/// Runs `corpus view SCRIPT --terminal`: returns the exit status.
pub(crate) fn in_terminal(start: Start) -> u8 {
    if let Some(why) = terminal::why_not() {
        tell_line!(
            "cannot show a live picture: {why}; `corpus run` simulates without one, `corpus render` writes frames to files"
        );
        return USAGE;
    }
    Prompt::begun(start).watch_in_terminal(Prompt::load_first)
}

impl Prompt {
    /// Makes a prompt with the options of the command line.
    fn begun(start: Start) -> Prompt {
        let mut prompt = Prompt::new();
        prompt.start = start;
        *prompt.session.borrow_mut() = prompt.new_session();
        prompt
    }

    /// Makes what a viewer talks through, with its screen.
    fn remote(&self) -> Remote {
        Remote {
            orders: self.messages.clone(),
            screen: Arc::new(Screen::default()),
            camera: self.start.camera.clone(),
        }
    }

    /// Shows the world on a screen from now on, with the speed and the pause of the command line.
    fn connect(&mut self, screen: Arc<Screen>) {
        // A server of pages ends with its own screen.
        self.server = None;
        let mut connection = self.connection.lock();
        connection.open(screen, self.start.speed.unwrap_or(1.0));
        if self.start.paused {
            connection.hold();
        }
    }

    /// Loads the script of the command line, if there is one; returns the exit status.
    fn load_first(&mut self) -> u8 {
        match self.start.script.clone() {
            Some(script) => self.load(&script),
            None => 0,
        }
    }

    /// Loads the script and handles requests of an open viewer, with the `prompt` beside it on a terminal, until it is closed; returns the exit status.
    fn shown(mut self, prompt: bool) -> u8 {
        let status = self.load_first();
        let talks = prompt && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let ended = if talks {
            self.talk()
        } else {
            self.attend();
            0
        };
        self.connection.lock().close();
        if self.shared.interrupt.is_set() {
            return self.shared.interrupt.status();
        }
        status.max(ended)
    }

    /// Runs `view` at the prompt; in the `terminal` even if there could be a window.
    pub(super) fn look(&mut self, terminal: bool) -> Result<(), String> {
        #[cfg(feature = "viewer")]
        if !terminal && self.open_window()? {
            return Ok(());
        }
        let _ = terminal;
        if let Some(why) = terminal::why_not() {
            return Err(format!("cannot show a live picture: {why}"));
        }
        match self.watch_in_terminal(|_| 0) {
            0 => Ok(()),
            // A signal ends the program without a message.
            _ if self.shared.interrupt.is_set() => Ok(()),
            _ => Err("the view in the terminal ended".to_owned()),
        }
    }

    /// Shows the world in the terminal, after calling a function; until the user leaves.
    fn watch_in_terminal(&mut self, first: impl FnOnce(&mut Self) -> u8) -> u8 {
        let remote = self.remote();
        self.connect(Arc::clone(&remote.screen));
        self.connection.lock().covers = true;
        let way = self.start.way();
        let picture = std::thread::spawn(move || terminal::watch(&remote, way));
        let status = first(self);
        self.attend();
        let interrupted = self.shared.interrupt.is_set();
        self.connection.lock().close();
        let shown = picture.join();
        let kept = std::mem::take(&mut self.connection.lock().kept);
        for (text, is_report) in kept {
            if is_report {
                tell_drawn(&text);
            } else {
                say_drawn(&text);
            }
        }
        match shown {
            Ok(Ok(())) if interrupted => self.shared.interrupt.status(),
            Ok(Ok(())) => status,
            Ok(Err(why)) => {
                tell_line!("cannot show a picture in the terminal: {}", reason(&why));
                USAGE
            }
            Err(_) => USAGE,
        }
    }

    /// Handles requests of a viewer until it is closed.
    fn attend(&mut self) {
        while !self.shared.interrupt.is_set() {
            match self.next_order() {
                Order::Close | Order::Leave => return,
                other => self.obey(other),
            }
        }
    }

    /// Obeys orders other than entries of the user.
    pub(super) fn obey(&mut self, order: Order) {
        match order {
            Order::Line(line) | Order::Entry(line, _) => self.ordered(&line),
            Order::Toggle => self.ordered(FOR_EVER),
            Order::Ask(ask) => ask(&self.session.borrow(), &self.shared.watched.lock().texts()),
            Order::Close => self.connection.lock().close(),
            Order::Reload => self.reload(),
            // The others need no session.
            _ => {}
        }
    }

    /// Runs a line that a viewer sent as if it had been typed, but without output on success.
    fn ordered(&mut self, line: &str) {
        self.connection.lock().unasked = true;
        self.entries += 1;
        let name = format!("entry {}", self.entries);
        let _ = self.run(&name, line);
        self.connection.lock().unasked = false;
    }

    /// Prints drawn text for the user: at once, above the line that is being typed, or when the picture is gone.
    pub(super) fn tell_drawn(&self, text: &str) {
        self.connection.lock().say(text, true);
        self.show_drawn(text);
    }

    /// Prints reports for the user, and keeps them for viewers that list them.
    pub(super) fn report(&self, findings: &[Diagnostic], sources: &Sources) {
        self.connection.lock().report(findings, sources);
        let colour = self.shared.colour && std::io::stderr().is_terminal();
        self.show_drawn(&draw(findings, sources, colour));
    }

    fn show_drawn(&self, text: &str) {
        if !self.connection.lock().diverts(text, true) {
            tell_drawn(text);
        }
    }

    /// Prints a line of output for the user.
    pub(super) fn say(&self, line: &str) {
        let mut connection = self.connection.lock();
        connection.say(line, false);
        if !connection.diverts(&format!("{}\n", escaped(line)), false) {
            say_line!("{line}");
        }
    }

    /// Checks a script and runs it; returns the exit status. Reports errors of the check without running.
    fn load(&mut self, script: &Path) -> u8 {
        if let Err(status) = self.check(script) {
            return status;
        }
        match self.run_script(script) {
            Ok(Outcome::Fine | Outcome::Interrupted) => 0,
            Ok(Outcome::Doubtful | Outcome::Failed) => SCRIPT_FAULT,
            Err(why) => {
                self.tell(&format!(
                    "cannot read {}: {}",
                    script.display(),
                    reason(&why)
                ));
                USAGE
            }
        }
    }

    /// Checks a script, and watches its files from then on.
    fn check(&self, script: &Path) -> Result<(), u8> {
        let mut check = crate::commands::session(Mode::Check, Box::new(Quiet));
        check.inputs.recorded = true;
        self.start.give(&mut check);
        let read = check.run_file(script);
        let mut files: Vec<PathBuf> = check.inputs.paths().map(Path::to_owned).collect();
        if !files.iter().any(|file| file == script) {
            files.push(script.to_owned());
        }
        self.connection.lock().files = Reload::of(files);
        if let Err(why) = read {
            let why = format!("cannot read {}: {}", script.display(), reason(&why));
            self.connection.lock().tell(&why);
            self.tell(&why);
            return Err(USAGE);
        }
        for message in check.parameters.unused(&check.sources) {
            self.tell(&format!("-D: {message}"));
        }
        let findings = check.sorted_diagnostics();
        self.connection.lock().checked(&findings, &check.sources);
        let Some(wrong) = findings.iter().find(|finding| finding.is_fault()) else {
            return self.has_camera(&check);
        };
        self.connection.lock().tell(&wrong.message);
        self.report(&findings, &check.sources);
        Err(SCRIPT_FAULT)
    }

    /// Checks that the script makes the camera named on the command line; an open viewer continues without it.
    fn has_camera(&self, check: &Session) -> Result<(), u8> {
        let Some(name) = &self.start.camera else {
            return Ok(());
        };
        let looks = check.stages.iter().map(|stage| &stage.look);
        let cameras = looks.flat_map(|look| &look.cameras);
        let cameras: Vec<String> = cameras.map(|camera| camera.name.clone()).collect();
        has_camera(name, &cameras).map_err(|why| {
            self.connection.lock().tell(&why);
            self.tell(&format!("--camera: {why}"));
            USAGE
        })
    }

    /// Reads the script again and replaces the session; a script with errors changes nothing.
    fn reload(&mut self) {
        let Some(script) = self.start.script.clone() else {
            self.connection.lock().tell("there is no script to reload");
            return;
        };
        if self.check(&script).is_err() {
            return;
        }
        self.end_films();
        let fresh = self.new_session();
        *self.session.borrow_mut() = fresh;
        self.journal = super::Journal::default();
        self.connection.lock().reloaded();
        self.connection.lock().tell("the script was reloaded");
        let _ = self.run_script(&script);
    }
}

/// Runs `corpus view SCRIPT --browser`: serves pages on a port of this machine, 0 for any; with the prompt beside it on a terminal. Returns the exit
/// status.
pub(crate) fn in_browser(start: Start, port: u16, opens: bool, prompt: bool) -> u8 {
    let mut own = Prompt::begun(start);
    if let Err(why) = own.serve(port) {
        tell_line!("{why}");
        return USAGE;
    }
    own.tell_link(opens);
    own.shown(prompt)
}

/// Opens a link by the program that the system uses for links.
fn open_link(link: &str) -> Result<(), String> {
    let opener = match () {
        () if cfg!(target_os = "macos") => "open",
        () if cfg!(windows) => "explorer",
        () => "xdg-open",
    };
    let mut command = std::process::Command::new(opener);
    let quiet = std::process::Stdio::null;
    let begun = command
        .arg(link)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    begun
        .map(drop)
        .map_err(|why| format!("{opener}: {}", reason(&why)))
}

impl Prompt {
    /// Runs `view browser` at the prompt.
    pub(super) fn serve_at_prompt(&mut self) -> Result<(), String> {
        if !self.connection.lock().is_open() {
            self.serve(0)?;
        } else if self.server.is_none() {
            return Err("the session is shown in a window: close it first".to_owned());
        }
        self.tell_link(true);
        Ok(())
    }

    /// Prints the link to the session, and opens it in a browser.
    fn tell_link(&self, opens: bool) {
        let Some(Server { link }) = &self.server else {
            return;
        };
        say_drawn(&format!("the session is at {link}\n"));
        if opens && let Err(why) = open_link(link) {
            tell_line!(
                "no browser was opened ({why}): open the link above in one on this machine, or forward its port by `ssh -L`"
            );
        }
    }

    /// Serves pages that show the session.
    fn serve(&mut self, port: u16) -> Result<(), String> {
        let remote = self.remote();
        let screen = Arc::clone(&remote.screen);
        let server = Server::start(remote, port, self.start.script.clone());
        let server = server.map_err(|why| {
            format!("cannot serve on port {port}: {}; another one is chosen by `--port`, any free one by `--port 0`", reason(&why))
        })?;
        self.connect(screen);
        self.server = Some(server);
        Ok(())
    }
}

/// Runs `corpus view SCRIPT`: a window, and on a terminal, the prompt beside it. Returns the exit status.
#[cfg(feature = "viewer")]
pub(crate) fn in_window(start: Start, size: (usize, usize), prompt: bool) -> u8 {
    let mut own = Prompt::begun(start);
    if let Err(why) = own.open_sized(size) {
        tell_line!(
            "cannot open a window: {why}\ninstead, use `corpus view SCRIPT --terminal`, or `corpus render SCRIPT -o FOLDER` for pictures"
        );
        return USAGE;
    }
    own.shown(prompt)
}

#[cfg(feature = "viewer")]
impl Prompt {
    /// Opens a window beside the prompt. Returns whether there is one.
    fn open_window(&mut self) -> Result<bool, String> {
        if self.connection.lock().is_open() {
            return Err("the window, or a page of a browser, is already open".to_owned());
        }
        if let Err(why) = self.open_sized((1280, 720)) {
            tell_line!("no window: {why}; using the terminal");
            return Ok(false);
        }
        Ok(true)
    }

    fn open_sized(&mut self, size: (usize, usize)) -> Result<(), String> {
        let remote = self.remote();
        let screen = Arc::clone(&remote.screen);
        crate::window::open(remote, size)?;
        self.connect(screen);
        Ok(())
    }
}
