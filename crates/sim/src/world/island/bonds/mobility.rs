//! Response of the bodies to unit forces of the bonds.

use super::*;
use crate::stop::StopSignal;

impl Bonds {
    /// Computes W of all bonds with each other (1/kg), by rows. Returns false if a figure cannot be factored, or work should stop.
    pub fn mobilities(
        &mut self,
        corpora: &[Corpus],
        members: &[usize],
        blocks: &mut Vec<Matrix3<f64>>,
        stop: &StopSignal,
    ) -> bool {
        self.coupled.clear();
        self.coupled.extend(self.all.iter().map(|bond| Coupled {
            sides: bond.sides,
            known: Vector3::zeros(),
            resistance: Matrix3::zeros(),
            cone: None,
            rows: [Rows::None; 2],
        }));
        if self.find_rows(corpora, members, false).is_none() {
            return false;
        }
        blocks.clear();
        for bond in &self.coupled {
            if stop.is_set() {
                return false;
            }
            for other in &self.coupled {
                blocks.push(self.mobility(bond, other));
            }
        }
        true
    }

    /// Takes the factors of the members on which coupled bonds act, finds the accelerations of their bodies without the bonds, and writes
    /// the columns of all sides, in coordinates in which the inertia of a figure is 1, so that sums of their products are mobilities; with
    /// `arms`, those of single bodies are their arms. Returns none if a figure has no accelerations.
    pub(super) fn find_rows(
        &mut self,
        corpora: &[Corpus],
        members: &[usize],
        arms: bool,
    ) -> Option<()> {
        let cones = self.coupled.iter().any(|bond| bond.cone.is_some());
        self.members.resize_with(members.len(), Member::default);
        for (own, &i) in self.members.iter_mut().zip(members) {
            let bodies = corpora[i].model.bodies();
            own.coupled = false;
            own.wanted.clear();
            own.wanted.resize(bodies, false);
            own.moving.fit(&corpora[i].model);
        }
        for side in self.coupled.iter().flat_map(|bond| bond.sides) {
            let Some((member, body)) = side.mover() else {
                continue;
            };
            let (own, model) = (&mut self.members[member], &corpora[members[member]].model);
            own.coupled = true;
            let mut next = Some(body);
            while let Some(body) = next {
                own.wanted[body] = true;
                next = model.parent(body);
            }
        }
        for (own, &i) in self.members.iter_mut().zip(members) {
            if !own.coupled {
                continue;
            }
            let corpus = &corpora[i];
            own.response.take(&corpus.model, &corpus.step.workspace)?;
            own.response.clear();
            let a = &corpus.step.acceleration;
            let root = Carried {
                angular: Vector3::new(a[0], a[1], a[2]),
                linear: Vector3::new(a[3], a[4], a[5]),
            };
            carry(
                &corpus.model,
                &corpus.step.workspace,
                &own.wanted,
                root,
                &a[6..],
                1.0,
                &mut own.moving,
            );
            if cones {
                // The velocity of the root is given in its axes, which turn.
                let ws = &corpus.step.workspace;
                let turning = ws.angular_velocity(0).cross(&ws.linear_velocity(0));
                let root = Carried {
                    linear: root.linear + turning,
                    ..root
                };
                let into = &mut own.starting;
                into.fit(&corpus.model);
                carry(&corpus.model, ws, &own.wanted, root, &a[6..], 0.0, into);
            }
            own.single = own.response.single_body().map(|_| {
                let ws = &corpus.step.workspace;
                let (axes, spin) = (ws.world_rotation(0), ws.angular_velocity(0));
                let of = own.moving.of(ws, 0);
                let classical = of.linear + spin.cross(&ws.linear_velocity(0));
                [classical, of.angular, spin].map(|v| axes * v)
            });
        }
        self.columns.clear();
        for bond in &mut self.coupled {
            for (side, rows) in bond.sides.iter().zip(&mut bond.rows) {
                if let Side::Joint {
                    member,
                    body,
                    factor,
                } = *side
                {
                    let model = &corpora[members[member]].model;
                    let response = &self.members[member].response;
                    let start = self.columns.len();
                    response.joint_columns(model, body, factor, &mut self.columns);
                    *rows = Rows::Columns([start, self.columns.len()]);
                    continue;
                }
                let Side::Moving {
                    member,
                    body,
                    point,
                } = *side
                else {
                    continue;
                };
                let corpus = &corpora[members[member]];
                let at = corpus.step.workspace.world_point(body, point);
                let response = &self.members[member].response;
                if arms && response.single_body().is_some() {
                    *rows = Rows::Arm(at - response.origin());
                    continue;
                }
                let start = self.columns.len();
                response.columns(&corpus.model, body, &at, &mut self.columns);
                *rows = Rows::Columns([start, self.columns.len()]);
            }
        }
        Some(())
    }

    /// Returns W of two bonds (1/kg): the acceleration at one per unit force at the other.
    fn mobility(&self, bond: &Coupled, other: &Coupled) -> Matrix3<f64> {
        let mut sum = Matrix3::zeros();
        for ((a, &from), sign) in bond.sides.iter().zip(&bond.rows).zip(SIGNS) {
            for ((b, &to), back) in other.sides.iter().zip(&other.rows).zip(SIGNS) {
                let (Some((member, _)), Some((same, _))) = (a.mover(), b.mover()) else {
                    continue;
                };
                if member == same {
                    sum += product(self.of(from), self.of(to)) * (sign * back);
                }
            }
        }
        sum
    }

    /// Returns the relative acceleration of a bond's points without the coupled bonds (m/s2, world).
    pub(super) fn free_acceleration(
        &self,
        corpora: &[Corpus],
        members: &[usize],
        bond: &Coupled,
    ) -> Vector3<f64> {
        let mut sum = Vector3::zeros();
        for ((side, rows), sign) in bond.sides.iter().zip(&bond.rows).zip(SIGNS) {
            if bond.cone.is_some() {
                sum += self.starting_acceleration(corpora, members, side) * sign;
            } else if let (Side::Moving { member, .. }, Rows::Arm(arm)) = (side, rows)
                && let Some([linear, angular, spin]) = &self.members[*member].single
            {
                sum += (linear + angular.cross(arm) + spin.cross(&spin.cross(arm))) * sign;
            } else if let Side::Joint {
                member,
                body,
                factor,
            } = *side
            {
                let own = &corpora[members[member]].step.acceleration;
                sum.x += factor * own[5 + body] * sign;
            } else if let Side::Moving {
                member,
                body,
                point,
            } = *side
            {
                let workspace = &corpora[members[member]].step.workspace;
                let angular = workspace.angular_velocity(body);
                let turning = angular.cross(&workspace.point_velocity(body, point));
                let classical =
                    self.members[member].moving.of(workspace, body).at(&point) + turning;
                sum += workspace.world_rotation(body) * classical * sign;
            }
        }
        sum
    }
}

/// Returns the sum of the products of two points' columns for the same coordinates (1/kg).
pub(super) fn product(one: &[Column], two: &[Column]) -> Matrix3<f64> {
    let mut sum = Matrix3::zeros();
    let mut others = two.iter().peekable();
    for of in one {
        while others.next_if(|other| other.index < of.index).is_some() {}
        if let Some(other) = others.next_if(|other| other.index == of.index) {
            sum += of.by * other.of.transpose();
        }
    }
    sum
}
