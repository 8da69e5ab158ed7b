//! Appearance set by a script: colours, light, cameras, markers. Plain data, independent of the simulation.
//! Figures and bodies are numbers: the figure's among those of its world, the body's within its figure.

use super::{Background, GroundLook, Material, Viewpoint};

/// Appearance settings of a script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// Number of changes; caches compare it to detect a change.
    pub changes: u64,
    /// Colours and materials in the order of their lines: later ones override earlier ones.
    pub paints: Vec<Paint>,
    /// The light.
    pub light: Light,
    /// Background; none for the default sky.
    pub background: Option<Background>,
    /// The floor.
    pub ground: GroundLook,
    /// Cameras with names.
    pub cameras: Vec<NamedCamera>,
    /// The current camera; none for the default camera.
    pub camera: Option<usize>,
    /// Texts beside bodies.
    pub labels: Vec<BodyLabel>,
    /// Bodies with a trail.
    pub trails: Vec<Trail>,
    /// Markers of physical quantities.
    pub shown: Shown,
}

/// A body of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyNumber {
    /// Number of its figure in the world.
    pub figure: usize,
    /// Its number in the figure.
    pub body: usize,
}

/// A colour or a material for a body or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Paint {
    /// The body.
    pub on: BodyNumber,
    /// Name of the part; none for the body with all its parts.
    pub part: Option<String>,
    /// Linear RGB; none leaves it unchanged.
    pub colour: Option<[f32; 3]>,
    /// The material; none leaves it unchanged.
    pub material: Option<Material>,
}

/// Sun and sky.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Unit vector towards the sun; by default the sun is over the first camera's right shoulder.
    pub direction: Option<[f32; 3]>,
    /// Strength of the sun: 1 by default, 0 for none.
    pub sun: f32,
    /// Its colour (linear RGB): white leaves it unchanged.
    pub colour: [f32; 3],
    /// Strength of the light of the sky: 1 by default.
    pub sky: f32,
}

impl Default for Light {
    fn default() -> Self {
        Light {
            direction: None,
            sun: 1.0,
            colour: [1.0; 3],
            sky: 1.0,
        }
    }
}

/// A camera that a script has made.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedCamera {
    /// Name.
    pub name: String,
    /// Its position and target.
    pub viewpoint: Viewpoint,
}

/// A text beside a body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyLabel {
    /// The body.
    pub on: BodyNumber,
    /// Text.
    pub text: String,
}

/// The path of a body's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trail {
    /// The body.
    pub on: BodyNumber,
    /// Duration shown (s).
    pub seconds: f64,
}

/// Selected markers of physical quantities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Forces of the ground and pushes, as arrows.
    pub forces: bool,
    /// Joint axes.
    pub axes: bool,
    /// Names of bodies.
    pub names: bool,
    /// Contact points of bodies with the ground.
    pub contacts: bool,
    /// Centres of mass, with the point of the ground below each.
    pub centre: bool,
    /// Sparks where bodies strike the ground.
    pub sparks: bool,
    /// Distances, written on the ground; shown unless a script switches them off.
    pub ruler: bool,
}

impl Default for Shown {
    fn default() -> Self {
        Shown {
            forces: false,
            axes: false,
            names: false,
            contacts: false,
            centre: false,
            sparks: false,
            ruler: true,
        }
    }
}

impl Look {
    /// Sets a colour or a material. Replaces an earlier setting of the same thing alone.
    pub fn paint(&mut self, paint: Paint) {
        let covers = |old: &Paint| {
            let given = |new: bool, old: bool| new || !old;
            old.on == paint.on
                && (paint.part.is_none() || old.part == paint.part)
                && given(paint.colour.is_some(), old.colour.is_some())
                && given(paint.material.is_some(), old.material.is_some())
        };
        self.paints.retain(|old| !covers(old));
        self.paints.push(paint);
        self.changes += 1;
    }

    /// Returns colour and material set for a body, or for a part of it.
    #[must_use]
    pub fn painted(
        &self,
        on: BodyNumber,
        part: Option<&str>,
    ) -> (Option<[f32; 3]>, Option<Material>) {
        let (mut colour, mut material) = (None, None);
        for paint in &self.paints {
            if paint.on == on && (paint.part.is_none() || paint.part.as_deref() == part) {
                colour = paint.colour.or(colour);
                material = paint.material.or(material);
            }
        }
        (colour, material)
    }

    /// Finds the camera of that name.
    #[must_use]
    pub fn camera_named(&self, name: &str) -> Option<usize> {
        self.cameras.iter().position(|c| c.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paint(part: Option<&str>, colour: Option<[f32; 3]>, material: Option<Material>) -> Paint {
        Paint {
            on: BodyNumber { figure: 0, body: 1 },
            part: part.map(str::to_owned),
            colour,
            material,
        }
    }

    #[test]
    fn a_later_line_counts_and_a_body_takes_its_parts_along() {
        let mut look = Look::default();
        let (red, blue) = ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
        let on = BodyNumber { figure: 0, body: 1 };
        look.paint(paint(None, Some(red), None));
        look.paint(paint(Some("claw"), Some(blue), None));
        look.paint(paint(None, None, Material::named("metal")));
        assert_eq!(
            look.painted(on, None),
            (Some(red), Material::named("metal"))
        );
        assert_eq!(look.painted(on, Some("claw")).0, Some(blue));
        assert_eq!(
            look.painted(BodyNumber { figure: 1, body: 1 }, None),
            (None, None)
        );
        look.paint(paint(None, Some(blue), None));
        assert_eq!(look.painted(on, Some("claw")).0, Some(blue));
        assert_eq!(look.paints.len(), 2, "what is covered is forgotten");
    }
}
