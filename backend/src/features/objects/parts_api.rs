//! The operations of the upload widget's companion: multipart uploads and temporary credentials. The names
//! are those of the widget's protocol.

use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    param::{Path, Query},
    payload::Json,
};

use super::{
    parts,
    parts_types::{
        CompletedUpload, MultipartInput, MultipartUpload, SignedPart, UploadCredentials, UploadParameters,
        UploadedPart,
    },
};
use crate::{access::Member, app::App, features::Noun, http::problem::Problem, wire::JsonBody};

/// The parts of a complete file.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
pub struct CompleteInput {
    /// All parts, in order.
    pub parts: Vec<UploadedPart>,
}

/// An empty response.
#[derive(Debug, Object)]
pub struct Aborted {}

/// Multipart uploads.
pub struct PartsApi;

#[OpenApi(tag = "Noun::Objects")]
impl PartsApi {
    /// Start a multipart upload. Each part except the last has at least 5 MB; at most 10,000 parts are
    /// allowed.
    #[oai(path = "/s3/multipart", method = "post", operation_id = "createMultipartUpload")]
    async fn create(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<MultipartInput>,
    ) -> Result<Json<MultipartUpload>, Problem> {
        Ok(Json(parts::begin(&app, &member, &input.0).await?))
    }

    /// List the uploaded parts.
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

    /// Create a presigned URL for one part.
    #[oai(path = "/s3/multipart/:uploadId/:partNumber", method = "get", operation_id = "signUploadPart")]
    async fn sign(
        &self,
        app: Data<&App>,
        member: Member,
        /// The upload's id.
        #[oai(name = "uploadId")]
        upload_id: Path<String>,
        /// The part number, counted from 1.
        #[oai(name = "partNumber")]
        part_number: Path<i32>,
        /// The file's key.
        key: Query<String>,
    ) -> Result<Json<SignedPart>, Problem> {
        Ok(Json(parts::sign(&app, &member, &upload_id, part_number.0, &key).await?))
    }

    /// Complete the upload from its parts.
    #[oai(
        path = "/s3/multipart/:uploadId/complete",
        method = "post",
        operation_id = "completeMultipartUpload"
    )]
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

    /// Abort the upload.
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

    /// Get the parameters for uploading a whole file at once.
    #[oai(path = "/s3/params", method = "get", operation_id = "getUploadParameters")]
    async fn parameters(
        &self,
        app: Data<&App>,
        member: Member,
        /// The file name.
        _filename: Query<Option<String>>,
        /// The content type.
        #[oai(name = "type")]
        content_type: Query<Option<String>>,
    ) -> Result<Json<UploadParameters>, Problem> {
        Ok(Json(parts::parameters(&app, &member, content_type.0.as_deref()).await?))
    }

    /// Get temporary credentials with which a widget signs its requests. Without a token service the response
    /// is 404 `no_temporary_credentials`, and the widget requests each URL instead.
    #[oai(path = "/s3/sts", method = "get", operation_id = "getUploadCredentials")]
    async fn credentials(&self, app: Data<&App>, member: Member) -> Result<Json<UploadCredentials>, Problem> {
        Ok(Json(parts::credentials(&app, &member).await?))
    }
}
