//! A contact.

use crate::lang::dimension::Dimension;
use crate::lang::value::{Datum, Record, ValueError};

/// A point at which a body touches another body, or the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Touching {
    /// The body, as `figure.body`, or the name of scenery.
    pub body: String,
    /// The other body, or `ground`.
    pub other: String,
    /// The point (m, world).
    pub point: [f64; 3],
    /// Unit normal from the other to the body (world).
    pub normal: [f64; 3],
    /// Depth of the overlap (m).
    pub depth: f64,
    /// Force on the body (N, world).
    pub force: [f64; 3],
}

impl Touching {
    /// Returns it as a record.
    ///
    /// # Errors
    /// A name is too long for a text.
    pub fn datum(&self) -> Result<Datum, ValueError> {
        let vector = |v: &[f64; 3], dimension: Dimension| {
            Datum::list(v.iter().map(|x| Datum::number(*x, dimension)).collect())
        };
        let fields = [
            ("body", Datum::text(&self.body)?),
            ("other", Datum::text(&self.other)?),
            ("point", vector(&self.point, Dimension::LENGTH)?),
            ("normal", vector(&self.normal, Dimension::NONE)?),
            ("depth", Datum::number(self.depth, Dimension::LENGTH)),
            ("force", vector(&self.force, Dimension::FORCE)?),
        ];
        let fields = fields.map(|(name, value)| (name.into(), value));
        Record::new(fields.into()).map(Datum::Record)
    }
}
