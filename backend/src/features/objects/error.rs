//! Errors of the use cases of files and pictures, and what they are on the wire.

use proffer_adapters::{objects::ObjectError, pictures::PictureError};
use proffer_domain::upload::too_large;

use crate::{failure::Failure, http::problem::Problem, jobs::JobError};

/// Why a use case of files or pictures failed.
#[derive(Debug, thiserror::Error)]
pub enum ObjectsError {
    /// No such picture, or not one of this workspace's; both look the same.
    #[error("no such picture")]
    NoPicture,
    /// No such upload in parts, or another person's; both look the same.
    #[error("no such upload")]
    NoUpload,
    /// The upload that the input names is unknown, another person's, used, expired, or without a file.
    #[error("the upload is gone")]
    UploadGone,
    /// The upload has more bytes than its use allows.
    #[error("the upload has more than {most} bytes")]
    UploadTooLarge { most: usize },
    /// The unused uploads already take up the quota.
    #[error("too many uploads wait to be used")]
    QuotaReached,
    /// The number of a part is out of range.
    #[error("the number of the part is out of range")]
    PartNumber,
    /// The named parts differ from those in the storage.
    #[error("other parts have arrived")]
    OtherParts,
    /// The sizes of the parts are refused.
    #[error("the parts are refused: {code}")]
    RefusedParts { code: &'static str, message: String },
    /// The storage refused or did not answer, or there is none.
    #[error(transparent)]
    Storage(#[from] ObjectError),
    /// The file does not become a picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// An error that any use case can have.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for ObjectsError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Settings can be corrected and the storage can come back, so a job waits for both.
impl From<ObjectError> for JobError {
    fn from(error: ObjectError) -> Self {
        tracing::warn!(%error, "the object storage in a job");
        Self::Retry("the object storage refused or did not answer".to_owned())
    }
}

impl From<ObjectsError> for Problem {
    fn from(error: ObjectsError) -> Self {
        match error {
            ObjectsError::NoPicture => Self::not_found("object_not_found", "There is no such picture."),
            ObjectsError::NoUpload => Self::not_found("upload_not_found", "There is no such upload."),
            ObjectsError::UploadGone => Self::unprocessable(
                "upload_not_found",
                "This upload no longer exists. Please choose the file again.",
            ),
            ObjectsError::UploadTooLarge { most } => {
                Self::unprocessable("upload_too_large", too_large(most as u64))
            }
            ObjectsError::QuotaReached => Self::conflict(
                "upload_quota",
                "Too many uploaded files are unused. They are deleted a day after the upload; please try again then.",
            ),
            ObjectsError::PartNumber => {
                Self::unprocessable("too_many_parts", "Parts are numbered from 1 to 10,000.")
            }
            ObjectsError::OtherParts => Self::unprocessable(
                "wrong_parts",
                "These are not the uploaded parts in order from the first.",
            ),
            ObjectsError::RefusedParts { code, message } => Self::unprocessable(code, message),
            ObjectsError::Storage(error) => error.into(),
            ObjectsError::Picture(error) => error.into(),
            ObjectsError::Failed(failure) => failure.into(),
        }
    }
}
