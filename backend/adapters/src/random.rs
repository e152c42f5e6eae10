//! Randomness for everything secret or unique. A test can make it repeatable.

use std::sync::{Mutex, PoisonError};

use rand::{SeedableRng, TryRngCore, rngs::StdRng};

/// Random bytes, from the operating system or from a test's seed.
#[derive(Debug)]
pub enum Rng {
    /// The operating system's.
    Os,
    /// Repeatable, for tests.
    Seeded(Box<Mutex<StdRng>>),
}

impl Rng {
    /// A repeatable source.
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Box::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// `N` random bytes.
    ///
    /// # Panics
    /// When the operating system provides no randomness: without it, no operation is safe.
    #[expect(clippy::expect_used, reason = "a server without randomness must stop, not sign people in")]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match self {
            Self::Os => {
                rand::rngs::OsRng.try_fill_bytes(&mut bytes).expect("the operating system's randomness");
            }
            Self::Seeded(rng) => {
                rand::RngCore::fill_bytes(
                    &mut *rng.lock().unwrap_or_else(PoisonError::into_inner),
                    &mut bytes,
                );
            }
        }
        bytes
    }
}
