//! The operations of client imports, exports, and facts from websites.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, OpenApi,
    param::Path,
    payload::{Attachment, AttachmentType, Json},
};
use proffer_domain::rate_limit::Rule;
use uuid::Uuid;

use super::{
    import,
    import_types::{ClientImport, ImportInput, ImportPlan, ImportPreview},
    types::Client,
    website,
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{limits, problem::Problem},
    wire::JsonBody,
};

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
    async fn start(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<ImportInput>,
    ) -> Result<ImportStarted, Problem> {
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
