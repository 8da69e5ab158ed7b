//! The attachments of a world: made and undone, and their lengths, forces and energies at the present states.

use super::World;
use super::attachment::{Attachment, End, Fastening, Stretched};
use super::corpus::Corpus;
use crate::contact::{Joined, Placed};
use crate::control::Trajectory;
use corpus_dynamics::JointKind;
use nalgebra::Vector3;
use std::sync::Arc;

impl World {
    /// Connects two points; returns the number of the attachment.
    pub fn attach(&mut self, ends: [End; 2], law: Joined) -> usize {
        self.interactions.attachments.push(Attachment {
            ends,
            law,
            hold: Fastening::Holds,
        });
        self.attachments_changed();
        self.interactions.attachments.len() - 1
    }

    /// Stores a formula that a joint follows, in place of the one of this number if there is one; returns its number.
    pub fn set_trajectory(&mut self, number: Option<usize>, trajectory: Trajectory) -> usize {
        let trajectories = Arc::make_mut(&mut self.interactions.trajectories);
        match number.and_then(|number| Some((number, trajectories.get_mut(number)?))) {
            Some((number, own)) => {
                *own = trajectory;
                number
            }
            None => {
                trajectories.push(trajectory);
                trajectories.len() - 1
            }
        }
    }

    /// Gives an attachment another law.
    pub fn replace_law(&mut self, number: usize, law: Joined) {
        if let Some(attachment) = self.interactions.attachments.get_mut(number) {
            attachment.law = law;
            self.attachments_changed();
        }
    }

    /// Detaches an attachment. Its number stays in use.
    pub fn detach(&mut self, number: usize) {
        if let Some(attachment) = self.interactions.attachments.get_mut(number) {
            attachment.hold = Fastening::Detached;
            self.attachments_changed();
        }
    }

    /// Returns all attachments, including broken and detached ones.
    #[must_use]
    pub fn attachments(&self) -> &[Attachment] {
        &self.interactions.attachments
    }

    /// Discards stored step sizes: after a change they may be far too long.
    fn attachments_changed(&mut self) {
        for corpus in &mut self.corpora {
            (corpus.step.memory, corpus.step.rests) = (None, false);
        }
    }

    /// Returns the places of the points that an attachment joins, from poses and velocities last [observed](World::observe).
    #[must_use]
    pub fn joined_points(&self, number: usize) -> Option<[Placed; 2]> {
        let attachment = self.interactions.attachments.get(number)?;
        let place = |side: usize| -> Option<Placed> {
            let frame = attachment.law.frame(side);
            let at_rest = |at: Vector3<f64>, axes| Placed {
                at,
                velocity: Vector3::zeros(),
                spin: Vector3::zeros(),
                axes,
            };
            match attachment.ends[side] {
                End::World(at) => Some(at_rest(at, frame)),
                End::Joint {
                    corpus,
                    body,
                    factor,
                } => {
                    let corpus = self.corpora.get(corpus)?;
                    let joint = corpus.number_of(body)?.checked_sub(1)?;
                    let layout = corpus.layout();
                    let of = |start: usize| corpus.y.get(start + joint).map(|x| x * factor);
                    let rate = of(layout.qd().start)?;
                    Some(Placed {
                        velocity: Vector3::x() * rate,
                        ..at_rest(Vector3::x() * of(layout.q().start)?, frame)
                    })
                }
                End::Body {
                    corpus,
                    body,
                    point,
                } => {
                    let corpus = self.corpora.get(corpus)?;
                    let body = corpus.number_of(body)?;
                    let seen = corpus.observed().bodies.get(body)?;
                    let arm = seen.rotation * point;
                    let placed = at_rest(seen.position + arm, seen.rotation * frame);
                    Some(match corpus.integrated {
                        true => Placed {
                            velocity: seen.velocity + seen.angular_velocity.cross(&arm),
                            spin: seen.angular_velocity,
                            ..placed
                        },
                        false => placed,
                    })
                }
            }
        };
        Some([place(0)?, place(1)?])
    }

    /// Returns length, force and energy of an attachment at the present states, from poses and velocities last
    /// [observed](World::observe). A broken attachment has no force and no energy.
    #[must_use]
    pub fn stretched(&self, number: usize) -> Option<Stretched> {
        let attachment = self.interactions.attachments.get(number)?;
        let points = self.joined_points(number)?;
        let length = match attachment.law.joins_points() {
            true => (points[0].at - points[1].at).norm(),
            false => 0.0,
        };
        let (force, energy) = match attachment.holds() {
            true => (
                match self.joint_load(number, 0, JointKind::Sliding) {
                    Some((axis, load)) => axis * load,
                    None if matches!(attachment.ends[0], End::Joint { .. }) => Vector3::zeros(),
                    None => attachment.law.force(&points, self.ground.restitution_speed),
                },
                attachment.law.energy(length),
            ),
            false => (Vector3::zeros(), 0.0),
        };
        Some(Stretched {
            length,
            force,
            energy,
        })
    }

    /// Returns the torque (N m) of a gear or a drive on its first joint, or on the second if the first slides, in the last step; none of
    /// others.
    #[must_use]
    pub fn joint_torque(&self, number: usize) -> Option<f64> {
        let on = |end: usize| self.joint_load(number, end, JointKind::Rotary);
        on(0).or_else(|| on(1)).map(|(_, load)| load)
    }

    /// Whether the load by which an attachment breaks is a torque, of a joint that turns, and not a force.
    #[must_use]
    pub fn breaks_by_torque(&self, number: usize) -> bool {
        let attachment = self.interactions.attachments.get(number);
        let joint = attachment.and_then(|of| self.joint_at(&of.ends[0]));
        joint.is_some_and(|(_, _, kind, _)| kind == JointKind::Rotary)
    }

    /// Returns the corpus and the body of an end in a joint, the kind of the joint, and the factor.
    fn joint_at(&self, end: &End) -> Option<(&Corpus, usize, JointKind, f64)> {
        let End::Joint {
            corpus,
            body,
            factor,
        } = *end
        else {
            return None;
        };
        let corpus = self.corpora.get(corpus)?;
        let body = corpus.number_of(body)?;
        Some((corpus, body, corpus.model.joint_kind(body)?, factor))
    }

    /// Returns the load in the last step (N or N m) of what holds, on its end in a joint of that kind, and the axis of the joint (world).
    fn joint_load(
        &self,
        number: usize,
        end: usize,
        wanted: JointKind,
    ) -> Option<(Vector3<f64>, f64)> {
        let attachment = self.interactions.attachments.get(number)?;
        let Joined::Closure(closure) = &attachment.law else {
            return None;
        };
        let (corpus, body, kind, factor) = self.joint_at(&attachment.ends[end])?;
        let sign = [1.0, -1.0][end];
        let axis = corpus.observed().bodies.get(body)?.rotation * corpus.laws.axes.get(body)?;
        let load = sign * factor * closure.loads[0][0];
        (kind == wanted && attachment.holds()).then_some((axis, load))
    }

    /// Returns the positions of the ends of all unbroken attachments at the present states (m, world).
    #[must_use]
    pub fn attachment_ends(&self) -> Vec<[Vector3<f64>; 2]> {
        let holding = self.interactions.attachments.iter().filter(|a| a.holds());
        let place = |end: &End| match *end {
            End::World(at) => Some(at),
            End::Joint { .. } => None,
            End::Body {
                corpus,
                body,
                point,
            } => {
                let corpus = self.corpora.get(corpus)?;
                let poses = corpus.poses();
                let (rotation, origin) = poses.get(corpus.number_of(body)?)?;
                Some(origin + rotation * point)
            }
        };
        let ends = holding.filter_map(|a| Some([place(&a.ends[0])?, place(&a.ends[1])?]));
        ends.collect()
    }

    /// Returns the names of the two ends of an attachment: `figure.body` or `world`.
    #[must_use]
    pub fn ends_of(&self, number: usize) -> Option<[String; 2]> {
        let name = |end: End| {
            let Some((corpus, body)) = end.holder() else {
                return "world".to_owned();
            };
            let of = self.corpora.get(corpus);
            let of_joint = matches!(end, End::Joint { .. });
            let body = of.and_then(|of| {
                let number = of.number_of(body)?;
                match of_joint {
                    true => Some(of.degree_name(number).to_owned()),
                    false => of.names.get(number).cloned(),
                }
            });
            let figure = of.map_or("", |of| &of.name);
            format!("{figure}.{}", body.unwrap_or_default())
        };
        Some(self.attachments().get(number)?.ends.map(name))
    }

    /// Returns the next attachment that broke since the last call, in the order of breaking.
    pub fn take_broken(&mut self) -> Option<usize> {
        match self.interactions.islands.broken.is_empty() {
            true => None,
            false => Some(self.interactions.islands.broken.remove(0)),
        }
    }
}
