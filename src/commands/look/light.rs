//! Sun, sky, background and floor.

use super::{ANGLE, SOME, colour_at, with_ball};
use crate::diagnostic::Diagnostic;
use crate::lang::dimension::Dimension;
use crate::scene::{Background, GroundLook, Light, Pattern, direction};
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Param, Range, may, need,
};

/// Height of the sun above the horizon if only its azimuth is given (rad).
const USUAL_HEIGHT: f64 = 0.93;
/// Azimuth of the sun if only its height is given (rad).
const USUAL_AZIMUTH: f64 = -0.88;

pub(in super::super) const LIGHT: Command = Command {
    name: "light",
    summary: "Sets the light of pictures: direction, strength and colour of the sun, strength of the sky.",
    details: "The azimuth is the direction from which the sun shines: 0 is along the world's x axis, 90 along y. By default the light comes from behind and to the right of \
              a film's first camera, and stays there. The default strength is 1. Omitted values have their defaults. This does not affect the simulation.",
    forms: &[
        &[
            need("what", Kind::Choice(&["sun"]), "the sun"),
            may("azimuth", ANGLE, "direction from which the sun shines"),
            may("elevation", ANGLE, "angle of the sun above the horizon"),
            may(
                "strength",
                SOME,
                "its brightness (default: 1); 0 turns it off",
            ),
            may("colour", Kind::Colour, "its colour (default: white)"),
        ],
        &[
            need("what", Kind::Choice(&["sky"]), "the light from all sides"),
            may("strength", SOME, "its brightness (default: 1)"),
        ],
        &[need(
            "what",
            Kind::Choice(&["usual"]),
            "the default sun and sky",
        )],
    ],
    example: with_ball!("light sun 200 10 colour=orange"),
    shows: "a low sun in the evening",
    more: &[Example {
        code: with_ball!("light sun strength=0\nlight sky 1.5"),
        shows: "an overcast day",
    }],
    search: "sun, lamp, bright, dark, shadow, illumination",
    in_lists: true,
    run: |session, bound| {
        let overhead = std::f64::consts::FRAC_PI_2;
        if let Some(height) = bound
            .given(2)
            .filter(|height| height.abs() > overhead * (1.0 + 1e-12))
            && bound.text(0) == "sun"
        {
            let degrees = (height.to_degrees() * 1e4).round() / 1e4;
            let message = format!("an elevation of {degrees} degrees is beyond the zenith");
            let report = Diagnostic::error("E027", bound.at(2), message);
            return Err(report
                .help(
                    "90 degrees is overhead; for the opposite side, add 180 degrees to the azimuth",
                )
                .into());
        }
        let light = &mut session.here_mut().look_mut().light;
        match bound.text(0) {
            "sun" => {
                let turned = bound.given(1).is_some() || bound.given(2).is_some();
                let towards = || {
                    let azimuth = bound.given(1).unwrap_or(USUAL_AZIMUTH);
                    direction(azimuth, bound.given(2).unwrap_or(USUAL_HEIGHT)).map(|c| c as f32)
                };
                *light = Light {
                    direction: turned.then(towards),
                    sun: bound.given(3).map_or(1.0, |x| x as f32),
                    colour: colour_at(bound, 4).unwrap_or([1.0; 3]),
                    sky: light.sky,
                };
            }
            "sky" => light.sky = bound.given(1).map_or(1.0, |x| x as f32),
            _ => *light = Light::default(),
        }
        Ok(())
    },
    ..Command::of(Group::Pictures)
};

pub(in super::super) const BACKGROUND: Command = Command {
    name: "background",
    summary: "Chooses the background: a colour, a gradient of two, or the sky.",
    details: "A single colour fills everything except the floor and the figures, and the floor fades into this colour with distance. Of two colours, the first is at the horizon and the second \
              overhead. A white background is suitable for print. The background gives no light; `light` sets the light.",
    forms: &[
        &[
            need("colour", Kind::Colour, "the colour, or that at the horizon"),
            may(
                "overhead",
                Kind::Colour,
                "the colour overhead (default: the same)",
            ),
        ],
        &[need("sky", Kind::Choice(&["sky"]), "the default blue sky")],
    ],
    example: with_ball!("background white"),
    shows: "a picture for print",
    more: &[Example {
        code: with_ball!("background moccasin steelblue"),
        shows: "a warm horizon below a blue sky",
    }],
    search: "sky, horizon, backdrop, white",
    in_lists: true,
    run: |session, bound| {
        let background = colour_at(bound, 0)
            .filter(|_| bound.form == 0)
            .map(|horizon| Background {
                horizon,
                zenith: colour_at(bound, 1).unwrap_or(horizon),
            });
        session.here_mut().look_mut().background = background;
        Ok(())
    },
    ..Command::of(Group::Pictures)
};

const PATTERNS: &[&str] = &["checker", "grid", "plain", "hidden"];
const PATTERN: Param = need("pattern", Kind::Choice(PATTERNS), "pattern of the floor");
const FIRST: Param = may("first", Kind::Colour, "colour of the floor (default: grey)");
const SECOND: Param = may(
    "second",
    Kind::Colour,
    "colour of every other square, or of the lines (default: a darker shade of the first)",
);
const SIDE: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Positive);
const SIDE_DOC: &str = "side of a square (default: a round length that suits the figure)";

pub(in super::super) const GROUNDLOOK: Command = Command {
    name: "groundlook",
    summary: "Sets the look of the ground: its pattern, colours and the size of its squares.",
    details: "checker (default): squares in two colours. grid: lines. plain: one colour. hidden: the floor is not drawn, but it still carries bodies. \
              Squares start at the world's origin. This does not affect the simulation.",
    forms: &[
        &[PATTERN, need("square", SIDE, SIDE_DOC), FIRST, SECOND],
        &[PATTERN, FIRST, SECOND, may("square", SIDE, SIDE_DOC)],
    ],
    example: with_ball!("groundlook grid 10cm white silver"),
    shows: "grey lines on white, 10 cm apart",
    more: &[Example {
        code: with_ball!("groundlook plain beige"),
        shows: "a floor of one colour",
    }],
    search: "floor, checker, grid, tile, pattern",
    in_lists: true,
    run: |session, bound| {
        let (tile, first) = if bound.form == 0 { (1, 2) } else { (3, 1) };
        let usual = GroundLook::default();
        let pattern = match bound.text(0) {
            "grid" => Pattern::Grid,
            "plain" => Pattern::Plain,
            "hidden" => Pattern::Hidden,
            _ => Pattern::Checker,
        };
        let colours = floor_colours(bound, first, pattern, &usual);
        session.here_mut().look_mut().ground = GroundLook {
            pattern,
            colours,
            tile: bound.given(tile),
        };
        Ok(())
    },
    ..Command::of(Group::Pictures)
};

/// Returns the colours of a floor, from argument `first` on; an omitted second colour is derived from the first.
fn floor_colours(
    bound: &Bound,
    first: usize,
    pattern: Pattern,
    usual: &GroundLook,
) -> [[f32; 3]; 2] {
    let own = colour_at(bound, first);
    let darker = if pattern == Pattern::Grid { 0.45 } else { 0.74 };
    let base = own.unwrap_or(usual.colours[0]);
    let other = colour_at(bound, first + 1).unwrap_or(base.map(|c| c * darker));
    [base, other]
}
