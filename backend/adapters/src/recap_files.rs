//! Reads files that are added to a recap, one at a time and each in its own process, because a hostile file
//! may take all memory or not end.

use std::{io::Write as _, path::PathBuf, process::ExitCode, sync::Arc, time::Duration};

use anyhow::Context as _;
use proffer_domain::recap_file::{self, FileFault, FileKind, FileText, MAX_CHARS};
use tokio::sync::Semaphore;

use crate::limited_process::{LimitedProcess, Limits, ProcessError, limited_input};

/// The subcommand that reads a file.
pub const COMMAND: &str = "read-file";

const LIMITS: Limits = Limits { time: Duration::from_secs(10), memory: 256 * 1024 * 1024 };
/// The largest output: every character may be escaped, and every turn has a name.
const OUTPUT_MAX: usize = MAX_CHARS * 64;

/// Reads files, one at a time.
#[derive(Debug, Clone)]
pub struct FileReader {
    process: LimitedProcess,
    turns: Arc<Semaphore>,
}

impl FileReader {
    /// Uses that program, which is this one except in tests.
    pub fn new(program: PathBuf) -> Self {
        Self { process: LimitedProcess::new(program, LIMITS), turns: Arc::new(Semaphore::new(1)) }
    }

    /// The text of a file, or why it is not read.
    ///
    /// # Errors If no process can be run; another attempt may succeed.
    pub async fn read(&self, kind: FileKind, bytes: &[u8]) -> std::io::Result<Result<FileText, FileFault>> {
        let _turn = self.turns.acquire().await;
        match self.process.run(&[COMMAND, &kind.to_string()], bytes, OUTPUT_MAX).await {
            Ok(output) => Ok(serde_json::from_slice(&output)?),
            Err(ProcessError::NoResult) => Ok(Err(FileFault::Damaged)),
            Err(ProcessError::TooLarge | ProcessError::TooSlow | ProcessError::TooMuchMemory) => {
                Ok(Err(FileFault::TooComplex))
            }
            Err(ProcessError::Ended(error)) => Err(error),
        }
    }
}

/// The main function of the child process: reads a file, writes its text as JSON.
pub fn run(kind: FileKind, memory: u64, seconds: u64) -> anyhow::Result<ExitCode> {
    let bytes = limited_input(memory, seconds)?;
    let found = serde_json::to_vec(&recap_file::read(kind, &bytes)).context("the text as JSON")?;
    std::io::stdout().write_all(&found).context("writing the text")?;
    Ok(ExitCode::SUCCESS)
}
