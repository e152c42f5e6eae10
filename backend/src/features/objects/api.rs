//! The wire of uploads and pictures.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, Object, OpenApi,
    param::Path,
    payload::{Binary, Json},
};
use uuid::Uuid;

use super::service;
use crate::{
    access::Member,
    app::App,
    features::Noun,
    http::problem::Problem,
    wire::{MaybeJson, Timestamp},
};

/// The file that is to be uploaded. An empty object is accepted too: nothing is then signed of it, and it is
/// checked later alone.
#[derive(Debug, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct UploadInput {
    /// Its type, sent along as `Content-Type`.
    pub content_type: Option<String>,
    /// Its size in bytes, exactly.
    pub size: Option<i64>,
}

/// Where a file can be put.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Upload {
    /// The address for one PUT of the file, with the type and size that it was signed for.
    #[oai(rename = "uploadURL")]
    pub upload_url: String,
    /// Until when it can be used.
    pub expires_at: Timestamp,
}

/// A picture.
#[derive(ApiResponse)]
pub enum ObjectFile {
    /// The picture.
    #[oai(status = 200, content_type = "image/png")]
    Ok(Binary<Vec<u8>>, #[oai(header = "Cache-Control")] String, #[oai(header = "Content-Disposition")] String),
}

impl ObjectFile {
    /// A picture never changes: another one has another address. It is shown where it stands, and nothing in
    /// it runs.
    pub fn whole(png: Vec<u8>) -> Self {
        Self::Ok(Binary(png), "private, max-age=31536000, immutable".to_owned(), "inline".to_owned())
    }

    /// The same at an address that may come to show another one.
    pub fn for_now(png: Vec<u8>) -> Self {
        Self::Ok(Binary(png), "private, max-age=300".to_owned(), "inline".to_owned())
    }
}

/// Uploads and pictures.
pub struct ObjectsApi;

#[OpenApi(tag = "Noun::Objects")]
impl ObjectsApi {
    /// Get an address to put a file to. Nothing of the file is shown to anybody until something that uses it
    /// has checked it; what nothing uses is removed after a day.
    #[oai(path = "/objects/upload", method = "post", operation_id = "createUpload")]
    async fn create(&self, app: Data<&App>, member: Member, input: MaybeJson<UploadInput>) -> Result<Json<Upload>, Problem> {
        Ok(Json(service::create(&app, &member, input.0).await?))
    }

    /// A picture of the active workspace.
    #[oai(path = "/objects/:objectId", method = "get", operation_id = "getObject")]
    async fn get(
        &self,
        app: Data<&App>,
        member: Member,
        /// The picture's id.
        #[oai(name = "objectId")]
        object_id: Path<Uuid>,
    ) -> Result<ObjectFile, Problem> {
        Ok(ObjectFile::whole(service::read(&app, &member, object_id.0).await?))
    }
}
