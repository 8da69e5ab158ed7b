//! Advice for errors of a figure.

use crate::figure::FigureError;

/// Says how to fix the error.
pub(super) fn remedy(error: &FigureError) -> &'static str {
    use FigureError::*;
    match error {
        ObjectTaken { .. } => "`get` another copy of the shape for each body",
        Density(_) => "the density of water is 1000 kg/m3, or `1g/cm3`",
        Mass(_) => "give the mass, such as `mass=2kg`",
        Inertia(_) => {
            "check the units and the order ixx iyy izz ixy ixz iyz; `inertia NAME repair [...]` takes the nearest possible values"
        }
        Size(_) => "check the factors of `scale` and their units",
        ZeroAxis | HugeAxis => "give a direction, such as 0 0 1 for the z axis",
        Shape(_) => {
            "`get` the mesh with `closed` or `hull` at the end of the line, or give it no mass with `inertial=0` and set the mass with `inertia`"
        }
        SecondParent { .. } => {
            "remove one of the two `linkbodies`; to close a loop, use springs (`attach`)"
        }
        Cycle { .. } => "a figure is a tree: remove one of the links",
        LinkScales(_) => "scale an object before `addbody`; afterwards only `move` and `rotate` it",
        RootHasParent { .. } => "make the body without a parent the root: `setroot NAME`",
        NoParent(_) => "add the parent body first",
        RootJoint { .. } => {
            "write `rootmotion jointed` before `corpusinit`: the root then moves by this joint on a fixed base"
        }
        NoBodies => "add bodies with `addbody` before `corpusinit`",
        NoRoot => "choose the root of the tree: `setroot NAME`",
        Unlinked(_) => {
            "link each body to its parent with `linkbodies PARENT CHILD`, or make it the root with `setroot`"
        }
        NoMass(_) => {
            "give the body, or one that it carries, `inertial=1` and a density, or set its mass with `inertia`"
        }
        Model(_) => "check for bodies that are extremely thin, light or far away",
    }
}
