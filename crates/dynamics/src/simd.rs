//! The widest vector instructions of the processor, found when the program runs.
//!
//! A program is compiled for every processor of its kind; on x86-64 that means instructions that process two doubles at once.
//! Code that runs as a [`Task`] is compiled again for AVX2, which processes four, and for AVX-512, which processes eight. The
//! compiler fuses no operations in any of them, so that all give the same bits.

/// A computation that is compiled for each set of vector instructions. All functions that it calls must be `#[inline(always)]`:
/// others are compiled once, for every processor.
pub trait Task {
    /// Its result.
    type Found;

    /// Computes the result. Implementations must be `#[inline(always)]`, too.
    fn run(self) -> Self::Found;
}

/// The vector instructions that tasks use.
#[derive(Clone, Copy, Debug)]
pub struct Simd {
    #[cfg(target_arch = "x86_64")]
    avx2: Option<pulp::x86::V3>,
    #[cfg(target_arch = "x86_64")]
    avx512: Option<pulp::x86::V4>,
}

#[cfg(target_arch = "x86_64")]
impl Simd {
    #[cfg(test)]
    const NARROW: Simd = Simd {
        avx2: None,
        avx512: None,
    };

    /// Returns the widest instructions of this processor.
    pub fn find() -> Simd {
        Simd {
            avx2: pulp::x86::V3::try_new(),
            avx512: pulp::x86::V4::try_new(),
        }
    }

    /// Returns all instruction sets of this processor, the narrowest first.
    #[cfg(test)]
    pub fn all() -> [Simd; 3] {
        let widest = Simd::find();
        let avx2 = Simd {
            avx512: None,
            ..widest
        };
        [Simd::NARROW, avx2, widest]
    }

    /// Computes a task.
    #[inline(always)]
    pub fn run<T: Task>(self, task: T) -> T::Found {
        match self {
            Simd {
                avx512: Some(avx512),
                ..
            } => avx512.vectorize(Compiled(task)),
            Simd {
                avx2: Some(avx2), ..
            } => avx2.vectorize(Compiled(task)),
            _ => task.run(),
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
impl Simd {
    /// Returns all instruction sets of this processor.
    #[cfg(test)]
    pub fn all() -> [Simd; 1] {
        [Simd::find()]
    }

    /// Returns the widest instructions of this processor: those for which the program is compiled.
    pub fn find() -> Simd {
        Simd {}
    }

    /// Computes a task.
    #[inline(always)]
    pub fn run<T: Task>(self, task: T) -> T::Found {
        task.run()
    }
}
