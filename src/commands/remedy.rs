//! What a script can do about a figure's mistake.

use crate::figure::FigureError;

/// What to do about it.
pub(super) fn remedy(error: &FigureError) -> &'static str {
    use FigureError::*;
    match error {
        ObjectTaken { .. } => "`get` another copy of the shape for each body",
        Density(_) => "water weighs 1000 kg/m3, which is also `1g/cm3`",
        Mass(_) => "give what the body weighs on a balance, such as `mass=2kg`",
        Inertia(_) => {
            "look at the units and at the order ixx iyy izz ixy ixz iyz; `inertia NAME repair [...]` takes the nearest possible numbers"
        }
        Size(_) => "look at the factors of `scale` and their units",
        ZeroAxis | HugeAxis => "give a direction, such as 0 0 1 for the z axis",
        Shape(_) => {
            "`get` the mesh with `closed` or `hull` at the end of the line, or give it no mass by `inertial=0`; `inertia` then gives one by numbers"
        }
        SecondParent { .. } => {
            "remove one of the two `linkbodies`; loops are closed by springs, not by links"
        }
        Cycle { .. } => "a figure is a tree: remove one of the links",
        LinkScales(_) => "scale an object before `addbody`; afterwards only `move` and `rotate` it",
        RootHasParent { .. } => "make the body that nothing holds the root: `setroot NAME`",
        NoParent(_) => "add the body that carries first",
        RootJoint { .. } => {
            "put `rootmotion jointed` before `corpusinit`: the root then moves as this joint lets it, on a base that is fixed"
        }
        NoBodies => "add bodies with `addbody` before `corpusinit`",
        NoRoot => "choose the body that the tree grows from: `setroot NAME`",
        Unlinked(_) => "hang each on the tree with `linkbodies PARENT CHILD`, or make it the root",
        NoMass(_) => "make the body, or one that hangs on it, inertial and give it a density",
        Model(_) => "look for bodies that are extremely thin, light or far away",
    }
}
