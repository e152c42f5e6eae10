//! The account that PostgreSQL runs under. It refuses to run as root, which is common in containers and CI,
//! so root picks another account for it alone.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

/// The account that runs the database server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Account {
    /// The account of this process.
    Own,
    /// This process is root and switches to these ids.
    Other {
        /// User id.
        uid: u32,
        /// Group id.
        gid: u32,
    },
}

impl Account {
    /// Chooses the account: our own unless that is root; as root, the owner of the existing cluster (which an
    /// earlier start as an ordinary user may have created), else the machine's `postgres` user, else
    /// `nobody`.
    pub(super) fn choose(cluster: &Path) -> anyhow::Result<Self> {
        let own = effective_uid()?;
        let existing = fs::metadata(cluster).ok();
        if own != 0 {
            return match existing {
                Some(owned) if owned.uid() != own => bail!(
                    "{} belongs to user id {}, not to you: it was first started by that user. Start as that user, or choose another data directory",
                    cluster.display(),
                    owned.uid(),
                ),
                _ => Ok(Self::Own),
            };
        }
        if let Some(owned) = existing.filter(|metadata| metadata.uid() != 0) {
            return Ok(Self::Other { uid: owned.uid(), gid: owned.gid() });
        }
        let passwd = fs::read_to_string("/etc/passwd").context(
            "cannot read /etc/passwd to find an account for PostgreSQL, which refuses to run as root",
        )?;
        unprivileged(&passwd).context("PostgreSQL refuses to run as root, and this machine has neither a `postgres` nor a `nobody` account: start as an ordinary user")
    }

    /// A command that runs as this account, with only the environment needed to find programs: the messages
    /// that we parse must be in English, and the `PG*` variables of the user's own database must not apply.
    pub(super) fn command(self, program: impl AsRef<std::ffi::OsStr>, working_dir: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("LC_ALL", "C").current_dir(working_dir).stdin(Stdio::null());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        if let Self::Other { uid, gid } = self {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Makes the account the owner of one file or directory.
    pub(super) fn give(self, path: &Path) -> anyhow::Result<()> {
        match self {
            Self::Own => Ok(()),
            Self::Other { uid, gid } => chown(path, Some(uid), Some(gid)).with_context(|| {
                format!("cannot give {} to the account PostgreSQL runs under", path.display())
            }),
        }
    }

    /// Whether the account can reach a directory. The system is asked, because access lists and mount options
    /// matter as well as modes.
    pub(super) fn can_enter(self, dir: &Path) -> anyhow::Result<bool> {
        let status = self
            .command("sh", Path::new("/"))
            .args(["-c", "cd -- \"$1\"", "sh"])
            .arg(dir)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("cannot run `sh`")?;
        Ok(status.success())
    }
}

/// The effective user id of this process. `id` is run for it, because the standard library has no safe form
/// of the system call.
pub(super) fn effective_uid() -> anyhow::Result<u32> {
    let output = Command::new("id").arg("-u").stdin(Stdio::null()).output().context("cannot run `id -u`")?;
    String::from_utf8_lossy(&output.stdout).trim().parse().context("`id -u` did not print a user id")
}

/// The best account in an `/etc/passwd` for a server that must not be root.
fn unprivileged(passwd: &str) -> Option<Account> {
    let ids = |wanted: &str| {
        passwd.lines().find_map(|line| {
            let mut fields = line.split(':');
            let (name, _password, uid, gid) =
                (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
            let (uid, gid) = (uid.parse().ok()?, gid.parse().ok()?);
            (name == wanted && uid != 0).then_some(Account::Other { uid, gid })
        })
    };
    ids("postgres").or_else(|| ids("nobody"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_postgres_user_is_preferred_to_the_nobody_user() {
        let both = "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\npostgres:x:101:104::/var/lib/postgresql:/bin/sh\n";
        assert_eq!(unprivileged(both), Some(Account::Other { uid: 101, gid: 104 }));
        let (nobody_only, _) = both.split_once("postgres").unwrap_or_default();
        assert_eq!(unprivileged(nobody_only), Some(Account::Other { uid: 65534, gid: 65533 }));
    }

    #[test]
    fn an_account_that_is_root_by_another_name_is_never_chosen() {
        assert_eq!(unprivileged("root:x:0:0::/root:/bin/sh\npostgres:x:0:0::/:/bin/sh\nbroken line\n"), None);
    }
}
