//! Typesetting in a child process, one document at a time: this bounds the time and memory of a document, and
//! releases all memory at the end. A layout cannot be interrupted from outside; a process can.

use std::{
    collections::HashMap,
    io::{Read as _, Write as _},
    os::unix::process::ExitStatusExt as _,
    path::PathBuf,
    process::{ExitCode, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::Context as _;
use proffer_domain::evidence::Evidence;
use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use thiserror::Error;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::Command,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use uuid::Uuid;

use super::render;

/// The subcommand that does the typesetting.
pub const COMMAND: &str = "typeset";

/// The largest evidence: a request has at most 2 MB, and a revision contains its text once.
const INPUT_MAX: usize = 8 * 1024 * 1024;
/// The largest resulting file.
const OUTPUT_MAX: usize = 64 * 1024 * 1024;
/// How much of the process's error output is read.
const SAID_MAX: usize = 4 * 1024;
/// How many refusals are cached, one per proposal.
const REFUSALS_MAX: usize = 10_000;
/// The exit code when a document has no layout.
const NO_LAYOUT: u8 = 3;
/// The exit code of a panic.
const PANICKED: i32 = 101;

/// The limits for one document.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From the start of the process to its end.
    pub time: Duration,
    /// The memory of the process in bytes.
    pub memory: u64,
}

/// Why a document can never be made; another attempt would fail in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TypesettingRefusal {
    #[error("it is too large")]
    TooLarge,
    /// It exceeds the time limit.
    #[error("it takes too long")]
    TooSlow,
    /// It exceeds the memory limit.
    #[error("it takes too much memory")]
    TooMuchMemory,
    /// It has no layout; the log says where.
    #[error("it cannot be laid out")]
    NoLayout,
}

/// Why there is no document.
#[derive(Debug, Error)]
pub enum TypesetError {
    /// It can never be made.
    #[error(transparent)]
    Refused(#[from] TypesettingRefusal),
    /// Another attempt may succeed.
    #[error("the typesetting did not work: {0}")]
    Later(#[from] std::io::Error),
}

/// Typesets documents, one at a time.
#[derive(Debug, Clone)]
pub struct Typesetter {
    program: PathBuf,
    limits: Limits,
    turns: Arc<Semaphore>,
    refused: Arc<Mutex<HashMap<Uuid, TypesettingRefusal>>>,
}

/// Permission to typeset a document: only one exists at a time.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "it is given back when it is dropped")] Option<OwnedSemaphorePermit>);

impl Typesetter {
    /// Uses that program, which is this one except in tests.
    pub fn new(program: PathBuf, limits: Limits) -> Self {
        Self { program, limits, turns: Arc::new(Semaphore::new(1)), refused: Arc::default() }
    }

    /// The running program, even if its file was replaced in the meantime.
    pub fn own_program() -> anyhow::Result<PathBuf> {
        if cfg!(target_os = "linux") {
            return Ok(PathBuf::from("/proc/self/exe"));
        }
        std::env::current_exe().context("the path of the program")
    }

    /// Waits until no other document is being typeset.
    pub async fn turn(&self) -> Turn {
        Turn(self.turns.clone().acquire_owned().await.ok())
    }

    /// The time limit of one document.
    pub fn time(&self) -> Duration {
        self.limits.time
    }

    /// The cached refusal of that proposal's document, so that asking again costs nothing.
    pub fn refusal(&self, proposal_id: Uuid) -> Option<TypesettingRefusal> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).get(&proposal_id).copied()
    }

    /// Typesets a proposal's evidence, given as JSON, and seals it.
    ///
    /// # Errors
    /// [`TypesettingRefusal`] when it can never succeed; otherwise a later attempt may.
    pub async fn set(&self, _turn: &Turn, proposal_id: Uuid, json: &str) -> Result<Vec<u8>, TypesetError> {
        let made = self.attempt(json).await;
        if let Err(TypesetError::Refused(refusal)) = made {
            tracing::error!(proposal = %proposal_id, %refusal, bytes = json.len(), "a signed document cannot be made");
            let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
            if refused.len() >= REFUSALS_MAX {
                refused.clear();
            }
            refused.insert(proposal_id, refusal);
        }
        made
    }

    async fn attempt(&self, json: &str) -> Result<Vec<u8>, TypesetError> {
        if json.len() > INPUT_MAX {
            return Err(TypesettingRefusal::TooLarge.into());
        }
        let mut child = Command::new(&self.program)
            .args([COMMAND, &self.limits.memory.to_string(), &self.limits.time.as_secs().to_string()])
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
        let (mut input, output, said) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let give = async {
            if let Some(input) = &mut input
                && let Err(error) = input.write_all(json.as_bytes()).await
            {
                // If the process has died, its exit status says why.
                tracing::debug!(%error, "the typesetting did not take all of its evidence");
            }
            drop(input.take());
        };
        let ended = async {
            let ((), pdf, said) = tokio::join!(give, read(output, OUTPUT_MAX + 1), read(said, SAID_MAX));
            let (pdf, said) = (pdf?, said?);
            if pdf.len() > OUTPUT_MAX {
                return Err(TypesettingRefusal::TooLarge.into());
            }
            let status = child.wait().await?;
            if status.success() { Ok(pdf) } else { Err(fault(status, &String::from_utf8_lossy(&said))) }
        };
        // When the time limit passes, dropping the future kills the process.
        timeout(self.limits.time, ended).await.unwrap_or_else(|_| Err(TypesettingRefusal::TooSlow.into()))
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

/// A process that was killed from outside is not a refusal of its document.
fn fault(status: ExitStatus, said: &str) -> TypesetError {
    tracing::warn!(%status, said, "the typesetting ended without a document");
    let ended_by = |signals: &[Signal]| signals.iter().any(|signal| status.signal() == Some(signal.as_raw()));
    if status.code().is_some_and(|code| code == i32::from(NO_LAYOUT) || code == PANICKED) {
        TypesettingRefusal::NoLayout.into()
    } else if ended_by(&[Signal::ABORT, Signal::BUS, Signal::SEGV]) {
        // The process ends like this when memory is refused or its stack is too deep.
        TypesettingRefusal::TooMuchMemory.into()
    } else if ended_by(&[Signal::XCPU]) {
        TypesettingRefusal::TooSlow.into()
    } else {
        std::io::Error::other(format!("the process ended with {status}")).into()
    }
}

/// The main function of the child process: reads evidence, writes the sealed PDF.
pub fn run(memory: u64, seconds: u64) -> anyhow::Result<ExitCode> {
    for (resource, most) in [
        (Resource::Data, memory),
        // In case the parent process has ended and no longer enforces the time limit.
        (Resource::Cpu, seconds.saturating_mul(4)),
        // A core dump would contain what a client has signed.
        (Resource::Core, 0),
    ] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).context("limiting the process")?;
    }
    let mut json = String::new();
    std::io::stdin().read_to_string(&mut json).context("reading the evidence")?;
    let evidence: Evidence = serde_json::from_str(&json).context("the evidence")?;
    match render(&evidence, &json) {
        Ok(pdf) => {
            std::io::stdout().write_all(&pdf).context("writing the document")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            eprintln!("{error}");
            Ok(ExitCode::from(NO_LAYOUT))
        }
    }
}
