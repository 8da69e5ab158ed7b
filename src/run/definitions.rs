//! The objects, figures, gaits and neurons of a script.

use super::Language;
use crate::control::{Gait, NeuronFunction, NeuronState};
use crate::dynamics::Root;
use crate::figure::{Figure, Object};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// An object and the figure that it was fetched for.
#[derive(Clone, Debug)]
pub struct Scoped {
    /// The figure that was current.
    pub scope: Option<usize>,
    /// The object.
    pub object: Object,
}

/// A figure under construction, and after `corpusinit` the corpus that it became.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The figure as the script builds it.
    pub figure: Figure,
    /// Index of the corpus in the world.
    pub running: Option<usize>,
    /// Whether its root is free, fixed or driven.
    pub root: Root,
    /// Whether the root moves by its own joint, on a fixed base.
    pub jointed: bool,
    /// Index of that base, after it was made.
    pub base: Option<usize>,
    /// Whether it is scenery, one body that never moves.
    pub scenery: bool,
    /// Whether a mistake, reported already, affected it.
    pub doubtful: bool,
    /// Whether it was reported that it is not assembled.
    pub reported: bool,
    /// Constants of springs and dampers that lines have set since the last `go`: numbers of joints and names.
    pub constants_set: BTreeSet<(usize, &'static str)>,
    /// Source positions of the lines that built it.
    pub places: Places,
}

/// Source positions of the lines that built a figure.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The choice of the root.
    pub root: Option<Span>,
    /// The assembly.
    pub assembly: Option<Span>,
    /// Links, by the number of the child.
    pub links: BTreeMap<usize, Span>,
}

impl Draft {
    /// Starts a figure.
    #[must_use]
    pub fn new(name: String) -> Self {
        Draft {
            figure: Figure::new(name),
            running: None,
            root: Root::Free,
            jointed: false,
            base: None,
            scenery: false,
            doubtful: false,
            reported: false,
            constants_set: BTreeSet::new(),
            places: Places::default(),
        }
    }

    /// Whether an error of it was reported, so that others may follow from that.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        self.doubtful || self.reported
    }

    /// Returns the body whose object's transforms place the whole figure: the root, or the body that a jointed root's base
    /// carries.
    #[must_use]
    pub fn placing_body(&self) -> Option<usize> {
        match self.base {
            Some(base) => self
                .figure
                .bodies
                .iter()
                .position(|body| body.parent == Some(base)),
            None => self.figure.root,
        }
    }
}

/// The motor programs of a leg.
#[derive(Clone, Debug)]
pub struct Programs<L: Language> {
    /// Commands at the start of a step.
    pub step: Option<Arc<L::Code>>,
    /// Commands at the start of a stance.
    pub stance: Option<Arc<L::Code>>,
}

impl<L: Language> Default for Programs<L> {
    fn default() -> Self {
        Programs {
            step: None,
            stance: None,
        }
    }
}

impl<L: Language> Programs<L> {
    /// Returns both programs.
    pub fn closures(&self) -> impl Iterator<Item = &Arc<L::Code>> {
        self.step.iter().chain(&self.stance)
    }

    /// Returns the bodies (numbers in the figure) whose joints the programs drive: those of the leg itself.
    #[must_use]
    pub fn moved_bodies(&self) -> Vec<usize> {
        self.closures()
            .flat_map(|code| L::moved_bodies(code))
            .collect()
    }
}

/// A figure with a gait.
#[derive(Clone, Debug)]
pub struct Roach<L: Language> {
    /// Name of the figure.
    pub name: String,
    /// Index of its figure among the drafts.
    pub draft: Option<usize>,
    /// The oscillators.
    pub gait: Gait,
    /// The motor programs of each leg.
    pub programs: Vec<Programs<L>>,
}

/// A neuron of a script.
#[derive(Clone, Debug)]
pub struct Neuron<L: Language> {
    /// Its name.
    pub name: String,
    /// Its function.
    pub function: &'static NeuronFunction,
    /// Its inputs.
    pub inputs: L::Inputs,
    /// Its output, and what it remembers.
    pub state: NeuronState,
}

/// The objects, figures, gaits and neurons that a script has defined.
#[derive(Clone, Debug)]
pub struct Definitions<L: Language> {
    /// Shapes.
    pub objects: Vec<Scoped>,
    /// Figures.
    pub drafts: Vec<Draft>,
    /// Index of the current figure.
    pub current: Option<usize>,
    /// Gaits.
    pub roaches: Vec<Roach<L>>,
    /// Index of the current gait.
    pub current_roach: Option<usize>,
    /// Neurons.
    pub neurons: Vec<Neuron<L>>,
}

impl<L: Language> Default for Definitions<L> {
    fn default() -> Self {
        Definitions {
            objects: vec![],
            drafts: vec![],
            current: None,
            roaches: vec![],
            current_roach: None,
            neurons: vec![],
        }
    }
}

impl<L: Language> Definitions<L> {
    /// Returns the current figure.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        self.drafts.get(self.current?)
    }

    /// Returns the current figure, to change it.
    pub fn draft_mut(&mut self) -> Option<&mut Draft> {
        self.drafts.get_mut(self.current?)
    }

    /// Returns the current gait.
    #[must_use]
    pub fn roach(&self) -> Option<&Roach<L>> {
        self.roaches.get(self.current_roach?)
    }
}
