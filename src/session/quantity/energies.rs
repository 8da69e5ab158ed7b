//! Quantities of the energy account, of a figure and of a whole world.

use super::entry::{Measured, Owner, Quantity, Raw, Read};
use crate::dynamics::potential_energy;
use crate::lang::dimension::Dimension;
use crate::world::{Corpus, World};

const ENERGY: Measured = Measured::Number(Dimension::TORQUE);

type OfCorpus = fn(&World, &Corpus) -> f64;

/// An energy of a figure, and the sum of it over all figures of a world.
macro_rules! energies {
    ($($field:literal $doc:literal $read:expr;)*) => {
        pub(super) const CORPUS: &[Quantity] = &[$(
            Quantity::new(Owner::Corpus, $field, ENERGY, $doc, Read::Corpus(|w, c| {
                let read: OfCorpus = $read;
                Raw::Number(read(w, c))
            })),
        )*];
        pub(super) const WORLD: &[Quantity] = &[$(
            Quantity::new(Owner::World, $field, ENERGY, concat!("Of all figures together: ", $doc), Read::World(|s| {
                let read: OfCorpus = $read;
                Raw::Number(s.world.corpora.iter().map(|c| read(&s.world, c)).sum())
            })),
        )*];
    };
}

// What has a dot comes before `energy`, which would take it as a member.
energies! {
    "energy.kinetic" "Kinetic energy." |_, c| c.observed().motion.kinetic_energy;
    "energy.weight" "Energy of weight, zero at the origin of the world." |w, c| {
        let motion = &c.observed().motion;
        potential_energy(motion, w.gravity_vector())
    };
    "energy.springs" "Energy of the springs in joints." |w, c| c.spring_energy(w.time);
    "work.motors" "What motors have put in since it first moved: by moving rest positions of springs and targets of servos, and by torques."
        |_, c| c.account().works.motors;
    "work.set" "What the script has put in by setting states, joints and gravity." |_, c| c.account().set;
    "work.dampers" "What the dampers of joints have taken away." |_, c| c.account().works.dampers;
    "work.ground" "What the ground has taken away along its normal, with what its springs hold now."
        |_, c| c.account().works.ground;
    "work.friction" "What the ground has taken away along its surface." |_, c| c.account().works.friction;
    "work.outer" "What `pull`, `push`, attachments and what drives the root have put in." |_, c| c.account().works.outer;
    "work.collisions" "What bodies that it touched have put in, or below zero taken, with what the springs between them hold now."
        |_, c| c.account().works.collisions;
    "work.positive" "What the forces of joints have done on the bodies that they moved." |_, c| c.account().works.positive;
    "work.joints" "The same less what was done on the joints." |_, c| {
        let works = &c.account().works;
        works.positive + works.negative
    };
    "work.numbers" "What the integration has made, or below zero lost: what is left of the balance of energy."
        |_, c| c.account().numbers();
}
