//! Records: values by name.

use super::list::{Size, measure};
use super::{Datum, ValueError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Values by name, in the order in which they were written: `{hip: 30deg, knee: 10deg}`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<(Arc<str>, Datum)>", into = "Vec<(Arc<str>, Datum)>")]
pub struct Record {
    fields: Arc<Vec<(Arc<str>, Datum)>>,
    size: Size,
}

impl Record {
    /// Creates a record. Of two fields of one name, the last counts.
    ///
    /// # Errors
    /// It would be too large or too deeply nested; see [`super::List::new`].
    pub fn new(fields: Vec<(Arc<str>, Datum)>) -> Result<Self, ValueError> {
        let mut own: Vec<(Arc<str>, Datum)> = Vec::with_capacity(fields.len());
        for (name, value) in fields {
            match own.iter_mut().find(|(other, _)| *other == name) {
                Some((_, known)) => *known = value,
                None => own.push((name, value)),
            }
        }
        let size = measure(own.iter().map(|(_, value)| value))?;
        let fields = Arc::new(own);
        Ok(Record { fields, size })
    }

    /// Returns the value of a field.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Datum> {
        let mut fields = self.fields.iter();
        fields.find(|(n, _)| **n == *name).map(|(_, value)| value)
    }

    /// Returns its fields, in order.
    #[must_use]
    pub fn fields(&self) -> &[(Arc<str>, Datum)] {
        &self.fields
    }

    /// Returns the number of its values, including those of nested lists and records.
    #[must_use]
    pub fn held(&self) -> usize {
        self.size.held as usize
    }

    pub(super) fn size(&self) -> &Size {
        &self.size
    }

    /// Whether a function is among its values, or in lists and records among them.
    #[must_use]
    pub fn holds_functions(&self) -> bool {
        self.size.functions
    }

    /// Returns the record with a field set: in place if nothing else holds the record.
    ///
    /// # Errors
    /// As [`Record::new`].
    pub fn with(mut self, name: &str, value: Datum) -> Result<Self, ValueError> {
        let fields = Arc::make_mut(&mut self.fields);
        match fields.iter_mut().find(|(other, _)| **other == *name) {
            Some((_, known)) => *known = value,
            None => fields.push((name.into(), value)),
        }
        self.size = measure(fields.iter().map(|(_, value)| value))?;
        Ok(self)
    }

    /// Takes the value of a field out, to change it in place and put it back by [`Record::with`].
    pub(super) fn take(&mut self, name: &str) -> Option<Datum> {
        let mut fields = Arc::make_mut(&mut self.fields).iter_mut();
        let (_, value) = fields.find(|(other, _)| **other == *name)?;
        Some(std::mem::replace(value, Datum::plain(1.0)))
    }

    /// Returns the record with each value changed.
    pub(super) fn map(&self, change: impl Fn(&Datum) -> Datum) -> Record {
        let fields = self.fields.iter();
        let fields = fields.map(|(name, value)| (Arc::clone(name), change(value)));
        Record {
            fields: Arc::new(fields.collect()),
            ..*self
        }
    }

    /// Whether it has the same names as another, in any order.
    pub(super) fn has_names_of(&self, other: &Record) -> bool {
        let mut names = other.fields.iter().map(|(name, _)| name);
        self.fields.len() == other.fields.len() && names.all(|name| self.get(name).is_some())
    }

    /// Makes the error of a field that it does not have.
    pub(super) fn lacks(&self, name: &str) -> ValueError {
        use crate::diagnostic::{quote, suggest::did_you_mean};
        let names = || self.fields.iter().map(|(name, _)| &**name);
        let error = ValueError::of_values(format!("the record has no field {}", quote(name)));
        error.help(match did_you_mean(name, names()) {
            Some(help) => help,
            None if self.fields.is_empty() => "it is empty".into(),
            None => format!("it has `{}`", names().collect::<Vec<_>>().join("`, `")),
        })
    }
}

/// Records are equal if their fields are, in any order.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let mut fields = self.fields.iter();
        self.has_names_of(other) && fields.all(|(name, value)| other.get(name) == Some(value))
    }
}

impl TryFrom<Vec<(Arc<str>, Datum)>> for Record {
    type Error = ValueError;
    fn try_from(fields: Vec<(Arc<str>, Datum)>) -> Result<Self, ValueError> {
        Record::new(fields)
    }
}

impl From<Record> for Vec<(Arc<str>, Datum)> {
    fn from(record: Record) -> Self {
        Arc::unwrap_or_clone(record.fields)
    }
}
