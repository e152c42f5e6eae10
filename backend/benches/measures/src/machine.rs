//! The machine: its description, its load by other programs, and the memory of a process.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Above this load by other programs, the figures are unreliable.
const QUIET: f64 = 0.05;

/// The machine's clock.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
pub fn now() -> Instant {
    Instant::now()
}

/// Processors this program may use.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The head of the report.
pub async fn describe(binary: &Path) -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let value = |text: &str, key: &str| {
        let line = text.lines().find(|line| line.starts_with(key)).unwrap_or_default();
        line.split_once(':').map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
    };
    let profile =
        if cfg!(debug_assertions) { "\n  this is a debug build: its figures mean nothing" } else { "" };
    format!(
        "Proffer's measures\n  {} cores, {}, {}\n  server {}\n  {}{profile}",
        cores(),
        value(&read("/proc/cpuinfo"), "model name"),
        value(&read("/proc/meminfo"), "MemTotal"),
        binary.display(),
        business().await,
    )
}

/// The current load of all processors; call it while no part of the run is active.
pub async fn business() -> String {
    let Some(before) = ticks() else { return "how busy the machine is cannot be told here".to_owned() };
    tokio::time::sleep(Duration::from_secs(2)).await;
    let Some(after) = ticks() else { return "how busy the machine is cannot be told here".to_owned() };
    #[expect(clippy::cast_precision_loss, reason = "two seconds' worth of ticks")]
    let share = 1.0 - (after.idle - before.idle) as f64 / (after.all - before.all).max(1) as f64;
    let warning = if share > QUIET { ": TOO BUSY, figures taken now mean little" } else { "" };
    format!("others use {:.0} % of the processors{warning}", share * 100.0)
}

struct Ticks {
    idle: u64,
    all: u64,
}

/// The processors' time since the start of the machine, from the first line of `/proc/stat`.
fn ticks() -> Option<Ticks> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    let fields: Vec<u64> =
        text.lines().next()?.split_whitespace().skip(1).filter_map(|field| field.parse().ok()).collect();
    // user nice system idle iowait irq softirq steal; guest time is included in user.
    let idle = fields.get(3)? + fields.get(4)?;
    Some(Ticks { idle, all: fields.iter().take(8).sum() })
}

/// The memory of a process, in MiB.
#[derive(Debug, Clone, Copy)]
pub struct Memory {
    /// The current memory.
    pub resident: f64,
    /// The peak since its start.
    pub peak: f64,
}

/// Reads it from `/proc`, if available.
pub fn memory(pid: u32) -> Option<Memory> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let mib = |key: &str| -> Option<f64> {
        let line = status.lines().find(|line| line.starts_with(key))?;
        Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
    };
    Some(Memory { resident: mib("VmRSS:")?, peak: mib("VmHWM:")? })
}

/// The path of a program: on `PATH`, or in one of PostgreSQL's own folders, newest first.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut versions: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    versions.sort();
    let own = versions.into_iter().rev().map(|version| version.join("bin"));
    own.chain(std::env::split_paths(&path)).map(|folder| folder.join(name)).find(|file| file.is_file())
}
