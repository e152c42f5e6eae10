//! Test support: a data directory that is removed after the test, and repeatable randomness.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::StdRng;

/// A data directory for one test, named after it.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new(test: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("proffer-{test}-{}", std::process::id()));
        Self(super::prepare_data_dir(&dir).unwrap_or(dir))
    }
}

impl Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // When the database's account cannot reach the directory, this is a link to the cluster.
        let rows = fs::read_link(self.0.join("postgres"));
        for dir in rows.into_iter().chain([self.0.clone()]) {
            if let Err(error) = fs::remove_dir_all(&dir) {
                tracing::warn!(%error, dir = %dir.display(), "a test's directory stays behind");
            }
        }
    }
}

/// Repeatable randomness. Another number simulates another run of the program.
pub(super) fn rng(run: u64) -> StdRng {
    StdRng::seed_from_u64(run)
}
