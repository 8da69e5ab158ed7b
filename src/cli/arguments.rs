//! Command-line arguments.

use super::values::{
    angle, dots, grid, moments, overlay, paper, part, period, positive, size, time,
};
use crate::film::Overlays;
use crate::terminal::Given;
#[cfg(feature = "repl")]
use crate::view::terminal::Way;
use clap::{Args, Parser, Subcommand, ValueHint};
use std::path::PathBuf;

/// Simulates articulated creatures that are described by scripts.
///
/// A script builds an articulated figure, gives it motor programs and a gait, and simulates it.
#[derive(Parser, Debug)]
#[command(
    name = "corpus",
    version,
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    after_help = "Exit status: 0 on success, 1 for a mistake in the script, a failed expectation or a simulation that diverged, 2 for a wrong command line, a script or table \
                  named on it that cannot be read, or a file that cannot be written, 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub job: Option<Job>,
    /// A script to run, like `corpus run SCRIPT`.
    pub script: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(super) enum Job {
    /// Run a script, and print a report of the simulation.
    ///
    /// In the report, distances and speeds are those of the last `go`. The net speed is the horizontal distance between its start and
    /// its end, divided by the time. The forward speed is the mean along the heading of the root; a root that
    /// rolls or tumbles has none. "turning" is the mean vertical component of the
    /// root's angular velocity, which may differ from the change of the heading.
    Run(Run),
    /// Write a commented script of a walking creature, as a starting point for your own script.
    New(New),
    /// Run a script and make pictures of it: a film, a strip of pictures, or PNG frames.
    Render(Render),
    /// Draw a diagram of values from a script's run, or from a table.
    ///
    /// Runs a script and draws a diagram as SVG or PNG: `corpus plot gait walk.corpus -o walk.svg`,
    /// `corpus plot walk.corpus --of trunk.z -o z.svg`, `corpus plot phase walk.corpus --of knee.q --of knee.dq -o knee.svg`.
    /// Or draws columns of a table written by `record`: `corpus plot walk.csv time trunk.z -o z.svg`. Of a table written by `corpus sweep`, draws
    /// results over a parameter, `corpus plot sweep.csv mu speed -o speed.svg`, as means with the least and largest value of all rows with the same
    /// `mu`, or over two parameters as a map of colours, `corpus plot sweep.csv mu pace speed -o map.svg`.
    Plot(Plot),
    /// Export a script's motion (glTF, an HTML page, BVH) or its figures as robots (MJCF, URDF, SDF).
    ///
    /// Runs a script and writes the motion of its figures: `walk.glb` and `walk.gltf` are glTF 2.0 with a node for each body, for Blender
    /// and many viewers; `walk.html` is a self-contained page that plays it in a browser; `walk.bvh` contains joints and their
    /// angles. `walk.xml` (MJCF), `walk.urdf` and `walk.sdf` contain the figures as robots at the start of the first
    /// `go`, or at `--from`. MJCF contains their joint positions at that time; URDF and SDF contain figures in the pose in which they were built.
    /// Features that the format cannot represent are listed.
    Export(Export),
    /// Convert a robot in URDF or MJCF to a script.
    ///
    /// Converts a robot in URDF (`robot.urdf`) or MJCF (`robot.xml`) to a script. The script builds its bodies, shapes, masses, and joints with
    /// springs, dampers, stops and armatures; its motors become comments. Features that a script cannot express are listed in the script and in the
    /// terminal.
    Import(Import),
    /// Run a script and watch it live, in a window or in the terminal.
    ///
    /// Runs a script and shows it live. Space pauses and resumes, the left arrow goes back in time, `?` lists the keys.
    /// When the script is saved, it is read and run again.
    ///
    /// While a window is open, the terminal shows a prompt, whose commands act on the same world.
    #[cfg(feature = "repl")]
    View(View),
    /// Find all mistakes in a script, without simulating.
    Check(Check),
    /// Check the accuracy of a script's results, by comparing runs with different steps.
    ///
    /// Runs a script several times: with its own steps; with a half and a quarter of their length (if its method has a tolerance, with a third and
    /// a tenth of the tolerance instead); and with Fehlberg's method (`integration rkf`) and a small tolerance. Then compares the values that the
    /// script expects, prints, records and gives as results, and the report of the last `go`. Files that the script writes are discarded.
    ///
    /// In the table, `error` is the difference between the script's own result and that of Fehlberg's method (or, if that run fails, the limit of the other three), `change`
    /// the difference from the run that differs most. A quantity with many values is compared by its last value and by its mean; both columns show the larger difference. `largest`, for values recorded or printed many times, is the largest difference at any one moment, as a part of the largest value.
    ///
    /// The exit status is 1 if a number changes by more than `--within`.
    Converge(Converge),
    /// Run a script many times with different parameters, on all processors, and write a table of its results.
    ///
    /// `corpus sweep walk.corpus -D mu=0.2..0.9:8 -D seed=1..20 --out walk.csv` runs the script with 8 values of `mu` from 0.2 to 0.9 and
    /// with 20 seeds, in all combinations. Values are written `A..B:N` (N values from A to B), `A..B` (whole numbers),
    /// `..:N` (over the range of the `param`), or separated by commas; one value is the same for all runs. A row has the parameters, how
    /// the run ended, the results (`result NAME = VALUE`), the expectations that failed, the warnings and the number of evaluations. The rows are
    /// in the order of the combinations, and have the same bytes for any number of threads. The script writes no files.
    ///
    /// `corpus plot walk.csv` draws the table. The exit status is 1 if no run reaches the end of the script.
    Sweep(super::sweep::Sweep),
    /// Search for the parameters with which a script gives the largest result.
    ///
    /// `corpus optimise walk.corpus --for speed --keep "belly clear" --runs 200 --out winner.corpus` varies all parameters of the script that have a
    /// range (`param stride = 20deg from 5deg to 40deg`) and are not set by `-D`, and runs the script until the result `speed` is as large as
    /// possible while the expectation is met. The search is CMA-ES with restarts; it is the same for the same seed and any number of threads. Its
    /// state is saved after each generation, and `--resume` continues it. A parameter with several values, `-D seed=1..5`, averages over noise:
    /// each candidate runs with all of them, and its result is the mean.
    ///
    /// `--archive height=0cm..20cm:10,duty=0.3..0.9:10` keeps the best parameters of each of 100 cells of two results (MAP-Elites), and
    /// `--for speed --least work` those that are not worse in both than any other (a Pareto set, by NSGA-II). `--table walks.csv` writes
    /// these, and `corpus plot walks.csv` draws an archive.
    ///
    /// The winner is written as a copy of the script with its numbers as default values. The exit status is 1 if no run reaches the end of the
    /// script, or none meets the expectations.
    #[command(alias = "optimize")]
    Optimise(super::optimise::Optimise),
    /// Evolve creatures for a task: bodies and brains, by a genetic algorithm.
    ///
    /// `corpus evolve walk --population 60 --generations 25 --out walkers` draws random creatures, measures how far each walks, and breeds the better ones: by
    /// mutation, by crossover and by grafting. The best one of a generation goes on unchanged; the others have parents that are selected in
    /// proportion to their fitness plus s times the mean fitness, with s from 0.5 down to 0. Creatures first come to rest without control, and the
    /// worst of their trials counts. What overlaps too deeply, gains energy from the integration or from collisions, or exceeds its budget is faulty: it is
    /// counted, and never a parent.
    ///
    /// The folder gets the state (`--resume` continues it), the best creature as a script (`champion.corpus`) with its genotype, and its family tree. `--watch` shows
    /// the best creature in a browser, and `--archive` keeps the best one of each cell of an archive (MAP-Elites). The evolution is the same for the same seed and any number of threads. The exit status is 1 if all creatures are faulty.
    Evolve(super::evolve::Evolve),
    /// Format scripts: spacing, indentation and comments; nothing else changes.
    #[command(name = "fmt")]
    Format(Format),
    /// Open the prompt, to try commands one by one; the same as `corpus` alone on a terminal.
    #[cfg(feature = "repl")]
    Repl(Repl),
    /// Start the language server for editors: the Language Server Protocol on standard input and output.
    #[cfg(feature = "lsp")]
    Lsp(Lsp),
    /// Show help on a command of the language, or list all commands.
    Help(Help),
    /// Explain the code of an error or a warning, or list all codes.
    Explain(Explain),
    /// Print a completion script for a shell.
    Completions(Completions),
    /// Print the manual page, for `man -l`.
    Man,
}

#[derive(Args, Debug)]
pub(super) struct Run {
    /// The script; `-` reads it from standard input. From a pipe, each command runs as soon as it has arrived, and its output is
    /// written before the next is read.
    pub script: PathBuf,
    /// With `-`: answer each command by one JSON object on one line, for another program that sends the commands.
    #[arg(long)]
    pub json: bool,
    /// With --json: while a `go` runs, also write a line at its start and then at this period, such as 1ms (at the first frame at or after the end of each period), with the values of the quantities chosen by the command `watch`.
    #[arg(long, value_name = "TIME", value_parser = period, allow_hyphen_values = true, requires = "json")]
    pub every: Option<f64>,
    /// Write the report of the run to a file as JSON.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write the state at the end to a JSON file, as `save` does, for `load` and for other programs.
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    #[command(flatten)]
    pub given: Given,
    /// Print errors only: no output of `print`, no warnings and no report.
    #[arg(long, short)]
    pub quiet: bool,
    /// File for the last valid state, written if the simulation diverges or `maxv` stops it [default: NAME.last-good.json in the working
    /// directory].
    #[arg(long, value_name = "FILE")]
    pub last_good: Option<PathBuf>,
}

impl Run {
    pub(super) fn plain(script: PathBuf) -> Self {
        Run {
            script,
            json: false,
            every: None,
            given: Given::default(),
            report: None,
            state: None,
            quiet: false,
            last_good: None,
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct Render {
    /// The script; `-` reads it from standard input.
    pub script: PathBuf,
    /// Output. The extension chooses the format: `.mp4` (with ffmpeg) or `.gif` for a film; `.png` for a strip (moments side by side) or a
    /// sheet; a name without an extension for a folder of frame_00000.png and so on, created if missing.
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: PathBuf,
    /// Frames per second of the film.
    #[arg(long, default_value_t = 30.0, value_parser = positive, allow_hyphen_values = true)]
    pub fps: f64,
    /// Size of a frame, or of each picture on a strip or sheet [default: 1280x720; 640x360 for GIF; 320x240 for pictures
    /// on a strip or sheet].
    #[arg(long, value_parser = size, allow_hyphen_values = true, value_name = "WIDTHxHEIGHT")]
    pub size: Option<(usize, usize)>,
    /// Slow-motion factor: 10 plays ten times slower.
    #[arg(long, default_value_t = 1.0, value_parser = positive, allow_hyphen_values = true, value_name = "N")]
    pub slow: f64,
    /// Simulated time of the first frame, such as 0.5s or 300ms; a number without a unit is in seconds. Frames follow in the order of the simulation:
    /// after a `rewind` or `load`, those of the discarded motion remain, and a time that the clock jumps over (`time`) is left out.
    #[arg(long, default_value = "0", value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub from: f64,
    /// Simulated time of the last frame, at which the run ends.
    #[arg(long, value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub to: Option<f64>,
    /// Use this camera of the script for the whole film, instead of the cameras that the script selects.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["azimuth", "elevation", "distance"])]
    pub camera: Option<String>,
    /// Direction of the camera from the figure, relative to the world's x axis: 0 is in front of a figure that walks along x, 90deg
    /// on its left, -90deg on its right; a number without a unit is in degrees.
    #[arg(long, default_value = "-52deg", value_parser = angle, allow_hyphen_values = true, value_name = "ANGLE")]
    pub azimuth: f64,
    /// Angle of the camera above the horizon, as seen from the figure; a number without a unit is in degrees.
    #[arg(long, default_value = "16deg", value_parser = angle, allow_hyphen_values = true, value_name = "ANGLE")]
    pub elevation: f64,
    /// Distance of the camera, as a multiple of the distance from which the whole figure is just visible.
    #[arg(long, default_value_t = 1.0, value_parser = positive, allow_hyphen_values = true)]
    pub distance: f64,
    /// Views, drawn side by side for the same moment: follow (turned by --azimuth and --elevation), side (the right side), front,
    /// back, left, top; repeat the option, or separate several with commas.
    #[arg(
        long = "view",
        value_name = "NAME",
        value_delimiter = ',',
        alias = "cameras"
    )]
    pub views: Vec<String>,
    /// Information to draw over the frames: clock, steps (stance and step of each leg), dials (the phases of the oscillators), all, none;
    /// separate several with commas [default: clock for films in one file, none for a folder].
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = overlay)]
    pub overlay: Vec<Overlays>,
    /// Number of moments in a row, for `.png`: from --from to --to, each with its time [default: 6; 1 if --from equals --to].
    #[arg(long, value_name = "N", value_parser = moments, allow_hyphen_values = true, conflicts_with = "sheet")]
    pub strip: Option<usize>,
    /// Columns and rows of moments, for `.png`.
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = grid, allow_hyphen_values = true)]
    pub sheet: Option<(usize, usize)>,
    /// Draw simpler pictures, which takes less time.
    #[arg(long)]
    pub draft: bool,
    /// Draw the best pictures, with finer edges and shadows, which takes a quarter to a half longer.
    #[arg(long, conflicts_with = "draft")]
    pub full: bool,
    #[command(flatten)]
    pub given: Given,
    /// Print errors only.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Arguments of `corpus plot`.
#[derive(Args, Debug)]
pub(super) struct Plot {
    /// A kind of diagram (gait, phase, forces, support, energy; omit it to draw values over time) and a script; or a table (`.csv`)
    /// and the names of columns: the first of several is the horizontal axis; a single one is drawn over the first column of the table.
    #[arg(required = true, value_name = "WHAT|FILE")]
    pub words: Vec<String>,
    /// The diagram; its name ends with .svg or .png.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A value of the script, such as trunk.z or "trunk.z to mm"; may be repeated.
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub of: Vec<String>,
    /// Width and height in mm.
    #[arg(long, value_parser = paper, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    pub size: Option<[f64; 2]>,
    /// Title of the diagram.
    #[arg(long)]
    pub title: Option<String>,
    /// Dots per inch of a PNG.
    #[arg(long, default_value_t = crate::plot::DOTS_PER_INCH, value_parser = dots, allow_hyphen_values = true)]
    pub dpi: f64,
    /// Time between samples, such as 1ms [default: each frame].
    #[arg(long, value_parser = period, value_name = "TIME", allow_hyphen_values = true)]
    pub every: Option<f64>,
    /// Simulated time at which the diagram starts, such as 0.5s; a number without a unit is in seconds.
    #[arg(long, default_value = "0", value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub from: f64,
    /// Simulated time at which the diagram and the run end.
    #[arg(long, value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub to: Option<f64>,
    /// Draw in the terminal, with characters.
    #[arg(long)]
    pub terminal: bool,
    #[command(flatten)]
    pub given: Given,
    /// Print errors only.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Arguments of `corpus export`.
#[derive(Args, Debug)]
pub(super) struct Export {
    /// The script; `-` reads it from standard input.
    pub script: PathBuf,
    /// The file; its name ends with .glb, .gltf, .html or .bvh, or with .xml, .urdf or .sdf for a robot.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Samples per simulated second.
    #[arg(long, default_value_t = 240.0, value_parser = positive, allow_hyphen_values = true)]
    pub fps: f64,
    /// Slow-motion factor: 10 plays ten times slower.
    #[arg(long, default_value_t = 1.0, value_parser = positive, allow_hyphen_values = true, value_name = "N")]
    pub slow: f64,
    /// Simulated time of the first sample, such as 0.5s or 300ms; a number without a unit is in seconds. Samples follow in the order of the simulation:
    /// after a `rewind` or `load`, those of the discarded motion remain, and a time that the clock jumps over (`time`) is left out.
    #[arg(long, default_value = "0", value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub from: f64,
    /// Simulated time of the last sample, at which the run ends.
    #[arg(long, value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub to: Option<f64>,
    #[command(flatten)]
    pub given: Given,
    /// Print errors only.
    #[arg(long, short)]
    pub quiet: bool,
}

/// How the base of a robot is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Base {
    Fixed,
    Free,
}

/// Arguments of `corpus import`.
#[derive(Args, Debug)]
pub(super) struct Import {
    /// The file of the robot; its outermost XML element determines the format.
    pub file: PathBuf,
    /// The script; `-` writes it to standard output. A script that no import has written, or that was changed since, is not replaced.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Folder with the packages of `package://NAME/...`; may be repeated. The folder of the file and all its parent folders are always searched.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub packages: Vec<PathBuf>,
    /// Whether the base of a URDF robot is fixed in space or free [default: free if the base has mass and carries several limbs].
    #[arg(long, value_enum)]
    pub base: Option<Base>,
    /// Print errors only.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Arguments of `corpus view`.
#[cfg(feature = "repl")]
#[derive(Args, Debug)]
pub(super) struct View {
    /// The script.
    pub script: Option<PathBuf>,
    /// Show the picture in the terminal, without a window.
    #[arg(long, short)]
    pub terminal: bool,
    /// Show it in a browser: print a link to a page of this machine, and open it.
    #[arg(long, short, conflicts_with = "terminal")]
    pub browser: bool,
    /// Port of the page; 0 for any free one.
    #[arg(long, default_value_t = 0, requires = "browser", value_name = "PORT")]
    pub port: u16,
    /// Print the link only, and open no browser.
    #[arg(long, requires = "browser")]
    pub no_open: bool,
    /// How to show the picture in the terminal [default: the best way that the terminal supports].
    #[arg(long, value_enum, value_name = "WAY")]
    pub picture: Option<Way>,
    /// Slow-motion factor: 10 plays ten times slower.
    #[arg(long, default_value_t = 1.0, value_parser = positive, allow_hyphen_values = true, value_name = "N")]
    pub slow: f64,
    /// Start with this camera of the script; `v` switches to the next one.
    #[arg(long, value_name = "NAME")]
    pub camera: Option<String>,
    /// Wait before the first frame until you press space.
    #[arg(long)]
    pub paused: bool,
    /// Size of the window.
    #[arg(long, default_value = "1280x720", value_parser = size, allow_hyphen_values = true, value_name = "WIDTHxHEIGHT")]
    pub size: (usize, usize),
    /// Open the window only, without a prompt in the terminal.
    #[arg(long)]
    pub no_prompt: bool,
    #[command(flatten)]
    pub given: Given,
}

#[derive(Args, Debug)]
pub(super) struct Check {
    /// The scripts; `-` reads one from standard input.
    #[arg(required = true)]
    pub scripts: Vec<PathBuf>,
    #[command(flatten)]
    pub given: Given,
    /// Print the findings as JSON: one array for all scripts, including those that cannot be read.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `corpus converge`.
#[derive(Args, Debug)]
pub(super) struct Converge {
    /// The script; `-` reads it from standard input.
    pub script: PathBuf,
    /// Largest allowed relative change of a number, such as 2% or 0.02: the change divided by the number itself. Small numbers are divided by
    /// something larger: every number by at least a hundredth of a typical value of the figures (made of their length, their mass and the time
    /// sqrt(length / 9.8 m/s2)), the numbers in an `expect` by the largest of them, angles of the report by at least 1 rad.
    #[arg(long, default_value = "2%", value_parser = part, value_name = "PART")]
    pub within: f64,
    /// Tolerance of the run with Fehlberg's method. The run uses a hundredth of the script's own tolerance (`eps` or `tolerance`) instead,
    /// if that is smaller. If the run fails, it is repeated with ten times EPS, and so on, up to 0.001.
    #[arg(long, default_value_t = 1e-6, value_parser = positive, value_name = "EPS")]
    pub eps: f64,
    /// Print the comparison as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub given: Given,
    /// Show no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

#[cfg(feature = "repl")]
#[derive(Args, Debug)]
pub(super) struct Repl {
    /// A script to run first.
    pub script: Option<PathBuf>,
    /// If the input is a pipe: answer each command by one JSON object on one line.
    #[arg(long)]
    pub json: bool,
    /// With --json: while a `go` runs, also write a line at its start and then at this period, such as 1ms (at the first frame at or after the end of each period), with the values of the quantities chosen by the command `watch`.
    #[arg(long, value_name = "TIME", value_parser = period, allow_hyphen_values = true, requires = "json")]
    pub every: Option<f64>,
    #[command(flatten)]
    pub trust: crate::terminal::Trust,
}

#[cfg(feature = "lsp")]
#[derive(Args, Debug)]
pub(super) struct Lsp {
    /// Accepted for editors that pass it; standard input and output are the only transport.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

#[derive(Args, Debug)]
pub(super) struct Format {
    /// Scripts, or folders of them (`*.corpus`); `-` reads one from standard input and prints it.
    #[arg(required = true, value_name = "SCRIPT")]
    pub scripts: Vec<PathBuf>,
    /// Change nothing; list the scripts that need formatting, and exit with status 1 if there are any.
    #[arg(long)]
    pub check: bool,
}

#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell.
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(super) struct New {
    /// Name of the creature; the script is NAME.corpus.
    pub name: PathBuf,
}

#[derive(Args, Debug)]
pub(super) struct Help {
    /// A command, or any related words.
    pub word: Vec<String>,
    /// Show the full help of every command.
    #[arg(long)]
    pub all: bool,
}

#[derive(Args, Debug)]
pub(super) struct Explain {
    /// The code, such as E012.
    pub code: Option<String>,
}
