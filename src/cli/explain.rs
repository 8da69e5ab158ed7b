//! `corpus explain`: explains the code of a report.

use super::arguments::Explain;
use crate::diagnostic::codes::{CODES, explain as look_up};
use crate::terminal::USAGE;
use crate::terminal::{say_line, tell_line};

pub(super) fn explain(job: &Explain) -> u8 {
    let Some(code) = &job.code else {
        for code in CODES {
            say_line!("{}  {}", code.code, code.title);
        }
        return 0;
    };
    let wanted = code.to_uppercase();
    match look_up(&wanted) {
        Some(code) => {
            say_line!("{}: {}\n\n{}", code.code, code.title, code.explanation);
            0
        }
        None => {
            tell_line!("unknown code `{code}`; `corpus explain` lists all codes");
            USAGE
        }
    }
}
