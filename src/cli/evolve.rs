//! `corpus evolve`: evolves creatures for a task.

use super::failure::{Exit, Failure, unwritable, usage};
use super::sweep::{hear, refused, show_checked};
use crate::diagnostic::quote;
use crate::diagnostic::suggest::nearest;
use crate::evolve::{Brain, Genotype, Limbs, Settings, State, Task};
use crate::files::{self, LARGEST, read_text};
use crate::record::counted;
use crate::terminal::{Interrupt, SCRIPT_FAULT, reason, say_line, tell_line};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Arguments of `corpus evolve`.
#[derive(Args, Debug)]
pub(super) struct Evolve {
    /// The task: `walk`, `jump-up`, `jump-away`, `hit-ball`, `random-ball`, or a script with the line `include creature.corpus` and a `result fitness`, of
    /// which what is below 0 counts as 0.
    pub task: String,
    /// Folder for the state, the best creature of each generation, and the family tree.
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    /// Number of creatures in a generation.
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = population)]
    pub population: usize,
    /// Number of generations.
    #[arg(long, default_value = "100", value_name = "N")]
    pub generations: NonZeroUsize,
    /// What the brains consist of.
    #[arg(long, value_enum, default_value = "neural")]
    pub brain: Brain,
    /// Shape of the parts: boxes, or frustums, which are round and taper.
    #[arg(long, value_enum, default_value = "box")]
    pub limbs: Limbs,
    /// Evolve brains alone, on the body of this genotype, such as the `champion.json` of another evolution.
    #[arg(long, value_name = "FILE", conflicts_with = "limbs", value_hint = ValueHint::FilePath)]
    pub body: Option<PathBuf>,
    /// Shares of mutation, crossover and grafting among the new creatures; their sum counts as the whole.
    #[arg(long, default_value = "30,40,40", value_parser = shares, value_name = "M,C,G")]
    pub shares: Shares,
    /// Trials of each creature, with slightly different friction, restitution, gravity and distance to the ground; the worst counts.
    #[arg(long, default_value_t = NonZeroUsize::MIN.saturating_add(2), value_name = "N")]
    pub trials: NonZeroUsize,
    /// Let the parts of a creature collide with each other, which takes five to ten times as long.
    #[arg(long)]
    pub collide: bool,
    /// Keep the best creature of each cell of an archive, and breed from these: N cells between A and B of a result of the task, or of
    /// `parts`, `limbs`, `mass`, `length` or `stature`; may be repeated.
    #[arg(long, value_name = "NAME=A..B:N", value_delimiter = ',')]
    pub archive: Vec<String>,
    /// Divide each generation into at most N species of similar creatures, which share their fitness and breed among themselves.
    #[arg(long, value_name = "N", conflicts_with = "archive")]
    pub species: Option<NonZeroUsize>,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    pub seed: u64,
    /// Number of threads [default: one for each processor].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Continue the evolution in the folder; more --generations than before go on where it ended.
    #[arg(long)]
    pub resume: bool,
    /// Show the best creature of each generation on a page of this machine, as `corpus view --browser` does, until Ctrl-C.
    #[cfg(feature = "repl")]
    #[arg(long)]
    pub watch: bool,
    /// Print the link of that page only, and open no browser.
    #[cfg(feature = "repl")]
    #[arg(long, requires = "watch")]
    pub no_open: bool,
    /// Print errors and the last line only.
    #[arg(long, short)]
    pub quiet: bool,
}

/// The page that shows the best creature: a `corpus view` of its script, which runs it again whenever the script changes. It is a
/// process of its own, because a view has its own prompt, signals and threads; it ends with this one.
#[cfg(feature = "repl")]
struct Page(std::process::Child);

#[cfg(feature = "repl")]
impl Page {
    /// Opens the page of a script, whose link goes to standard error. What the scripts print is on the page.
    fn open(script: &Path, opens: bool) -> Result<Page, Failure> {
        use std::io::{BufRead as _, BufReader};
        use std::process::{Command, Stdio};
        let begun = std::env::current_exe().and_then(|program| {
            let mut view = Command::new(program);
            view.arg("view").arg(script);
            view.args(["--browser", "--no-prompt"]);
            view.args((!opens).then_some("--no-open"));
            view.stdin(Stdio::null()).stdout(Stdio::piped());
            view.spawn()
        });
        let told = |why| usage(format!("cannot show the best creature: {}", reason(&why)));
        let mut view = begun.map_err(told)?;
        if let Some(out) = view.stdout.take() {
            std::thread::spawn(move || {
                let mut lines = BufReader::new(out).lines().map_while(Result::ok);
                if let Some(link) = lines.next() {
                    tell_line!("{link}");
                }
                lines.for_each(drop);
            });
        }
        Ok(Page(view))
    }

    /// Waits until the page is closed or a signal arrives.
    fn wait(&mut self, interrupt: &Interrupt) {
        tell_line!("the page stays open until Ctrl-C");
        while !interrupt.is_set() && matches!(self.0.try_wait(), Ok(None)) {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
}

#[cfg(feature = "repl")]
impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Shares of mutation, crossover and grafting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares([f64; 3]);

fn shares(text: &str) -> Result<Shares, String> {
    let read: Option<Vec<f64>> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    let valid = |all: &Vec<f64>| {
        all.iter().all(|x| x.is_finite() && *x >= 0.0) && all.iter().sum::<f64>() > 0.0
    };
    let all = read.filter(valid).and_then(|all| all.try_into().ok());
    let wanted = "three numbers, zero or above, such as 30,40,40";
    all.map(Shares).ok_or_else(|| wanted.to_owned())
}

fn population(text: &str) -> Result<usize, String> {
    let read = text.parse().ok().filter(|n| (2..=100_000).contains(n));
    read.ok_or_else(|| {
        "a whole number from 2 to 100000: a creature alone has no other to vary with".to_owned()
    })
}

/// Reads a task: its word, or a script.
fn task_of(word: &str) -> Result<Task, Failure> {
    if let Some(task) = Task::of(word) {
        return Ok(task);
    }
    let path = Path::new(word);
    if !path.exists() {
        let near = nearest(word, Task::WORDS).map(|near| format!(" (did you mean `{near}`?)"));
        let shown = quote(word);
        let known = Task::WORDS.join(", ");
        return Err(usage(format!(
            "there is no task or script {shown}{}; the tasks are {known}",
            near.unwrap_or_default()
        )));
    }
    let text = read_text(path, LARGEST)
        .map_err(|why| usage(format!("cannot read {word}: {}", reason(&why))))?;
    Task::of_script(text).map_err(|why| usage(format!("{word} {why}")))
}

/// Reads a body on which brains evolve.
fn body_of(path: &Path) -> Result<Genotype, Failure> {
    let shown = path.display();
    let text = read_text(path, LARGEST)
        .map_err(|why| usage(format!("cannot read {shown}: {}", reason(&why))))?;
    Genotype::read_body(&text).map_err(|why| usage(format!("no body in {shown}: {why}")))
}

/// Returns the state to go on with: a new one, or that of the folder.
fn begin(job: &Evolve, settings: Settings, path: &Path) -> Result<State, Failure> {
    let shown = path.display();
    if !job.resume {
        if path.exists() {
            return Err(usage(format!(
                "{shown} holds an evolution: continue it with --resume, or choose another --out"
            )));
        }
        return Ok(State::new(settings));
    }
    if !path.exists() {
        tell_line!("there is no {shown} to continue: the evolution begins");
        return Ok(State::new(settings));
    }
    let text = read_text(path, u64::MAX)
        .map_err(|why| usage(format!("cannot read {shown}: {}", reason(&why))))?;
    State::read(&text, settings).map_err(|why| usage(format!("cannot continue {shown}: {why}")))
}

/// Writes the state, and the best creature as a script with its genotype beside it.
fn save(folder: &Path, state: &State) -> Result<(), Failure> {
    for (name, text) in state.files().map_err(usage)? {
        let path = folder.join(name);
        let written = match text {
            Some(text) => files::write(&path, text.as_bytes()),
            None if path.exists() => std::fs::remove_file(&path),
            None => Ok(()),
        };
        written.map_err(|why| unwritable("", &path, &why))?;
    }
    Ok(())
}

pub(super) fn evolve(job: &Evolve) -> Exit {
    let interrupt = Interrupt::listen(0);
    let body = job.body.as_deref().map(body_of).transpose()?;
    let mut settings = Settings {
        task: task_of(&job.task)?,
        brain: job.brain,
        limbs: body.as_ref().map_or(job.limbs, |body| body.limbs),
        body,
        population: job.population,
        seed: job.seed,
        shares: job.shares.0,
        trials: job.trials.get(),
        collides: job.collide,
        archive: None,
        species: job.species.map(NonZeroUsize::get),
        schedule: job.generations.get(),
    };
    if let Task::Script(text) = &settings.task {
        let words = text.lines().flat_map(|line| {
            let code = line.split('#').next().unwrap_or_default();
            code.split_whitespace()
        });
        if !job.quiet && !words.into_iter().any(|word| word == "live") {
            tell_line!(
                "the task has no line `live`, which starts the brain: its creatures do not move by themselves"
            );
        }
        let script = Path::new(&job.task);
        let session = settings.check(script).map_err(|why| refused(why, script))?;
        show_checked(&session, job.quiet)?;
    }
    settings.archive = settings.archive_of(&job.archive).map_err(usage)?;
    std::fs::create_dir_all(&job.out).map_err(|why| unwritable("", &job.out, &why))?;
    let mut state = begin(job, settings, &job.out.join("state.json"))?;
    state.refuse_others(&job.out).map_err(usage)?;
    let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = job.threads.unwrap_or_else(all).get();
    let stop = Arc::new(AtomicBool::new(false));
    hear(&interrupt, &stop);
    #[cfg(feature = "repl")]
    let mut page = None;
    let mut was_blind = false;
    while state.lines.len() < job.generations.get() {
        if !state.step(threads, &stop, || ()) {
            break;
        }
        save(&job.out, &state)?;
        #[cfg(feature = "repl")]
        if job.watch && page.is_none() && state.champion().is_some() {
            let script = job.out.join("champion.corpus");
            page = Some(Page::open(&script, !job.no_open)?);
        }
        if !job.quiet {
            say_line!("{}", state.told());
        }
        if state.is_blind() && !was_blind {
            tell_line!(
                "no creature has a fitness above 0, so parents are drawn by chance; what is below 0 counts as 0"
            );
        }
        was_blind = state.is_blind();
    }
    if interrupt.is_set() {
        let done = counted(state.lines.len() as u64, "generation");
        tell_line!("interrupted after {done}; `--resume` continues");
        return Ok(interrupt.status());
    }
    let Some(champion) = state.champion() else {
        let why = format!("all creatures are faulty: {}", state.told());
        return Err(Failure::new(SCRIPT_FAULT, why));
    };
    say_line!(
        "the best has fitness {:.4}: {}",
        champion.fitness.unwrap_or(0.0),
        job.out.join("champion.corpus").display()
    );
    #[cfg(feature = "repl")]
    if let Some(page) = &mut page {
        page.wait(&interrupt);
        if interrupt.is_set() {
            return Ok(interrupt.status());
        }
    }
    Ok(0)
}
