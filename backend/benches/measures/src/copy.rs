//! An editable copy of the checkout: the developer's own files are unchanged.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;
use tokio::process::Command;

use super::process;

/// How long listing the files may take.
const LISTING: Duration = Duration::from_secs(30);

/// The version of the copy's crates.
const VERSION: &str = "0.0.0-measured";

/// Copies the files that git tracks, or would add, from `root` to `copy`. Unchanged files keep their time
/// stamps, so that a second run builds little.
pub async fn bring_up_to_date(root: &Path, copy: &Path) -> anyhow::Result<()> {
    let mut list = Command::new("git");
    list.arg("-C").arg(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let listed = process::output(&mut list, LISTING).await?;
    let wanted: Vec<&str> =
        listed.split('\0').filter(|name| !name.is_empty() && root.join(name).is_file()).collect();
    for file in files(copy)? {
        if !wanted.iter().any(|name| file == copy.join(name)) {
            fs::remove_file(&file).with_context(|| format!("removing {}", file.display()))?;
        }
    }
    for name in wanted {
        let (from, to) = (root.join(name), copy.join(name));
        let mut new = fs::read(&from).with_context(|| format!("reading {}", from.display()))?;
        if name == "Cargo.toml" {
            new = another_version(&String::from_utf8_lossy(&new))?.into_bytes();
        }
        if fs::read(&to).is_ok_and(|old| old == new) {
            continue;
        }
        fs::create_dir_all(to.parent().unwrap_or(copy))?;
        fs::write(&to, new).with_context(|| format!("writing {}", to.display()))?;
    }
    Ok(())
}

/// The workspace's manifest with a different version, which makes cargo distinguish the copy's crates from
/// the checkout's.
fn another_version(manifest: &str) -> anyhow::Result<String> {
    let (head, workspace) =
        manifest.split_once("[workspace.package]").context("Cargo.toml has no [workspace.package]")?;
    let (before, rest) = workspace.split_once("version = \"").context("Cargo.toml names no version")?;
    let (_, after) = rest.split_once('"').context("Cargo.toml names no version")?;
    Ok(format!("{head}[workspace.package]{before}version = \"{VERSION}\"{after}"))
}

/// The files of a folder, without those of the links in it.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("reading {}", folder.display()))?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            found.extend(files(&entry.path())?);
        } else if kind.is_file() {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// The original of an edited file, restored when dropped.
pub struct Edited {
    file: PathBuf,
    original: String,
}

impl Edited {
    /// Stores the original of a file.
    pub fn begin(file: PathBuf) -> anyhow::Result<Self> {
        let original = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        Ok(Self { file, original })
    }

    /// Inserts a comment at the top, which moves every line.
    pub fn change(&self, round: usize) -> anyhow::Result<()> {
        fs::write(&self.file, format!("// change {round}\n{}", self.original))
            .with_context(|| format!("writing {}", self.file.display()))
    }
}

impl Drop for Edited {
    fn drop(&mut self) {
        if let Err(error) = fs::write(&self.file, &self.original) {
            eprintln!("cannot put {} back: {error}", self.file.display());
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn only_the_version_of_the_workspace_is_another() {
        let manifest = "[x]\nversion = \"1\"\n[workspace.package]\nversion = \"0.1.0\"\nedition = \"2024\"\n[y]\nrust-version = \"2\"\n";
        let changed = another_version(manifest).unwrap();
        assert_eq!(changed, manifest.replace("0.1.0", VERSION));
    }
}
