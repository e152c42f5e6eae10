//! The refusals of the use cases of evidence, and their form on the wire and in jobs.

use poem::http::StatusCode;
use proffer_adapters::{
    pdf::{TypesetError, TypesettingRefusal},
    seal::SigningError,
};
use proffer_domain::{evidence::Finding, field_error::FieldError};
use sea_orm::DbErr;

use crate::{failure::Failure, features::proposals::ProposalError, http::problem::Problem, jobs::JobError};

/// The `Retry-After` of a download that timed out, in seconds.
const RETRY_AFTER: u32 = 5;

/// Why a use case of evidence failed.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceError {
    /// There is no evidence or no document.
    #[error(transparent)]
    Sealing(#[from] SealingError),
    /// A refusal about the proposal.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// A failure of any use case.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for EvidenceError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<EvidenceError> for Problem {
    fn from(error: EvidenceError) -> Self {
        match error {
            EvidenceError::Sealing(error) => error.into(),
            EvidenceError::Proposal(error) => error.into(),
            EvidenceError::Failed(failure) => failure.into(),
        }
    }
}

/// Why there is no evidence or no document.
#[derive(Debug, thiserror::Error)]
pub enum SealingError {
    /// The proposal is not signed yet.
    #[error("the proposal is not signed")]
    NotSigned,
    /// The client has signed, and the workspace has not countersigned yet.
    #[error("the proposal is not countersigned")]
    NotCountersigned,
    /// The stored evidence does not verify.
    #[error("the evidence does not verify: {}", .0.words)]
    Broken(Finding),
    /// The document is in progress, or waits for another.
    #[error("the sealed document is not made yet")]
    Busy,
    /// The document can never be made.
    #[error("the sealed document cannot be made: {0}")]
    Refused(TypesettingRefusal),
    /// The timestamp authority gave no timestamp.
    #[error("{0}")]
    NoTimestamp(SigningError),
    /// A later attempt may succeed.
    #[error("{0}")]
    Later(String),
}

impl SealingError {
    /// Whether a signing remains without a document for now, given whether its job is at the last attempt.
    pub fn is_final(&self, last_attempt: bool) -> bool {
        match self {
            Self::Refused(_) => true,
            Self::Busy | Self::NoTimestamp(_) | Self::Later(_) => last_attempt,
            Self::NotSigned | Self::NotCountersigned | Self::Broken(_) => false,
        }
    }
}

impl From<DbErr> for SealingError {
    fn from(error: DbErr) -> Self {
        tracing::error!(%error, "database error at the sealing");
        Self::Later("the database refused or did not answer".to_owned())
    }
}

impl From<TypesetError> for SealingError {
    fn from(error: TypesetError) -> Self {
        match error {
            TypesetError::Refused(refusal) => Self::Refused(refusal),
            TypesetError::Later(error) => Self::Later(error.to_string()),
        }
    }
}

impl From<SigningError> for SealingError {
    fn from(error: SigningError) -> Self {
        tracing::warn!(%error, "a sealed document was not signed");
        match error {
            SigningError::Timestamp(_) => Self::NoTimestamp(error),
            SigningError::Document(_) | SigningError::Signature(_) => Self::Later(error.to_string()),
        }
    }
}

impl From<SealingError> for Problem {
    fn from(error: SealingError) -> Self {
        match error {
            SealingError::NotSigned => Self::conflict(
                "not_signed",
                "This proposal is not signed yet. There is a signed document once it is.",
            ),
            SealingError::NotCountersigned => Self::conflict(
                "not_signed",
                "This proposal is accepted and waits for its countersignature. There is a signed document once it is given.",
            ),
            SealingError::Broken(Finding { part, words }) => {
                let message = format!(
                    "The evidence of this signature does not verify, so it is not given out. {words}"
                );
                Self::conflict("evidence_broken", message).with_errors(vec![FieldError::new(
                    part.as_str(),
                    "altered",
                    words,
                )])
            }
            SealingError::Busy | SealingError::NoTimestamp(_) => {
                let message = "The signed document is being made. Please try again in a few seconds.";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "document_in_progress", message)
                    .with_retry_after(RETRY_AFTER)
            }
            SealingError::Refused(refusal) => Self::conflict(
                "document_cannot_be_made",
                format!(
                    "The signed document cannot be made: {refusal}. The signature stands, and the team can download its evidence."
                ),
            ),
            SealingError::Later(reason) => Self::internal(reason),
        }
    }
}

impl From<SealingError> for JobError {
    fn from(error: SealingError) -> Self {
        match error {
            SealingError::NotSigned | SealingError::NotCountersigned => {
                Self::GiveUp(SealingError::NotSigned.to_string())
            }
            SealingError::Broken(_) | SealingError::Refused(_) => Self::GiveUp(error.to_string()),
            SealingError::Busy | SealingError::NoTimestamp(_) | SealingError::Later(_) => {
                Self::Retry(error.to_string())
            }
        }
    }
}
