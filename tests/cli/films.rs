//! Output of `corpus render`: films of each format, strips and sheets; and its errors.

use super::{FIGURE, corpus, folder};
use corpus::render::Image;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Returns a folder with `film.corpus`, which moves for a tenth of a second.
fn place() -> TempDir {
    let folder = folder();
    let script = format!("{FIGURE}ground off\njoint leg dq 3\ngo 100ms\n");
    fs::write(folder.path().join("film.corpus"), script).unwrap();
    folder
}

/// Renders `film.corpus`, small and plain: three frames unless more are requested.
fn render(folder: &TempDir, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = corpus(folder);
    command.args(["render", "film.corpus", "--draft"]);
    if !arguments.contains(&"--size") {
        command.args(["--size", "32x18"]);
    }
    command.args(arguments).assert()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn read(folder: &TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).unwrap()
}

/// Returns the whole frames of an animated GIF.
fn gif_frames(bytes: &[u8]) -> Vec<(u16, Vec<u8>)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let mut frames = vec![];
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames.push((frame.delay, frame.buffer.to_vec()));
    }
    frames
}

fn picture(bytes: &[u8]) -> Image {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    Image {
        width: info.width as usize,
        height: info.height as usize,
        rgb,
    }
}

#[test]
fn the_ending_tells_the_format() {
    let folder = place();
    render(&folder, &["-o", "a.gif"])
        .code(0)
        .stdout(contains("4 frames of 32x18").and(contains("0.1 s of film")));
    let frames = gif_frames(&read(&folder, "a.gif"));
    assert_eq!(frames.len(), 4);
    assert_eq!(frames.iter().map(|f| f.0).sum::<u16>(), 13);
}

#[test]
fn other_formats_and_options_that_do_not_fit_are_told_before_anything_is_written() {
    let folder = place();
    let before = names(folder.path());
    for (arguments, told) in [
        (&["-o", "walk.avi"][..], "`.mp4`, `.gif`"),
        (&["-o", "walk.jpg"], "`walk.jpg/`"),
        (&["-o", "a.gif", "--strip", "4"], "-o NAME.png"),
        (&["-o", "frames", "--sheet", "4x3"], "-o NAME.png"),
        (&["-o", "a.png", "--strip", "0"], "from 1 to 1000"),
        (&["-o", "a.png", "--sheet", "0x3"], "such as 4x3"),
        (
            &["-o", "a.png", "--strip", "2", "--sheet", "1x2"],
            "cannot be used with",
        ),
        (
            &["-o", "a.png", "--strip", "900", "--size", "9000x9000"],
            "too large",
        ),
        (&["-o", "a.gif", "--fps", "60"], "--fps 50"),
        (&["-o", "a.gif", "--size", "0x18"], "1280x720"),
        (&["-o", "a.gif", "--view", "sid"], "did you mean `side`?"),
        (
            &["-o", "a.gif", "--overlay", "clok"],
            "did you mean `clock`?",
        ),
        (
            &[
                "-o",
                "a.gif",
                "--size",
                "2x2",
                "--view",
                "side,top,front,back",
            ],
            "larger --size",
        ),
        (&["-o", "no/a.gif"], "create the folder no first"),
        (&["-o", "film.corpus/a.gif"], "cannot write"),
        (&["-o", "film.corpus"], "there is a file of this name"),
    ] {
        render(&folder, arguments).code(2).stderr(contains(told));
        assert_eq!(names(folder.path()), before, "{arguments:?}");
    }
}

#[test]
fn a_time_after_the_end_is_told_with_the_end() {
    let folder = place();
    let before = names(folder.path());
    for output in ["frames", "a.gif", "a.png"] {
        let run = render(&folder, &["-o", output, "--from", "2s"]).code(1);
        run.stderr(contains("--from is 2 s, and the script ends at 0.1 s"));
        assert_eq!(names(folder.path()), before);
    }
    // A script whose length only the run shows.
    let script = format!("{FIGURE}ground off\nwhile world.time < 0.05s\n  go 10ms\nend\n");
    fs::write(folder.path().join("film.corpus"), script).unwrap();
    for output in ["frames", "a.gif", "a.png"] {
        let run = render(&folder, &["-o", output, "--from", "2s"]).code(1);
        run.stderr(contains("the script ends at 0.05 s"));
        assert_eq!(names(folder.path()), before);
    }
    fs::write(folder.path().join("film.corpus"), FIGURE).unwrap();
    render(&folder, &["-o", "frames", "--from", "2s"])
        .code(1)
        .stderr(contains("`go 1s`"));
    assert_eq!(names(folder.path()), before);
}

#[test]
fn frames_replace_those_of_an_earlier_film() {
    let folder = place();
    let all = ["-o", "f", "--fps", "100"];
    render(&folder, &all)
        .code(0)
        .stdout(contains("11 frames in"));
    let frame = || read(&folder, "f/frame_00000.png");
    let first = frame();
    render(&folder, &["-o", "f", "--fps", "100", "--azimuth", "10"]).code(0);
    assert_ne!(frame(), first);
    render(&folder, &["-o", "f", "--fps", "100", "--to", "50ms"])
        .code(0)
        .stderr(contains("still contains 5 older frames"));
    assert_eq!(frame(), first);
    assert_eq!(names(&folder.path().join("f")).len(), 11);
}

#[test]
fn strips_and_sheets_show_moments_with_their_times() {
    let folder = place();
    let run = render(&folder, &["-o", "strip.png", "--strip", "3"]).code(0);
    run.stdout(contains("strip.png: 3 pictures in 98x30 pixels"));
    let strip = picture(&read(&folder, "strip.png"));
    assert_eq!((strip.width, strip.height), (98, 30));
    render(&folder, &["-o", "sheet.png", "--sheet", "2x2"]).code(0);
    let sheet = picture(&read(&folder, "sheet.png"));
    assert_eq!((sheet.width, sheet.height), (65, 60));
    render(&folder, &["-o", "usual.png"])
        .code(0)
        .stdout(contains("6 pictures"));
    // A single moment is a picture without a caption.
    let still = ["-o", "still.png", "--from", "31ms", "--to", "31ms"];
    render(&folder, &still)
        .code(0)
        .stdout(contains("1 picture in 32x18"));
    // The same figure twice: the difference is due to the motion.
    let cell = |number: usize| -> Vec<u8> {
        let rows = strip.rgb.chunks_exact(3 * 98).take(18);
        rows.flat_map(|row| row[3 * 33 * number..3 * (33 * number + 32)].to_vec())
            .collect()
    };
    assert_ne!(cell(0), cell(2));
}

#[test]
fn several_views_and_diagrams_are_in_one_frame() {
    let folder = place();
    let frame = |name: &str, more: &[&str]| {
        let arguments = [&["-o", name, "--to", "0", "--size", "64x36"], more].concat();
        render(&folder, &arguments).code(0);
        picture(&read(&folder, &format!("{name}/frame_00000.png")))
    };
    let one = frame("one", &[]);
    let two = frame("two", &["--view", "side,top"]);
    let three = frame("three", &["--view", "side", "--view", "top"]);
    assert_eq!((two.width, two.height), (64, 36));
    assert!(one != two && two == three);
    let arguments = ["-o", "steps", "--overlay", "clock,steps"];
    render(&folder, &arguments)
        .code(0)
        .stderr(contains("has no gait"));
}

#[test]
fn a_missing_ffmpeg_is_told_before_the_run() {
    let folder = place();
    let before = names(folder.path());
    let mut command = corpus(&folder);
    command.args(["render", "film.corpus", "-o", "walk.mp4"]);
    let run = command.env("PATH", "").assert().code(2);
    run.stderr(contains("ffmpeg, which is not on the PATH").and(contains("`.gif`")));
    assert_eq!(names(folder.path()), before);
}

/// Replaces ffmpeg by a program, and renders with it.
#[cfg(unix)]
fn with_ffmpeg(folder: &TempDir, encodes: &str) -> assert_cmd::assert::Assert {
    use std::os::unix::fs::PermissionsExt;
    let programs = folder.path().join("bin");
    fs::create_dir_all(&programs).unwrap();
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *-encoders*) echo ' V....D libx264  H.264'; exit;; esac\n\
         for last; do :; done\nout=\"${{last#file:}}\"\n{encodes}\n"
    );
    let program = programs.join("ffmpeg");
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", programs.display());
    let mut command = corpus(folder);
    command.args(["render", "film.corpus", "--draft", "--size", "32x18"]);
    command.args(["-o", "walk.mp4"]).env("PATH", path).assert()
}

#[cfg(unix)]
#[test]
fn ffmpeg_gets_every_pixel_and_its_mistakes_are_told() {
    let folder = place();
    fs::write(folder.path().join("walk.mp4"), "\0\0\0 ftypisom: old").unwrap();
    let run = with_ffmpeg(&folder, "echo 'disk is tired' >&2; exit 1").code(2);
    run.stderr(contains(
        "cannot write walk.mp4: ffmpeg failed: disk is tired",
    ));
    // Some versions of ffmpeg report a full disk and exit successfully.
    for status in [1, 0] {
        let told = "Error closing file: No space left on device";
        let full = format!("cat > \"$out\"; echo '{told}' >&2; exit {status}");
        let run = with_ffmpeg(&folder, &full).code(2);
        run.stderr(contains("free space there, or choose another place"));
        assert_eq!(read(&folder, "walk.mp4"), b"\0\0\0 ftypisom: old");
    }
    with_ffmpeg(&folder, "cat > \"$out\"").code(0);
    assert_eq!(read(&folder, "walk.mp4").len(), 4 * 3 * 32 * 18);
    assert_eq!(
        names(folder.path())
            .iter()
            .filter(|n| n.starts_with('.'))
            .count(),
        0
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = place();
    for name in ["full.gif", "full.png"] {
        std::os::unix::fs::symlink("/dev/full", folder.path().join(name)).unwrap();
        let run = render(&folder, &["-o", name]).code(2);
        run.stderr(contains(format!(
            "cannot write {name}: no space left on device"
        )));
    }
}
