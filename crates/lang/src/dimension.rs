//! Physical dimensions of numbers.

use std::fmt;
use std::hash::{Hash, Hasher};

/// Powers of metre, kilogram, second and radian.
///
/// An angle is a plain number in SI, but it has a power of its own here, so that `45deg` is accepted only where an angle is
/// expected and a report can name it. Equality compares the powers only.
#[derive(Clone, Copy, Debug, Eq, Default)]
pub struct Dimension {
    /// Power of the metre.
    pub length: i8,
    /// Power of the kilogram.
    pub mass: i8,
    /// Power of the second.
    pub time: i8,
    /// Power of the radian.
    pub angle: i8,
    /// Whether a quantity with the dimension of an energy is one, so that its unit is J: torques have the same dimension. Of a
    /// force: whether it was computed, as from a mass and an acceleration.
    pub energy: bool,
}

impl PartialEq for Dimension {
    fn eq(&self, other: &Self) -> bool {
        self.powers() == other.powers()
    }
}

impl Hash for Dimension {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.powers().hash(state);
    }
}

macro_rules! dimensions {
    ($($name:ident = $words:literal in $unit:literal [$length:literal $mass:literal $time:literal $angle:literal])*) => {
        impl Dimension {
            $(
                #[doc = concat!("As a report calls it: ", $words, "; SI unit: ", $unit, ".")]
                pub const $name: Dimension =
                    Dimension { length: $length, mass: $mass, time: $time, angle: $angle, energy: false };
            )*
            const NAMED: &[(Dimension, &str, &str)] = &[$((Dimension::$name, $words, $unit)),*];
        }
    };
}

//                       words                                       SI unit      m kg  s rad
dimensions! {
    NONE                 = "a number without a unit"              in "1"         [0 0 0 0]
    LENGTH               = "a length"                             in "m"         [1 0 0 0]
    AREA                 = "an area"                              in "m2"        [2 0 0 0]
    VOLUME               = "a volume"                             in "m3"        [3 0 0 0]
    MASS                 = "a mass"                               in "kg"        [0 1 0 0]
    TIME                 = "a time"                               in "s"         [0 0 1 0]
    ANGLE                = "an angle"                             in "rad"       [0 0 0 1]
    FREQUENCY            = "a frequency"                          in "Hz"        [0 0 -1 0]
    SPEED                = "a speed"                              in "m/s"       [1 0 -1 0]
    ACCELERATION         = "an acceleration"                      in "m/s2"      [1 0 -2 0]
    ANGULAR_VELOCITY     = "an angular velocity"                  in "rad/s"     [0 0 -1 1]
    ANGULAR_ACCELERATION = "an angular acceleration"              in "rad/s2"    [0 0 -2 1]
    DENSITY              = "a density"                            in "kg/m3"     [-3 1 0 0]
    INERTIA              = "a moment of inertia"                  in "kg*m2"     [2 1 0 0]
    FORCE                = "a force"                              in "N"         [1 1 -2 0]
    STIFFNESS            = "a stiffness"                          in "N/m"       [0 1 -2 0]
    DAMPING              = "a damping"                            in "N*s/m"     [0 1 -1 0]
    TORQUE               = "a torque"                             in "N*m"       [2 1 -2 0]
    ANGULAR_STIFFNESS    = "a rotational stiffness"       in "N*m/rad"   [2 1 -2 -1]
    ANGULAR_DAMPING      = "a rotational damping"         in "N*m*s/rad" [2 1 -1 -1]
    POWER                = "a power"                              in "W"         [2 1 -3 0]
}

impl Dimension {
    /// As a report calls it: an energy; SI unit: J.
    pub const ENERGY: Dimension = Dimension {
        energy: true,
        ..Dimension::TORQUE
    };

    fn powers(self) -> [i8; 4] {
        [self.length, self.mass, self.time, self.angle]
    }

    /// Returns the dimension of a product; none if a power overflows its type. The product is an energy unless a force or an
    /// angle is a factor of it: then it may be a torque.
    #[must_use]
    pub fn times(self, other: Dimension) -> Option<Dimension> {
        let product = Dimension {
            length: self.length.checked_add(other.length)?,
            mass: self.mass.checked_add(other.mass)?,
            time: self.time.checked_add(other.time)?,
            angle: self.angle.checked_add(other.angle)?,
            energy: false,
        };
        let may_be_torque = |d: Dimension| d.angle != 0 || d == Dimension::FORCE && !d.energy;
        let energy = match (self == Dimension::NONE, other == Dimension::NONE) {
            (true, _) => other.energy,
            (_, true) => self.energy,
            _ => !may_be_torque(self) && !may_be_torque(other),
        };
        Some(Dimension {
            energy: energy && [Dimension::TORQUE, Dimension::FORCE].contains(&product),
            ..product
        })
    }

    /// Returns the dimension of a sum of two quantities of one dimension.
    #[must_use]
    pub fn plus(self, other: Dimension) -> Dimension {
        Dimension {
            energy: self.energy && other.energy,
            ..self
        }
    }

    /// Returns the dimension of a power; none if a power overflows its type.
    #[must_use]
    pub fn power(self, exponent: i8) -> Option<Dimension> {
        Some(Dimension {
            length: self.length.checked_mul(exponent)?,
            mass: self.mass.checked_mul(exponent)?,
            time: self.time.checked_mul(exponent)?,
            angle: self.angle.checked_mul(exponent)?,
            energy: self.energy && exponent == 1,
        })
    }

    /// Returns its SI unit in script notation: `m`, `N*s/m`, `kg*m2/s3`.
    #[must_use]
    pub fn si_unit(self) -> String {
        match self.name() {
            Some((_, unit)) => unit.into(),
            None => self.spelled(),
        }
    }

    fn name(self) -> Option<(&'static str, &'static str)> {
        if self == Dimension::ENERGY && self.energy {
            return Some(("an energy", "J"));
        }
        let named = Dimension::NAMED
            .iter()
            .find(|(dimension, ..)| *dimension == self);
        named.map(|&(_, words, unit)| (words, unit))
    }

    /// Returns the SI unit in base units.
    fn spelled(self) -> String {
        let powers = [
            ("kg", self.mass),
            ("m", self.length),
            ("rad", self.angle),
            ("s", self.time),
        ];
        let side = |above: bool| {
            let factors = powers
                .iter()
                .filter(move |(_, power)| *power != 0 && (*power > 0) == above);
            factors.map(|(unit, power)| match power.unsigned_abs() {
                1 => (*unit).to_string(),
                power => format!("{unit}{power}"),
            })
        };
        let above: Vec<String> = side(true).collect();
        let above = if above.is_empty() {
            "1".into()
        } else {
            above.join("*")
        };
        side(false).fold(above, |unit, below| unit + "/" + &below)
    }
}

/// Formats it in words with the SI unit: `a length (m)`; as the unit alone if the quantity has no common name.
impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some((words, _)) if *self == Dimension::NONE => f.write_str(words),
            Some((words, unit)) => write!(f, "{words} ({unit})"),
            None => write!(f, "a quantity in {}", self.spelled()),
        }
    }
}
