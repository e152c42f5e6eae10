//! The wire types of clients.

use poem::web::Data;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi, param::Query, payload::Json};
use proffer_domain::{client::ClientInput, client_website::ScrapedInfo};
use uuid::Uuid;

use super::{service, store};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        paging::{Counted, Page},
        problem::Problem,
    },
    wire::{self, JsonBody, Timestamp},
};

/// The state of reading a client's website.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Enum, strum::IntoStaticStr, strum::EnumString)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Enrichment {
    /// There is no website, or nobody has read it yet.
    #[default]
    None,
    /// The website is going to be read.
    Waiting,
    /// The website was read.
    Done,
    /// The website could not be read.
    Failed,
}

impl Enrichment {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// A client.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Client {
    /// The client's id.
    pub id: Uuid,
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
    /// The postal address.
    pub address: Option<String>,
    /// The website.
    pub website_url: Option<String>,
    /// The URL of the logo.
    pub logo_url: Option<String>,
    /// Notes about the client.
    pub description: Option<String>,
    /// Facts from the website.
    pub scraped_info: Option<ScrapedInfo>,
    /// The state of reading the website.
    pub enrichment: Enrichment,
    /// Why the website could not be read.
    pub enrichment_problem: Option<String>,
    /// When reading the website succeeded or failed.
    pub enriched_at: Option<Timestamp>,
    /// The number of proposals, all of which are deleted together with the client.
    pub proposal_count: i64,
    /// The number of signed proposals.
    pub signed_proposal_count: i64,
    /// The number of proposals that are with the client or accepted, but not signed yet.
    pub open_proposal_count: i64,
    /// When the client was added.
    pub created_at: Timestamp,
    /// When the client was last changed.
    pub updated_at: Timestamp,
    /// Identifies the current state of the record; send it with a change.
    pub etag: String,
}

/// The client was created.
#[derive(ApiResponse)]
pub enum ClientCreated {
    /// The new client.
    #[oai(status = 201)]
    Created(Json<Client>),
}

/// Clients.
pub struct ClientsApi;

#[OpenApi(tag = "Noun::Clients")]
impl ClientsApi {
    /// List the workspace's clients, newest first.
    #[oai(path = "/clients", method = "get", operation_id = "listClients")]
    async fn list(
        &self,
        member: Member,
        /// Only clients whose company name, first name, last name or email address contains this text,
        /// ignoring case. Parts of the first and last name also match, such as `al bo` for Alice Boone.
        search: Query<Option<String>>,
        /// Whether the search includes email addresses; true by default.
        emails: Query<Option<bool>>,
        /// The page size, 1 to 100.
        limit: Query<Option<u64>>,
        /// The cursor from the `Link` header of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<Counted<Client>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may(Action::Read, Thing::Clients).await?;
        let emails = emails.0.unwrap_or(true);
        let filter = store::ClientFilter { search: search.0.as_deref(), emails };
        let (clients, next) = store::list(&tx, filter, page).await?;
        let total = if page.after.is_none() { Some(store::count(&tx, filter).await?) } else { None };
        let path = wire::query("/api/clients", &[("search", filter.search), ("emails", (!emails).then_some("false"))]);
        Ok(Counted::new(clients.into_iter().map(Into::into).collect(), &path, page.limit, next, total))
    }

    /// Add a client.
    #[oai(path = "/clients", method = "post", operation_id = "createClient")]
    async fn create(&self, app: Data<&App>, member: Member, input: JsonBody<ClientInput>) -> Result<ClientCreated, Problem> {
        let tx = member.may(Action::Create, Thing::Clients).await?;
        let client = service::create(&app, tx, member.principal.user_id, input.0).await?;
        Ok(ClientCreated::Created(Json(client.into())))
    }
}
