//! `corpus import`: converts a robot of another format to a script.

use super::arguments::{Base, Import};
use super::failure::{Exit, replaceable, unwritable, usage};
use super::report::show;
use crate::files::{self, Access, Kind, LARGEST, common_folder, sealed};
use crate::import::{Paths, import as read};
use crate::record::counted;
use crate::robot::{Form, Robot};
use crate::session::allow_read;
use crate::terminal::{SCRIPT_FAULT, say, say_line, tell_line};
use std::path::{Path, PathBuf};

/// The writer of scripts and meshes.
const IMPORT: &str = "`corpus import`";

pub(super) fn import(job: &Import) -> Exit {
    let to_terminal = job.output == Path::new("-");
    if !to_terminal && files::same_file(&job.file, &job.output) {
        let file = job.file.display();
        return Err(usage(format!("the script would overwrite {file}")));
    }
    if !to_terminal {
        replaceable(&job.output, Kind::Sealed(IMPORT))?;
    }
    let folder = match job.output.parent() {
        Some(folder) if !to_terminal => folder.to_path_buf(),
        _ => ".".into(),
    };
    let paths = Paths {
        script: folder,
        packages: job.packages.clone(),
        free_base: job.base.map(|base| base == Base::Free),
    };
    let found = read(&job.file, &paths, &|path| files::read(path, LARGEST))
        .map_err(|why| usage(format!("cannot read {}: {why}", job.file.display())))?;
    if !job.quiet || found.script.is_none() {
        show(&found.findings, &found.sources);
    }
    let Some(script) = found.script else {
        return Ok(SCRIPT_FAULT);
    };
    if to_terminal {
        say!("{script}");
        if let Some((path, _)) = found.meshes.first().filter(|_| !job.quiet) {
            let path = path.display();
            tell_line!("the script reads {path}, a mesh of the robot's file; `-o FILE` writes it");
        }
        return Ok(0);
    }
    for (path, _) in &found.meshes {
        replaceable(path, Kind::Sealed(IMPORT))?;
    }
    let meshes = found.meshes.iter().map(|(path, text)| (path, text));
    for (path, text) in meshes.chain([(&job.output, &script)]) {
        let written = files::write(path, sealed(text, IMPORT).as_bytes());
        written.map_err(|why| unwritable("", path, &why))?;
    }
    if job.quiet {
        return Ok(0);
    }
    found.assumed.iter().for_each(|what| tell_line!("{what}"));
    if !found.minor.is_empty() {
        tell_line!("not imported: {}", folded(&found.minor));
    }
    let robots = found.description.map(|d| d.robots).unwrap_or_default();
    say_line!("{}: {}", job.output.display(), summary(&robots));
    if let Some(folder) = folder_to_allow(&robots, &paths.script) {
        tell_line!(
            "the meshes are outside the folder of the script; to run it: corpus run {} {}",
            job.output.display(),
            allow_read(&folder)
        );
    }
    Ok(0)
}

/// Most omitted features that are listed.
const LISTED: usize = 6;

/// Lists some omitted features in one line; the script lists them all.
fn folded(left_out: &[String]) -> String {
    let shown = left_out.get(..LISTED).unwrap_or(left_out).join(", ");
    match left_out.len().saturating_sub(LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more, which the script lists"),
    }
}

/// Returns the folder of meshes that a script in `folder` may read only with `--allow-read`; none if it may read all of them.
fn folder_to_allow(robots: &[Robot], folder: &Path) -> Option<PathBuf> {
    let mut access = Access::default();
    access.allow_reading(folder);
    access.allow_reading(Path::new("."));
    let solids = robots.iter().flat_map(|robot| &robot.links);
    let solids = solids.flat_map(|link| &link.solids);
    let files = solids.filter_map(|solid| match &solid.form {
        Form::Mesh(file, _) => Some(Path::new(file)),
        _ => None,
    });
    let outside = files.filter(|file| !access.may_read(file));
    let folders = outside.filter_map(|file| file.parent().map(Path::to_path_buf));
    folders.reduce(|one, other| match one == other {
        true => one,
        false => common_folder(&one, &other),
    })
}

/// Returns the number of figures and bodies: `1 figure, 4 bodies`. A joint with several degrees of freedom counts once.
pub(super) fn summary(robots: &[Robot]) -> String {
    let links = robots.iter().flat_map(|robot| &robot.links);
    let figures = counted(robots.len() as u64, "figure");
    match links.filter(|link| !link.further).count() {
        1 => format!("{figures}, 1 body"),
        many => format!("{figures}, {many} bodies"),
    }
}
