//! Colours and materials of bodies and parts.

use super::{BODY, PART, body, colour_at, with_ball};
use crate::lang::pattern::{is_pattern, matches};
use crate::scene::{Material, Paint};
use crate::session::Session;
use crate::session::command::{
    Bound, Command, Example, Group, Kind, Outcome, Param, Thing, may, need,
};

const OLD_PART: Kind = Kind::Old(Thing::Part);
const PART_DOC: &str = "a part of a body, or a pattern of part names";

/// Words of [`Material::NAMED`], in its order.
const MATERIALS: &[&str] = &["matte", "satin", "gloss", "metal"];

pub(in super::super) const COLOR: Command = Command {
    name: "color",
    summary: "Gives bodies or parts a colour.",
    details: "Colours are CSS names, such as `tomato` or `steelblue`, or hexadecimal red, green and blue in double quotes: `\"#c0392b\"`. \
              A `*` in the name matches any sequence of characters, so `color leg_l* steelblue` colours all left legs. The parts of a body have its colour, \
              unless a later line gives them their own.\n\
              By default the limbs of a figure have cool colours on its left and warm ones on its right. Colours do not affect the simulation.",
    forms: &[
        &[
            need("body", BODY, "a body, or a pattern of body names"),
            need("colour", Kind::Colour, "its new colour"),
        ],
        &[
            need("part", OLD_PART, PART_DOC),
            need("colour", Kind::Colour, "its new colour"),
        ],
    ],
    example: with_ball!("color ball tomato"),
    shows: "a red ball",
    more: &[Example {
        code: with_ball!("color * \"#2a6f97\""),
        shows: "all bodies of the figure have the same blue",
    }],
    search: "colour, paint, red, palette, hue, appearance",
    in_lists: true,
    run: |session, bound| {
        let colour = colour_at(bound, 1);
        paint(session, bound, colour, None)
    },
    ..Command::of(Group::Pictures)
};

const ROUGHNESS: Param = may(
    "roughness",
    PART,
    "spread of highlights, from above 0 for a mirror to 1 for chalk (default: that of the material)",
);
const SHINE: Param = may(
    "shine",
    PART,
    "strength of reflections, up to 1 for varnish (default: that of the material)",
);

pub(in super::super) const MATERIAL: Command = Command {
    name: "material",
    summary: "Sets the material of bodies or parts: how they shine.",
    details: "matte: like chalk. satin (default): a soft sheen. gloss: like varnish. metal: reflects sky and floor in its own colour. \
              This does not affect the simulation.",
    forms: &[
        &[
            need("body", BODY, "a body, or a pattern of body names"),
            need("material", Kind::Choice(MATERIALS), "the material"),
            ROUGHNESS,
            SHINE,
        ],
        &[
            need("part", OLD_PART, PART_DOC),
            need("material", Kind::Choice(MATERIALS), "the material"),
            ROUGHNESS,
            SHINE,
        ],
    ],
    example: with_ball!("color ball goldenrod\nmaterial ball metal"),
    shows: "a ball of brass",
    more: &[Example {
        code: with_ball!("material * gloss roughness=0.1"),
        shows: "all bodies look polished",
    }],
    search: "shine, roughness, texture, matte, gloss",
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
    ..Command::of(Group::Pictures)
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

/// Returns the parts of bodies to which the line applies; if their name was computed, all with that name.
fn parts_meant(session: &Session, bound: &Bound) -> Vec<String> {
    let on = body(bound, 0);
    let draft = session.here().definitions.drafts.get(on.figure);
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
