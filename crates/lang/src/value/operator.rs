//! Operators.

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their symbols say it all")]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Approximate equality with the default tolerance.
    Near,
    /// A [`Operator::Near`] with its tolerance as a quantity.
    Within,
    /// A [`Operator::Near`] with its tolerance as a part of the larger side.
    WithinPart,
    And,
    Or,
}

impl Operator {
    /// Whether it compares two values.
    #[must_use]
    pub const fn compares(self) -> bool {
        use Operator::{Eq, Ge, Gt, Le, Lt, Ne, Near};
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge | Near)
    }

    /// Returns the symbol of the operator in a script: `+`, `<=`, `and`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::Div => "/",
            Operator::Pow => "^",
            Operator::Eq => "==",
            Operator::Ne => "!=",
            Operator::Lt => "<",
            Operator::Le => "<=",
            Operator::Gt => ">",
            Operator::Ge => ">=",
            Operator::Near => "~",
            Operator::Within | Operator::WithinPart => "within",
            Operator::And => "and",
            Operator::Or => "or",
        }
    }
}

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `-x`.
    Minus,
    /// `not x`.
    Not,
}
