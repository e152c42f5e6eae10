//! The messages of uploads.

use poem_openapi::Object;

use crate::wire::Timestamp;

/// The file to be uploaded. An empty object is accepted too: then type and size are not signed, and are
/// checked only later.
#[derive(Debug, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct UploadInput {
    /// The content type, to be sent as `Content-Type`.
    pub content_type: Option<String>,
    /// The exact size in bytes.
    pub size: Option<i64>,
}

/// A presigned upload.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Upload {
    /// The URL for one PUT of the file, with the signed type and size.
    #[oai(rename = "uploadURL")]
    pub upload_url: String,
    /// When the URL expires.
    pub expires_at: Timestamp,
}
