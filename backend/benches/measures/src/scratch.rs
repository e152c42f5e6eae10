//! A folder that is removed afterwards.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder below the machine's temporary one; removed when dropped.
pub struct Scratch {
    dir: PathBuf,
}

impl Scratch {
    /// Creates it. As root others may pass through it, because PostgreSQL's account has to.
    pub fn new(purpose: &str) -> anyhow::Result<Self> {
        let dir = std::env::temp_dir().join(format!("proffer-bench-{}-{purpose}", std::process::id()));
        Ok(Self { dir: proffer_embedded::prepare_data_dir(&dir)? })
    }

    pub fn path(&self) -> &Path {
        &self.dir
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If PostgreSQL's account cannot reach the folder, its rows are elsewhere behind a link.
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
