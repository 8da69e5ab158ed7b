//! MP4 by the external program ffmpeg, which receives the frames through a pipe.

use super::Encoder;
use crate::files::NewFile;
use crate::render::Image;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::JoinHandle;

/// MP4 encoders of ffmpeg, best first, with their options for quality over size.
const CODECS: [(&str, &[&str]); 3] = [
    ("libx264", &["-preset", "medium", "-crf", "18"]),
    ("libopenh264", &["-b:v", "12M"]),
    ("mpeg4", &["-q:v", "3"]),
];

/// An installed ffmpeg.
#[derive(Clone, Debug)]
pub struct Ffmpeg {
    program: PathBuf,
    codec: &'static str,
    options: &'static [&'static str],
}

impl Ffmpeg {
    /// Finds the first one on the `PATH`.
    ///
    /// # Errors
    /// There is none, it does not run, or it has no encoder for MP4; the text says what to do.
    pub fn find() -> io::Result<Ffmpeg> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let name = format!("ffmpeg{}", std::env::consts::EXE_SUFFIX);
        let mut candidates = std::env::split_paths(&path).map(|folder| folder.join(&name));
        let instead = "or write `.gif` or a folder of frames, which do not need ffmpeg";
        let Some(program) = candidates.find(|candidate| candidate.is_file()) else {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!(
                    "MP4 files need ffmpeg, which is not on the PATH; install it (ffmpeg.org), {instead}"
                ),
            ));
        };
        let listed = Command::new(&program)
            .args(["-hide_banner", "-loglevel", "error", "-encoders"])
            .stdin(Stdio::null())
            .output()
            .map_err(|why| {
                io::Error::new(
                    why.kind(),
                    format!(
                        "{} does not run ({why}); repair it, {instead}",
                        program.display()
                    ),
                )
            })?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let has = |codec: &str| listed.split_whitespace().any(|word| word == codec);
        let Some((codec, options)) = CODECS.into_iter().find(|(codec, _)| has(codec)) else {
            return Err(io::Error::other(format!(
                "{} has no encoder for MP4 (libx264, libopenh264 or mpeg4); install a full one, {instead}",
                program.display()
            )));
        };
        Ok(Ffmpeg {
            program,
            codec,
            options,
        })
    }
}

/// Pipes frames to ffmpeg, which writes the file.
pub struct Mp4 {
    file: NewFile,
    child: Child,
    frames: Option<ChildStdin>,
    told: Option<JoinHandle<String>>,
}

impl Mp4 {
    pub fn new(ffmpeg: &Ffmpeg, file: NewFile, size: (usize, usize), fps: f64) -> io::Result<Mp4> {
        let mut target = OsString::from("file:");
        target.push(file.path());
        let mut command = Command::new(&ffmpeg.program);
        command.args(["-hide_banner", "-loglevel", "error", "-y"]);
        // Input: pixels, row by row.
        command.args(["-f", "rawvideo", "-pix_fmt", "rgb24"]);
        command.args(["-video_size", &format!("{}x{}", size.0, size.1)]);
        command.args(["-framerate", &fps.to_string(), "-i", "pipe:0", "-an"]);
        // Players expect even sides, and the colour space of high-definition television.
        let filter = "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
        command.args(["-vf", filter, "-c:v", ffmpeg.codec]);
        command.args(ffmpeg.options);
        command.args(["-color_primaries", "bt709", "-color_trc", "bt709"]);
        command.args(["-colorspace", "bt709", "-color_range", "tv"]);
        // Index at the start, so that a page can play the film while it loads.
        command.args(["-movflags", "+faststart", "-f", "mp4"]);
        command.arg(target);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        apart(&mut command);
        let mut child = command.spawn()?;
        let told = child.stderr.take().map(|mut errors| {
            std::thread::spawn(move || {
                let mut text = vec![];
                let _ = errors.read_to_end(&mut text);
                String::from_utf8_lossy(&text).into_owned()
            })
        });
        Ok(Mp4 {
            file,
            frames: child.stdin.take(),
            child,
            told,
        })
    }

    /// Waits until ffmpeg ends.
    fn end(&mut self) -> io::Result<()> {
        self.frames = None;
        let status = self.child.wait()?;
        let told = self.told.take().and_then(|told| told.join().ok());
        let told = told.unwrap_or_default();
        // Some versions report success although they could not write the end of the file; their output has the error.
        let failed = |line: &str| line.contains("Error ");
        if status.success() && !told.lines().any(failed) {
            return Ok(());
        }
        if told.contains("No space left on device") {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let last = told.lines().map(str::trim).rfind(|line| !line.is_empty());
        Err(io::Error::other(format!(
            "ffmpeg failed: {}",
            last.unwrap_or("no reason given")
        )))
    }
}

/// Puts ffmpeg in its own process group, so that Ctrl-C does not reach it: this program ends it if needed.
#[cfg(unix)]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

impl Encoder for Mp4 {
    fn add(&mut self, frame: &Image) -> io::Result<()> {
        let written = match &mut self.frames {
            Some(pipe) => pipe.write_all(&frame.rgb),
            None => Err(io::Error::from(io::ErrorKind::BrokenPipe)),
        };
        match written {
            // It ended before the film: its output has the reason.
            Err(why) if why.kind() == io::ErrorKind::BrokenPipe => {
                self.end()?;
                Err(why)
            }
            other => other,
        }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.end()?;
        self.file.put_in_place()
    }
}

impl Drop for Mp4 {
    fn drop(&mut self) {
        // Not finished: the partial output is removed with the temporary file.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
