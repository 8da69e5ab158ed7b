//! Values of expressions. Pure functions, independent of names and the world.
//!
//! Every number is finite: a computation without a finite value gives a [`ValueError`] that shows its operands. A computed
//! number is never a negative zero, which would look odd in a name or a table.

mod access;
mod arithmetic;
mod compare;
mod convert;
mod datum;
mod digits;
mod error;
pub mod format;
pub mod functions;
mod kind;
pub mod list;
pub mod near;
mod operator;
mod quantity;
pub mod range;
pub mod record;
mod refusal;
pub mod show;
pub mod spell;
#[cfg(test)]
mod tests;
pub mod unknown;
mod update;

pub use access::{index, member};
pub use arithmetic::{binary, prefix};
pub use convert::{convert, range};
pub use datum::{Callee, Datum, LONGEST_TEXT};
pub use error::{ErrorKind, ValueError};
pub use format::format;
pub use functions::call;
pub use kind::Unknown;
pub use list::List;
pub use operator::{Operator, Prefix};
pub use quantity::{Quantity, Shown};
pub use range::Range;
pub use record::Record;
pub use show::show;
pub use spell::spell;
pub use update::{Step, update};

use datum::text_fits;
