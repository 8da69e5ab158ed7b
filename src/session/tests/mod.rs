//! Tests of scripts by their output.

mod calls;
mod events;
mod functions;
mod lists;
mod looks;
mod mirrors;
mod newcomer;
mod ranges;
mod scopes;
mod sensitivity;
mod stops;
mod unknown;
mod values;

use super::{Common, Mode, Observer};

#[derive(Default)]
struct Lines(Common<Vec<String>>);

impl Observer for Lines {
    fn print(&mut self, line: &str) {
        self.0.lock().push(line.to_owned());
    }
}

/// A figure of a trunk with two legs and a gait, at rest because nothing acts on it.
const BUG: &str = "\
addcorpus bug
for name in trunk leg_l leg_r
  get {name} from unit_cube
  scale {name} 1cm 1cm 1cm
  addbody {name} {name} axis=[1 0 0] rotary 1g/cm3
end
linkbodies trunk leg_l
linkbodies trunk leg_r
setroot trunk
corpusinit
joint leg_? Q_type 17
addroach bug 2
dt 1ms
";

/// Runs a script; returns its prints, and the codes of its reports.
fn ran(mode: Mode, text: &str) -> (Vec<String>, Vec<String>) {
    let lines = Lines::default();
    let printed = lines.0.clone();
    let mut session = crate::commands::session(mode, Box::new(lines));
    let _ = session.run_text("test", text);
    let told = session.sorted_diagnostics();
    let told = told.iter().map(|d| format!("{} {}", d.code, d.message));
    let told = told.collect();
    (printed.take(), told)
}

/// Returns the prints of a correct script, which is also checked.
#[track_caller]
fn prints(text: &str) -> Vec<String> {
    let (_, told) = ran(Mode::Check, text);
    assert_eq!(told, Vec::<String>::new(), "checked: {text}");
    let (printed, told) = ran(Mode::Run, text);
    assert_eq!(told, Vec::<String>::new(), "{text}");
    printed
}

/// Returns the reports of a checked script.
fn told(text: &str) -> Vec<String> {
    ran(Mode::Check, text).1
}
