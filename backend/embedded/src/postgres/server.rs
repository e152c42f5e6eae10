//! The server process: how it starts, how one knows that it is ready, and how it stops.

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{ConnectOptions, PgConnection};
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::{sleep, timeout};

use super::super::binaries::Binaries;
use super::super::home::Home;
use super::ADMIN;

/// A start that recovers after a crash replays the log first, which can take its time on a slow disk.
const START_LIMIT: Duration = Duration::from_mins(2);
/// A fast shutdown writes a checkpoint. One that takes longer is cut off, which costs nothing but a recovery.
pub(super) const STOP_LIMIT: Duration = Duration::from_secs(20);
/// How often a server on its way up or down is looked at.
const POLL: Duration = Duration::from_millis(20);

/// How long to give the processes of a killed server, each of which may have a statement to finish, before
/// trying again.
const LINGER_PAUSE: Duration = Duration::from_millis(250);

/// Becomes the server, leaving a watcher behind that ends it when our pipe closes. The watcher is started
/// twice removed, so that it is nobody's child: PostgreSQL takes notice of the death of children it does not
/// know. `$$` is the server, even in the watcher.
const LEASH: &str = r#"
exec 3<&0
( { cat <&3; kill -INT $$; } >/dev/null 2>&1 & )
exec "$@" </dev/null 3<&-
"#;

/// The child process and what holds it.
pub(super) struct Server {
    pub(super) child: Child,
    /// Closing it tells the server to shut down.
    pub(super) leash: Option<ChildStdin>,
    /// The loopback port it listens on.
    pub(super) port: u16,
}

impl Server {
    /// A fast shutdown: open transactions are rolled back, then all is written down.
    pub(super) async fn stop(&mut self) -> std::io::Result<()> {
        self.leash = None;
        match timeout(STOP_LIMIT, self.child.wait()).await {
            Ok(ended) => ended.map(|_status| ()),
            Err(_elapsed) => self.child.kill().await,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.leash = None;
        let polls = STOP_LIMIT.as_millis() / POLL.as_millis();
        for _ in 0..polls {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(POLL),
                _ => return,
            }
        }
        if let Err(error) = self.child.start_kill() {
            tracing::warn!(%error, "cannot end the embedded PostgreSQL");
        }
    }
}

/// Why a server that was just started is not there.
enum Failed {
    /// Somebody else got the port.
    PortTaken,
    /// Processes of a killed server have not all noticed yet that it is gone.
    Lingering,
    /// Anything else, in words.
    Other(anyhow::Error),
}

/// Starts the server and returns it with a first connection, trying again where only time or another port is
/// needed. Where a port is given, it is waited for.
pub(super) async fn launch(
    home: &Home,
    binaries: &Binaries,
    password: &str,
    durable: bool,
    given: Option<u16>,
) -> anyhow::Result<(Server, PgConnection)> {
    home.keep_last_log()?;
    let attempts = async {
        let mut port = match given.or_else(|| home.port()) {
            Some(port) => port,
            None => free_port().await?,
        };
        loop {
            match attempt(home, binaries, password, durable, port).await {
                Ok(connected) => {
                    home.set_port(port)?;
                    return Ok(connected);
                }
                Err(Failed::PortTaken) if given.is_none() => port = free_port().await?,
                Err(Failed::PortTaken | Failed::Lingering) => sleep(LINGER_PAUSE).await,
                Err(Failed::Other(error)) => return Err(error),
            }
        }
    };
    match timeout(START_LIMIT, attempts).await {
        Ok(launched) => launched,
        Err(_elapsed) => bail!("the embedded PostgreSQL did not start within {} seconds\n{}", START_LIMIT.as_secs(), end_of_log(home)),
    }
}

/// A port nobody listens on now. Somebody may take it before the server does, which `launch` allows for.
async fn free_port() -> anyhow::Result<u16> {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.context("no free port on 127.0.0.1")?;
    Ok(listener.local_addr()?.port())
}

async fn attempt(home: &Home, binaries: &Binaries, password: &str, durable: bool, port: u16) -> Result<(Server, PgConnection), Failed> {
    let mut server = spawn(home, binaries, durable, port).map_err(Failed::Other)?;
    loop {
        match server.child.try_wait() {
            Ok(Some(status)) => return Err(explain(home, status)),
            Ok(None) if is_ready(home, &server) => break,
            Ok(None) => sleep(POLL).await,
            Err(error) => return Err(Failed::Other(error.into())),
        }
    }
    let connected = PgConnectOptions::new_without_pgpass()
        .host("127.0.0.1")
        .port(port)
        .username(ADMIN)
        .password(password)
        .database("postgres")
        .ssl_mode(PgSslMode::Disable)
        .connect()
        .await;
    match connected {
        Ok(connection) => Ok((server, connection)),
        Err(error) => Err(Failed::Other(
            anyhow!(error).context(format!("the embedded PostgreSQL does not let its administrator in\n{}", end_of_log(home))),
        )),
    }
}

/// Whether the server says, in the file that marks its presence, that it accepts connections. Only then is
/// the port known to be its own: a password offered earlier might go to a stranger.
fn is_ready(home: &Home, server: &Server) -> bool {
    let Ok(mark) = fs::read_to_string(home.cluster().join("postmaster.pid")) else { return false };
    let mut lines = mark.lines();
    let pid = lines.next().and_then(|pid| pid.trim().parse().ok());
    pid.is_some() && pid == server.child.id() && lines.nth(6).is_some_and(|status| status.trim() == "ready")
}

fn spawn(home: &Home, binaries: &Binaries, durable: bool, port: u16) -> anyhow::Result<Server> {
    let log = home.new_log()?;
    let mut command = home.account.command("sh", home.dir());
    command.args(["-c", LEASH, "sh"]).arg(binaries.path("postgres")).arg("-D").arg(home.cluster());
    let port_setting = format!("port={port}");
    // Given here rather than in the cluster's file, so that a newer proffer brings newer settings to an older
    // cluster.
    let mut settings = vec![
        &*port_setting,
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "ssl=off",
        "max_connections=200",
        "shared_buffers=64MB",
        "huge_pages=off",
        "min_wal_size=32MB",
        "max_wal_size=512MB",
        "jit=off",
        "timezone=UTC",
        "log_timezone=UTC",
        "logging_collector=off",
        "log_destination=stderr",
    ];
    if !durable {
        settings.extend(["fsync=off", "full_page_writes=off"]);
    }
    for setting in settings {
        command.args(["-c", setting]);
    }
    command.process_group(0).stdin(Stdio::piped()).stdout(log.try_clone()?).stderr(log);
    let mut child = Command::from(command).spawn().context("cannot start the embedded PostgreSQL")?;
    let leash = child.stdin.take();
    Ok(Server { child, leash, port })
}

/// Reads from its log why the server ended.
fn explain(home: &Home, status: ExitStatus) -> Failed {
    let log = home.log();
    if log.contains("could not create any TCP/IP sockets") {
        Failed::PortTaken
    } else if log.contains("pre-existing shared memory block") {
        Failed::Lingering
    } else {
        Failed::Other(died(home, status))
    }
}

/// The report of a server that ended by itself.
pub(super) fn died(home: &Home, status: ExitStatus) -> anyhow::Error {
    anyhow!("the embedded PostgreSQL ended ({status})\n{}", end_of_log(home))
}

/// The last lines the server said, and where the others are.
fn end_of_log(home: &Home) -> String {
    let log = home.log();
    let lines: Vec<&str> = log.lines().collect();
    let last = lines.get(lines.len().saturating_sub(12)..).unwrap_or_default().join("\n  ");
    format!("the end of {}:\n  {last}", home.log_path().display())
}
