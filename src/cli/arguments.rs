//! What the command line takes.

use super::values::{
    EndOrFormat, angle, dots, end_or_format, frames, grid, moments, overlay, paper, part, period,
    positive, size, time,
};
use crate::terminal::{Given, Trust};
#[cfg(feature = "repl")]
use crate::view::terminal::Way;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Scripted creatures that move by physics.
///
/// A script builds an articulated figure, gives it motor programs and a gait, and lets it go.
#[derive(Parser, Debug)]
#[command(
    name = "corpus",
    version,
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    after_help = "Exit status: 0 if all is well, 1 if the script is at fault, 2 if the command line is or a file cannot be read or written, \
                  130 after Ctrl-C, 143 after SIGTERM."
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub job: Option<Job>,
    /// A script to run, as `corpus run SCRIPT`.
    pub script: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(super) enum Job {
    /// Run a script and report what happened.
    Run(Run),
    /// Write a first creature that walks, as a script to change.
    New(New),
    /// Run a script and write what it looks like: a film, a strip of pictures, or PNG frames.
    Render(Render),
    /// Draw what a script does, or what a table holds, as a diagram.
    Plot(Plot),
    /// Write a script's motion for other programs: glTF, a page for browsers, BVH; or its figures as robots: MJCF, URDF, SDF.
    Export(Export),
    /// Write a robot of another format, URDF or MJCF, as a script.
    Import(Import),
    /// Make a page or a sheet with pictures of many scripts.
    Gallery(Gallery),
    /// Run a script and look on, live: in a window, or in the terminal.
    #[cfg(feature = "repl")]
    View(View),
    /// Find everything that is wrong with a script, without simulating.
    Check(Check),
    /// Tell how far the numbers of a script can be believed.
    Converge(Converge),
    /// Lay scripts out: blanks, indentation and comments put in order, nothing else changed.
    #[command(name = "fmt")]
    Format(Format),
    /// Type commands and see what they do; the same as `corpus` alone on a terminal.
    #[cfg(feature = "repl")]
    Repl(Repl),
    /// Serve editors: the Language Server Protocol on standard input and output.
    #[cfg(feature = "lsp")]
    Lsp(Lsp),
    /// Tell about a command of the language, or list them all.
    Help(Help),
    /// Tell what the code of a report means, or list them all.
    Explain(Explain),
    /// Print what makes a shell complete this program's command lines.
    Completions(Completions),
    /// Print the manual page, for `man -l`.
    Man,
}

#[derive(Args, Debug)]
pub(super) struct Run {
    /// The script; `-` reads it from standard input. From a pipe it comes line by line: each command runs as soon as it is there, and
    /// what it prints is written before the next is read.
    pub script: PathBuf,
    /// With `-`: answer each command by one JSON object on a line, for a program that drives this one.
    #[arg(long)]
    pub json: bool,
    /// With --json: also write a line of the values that are watched each so much simulated time, such as 1ms, while a `go` runs.
    #[arg(long, value_name = "TIME", value_parser = period, allow_hyphen_values = true, requires = "json")]
    pub every: Option<f64>,
    /// Write the report to a file as JSON.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write the state at the end to a file as JSON.
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    #[command(flatten)]
    pub given: Given,
    /// Print errors only.
    #[arg(long, short)]
    pub quiet: bool,
    /// Where to write the last good state if the simulation diverges.
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
    /// What to write. The ending says how: `.mp4` (by ffmpeg), `.gif`, `.webp` or `.apng` for a film; `.png` for a strip of moments or a
    /// sheet; a name without an ending for a folder of frame_00000.png and so on, made if it is missing. The same command goes on with a
    /// folder that is half done.
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: PathBuf,
    /// Frames for each second of the film.
    #[arg(long, default_value_t = 30.0, value_parser = positive, allow_hyphen_values = true)]
    pub fps: f64,
    /// Size of a frame, or of each picture on a strip or sheet [default: 1280x720; 640x360 for GIF, WebP and APNG; 320x240 for pictures
    /// on a strip or sheet].
    #[arg(long, value_parser = size, allow_hyphen_values = true, value_name = "WIDTHxHEIGHT")]
    pub size: Option<(usize, usize)>,
    /// Play N times slower than real time; insects move fast.
    #[arg(long, default_value_t = 1.0, value_parser = positive, allow_hyphen_values = true, value_name = "N")]
    pub slow: f64,
    /// Most frames to write: a film of more is refused before they are drawn.
    #[arg(long, default_value_t = 100_000_000, value_name = "N", value_parser = frames, allow_hyphen_values = true)]
    pub max_frames: u64,
    /// Simulated time of the first frame, such as 0.5s or 300ms; a bare number is in seconds.
    #[arg(long, default_value = "0", value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub from: f64,
    /// Simulated time after which no frame is written; the run ends there.
    #[arg(long, value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub to: Option<f64>,
    /// Film with this camera of the script from begin to end, instead of the one that the script chooses.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["azimuth", "elevation", "distance"])]
    pub camera: Option<String>,
    /// Where the camera stands around the figure, against the world's x axis: 0 ahead of a figure that walks along it, 90deg
    /// on its left, -90deg on its right; a bare number is in degrees.
    #[arg(long, default_value = "-52deg", value_parser = angle, allow_hyphen_values = true, value_name = "ANGLE")]
    pub azimuth: f64,
    /// How far above the horizon the camera stands; a bare number is in degrees.
    #[arg(long, default_value = "16deg", value_parser = angle, allow_hyphen_values = true, value_name = "ANGLE")]
    pub elevation: f64,
    /// Distance of the camera as a multiple of what shows the whole figure.
    #[arg(long, default_value_t = 1.0, value_parser = positive, allow_hyphen_values = true)]
    pub distance: f64,
    /// From where, in several pictures of one moment side by side: follow (which --azimuth and --elevation turn), side, front, back,
    /// left, top; may be repeated, or name several with commas.
    #[arg(
        long = "view",
        value_name = "NAME",
        value_delimiter = ',',
        alias = "cameras"
    )]
    pub views: Vec<String>,
    /// What is written over the frames: clock, steps (which legs step and stand), dials (the phases of their oscillators), all, none;
    /// several with commas [default: clock for films in one file, none for a folder].
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = overlay)]
    pub overlay: Vec<OverlayName>,
    /// So many moments of the run in a row, for `.png`: from --from to --to, each with its time [default: 6; 1 where --from is --to].
    #[arg(long, value_name = "N", value_parser = moments, allow_hyphen_values = true, conflicts_with = "sheet")]
    pub strip: Option<usize>,
    /// Moments of the run in rows, for `.png`: so many side by side, and so many rows.
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = grid, allow_hyphen_values = true)]
    pub sheet: Option<(usize, usize)>,
    /// Also keep the frames of a film in this folder. The same command takes those from there that are drawn already.
    #[arg(long, value_name = "DIR")]
    pub frames: Option<PathBuf>,
    /// Draw frames anew that are there already and show the same.
    #[arg(long)]
    pub restart: bool,
    /// Faster and plainer pictures.
    #[arg(long)]
    pub draft: bool,
    /// The best pictures: finer edges and shadows; a third more time.
    #[arg(long, conflicts_with = "draft")]
    pub full: bool,
    #[command(flatten)]
    pub given: Given,
    /// Print errors only.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Runs a script and draws what happens, as an SVG or a PNG: `corpus plot gait walk.corpus -o walk.svg`,
/// `corpus plot walk.corpus --of trunk.z -o z.svg`, `corpus plot phase walk.corpus --of knee.q --of knee.dq -o knee.svg`.
/// Or draws columns of a table that `record` wrote: `corpus plot walk.csv time trunk.z -o z.svg`.
#[derive(Args, Debug)]
pub(super) struct Plot {
    /// What to draw (gait, phase, forces, support, energy), where it is not values over time; then a script, or a table (`.csv`)
    /// with the names of columns, the first of which the others are drawn over.
    #[arg(required = true, value_name = "WHAT|FILE")]
    pub words: Vec<String>,
    /// The diagram; its name ends with .svg or .png.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A value of the script, such as trunk.z or "trunk.z to mm"; may stand more than once.
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub of: Vec<String>,
    /// Width and height in mm.
    #[arg(long, value_parser = paper, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    pub size: Option<[f64; 2]>,
    /// A line above the diagram.
    #[arg(long)]
    pub title: Option<String>,
    /// Dots per inch of a PNG.
    #[arg(long, default_value_t = crate::plot::DOTS_PER_INCH, value_parser = dots, allow_hyphen_values = true)]
    pub dpi: f64,
    /// Time from moment to moment, such as 1ms; each frame unless given.
    #[arg(long, value_parser = period, value_name = "TIME", allow_hyphen_values = true)]
    pub every: Option<f64>,
    /// Simulated time from which on it shows, such as 0.5s; a bare number is in seconds.
    #[arg(long, default_value = "0", value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub from: f64,
    /// Simulated time up to which it shows; the run ends there.
    #[arg(long, value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub to: Option<f64>,
    /// Draw here, with characters.
    #[arg(long)]
    pub terminal: bool,
    #[command(flatten)]
    pub given: Given,
    /// Print errors only.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Runs a script and writes its figures in motion: `walk.glb` and `walk.gltf` are glTF 2.0 with a node for each body, for Blender
/// and many viewers; `walk.html` is a page that plays it in a browser, without anything beside it; `walk.bvh` holds joints and their
/// angles. `--to mjcf`, `urdf` or `sdf` (or such an ending: `.xml`, `.urdf`, `.sdf`) writes the figures as robots, as they are at the begin of the first
/// `go`, or at `--from`; the format has no place for all of a figure: what it cannot say is listed.
#[derive(Args, Debug)]
pub(super) struct Export {
    /// The script; `-` reads it from standard input.
    pub script: PathBuf,
    /// The file; its name ends with .glb, .gltf, .html or .bvh, or with .xml, .urdf or .sdf for a robot.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Moments for each simulated second.
    #[arg(long, default_value_t = 240.0, value_parser = positive, allow_hyphen_values = true)]
    pub fps: f64,
    /// Play N times slower than real time; insects move fast.
    #[arg(long, default_value_t = 1.0, value_parser = positive, allow_hyphen_values = true, value_name = "N")]
    pub slow: f64,
    /// Simulated time of the first moment, such as 0.5s or 300ms; a bare number is in seconds.
    #[arg(long, default_value = "0", value_parser = time, allow_hyphen_values = true, value_name = "TIME")]
    pub from: f64,
    /// Simulated time after which no moment is taken; the run ends there. Or the format of a robot: urdf, mjcf, sdf.
    #[arg(long, value_parser = end_or_format, allow_hyphen_values = true, value_name = "TIME|FORMAT")]
    pub to: Option<EndOrFormat>,
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

/// Writes a robot in URDF (`robot.urdf`) or MJCF (`robot.xml`) as a script: bodies, shapes, masses, joints with springs, dampers, stops and
/// armatures, motors as comments. What has no counterpart is listed, in the script and here.
#[derive(Args, Debug)]
pub(super) struct Import {
    /// The file; its outermost element tells its format.
    pub file: PathBuf,
    /// The script; `-` writes it to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Where the packages of `package://NAME/...` are; may be repeated. Folders around the file are looked through anyway.
    #[arg(long, value_name = "DIR")]
    pub packages: Vec<PathBuf>,
    /// Whether the base of a URDF robot is fixed in space or moves freely [default: free if it has mass and carries several limbs].
    #[arg(long, value_enum)]
    pub base: Option<Base>,
    /// Print errors only.
    #[arg(long, short)]
    pub quiet: bool,
}

/// What can be written over frames, by its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OverlayName {
    Clock,
    Steps,
    Dials,
    All,
    None,
}

/// Runs each script and takes pictures of it. What they write is thrown away.
#[derive(Args, Debug)]
pub(super) struct Gallery {
    /// Scripts, or folders of them (`*.corpus`).
    #[arg(required = true, value_name = "SCRIPT")]
    pub scripts: Vec<PathBuf>,
    /// What to write: a page `.md`, whose pictures go to the folder beside it that has its name without the ending; or one sheet
    /// `.png`, with one picture of each script.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Moments of each script, in a row.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = moments, allow_hyphen_values = true)]
    pub strip: usize,
    /// Size of each picture.
    #[arg(long, default_value = "240x180", value_parser = size, allow_hyphen_values = true, value_name = "WIDTHxHEIGHT")]
    pub size: (usize, usize),
    /// Faster and plainer pictures.
    #[arg(long)]
    pub draft: bool,
    #[command(flatten)]
    pub trust: Trust,
    /// Print errors only.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Runs a script and shows it, live, as it runs. Space pauses and goes on, the left arrow goes back in time, `?` lists the keys.
/// A script that is saved is read again.
///
/// In a window, the prompt goes on beside it in the terminal, on the same world: what is typed is seen.
#[cfg(feature = "repl")]
#[derive(Args, Debug)]
pub(super) struct View {
    /// The script.
    pub script: Option<PathBuf>,
    /// Show the picture in the terminal, without a window.
    #[arg(long, short)]
    pub terminal: bool,
    /// How the terminal gets the picture [default: the best that it is known to have].
    #[arg(long, value_name = "WAY", value_parser = picture)]
    pub picture: Option<Way>,
    /// Play N times slower than real time; insects move fast.
    #[arg(long, default_value_t = 1.0, value_parser = positive, allow_hyphen_values = true, value_name = "N")]
    pub slow: f64,
    /// Look by this camera of the script at first; `v` goes on to the next one.
    #[arg(long, value_name = "NAME")]
    pub camera: Option<String>,
    /// Wait before the first frame, until space is pressed.
    #[arg(long)]
    pub paused: bool,
    /// Size of the window.
    #[arg(long, default_value = "1280x720", value_parser = size, allow_hyphen_values = true, value_name = "WIDTHxHEIGHT")]
    pub size: (usize, usize),
    /// Leave the terminal alone: no prompt beside the window.
    #[arg(long)]
    pub no_prompt: bool,
    #[command(flatten)]
    pub given: Given,
}

/// A way to put a picture into a terminal, by its name.
#[cfg(feature = "repl")]
fn picture(text: &str) -> Result<Way, String> {
    let found = Way::NAMES.iter().find(|(name, _)| *name == text);
    found.map(|(_, way)| *way).ok_or_else(|| {
        let names: Vec<&str> = Way::NAMES.iter().map(|(name, _)| *name).collect();
        format!("one of {}", names.join(", "))
    })
}

#[derive(Args, Debug)]
pub(super) struct Check {
    /// The scripts; `-` reads one from standard input.
    #[arg(required = true)]
    pub scripts: Vec<PathBuf>,
    #[command(flatten)]
    pub given: Given,
    /// Print the findings as JSON, for editors: one array over all scripts, also of those that cannot be read.
    #[arg(long)]
    pub json: bool,
}

/// Runs a script as it stands, with half and a quarter of its steps (a third and a tenth of its tolerance, where it has
/// one), and by Fehlberg's method to a tight tolerance. What it expects, prints and records, and what the report tells of its
/// last `go`, is compared. What it writes is thrown away.
///
/// The exit status is 1 if a number moves by more than `--within`.
#[derive(Args, Debug)]
pub(super) struct Converge {
    /// The script; `-` reads it from standard input.
    pub script: PathBuf,
    /// By how much a number may move, as a part of itself or in per cent.
    #[arg(long, default_value = "2%", value_parser = part, value_name = "PART")]
    pub within: f64,
    /// The tolerance of Fehlberg's method; tighter where the script's own is tighter than a hundred times that, looser where the
    /// method cannot follow.
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
    /// Where the input is a pipe: answer each command by one JSON object on a line.
    #[arg(long)]
    pub json: bool,
    /// With --json: also write a line of the values that are watched each so much simulated time, such as 1ms, while a `go` runs.
    #[arg(long, value_name = "TIME", value_parser = period, allow_hyphen_values = true, requires = "json")]
    pub every: Option<f64>,
    #[command(flatten)]
    pub trust: Trust,
}

#[cfg(feature = "lsp")]
#[derive(Args, Debug)]
pub(super) struct Lsp {
    /// Many editors say so; there is no other way.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

#[derive(Args, Debug)]
pub(super) struct Format {
    /// Scripts, or folders of them (`*.corpus`); `-` reads one from standard input and prints it.
    #[arg(required = true, value_name = "SCRIPT")]
    pub scripts: Vec<PathBuf>,
    /// Change nothing, but name the scripts that would change, and exit with 1 if there are any.
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
    /// What it is called; the script is NAME.corpus.
    pub name: PathBuf,
}

#[derive(Args, Debug)]
pub(super) struct Help {
    /// A command, or any words that have to do with what you look for.
    pub word: Vec<String>,
    /// List every command with all that is known of it.
    #[arg(long)]
    pub all: bool,
}

#[derive(Args, Debug)]
pub(super) struct Explain {
    /// The code, such as E012.
    pub code: Option<String>,
}
