//! A folder that is gone afterwards.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder below the machine's temporary one; removed when dropped.
pub struct Scratch {
    dir: PathBuf,
}

impl Scratch {
    /// Makes it. As root others may pass through it, as PostgreSQL's account has to.
    pub fn new(purpose: &str) -> anyhow::Result<Self> {
        let dir = std::env::temp_dir().join(format!("proffer-bench-{}-{purpose}", std::process::id()));
        Ok(Self { dir: proffer_embedded::prepare_data_dir(&dir)? })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.dir
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Where PostgreSQL's account could not reach the folder, its rows lie elsewhere behind a link.
        if let Ok(elsewhere) = fs::read_link(self.dir.join("postgres")) {
            remove(&elsewhere);
        }
        remove(&self.dir);
    }
}

fn remove(dir: &Path) {
    if let Err(error) = fs::remove_dir_all(dir) {
        eprintln!("cannot remove {}: {error}", dir.display());
    }
}
