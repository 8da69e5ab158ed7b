//! `corpus plot`: draws a diagram of a script's run or of a table.

mod sweep;

use super::arguments::Plot as Job;
use super::failure::{Exit, Failure, in_order, replaceable, unwritable, usage};
use super::play::{Outputs, Script};
use super::run::writable;
use super::watch::Watch;
use crate::diagnostic::quote;
use crate::diagnostic::suggest::nearest;
use crate::files::{self, Kind, read_text};
use crate::plot::table::{self, Table};
use crate::plot::{Curves, Drawing, Format, Look, Refusal, curves, encode, heat_map, terminal};
use crate::record::counted;
use crate::session::{Asked, Observer, Session, Stage, Subject, asked_plot, si};
use crate::terminal::{SCRIPT_FAULT, USAGE, reason, say_drawn, say_line, tell_line};
use std::ops::ControlFlow;
use std::path::Path;
use sweep::Drawn;

/// Default size of a terminal that does not report its own.
const COLUMNS: usize = 80;
const ROWS: usize = 24;

/// Observer of a run up to a time.
struct Until {
    watch: Watch,
    to: Option<f64>,
}

impl Observer for Until {
    fn inner(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut self.watch)
    }

    fn frame(&mut self, stage: &Stage) -> ControlFlow<()> {
        self.watch.frame(stage)?;
        match self.to {
            Some(to) if stage.world.time >= to => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Subject and source of a diagram.
enum Source<'a> {
    Script(Subject, &'a Path),
    Table(bool, &'a Path, &'a [String]),
}

pub(super) fn plot(job: &Job) -> Exit {
    let source = source(job)?;
    usable(job)?;
    match source {
        Source::Script(subject, script) => of_script(job, subject, script),
        Source::Table(phase, path, names) => of_table(job, phase, path, names),
    }
}

/// Interprets the words of the command line.
fn source(job: &Job) -> Result<Source<'_>, Refusal> {
    let (first, rest) = job
        .words
        .split_first()
        .ok_or_else(|| Refusal::new("nothing to plot", "name a script or a table"))?;
    let subject = Subject::of_word(first).filter(|_| !rest.is_empty());
    let (path, rest) = match (subject, rest.split_first()) {
        (Some(_), Some((path, rest))) => (path, rest),
        _ => (first, rest),
    };
    let path = Path::new(path);
    let is_table = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("csv"));
    if is_table {
        let unused = [
            ("--of", !job.of.is_empty()),
            ("--every", job.every.is_some()),
            ("--from", job.from != 0.0),
            ("--to", job.to.is_some()),
        ];
        if let Some((option, _)) = unused.iter().find(|(_, given)| *given) {
            return Err(Refusal::new(
                format!("a table takes no `{option}`"),
                "it is only for scripts; name the columns after the table",
            ));
        }
        return match subject {
            None => Ok(Source::Table(false, path, rest)),
            Some(Subject::Phase) => Ok(Source::Table(true, path, rest)),
            Some(_) => Err(Refusal::new(
                format!("a table has no diagram `{first}`"),
                "name a script, or the columns to draw",
            )),
        };
    }
    if path.extension().is_some_and(|e| e == "jsonl") {
        return Err(Refusal::new(
            "JSON lines are not drawn",
            "let `corpus sweep` write a table whose name ends with .csv",
        ));
    }
    if !path.exists() && path != Path::new("-") {
        misspelt(first, subject, rest)?;
    }
    if let Some(word) = rest.first()
        && Subject::of_word(word).is_some()
    {
        return Err(Refusal::new(
            format!("`{word}` must come before the script"),
            format!("write `corpus plot {word} {}`", path.display()),
        ));
    }
    if let Some(word) = rest.first() {
        return Err(Refusal::new(
            format!("`{word}` is one argument too many"),
            format!(
                "choose values of a script with `--of {word}`; only tables (`.csv`) have columns"
            ),
        ));
    }
    let takes_values = matches!(subject, None | Some(Subject::Phase));
    if takes_values && job.of.is_empty() {
        return Err(match subject {
            Some(_) => Refusal::new(
                "the diagram `phase` needs two values",
                "choose them: `--of leg.q --of leg.dq`",
            ),
            None => Refusal::new(
                "no value to plot",
                "choose values, `--of trunk.z`, or a diagram: gait, forces, support, energy, phase",
            ),
        });
    }
    if !takes_values && !job.of.is_empty() {
        return Err(Refusal::new(
            format!("the diagram `{first}` takes no `--of`"),
            "remove `--of`, or the word before the script",
        ));
    }
    if subject == Some(Subject::Phase) && job.of.len() < 2 {
        return Err(Refusal::new(
            "a phase portrait needs two values",
            "for example `--of tibia.q --of tibia.dq`",
        ));
    }
    Ok(Source::Script(subject.unwrap_or(Subject::Curves), path))
}

/// Suggests what was meant if a script does not exist: a word for a diagram, alone or misspelt.
fn misspelt(first: &str, subject: Option<Subject>, rest: &[String]) -> Result<(), Refusal> {
    if subject.is_none() && Subject::of_word(first).is_some() {
        return Err(Refusal::new(
            format!("no script given for the diagram `{first}`"),
            format!("name a script: `corpus plot {first} SCRIPT -o FILE.svg`"),
        ));
    }
    let near = nearest(first, Subject::WORDS.iter().copied());
    if subject.is_some() || rest.is_empty() {
        return Ok(());
    }
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the diagrams are {}", Subject::WORDS.join(", ")),
    };
    let message = format!("there is no diagram and no script {}", quote(first));
    Err(Refusal::new(message, help))
}

/// Checks that the diagram can be written, before anything is run.
fn usable(job: &Job) -> Result<(), Refusal> {
    match (&job.output, job.terminal) {
        (None, false) => Err(Refusal::new(
            "no output file given",
            "use `-o FILE.svg` or `-o FILE.png`, or `--terminal` to draw in the terminal",
        )),
        (Some(path), _) => Format::of(path).map(|_| ()),
        (None, true) => Ok(()),
    }
}

fn look(job: &Job) -> Look {
    Look {
        size: job.size,
        title: job.title.clone(),
    }
}

fn of_table(job: &Job, phase: bool, path: &Path, names: &[String]) -> Exit {
    let text = read_text(path, files::LARGEST)
        .map_err(|why| usage(format!("cannot read {}: {}", path.display(), reason(&why))))?;
    if let Some(out) = job
        .output
        .as_deref()
        .filter(|out| files::same_file(out, path))
    {
        let why = format!("cannot write {}: it is the table", out.display());
        return Err(usage(why));
    }
    let refused = |refusal| Failure::from(refusal).of(path);
    let mut table = table::read(&text).map_err(refused)?;
    let all = table.rows();
    let left_out = sweep::leave_out_failed(&mut table);
    if left_out > 0 && left_out == all {
        let refusal = Refusal::new(
            "no run of this table ended well",
            "the columns `ended` and `reason` say how they ended",
        );
        return Err(refused(refusal));
    }
    if left_out > 0 {
        tell_line!(
            "{left_out} of {} left out: {} did not end with `done`",
            counted(all as u64, "run"),
            if left_out == 1 { "it" } else { "they" }
        );
    }
    let swept = sweep::drawn(&table, names).filter(|_| !phase);
    let what = match swept.transpose().map_err(refused)? {
        Some(Drawn::Map(map)) => {
            let Some(out) = &job.output else {
                let why = "a map of colours cannot be drawn in a terminal; use `-o FILE.svg`";
                return Err(usage(why));
            };
            write(job, out, heat_map(&map, &look(job)))?;
            return Ok(0);
        }
        Some(Drawn::Lines(lines)) => lines,
        None => columns(&table, phase, names).map_err(refused)?,
    };
    if job.terminal {
        show_curves(&what);
    }
    if let Some(out) = &job.output {
        write(job, out, curves(&what, &look(job)))?;
    }
    Ok(0)
}

/// Returns columns of a table by name; the first is the horizontal axis. A single one is drawn over the first column of the
/// table, and without names, all are drawn.
fn columns(table: &Table, phase: bool, names: &[String]) -> Result<Curves, Refusal> {
    let all: Vec<String> = table.names().map(str::to_owned).collect();
    let first = all.first().cloned().unwrap_or_default();
    let (over, rest) = match names {
        [] => (first, all.get(1..).unwrap_or_default().to_vec()),
        [one] => (first, vec![one.clone()]),
        [over, rest @ ..] => (over.clone(), rest.to_vec()),
    };
    let over = match table.columns(&over)?.as_slice() {
        [one] => one.clone(),
        _ => {
            let part = format!("{over}.x");
            let message = format!("the horizontal axis must be a number, but `{over}` is a vector");
            return Err(Refusal::new(message, format!("for example `{part}`")));
        }
    };
    let mut values = vec![];
    for name in rest {
        values.extend(table.columns(&name)?);
    }
    Ok(Curves {
        over,
        values,
        phase,
    })
}

fn of_script(job: &Job, subject: Subject, path: &Path) -> Exit {
    in_order("nothing to draw", job.from, job.to)?;
    let outputs = Outputs {
        files: job
            .output
            .iter()
            .map(|path| ("--output", path.as_path(), Kind::Picture))
            .collect(),
        frames: None,
    };
    let asked = Asked {
        subject,
        of: job.of.clone(),
        period: job.every.unwrap_or(0.0),
        from: job.from,
    };
    let ask = |session: &mut Session| session.options.asked = Some(asked.clone());
    let script = Script::checked_with(path, &job.given, &outputs, job.quiet, ask)?;
    if let Some(path) = &job.output {
        writable(path)?;
    }
    let to = job.to;
    let played = script.play(None, |watch| Box::new(Until { watch, to }))?;
    let status = played.status();
    if played.interrupted.is_some() {
        tell_line!("interrupted; the diagram ends at that moment");
    }
    let Some(plot) = asked_plot(&played.session) else {
        return match status {
            0 => Err(Failure::new(
                SCRIPT_FAULT,
                "nothing to draw: the script has no `go`",
            )),
            status => Ok(status),
        };
    };
    let is_empty = |what: Curves| what.over.values.is_empty();
    if status == 0 && job.from > 0.0 && plot.curves().is_some_and(is_empty) {
        let end = si(played.session.here().simulated, "s");
        let why = format!(
            "nothing to draw: --from is {} s, and the script ends at {end}",
            job.from
        );
        return Err(Failure::new(SCRIPT_FAULT, why));
    }
    let shown = match (plot.walk(), plot.curves()) {
        (Some(walk), _) if job.terminal => show(|columns, _| terminal::walk(&walk, columns)),
        (_, Some(what)) if job.terminal => show_curves(&what),
        _ if job.terminal => {
            tell_line!("a support polygon cannot be drawn in a terminal; use `-o FILE.svg`");
            USAGE
        }
        _ => 0,
    };
    if let Some(out) = &job.output {
        write(job, out, plot.drawing(&look(job)))?;
    }
    Ok(status.max(shown))
}

fn write(job: &Job, path: &Path, drawing: Result<Drawing, Refusal>) -> Result<(), Failure> {
    let drawing = drawing?;
    let bytes = encode(&drawing, Format::of(path)?, job.dpi)?;
    replaceable(path, Kind::Picture)?;
    files::write(path, &bytes).map_err(|why| unwritable("", path, &why))?;
    if !job.quiet {
        say_line!(
            "{} ({:.0} x {:.0} mm)",
            path.display(),
            drawing.width,
            drawing.height
        );
    }
    Ok(())
}

/// Returns columns and rows of the terminal, as reported by shells.
fn room() -> (usize, usize) {
    let read = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok();
    (
        read("COLUMNS").unwrap_or(COLUMNS).clamp(30, 1000),
        read("LINES").unwrap_or(ROWS).clamp(8, 1000),
    )
}

/// Draws in the terminal, by a function of its columns and rows.
fn show(draw: impl FnOnce(usize, usize) -> Vec<String>) -> u8 {
    let (columns, rows) = room();
    say_drawn(&(draw(columns, rows).join("\n") + "\n"));
    0
}

fn show_curves(what: &Curves) -> u8 {
    show(|columns, rows| terminal::curves(what, columns, rows.saturating_sub(2)))
}
