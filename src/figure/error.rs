//! Errors of a figure, in terms of the figure; commands add the place in the script.

use std::fmt;

/// Error of a figure.
#[derive(Clone, Debug, PartialEq)]
pub enum FigureError {
    /// The object is already the shape of a body.
    ObjectTaken {
        /// The object.
        object: String,
        /// Its body.
        body: String,
    },
    /// The density gives no mass, or a negative or infinite one.
    Density(f64),
    /// A mass that is zero, negative or infinite.
    Mass(f64),
    /// The mass properties are physically impossible.
    Inertia(String),
    /// The root has a joint of a kind that needs a parent.
    RootJoint {
        /// The root.
        root: String,
        /// The kind of joint.
        kind: &'static str,
    },
    /// The joint axis has length zero.
    ZeroAxis,
    /// The length of the joint axis is not finite.
    HugeAxis,
    /// The object is too small or too large to be a body.
    Size(String),
    /// The shape is not a closed solid, or has no volume.
    Shape(String),
    /// The child already has a parent.
    SecondParent {
        /// The body.
        child: String,
        /// Its parent.
        parent: String,
    },
    /// The parent does not exist.
    NoParent(String),
    /// The link would close a loop.
    Cycle {
        /// Names along the loop, from the child to its parent.
        path: Vec<String>,
    },
    /// The transform of a link has a scale.
    LinkScales(String),
    /// The root has a parent.
    RootHasParent {
        /// The root.
        root: String,
        /// Its parent.
        parent: String,
    },
    /// The figure has no bodies.
    NoBodies,
    /// No root was chosen.
    NoRoot,
    /// Bodies without a parent, other than the root.
    Unlinked(Vec<String>),
    /// A body, or a massless end of a chain, that forces would accelerate without bound.
    NoMass(String),
    /// The dynamics rejects the model.
    Model(String),
}

fn listed(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let mut text = names
        .iter()
        .take(SHOWN)
        .map(|n| format!("`{n}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > SHOWN {
        text += &format!(" and {} more", names.len() - SHOWN);
    }
    text
}

impl fmt::Display for FigureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FigureError::*;
        match self {
            ObjectTaken { object, body } => write!(
                f,
                "the object `{object}` is already the shape of the body `{body}`"
            ),
            Density(d) => write!(f, "a density must be above zero, found {d}"),
            Mass(m) => write!(f, "a mass must be above zero, found {m}"),
            Inertia(why) => f.write_str(why),
            ZeroAxis => write!(f, "the joint axis has no direction: its length is zero"),
            HugeAxis => write!(f, "the joint axis is too long"),
            Size(why) => f.write_str(why),
            Shape(why) => write!(f, "a body needs a closed solid: {why}"),
            SecondParent { child, parent } => write!(
                f,
                "`{child}` is already linked to `{parent}`, and a body has one parent"
            ),
            NoParent(child) => write!(f, "the parent of `{child}` does not exist"),
            Cycle { path } => {
                let way = path
                    .iter()
                    .map(|n| format!("`{n}`"))
                    .collect::<Vec<_>>()
                    .join(" to ");
                write!(f, "this link would close a loop: from {way}")
            }
            LinkScales(body) => write!(
                f,
                "the transform between `addbody` and `linkbodies` scales or mirrors `{body}`, but may only turn and move it"
            ),
            RootHasParent { root, parent } => write!(
                f,
                "the root `{root}` is linked to `{parent}`, but a root has no parent"
            ),
            RootJoint { root, kind } => write!(
                f,
                "the root `{root}` has a joint of kind {kind}, but a root has no joint"
            ),
            NoBodies => write!(f, "the corpus has no bodies"),
            NoRoot => write!(f, "the corpus has no root"),
            Unlinked(bodies) if bodies.len() == 1 => {
                write!(f, "the body {} has no parent", listed(bodies))
            }
            Unlinked(bodies) => write!(
                f,
                "{} bodies have no parent: {}",
                bodies.len(),
                listed(bodies)
            ),
            NoMass(body) => write!(f, "the body `{body}` has no mass"),
            Model(why) => write!(f, "the figure cannot move: {why}"),
        }
    }
}

impl std::error::Error for FigureError {}
