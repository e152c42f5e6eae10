//! The folder of the embedded PostgreSQL, `DATA_DIR/postgres`: its location, its lock, and its small files.
//!
//! ```text
//! DATA_DIR/postgres.lock      held while a proffer uses the folder
//! DATA_DIR/postgres/          ours, or a link to /var/lib/proffer/.. if the server's account cannot reach it
//!   credentials.json          passwords of the four roles, 0600
//!   port                      the port of the last start
//!   server.log                the server's log, and server.previous.log
//!   data/                     the cluster; owned by the account that the server runs under
//! ```

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::{OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rand::RngCore;
use serde::{Deserialize, Serialize};

use super::account::Account;
use super::{create_dir, new_secret, remove_if_there, write_private};

/// Where programs keep data of the machine rather than of a user.
const MACHINE_STATE: &str = "/var/lib/proffer";

/// The passwords created at the first start. They never leave the data directory.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Credentials {
    pub(super) admin: String,
    pub(super) owner: String,
    pub(super) app: String,
    pub(super) system: String,
}

/// The folder, locked by this process.
pub(super) struct Home {
    dir: PathBuf,
    /// The account that the server runs under.
    pub(super) account: Account,
    /// The system releases it when this process ends, even after a crash.
    _lock: Lock,
}

/// A file that is locked while this value lives.
struct Lock(File);

impl Drop for Lock {
    /// Closing the file is not enough: a program that another thread is starting briefly holds a copy of the
    /// file, and with it the lock.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the lock of the data directory was not released");
        }
    }
}

impl Home {
    /// Locks the folder for this process, creating it if it is missing.
    pub(super) fn open(data_dir: &Path, rng: &mut (dyn RngCore + Send)) -> anyhow::Result<Self> {
        let lock = lock(data_dir)?;
        let named = data_dir.join("postgres");
        let account = Account::choose(&named.join("data"))?;
        let dir = place(&named, account, Path::new(MACHINE_STATE), rng)?;
        Ok(Self { dir, account, _lock: lock })
    }

    /// The folder itself, free of symbolic links.
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// The path of the cluster.
    pub(super) fn cluster(&self) -> PathBuf {
        self.dir.join("data")
    }

    /// The major version that created the cluster; `None` before the first start.
    pub(super) fn made_by(&self) -> anyhow::Result<Option<u32>> {
        let file = self.cluster().join("PG_VERSION");
        match fs::read_to_string(&file) {
            Ok(text) => text
                .trim()
                .parse()
                .map(Some)
                .with_context(|| format!("{} does not hold a version", file.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
        }
    }

    /// The passwords, created if there is no database yet.
    pub(super) fn credentials(&self, rng: &mut (dyn RngCore + Send)) -> anyhow::Result<Credentials> {
        let file = self.dir.join("credentials.json");
        match fs::read(&file) {
            Ok(text) => {
                serde_json::from_slice(&text).with_context(|| format!("{} is damaged", file.display()))
            }
            Err(error) if error.kind() == ErrorKind::NotFound && self.made_by()?.is_none() => {
                let credentials = Credentials {
                    admin: new_secret(rng),
                    owner: new_secret(rng),
                    app: new_secret(rng),
                    system: new_secret(rng),
                };
                write_private(&file, &serde_json::to_vec_pretty(&credentials)?)?;
                Ok(credentials)
            }
            Err(error) => Err(error).with_context(|| {
                format!(
                    "cannot read {}, the passwords of the database beside it: put the file back, or remove {} to start empty",
                    file.display(),
                    self.dir.display()
                )
            }),
        }
    }

    /// The port of the last start, so that noted addresses stay valid.
    pub(super) fn port(&self) -> Option<u16> {
        fs::read_to_string(self.dir.join("port")).ok()?.trim().parse().ok()
    }

    /// Stores the port.
    pub(super) fn set_port(&self, port: u16) -> anyhow::Result<()> {
        write_private(&self.dir.join("port"), format!("{port}\n").as_bytes())
    }

    /// Keeps the log of the last run for reading after a crash.
    pub(super) fn keep_last_log(&self) -> anyhow::Result<()> {
        let log = self.log_path();
        match fs::rename(&log, self.dir.join("server.previous.log")) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot put {} aside", log.display()))
            }
            _ => Ok(()),
        }
    }

    /// An empty log for a server about to start.
    pub(super) fn new_log(&self) -> anyhow::Result<File> {
        let log = self.log_path();
        remove_if_there(&log)?;
        OpenOptions::new()
            .append(true)
            .create_new(true)
            .mode(0o600)
            .open(&log)
            .with_context(|| format!("cannot write {}", log.display()))
    }

    /// The path of the server's log.
    pub(super) fn log_path(&self) -> PathBuf {
        self.dir.join("server.log")
    }

    /// The server's log since its start.
    pub(super) fn log(&self) -> String {
        fs::read(self.log_path())
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
    }
}

/// Ensures that this is the only proffer on the data directory, so that a server found running on it is a
/// left-over.
fn lock(data_dir: &Path) -> anyhow::Result<Lock> {
    try_lock(data_dir)?.with_context(|| {
        format!("another proffer is running on the data directory {}: stop it first, or choose another with --data-dir", data_dir.display())
    })
}

/// The credentials and port of the proffer that holds the data directory now; `None` if none does.
pub(super) fn held(data_dir: &Path) -> anyhow::Result<Option<(Credentials, u16)>> {
    if try_lock(data_dir)?.is_some() {
        return Ok(None);
    }
    let dir = data_dir.join("postgres");
    let (credentials, port) = (dir.join("credentials.json"), dir.join("port"));
    let read =
        |file: &Path| fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()));
    let parsed = serde_json::from_str(&read(&credentials)?)
        .with_context(|| format!("{} is damaged", credentials.display()))?;
    let port =
        read(&port)?.trim().parse().with_context(|| format!("{} does not hold a port", port.display()))?;
    Ok(Some((parsed, port)))
}

/// The lock of the data directory, unless another process holds it.
fn try_lock(data_dir: &Path) -> anyhow::Result<Option<Lock>> {
    let path = data_dir.join("postgres.lock");
    // Read access is enough for a lock, and works on a file of another user.
    let open = || match File::open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o644).open(&path)
        }
        opened => opened,
    };
    let file = open().with_context(|| format!("cannot open {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

/// Decides the real location of the folder. `named` is its expected path. If the server's account cannot
/// reach it (a checkout below `/root`), the folder is created in `machine_state` and `named` becomes a link
/// to it. Removing the data directory still means starting empty, because the next one gets a new folder.
fn place(
    named: &Path,
    account: Account,
    machine_state: &Path,
    rng: &mut (dyn RngCore + Send),
) -> anyhow::Result<PathBuf> {
    let mode = if account == Account::Own { 0o700 } else { 0o711 };
    match fs::read_link(named) {
        Ok(target) => create_dir(&target, mode)?,
        Err(_) => create_dir(named, mode)?,
    }
    let dir = named.canonicalize().with_context(|| format!("cannot use {}", named.display()))?;
    if account.can_enter(&dir)? {
        return Ok(dir);
    }
    let mut unique = [0_u8; 8];
    rng.fill_bytes(&mut unique);
    let elsewhere = machine_state.join(hex::encode(unique));
    let relocate = || {
        create_dir(machine_state, 0o755)?;
        create_dir(&elsewhere, mode)?;
        if !account.can_enter(&elsewhere)? {
            bail!("it cannot enter {} either", elsewhere.display());
        }
        fs::remove_dir(named).with_context(|| format!("{} is not empty", named.display()))?;
        symlink(&elsewhere, named).with_context(|| format!("cannot make {} a link", named.display()))
    };
    relocate().with_context(|| {
        format!("PostgreSQL refuses to run as root, and the account it runs under instead cannot access {}: choose another directory with --data-dir", dir.display())
    })?;
    Ok(elsewhere)
}
