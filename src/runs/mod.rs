//! A script as a function from numbers to results: one run without files, prints and process-wide state, and many such runs at
//! once.

mod archive;
mod batch;
mod environment;
mod environments;
mod limits;
mod plan;
mod points;
mod pool;
mod row;
mod script;
mod table;

pub use archive::{Feature, Grid};
pub use batch::in_order;
pub use environment::{Actuated, Environment, Refusal, Sensor, Spaces, State, Stepped};
pub use environments::Batch;
pub use limits::Limits;
pub use plan::Unfit;
pub use points::{Choice, Points};
pub use row::{Ended, Row, Tested};
pub use script::{Column, Script, run};
pub use table::{Form, Kept, Table};

#[cfg(test)]
mod environment_tests;
#[cfg(test)]
mod tests;
