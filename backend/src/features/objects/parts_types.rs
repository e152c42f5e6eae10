//! The messages of uploads in parts.

use std::collections::HashMap;

use poem_openapi::Object;

use crate::wire::Timestamp;

/// A file to be uploaded in parts.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct MultipartInput {
    /// The file name.
    pub filename: String,
    /// The content type.
    #[oai(rename = "type")]
    pub content_type: Option<String>,
    /// Additional metadata of the widget, which is not stored.
    pub metadata: Option<HashMap<String, String>>,
}

/// A multipart upload.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct MultipartUpload {
    /// The file's key, required by all further calls.
    pub key: String,
    /// The upload's id.
    pub upload_id: String,
}

/// An uploaded part.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct UploadedPart {
    /// The part number, counted from 1.
    #[oai(rename = "PartNumber")]
    pub part_number: i32,
    /// The size in bytes.
    #[oai(rename = "Size")]
    pub size: Option<i64>,
    /// The entity tag that the storage returned.
    #[oai(rename = "ETag")]
    pub etag: String,
}

/// A presigned URL for a part.
#[derive(Debug, Object)]
pub struct SignedPart {
    /// The URL for one PUT.
    pub url: String,
    /// How long the URL is valid, in seconds.
    pub expires: u32,
}

/// A complete file.
#[derive(Debug, Object)]
pub struct CompletedUpload {
    /// The file's address, for use as an `uploadURL`.
    pub location: String,
}

/// The parameters for uploading a whole file at once.
#[derive(Debug, Object)]
pub struct UploadParameters {
    /// The HTTP method, `PUT`.
    pub method: String,
    /// The URL.
    pub url: String,
    /// The form fields; always empty.
    pub fields: HashMap<String, String>,
    /// The required headers.
    pub headers: HashMap<String, String>,
}

/// Temporary credentials for a widget.
#[derive(Debug, Object)]
pub struct TemporaryCredentials {
    /// The access key id.
    #[oai(rename = "AccessKeyId")]
    pub access_key_id: String,
    /// The secret access key.
    #[oai(rename = "SecretAccessKey")]
    pub secret_access_key: String,
    /// The session token.
    #[oai(rename = "SessionToken")]
    pub session_token: String,
    /// When the credentials expire.
    #[oai(rename = "Expiration")]
    pub expiration: Timestamp,
}

/// Credentials and bucket for a widget that signs its own requests.
#[derive(Debug, Object)]
pub struct UploadCredentials {
    /// The credentials.
    pub credentials: TemporaryCredentials,
    /// The name of the bucket.
    pub bucket: String,
    /// The region of the bucket.
    pub region: String,
}
