//! Errors of a figure, in terms of the figure; commands add the place in the script.

use thiserror::Error;

/// Error of a figure.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FigureError {
    /// The object is already the shape of a body.
    #[error("the object `{object}` is already the shape of the body `{body}`")]
    ObjectTaken {
        /// The object.
        object: String,
        /// Its body.
        body: String,
    },
    /// The density gives no mass, or a negative or infinite one.
    #[error("a density must be above zero, found {0}")]
    Density(f64),
    /// A mass that is zero, negative or infinite.
    #[error("a mass must be above zero, found {0}")]
    Mass(f64),
    /// The mass properties are physically impossible.
    #[error("{0}")]
    Inertia(String),
    /// The root has a joint of a kind that needs a parent.
    #[error(
        "the root `{root}` was given a joint of kind {kind}, which only `rootmotion jointed` uses"
    )]
    RootJoint {
        /// The root.
        root: String,
        /// The kind of joint.
        kind: &'static str,
    },
    /// The joint axis has length zero.
    #[error("the joint axis has no direction: its length is zero")]
    ZeroAxis,
    /// The length of the joint axis is not finite.
    #[error("the joint axis is too long")]
    HugeAxis,
    /// The object is too small or too large to be a body.
    #[error("{0}")]
    Size(String),
    /// The shape is not a closed solid, or has no volume.
    #[error("a body needs a closed solid: {0}")]
    Shape(String),
    /// The child already has a parent.
    #[error("`{child}` is already linked to `{parent}`, and a body has one parent")]
    SecondParent {
        /// The body.
        child: String,
        /// Its parent.
        parent: String,
    },
    /// The parent does not exist.
    #[error("the parent of `{0}` does not exist")]
    NoParent(String),
    /// The link would close a loop.
    #[error("this link would close a loop: from {}", quoted(.path).join(" to "))]
    Cycle {
        /// Names along the loop, from the child to its parent.
        path: Vec<String>,
    },
    /// The transform of a link has a scale.
    #[error("a transform after `addbody` scales or mirrors `{0}`, but may only turn and move it")]
    LinkScales(String),
    /// The root has a parent.
    #[error("the root `{root}` is linked to `{parent}`, but a root has no parent")]
    RootHasParent {
        /// The root.
        root: String,
        /// Its parent.
        parent: String,
    },
    /// The figure has no bodies.
    #[error("the figure has no bodies")]
    NoBodies,
    /// No root was chosen.
    #[error("the figure has no root")]
    NoRoot,
    /// Bodies without a parent, other than the root.
    #[error("{}", unlinked(.0))]
    Unlinked(Vec<String>),
    /// A body, or a massless end of a chain, that forces would accelerate without bound.
    #[error("the body `{0}` has no mass")]
    NoMass(String),
    /// The dynamics rejects the model.
    #[error("the figure cannot move: {0}")]
    Model(String),
}

fn quoted(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}

fn unlinked(bodies: &[String]) -> String {
    const SHOWN: usize = 5;
    let count = bodies.len();
    let mut names = quoted(bodies.get(..SHOWN).unwrap_or(bodies)).join(", ");
    if count > SHOWN {
        names += &format!(" and {} more", count - SHOWN);
    }
    match count {
        1 => format!("the body {names} has no parent"),
        _ => format!("{count} bodies have no parent: {names}"),
    }
}
