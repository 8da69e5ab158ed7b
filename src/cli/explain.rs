//! `corpus explain`: explains the code of an error or a warning.

use super::arguments::Explain;
use super::failure::{Exit, usage};
use crate::diagnostic::codes::{CODES, explain as look_up};
use crate::terminal::say_line;

pub(super) fn explain(job: &Explain) -> Exit {
    let Some(code) = &job.code else {
        for code in CODES {
            say_line!("{}  {}", code.code, code.title);
        }
        return Ok(0);
    };
    let unknown = || {
        usage(format!(
            "unknown code `{code}`; `corpus explain` lists all codes"
        ))
    };
    let code = look_up(&code.to_uppercase()).ok_or_else(unknown)?;
    say_line!("{}: {}\n\n{}", code.code, code.title, code.explanation);
    Ok(0)
}
