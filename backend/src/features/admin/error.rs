//! Errors of the use cases of site administrators, and what they are on the wire.

use crate::{failure::Failure, http::problem::Problem};

/// Why a use case of a site administrator failed.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The caller stopped being a site administrator while the request was under way.
    #[error("not a site administrator any more")]
    NotAdmin,
    /// No such account.
    #[error("no such account")]
    NoUser,
    /// The site would be left without administrators.
    #[error("the last site administrator")]
    LastAdmin,
    /// Site administrators cannot change their own role.
    #[error("the caller's own role")]
    OwnRole,
    /// Only an account with a verified address becomes a site administrator.
    #[error("the address is not verified")]
    NotVerified,
    /// The address needs no other link.
    #[error("the address is verified already")]
    AlreadyVerified,
    /// No such setting.
    #[error("no such setting")]
    NoSetting,
    /// No such job.
    #[error("no such job")]
    NoJob,
    /// Only a job that was given up can be put into the queue again.
    #[error("the job was not given up")]
    NotGivenUp,
    /// An error that any use case can have.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for AdminError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<AdminError> for Problem {
    fn from(error: AdminError) -> Self {
        match error {
            AdminError::NotAdmin => Self::forbidden(),
            AdminError::NoUser => Self::not_found("user_not_found", "There is no such account."),
            AdminError::LastAdmin => Self::conflict(
                "last_admin",
                "You are the only site administrator. Make another user one first.",
            ),
            AdminError::OwnRole => {
                Self::conflict("own_role", "You cannot change your own role. Ask another site administrator.")
            }
            AdminError::NotVerified => Self::conflict(
                "email_not_verified",
                "This address is not verified yet. Only a verified account can be made an administrator.",
            ),
            AdminError::AlreadyVerified => {
                Self::conflict("already_verified", "This address is already verified.")
            }
            AdminError::NoSetting => Self::not_found("setting_not_found", "There is no such setting."),
            AdminError::NoJob => Self::not_found("job_not_found", "There is no such job."),
            AdminError::NotGivenUp => Self::conflict(
                "not_failed",
                "This job has not failed: it is done, or will be retried automatically.",
            ),
            AdminError::Failed(failure) => failure.into(),
        }
    }
}
