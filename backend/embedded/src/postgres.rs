//! The embedded PostgreSQL: a real server run as a child process on a loopback port, with its rows under
//! `DATA_DIR/postgres`.
//!
//! Three things keep it from outliving us or blocking the next start:
//! - The leash: the server is started through a few lines of shell that hold a pipe of ours. When the pipe closes, because we
//!   stop it, drop it, or are killed, the server is told to shut down.
//! - The lock (`home.rs`): only one proffer uses the folder, so whatever still runs on it at a start is a left-over, and is stopped.
//! - A process group of its own: Ctrl-C in the terminal reaches proffer, which first finishes its requests, and not the server.

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

/// The database, and the prefix of its roles.
const DATABASE: &str = "proffer";
/// The superuser `initdb` makes.
const ADMIN: &str = "postgres";

/// How to start.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// `DATA_DIR`, made by [`super::prepare_data_dir`]. The rows go to `postgres/` below it.
    pub data_dir: &'a Path,
    /// The folder of `postgres` and `initdb` (`PROFFER_POSTGRES_BIN`); without it they are looked for.
    pub binaries: Option<&'a Path>,
    /// Whether what is committed survives a crash of the machine, not only of the server. Tests, which throw
    /// their rows away, are faster without.
    pub durable: bool,
}

/// Addresses to connect to, each with its role and password: `postgres://..@127.0.0.1:<port>/proffer`.
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
            SecretString::from(format!("postgres://{role}:{password}@127.0.0.1:{port}/{DATABASE}?sslmode=disable"))
        };
        Self {
            admin: url(ADMIN, &credentials.admin),
            owner: url("proffer_owner", &credentials.owner),
            app: url("proffer_app", &credentials.app),
            system: url("proffer_system", &credentials.system),
        }
    }

    /// Those of the server that another proffer runs on that data directory; `None` while none does.
    ///
    /// # Errors
    /// When what that proffer has noted there cannot be read.
    pub fn of_running(data_dir: &Path) -> anyhow::Result<Option<Self>> {
        Ok(home::held(data_dir)?.map(|(credentials, port)| Self::new(&credentials, port)))
    }
}

/// A running server. Dropping it stops it too, but blocks the thread while it does: prefer
/// [`Embedded::stop`].
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
    /// Starts the server; on the first start makes the cluster, the database and its roles. Returns once it
    /// accepts connections.
    ///
    /// # Errors
    /// In words for the person at the terminal: no PostgreSQL found, the data directory in use or not ours,
    /// or the end of the server's own log.
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
        Ok(Self { server, urls, version, home, binaries, password: credentials.admin, durable: options.durable })
    }

    /// Where to connect.
    #[must_use]
    pub fn urls(&self) -> &Urls {
        &self.urls
    }

    /// The server's version, such as `18.4`.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Where the rows really are. As root this may be outside of `DATA_DIR`, which then holds a link.
    #[must_use]
    pub fn data_dir(&self) -> PathBuf {
        self.home.cluster()
    }

    /// Waits until the server ends by itself, and says how. Never returns while all is well; may be dropped
    /// and called again.
    pub async fn exited(&mut self) -> anyhow::Error {
        match self.server.child.wait().await {
            Ok(status) => died(&self.home, status),
            Err(error) => anyhow!(error).context("cannot watch the embedded PostgreSQL"),
        }
    }

    /// How the server ended, where it does not run.
    pub fn death(&mut self) -> Option<anyhow::Error> {
        let status = self.server.child.try_wait().ok().flatten()?;
        Some(died(&self.home, status))
    }

    /// Starts the server again whenever it ends by itself, so that its address and its rows stay. Returns,
    /// with the reason of the last death, once it has died too often in a short time; may be dropped at any
    /// time.
    #[expect(clippy::disallowed_methods, reason = "a process of the system dies by the real clock, which no test moves")]
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
        death.context(format!("the embedded PostgreSQL died {MOST} times within {} seconds and is not started again", WITHIN.as_secs()))
    }

    /// At the same port, since that is where the pools of this process look for it.
    async fn start_again(&mut self) -> anyhow::Result<()> {
        clear_leftovers(&self.home, &self.binaries).await?;
        let (server, admin) = launch(&self.home, &self.binaries, &self.password, self.durable, Some(self.server.port)).await?;
        self.server = server;
        Ok(admin.close().await?)
    }

    /// Stops the server: open transactions are rolled back, then all is written down. Close the pools before.
    ///
    /// # Errors
    /// When the server cannot be waited for.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.server.stop().await.context("cannot stop the embedded PostgreSQL")
    }
}

/// Makes an empty cluster. It appears under its name only when it is whole, so an interrupted first start
/// leaves nothing half-made.
async fn make_cluster(home: &Home, binaries: &Binaries, credentials: &Credentials, durable: bool) -> anyhow::Result<()> {
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
    command.args(["-U", ADMIN, "-E", "UTF8", "--auth=scram-sha-256", "--data-checksums", "--no-instructions"]);
    if !durable {
        command.arg("--no-sync");
    }
    let made = Command::from(command).output().await.context("cannot run `initdb`");
    super::remove_if_there(&password_file)?;
    let made = made?;
    if !made.status.success() {
        bail!("PostgreSQL could not make its data directory {}:\n{}", unfinished.display(), String::from_utf8_lossy(&made.stderr).trim());
    }
    fs::rename(&unfinished, home.cluster()).context("cannot name the new data directory")
}

/// Text is compared by code point, which is the same on every machine, while letters of all scripts have an
/// upper and a lower case. Before version 17 the latter comes from the machine's C library, where only Linux
/// has it under this name.
fn locale(major: u32) -> &'static [&'static str] {
    match major {
        17.. => &["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
        _ if cfg!(target_os = "linux") => &["--locale=C.UTF-8", "--lc-messages=C"],
        _ => &["--locale=C"],
    }
}

/// Stops a server that still runs on our rows (the last proffer was killed a moment ago), and removes the
/// mark of one that does not run any more but whose process id now belongs to another program, which
/// PostgreSQL itself would take for the server.
async fn clear_leftovers(home: &Home, binaries: &Binaries) -> anyhow::Result<()> {
    let cluster = home.cluster();
    let mark = cluster.join("postmaster.pid");
    let Some(pid) = fs::read_to_string(&mark).ok().and_then(|text| text.lines().next()?.trim().parse::<u32>().ok()) else {
        return Ok(());
    };
    if serves(pid, &cluster).await? {
        tracing::info!(pid, "stopping the PostgreSQL that an earlier run left behind");
        let seconds = STOP_LIMIT.as_secs().to_string();
        let mut stop = binaries.command("pg_ctl", home.account, home.dir());
        stop.arg("-D").arg(&cluster).args(["stop", "-s", "-w", "-m", "fast", "-t", &seconds]);
        let stopped = Command::from(stop).output().await.context("cannot run `pg_ctl`")?;
        // It may have ended between the two looks at it, which pg_ctl reports as a failure.
        if !stopped.status.success() && serves(pid, &cluster).await? {
            bail!("a PostgreSQL from an earlier run (process {pid}) does not stop: {}", String::from_utf8_lossy(&stopped.stderr).trim());
        }
        return Ok(());
    }
    super::remove_if_there(&mark)
}

/// Whether a process is a server on these rows. Its working directory tells: a server's is its data
/// directory.
async fn serves(pid: u32, cluster: &Path) -> anyhow::Result<bool> {
    if Path::new("/proc/self").exists() {
        return Ok(fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|dir| dir == cluster));
    }
    let shown = Command::new("ps").args(["-o", "command=", "-p", &pid.to_string()]).output().await.context("cannot run `ps`")?;
    Ok(String::from_utf8_lossy(&shown.stdout).contains(&*cluster.to_string_lossy()))
}

/// Makes the roles and the database, where they are missing.
async fn prepare(admin: &mut PgConnection, credentials: &Credentials) -> anyhow::Result<()> {
    for (role, password) in
        [("proffer_owner", &credentials.owner), ("proffer_app", &credentials.app), ("proffer_system", &credentials.system)]
    {
        let exists: bool =
            sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)").bind(role).fetch_one(&mut *admin).await?;
        if !exists {
            // Statements that define things take no parameters. The name is ours and the password is
            // hexadecimal.
            let create =
                format!("CREATE ROLE {role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD '{password}'");
            sqlx::raw_sql(AssertSqlSafe(create)).execute(&mut *admin).await?;
        }
    }
    let exists: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)").bind(DATABASE).fetch_one(&mut *admin).await?;
    if !exists {
        sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {DATABASE} OWNER proffer_owner"))).execute(&mut *admin).await?;
    }
    Ok(())
}
