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
            "write `inertial=0` in `addbody` and give the body its mass with `inertia`; or, if the mesh has holes, `get` it with `closed` or `hull` at the end of the line"
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
            "set its mass with `inertia`, such as `inertia NAME [1e-5 1e-5 1e-5] mass=2g`; or give the body, or one that it carries, a closed shape, `inertial=1` and a density"
        }
        Model(_) => "check for bodies that are extremely thin, light or far away",
    }
}
