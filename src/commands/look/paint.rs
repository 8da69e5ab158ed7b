//! Colours and materials of bodies and parts.

use super::{BODY, PART, body, colour_at, with_ball};
use crate::lang::pattern::{is_pattern, matches};
use crate::scene::{Material, Paint};
use crate::session::Session;
use crate::session::command::{
    Bound, Command, Example, Follows, Group, Kind, Outcome, Param, Thing, may, need,
};

const OLD_PART: Kind = Kind::Old(Thing::Part);
const PART_DOC: &str = "a part of a body, or a pattern of the names of some";

/// The words of [`Material::NAMED`], in its order.
const MATERIALS: &[&str] = &["matte", "satin", "gloss", "metal"];

pub(in super::super) const COLOR: Command = Command {
    name: "color",
    group: Group::Pictures,
    summary: "Gives bodies or parts a colour.",
    details: "Colours are the names of CSS, such as `tomato` or `steelblue`, or the digits of red, green and blue in double quotes: `\"#c0392b\"`. \
              A `*` in the name stands for any run of characters, so that `color leg_l* steelblue` colours all left legs. The parts of a body take its colour, \
              but for those that a later line gives one of their own.\n\
              Without this command the limbs of a figure have cool colours on its left and warm ones on its right. It changes nothing of the simulation.",
    forms: &[
        &[
            need("body", BODY, "a body, or a pattern of the names of some"),
            need("colour", Kind::Colour, "its new colour"),
        ],
        &[
            need("part", OLD_PART, PART_DOC),
            need("colour", Kind::Colour, "its new colour"),
        ],
    ],
    examples: &[
        Example {
            code: with_ball!("color ball tomato"),
            shows: "a red ball",
        },
        Example {
            code: with_ball!("color * \"#2a6f97\""),
            shows: "all bodies of the figure in one blue",
        },
    ],
    search: &["colour", "paint", "red", "palette", "hue", "appearance"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| {
        let colour = colour_at(bound, 1);
        paint(session, bound, colour, None)
    },
};

const ROUGHNESS: Param = may(
    "roughness",
    PART,
    "how wide highlights spread, above 0 for a mirror up to 1 for chalk; as the material has it unless given",
);
const SHINE: Param = may(
    "shine",
    PART,
    "how much is mirrored, up to 1 for varnish; as the material has it unless given",
);

pub(in super::super) const MATERIAL: Command = Command {
    name: "material",
    group: Group::Pictures,
    summary: "Chooses how the surfaces of bodies or parts shine.",
    details: "matte: as chalk. satin: a soft sheen, as every body has at first. gloss: as varnish. metal: mirrors sky and floor in its own colour. \
              It changes nothing of the simulation.",
    forms: &[
        &[
            need("body", BODY, "a body, or a pattern of the names of some"),
            need("material", Kind::Choice(MATERIALS), "what it is made of"),
            ROUGHNESS,
            SHINE,
        ],
        &[
            need("part", OLD_PART, PART_DOC),
            need("material", Kind::Choice(MATERIALS), "what it is made of"),
            ROUGHNESS,
            SHINE,
        ],
    ],
    examples: &[
        Example {
            code: with_ball!("color ball goldenrod\nmaterial ball metal"),
            shows: "a ball of brass",
        },
        Example {
            code: with_ball!("material * gloss roughness=0.1"),
            shows: "polished",
        },
    ],
    search: &["shine", "roughness", "surface", "texture", "matte", "gloss"],
    follows: Follows::Nothing,
    in_lists: true,
    run: |session, bound| {
        let mut material = Material::named(bound.text(1)).unwrap_or_default();
        if let Some(roughness) = bound.given(2) {
            material.roughness = roughness as f32;
        }
        if let Some(shine) = bound.given(3) {
            material.shine = shine as f32;
        }
        paint(session, bound, None, Some(material))
    },
};

/// Paints the body or part that the first argument names.
fn paint(
    session: &mut Session,
    bound: &Bound,
    colour: Option<[f32; 3]>,
    material: Option<Material>,
) -> Outcome {
    let on = body(bound, 0);
    let parts: Vec<Option<String>> = match bound.form {
        0 => vec![None],
        // The number of a part is that of its body.
        _ => parts_meant(session, bound).into_iter().map(Some).collect(),
    };
    let look = session.here_mut().look_mut();
    for part in parts {
        look.paint(Paint {
            on,
            part,
            colour,
            material,
        });
    }
    Ok(())
}

/// The parts of the body that the line means: where their name was computed, all of them.
fn parts_meant(session: &Session, bound: &Bound) -> Vec<String> {
    let on = body(bound, 0);
    let draft = session.here().drafts.get(on.figure);
    let body = draft.and_then(|draft| draft.figure.bodies.get(on.body));
    let names = body.map_or(&[][..], |body| &body.parts).iter();
    let names: Vec<String> = names.map(|part| part.spec.name.clone()).collect();
    let said = session.sources.text(bound.at(0));
    let fits = |name: &&String| **name == said || is_pattern(said) && matches(said, name).is_some();
    let meant: Vec<String> = names.iter().filter(fits).cloned().collect();
    if meant.is_empty() { names } else { meant }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_materials() {
        assert!(
            MATERIALS
                .iter()
                .eq(Material::NAMED.iter().map(|(word, _)| word))
        );
    }
}
