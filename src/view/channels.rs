//! The two channels between a viewer and the session.

use super::shown::Shown;
use crate::diagnostic::{Diagnostic, to_json};
use crate::session::Session;
use crate::source::Sources;
use serde::Deserialize;
use serde_json::Value;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a viewer or the prompt wants of the session's thread; a page sends most of them as JSON, like `"toggle"` or `{"scrub": -0.5}`.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Pause or resume.
    Toggle,
    /// Step one frame forward, or back if negative.
    Step(i32),
    /// Multiply the speed by this factor.
    Faster(f64),
    /// Real time.
    RealTime,
    /// Show a moment so many seconds later, or earlier if negative.
    Scrub(f64),
    /// Show the first stored moment.
    First,
    /// Show the newest moment.
    Newest,
    /// Rewind to the shown moment and resume from there; later moments are deleted.
    Here,
    /// Show the joint of an actor, or of none.
    Choose(Option<usize>),
    /// Show or hide markers.
    Mark(Marker),
    /// Show the next diagram beside the picture, or none after the last.
    Diagram,
    /// Run a line of the language, between frames during a `go`.
    Line(String),
    /// Read the script again.
    Reload,
    /// Close the viewer.
    Close,
    /// Run an entry of the prompt, with the size of the terminal, unless it comes from a page.
    #[serde(skip)]
    Entry(String, Option<(usize, usize)>),
    /// End the prompt: the user leaves.
    #[serde(skip)]
    Leave,
    /// Answer a question about the session and the watched quantities, through a channel of its own. It is dropped unanswered while a `go` runs.
    #[serde(skip)]
    Ask(Arc<Question>),
}

/// Markers that a viewer can show in addition to those of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Marker {
    /// Names of bodies.
    Names,
    /// Joint axes.
    Axes,
    /// Forces of the ground and pushes.
    Forces,
}

/// A question about the session and the watched quantities.
pub type Question = dyn Fn(&Session, &[String]) + Send + Sync;

/// The latest moment, for a viewer to draw.
#[derive(Default)]
pub struct Screen {
    latest: Mutex<Latest>,
    changed: Condvar,
}

#[derive(Default)]
struct Latest {
    number: u64,
    shown: Option<Arc<Shown>>,
    closed: bool,
    /// What the session has printed, with whether each is a report; the first ones may have been dropped.
    said: Vec<(Arc<str>, bool)>,
    dropped: usize,
    /// Reports on the script since it was checked, as [`to_json`] writes them, and how often they have changed.
    findings: Vec<Value>,
    findings_changed: u64,
}

/// Most printed texts that are kept for pages that come later.
const MOST_SAID: usize = 2000;

/// Most reports on a script that are kept.
const MOST_FINDINGS: usize = 200;

impl Screen {
    fn lock(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the state to be drawn.
    pub fn publish(&self, shown: Shown) {
        let mut latest = self.lock();
        latest.number += 1;
        latest.shown = Some(Arc::new(shown));
        self.changed.notify_all();
    }

    /// Keeps a printed text, or a report.
    pub fn say(&self, text: &str, is_report: bool) {
        let mut latest = self.lock();
        if latest.said.len() >= MOST_SAID {
            latest.said.remove(0);
            latest.dropped += 1;
        }
        latest.said.push((text.into(), is_report));
        self.changed.notify_all();
    }

    /// Returns what was printed after so many texts.
    #[must_use]
    pub fn said_after(&self, seen: usize) -> (usize, Vec<(Arc<str>, bool)>) {
        let latest = self.lock();
        let from = seen.saturating_sub(latest.dropped).min(latest.said.len());
        let new = latest.said[from..].to_vec();
        (latest.dropped + latest.said.len(), new)
    }

    /// Adds reports to those on the script, or replaces these when it has been checked again.
    pub fn find(&self, findings: &[Diagnostic], sources: &Sources, is_anew: bool) {
        let found: Vec<Value> =
            serde_json::from_str(&to_json(findings, sources)).unwrap_or_default();
        let mut latest = self.lock();
        if is_anew {
            latest.findings.clear();
        }
        for finding in found {
            // What a check has found, the run finds too.
            if latest.findings.len() < MOST_FINDINGS && !latest.findings.contains(&finding) {
                latest.findings.push(finding);
            }
        }
        latest.findings_changed += 1;
        self.changed.notify_all();
    }

    /// Returns the reports on the script, if they have changed more often than `seen`, and how often.
    #[must_use]
    pub fn findings_after(&self, seen: u64) -> Option<(u64, Vec<Value>)> {
        let latest = self.lock();
        let is_new = latest.findings_changed > seen;
        is_new.then(|| (latest.findings_changed, latest.findings.clone()))
    }

    /// Tells the viewer to close.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Whether the viewer should close.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Returns the latest moment and its number, if it is newer than number `seen`.
    #[must_use]
    pub fn newer(&self, seen: u64) -> Option<(u64, Arc<Shown>)> {
        let latest = self.lock();
        let shown = latest.shown.as_ref().filter(|_| latest.number > seen)?;
        Some((latest.number, Arc::clone(shown)))
    }

    /// Waits for a newer moment as in [`Screen::newer`], up to a time limit.
    #[must_use]
    pub fn wait_for(&self, seen: u64, most: Duration) -> Option<(u64, Arc<Shown>)> {
        let latest = self.lock();
        let is_old = |latest: &mut Latest| latest.number <= seen && !latest.closed;
        let waited = self.changed.wait_timeout_while(latest, most, is_old);
        drop(waited);
        self.newer(seen)
    }
}

/// A viewer's end of the channels.
#[derive(Clone)]
pub struct Remote {
    /// Channel to the session's thread.
    pub orders: Sender<Order>,
    /// Screen of the session.
    pub screen: Arc<Screen>,
    /// Name of the script's initial camera.
    pub camera: Option<String>,
}

impl Remote {
    /// Sends an order. A session that has ended accepts none; its screen is then closed.
    pub fn order(&self, order: Order) {
        let _ = self.orders.send(order);
    }
}
