//! The wire of clients.

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

/// What came of reading a client's website.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Enum, strum::IntoStaticStr, strum::EnumString)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Enrichment {
    /// There is no website, or nobody has read it yet.
    #[default]
    None,
    /// It is about to be read.
    Waiting,
    /// It was read.
    Done,
    /// It could not be read.
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
    /// Its id.
    pub id: Uuid,
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
    /// The postal address.
    pub address: Option<String>,
    /// The website.
    pub website_url: Option<String>,
    /// Where the logo is.
    pub logo_url: Option<String>,
    /// Anything worth knowing.
    pub description: Option<String>,
    /// What was read from the website.
    pub scraped_info: Option<ScrapedInfo>,
    /// What came of reading it.
    pub enrichment: Enrichment,
    /// Why it could not be read.
    pub enrichment_problem: Option<String>,
    /// When it was read, or could not be.
    pub enriched_at: Option<Timestamp>,
    /// How many proposals it has, all of which go when it is deleted.
    pub proposal_count: i64,
    /// How many of them are signed.
    pub signed_proposal_count: i64,
    /// How many are with the client or accepted, and not signed yet.
    pub open_proposal_count: i64,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Stands for what the record holds now; a change sends it along.
    pub etag: String,
}

/// A client has been added.
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
    /// The workspace's clients, newest first.
    #[oai(path = "/clients", method = "get", operation_id = "listClients")]
    async fn list(
        &self,
        member: Member,
        /// Part of a company name, first name, last name or e-mail, in any case; or parts of the first and
        /// the last name, as in `al bo` for Alice Boone.
        search: Query<Option<String>>,
        /// Whether e-mail addresses are searched as well; they are unless this is `false`.
        emails: Query<Option<bool>>,
        /// How many, 1 to 100.
        limit: Query<Option<u64>>,
        /// Where to go on, from the `Link` header.
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
