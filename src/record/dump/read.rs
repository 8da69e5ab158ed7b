//! Reads a dump from a file.

use super::{Dump, FORMAT, Fault, INERT, Row, Section, sum};
use serde_json::{Deserializer, Value};

impl Dump {
    /// Reads a file of that kind. Checks that every row has a value for each column of its section.
    ///
    /// # Errors
    /// The first damaged line.
    pub fn read(bytes: &[u8], kind: &str) -> Result<Dump, Fault> {
        let text = str::from_utf8(bytes).map_err(|why| {
            let before = bytes.get(..why.valid_up_to()).unwrap_or_default();
            let line = 1 + before.iter().filter(|b| **b == b'\n').count();
            Fault::new(line, "it is not text (UTF-8)")
        })?;
        let mut dump = Dump::default();
        let (mut before, mut ended, mut last) = (0, false, 0);
        for (number, whole) in (1..).zip(text.lines()) {
            last = number;
            if ended {
                return Err(Fault::new(number, "there is text after the `end`"));
            }
            let content = unsealed(whole, before);
            if number == 1 {
                head(content.map_or(whole, |(content, _)| content), kind)?;
            }
            let Some((content, now)) = content else {
                let message = "it was changed or cut off, or lines before it are missing";
                return Err(Fault::new(number, message));
            };
            before = now;
            if number > 1 {
                ended = content == "end";
                if !ended {
                    dump.take(number, content)?;
                }
            }
        }
        if !ended || !text.ends_with('\n') {
            let message =
                "the file is cut off: this is its last line, and the line `end` is missing";
            return Err(Fault::new(last.max(1), message));
        }
        Ok(dump)
    }

    fn take(&mut self, number: usize, content: &str) -> Result<(), Fault> {
        let name = content.strip_prefix('[').and_then(|c| c.strip_suffix(']'));
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            self.sections.push(Section {
                name: name.to_owned(),
                line: number,
                ..Section::default()
            });
            return Ok(());
        }
        let Some(section) = self.sections.last_mut() else {
            return Err(Fault::new(number, "it comes before the first section"));
        };
        if let Some(columns) = content.strip_prefix('#') {
            section.columns = columns.split_whitespace().map(str::to_owned).collect();
            return Ok(());
        }
        let row = content.strip_prefix(INERT).unwrap_or(content);
        let cells = Deserializer::from_str(row).into_iter();
        let cells: Result<Vec<Value>, _> = cells.collect();
        let cells = cells.map_err(|_| Fault::new(number, "it is not a row of values"))?;
        if cells.len() != section.columns.len() {
            let (found, wanted) = (cells.len(), section.columns.len());
            let message = format!("it has {found} values for {wanted} columns");
            return Err(Fault::new(number, message));
        }
        section.rows.push(Row {
            cells,
            line: number,
        });
        Ok(())
    }
}

/// Splits a line from its checksum; none if the checksum is wrong.
fn unsealed(whole: &str, before: u32) -> Option<(&str, u32)> {
    let (content, seal) = whole.rsplit_once(" ;")?;
    let now = sum(before, content);
    (seal == format!("{now:08x}")).then_some((content, now))
}

/// Checks that the first line is that of a file of the kind.
fn head(line: &str, kind: &str) -> Result<(), Fault> {
    let mut words = line.split(' ');
    if words.next() != Some("corpus-dump") {
        return Err(Fault::new(
            1,
            "the file was not written by `dumps` or a related command",
        ));
    }
    let format = words.next().unwrap_or_default();
    if format != FORMAT.to_string() {
        let message =
            format!("the file has format {format}, but this program reads format {FORMAT}");
        return Err(Fault::new(1, message));
    }
    let found = words.next().unwrap_or_default();
    if found != kind {
        let message = format!("the file contains {found}, expected {kind}");
        return Err(Fault::new(1, message));
    }
    Ok(())
}
