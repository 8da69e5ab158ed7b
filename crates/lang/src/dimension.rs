//! Physical dimensions of numbers.

use std::fmt;
use std::hash::{Hash, Hasher};

/// Powers of metre, kilogram, second and radian.
///
/// A radian is 1 in SI: dimensions that differ only by radians fit each other ([`Dimension::fits`]). Its power is stored to name
/// quantities: angles, angular velocities, and torques, which are energies per radian, so that a torque times an angle is an
/// energy. Likewise a moment of inertia, a rotational stiffness and a rotational damping are per square radian. Equality compares
/// the powers only.
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
    /// Of a product of forces and lengths: whether it is an energy, so that its unit is J, and not N*m, because it may also be a
    /// torque. Of a force: whether it was computed, as from a mass and an acceleration.
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
    ($($name:ident = $words:literal in $unit:literal $(as $written:literal)?
        [$length:literal $mass:literal $time:literal $angle:literal])*) => {
        impl Dimension {
            $(
                #[doc = concat!("As a report calls it: ", $words, "; SI unit: ", $unit, ".")]
                pub const $name: Dimension =
                    Dimension { length: $length, mass: $mass, time: $time, angle: $angle, energy: false };
            )*
            const NAMED: &[(Dimension, &str, &str)] = &[$((Dimension::$name, $words, $unit)),*];
            /// Dimensions with fewer radians than their SI unit names, with the power that it names.
            const WRITTEN: &[(Dimension, i8)] = &[$($((Dimension::$name, $written),)?)*];
        }
    };
}

// Of two names that differ only by radians, the first is that of a sum; `as` gives the power of the radian that the unit names.
//                       words                          SI unit              m kg  s rad
dimensions! {
    ANGLE                = "an angle"                  in "rad"             [0 0 0 1]
    NONE                 = "a number without a unit"   in "1"               [0 0 0 0]
    LENGTH               = "a length"                  in "m"               [1 0 0 0]
    AREA                 = "an area"                   in "m2"              [2 0 0 0]
    VOLUME               = "a volume"                  in "m3"              [3 0 0 0]
    MASS                 = "a mass"                    in "kg"              [0 1 0 0]
    TIME                 = "a time"                    in "s"               [0 0 1 0]
    ANGULAR_VELOCITY     = "an angular velocity"       in "rad/s"           [0 0 -1 1]
    FREQUENCY            = "a frequency"               in "Hz"              [0 0 -1 0]
    SPEED                = "a speed"                   in "m/s"             [1 0 -1 0]
    ACCELERATION         = "an acceleration"           in "m/s2"            [1 0 -2 0]
    ANGULAR_ACCELERATION = "an angular acceleration"   in "rad/s2"          [0 0 -2 1]
    DENSITY              = "a density"                 in "kg/m3"           [-3 1 0 0]
    INERTIA              = "a moment of inertia"       in "kg*m2" as 0      [2 1 0 -2]
    FORCE                = "a force"                   in "N"               [1 1 -2 0]
    STIFFNESS            = "a stiffness"               in "N/m"             [0 1 -2 0]
    DAMPING              = "a damping"                 in "N*s/m"           [0 1 -1 0]
    TORQUE               = "a torque"                  in "N*m" as 0        [2 1 -2 -1]
    ANGULAR_MOMENTUM     = "an angular momentum"       in "kg*m2/s" as 0    [2 1 -1 -1]
    ANGULAR_STIFFNESS    = "a rotational stiffness"    in "N*m/rad" as -1   [2 1 -2 -2]
    ANGULAR_DAMPING      = "a rotational damping"      in "N*m*s/rad" as -1 [2 1 -1 -2]
    POWER                = "a power"                   in "W"               [2 1 -3 0]
}

impl Dimension {
    /// As a report calls it: an energy; SI unit: J.
    pub const ENERGY: Dimension = Dimension {
        energy: true,
        ..Dimension::TORQUE.turned(0)
    };

    const fn powers(self) -> [i8; 4] {
        [self.length, self.mass, self.time, self.angle]
    }

    /// Returns it with another power of the radian.
    const fn turned(self, angle: i8) -> Dimension {
        Dimension { angle, ..self }
    }

    /// Whether two dimensions are the same but for radians, so that their quantities can be compared and added.
    #[must_use]
    pub fn fits(self, other: Dimension) -> bool {
        self.turned(0) == other.turned(0)
    }

    /// Whether a number with a written unit of another dimension may stand for a quantity of this one. They may differ by radians,
    /// but a written angle is no plain number, nor a frequency in Hz an angular velocity: there the unit is more likely a mistake.
    #[must_use]
    pub fn accepts_unit(self, unit: Dimension) -> bool {
        unit == self || !unit.names_radians() && unit.fits(self)
    }

    /// Whether it is that of a number without a unit, or of an angle, which is a number of radians.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self.fits(Dimension::NONE)
    }

    /// Whether its unit names its radians: there are neither lengths nor masses, beside which radians are left out.
    fn names_radians(self) -> bool {
        self.length == 0 && self.mass == 0
    }

    /// Returns the dimension that a unit means whose text has these powers: `N*m` is the unit of a torque.
    pub(crate) fn of_written(self) -> Dimension {
        let written = |&&(d, angle): &&(Dimension, i8)| !self.energy && d.turned(angle) == self;
        let named = Dimension::WRITTEN.iter().find(written);
        named.map_or(self, |&(dimension, _)| dimension)
    }

    /// Returns the dimension as a factor of a product with a quantity that has radians. A force times a length is then a torque,
    /// and a mass times an area a moment of inertia.
    fn beside(self, other: Dimension) -> Dimension {
        if other.angle == 0 {
            return self;
        }
        let torque = self == Dimension::TORQUE.turned(0) && !self.energy;
        let inverse = self.power(-1).unwrap_or_default();
        match () {
            () if torque => self.turned(-1),
            () if self == Dimension::INERTIA.turned(0) => self.turned(-2),
            () if inverse == Dimension::TORQUE.turned(0) => self.turned(1),
            () if inverse == Dimension::INERTIA.turned(0) => self.turned(2),
            () => self,
        }
    }

    /// Returns the dimension of a product; none if a power overflows its type. A product with the unit J is an energy, unless a
    /// force is a factor of it: then it may be a torque.
    #[must_use]
    pub fn times(self, other: Dimension) -> Option<Dimension> {
        let (left, right) = (self.beside(other), other.beside(self));
        let product = Dimension {
            length: left.length.checked_add(right.length)?,
            mass: left.mass.checked_add(right.mass)?,
            time: left.time.checked_add(right.time)?,
            angle: left.angle.checked_add(right.angle)?,
            energy: false,
        };
        let may_be_torque = |d: Dimension| d.fits(Dimension::FORCE) && !d.energy;
        let energy = match (self == Dimension::NONE, other == Dimension::NONE) {
            (true, _) => other.energy,
            (_, true) => self.energy,
            _ => !may_be_torque(self) && !may_be_torque(other),
        };
        let of_force_or_energy =
            |d: Dimension| d.fits(Dimension::FORCE) || d.fits(Dimension::ENERGY);
        // A mass times a radius, times the radius and an angular acceleration: a torque.
        let is_clear = match product.angle {
            1 => self.energy || other.energy,
            angle => angle >= 0,
        };
        Some(Dimension {
            energy: energy && is_clear && of_force_or_energy(product),
            ..product
        })
    }

    /// Returns the dimension of a sum of two quantities whose dimensions fit: that with a name, of two names the first of the
    /// table (an angle plus a plain number is an angle), without names that with fewer radians.
    #[must_use]
    pub fn plus(self, other: Dimension) -> Dimension {
        let place = |d: &Dimension| {
            let named = Dimension::NAMED.iter().position(|(named, ..)| named == d);
            (named.unwrap_or(usize::MAX), d.angle.unsigned_abs(), d.angle)
        };
        let sum = match self == other {
            true => self,
            false => std::cmp::min_by_key(self, other, place),
        };
        Dimension {
            energy: self.energy && other.energy,
            ..sum
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

    /// Returns the dimension whose power it is, if there is one. Radians that cannot be divided are left out.
    #[must_use]
    pub fn root(self, degree: i8) -> Option<Dimension> {
        let powers = [self.length, self.mass, self.time];
        let is_power = powers.iter().all(|power| power % degree == 0);
        is_power.then_some(Dimension {
            length: self.length / degree,
            mass: self.mass / degree,
            time: self.time / degree,
            angle: self.angle / degree,
            energy: false,
        })
    }

    /// Returns its SI unit in script notation: `m`, `N*s/m`, `kg*m2/s3`. Radians are left out beside lengths and masses, unless
    /// they are part of the unit of a named dimension.
    #[must_use]
    pub fn si_unit(self) -> String {
        match self.name() {
            Some((_, unit)) => unit.into(),
            None => self.spelled(),
        }
    }

    fn name(self) -> Option<(&'static str, &'static str)> {
        if self.energy && self.fits(Dimension::ENERGY) {
            return Some(("an energy", "J"));
        }
        let of = |is: &dyn Fn(Dimension) -> bool| {
            let mut named = Dimension::NAMED.iter();
            named.find(|(dimension, ..)| is(*dimension))
        };
        let exact = of(&|d| d == self);
        let named = exact.or_else(|| of(&|d| !self.names_radians() && d.fits(self)));
        named.map(|&(_, words, unit)| (words, unit))
    }

    /// Returns the SI unit in base units.
    fn spelled(self) -> String {
        let radians = match self.names_radians() {
            true => self.angle,
            false => 0,
        };
        let powers = [
            ("kg", self.mass),
            ("m", self.length),
            ("rad", radians),
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
