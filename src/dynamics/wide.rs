//! The widest vector instructions that the processor has, found when the program runs.
//!
//! A program is compiled for every processor of its kind; on x86-64 that means instructions that process two doubles at once. What
//! runs as a [`Task`] is compiled a second time, for AVX2, which processes four. No operation is fused with another in either, so that both
//! give the same bits.

/// A computation that is worth wide instructions. All that it calls must be marked `#[inline(always)]`.
pub trait Task {
    /// What it finds.
    type Found;

    /// Computes; `#[inline(always)]` too.
    fn run(self) -> Self::Found;
}

/// Which instructions tasks use.
#[derive(Clone, Copy, Debug)]
pub struct Wide {
    #[cfg(target_arch = "x86_64")]
    avx2: Option<pulp::x86::V3>,
}

#[cfg(target_arch = "x86_64")]
impl Wide {
    /// Those that every processor of its kind has.
    #[cfg(test)]
    pub const NARROW: Wide = Wide { avx2: None };

    /// The widest of this processor.
    pub fn find() -> Wide {
        Wide {
            avx2: pulp::x86::V3::try_new(),
        }
    }

    /// Computes a task.
    #[inline(always)]
    pub fn run<T: Task>(self, task: T) -> T::Found {
        match self.avx2 {
            Some(avx2) => avx2.vectorize(Compiled(task)),
            None => task.run(),
        }
    }
}

#[cfg(target_arch = "x86_64")]
struct Compiled<T>(T);

#[cfg(target_arch = "x86_64")]
impl<T: Task> pulp::NullaryFnOnce for Compiled<T> {
    type Output = T::Found;

    #[inline(always)]
    fn call(self) -> T::Found {
        self.0.run()
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Wide {
    /// Those that every processor of its kind has.
    #[cfg(test)]
    pub const NARROW: Wide = Wide {};

    /// The widest of this processor: those for which the program is compiled.
    pub fn find() -> Wide {
        Wide {}
    }

    /// Computes a task.
    #[inline(always)]
    pub fn run<T: Task>(self, task: T) -> T::Found {
        task.run()
    }
}
