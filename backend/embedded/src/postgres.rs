//! The embedded PostgreSQL: a real server run as a child process on a loopback port, with its cluster under
//! `DATA_DIR/postgres`.
//!
//! Three things keep it from outliving this process or blocking the next start:
//! - The leash: the server is started through a short shell script that holds a pipe of ours. When the pipe
//!   closes, because we stop it, drop it, or are killed, the server is told to shut down.
//! - The lock (`home.rs`): only one proffer uses the folder, so a server that runs on it at a start is a
//!   left-over and is stopped.
//! - A process group of its own: Ctrl-C in the terminal reaches proffer, which first finishes its requests,
//!   but not the server.

mod restart_limit;
mod server;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use rand::RngCore;
use secrecy::SecretString;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::process::Command;

use self::restart_limit::{MOST, RestartLimit, WITHIN};
use self::server::{STOP_LIMIT, Server, died, launch};
use super::binaries::Binaries;
use super::home::{self, Credentials, Home};

/// The name of the database, and the prefix of its roles.
const DATABASE: &str = "proffer";
/// The superuser that `initdb` creates.
const ADMIN: &str = "postgres";

/// How to start.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// `DATA_DIR`, created by [`super::prepare_data_dir`]. The cluster is in `postgres/` below it.
    pub data_dir: &'a Path,
    /// The folder of `postgres` and `initdb` (`PROFFER_POSTGRES_BIN`); without it they are searched for.
    pub binaries: Option<&'a Path>,
    /// Whether commits survive a crash of the machine and not only of the server. Tests discard their data
    /// and are faster without.
    pub durable: bool,
}

/// Connection URLs, each with its role and password: `postgres://..@127.0.0.1:<port>/proffer`.
#[derive(Debug, Clone)]
pub struct Urls {
    /// The superuser: for tests and repairs, never for the server.
    pub admin: SecretString,
    /// `proffer_owner`, which migrates.
    pub owner: SecretString,
    /// `proffer_app`, which sees tenant rows through row-level security.
    pub app: SecretString,
    /// `proffer_system`, for sign-in, the queue and administration.
    pub system: SecretString,
}

impl Urls {
    fn new(credentials: &Credentials, port: u16) -> Self {
        let url = |role: &str, password: &str| {
            SecretString::from(format!(
                "postgres://{role}:{password}@127.0.0.1:{port}/{DATABASE}?sslmode=disable"
            ))
        };
        Self {
            admin: url(ADMIN, &credentials.admin),
            owner: url("proffer_owner", &credentials.owner),
            app: url("proffer_app", &credentials.app),
            system: url("proffer_system", &credentials.system),
        }
    }

    /// The URLs of the server that another proffer runs on that data directory; `None` if none does.
    pub fn of_running(data_dir: &Path) -> anyhow::Result<Option<Self>> {
        Ok(home::held(data_dir)?.map(|(credentials, port)| Self::new(&credentials, port)))
    }
}

/// A running server. Dropping it stops it too, but blocks the thread meanwhile: prefer [`Embedded::stop`].
pub struct Embedded {
    server: Server,
    urls: Urls,
    version: String,
    home: Home,
    binaries: Binaries,
    /// The superuser's password.
    password: String,
    durable: bool,
}

impl Embedded {
    /// Starts the server; the first start creates the cluster, the database and its roles. Returns once the
    /// server accepts connections.
    ///
    /// # Errors
    /// The message is for the user at the terminal: no PostgreSQL found, the data directory in use or not
    /// ours, or the end of the server's own log.
    pub async fn start(options: &Options<'_>, rng: &mut (dyn RngCore + Send)) -> anyhow::Result<Self> {
        let home = Home::open(options.data_dir, rng)?;
        let binaries = Binaries::find(options.binaries, home.made_by()?, home.account)?;
        let credentials = home.credentials(rng)?;
        if home.made_by()?.is_none() {
            make_cluster(&home, &binaries, &credentials, options.durable).await?;
        } else {
            clear_leftovers(&home, &binaries).await?;
        }
        let (server, mut admin) = launch(&home, &binaries, &credentials.admin, options.durable, None).await?;
        prepare(&mut admin, &credentials).await.context("cannot prepare the embedded database")?;
        let version: String = sqlx::query_scalar("SHOW server_version").fetch_one(&mut admin).await?;
        admin.close().await?;
        let urls = Urls::new(&credentials, server.port);
        let version = version.split(' ').next().unwrap_or_default().to_owned();
        Ok(Self {
            server,
            urls,
            version,
            home,
            binaries,
            password: credentials.admin,
            durable: options.durable,
        })
    }

    /// The connection URLs.
    #[must_use]
    pub fn urls(&self) -> &Urls {
        &self.urls
    }

    /// The server's version, such as `18.4`.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The real path of the cluster. As root it may be outside `DATA_DIR`, which then holds a link.
    #[must_use]
    pub fn data_dir(&self) -> PathBuf {
        self.home.cluster()
    }

    /// Waits until the server ends on its own, and returns the reason. Cancel-safe: it may be dropped and
    /// called again.
    pub async fn exited(&mut self) -> anyhow::Error {
        match self.server.child.wait().await {
            Ok(status) => died(&self.home, status),
            Err(error) => anyhow!(error).context("cannot watch the embedded PostgreSQL"),
        }
    }

    /// Why the server ended, if it is not running.
    pub fn death(&mut self) -> Option<anyhow::Error> {
        let status = self.server.child.try_wait().ok().flatten()?;
        Some(died(&self.home, status))
    }

    /// Restarts the server whenever it ends on its own, keeping its address and data. Returns the reason of
    /// the last crash when there were too many in a short time. Cancel-safe.
    #[expect(
        clippy::disallowed_methods,
        reason = "a process of the system dies by the real clock, which no test moves"
    )]
    pub async fn keep_running(&mut self) -> anyhow::Error {
        let mut restarts = RestartLimit::default();
        let mut death = self.exited().await;
        while restarts.note(Instant::now()) {
            let how = death.to_string();
            tracing::warn!("{}; it is started again", how.lines().next().unwrap_or_default());
            death = match self.start_again().await {
                Ok(()) => {
                    tracing::info!("the embedded PostgreSQL is running again");
                    self.exited().await
                }
                Err(error) => error,
            };
        }
        death.context(format!(
            "the embedded PostgreSQL died {MOST} times within {} seconds and is not started again",
            WITHIN.as_secs()
        ))
    }

    /// Uses the same port, because this process's pools connect to it.
    async fn start_again(&mut self) -> anyhow::Result<()> {
        clear_leftovers(&self.home, &self.binaries).await?;
        let (server, admin) =
            launch(&self.home, &self.binaries, &self.password, self.durable, Some(self.server.port)).await?;
        self.server = server;
        Ok(admin.close().await?)
    }

    /// Stops the server: open transactions are rolled back, then everything is flushed. Close the pools
    /// first.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.server.stop().await.context("cannot stop the embedded PostgreSQL")
    }
}

/// Creates an empty cluster. It gets its final name only when it is complete, so an interrupted first start
/// leaves no partial cluster.
async fn make_cluster(
    home: &Home,
    binaries: &Binaries,
    credentials: &Credentials,
    durable: bool,
) -> anyhow::Result<()> {
    let unfinished = home.dir().join("data.new");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).with_context(|| format!("cannot remove {}", unfinished.display()))?;
    }
    super::create_dir(&unfinished, 0o700)?;
    home.account.give(&unfinished)?;
    let password_file = home.dir().join("initdb.password");
    super::write_private(&password_file, credentials.admin.as_bytes())?;
    home.account.give(&password_file)?;

    let mut command = binaries.command("initdb", home.account, home.dir());
    command.arg("-D").arg(&unfinished).arg("--pwfile").arg(&password_file).args(locale(binaries.major));
    command
        .args(["-U", ADMIN, "-E", "UTF8", "--auth=scram-sha-256", "--no-instructions"])
        .args(iterations(binaries.major));
    command.args(if durable { &["--data-checksums"][..] } else { without_checksums(binaries.major) });
    let made = Command::from(command).output().await.context("cannot run `initdb`");
    super::remove_if_there(&password_file)?;
    let made = made?;
    if !made.status.success() {
        bail!(
            "PostgreSQL could not make its data directory {}:\n{}",
            unfinished.display(),
            String::from_utf8_lossy(&made.stderr).trim()
        );
    }
    fs::rename(&unfinished, home.cluster()).context("cannot name the new data directory")
}

/// Text is sorted by code point, which is the same on every machine, while upper and lower case work for all
/// scripts. Before version 17 the case rules come from the machine's C library, and only Linux has this
/// locale name.
fn locale(major: u32) -> &'static [&'static str] {
    match major {
        17.. => &["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
        _ if cfg!(target_os = "linux") => &["--locale=C.UTF-8", "--lc-messages=C"],
        _ => &["--locale=C"],
    }
}

/// Iterations make the guessing of weak passwords slow; ours are random numbers of 192 bits, and each new
/// connection would repeat them. Before version 16 their number is fixed.
fn iterations(major: u32) -> &'static [&'static str] {
    if major >= 16 { &["-c", "scram_iterations=1"] } else { &[] }
}

/// Before version 18 a cluster has checksums only on request.
fn without_checksums(major: u32) -> &'static [&'static str] {
    if major >= 18 { &["--no-sync", "--no-data-checksums"] } else { &["--no-sync"] }
}

/// Stops a server that still runs on our cluster (the last proffer was just killed), and removes a stale pid
/// file whose process id now belongs to another program, which PostgreSQL would mistake for the server.
async fn clear_leftovers(home: &Home, binaries: &Binaries) -> anyhow::Result<()> {
    let cluster = home.cluster();
    let mark = cluster.join("postmaster.pid");
    let Some(pid) =
        fs::read_to_string(&mark).ok().and_then(|text| text.lines().next()?.trim().parse::<u32>().ok())
    else {
        return Ok(());
    };
    if serves(pid, &cluster).await? {
        tracing::info!(pid, "stopping the PostgreSQL that an earlier run left behind");
        let seconds = STOP_LIMIT.as_secs().to_string();
        let mut stop = binaries.command("pg_ctl", home.account, home.dir());
        stop.arg("-D").arg(&cluster).args(["stop", "-s", "-w", "-m", "fast", "-t", &seconds]);
        let stopped = Command::from(stop).output().await.context("cannot run `pg_ctl`")?;
        // It may have ended between the two checks, which `pg_ctl` reports as a failure.
        if !stopped.status.success() && serves(pid, &cluster).await? {
            bail!(
                "a PostgreSQL from an earlier run (process {pid}) does not stop: {}",
                String::from_utf8_lossy(&stopped.stderr).trim()
            );
        }
        return Ok(());
    }
    super::remove_if_there(&mark)
}

/// Whether a process is a server on this cluster: a server's working directory is its data directory.
async fn serves(pid: u32, cluster: &Path) -> anyhow::Result<bool> {
    if Path::new("/proc/self").exists() {
        return Ok(fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|dir| dir == cluster));
    }
    let shown = Command::new("ps")
        .args(["-o", "command=", "-p", &pid.to_string()])
        .output()
        .await
        .context("cannot run `ps`")?;
    Ok(String::from_utf8_lossy(&shown.stdout).contains(&*cluster.to_string_lossy()))
}

/// Creates the missing roles and the database.
async fn prepare(admin: &mut PgConnection, credentials: &Credentials) -> anyhow::Result<()> {
    for (role, password) in [
        ("proffer_owner", &credentials.owner),
        ("proffer_app", &credentials.app),
        ("proffer_system", &credentials.system),
    ] {
        let exists: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)")
            .bind(role)
            .fetch_one(&mut *admin)
            .await?;
        if !exists {
            // DDL statements take no parameters. The name is ours and the password is hexadecimal.
            let create = format!(
                "CREATE ROLE {role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD '{password}'"
            );
            sqlx::raw_sql(AssertSqlSafe(create)).execute(&mut *admin).await?;
        }
    }
    let exists: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
        .bind(DATABASE)
        .fetch_one(&mut *admin)
        .await?;
    if !exists {
        sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {DATABASE} OWNER proffer_owner")))
            .execute(&mut *admin)
            .await?;
    }
    Ok(())
}
