//! `corpus explain`: explains the code of an error or a warning.

use super::arguments::Explain;
use super::failure::{Exit, usage};
use crate::diagnostic::codes::{CODES, explain as look_up};
use crate::session::command::either;
use crate::terminal::say_line;

pub(super) fn explain(job: &Explain) -> Exit {
    let Some(code) = &job.code else {
        for code in CODES {
            say_line!("{}  {}", code.code, code.title);
        }
        return Ok(0);
    };
    let unknown = || {
        let number = |known: &str| known.get(1..).and_then(|digits| digits.parse::<u32>().ok());
        let same = CODES.iter().map(|known| known.code);
        let same = same.filter(|known| code.parse().ok().is_some_and(|n| number(known) == Some(n)));
        let same: Vec<&str> = same.collect();
        usage(match same.is_empty() {
            true => format!("unknown code `{code}`; `corpus explain` lists all codes"),
            false => format!("unknown code `{code}`; did you mean {}?", either(&same)),
        })
    };
    let code = look_up(&code.to_uppercase()).ok_or_else(unknown)?;
    say_line!("{}: {}\n\n{}", code.code, code.title, code.explanation);
    Ok(0)
}
