//! The integration methods and their names in scripts.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Integration method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Linearly implicit midpoint, adaptive step, order 2, two evaluations per step; suitable for everything.
    Auto,
    /// Semi-implicit Euler, fixed step, order 1, one evaluation per step.
    Euler,
    /// Classical Runge-Kutta, fixed step, order 4, four evaluations per step.
    Rkfixed,
    /// Classical Runge-Kutta with step doubling, adaptive step, order 5, eleven evaluations per step.
    Rkvar,
    /// Fehlberg 4(5), adaptive step, order 5, six evaluations per step.
    Rkf,
    /// Linearly implicit Euler, fixed step, order 1, one evaluation per step; for stiff systems.
    Implicit,
}

impl Method {
    /// All methods, in the order of the help.
    pub const ALL: [Method; 6] = [
        Method::Auto,
        Method::Euler,
        Method::Rkfixed,
        Method::Rkvar,
        Method::Rkf,
        Method::Implicit,
    ];

    /// Returns the script's word.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Euler => "euler",
            Method::Rkfixed => "rkfixed",
            Method::Rkvar => "rkvar",
            Method::Rkf => "rkf",
            Method::Implicit => "implicit",
        }
    }

    /// Returns the purpose of the method, in one line.
    pub const fn purpose(self) -> &'static str {
        match self {
            Method::Auto => "steps as long as `tolerance` allows; suits all simulations",
            Method::Euler => "semi-implicit Euler, fixed step `h`; the method of 1990",
            Method::Rkfixed => "Runge-Kutta of order 4, fixed step `h`; for smooth motion",
            Method::Rkvar => {
                "Runge-Kutta of order 4, variable steps by step doubling, within `eps`"
            }
            Method::Rkf => "Fehlberg 4(5), within `eps`; the most accurate, slow on stiff ground",
            Method::Implicit => {
                "linearly implicit Euler, fixed step `h`; the fastest on the ground, of order 1"
            }
        }
    }

    /// Returns the script's words, in the order of [`Method::ALL`].
    pub fn names() -> impl Iterator<Item = &'static str> {
        Method::ALL.into_iter().map(Method::name)
    }

    /// Whether the method integrates rates of the whole state, and so also integrals appended to the motion, to its own order.
    /// The energy account has its own rule for the other methods.
    pub const fn adds_up_rates(self) -> bool {
        matches!(self, Method::Rkfixed | Method::Rkvar | Method::Rkf)
    }

    /// Whether its fixed steps are of order one.
    pub const fn is_of_order_one(self) -> bool {
        matches!(self, Method::Euler | Method::Implicit)
    }

    /// Whether the method chooses its own step from an error estimate.
    pub const fn is_adaptive(self) -> bool {
        matches!(self, Method::Auto | Method::Rkvar | Method::Rkf)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// An unknown name of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMethod(
    /// The word as written.
    pub String,
);

impl fmt::Display for UnknownMethod {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` is not an integrator; choices:", self.0)?;
        for (i, name) in Method::names().enumerate() {
            write!(formatter, "{} {name}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownMethod {}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Method::ALL
            .into_iter()
            .find(|method| method.name() == word)
            .ok_or_else(|| UnknownMethod(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for method in Method::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
    }

    #[test]
    fn an_unknown_word_is_told_the_known_ones() {
        let error = "rk4".parse::<Method>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`rk4` is not an integrator; choices: auto, euler, rkfixed, rkvar, rkf, implicit"
        );
    }
}
