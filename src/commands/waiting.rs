//! Pending events: listing and cancelling them.

use crate::diagnostic::quote;
use crate::diagnostic::suggest::nearest;
use crate::session::command::{Bound, Command, Group, Kind, Outcome, need};
use crate::session::{Session, Stage, Stop, si};
use crate::source::Span;
use std::sync::Arc;

/// Most pending events of a world: timers, alarms, and blocks of `after`, `at`, `every` and `when`.
const MOST_WAITING: usize = 100_000;

/// Refuses an event if too many are pending, or if its due time (s) is infinite. `head` is the word of the command that sets
/// it, at `at`.
///
/// # Errors
/// Too many events are pending, or the due time is infinite.
pub(super) fn one_more_event(stage: &Stage, due: f64, head: &str, at: Span) -> Result<(), Stop> {
    if !due.is_finite() {
        let message = "the time at which this would run is infinite";
        return Err(Stop::mistake("E027", at, message, "use a smaller time"));
    }
    if stage.timers.len() + stage.watches.len() < MOST_WAITING {
        return Ok(());
    }
    let message = format!(
        "the world `{}` already has the largest number of pending events ({MOST_WAITING}), so this `{head}` is one too many",
        stage.name
    );
    let help = "let each event set at most one new event; to repeat an action, use one `every`";
    Err(Stop::mistake("E090", at, message, help))
}

/// A pending event, as shown to the user.
struct Entry {
    /// Its number among the timers, or among the conditions.
    which: Which,
    /// Its command, as in `every 10ms`.
    head: String,
    /// Its name, if it has one.
    name: Arc<str>,
    /// Due time or condition, and source position.
    state: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Which {
    Timer(u64),
    Watch(usize),
}

/// Returns all pending events of the current world: timers by due time, then conditions.
fn entries(session: &Session) -> Vec<Entry> {
    let stage = session.here();
    let place = |at: Span| {
        let name = session
            .sources
            .get(at.source)
            .map_or("", |s| s.name.as_str());
        format!("{name}:{}", session.sources.place(at).line)
    };
    let line = |at: Span| {
        let source = session.sources.get(at.source).map_or("", |s| &*s.text);
        let rest = source.get(at.start as usize..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        line.split('#').next().unwrap_or_default().trim().to_owned()
    };
    let mut all = vec![];
    for (number, timer) in stage.timers.numbered() {
        let at = timer.closure.head;
        all.push(Entry {
            which: Which::Timer(number),
            head: line(at),
            name: Arc::clone(&timer.name),
            state: format!("due at {}, {}", si(timer.due, "s"), place(at)),
        });
    }
    for (i, watch) in stage.watches.iter().enumerate() {
        let state = if watch.held {
            "true now"
        } else {
            "not true now"
        };
        all.push(Entry {
            which: Which::Watch(i),
            head: line(watch.closure.head),
            name: Arc::clone(&watch.name),
            state: format!("{state}, {}", place(watch.closure.head)),
        });
    }
    all
}

pub(super) const EVENTS: Command = Command {
    name: "events",
    summary: "Lists the pending events: timers and conditions.",
    details: "Timers are listed by due time, then the conditions of `when`. Use the number, or the name if there is one, in `cancel`.",
    example: "every 10ms \"beat\"\n  print tick\nend\ntimer 20ms ! later\nevents",
    shows: "lists the event `beat` and the timer",
    search: "pending, waiting, scheduled, list",
    in_lists: true,
    run: |session, _| {
        session.effect(|session| {
            let all = entries(session);
            if all.is_empty() {
                session.print("no pending events");
            }
            for (i, entry) in all.iter().enumerate() {
                session.print(&format!("{:3}  {:30}  {}", i + 1, entry.head, entry.state));
            }
            Ok(())
        })
    },
    ..Command::of(Group::Events)
};

pub(super) const CANCEL: Command = Command {
    name: "cancel",
    summary: "Removes pending events: by name, by the number in `events`, or all of them.",
    details: "The name is the text in double quotes after `after`, `at`, `every` or `when`: `every 10ms \"beat\"`. All events with that name are removed. \
              `cancel all` removes all pending events of this world. An event may cancel itself.",
    forms: &[
        &[need(
            "number",
            Kind::Count(1, u32::MAX),
            "its number in the list of `events`",
        )],
        &[need("name", Kind::Label, "its name, or `all`")],
    ],
    example: "every 10ms \"beat\"\n  print tick\nend\ncancel beat",
    shows: "prints nothing: the event is removed before time passes",
    search: "remove, stop, unschedule, delete, forget",
    in_lists: true,
    run: |session, bound| {
        if !session.mode.has_effects() && !may_be_named(session, bound) {
            return Err(no_such_event(bound));
        }
        session.effect(|session| cancel(session, bound))
    },
    ..Command::of(Group::Events)
};

/// Whether an event of the script may have the name: its word occurs at another place too, perhaps below this line. A saved world may
/// have other events.
fn may_be_named(session: &Session, bound: &Bound) -> bool {
    let name = bound.text(0);
    // The code of all lines, without comments.
    let lines = || {
        let sources = session.sources.iter();
        let lines = sources.flat_map(|(_, source)| source.text.lines());
        lines.map(|line| line.split('#').next().unwrap_or_default())
    };
    let occurrences: usize = lines().map(|line| line.matches(name).count()).sum();
    bound.form == 0
        || name == "all"
        || bound.is_unknown(0)
        || occurrences > 1
        || lines().any(|line| line.contains("load"))
}

/// Refuses the name of an event that does not exist.
fn no_such_event(bound: &Bound) -> Stop {
    let name = bound.text(0);
    if name.parse::<f64>().is_ok() {
        let message = format!("no event has the number {name}");
        let help = "`events` lists the pending events, numbered from 1";
        return Stop::mistake("E025", bound.at(0), message, help);
    }
    let message = format!("no event has the name {}", quote(name));
    let help = "a name in double quotes follows the time of an event: `every 10ms \"beat\"`";
    Stop::mistake("E025", bound.at(0), message, help)
}

/// Removes the events that the argument names.
fn cancel(session: &mut Session, bound: &Bound) -> Outcome {
    let all = entries(session);
    let name = bound.text(0);
    let chosen: Vec<Which> = match bound.form {
        0 => {
            let number = bound.number(0) as usize;
            let found = number.checked_sub(1).and_then(|i| all.get(i));
            found.map(|entry| entry.which).into_iter().collect()
        }
        _ if name == "all" => all.iter().map(|entry| entry.which).collect(),
        _ => {
            let named = all.iter().filter(|entry| entry.name.as_ref() == name);
            named.map(|entry| entry.which).collect()
        }
    };
    if chosen.is_empty() && name != "all" {
        let message = match bound.form {
            0 => format!(
                "there are {} pending events, and none has the number {}",
                all.len(),
                bound.number(0)
            ),
            _ => format!("no pending event has the name {}", quote(name)),
        };
        let names = || {
            let all = all.iter().map(|entry| entry.name.as_ref());
            all.filter(|name: &&str| !name.is_empty())
        };
        let help = match nearest(name, names()) {
            Some(near) if bound.form == 1 => format!("did you mean `{near}`?"),
            _ => "`events` lists the pending events".to_owned(),
        };
        return Err(Stop::mistake("E025", bound.at(0), message, help));
    }
    let timers: Vec<u64> = chosen
        .iter()
        .filter_map(|which| match which {
            Which::Timer(number) => Some(*number),
            Which::Watch(_) => None,
        })
        .collect();
    let stage = session.here_mut();
    stage.timers.cancel(&timers);
    let mut i = 0;
    stage.watches.retain(|_| {
        i += 1;
        !chosen.contains(&Which::Watch(i - 1))
    });
    Ok(())
}
