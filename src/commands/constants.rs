//! Units of spring and damper constants of joints.

use crate::control::SpringScale;
use crate::session::Session;
use crate::session::command::{Range, Value};

/// Constant of a spring or damper: its units for rotary and sliding joints, plain and per kg.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Constant {
    turning: [&'static str; 2],
    sliding: [&'static str; 2],
    /// Allowed numbers.
    pub range: Range,
}

impl Constant {
    /// Returns its unit for a rotary or sliding joint, per kg if it is scaled.
    pub fn unit(self, sliding: bool, scaled: bool) -> &'static str {
        let [alone, per_mass] = if sliding { self.sliding } else { self.turning };
        if scaled { per_mass } else { alone }
    }
}

/// Stiffness of a linear spring.
pub(super) const STIFFNESS: Constant = Constant {
    turning: ["N*m/rad", "N*m/rad/kg"],
    sliding: ["N/m", "N/m/kg"],
    range: Range::NotNegative,
};
/// Constant of a damper.
pub(super) const DAMPING: Constant = Constant {
    turning: ["N*m*s/rad", "N*m*s/rad/kg"],
    sliding: ["N*s/m", "N*s/m/kg"],
    range: Range::NotNegative,
};
/// Linear strength of an exponential spring.
pub(super) const STRENGTH: Constant = Constant {
    turning: ["N*m", "N*m/kg"],
    sliding: ["N", "N/kg"],
    range: Range::NotNegative,
};
/// Exponential rise of an exponential spring.
pub(super) const RISE: Constant = Constant {
    turning: ["rad^-1"; 2],
    sliding: ["m^-1"; 2],
    range: Range::NotNegative,
};
/// A constant force, which is never scaled.
pub(super) const BIAS: Constant = Constant {
    turning: ["N*m"; 2],
    sliding: ["N"; 2],
    range: Range::Any,
};

/// Inertia of the joint itself, which is never scaled.
pub(super) const ARMATURE: Constant = Constant {
    turning: ["kg*m2"; 2],
    sliding: ["kg"; 2],
    range: Range::NotNegative,
};

/// Dry friction, which is never scaled.
pub(super) const FRICTION: Constant = Constant {
    turning: ["N*m"; 2],
    sliding: ["N"; 2],
    range: Range::NotNegative,
};

/// Whether the springs of the body named first are scaled by a mass.
pub(super) fn is_scaled(session: &Session, values: &[Value]) -> bool {
    let Some(Value::Index(body)) = values.first() else {
        return false;
    };
    // A line of `joint` that also chooses the scale.
    match values.get(1) {
        Some(Value::Word("mass" | "distalmass")) => return true,
        Some(Value::Word("none")) => return false,
        _ => {}
    }
    let stage = session.here();
    let running = stage.definitions.draft().and_then(|draft| draft.running);
    let corpus = running.and_then(|corpus| stage.world.corpora.get(corpus));
    corpus.is_some_and(|corpus| {
        let joint = corpus.number_of(*body).and_then(|n| corpus.joints.get(n));
        joint.is_some_and(|joint| joint.spring_scale != SpringScale::None)
    })
}

#[cfg(test)]
mod tests {
    use crate::session::{Mode, Quiet, Session};

    const HINGE: &str = "addcorpus c\nget a from unit_cube\nget b from unit_cube\naddbody a a 0 0 1 rotary 1000\n\
                         addbody b b 0 0 1 rotary 1000\nlinkbodies a b\nsetroot a\ncorpusinit\n";

    fn run(lines: &str) -> Session {
        let mut session = crate::commands::session(Mode::Run, Box::new(Quiet));
        let script = format!("{HINGE}{lines}");
        let done = session.run_text("constants", &script);
        assert!(done.is_ok(), "{:?}", session.diagnostics);
        session
    }

    /// Returns the reports of a wrong script, by code and message.
    fn reports(script: &str) -> Vec<String> {
        let mut session = crate::commands::session(Mode::Check, Box::new(Quiet));
        let _ = session.run_text("constants", script);
        let told = session.diagnostics.iter();
        told.map(|report| format!("{} {}", report.code, report.message))
            .collect()
    }

    fn of_b(session: &Session) -> [f64; 5] {
        let corpus = &session.here().world.corpora[0];
        let b = corpus.names.iter().position(|name| name == "b").unwrap();
        let joint = &corpus.joints[b];
        [joint.k, joint.b, joint.ea, joint.eb, joint.lk]
    }

    #[test]
    fn constants_take_units_and_plain_numbers_are_in_si() {
        let units = "joint b k 2mN*m/rad\njoint b b 3uN*m*s/deg\njoint b ea 0.2mJ\njoint b eB 8rad^-1\njoint b lk 75N*m";
        let [k, b, ea, eb, lk] = of_b(&run(units));
        assert_eq!([k, ea, eb, lk], [2e-3, 2e-4, 8.0, 75.0]);
        assert!((b - 3e-6 * 180.0 / std::f64::consts::PI).abs() < 1e-18);
        let plain = "joint b k 2e-3\njoint b ea 2e-4\njoint b eB 8\njoint b lk 75";
        assert_eq!(of_b(&run(plain)), [2e-3, 0.0, 2e-4, 8.0, 75.0]);
    }

    #[test]
    fn scaled_constants_are_for_each_kilogram() {
        let session = run("joint b springtype distalmass\njoint b k 4N*m/rad/kg");
        assert_eq!(of_b(&session)[0], 4.0);
        let told = reports(&format!(
            "{HINGE}joint b springtype mass\njoint b k 4N*m/rad"
        ));
        let message = "E012 `k` must be a number in N*m/rad/kg, zero or above, but `4N*m/rad` is a rotational stiffness (N*m/rad)";
        assert_eq!(told, [message]);
    }

    #[test]
    fn constants_of_another_kind_are_refused() {
        for (line, found) in [
            ("joint b k 2N/m", "a stiffness (N/m)"),
            ("joint b b 5ms", "a time (s)"),
            ("joint b ea 1N", "a force (N)"),
            ("groundk 5N", "a force (N)"),
            ("groundb 20N*s/m", "a damping (N*s/m)"),
        ] {
            let told = reports(&format!("{HINGE}{line}"));
            assert_eq!(told.len(), 1, "{line}: {told:?}");
            assert!(
                told[0].starts_with("E012") && told[0].ends_with(found),
                "{line}: {told:?}"
            );
        }
    }

    #[test]
    fn constants_of_the_ground_have_the_units_of_its_scale() {
        let session = run("groundk 5N/mm/kg\ngroundea 17.5N/kg\ngroundeB 3000m^-1");
        let ground = &session.here().world.ground;
        assert_eq!([ground.k, ground.ea, ground.eb], [5000.0, 17.5, 3000.0]);
        let session = run("groundscale none\ngroundk 10kN/m\ngroundb 20N*s/m\ngroundstickea 2N");
        let ground = &session.here().world.ground;
        assert_eq!([ground.k, ground.b, ground.sticky.ea], [1e4, 20.0, 2.0]);
    }
}
