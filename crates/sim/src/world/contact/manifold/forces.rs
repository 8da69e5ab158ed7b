//! Forces at the contact points of candidates.

use super::*;

impl Manifolds {
    /// Returns the energy (J) that the springs along the normals store, as last searched.
    pub fn stored(&self, law: &Ground) -> f64 {
        let of_point = |touched: &PairPoint| {
            let law = &*self.candidates[touched.candidate].law(law);
            let touch = Touch {
                velocity: Vector3::zeros(),
                ..self.touch_without_friction(touched)
            };
            let depth = touched.contact.depth;
            // Simpson's rule. At rest, restitution has halved what it takes away.
            let force = |part: f64| {
                let depth = part * depth;
                law.push(&Touch { depth, ..touch }).pressing
            };
            let parts = (0..INTERVALS).map(|i| {
                let [from, to] = [i, i + 1].map(|i| f64::from(i) / f64::from(INTERVALS));
                (force(from) + 4.0 * force(f64::midpoint(from, to)) + force(to)) / 6.0
            });
            parts.sum::<f64>() * depth / f64::from(INTERVALS) * 2.0 / (1.0 + law.e)
        };
        self.touched.iter().map(of_point).sum()
    }

    /// Returns the two bodies with the most excessive overlap, as last searched; `springs` is the law of the springs that push them
    /// apart, if they do.
    pub fn worst(&self, springs: Option<&Ground>) -> Option<([PairBody; 2], Overlapping)> {
        let overlaps = self.touched.iter().map(|touched| {
            let of = &self.candidates[touched.candidate];
            let touch = self.touch(touched, 0.0);
            let pressing = springs.map_or(0.0, |law| of.law(law).push(&touch).pressing);
            let overlapping = Overlapping {
                depth: touched.contact.depth,
                thickness: of.thickness,
                acceleration: pressing / of.bodies_mass,
            };
            (of.spots, overlapping)
        });
        overlaps.max_by(|(_, a), (_, b)| a.excess().total_cmp(&b.excess()))
    }

    /// Returns the stretch of the springs along the surface (m, world).
    pub(super) fn stretch(&self, of: &Candidate, contact: &ContactPoint) -> Vector3<f64> {
        let (Some(grip), Some(before)) = (of.grip, of.before) else {
            return Vector3::zeros();
        };
        let (Some([_, b]), Some(now)) = (&of.found.poses, of.found.relative) else {
            return Vector3::zeros();
        };
        let stretches = Stretches {
            grip,
            places: [before, now],
        };
        let q = b.rotation.tr_mul(&(contact.point - b.position));
        b.rotation * stretches.at(&q, &b.rotation.tr_mul(&contact.normal))
    }

    pub(super) fn touch(&self, touched: &PairPoint, h: f64) -> Touch {
        let (of, contact) = (&self.candidates[touched.candidate], &touched.contact);
        let points = 4.0;
        Touch {
            friction_input: Some(FrictionInput {
                stretch: self.stretch(of, contact),
                mass: of.mass * contact.weight,
                stopping: h * of.mobility * points,
            }),
            ..self.touch_without_friction(touched)
        }
    }

    pub(super) fn touch_without_friction(&self, touched: &PairPoint) -> Touch {
        let (of, contact) = (&self.candidates[touched.candidate], &touched.contact);
        // Surfaces that part move along the normal.
        let parting = of.parting.map_or(0.0, |parting| {
            parting.depth * parting.rising.at(self.time).rate
        });
        Touch {
            depth: contact.depth,
            normal: contact.normal,
            velocity: self.velocity(touched) - contact.normal * parting,
            scale: of.scale * contact.weight,
            friction_input: None,
        }
    }

    /// Records the trial of the friction of a contact in the first evaluation of a step, which is at its start.
    pub fn record_trial(&mut self, touched: &PairPoint, contact: &PairContact) {
        let of = &self.candidates[touched.candidate];
        let (false, Some([_, second])) = (self.has_trials, &of.found.poses) else {
            return;
        };
        let place = second.rotation.tr_mul(&(contact.point - second.position));
        self.trials.push(StartTrial {
            candidate: touched.candidate,
            place,
            trial: contact.trial,
        });
    }

    /// Returns the trial at the start of the step, at the point of a candidate next to the `place` (axes of the second body);
    /// zero if the bodies did not touch there.
    pub(super) fn trial(&self, candidate: usize, place: &Vector3<f64>) -> Trial {
        let from = self.trials.partition_point(|of| of.candidate < candidate);
        let of = self.trials[from..].iter();
        let of = of.take_while(|of| of.candidate == candidate);
        let distance = |of: &&StartTrial| (of.place - place).norm_squared();
        let nearest = of.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map_or_else(Trial::default, |of| of.trial)
    }

    /// Returns the force between the bodies at a contact point, in a step of `h` seconds.
    pub fn contact(&self, touched: &PairPoint, law: &Ground, h: f64) -> PairContact {
        let (of, contact) = (&self.candidates[touched.candidate], &touched.contact);
        let velocities = self.velocities(touched);
        let touch = self.touch(touched, h);
        let law = &*of.law(law);
        let push = law.push(&touch);
        let speed = touch.velocity.dot(&contact.normal).abs();
        let rises = push.pressing > 0.0 && contact.depth < law.largest_depth;
        PairContact {
            spots: of.spots,
            point: contact.point,
            force: push.force,
            velocities,
            arms: [
                -contact.normal * contact.round[0],
                contact.normal * contact.round[1],
            ],
            rise: if rises { law.eb * speed } else { 0.0 },
            trial: push.trial,
        }
    }

    /// Returns the restitution of speeds and the coefficient of friction at a contact point.
    pub fn bounce(&self, touched: &PairPoint, law: &Ground) -> (f64, f64) {
        let law = self.candidates[touched.candidate].law(law);
        (law.e.max(0.0).sqrt(), law.friction)
    }

    /// Returns the velocity of the first body relative to the second at a contact point (m/s, world).
    pub fn velocity(&self, touched: &PairPoint) -> Vector3<f64> {
        let [one, other] = self.velocities(touched);
        one - other
    }

    /// Returns the velocity of each body at a contact point (m/s, world).
    pub(super) fn velocities(&self, touched: &PairPoint) -> [Vector3<f64>; 2] {
        let motions = &self.candidates[touched.candidate].found.motions;
        motions.map(|moving| moving.at(&touched.contact.point))
    }
}
