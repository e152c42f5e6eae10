//! The errors that a use case of any feature can have: the database fails, the input is invalid, or another
//! user changed the record first.
//!
//! Each feature has its own enum of refusals in its `error.rs`, with this one as its last variant and the
//! blanket `impl<E> From<E> for ... where Failure: From<E>`. The same file converts refusals for the wire, as
//! `From<...> for Problem`: only handlers use [`Problem`].

pub mod stale;

use proffer_domain::field_error::FieldError;
use sea_orm::DbErr;

use self::stale::StaleRecord;
use crate::http::problem::Problem;

/// Why a use case of any feature failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The database refused or did not answer.
    #[error(transparent)]
    Database(#[from] DbErr),
    /// Fields of the input are not valid.
    #[error("the input is not valid")]
    Invalid(Vec<FieldError>),
    /// Another user changed the same fields of the record.
    #[error("the record has changed")]
    Stale(StaleRecord),
    /// Only possible if the code or the stored data is wrong. The message is for the log.
    #[error("{0}")]
    Internal(String),
    /// Refused by `access`, which works with problems itself.
    #[error(transparent)]
    Refused(#[from] Problem),
}

impl Failure {
    /// Only possible if the code or the stored data is wrong.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::Internal(cause.to_string())
    }

    /// The same failure, with internal causes logged now: for code without a handler that converts it.
    #[must_use]
    pub fn logged(self) -> Self {
        Self::Refused(self.into())
    }
}

impl From<Vec<FieldError>> for Failure {
    fn from(errors: Vec<FieldError>) -> Self {
        Self::Invalid(errors)
    }
}

impl From<FieldError> for Failure {
    fn from(error: FieldError) -> Self {
        Self::Invalid(vec![error])
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Database(error) => error.into(),
            Failure::Invalid(errors) => Self::invalid(errors),
            Failure::Stale(record) => {
                let message = "Another person changed the same fields in the meantime. Nothing was saved; the response contains both versions.";
                Self::conflict("stale_record", message).with(&record)
            }
            Failure::Internal(cause) => Self::internal(cause),
            Failure::Refused(problem) => problem,
        }
    }
}
