//! The wire types and operations of a single client. They belong to this feature because deleting a client
//! also deletes its proposals.

use poem::web::Data;
use poem_openapi::{
    OpenApi,
    param::{Path, Query},
    payload::Json,
};
use proffer_domain::client::ClientUpdate;
use uuid::Uuid;

use super::service::client_deletion;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{
        Noun,
        clients::{
            service::{self, Shown},
            types::Client,
        },
    },
    http::problem::Problem,
    wire::{self, JsonBody},
};

/// A single client.
pub struct ClientApi;

#[OpenApi(tag = "Noun::Clients")]
impl ClientApi {
    /// Get a client.
    #[oai(path = "/clients/:clientId", method = "get", operation_id = "getClient")]
    async fn get(
        &self,
        member: Member,
        /// The client's id.
        #[oai(name = "clientId")]
        client_id: Path<Uuid>,
    ) -> Result<Json<Client>, Problem> {
        let tx = member.may(Action::Read, Thing::Clients).await?;
        Ok(Json(service::get(&tx, client_id.0).await?.into()))
    }

    /// Change the given fields of a client.
    #[oai(path = "/clients/:clientId", method = "put", operation_id = "updateClient")]
    async fn update(
        &self,
        app: Data<&App>,
        member: Member,
        /// The client's id.
        #[oai(name = "clientId")]
        client_id: Path<Uuid>,
        input: JsonBody<ClientUpdate>,
    ) -> Result<Json<Client>, Problem> {
        let tx = member.may(Action::Update, Thing::Clients).await?;
        Ok(Json(service::update(&app, tx, client_id.0, input.0).await?.into()))
    }

    /// Delete a client with all its proposals, which requires permission for both. The evidence of signatures
    /// is kept. The query parameters are the numbers of proposals shown to the user: if they are outdated,
    /// the response is 409 `stale_counts`.
    #[oai(path = "/clients/:clientId", method = "delete", operation_id = "deleteClient")]
    async fn delete(
        &self,
        app: Data<&App>,
        member: Member,
        /// The client's id.
        #[oai(name = "clientId")]
        client_id: Path<Uuid>,
        /// The shown number of proposals.
        proposals: Query<Option<i64>>,
        /// The shown number of signed proposals.
        signed: Query<Option<i64>>,
        /// The shown number of open proposals: with the client or accepted, and not signed.
        open: Query<Option<i64>>,
    ) -> Result<wire::Deleted, Problem> {
        member.require(Action::Delete, Thing::Proposals).await?;
        let tx = member.may(Action::Delete, Thing::Clients).await?;
        let shown = Shown { proposals: proposals.0, signed: signed.0, open: open.0 };
        client_deletion::delete(&app, tx, &member.principal, client_id.0, &shown).await?;
        Ok(wire::Deleted::Done)
    }
}
