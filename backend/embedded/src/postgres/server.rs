//! The server process: how it starts, how its readiness is detected, and how it stops.

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

/// Recovery after a crash replays the log first, which may be slow on a slow disk.
const START_LIMIT: Duration = Duration::from_mins(2);
/// A fast shutdown writes a checkpoint. A slower one is killed, which only costs a recovery at the next
/// start.
pub(super) const STOP_LIMIT: Duration = Duration::from_secs(20);
/// How often a starting or stopping server is polled.
const POLL: Duration = Duration::from_millis(20);

/// The pause before a retry while processes of a killed server finish their statements.
const LINGER_PAUSE: Duration = Duration::from_millis(250);

/// Becomes the server, and leaves a watcher behind that stops the server when our pipe closes. The watcher is
/// forked twice, so that it is not the server's child: PostgreSQL reacts to the exit of unknown children.
/// `$$` is the server, even in the watcher.
const LEASH: &str = r#"
exec 3<&0
( { cat <&3; kill -INT $$; } >/dev/null 2>&1 & )
exec "$@" </dev/null 3<&-
"#;

/// The child process and its pipe.
pub(super) struct Server {
    pub(super) child: Child,
    /// Closing it tells the server to shut down.
    pub(super) leash: Option<ChildStdin>,
    /// The loopback port it listens on.
    pub(super) port: u16,
}

impl Server {
    /// A fast shutdown: open transactions are rolled back, then everything is flushed.
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

/// Why a server did not start.
enum Failed {
    /// Another process took the port.
    PortTaken,
    /// Processes of a killed server are still running.
    Lingering,
    /// Any other failure.
    Other(anyhow::Error),
}

/// Starts the server and returns it with a first connection. It retries when only time or another port is
/// needed; a given port is waited for.
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
        Err(_elapsed) => bail!(
            "the embedded PostgreSQL did not start within {} seconds\n{}",
            START_LIMIT.as_secs(),
            end_of_log(home)
        ),
    }
}

/// A port that is free now. Another process may take it before the server does; `launch` then retries.
async fn free_port() -> anyhow::Result<u16> {
    let listener =
        tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.context("no free port on 127.0.0.1")?;
    Ok(listener.local_addr()?.port())
}

async fn attempt(
    home: &Home,
    binaries: &Binaries,
    password: &str,
    durable: bool,
    port: u16,
) -> Result<(Server, PgConnection), Failed> {
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
            anyhow!(error)
                .context(format!("the embedded PostgreSQL rejects its administrator\n{}", end_of_log(home))),
        )),
    }
}

/// Whether the server's pid file says that it accepts connections. Only then is the port known to be its own;
/// before that, the password might be sent to another process.
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
    // Set here rather than in the cluster's file, so that a newer proffer applies newer settings to an older
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

/// Determines from its log why the server ended.
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

/// The error for a server that ended on its own.
pub(super) fn died(home: &Home, status: ExitStatus) -> anyhow::Error {
    anyhow!("the embedded PostgreSQL ended ({status})\n{}", end_of_log(home))
}

/// The last lines of the log, and the path of the whole log.
fn end_of_log(home: &Home) -> String {
    let log = home.log();
    let lines: Vec<&str> = log.lines().collect();
    let last = lines.get(lines.len().saturating_sub(12)..).unwrap_or_default().join("\n  ");
    format!("the end of {}:\n  {last}", home.log_path().display())
}
