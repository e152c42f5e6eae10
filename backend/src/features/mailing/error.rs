//! The refusals of the use cases of mailing, and their form on the wire.

use crate::{failure::Failure, http::problem::Problem};

/// Why a use case of mailing failed.
#[derive(Debug, thiserror::Error)]
pub enum MailingError {
    /// The link is altered, truncated or invalid.
    #[error("the link does not work")]
    InvalidLink,
    /// A failure of any use case.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for MailingError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<MailingError> for Problem {
    fn from(error: MailingError) -> Self {
        match error {
            MailingError::InvalidLink => Self::not_found(
                "unsubscribe_link_invalid",
                "This link does not work. Please use the complete link from the mail.",
            ),
            MailingError::Failed(failure) => failure.into(),
        }
    }
}
