//! The refusals of exports and account deletions, and their form on the wire.

use crate::{failure::Failure, features::objects::ObjectsError, http::problem::Problem};

/// Why an export or the deletion of an account failed.
#[derive(Debug, thiserror::Error)]
pub enum AccountDataError {
    /// The account has been deleted since the session was read.
    #[error("the account is gone")]
    Gone,
    /// These workspaces have other members.
    #[error("other people work in the workspaces of the account")]
    TransferFirst(Vec<String>),
    /// A refusal about a file.
    #[error(transparent)]
    Object(#[from] ObjectsError),
    /// A failure of any use case.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for AccountDataError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<AccountDataError> for Problem {
    fn from(error: AccountDataError) -> Self {
        match error {
            AccountDataError::Gone => Self::unauthenticated(),
            AccountDataError::TransferFirst(names) => {
                let names = names.join(", ");
                let message = format!(
                    "Other people are members of {names}. Transfer it to one of them, or remove them, before you delete your account."
                );
                Self::conflict("transfer_ownership_first", message)
            }
            AccountDataError::Object(error) => error.into(),
            AccountDataError::Failed(failure) => failure.into(),
        }
    }
}
