//! What a use case of any feature can meet: the database fails, the input is not valid, somebody else changed
//! the record first.
//!
//! Each feature has an enum of its own for what it refuses, in its `error.rs`, with this as its last variant
//! and the blanket `impl<E> From<E> for ... where Failure: From<E>`. What a refusal is on the wire stands in
//! that file too, as `From<...> for Problem`: handlers and nothing else deal in [`Problem`].

pub mod stale;

use proffer_domain::field_error::FieldError;
use sea_orm::DbErr;

use self::stale::StaleRecord;
use crate::http::problem::Problem;

/// Why a use case of any feature did not happen.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The database refused or did not answer.
    #[error(transparent)]
    Database(#[from] DbErr),
    /// Fields of the input are not valid.
    #[error("the input is not valid")]
    Invalid(Vec<FieldError>),
    /// Others changed the same fields of the record.
    #[error("the record has changed")]
    Stale(StaleRecord),
    /// What cannot happen unless the code or the stored data is wrong. The words are for the log.
    #[error("{0}")]
    Internal(String),
    /// Refused by the funnel, which is at the edge itself.
    #[error(transparent)]
    Refused(#[from] Problem),
}

impl Failure {
    /// What cannot happen unless the code or the stored data is wrong.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self::Internal(cause.to_string())
    }

    /// The same failure with what is internal written to the log now: where no handler answers with it.
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
                let message = "Someone else changed the same fields in the meantime. Nothing was saved; both versions are here.";
                Self::conflict("stale_record", message).with(&record)
            }
            Failure::Internal(cause) => Self::internal(cause),
            Failure::Refused(problem) => problem,
        }
    }
}
