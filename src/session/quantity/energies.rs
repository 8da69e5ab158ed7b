//! Quantities of the energy account, of a figure and of a whole world.

use super::entry::{Measured, Quantity, quantities};
use crate::dynamics::potential_energy;
use crate::lang::dimension::Dimension;
use crate::world::{Corpus, World};

const ENERGY: Measured = Measured::Number(Dimension::ENERGY);

type OfCorpus = fn(&World, &Corpus) -> f64;

/// Declares an energy of a figure, and its sum over all figures of a world.
macro_rules! energies {
    ($($field:literal $doc:literal $read:expr;)*) => {
        pub(super) const CORPUS: &[Quantity] = quantities! { Corpus: $(
            $field, ENERGY, $doc, Corpus |w, c| {
                let read: OfCorpus = $read;
                read(w, c)
            };
        )* };
        pub(super) const WORLD: &[Quantity] = quantities! { World: $(
            $field, ENERGY, concat!($doc, " The value is the sum over all figures."), World |s| {
                let read: OfCorpus = $read;
                s.world.corpora.iter().map(|c| read(&s.world, c)).sum::<f64>()
            };
        )* };
    };
}

// Names with a dot come before `energy`, which would take the second part as a member.
energies! {
    "energy.kinetic" "Kinetic energy." |_, c| c.observed().motion.kinetic_energy;
    "energy.weight" "Gravitational potential energy, zero at the origin of the world." |w, c| {
        let motion = &c.observed().motion;
        potential_energy(motion, w.gravity.vector())
    };
    "energy.springs" "Potential energy of the joints: springs, `bias` and servos." |w, c| c.spring_energy(w.time);
    "work.motors" "Energy added by motors since the start of the motion: by moving rest positions of springs and targets of servos, and by torques."
        |_, c| c.account().works.motors;
    "work.set" "Energy added by commands of the script that set states, joints or gravity." |_, c| c.account().set;
    "work.dampers" "Energy removed by the dampers and the dry friction of joints." |_, c| c.account().works.dampers;
    "work.ground" "Energy removed by the normal force of the ground, including the energy now stored in its springs."
        |_, c| c.account().works.ground;
    "work.friction" "Energy removed by the friction of the ground." |_, c| c.account().works.friction;
    "work.outer" "Energy added by `pull`, `push`, attachments and a driven root." |_, c| c.account().works.outer;
    "work.collisions" "Energy added by collisions with other bodies (negative: removed), including the energy now stored in the springs between them."
        |_, c| c.account().works.collisions;
    "work.positive" "Positive work of the joint forces on the bodies." |_, c| c.account().works.positive;
    "work.joints" "Net work of the joint forces on the bodies." |_, c| {
        let works = &c.account().works;
        works.positive + works.negative
    };
    "work.numbers" "Energy created by the integration (negative: lost): the remainder of the energy balance."
        |_, c| c.account().numbers();
}
