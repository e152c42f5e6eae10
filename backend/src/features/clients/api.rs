//! The operations of clients.

use poem::web::Data;
use poem_openapi::{ApiResponse, OpenApi, param::Query, payload::Json};
use proffer_domain::client::ClientInput;

use super::{service, store, types::Client};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        paging::{Counted, Page},
        problem::Problem,
    },
    wire::{self, JsonBody},
};

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
        let path = wire::query(
            "/api/clients",
            &[("search", filter.search), ("emails", (!emails).then_some("false"))],
        );
        Ok(Counted::new(clients.into_iter().map(Into::into).collect(), &path, page.limit, next, total))
    }

    /// Add a client.
    #[oai(path = "/clients", method = "post", operation_id = "createClient")]
    async fn create(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<ClientInput>,
    ) -> Result<ClientCreated, Problem> {
        let tx = member.may(Action::Create, Thing::Clients).await?;
        let client = service::create(&app, tx, member.principal.user_id, input.0).await?;
        Ok(ClientCreated::Created(Json(client.into())))
    }
}
