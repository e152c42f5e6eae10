//! Errors of the use cases of the assistant, and what they are on the wire.

use chrono::{DateTime, TimeDelta, Utc};
use poem::http::StatusCode;
use proffer_adapters::ai::AiError;
use proffer_domain::{field_error::FieldError, rate_limit, usage::UsageRefused};

use crate::{failure::Failure, http::problem::Problem};

/// After this many seconds, most calls in progress have been settled.
const HELD_SECONDS: u32 = 60;

/// Why a use case of the assistant failed.
#[derive(Debug, thiserror::Error)]
pub enum AssistantError {
    /// The recap is refused, with a specific code.
    #[error("the recap is refused")]
    Recap(FieldError),
    /// The user is blocked, or a quota does not cover the call.
    #[error("the usage is refused")]
    Usage { cause: UsageRefused, resets_at: DateTime<Utc>, resets_in: TimeDelta },
    /// The model did not answer, or its answer is unusable.
    #[error(transparent)]
    Model(#[from] AiError),
    /// An error that any use case can have.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for AssistantError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<AssistantError> for Problem {
    fn from(error: AssistantError) -> Self {
        match error {
            AssistantError::Recap(error) => {
                Self::unprocessable(error.code, error.message.clone()).with_errors(vec![error])
            }
            AssistantError::Usage { cause, resets_at, resets_in } => {
                let problem =
                    Self::new(StatusCode::TOO_MANY_REQUESTS, UsageRefused::CODE, cause.message(resets_at));
                match cause {
                    UsageRefused::Blocked => problem,
                    UsageRefused::UsedUp(_) => problem.with_retry_after(rate_limit::seconds(resets_in)),
                    UsageRefused::Held(_) => problem.with_retry_after(HELD_SECONDS),
                }
            }
            AssistantError::Model(error) => error.into(),
            AssistantError::Failed(failure) => failure.into(),
        }
    }
}
