//! The wire of the upload widget's companion: large files in parts, and what a widget needs to sign by
//! itself. Its words are those of the widget's protocol.

use std::collections::HashMap;

use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    param::{Path, Query},
    payload::Json,
};

use super::parts;
use crate::{
    access::Member,
    app::App,
    features::Noun,
    http::problem::Problem,
    wire::{JsonBody, Timestamp},
};

/// A file that is to be uploaded in parts.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct MultipartInput {
    /// Its name.
    pub filename: String,
    /// Its type.
    #[oai(rename = "type")]
    pub content_type: Option<String>,
    /// What the widget says of the file besides; nothing of it is kept.
    pub metadata: Option<HashMap<String, String>>,
}

/// An upload in parts.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct MultipartUpload {
    /// The file's key; every further call names it.
    pub key: String,
    /// The upload's id.
    pub upload_id: String,
}

/// A part that has arrived.
#[derive(Debug, Clone, Object)]
#[oai(deny_unknown_fields)]
pub struct UploadedPart {
    /// Its number, from 1.
    #[oai(rename = "PartNumber")]
    pub part_number: i32,
    /// Its size in bytes.
    #[oai(rename = "Size")]
    pub size: Option<i64>,
    /// What the storage answered to it.
    #[oai(rename = "ETag")]
    pub etag: String,
}

/// Where a part can be put.
#[derive(Debug, Object)]
pub struct SignedPart {
    /// The address for one PUT.
    pub url: String,
    /// For how many seconds.
    pub expires: u32,
}

/// The parts of a whole file.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
pub struct CompleteInput {
    /// All of them, in order.
    pub parts: Vec<UploadedPart>,
}

/// A file that is there.
#[derive(Debug, Object)]
pub struct CompletedUpload {
    /// Its address, as `uploadURL` of what uses it.
    pub location: String,
}

/// Nothing more to say.
#[derive(Debug, Object)]
pub struct Aborted {}

/// How a whole file can be uploaded at once.
#[derive(Debug, Object)]
pub struct UploadParameters {
    /// `PUT`.
    pub method: String,
    /// The address.
    pub url: String,
    /// None are needed.
    pub fields: HashMap<String, String>,
    /// What must be sent along.
    pub headers: HashMap<String, String>,
}

/// Keys that a widget can sign with for a while.
#[derive(Debug, Object)]
pub struct TemporaryCredentials {
    /// The key's name.
    #[oai(rename = "AccessKeyId")]
    pub access_key_id: String,
    /// The key.
    #[oai(rename = "SecretAccessKey")]
    pub secret_access_key: String,
    /// What goes with it.
    #[oai(rename = "SessionToken")]
    pub session_token: String,
    /// Until when.
    #[oai(rename = "Expiration")]
    pub expiration: Timestamp,
}

/// All that a widget needs to sign by itself.
#[derive(Debug, Object)]
pub struct UploadCredentials {
    /// The keys.
    pub credentials: TemporaryCredentials,
    /// The bucket.
    pub bucket: String,
    /// Its region.
    pub region: String,
}

/// Uploads in parts.
pub struct PartsApi;

#[OpenApi(tag = "Noun::Objects")]
impl PartsApi {
    /// Begin an upload in parts: each but the last at least 5 MB, at most 10,000.
    #[oai(path = "/s3/multipart", method = "post", operation_id = "createMultipartUpload")]
    async fn create(&self, app: Data<&App>, member: Member, input: JsonBody<MultipartInput>) -> Result<Json<MultipartUpload>, Problem> {
        Ok(Json(parts::begin(&app, &member, &input.0).await?))
    }

    /// The parts that have arrived.
    #[oai(path = "/s3/multipart/:uploadId", method = "get", operation_id = "listUploadedParts")]
    async fn parts(
        &self,
        app: Data<&App>,
        member: Member,
        /// The upload's id.
        #[oai(name = "uploadId")]
        upload_id: Path<String>,
        /// The file's key.
        key: Query<String>,
    ) -> Result<Json<Vec<UploadedPart>>, Problem> {
        Ok(Json(parts::list(&app, &member, &upload_id, &key).await?))
    }

    /// Where one part can be put.
    #[oai(path = "/s3/multipart/:uploadId/:partNumber", method = "get", operation_id = "signUploadPart")]
    async fn sign(
        &self,
        app: Data<&App>,
        member: Member,
        /// The upload's id.
        #[oai(name = "uploadId")]
        upload_id: Path<String>,
        /// The part's number, from 1.
        #[oai(name = "partNumber")]
        part_number: Path<i32>,
        /// The file's key.
        key: Query<String>,
    ) -> Result<Json<SignedPart>, Problem> {
        Ok(Json(parts::sign(&app, &member, &upload_id, part_number.0, &key).await?))
    }

    /// Put the parts together.
    #[oai(path = "/s3/multipart/:uploadId/complete", method = "post", operation_id = "completeMultipartUpload")]
    async fn complete(
        &self,
        app: Data<&App>,
        member: Member,
        /// The upload's id.
        #[oai(name = "uploadId")]
        upload_id: Path<String>,
        /// The file's key.
        key: Query<String>,
        input: JsonBody<CompleteInput>,
    ) -> Result<Json<CompletedUpload>, Problem> {
        Ok(Json(parts::complete(&app, &member, &upload_id, &key, &input.parts).await?))
    }

    /// Give an upload up.
    #[oai(path = "/s3/multipart/:uploadId", method = "delete", operation_id = "abortMultipartUpload")]
    async fn abort(
        &self,
        app: Data<&App>,
        member: Member,
        /// The upload's id.
        #[oai(name = "uploadId")]
        upload_id: Path<String>,
        /// The file's key.
        key: Query<String>,
    ) -> Result<Json<Aborted>, Problem> {
        parts::abort(&app, &member, &upload_id, &key).await?;
        Ok(Json(Aborted {}))
    }

    /// How a file can be uploaded at once.
    #[oai(path = "/s3/params", method = "get", operation_id = "getUploadParameters")]
    async fn parameters(
        &self,
        app: Data<&App>,
        member: Member,
        /// The file's name.
        _filename: Query<Option<String>>,
        /// Its type.
        #[oai(name = "type")]
        content_type: Query<Option<String>>,
    ) -> Result<Json<UploadParameters>, Problem> {
        Ok(Json(parts::parameters(&app, &member, content_type.0.as_deref()).await?))
    }

    /// Temporary keys with which a widget signs by itself. A storage that gives none answers 404
    /// `no_temporary_credentials`, and the widget asks for each address instead.
    #[oai(path = "/s3/sts", method = "get", operation_id = "getUploadCredentials")]
    async fn credentials(&self, app: Data<&App>, member: Member) -> Result<Json<UploadCredentials>, Problem> {
        Ok(Json(parts::credentials(&app, &member).await?))
    }
}
