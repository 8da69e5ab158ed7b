//! Optical properties of surfaces.

/// Material of a surface, besides its colour. Numbers from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Spread of highlights: 0 for a mirror, 1 for chalk.
    pub roughness: f32,
    /// Reflectance at normal incidence: 0 for none, 1 for that of clear varnish.
    pub shine: f32,
    /// 1 for metals, which reflect in their own colour and have no other; 0 for all others.
    pub metal: f32,
}

impl Material {
    /// Named materials, in the order of their shine.
    pub const NAMED: &'static [(&'static str, Material)] = &[
        ("matte", Material::of(0.9, 0.0, 0.0)),
        ("satin", Material::of(0.4, 0.5, 0.0)),
        ("gloss", Material::of(0.22, 1.0, 0.0)),
        ("metal", Material::of(0.3, 1.0, 1.0)),
    ];

    const fn of(roughness: f32, shine: f32, metal: f32) -> Material {
        Material {
            roughness,
            shine,
            metal,
        }
    }

    /// Finds the material of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Material> {
        let mut all = Material::NAMED.iter();
        all.find(|(known, _)| *known == name).map(|(_, m)| *m)
    }
}

impl Default for Material {
    /// Returns satin.
    fn default() -> Self {
        Material::of(0.4, 0.5, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_asked_for_is_satin() {
        assert_eq!(Material::named("satin"), Some(Material::default()));
        assert_eq!(Material::named("velvet"), None);
    }
}
