//! How errors of the adapters are reported to the client.

use poem::http::StatusCode;
use proffer_adapters::{ai::AiError, objects::ObjectError, passwords::HashingFailed, pictures::PictureError};

use super::Problem;

impl From<AiError> for Problem {
    fn from(error: AiError) -> Self {
        let status = match error {
            AiError::Unavailable | AiError::Misconfigured => StatusCode::SERVICE_UNAVAILABLE,
            AiError::Busy { .. } => StatusCode::TOO_MANY_REQUESTS,
            AiError::Timeout => StatusCode::GATEWAY_TIMEOUT,
            AiError::Nonsense | AiError::Declined => StatusCode::BAD_GATEWAY,
        };
        let problem = Self::new(status, error.code(), error.to_string());
        match error {
            AiError::Busy { retry_after: Some(wait) } => {
                problem.with_retry_after(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX))
            }
            _ => problem,
        }
    }
}

impl From<ObjectError> for Problem {
    fn from(error: ObjectError) -> Self {
        match error {
            ObjectError::NotConfigured => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "storage_not_configured",
                "This site has no storage for files, so nothing can be uploaded.",
            ),
            ObjectError::NoTemporaryCredentials => {
                let message = "This site's storage has no temporary credentials; request an upload address for each file instead.";
                Self::not_found("no_temporary_credentials", message)
            }
            ObjectError::Failed(cause) => {
                tracing::error!(%cause, "object storage");
                Self::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "storage_unavailable",
                    "The storage for files does not answer. Nothing was changed; please try again.",
                )
            }
        }
    }
}

impl From<PictureError> for Problem {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Unsupported => {
                Self::unprocessable("unsupported_picture", "Choose a PNG, JPG, GIF or WebP picture.")
            }
            PictureError::TooLarge => Self::unprocessable(
                "picture_too_large",
                "This picture has too many pixels: at most 10,000 on a side, and fewer than 40 million in all.",
            ),
            PictureError::Failed => Self::internal(error),
        }
    }
}

impl From<HashingFailed> for Problem {
    fn from(error: HashingFailed) -> Self {
        Self::internal(error)
    }
}
