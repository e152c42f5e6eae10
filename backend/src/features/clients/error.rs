//! What the use cases of clients refuse, and what that is on the wire.

use proffer_adapters::objects::ObjectError;
use proffer_domain::client_import::FileError;

use crate::{
    failure::{Failure, stale::StaleRecord},
    http::problem::Problem,
};

/// Why a use case of clients did not happen.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// No such client, or not one of this workspace's; both look the same.
    #[error("no such client")]
    NotFound,
    /// The client's proposals have changed since the figures were shown.
    #[error("the client's proposals have changed")]
    StaleCounts(StaleRecord),
    /// There is no website to read.
    #[error("the client has no website")]
    NoWebsite,
    /// No such import, or not one of this workspace's; both look the same.
    #[error("no such import")]
    ImportNotFound,
    /// Only a file that waits can be previewed or imported.
    #[error("the import has begun")]
    ImportBegun,
    /// The file cannot be read as clients.
    #[error(transparent)]
    File(#[from] FileError),
    /// The storage for files.
    #[error(transparent)]
    Storage(#[from] ObjectError),
    /// What any use case can meet.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for ClientError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ClientError> for Problem {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::NotFound => Self::not_found("client_not_found", "This client does not exist or you don't have access to it."),
            ClientError::StaleCounts(record) => {
                let message = "This client's proposals have changed in the meantime. Nothing was deleted; see what it has now.";
                Self::conflict("stale_counts", message).with(&record)
            }
            ClientError::NoWebsite => {
                Self::unprocessable("no_website", "This client has no website. Add its address, save, and it is read.")
            }
            ClientError::ImportNotFound => {
                Self::not_found("client_import_not_found", "This import does not exist any more or you don't have access to it.")
            }
            ClientError::ImportBegun => {
                Self::conflict("import_begun", "This file is being brought in already, or has been. What has come in is kept.")
            }
            ClientError::File(error) => Self::unprocessable(error.code(), error.to_string()),
            ClientError::Storage(error) => error.into(),
            ClientError::Failed(failure) => failure.into(),
        }
    }
}
