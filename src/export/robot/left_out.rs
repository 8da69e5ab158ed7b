//! Lists what an export omits, grouped by reason.

/// Something that a format cannot represent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Name of the body or figure that has it; none for the whole world.
    pub of: Option<String>,
    /// Description, such as "the armature of the joint".
    pub what: String,
}

/// Most names in one line of the list.
const MOST_NAMES: usize = 3;

impl LeftOut {
    /// Makes an omitted property of one body or figure.
    pub(super) fn of(name: &str, what: impl Into<String>) -> Self {
        LeftOut {
            of: Some(name.to_owned()),
            what: what.into(),
        }
    }

    /// Makes an omitted property of the whole world.
    pub(super) fn whole(what: impl Into<String>) -> Self {
        LeftOut {
            of: None,
            what: what.into(),
        }
    }

    /// Returns one line for each description, with the number of its bodies or figures and some of their names.
    #[must_use]
    pub fn grouped(all: &[LeftOut]) -> Vec<String> {
        let mut groups: Vec<(&str, Vec<&str>)> = vec![];
        for one in all {
            let name = one.of.as_deref();
            match groups.iter_mut().find(|(what, _)| *what == one.what) {
                Some((_, names)) => names.extend(name.filter(|name| !names.contains(name))),
                None => groups.push((&one.what, name.into_iter().collect())),
            }
        }
        groups
            .iter()
            .map(|(what, names)| line(what, names))
            .collect()
    }
}

/// Formats a line: "the armature of the joint: `hip`, `knee`, `ankle` and 9 more (12 in all)".
fn line(what: &str, names: &[&str]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(MOST_NAMES)
        .map(|n| format!("`{n}`"))
        .collect();
    match (shown.as_slice(), names.len()) {
        ([], _) => what.to_owned(),
        ([one], _) => format!("{what}: {one}"),
        ([first @ .., last], many) if many <= MOST_NAMES => {
            format!("{what}: {} and {last}", first.join(", "))
        }
        (some, many) => {
            let more = many - MOST_NAMES;
            format!(
                "{what}: {} and {more} more ({many} in all)",
                some.join(", ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_losses_of_many_bodies_are_one_line() {
        let of = |name| LeftOut::of(name, "the armature of the joint");
        let all = [
            LeftOut::whole("terrain"),
            of("hip"),
            of("knee"),
            LeftOut::of("hip", "the range of the joint"),
            of("ankle"),
            of("toe"),
        ];
        assert_eq!(
            LeftOut::grouped(&all),
            [
                "terrain",
                "the armature of the joint: `hip`, `knee`, `ankle` and 1 more (4 in all)",
                "the range of the joint: `hip`"
            ]
        );
        // A body with two shapes was named twice.
        assert_eq!(
            LeftOut::grouped(&[of("hip"), of("hip")]),
            ["the armature of the joint: `hip`"]
        );
        assert_eq!(
            LeftOut::grouped(&all[1..3]),
            ["the armature of the joint: `hip` and `knee`"]
        );
    }
}
