//! The operations of uploads and pictures.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, OpenApi,
    param::Path,
    payload::{Binary, Json},
};
use uuid::Uuid;

use super::{
    service,
    types::{Upload, UploadInput},
};
use crate::{access::Member, app::App, features::Noun, http::problem::Problem, wire::MaybeJson};

/// A picture.
#[derive(ApiResponse)]
pub enum ObjectFile {
    /// The picture.
    #[oai(status = 200, content_type = "image/png")]
    Ok(
        Binary<Vec<u8>>,
        #[oai(header = "Cache-Control")] String,
        #[oai(header = "Content-Disposition")] String,
    ),
}

impl ObjectFile {
    /// A picture never changes, because each has its own address. It is displayed inline, and nothing in it
    /// is executed.
    pub fn whole(png: Vec<u8>) -> Self {
        Self::Ok(Binary(png), "private, max-age=31536000, immutable".to_owned(), "inline".to_owned())
    }

    /// The same for an address whose picture may change.
    pub fn for_now(png: Vec<u8>) -> Self {
        Self::Ok(Binary(png), "private, max-age=300".to_owned(), "inline".to_owned())
    }
}

/// Uploads and pictures.
pub struct ObjectsApi;

#[OpenApi(tag = "Noun::Objects")]
impl ObjectsApi {
    /// Create a presigned URL for uploading a file. The file is not accessible until an operation that uses
    /// it has checked it; an unused file is deleted after a day.
    #[oai(path = "/objects/upload", method = "post", operation_id = "createUpload")]
    async fn create(
        &self,
        app: Data<&App>,
        member: Member,
        input: MaybeJson<UploadInput>,
    ) -> Result<Json<Upload>, Problem> {
        Ok(Json(service::create(&app, &member, input.0).await?))
    }

    /// Get a picture of the active workspace.
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
