//! The refusals of the use cases of clients, and their form on the wire.

use proffer_domain::client_import::FileError;

use crate::{
    failure::{Failure, stale::StaleRecord},
    features::objects::ObjectsError,
    http::problem::Problem,
};

/// Why a use case of clients failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The client does not exist or belongs to another workspace; both look the same.
    #[error("no such client")]
    NotFound,
    /// The client's proposals have changed since the numbers were shown.
    #[error("the client's proposals have changed")]
    StaleCounts(StaleRecord),
    /// The client has no website to read.
    #[error("the client has no website")]
    NoWebsite,
    /// The import does not exist or belongs to another workspace; both look the same.
    #[error("no such import")]
    ImportNotFound,
    /// Only an import in the state `waiting` can be previewed or started.
    #[error("the import has begun")]
    ImportBegun,
    /// The file is not a readable list of clients.
    #[error(transparent)]
    File(#[from] FileError),
    /// A refusal about a file or picture.
    #[error(transparent)]
    Object(#[from] ObjectsError),
    /// A failure of any use case.
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

impl ClientError {
    /// Logs internal causes, for an error that is not returned.
    pub fn log(self) {
        drop(Problem::from(self));
    }
}

impl From<ClientError> for Problem {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::NotFound => Self::not_found(
                "client_not_found",
                "This client does not exist or you don't have access to it.",
            ),
            ClientError::StaleCounts(record) => {
                let message = "This client's proposals have changed in the meantime. Nothing was deleted; the numbers are updated.";
                Self::conflict("stale_counts", message).with(&record)
            }
            ClientError::NoWebsite => Self::unprocessable(
                "no_website",
                "This client has no website. Add its address and save; it is then read.",
            ),
            ClientError::ImportNotFound => Self::not_found(
                "client_import_not_found",
                "This import does not exist any more or you don't have access to it.",
            ),
            ClientError::ImportBegun => Self::conflict(
                "import_begun",
                "This file is already being imported, or has been. The imported clients are kept.",
            ),
            ClientError::File(error) => Self::unprocessable(error.code(), error.to_string()),
            ClientError::Object(error) => error.into(),
            ClientError::Failed(failure) => failure.into(),
        }
    }
}
