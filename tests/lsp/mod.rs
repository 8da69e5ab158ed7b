//! `corpus lsp`, as an editor sees it.

mod client;
mod computing;
mod diagnostics;
mod fixing;
mod life;
mod names;
mod outline;
mod robust;
mod script;
mod speed;
mod writing;

/// A box with a tail, ready to `go`.
const TUMBLER: &str = "\
addcorpus tumbler
get trunk from unit_cubeb
get tail from unit_cubeb
addbody trunk trunk 0 0 1 rotary 1g/cm3
addbody tail tail 0 1 0 rotary 1g/cm3
linkbodies trunk tail
setroot trunk
corpusinit
joint tail k 2e-4
timer 100ms joint tail b 1e-6
";
