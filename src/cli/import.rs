//! `corpus import`: converts a robot of another format to a script.

use super::arguments::{Base, Import};
use super::report::show;
use crate::files::{self, LARGEST};
use crate::import::{Paths, import as read};
use crate::record::counted;
use crate::robot::Robot;
use crate::terminal::say;
use crate::terminal::{SCRIPT_FAULT, USAGE, reason, say_line, tell_line};
use std::path::Path;

pub(super) fn import(job: &Import) -> u8 {
    let to_terminal = job.output == Path::new("-");
    if !to_terminal && files::same_file(&job.file, &job.output) {
        tell_line!("the script would overwrite {}", job.file.display());
        return USAGE;
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
    let found = match read(&job.file, &paths, &|path| files::read(path, LARGEST)) {
        Ok(found) => found,
        Err(why) => {
            tell_line!("cannot read {}: {why}", job.file.display());
            return USAGE;
        }
    };
    if !job.quiet || found.script.is_none() {
        show(&found.findings, &found.sources);
    }
    let Some(script) = found.script else {
        return SCRIPT_FAULT;
    };
    if to_terminal {
        say!("{script}");
        return 0;
    }
    if let Err(why) = files::write(&job.output, script.as_bytes()) {
        tell_line!("cannot write {}: {}", job.output.display(), reason(&why));
        return USAGE;
    }
    if job.quiet {
        return 0;
    }
    if !found.left_out.is_empty() {
        tell_line!("not imported:");
        found
            .left_out
            .iter()
            .for_each(|what| tell_line!("  {what}"));
    }
    let robots = found.description.map(|d| d.robots).unwrap_or_default();
    say_line!("{}: {}", job.output.display(), summary(&robots));
    0
}

/// How many figures and bodies there are: `1 figure, 4 bodies`. A joint of several degrees of freedom is one.
pub(super) fn summary(robots: &[Robot]) -> String {
    let links = robots.iter().flat_map(|robot| &robot.links);
    let figures = counted(robots.len() as u64, "figure");
    match links.filter(|link| !link.further).count() {
        1 => format!("{figures}, 1 body"),
        many => format!("{figures}, {many} bodies"),
    }
}
