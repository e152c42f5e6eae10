//! The wire types of client imports, exports, and facts from websites.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, Enum, Object, OpenApi,
    param::Path,
    payload::{Attachment, AttachmentType, Json},
};
use proffer_domain::{
    client_import::{Duplicates, Mapping},
    rate_limit::Rule,
};
use uuid::Uuid;

use super::{api::Client, import, website};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
    wire::{JsonBody, Timestamp},
};

/// An uploaded client file.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportInput {
    /// The `uploadURL` of the file: CSV with at most 10 MB and 50,000 lines.
    #[oai(rename = "uploadURL")]
    pub upload_url: String,
    /// The file name.
    pub file_name: String,
}

/// How to import a file.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportPlan {
    /// The column mapping.
    pub mapping: Mapping,
    /// What to do with existing clients.
    pub duplicates: Duplicates,
}

/// The state of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ImportState {
    /// The file was uploaded, and the import has not started.
    Waiting,
    /// The clients are being imported.
    Running,
    /// The import is complete; some lines may have been skipped.
    Done,
    /// The import stopped with an error; clients imported until then are kept.
    Failed,
}

/// A line that was or would be skipped.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SkippedRow {
    /// The line of the file where the row starts, counted from 1.
    pub line: i32,
    /// The field with the error, if it is in one field.
    pub field: Option<String>,
    /// The reason as a stable code.
    pub code: String,
    /// The reason as a message.
    pub message: String,
    /// The cells of the line.
    pub cells: Vec<String>,
}

/// A client import.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ClientImport {
    /// The import's id.
    pub id: Uuid,
    /// The file name.
    pub file_name: String,
    /// The state of the import.
    pub state: ImportState,
    /// The column names.
    pub columns: Vec<String>,
    /// The first lines below the column names, at most 5.
    pub sample: Vec<Vec<String>>,
    /// The column mapping suggested by the column names.
    pub suggested: Mapping,
    /// The number of lines below the column names.
    pub row_count: i32,
    /// The number of processed lines.
    pub processed: i32,
    /// The number of added clients.
    pub added: i32,
    /// The number of updated clients.
    pub updated: i32,
    /// The number of skipped lines.
    pub skipped: i32,
    /// The first skipped lines, at most 100; the file of skipped rows contains all.
    pub skipped_rows: Vec<SkippedRow>,
    /// Why the import failed.
    pub problem: Option<String>,
    /// When the import was created.
    pub created_at: Timestamp,
    /// When the import ended.
    pub finished_at: Option<Timestamp>,
}

/// A client as a line would create or update it.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PreviewRow {
    /// The line of the file, counted from 1.
    pub line: i32,
    /// Whether a client would be added; otherwise an existing one would be updated.
    pub is_new: bool,
    /// The company's name.
    pub company_name: String,
    /// The contact's first name.
    pub first_name: String,
    /// The contact's last name.
    pub last_name: String,
    /// The contact's email address.
    pub email: String,
    /// The phone number.
    pub phone: Option<String>,
    /// The website.
    pub website_url: Option<String>,
}

/// A preview of an import. Nothing has been changed.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ImportPreview {
    /// The first lines that would be imported, at most 20.
    pub rows: Vec<PreviewRow>,
    /// The number of clients that would be added.
    pub added: i32,
    /// The number of clients that would be updated.
    pub updated: i32,
    /// The number of lines that would be skipped.
    pub skipped: i32,
    /// The first of these lines, at most 100.
    pub skipped_rows: Vec<SkippedRow>,
}

/// A CSV file.
#[derive(ApiResponse)]
pub enum CsvFile {
    /// CSV in UTF-8, with the column names in the first line.
    #[oai(status = 200, content_type = "text/csv")]
    Ok(Attachment<Vec<u8>>),
}

/// The import was created.
#[derive(ApiResponse)]
pub enum ImportStarted {
    /// The import is waiting for its column mapping.
    #[oai(status = 201)]
    Created(Json<ClientImport>),
}

/// Imports and exports of clients.
pub struct ClientImportsApi;

#[OpenApi(tag = "Noun::Clients")]
impl ClientImportsApi {
    /// Create an import from an uploaded file. No client is changed yet.
    #[oai(path = "/clients/imports", method = "post", operation_id = "startClientImport")]
    async fn start(&self, app: Data<&App>, member: Member, input: JsonBody<ImportInput>) -> Result<ImportStarted, Problem> {
        may_bring(&member).await?;
        Ok(ImportStarted::Created(Json(import::start(&app, &member, input.0).await?)))
    }

    /// Get the state of an import, with the skipped lines.
    #[oai(path = "/clients/imports/:importId", method = "get", operation_id = "getClientImport")]
    async fn get(
        &self,
        member: Member,
        /// The import's id.
        #[oai(name = "importId")]
        import_id: Path<Uuid>,
    ) -> Result<Json<ClientImport>, Problem> {
        let tx = member.may(Action::Read, Thing::Clients).await?;
        Ok(Json(import::get(&tx, import_id.0).await?))
    }

    /// Preview the import of the whole file with a column mapping. Nothing is changed.
    #[oai(path = "/clients/imports/:importId/preview", method = "post", operation_id = "previewClientImport")]
    async fn preview(
        &self,
        app: Data<&App>,
        member: Member,
        /// The import's id.
        #[oai(name = "importId")]
        import_id: Path<Uuid>,
        input: JsonBody<ImportPlan>,
    ) -> Result<Json<ImportPreview>, Problem> {
        may_bring(&member).await?;
        Ok(Json(import::preview(&app, &member, import_id.0, &input.0).await?))
    }

    /// Start the import. A job runs it; get the import to see its progress.
    #[oai(path = "/clients/imports/:importId/run", method = "post", operation_id = "runClientImport")]
    async fn run(
        &self,
        app: Data<&App>,
        member: Member,
        /// The import's id.
        #[oai(name = "importId")]
        import_id: Path<Uuid>,
        input: JsonBody<ImportPlan>,
    ) -> Result<Json<ClientImport>, Problem> {
        may_bring(&member).await?;
        let tx = member.may(Action::Create, Thing::Clients).await?;
        Ok(Json(import::run(&app, tx, import_id.0, &input.0).await?))
    }

    /// Download the skipped lines unchanged, each with its reason.
    #[oai(path = "/clients/imports/:importId/skipped", method = "get", operation_id = "downloadSkippedRows")]
    async fn skipped(
        &self,
        member: Member,
        /// The import's id.
        #[oai(name = "importId")]
        import_id: Path<Uuid>,
    ) -> Result<CsvFile, Problem> {
        let tx = member.may(Action::Read, Thing::Clients).await?;
        Ok(CsvFile::named(import::skipped(&tx, import_id.0).await?, "skipped-rows.csv".to_owned()))
    }

    /// Export all clients as a CSV file that can be imported again.
    #[oai(path = "/clients/export", method = "get", operation_id = "exportClients")]
    async fn export(&self, app: Data<&App>, member: Member) -> Result<CsvFile, Problem> {
        let tx = member.may(Action::Export, Thing::Clients).await?;
        let name = format!("clients-{}.csv", app.now().format("%Y-%m-%d"));
        Ok(CsvFile::named(import::export(tx).await?, name))
    }

    /// Read a client's website again.
    #[oai(path = "/clients/:clientId/website", method = "post", operation_id = "readClientWebsite")]
    async fn read_website(
        &self,
        app: Data<&App>,
        member: Member,
        /// The client's id.
        #[oai(name = "clientId")]
        client_id: Path<Uuid>,
    ) -> Result<Json<Client>, Problem> {
        member.require(Action::Update, Thing::Clients).await?;
        limits::take(&app, Rule::SitePerWorkspace, member.principal.workspace_id.to_string()).await?;
        let tx = member.may(Action::Update, Thing::Clients).await?;
        Ok(Json(website::read_again(&app, tx, client_id.0).await?.into()))
    }
}

impl CsvFile {
    fn named(bytes: Vec<u8>, name: String) -> Self {
        Self::Ok(Attachment::new(bytes).attachment_type(AttachmentType::Attachment).filename(name))
    }
}

/// An import uploads a file and may update existing clients, so it requires both permissions.
async fn may_bring(member: &Member) -> Result<(), Problem> {
    member.require(Action::Create, Thing::Clients).await?;
    member.require(Action::Update, Thing::Clients).await?;
    member.require(Action::Create, Thing::Objects).await
}
