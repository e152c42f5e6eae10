//! Typesetting in a child process, one document at a time.

use std::{
    collections::HashMap,
    io::Write as _,
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::Context as _;
use proffer_domain::evidence::Evidence;
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use super::render;
use crate::limited_process::{LimitedProcess, Limits, NO_RESULT, ProcessError, limited_input};

/// The subcommand that does the typesetting.
pub const COMMAND: &str = "typeset";

/// The largest evidence: a request has at most 2 MB, and a revision contains its text once.
const INPUT_MAX: usize = 8 * 1024 * 1024;
/// The largest resulting file.
const OUTPUT_MAX: usize = 64 * 1024 * 1024;
/// How many refusals are cached, one per proposal.
const REFUSALS_MAX: usize = 10_000;

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

impl From<ProcessError> for TypesetError {
    fn from(error: ProcessError) -> Self {
        match error {
            ProcessError::TooLarge => TypesettingRefusal::TooLarge.into(),
            ProcessError::TooSlow => TypesettingRefusal::TooSlow.into(),
            ProcessError::TooMuchMemory => TypesettingRefusal::TooMuchMemory.into(),
            ProcessError::NoResult => TypesettingRefusal::NoLayout.into(),
            ProcessError::Ended(error) => Self::Later(error),
        }
    }
}

/// Typesets documents, one at a time.
#[derive(Debug, Clone)]
pub struct Typesetter {
    process: LimitedProcess,
    turns: Arc<Semaphore>,
    refused: Arc<Mutex<HashMap<Uuid, TypesettingRefusal>>>,
}

/// Permission to typeset a document: only one exists at a time.
#[derive(Debug)]
pub struct Turn(
    #[expect(dead_code, reason = "it is given back when it is dropped")] Option<OwnedSemaphorePermit>,
);

impl Typesetter {
    /// Uses that program, which is this one except in tests.
    pub fn new(program: PathBuf, limits: Limits) -> Self {
        Self {
            process: LimitedProcess::new(program, limits),
            turns: Arc::new(Semaphore::new(1)),
            refused: Arc::default(),
        }
    }

    /// Waits until no other document is being typeset.
    pub async fn turn(&self) -> Turn {
        Turn(self.turns.clone().acquire_owned().await.ok())
    }

    /// The time limit of one document.
    pub fn time(&self) -> Duration {
        self.process.time()
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
            tracing::error!(
                proposal = %proposal_id, %refusal, bytes = json.len(), "a signed document cannot be made"
            );
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
        Ok(self.process.run(&[COMMAND], json.as_bytes(), OUTPUT_MAX).await?)
    }
}

/// The main function of the child process: reads evidence, writes the sealed PDF.
pub fn run(memory: u64, seconds: u64) -> anyhow::Result<ExitCode> {
    let json = String::from_utf8(limited_input(memory, seconds)?).context("reading the evidence")?;
    let evidence: Evidence = serde_json::from_str(&json).context("the evidence")?;
    match render(&evidence, &json) {
        Ok(pdf) => {
            std::io::stdout().write_all(&pdf).context("writing the document")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            eprintln!("{error}");
            Ok(ExitCode::from(NO_RESULT))
        }
    }
}
