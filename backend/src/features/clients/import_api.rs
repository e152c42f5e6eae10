//! The wire of clients that come from a file, leave as one, or are read from their websites.

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

/// A file of clients that was uploaded.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportInput {
    /// The `uploadURL` that the file was put to: CSV of at most 10 MB and 50,000 lines.
    #[oai(rename = "uploadURL")]
    pub upload_url: String,
    /// What the file is called.
    pub file_name: String,
}

/// How a file is to be read.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportPlan {
    /// Which column is what.
    pub mapping: Mapping,
    /// What becomes of clients who are there already.
    pub duplicates: Duplicates,
}

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ImportState {
    /// The file is there, and nothing has been done with it.
    Waiting,
    /// Clients are being brought in.
    Running,
    /// All are in, but for those that were left out.
    Done,
    /// It could not go on; what was brought in stays.
    Failed,
}

/// A line that was or would be left out.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SkippedRow {
    /// The line of the file that it begins in, from 1.
    pub line: i32,
    /// The field, where it is one's fault.
    pub field: Option<String>,
    /// Why, as a stable name.
    pub code: String,
    /// Why, in words.
    pub message: String,
    /// The line as it stands.
    pub cells: Vec<String>,
}

/// A file of clients on its way in.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ClientImport {
    /// Its id.
    pub id: Uuid,
    /// What the file is called.
    pub file_name: String,
    /// How far it is.
    pub state: ImportState,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its first lines below them, at most 5.
    pub sample: Vec<Vec<String>>,
    /// Which column is what, as far as their names tell.
    pub suggested: Mapping,
    /// How many lines it has below the names.
    pub row_count: i32,
    /// How many have been worked through.
    pub processed: i32,
    /// How many clients were added.
    pub added: i32,
    /// How many were changed.
    pub updated: i32,
    /// How many lines were left out.
    pub skipped: i32,
    /// The first of those, at most 100; all are in the file of skipped rows.
    pub skipped_rows: Vec<SkippedRow>,
    /// Why it failed.
    pub problem: Option<String>,
    /// When it was begun.
    pub created_at: Timestamp,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
}

/// A client as a line would make it.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PreviewRow {
    /// The line of the file, from 1.
    pub line: i32,
    /// Whether a client would be added; else one would be changed.
    pub is_new: bool,
    /// The company's name.
    pub company_name: String,
    /// The contact's first name.
    pub first_name: String,
    /// The contact's last name.
    pub last_name: String,
    /// The contact's address.
    pub email: String,
    /// The phone number.
    pub phone: Option<String>,
    /// The website.
    pub website_url: Option<String>,
}

/// What would come of it. Nothing has been changed.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ImportPreview {
    /// The first lines that would come in, at most 20.
    pub rows: Vec<PreviewRow>,
    /// How many clients would be added.
    pub added: i32,
    /// How many would be changed.
    pub updated: i32,
    /// How many lines would be left out.
    pub skipped: i32,
    /// The first of those, at most 100.
    pub skipped_rows: Vec<SkippedRow>,
}

/// A file.
#[derive(ApiResponse)]
pub enum CsvFile {
    /// CSV in UTF-8, with the names of the columns in its first line.
    #[oai(status = 200, content_type = "text/csv")]
    Ok(Attachment<Vec<u8>>),
}

/// A file of clients has been read.
#[derive(ApiResponse)]
pub enum ImportStarted {
    /// It waits for a word on its columns.
    #[oai(status = 201)]
    Created(Json<ClientImport>),
}

/// Clients from files.
pub struct ClientImportsApi;

#[OpenApi(tag = "Noun::Clients")]
impl ClientImportsApi {
    /// Begin with a file that was uploaded. No client is changed by that.
    #[oai(path = "/clients/imports", method = "post", operation_id = "startClientImport")]
    async fn start(&self, app: Data<&App>, member: Member, input: JsonBody<ImportInput>) -> Result<ImportStarted, Problem> {
        may_bring(&member).await?;
        Ok(ImportStarted::Created(Json(import::start(&app, &member, input.0).await?)))
    }

    /// How far an import is, and what was left out.
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

    /// What would come of reading it so, over the whole file. Nothing is changed.
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

    /// Bring the clients in. A job does it; asking for the import tells how far it is.
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

    /// The lines that were left out, as they stood, each with its reason.
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

    /// All clients as a file that the import reads again.
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

/// A file of clients is brought by somebody who may bring files, and may change those who are there.
async fn may_bring(member: &Member) -> Result<(), Problem> {
    member.require(Action::Create, Thing::Clients).await?;
    member.require(Action::Update, Thing::Clients).await?;
    member.require(Action::Create, Thing::Objects).await
}
