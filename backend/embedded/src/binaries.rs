//! Finds PostgreSQL's programs: those of the setting, else the package that `make` keeps in its cache, else
//! those installed on the machine. A candidate counts only if it runs under the account that will run it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::account::Account;

/// The schema needs views with `security_invoker`, which came with this version.
const OLDEST: u32 = 15;

/// The programs of one PostgreSQL installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Binaries {
    dir: PathBuf,
    /// The major version, such as 18.
    pub(super) major: u32,
}

impl Binaries {
    /// Finds the programs.
    ///
    /// `setting` is `PROFFER_POSTGRES_BIN`: if given, nothing else is tried. `made_by` is the major version
    /// that created the existing cluster, which no other version can read.
    pub(super) fn find(
        setting: Option<&Path>,
        made_by: Option<u32>,
        account: Account,
    ) -> anyhow::Result<Self> {
        let candidates = match setting {
            Some(dir) => vec![dir.to_path_buf()],
            None => candidates(),
        };
        let mut refused = Vec::new();
        for dir in candidates {
            match Self::examine(&dir, made_by, account) {
                Ok(found) => return Ok(found),
                Err(reason) => refused.push(format!("\n  {}: {reason:#}", dir.display())),
            }
        }
        let advice = match made_by {
            None => format!(
                "no PostgreSQL {OLDEST} or newer was found: `make run` fetches one, or install it with your package manager"
            ),
            Some(major) => format!(
                "the existing data was made by PostgreSQL {major}, which no other version can read, and it was not found: install it with your package manager"
            ),
        };
        bail!(
            "{advice}, or set PROFFER_POSTGRES_BIN to the folder that holds its `postgres` and `initdb`.{}",
            refused.concat()
        )
    }

    fn examine(dir: &Path, made_by: Option<u32>, account: Account) -> anyhow::Result<Self> {
        let output = account
            .command(dir.join("postgres"), Path::new("/"))
            .arg("--version")
            .output()
            .context("the account PostgreSQL has to run under cannot run it")?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let Some(major) = major_version(&printed) else {
            bail!("`postgres --version` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        };
        if made_by.is_some_and(|made_by| made_by != major) {
            bail!("is version {major}");
        }
        if major < OLDEST {
            bail!("is version {major}, too old");
        }
        if !dir.join("initdb").exists() {
            bail!("has no `initdb`");
        }
        Ok(Self { dir: dir.to_path_buf(), major })
    }

    /// A command for one of the programs, run as `account` in `working_dir`.
    pub(super) fn command(&self, program: &str, account: Account, working_dir: &Path) -> Command {
        account.command(self.path(program), working_dir)
    }

    /// The path of one of the programs.
    pub(super) fn path(&self, program: &str) -> PathBuf {
        self.dir.join(program)
    }
}

/// The major version in the output of `postgres --version`, such as `postgres (PostgreSQL) 15.14 (Debian
/// 15.14-1)`.
fn major_version(printed: &str) -> Option<u32> {
    let (_, version) = printed.split_once("(PostgreSQL) ")?;
    version.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()
}

/// All candidate folders, best first.
fn candidates() -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let home_cache = variable("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| variable("HOME").map(|home| PathBuf::from(home).join(".cache")));
    let caches = home_cache.into_iter().chain([PathBuf::from("/var/cache")]);
    let on_path: Vec<PathBuf> = std::env::split_paths(&variable("PATH").unwrap_or_else(OsString::new))
        .filter(|dir| dir.join("postgres").exists())
        .collect();
    caches
        .flat_map(|cache| versions(&cache.join("proffer/postgres"), "", "bin"))
        .chain(on_path)
        .chain(versions(Path::new("/usr/lib/postgresql"), "", "bin"))
        .chain(versions(Path::new("/usr"), "pgsql-", "bin"))
        .chain(
            ["/opt/homebrew/opt", "/usr/local/opt"]
                .into_iter()
                .flat_map(|formulas| versions(Path::new(formulas), "postgresql", "bin")),
        )
        .chain(versions(Path::new("/Applications/Postgres.app/Contents/Versions"), "", "bin"))
        .collect()
}

/// The `bin` folders of the versions installed in `parent`, newest first.
fn versions(parent: &Path, prefix: &str, bin: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(parent)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
        .map(|entry| entry.path().join(bin))
        .filter(|dir| dir.join("postgres").exists())
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn versions_are_read_as_the_distributions_print_them() {
        assert_eq!(major_version("postgres (PostgreSQL) 18.4\n"), Some(18));
        assert_eq!(major_version("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)\n"), Some(15));
        assert_eq!(major_version("postgres (PostgreSQL) 19beta1\n"), Some(19));
        assert_eq!(major_version("bash: postgres: not found"), None);
    }

    #[test]
    fn a_setting_that_names_a_wrong_folder_is_an_error_that_says_so() {
        let error = Binaries::find(Some(Path::new("/nonexistent/postgres/bin")), None, Account::Own)
            .unwrap_err()
            .to_string();
        assert!(error.contains("/nonexistent/postgres/bin"), "{error}");
        assert!(error.contains("PROFFER_POSTGRES_BIN"), "{error}");
    }

    #[test]
    fn rows_of_another_version_are_not_handed_to_what_cannot_read_them() {
        let Ok(any) = Binaries::find(None, None, Account::Own) else { return };
        let error = Binaries::find(None, Some(any.major + 1000), Account::Own).unwrap_err().to_string();
        assert!(error.contains(&format!("is version {}", any.major)), "{error}");
    }
}
