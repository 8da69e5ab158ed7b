//! Tables of `record` and other comma-separated ones (RFC 4180): a row of names, an optional row of units, rows of numbers.
//! Columns may also be separated by tabs, and the lines of a header up to `endheader`, as in the motion files of OpenSim (`.mot`,
//! `.sto`), are skipped, except `inDegrees=yes`.

use super::{Refusal, Series};
use corpus_lang::diagnostic::quote;
use corpus_lang::diagnostic::suggest::nearest;

/// Columns of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Each with its cells that are not numbers.
    columns: Vec<Column>,
    /// Whether the header says that angles without a unit are in degrees.
    pub in_degrees: bool,
}

type Column = (Series, Vec<Odd>);

/// A cell that is not a number.
#[derive(Clone, Debug, PartialEq)]
struct Odd {
    /// Its row of values, from 0, and its line in the file.
    row: usize,
    line: usize,
    text: String,
}

/// Most names listed in the report of an unknown one.
const TOLD: usize = 12;

/// Reads a table.
///
/// # Errors
/// It has no columns, no rows, or a row of another length.
pub fn read(text: &str) -> Result<Table, Refusal> {
    let text = text.trim_start_matches('\u{feff}');
    let (header, text) = text.split_at(header_end(text));
    let in_degrees = header
        .lines()
        .any(|line| line.trim().eq_ignore_ascii_case("inDegrees=yes"));
    let first = text.lines().find(|line| !line.trim().is_empty());
    let by_tabs = first.is_some_and(|line| line.contains('\t') && !line.contains(','));
    let separator = if by_tabs { '\t' } else { ',' };
    let mut rows = rows(text, separator, header.lines().count() + 1)?
        .into_iter()
        .peekable();
    let Some((_, names)) = rows.next() else {
        return Err(Refusal::new(
            "the table is empty",
            "`record` writes a row of names, one of units, and a row for each time",
        ));
    };
    let count = names.len();
    let is_number = |cell: &String| number(cell).is_some();
    if names.iter().all(is_number) {
        return Err(Refusal::new(
            "the table has no row of names",
            "its first line names the columns, such as `time,trunk.z`",
        ));
    }
    if let [only] = names.as_slice()
        && only.contains(';')
    {
        return Err(Refusal::new(
            "its cells are separated by semicolons",
            "save it with commas or tabs between the cells, and with points in decimals",
        ));
    }
    let mut columns: Vec<Column> = names
        .iter()
        .map(|name| (Series::new(&plain(name), "", vec![]), vec![]))
        .collect();
    // A bare number has the unit 1; the first column shows whether a row has units or values.
    let is_unit = |cell: &String| !is_number(cell) || matches!(cell.as_str(), "" | "1");
    let units = rows.next_if(|(_, row)| {
        row.len() == count && !row.first().is_some_and(is_number) && row.iter().all(is_unit)
    });
    if let Some((_, units)) = units {
        for ((series, _), unit) in columns.iter_mut().zip(units) {
            series.unit = unit;
        }
    }
    for (line, row) in rows {
        if row.len() != count {
            return Err(Refusal::new(
                format!(
                    "line {line} of the table has {} of {count} cells",
                    row.len()
                ),
                "each row needs one cell per name, separated by commas or tabs",
            ));
        }
        for ((series, odd), cell) in columns.iter_mut().zip(row) {
            let row = series.values.len();
            series.values.push(match number(&cell) {
                Some(x) => x,
                None => {
                    let text = cell;
                    odd.push(Odd { row, line, text });
                    f64::NAN
                }
            });
        }
    }
    if columns.iter().all(|(series, _)| series.values.is_empty()) {
        return Err(Refusal::new(
            "the table has no rows of numbers",
            "`record` writes them while a `go` runs",
        ));
    }
    Ok(Table {
        columns,
        in_degrees,
    })
}

/// Most lines of a header.
const LONGEST_HEADER: usize = 200;

/// Returns the length of the header of a text (bytes): up to the line `endheader`, zero if there is none.
fn header_end(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n').take(LONGEST_HEADER) {
        length += line.len();
        if line.trim().eq_ignore_ascii_case("endheader") {
            return length;
        }
    }
    0
}

/// Parses a cell's number: an empty cell or one of certain words is NaN.
fn number(cell: &str) -> Option<f64> {
    match cell.trim() {
        "" | "-" | "NA" | "na" => Some(f64::NAN),
        "true" => Some(1.0),
        "false" => Some(0.0),
        text => text.parse().ok(),
    }
}

/// Returns a name without the characters by which `record` protects spreadsheets and shells.
fn plain(name: &str) -> String {
    let name = name.strip_prefix('\'').unwrap_or(name);
    let mut shown = String::new();
    let mut letters = name.chars().peekable();
    while let Some(c) = letters.next() {
        let guarded = c == '\\'
            && letters
                .peek()
                .is_some_and(|n| matches!(n, '$' | '`' | '\\'));
        shown.extend(if guarded { letters.next() } else { Some(c) });
    }
    shown
}

/// Returns cells by lines, each with the number of its line, of which the first is given. Skips empty lines.
fn rows(
    text: &str,
    separator: char,
    mut line: usize,
) -> Result<Vec<(usize, Vec<String>)>, Refusal> {
    let mut rows = vec![];
    let (mut row, mut cell) = (vec![], String::new());
    let mut begun = line;
    let (mut quoted, mut was_quoted) = (false, false);
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() && !was_quoted => (quoted, was_quoted) = (true, true),
            c if c == separator && !quoted => {
                row.push(std::mem::take(&mut cell));
                was_quoted = false;
            }
            '\r' if !quoted && letters.peek() == Some(&'\n') => {}
            '\n' if !quoted => {
                if !(row.is_empty() && cell.trim().is_empty()) {
                    row.push(std::mem::take(&mut cell));
                    rows.push((begun, std::mem::take(&mut row)));
                }
                cell.clear();
                was_quoted = false;
                line += 1;
                begun = line;
            }
            c => {
                line += usize::from(c == '\n');
                cell.push(c);
            }
        }
    }
    if quoted {
        return Err(Refusal::new(
            format!("line {begun} of the table has an unclosed quote"),
            "a quoted cell must end with a double quote; write a quote inside it twice",
        ));
    }
    if !(row.is_empty() && cell.trim().is_empty()) {
        row.push(cell);
        rows.push((begun, row));
    }
    Ok(rows)
}

impl Table {
    /// Returns the number of rows of values.
    #[must_use]
    pub fn rows(&self) -> usize {
        let first = self.columns.first();
        first.map_or(0, |(series, _)| series.values.len())
    }

    /// Returns the names of all columns but the first, over which they may be drawn.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(series, _)| series.name.as_str())
    }

    /// Returns the columns of a name: one, or all components of a vector.
    ///
    /// # Errors
    /// There is no such column, or one has a cell that is not a number.
    pub fn columns(&self, name: &str) -> Result<Vec<Series>, Refusal> {
        let part = |of: &str| {
            let end = of.strip_prefix(name).unwrap_or_default();
            matches!(end, ".x" | ".y" | ".z") || end.starts_with('[')
        };
        let exact = self
            .columns
            .iter()
            .filter(|(series, _)| series.name == name)
            .take(1);
        let mut found: Vec<_> = exact.collect();
        if found.is_empty() {
            found.extend(self.columns.iter().filter(|(series, _)| part(&series.name)));
        }
        if found.is_empty() {
            return Err(self.no_column(name));
        }
        let whole = |(series, odd): &Column| match odd.first() {
            None => Ok(series.clone()),
            Some(Odd { line, text, .. }) => Err(Refusal::new(
                format!(
                    "the column {} contains {} in line {line}, which is not a number",
                    quote(&series.name),
                    quote(text),
                ),
                "a column must contain only numbers; a cell may be empty",
            )),
        };
        found.into_iter().map(whole).collect()
    }

    /// Keeps the rows whose text in a column fits, and those with a number there. Returns how many it leaves out.
    pub fn keep(&mut self, name: &str, fits: impl Fn(&str) -> bool) -> usize {
        let Some((series, odd)) = self.columns.iter().find(|(series, _)| series.name == name)
        else {
            return 0;
        };
        let mut kept = vec![true; series.values.len()];
        for cell in odd.iter().filter(|cell| !fits(&cell.text)) {
            kept[cell.row] = false;
        }
        let mut rows = 0;
        let places: Vec<Option<usize>> = kept
            .iter()
            .map(|kept| {
                rows += usize::from(*kept);
                kept.then(|| rows - 1)
            })
            .collect();
        for (series, odd) in &mut self.columns {
            let mut row = 0..;
            series
                .values
                .retain(|_| row.next().is_some_and(|row| places[row].is_some()));
            odd.retain_mut(|cell| {
                let place = places[cell.row];
                cell.row = place.unwrap_or_default();
                place.is_some()
            });
        }
        kept.len() - rows
    }

    fn no_column(&self, name: &str) -> Refusal {
        let message = format!("the table has no column {}", quote(name));
        if let Some(near) = nearest(name, self.names()) {
            return Refusal::new(message, format!("did you mean {}?", quote(near)));
        }
        let told: Vec<String> = self.names().take(TOLD).map(quote).collect();
        let more = match self.columns.len().saturating_sub(TOLD) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        Refusal::new(message, format!("it has {}{more}", told.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_record_is_read() {
        let text =
            "time,b.z,\"a, \"\"b\"\"\",v.x,v.y\ns,m,1,m/s,m/s\n0,1,2,3,4\r\n0.5,,nan,-1e-3,inf\n\n";
        let table = read(text).unwrap();
        assert_eq!(
            table.names().collect::<Vec<_>>(),
            ["time", "b.z", "a, \"b\"", "v.x", "v.y"]
        );
        let z = &table.columns("b.z").unwrap()[0];
        assert_eq!((z.unit.as_str(), z.values[0]), ("m", 1.0));
        assert!(z.values[1].is_nan());
        let v = table.columns("v").unwrap();
        assert_eq!((v.len(), v[0].values.as_slice()), (2, &[3.0, -1e-3][..]));
    }

    #[test]
    fn a_table_without_units_is_read() {
        let table = read("t,x\n0,1\n1,2\n").unwrap();
        assert_eq!(table.columns("x").unwrap()[0].values, [1.0, 2.0]);
        assert_eq!(table.columns("x").unwrap()[0].unit, "");
    }

    #[test]
    fn a_motion_file_with_a_header_and_tabs_is_read() {
        let text = "walk\nversion=1\ninDegrees=yes\nendheader\ntime\tarm.q\n0\t 1.5\n0.1\t2\n";
        let table = read(text).unwrap();
        assert!(table.in_degrees);
        assert_eq!(table.columns("arm.q").unwrap()[0].values, [1.5, 2.0]);
        let short = text.replace("\t2", "");
        let message = "line 7 of the table has 1 of 2 cells";
        assert_eq!(read(&short).unwrap_err().message, message);
        assert!(!read("t\tx\n0\t1\n").unwrap().in_degrees);
    }

    #[test]
    fn what_is_wrong_with_a_table_is_told() {
        let told = |text: &str, column: &str| match read(text) {
            Ok(table) => table.columns(column).unwrap_err(),
            Err(refusal) => refusal,
        };
        for (text, column, message) in [
            ("", "", "the table is empty"),
            ("\n\n", "", "the table is empty"),
            ("1,2\n3,4\n", "", "the table has no row of names"),
            ("a,b\n", "", "the table has no rows of numbers"),
            ("a,b\ns,m\n", "", "the table has no rows of numbers"),
            ("a;b\n1,5;2\n", "", "its cells are separated by semicolons"),
            ("a,b\n1,2\n3\n", "", "line 3 of the table has 1 of 2 cells"),
            (
                "a,\"b\n1,2\n",
                "",
                "line 1 of the table has an unclosed quote",
            ),
            (
                "a,b\n1,2\n2,up\n",
                "b",
                "the column `b` contains `up` in line 3, which is not a number",
            ),
            (
                "time,trunk.z\n1,2\n",
                "trunk.y",
                "the table has no column `trunk.y`",
            ),
        ] {
            assert_eq!(told(text, column).message, message);
        }
        assert_eq!(
            told("time,trunk.z\n1,2\n", "trnk.z").help,
            "did you mean `trunk.z`?"
        );
        assert_eq!(told("time,z\n1,2\n", "momentum").help, "it has `time`, `z`");
    }
}
