//! The processes of a run: started with only the run's settings, bounded in time, ended by their id.

use std::{
    fs::File,
    path::{Path, PathBuf},
    process::{Output, Stdio},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use tokio::{
    process::{Child, Command},
    time::{sleep, timeout},
};

use super::machine;

/// How long a server may take to be ready or to stop.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often a starting server is polled.
const POLL: Duration = Duration::from_millis(1);

/// Runs a program to its end and returns its output; an error if it fails or takes longer than `limit`.
pub async fn output(command: &mut Command, limit: Duration) -> anyhow::Result<String> {
    let name = command.as_std().get_program().display().to_string();
    let running = command.stdin(Stdio::null()).kill_on_drop(true).output();
    let Output { status, stdout, stderr } = timeout(limit, running)
        .await
        .with_context(|| format!("{name} took too long"))?
        .with_context(|| format!("cannot run {name}"))?;
    let printed = String::from_utf8_lossy(&stdout).into_owned();
    ensure!(status.success(), "{name} failed ({status}):\n{printed}{}", String::from_utf8_lossy(&stderr));
    Ok(printed)
}

/// A command without the developer's own settings.
pub fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PROFFER_")) {
        command.env_remove(name);
    }
    command.env_remove("RUST_LOG");
    command
}

/// A server in the background, with its output in a file.
pub struct Background {
    child: Child,
    log: PathBuf,
    name: String,
}

impl Background {
    /// Starts it in a separate process group, which a terminal's Ctrl-C does not reach.
    pub fn start(command: &mut Command, log: &Path, name: &str) -> anyhow::Result<Self> {
        let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        command
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .process_group(0)
            .kill_on_drop(true);
        let child = command.spawn().with_context(|| format!("cannot start {name}"))?;
        Ok(Self { child, log: log.to_owned(), name: name.to_owned() })
    }

    /// Its id, while it runs.
    pub fn id(&self) -> anyhow::Result<u32> {
        self.child.id().with_context(|| format!("{} has ended:\n{}", self.name, self.said()))
    }

    /// Polls `url` until the response is successful, at most for `limit`. Returns the time since `since`.
    pub async fn answers(&mut self, url: &str, limit: Duration) -> anyhow::Result<Vec<u8>> {
        let client = reqwest::Client::builder().pool_max_idle_per_host(0).build()?;
        let begun = machine::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                bail!("{} ended ({status}):\n{}", self.name, self.said());
            }
            if let Ok(response) = client.get(url).send().await
                && response.status().is_success()
            {
                return Ok(response.bytes().await?.to_vec());
            }
            ensure!(begun.elapsed() < limit, "{} does not answer at {url}:\n{}", self.name, self.said());
            sleep(POLL).await;
        }
    }

    /// Waits until a server is ready.
    pub async fn ready(&mut self, base: &str) -> anyhow::Result<()> {
        self.answers(&format!("{base}/readyz"), PATIENCE).await.map(|_| ())
    }

    /// Ends it and its children with a signal, waits until all have ended, and expects a clean exit.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        let leader = self.id()?;
        signal_group("TERM", leader);
        let status = timeout(PATIENCE, self.child.wait())
            .await
            .with_context(|| format!("{} does not stop", self.name))??;
        let begun = machine::now();
        // Child processes may still be cleaning up.
        while signal_group("0", leader) {
            ensure!(begun.elapsed() < PATIENCE, "what {} has started does not stop", self.name);
            sleep(Duration::from_millis(50)).await;
        }
        // make and cargo are ended by the signal; a server shuts down cleanly.
        ensure!(
            matches!(status.code(), Some(0 | 2 | 130 | 143) | None),
            "{} ended badly ({status}):\n{}",
            self.name,
            self.said()
        );
        Ok(())
    }

    /// The end of its log.
    fn said(&self) -> String {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines.get(lines.len().saturating_sub(20)..).unwrap_or_default().join("\n")
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // Dropped during a run: its children are ended too, and its log may contain the reason.
        if let Some(leader) = self.child.id() {
            signal_group("TERM", leader);
            eprintln!("{} said:\n{}", self.name, self.said());
        }
    }
}

/// Sends a signal to the process group of a process; returns false if the group no longer exists.
fn signal_group(signal: &str, leader: u32) -> bool {
    let mut kill = std::process::Command::new("sh");
    kill.args(["-c", &format!("kill -{signal} -{leader}")]).stdin(Stdio::null()).stderr(Stdio::null());
    kill.status().is_ok_and(|status| status.success())
}

/// An unused loopback port.
pub fn free_port() -> anyhow::Result<u16> {
    Ok(std::net::TcpListener::bind(("127.0.0.1", 0))
        .context("no free port on 127.0.0.1")?
        .local_addr()?
        .port())
}
