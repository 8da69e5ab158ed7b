//! Mass and moments of a body by numbers.

use super::access::figure_mistake;
use super::figure::{BODY, MASS, unfinished};
use crate::dynamics::RigidInertia;
use crate::lang::dimension::Dimension;
use crate::lang::value::show::significant;
use crate::session::Stop;
use crate::session::command::{Bare, Command, Example, Group, Kind, Range, may, need};
use nalgebra::Matrix3;

const MOMENT: Kind = Kind::Number(Dimension::INERTIA, Bare::Si, Range::Any);
const PLACE: Kind = Kind::Number(Dimension::LENGTH, Bare::Si, Range::Any);

pub(super) const INERTIA: Command = Command {
    name: "inertia",
    summary: "Sets a body's mass, centre and moments of inertia directly.",
    details: "These values replace those of the shape and of the parts fixed so far; parts fixed later add their own. The moments are about the centre of mass, \
              along the axes of the body's own frame. Products of inertia have the sign of the tensor, as in URDF: ixy is minus the integral of x y. \
              Omitted products are zero; centre and mass default to those of the shape and of the parts fixed so far.\n\
              No principal moment of a real body is above the sum of the other two. Values that break this rule are refused (E043). After the word `repair`, they are replaced by valid values, which are printed. The second moment of mass along a principal axis is (a + b - c) / 2, where c is the principal moment about this axis, and a and b are the other two. If a second moment is below zero, it becomes zero, and the moments are computed again.",
    forms: &[&[
        need("body", BODY, "the body"),
        may(
            "repair",
            Kind::Filler("repair"),
            "replaces impossible moments by possible ones",
        ),
        need("ixx", MOMENT, "moment about x").begins("moments"),
        need("iyy", MOMENT, "moment about y"),
        need("izz", MOMENT, "moment about z"),
        may("ixy", MOMENT, "product of x and y (default: 0)").begins("products"),
        may("ixz", MOMENT, "product of x and z (default: 0)"),
        may("iyz", MOMENT, "product of y and z (default: 0)"),
        may(
            "x",
            PLACE,
            "centre of mass in the body's frame (default: that of its shape and parts)",
        )
        .begins("at"),
        may("y", PLACE, "centre of mass"),
        may("z", PLACE, "centre of mass"),
        may("mass", MASS, "mass (default: that of its shape and parts)"),
    ]],
    example: "addcorpus c\nget o from unit_cubeb\naddbody thorax o axis=[0 0 1] joint=rotary mass=2kg\ninertia thorax [0.3 0.4 0.5 0.01 0 0] at=[0 0 1cm]",
    shows: "the values of a data sheet replace those of the shape",
    more: &[Example {
        code: "addcorpus c\nget o from unit_cubeb\naddbody thorax o axis=[0 0 1] joint=rotary mass=2kg\ninertia thorax repair [0.1 0.2 0.5]",
        shows: "0.5 is above 0.1 + 0.2, so the moments become 0.2, 0.3 and 0.5",
    }],
    search: "mass, moment, centre of mass, inertial, urdf",
    run: |session, bound| {
        let draft = unfinished(session, bound)?;
        let Some(body) = draft.figure.bodies.get_mut(bound.index(0)) else {
            return Err(Stop::Reported);
        };
        let [xx, yy, zz, xy, xz, yz] = [2, 3, 4, 5, 6, 7].map(|i| bound.number(i));
        let old = body.inertia;
        let centre = match bound.given(8) {
            Some(_) => bound.vector(8),
            None => old.centre,
        };
        let mut inertia = RigidInertia {
            mass: bound.given(11).unwrap_or(old.mass),
            centre,
            about_centre: Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz),
        };
        if bound.given(11).is_none() && old.mass == 0.0 {
            let message = format!("`{}` has no mass yet", body.spec.name);
            let help = "give it a mass: `mass=2kg` at the end of the line";
            return Err(Stop::mistake("E043", bound.at(0), message, help));
        }
        let mut reported = None;
        if bound.switch(1) == Some(true)
            && let Some(why) = inertia.impossible()
        {
            inertia = inertia.repaired();
            let i = inertia.about_centre;
            let name = &body.spec.name;
            reported = Some(format!(
                "{name}: {why}; repaired to {}",
                [i.m11, i.m22, i.m33, i.m12, i.m13, i.m23]
                    .map(significant)
                    .join(" ")
            ));
        }
        body.measure(inertia)
            .map_err(|e| figure_mistake(&e, bound.at(2).to(bound.at(4))))?;
        if let Some(line) = reported {
            session.print(&line);
        }
        Ok(())
    },
    ..Command::of(Group::Figure)
};
