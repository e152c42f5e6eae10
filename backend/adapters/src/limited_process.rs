//! Work in a child process of this program: it bounds time and memory, releases all memory at the end, and
//! survives a stack that is too deep. Work on a thread cannot be interrupted from outside; a process can.

use std::{
    io::Read as _,
    os::unix::process::ExitStatusExt as _,
    path::PathBuf,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use anyhow::Context as _;
use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use thiserror::Error;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::Command,
    time::timeout,
};

/// How much of the process's error output is read.
const SAID_MAX: usize = 4 * 1024;
/// The exit code when the input has no result.
pub const NO_RESULT: u8 = 3;
/// The exit code of a panic.
const PANICKED: i32 = 101;

/// The limits for one piece of work.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From the start of the process to its end.
    pub time: Duration,
    /// The memory of the process in bytes.
    pub memory: u64,
}

/// Why there is no output.
#[derive(Debug, Error)]
pub enum ProcessError {
    /// The output is larger than allowed.
    #[error("the output is too large")]
    TooLarge,
    /// It exceeds the time limit.
    #[error("it takes too long")]
    TooSlow,
    /// It exceeds the memory limit.
    #[error("it takes too much memory")]
    TooMuchMemory,
    /// The process found no result, or panicked.
    #[error("it has no result")]
    NoResult,
    /// The process could not be started, or was ended by the system; another attempt may succeed.
    #[error(transparent)]
    Ended(#[from] std::io::Error),
}

/// Runs a hidden subcommand of this program.
#[derive(Debug, Clone)]
pub struct LimitedProcess {
    program: PathBuf,
    limits: Limits,
}

impl LimitedProcess {
    /// Uses that program, which is this one except in tests.
    pub fn new(program: PathBuf, limits: Limits) -> Self {
        Self { program, limits }
    }

    /// The running program, even if its file was replaced in the meantime.
    pub fn own_program() -> anyhow::Result<PathBuf> {
        if cfg!(target_os = "linux") {
            return Ok(PathBuf::from("/proc/self/exe"));
        }
        std::env::current_exe().context("the path of the program")
    }

    /// The time limit.
    pub fn time(&self) -> Duration {
        self.limits.time
    }

    /// The output of the subcommand for that input. Its arguments are followed by the limits.
    pub async fn run(
        &self,
        arguments: &[&str],
        input: &[u8],
        output_max: usize,
    ) -> Result<Vec<u8>, ProcessError> {
        let mut child = Command::new(&self.program)
            .args(arguments)
            .args([self.limits.memory.to_string(), self.limits.time.as_secs().to_string()])
            // The process must not see the server's secrets.
            .env_clear()
            // Otherwise the allocator would reserve a gigabyte, more than the memory limit.
            .env("MIMALLOC_ARENA_RESERVE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C at a terminal reaches only the server, which lets the process finish.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let (mut pipe, output, said) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let give = async {
            if let Some(pipe) = &mut pipe
                && let Err(error) = pipe.write_all(input).await
            {
                // If the process has died, its exit status says why.
                tracing::debug!(%error, "a process did not take all of its input");
            }
            drop(pipe.take());
        };
        let ended = async {
            let ((), output, said) = tokio::join!(give, read(output, output_max + 1), read(said, SAID_MAX));
            let (output, said) = (output?, said?);
            if output.len() > output_max {
                return Err(ProcessError::TooLarge);
            }
            let status = child.wait().await?;
            if status.success() {
                Ok(output)
            } else {
                Err(fault(arguments, status, &String::from_utf8_lossy(&said)))
            }
        };
        // When the time limit passes, dropping the future kills the process.
        timeout(self.limits.time, ended).await.unwrap_or(Err(ProcessError::TooSlow))
    }
}

async fn read(pipe: Option<impl tokio::io::AsyncRead + Unpin>, most: usize) -> std::io::Result<Vec<u8>> {
    let most = u64::try_from(most).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        pipe.take(most).read_to_end(&mut bytes).await?;
    }
    Ok(bytes)
}

/// A process that was killed from outside says nothing about its input.
fn fault(arguments: &[&str], status: ExitStatus, said: &str) -> ProcessError {
    tracing::warn!(?arguments, %status, said, "a process ended without output");
    let ended_by = |signals: &[Signal]| signals.iter().any(|signal| status.signal() == Some(signal.as_raw()));
    if status.code().is_some_and(|code| code == i32::from(NO_RESULT) || code == PANICKED) {
        ProcessError::NoResult
    } else if ended_by(&[Signal::ABORT, Signal::BUS, Signal::SEGV]) {
        // The process ends like this when memory is refused or its stack is too deep.
        ProcessError::TooMuchMemory
    } else if ended_by(&[Signal::XCPU]) {
        ProcessError::TooSlow
    } else {
        std::io::Error::other(format!("the process ended with {status}")).into()
    }
}

/// In the child process: sets the limits, and returns the input.
pub fn limited_input(memory: u64, seconds: u64) -> anyhow::Result<Vec<u8>> {
    for (resource, most) in [
        (Resource::Data, memory),
        // In case the parent process has ended and no longer enforces the time limit.
        (Resource::Cpu, seconds.saturating_mul(4)),
        // A core dump would contain the input.
        (Resource::Core, 0),
    ] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
            .context("limiting the process")?;
    }
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).context("reading the input")?;
    Ok(input)
}
