//! The surface of the ground: level, tilted, terrain.

use super::ground::DIRECTION_OF;
use super::objects::object;
use crate::contact::{NoTerrain, SurfaceKind, Terrain};
use crate::diagnostic::{Diagnostic, quote};
use crate::files::Input;
use crate::geometry::{NoImage, height_image};
use crate::lang::dimension::Dimension;
use crate::lang::value::show::significant;
use crate::lang::value::{Datum, show};
use crate::session::command::{
    Bare, Bound, Command, Example, Group, Kind, Outcome, Param, Range, Thing, may, need,
};
use crate::session::{Session, Stop, Variable};
use std::sync::Arc;

pub(super) const GROUNDNORMAL: Command = Command {
    name: "groundnormal",
    summary: "Tilts the ground: sets its normal, or prints it.",
    details: "Default: straight up, 0 0 1. The length of the direction does not matter. The plane goes through the point at height `groundz` above the origin of the world. \
              Heights above the ground, depths and the load (the normal force) are measured along the normal; the world's z axis does not change.",
    forms: &[&[], DIRECTION_OF],
    example: "addcorpus c\nget o from unit_cube\nscale o 0.2 0.2 0.1\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nground on\ngrav on\n\
               groundnormal {sin(20deg)} 0 {cos(20deg)}\nrotate o y 20\nsetrootpos\nrest 0\ngo 0.5s\nexpect b.speed < 1mm/s",
    shows: "a box at rest on a slope of 20 degrees down towards +x",
    search: "slope, incline, tilt, hill, ramp",
    in_lists: true,
    run: |session, bound| {
        if bound.given(0).is_none() {
            let [x, y, z]: [f64; 3] = session.here().world.ground.surface.normal.into();
            let [x, y, z] = [x, y, z].map(significant);
            session.print(&format!("groundnormal is {x} {y} {z}"));
            return Ok(());
        }
        let direction = bound.vector(0);
        let length = direction.norm();
        if !(direction.z > 0.0 && length.is_finite()) {
            let message = "the normal of the ground must point upwards: z above zero";
            let at = bound.at(0).to(bound.at(2));
            let help = "level ground is `groundnormal 0 0 1`; a vertical wall is not possible";
            return Err(Stop::mistake("E027", at, message, help));
        }
        let world = &mut session.here_mut().world;
        world.ground.surface.normal = direction / length;
        world.release_feet();
        world.state_changed();
        Ok(())
    },
    ..Command::of(Group::Ground)
};

const NAME: Param = need("name", Kind::Label, "name of the terrain");

pub(super) const GROUNDTYPE: Command = Command {
    name: "groundtype",
    summary: "Chooses the kind of ground, or prints it.",
    details: "flat (default): a plane. trigrid: terrain made by `addtrigrid`, and the plane around it. Without a name, it is the terrain made last by `addtrigrid`.",
    forms: &[&[
        may(
            "kind",
            Kind::Choice(&["flat", "trigrid"]),
            "which kind; if omitted, the current one is printed",
        ),
        may(
            "name",
            Kind::Label,
            "which terrain (default: the one made last)",
        ),
    ]],
    example: "groundtype flat",
    shows: "the ground is a plane",
    more: &[Example {
        code: "addtrigrid bumps bumps 1 4mm 5mm 20cm\ngroundtype trigrid",
        shows: "rough ground",
    }],
    search: "terrain, hill, rough",
    in_lists: true,
    run: |session, bound| {
        let world = &mut session.here_mut().world;
        let surface = &mut world.ground.surface;
        let wanted = bound.text(1);
        match bound.text(0) {
            "" => {
                let text = match surface.kind {
                    SurfaceKind::Flat => "groundtype is flat",
                    SurfaceKind::Trigrid => "groundtype is trigrid",
                };
                session.print(text);
                return Ok(());
            }
            "flat" => {
                if !wanted.is_empty() {
                    let message = "flat ground has no terrain to name";
                    let help = format!("`groundtype trigrid {wanted}` chooses terrain");
                    return Err(Stop::mistake("E027", bound.at(1), message, help));
                }
                surface.kind = SurfaceKind::Flat;
            }
            _ => {
                let terrains = &world.terrains;
                let mut latest = terrains.iter().rev();
                let found = latest.find(|(name, _)| wanted.is_empty() || name == wanted);
                let Some((_, terrain)) = found else {
                    let names: Vec<String> = terrains.iter().map(|(name, _)| quote(name)).collect();
                    let doubts = session.check.doubts.covers_terrain();
                    let message = match wanted {
                        "" => "there is no terrain yet".to_owned(),
                        name => format!("there is no terrain {}", quote(name)),
                    };
                    let help = match names.as_slice() {
                        [] => "`addtrigrid` makes one".to_owned(),
                        names => format!("there is {}", names.join(", ")),
                    };
                    return Err(match doubts {
                        true => Stop::Reported,
                        false => Diagnostic::error("E025", bound.at(0), message)
                            .help(help)
                            .into(),
                    });
                };
                surface.terrain = Some(Arc::clone(terrain));
                surface.kind = SurfaceKind::Trigrid;
            }
        }
        world.release_feet();
        world.state_changed();
        Ok(())
    },
    ..Command::of(Group::Ground)
};

const fn length(name: &'static str, doc: &'static str) -> Param {
    let kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Positive);
    need(name, kind, doc)
}

pub(super) const ADDTRIGRID: Command = Command {
    name: "addtrigrid",
    summary: "Makes terrain: from an object with regularly spaced triangles, from random bumps, from a grey-scale picture, or from a formula.",
    details: "`groundtype trigrid` then makes it the ground. From an object, the terrain gets the triangles that face upwards, at the object's current position. Seen from above, these triangles must form a regular grid along x and y, with two triangles in each cell. \
              `bumps SEED` gives each corner a random height between 0 and `height`; the same seed gives the same bumps. \
              In a picture, black has the height 0 and white has `height`; the top of the picture is towards +y. `formula` gives each corner the value of an expression, in which `x` and `y` are the coordinates of the corner. \
              Terrain from bumps, pictures and formulas is centred at the origin. Around the terrain the ground is the plane of `groundz` and `groundnormal`. Bodies touch the terrain at the nearest point of its surface, in grooves at both sides, and its ridges and peaks touch bodies between their corners.",
    forms: &[
        &[
            NAME,
            need(
                "object",
                Kind::Old(Thing::Object),
                "object whose upward-facing triangles become the terrain",
            ),
        ],
        &[
            NAME,
            need("bumps", Kind::Choice(&["bumps"]), "random heights"),
            need(
                "seed",
                Kind::Count(0, u32::MAX),
                "seed of the random numbers",
            ),
            length("height", "the largest height"),
            length("spacing", "distance between neighbouring corners"),
            length("size", "side of the square of terrain"),
        ],
        &[
            NAME,
            need("image", Kind::Choice(&["image"]), "heights from a picture"),
            need("file", Kind::Path, "a grey-scale PNG file"),
            length("height", "height of white"),
            length("spacing", "distance between pixels"),
        ],
        &[
            NAME,
            need(
                "formula",
                Kind::Choice(&["formula"]),
                "heights from an expression",
            ),
            length("spacing", "distance between neighbouring corners"),
            length("size", "side of the square of terrain"),
            need(
                "heights",
                Kind::Expression("a height in braces, such as `{2mm * sin(x / 1cm)}`"),
                "the height at `x` and `y`, which are lengths",
            ),
        ],
    ],
    example: "addtrigrid rough bumps 1 4mm 5mm 20cm\ngroundtype trigrid\nground on",
    shows: "bumps of up to 4 mm",
    more: &[
        Example {
            code: "addtrigrid hill formula 2.5mm 30cm {1cm * exp(-(x^2 + y^2) / (2 * (2.5cm)^2))}\ngroundtype trigrid\nground on",
            shows: "a hill of 1 cm",
        },
        Example {
            code: "addcorpus c\nget plate from unit_cube\nscale plate 2 2 0.1\naddtrigrid plate plate\ngroundtype trigrid plate\n\
                   get o from unit_cube\naddbody b o 0 0 1 rotary 1000\nsetroot b\ncorpusinit\nground on\ngrav on\nrest 1mm\ngo 0.1s\nexpect b.z > 549mm",
            shows: "a box on a plate whose top is at 5 cm",
        },
    ],
    search: "formula, terrain, heightfield, heightmap, hill, rough, bumpy, landscape",
    run,
    ..Command::of(Group::Ground)
};

/// Largest number of cells of terrain.
const MOST_CELLS: f64 = 4e6;

fn run(session: &mut Session, bound: &Bound) -> Outcome {
    let name = bound.text(0).to_owned();
    let no_grid = |why: NoTerrain, help: &str| -> Stop {
        let message = format!("{} is not valid terrain: {why}", quote(bound.text(0)));
        let help = help.to_owned();
        Stop::mistake("E032", bound.at(1), message, help)
    };
    let terrain = match bound.form {
        0 => {
            let object = object(session, bound, 1)?;
            let placed = object
                .mesh
                .transform(&object.transform.linear, &object.transform.translation);
            let help = "seen from above, the triangles that face upwards must be the halves of the cells of a regular grid along x and y";
            Terrain::of_triangles(placed.faces()).map_err(|why| no_grid(why, help))?
        }
        1 => {
            let [height, spacing, size] = [3, 4, 5].map(|i| bound.number(i));
            check_square(bound, 4, [spacing, size], MOST_CELLS)?;
            let seed = bound.number(2) as u64;
            let bumps = Terrain::bumps(seed, height, spacing, size);
            bumps.map_err(|why| no_grid(why, "take a smaller spacing or a larger size"))?
        }
        2 => picture(session, bound, &no_grid)?,
        _ => formula(session, bound, &no_grid)?,
    };
    let terrains = &mut session.here_mut().world.terrains;
    terrains.retain(|(other, _)| *other != name);
    terrains.push((name, Arc::new(terrain)));
    Ok(())
}

/// Refuses a square that has less than one cell or too many. The parameter `spacing` comes before that of the size.
fn check_square(bound: &Bound, spacing: usize, [cell, size]: [f64; 2], most: f64) -> Outcome {
    if size < cell * (1.0 - 1e-9) {
        let message = "the square is smaller than one cell: its size is below the spacing";
        let help = "the spacing comes first, then the size: `8mm 20cm`";
        return Err(Stop::mistake("E027", bound.at(spacing + 1), message, help));
    }
    few_enough(bound, spacing, (size / cell).powi(2), most)
}

/// Refuses too many cells: the value of the parameter `spacing` is too small.
fn few_enough(bound: &Bound, spacing: usize, cells: f64, most: f64) -> Outcome {
    if cells <= most {
        return Ok(());
    }
    let message = format!("this terrain would have {cells:.1e} cells, but the limit is {most:.0e}");
    let help = "take a larger spacing or a smaller size";
    Err(Stop::mistake("E027", bound.at(spacing), message, help))
}

/// Largest number of cells with heights from an expression.
const MOST_COMPUTED: f64 = 2e5;

/// Computes heights from an expression of the position.
fn formula(
    session: &mut Session,
    bound: &Bound,
    no_grid: &dyn Fn(NoTerrain, &str) -> Stop,
) -> Result<Terrain, Stop> {
    let [spacing, size] = [2, 3].map(|i| bound.number(i));
    check_square(bound, 2, [spacing, size], MOST_COMPUTED)?;
    let Some(heights) = bound.expression(4) else {
        return Err(Stop::Reported);
    };
    let count = (size / spacing).round().max(1.0) as usize + 1;
    let start = -spacing * (count - 1) as f64 / 2.0;
    let at = |k: usize| start + spacing * k as f64;
    session.observe_for(heights);
    let [x, y]: [Arc<str>; 2] = ["x", "y"].map(Arc::from);
    let mut all = Vec::with_capacity(count * count);
    for k in 0..count * count {
        let place = [at(k % count), at(k / count)];
        let [x, y] = [(&x, place[0]), (&y, place[1])].map(|(name, at)| {
            let datum = Datum::number(at, Dimension::LENGTH);
            (Arc::clone(name), Variable::new(datum, heights.span))
        });
        let value = session
            .value_with(heights, vec![x, y])
            .map_err(|stop| match stop {
                Stop::Mistake(report) => {
                    let [x, y] = place.map(|x| show(&Datum::number(x, Dimension::LENGTH)));
                    let note = format!("at the corner where `x` is {x} and `y` is {y}");
                    Stop::from(report.note(bound.head, note))
                }
                other => other,
            });
        match value? {
            Datum::Number(z) if [Dimension::LENGTH, Dimension::NONE].contains(&z.dimension) => {
                all.push(z.value);
            }
            // During a check, an unknown height counts as level.
            Datum::Unknown(_) => all.push(0.0),
            other => {
                let message = format!("a height is a length, but this is {}", other.kind());
                let help = "for example `{2mm * sin(x / 1cm)}`, where `x` and `y` are the coordinates of the corner";
                return Err(Stop::mistake("E014", heights.span, message, help));
            }
        }
    }
    Terrain::of_heights([start; 2], [spacing; 2], [count; 2], all)
        .map_err(|why| no_grid(why, "each height must be a finite number"))
}

fn picture(
    session: &mut Session,
    bound: &Bound,
    no_grid: &dyn Fn(NoTerrain, &str) -> Stop,
) -> Result<Terrain, Stop> {
    let path = bound.text(2).to_owned();
    let at = bound.at(2);
    let file = session.resolve(&path, at.source);
    session
        .file_access()
        .reads(&path, &file, Input::Image, at)?;
    let bytes = crate::files::read(&file, session.files.largest).map_err(|why| {
        let message = format!("cannot read {}: {why}", quote(&path));
        Stop::from(Diagnostic::error("E032", at, message).help(
            "heights are read from a grey-scale PNG file; its path is relative to the script",
        ))
    })?;
    session.inputs.add(&file);
    let image = height_image(&bytes).map_err(|why| {
        let message = format!("{} is not a height image: {why}", quote(&path));
        let help = match why {
            NoImage::TooLarge => "make it smaller",
            _ => "save it as a grey-scale PNG file with 8 or 16 bits",
        };
        Stop::from(Diagnostic::error("E032", at, message).help(help))
    })?;
    let (height, spacing) = (bound.number(3), bound.number(4));
    // The first row of a picture is its top; the first row of terrain has the smallest y.
    let rows = image.values.chunks_exact(image.width.max(1)).rev();
    let heights = rows.flatten().map(|value| value * height).collect();
    let start = [image.width, image.height].map(|n| -spacing * (n as f64 - 1.0) / 2.0);
    Terrain::of_heights(start, [spacing; 2], [image.width, image.height], heights)
        .map_err(|why| no_grid(why, "the picture needs at least two pixels along each side"))
}
