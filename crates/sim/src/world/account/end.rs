//! The end of the last advance of a figure, with which the present state is compared to find changes by the script.

use corpus_dynamics::Motion;

/// The end of the last advance of a figure, with which the present state is compared to find changes by the script.
#[derive(Clone, Debug, Default)]
pub(super) struct EndOfAdvance {
    /// The state.
    pub y: Vec<f64>,
    /// Number of joint changes.
    pub joint_changes: u64,
    /// Motion of the whole figure at that state, if it is known.
    pub motion: Option<Motion>,
    /// Whether the script has since made a change that no other counter records.
    pub unsettled: bool,
}
