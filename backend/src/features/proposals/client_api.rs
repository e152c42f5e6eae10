//! The wire of one client. Deleting one ends their proposals too, so it is above both.

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
            api::Client,
            service::{self, Shown},
        },
    },
    http::problem::Problem,
    wire::{self, JsonBody},
};

/// One client.
pub struct ClientApi;

#[OpenApi(tag = "Noun::Clients")]
impl ClientApi {
    /// One client.
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

    /// Change a client: the fields that are given.
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

    /// Delete a client with all its proposals, which must be allowed as well. What proves a signature stays.
    /// Whoever was shown how many proposals that concerns names the figures: where others are right by now it
    /// is 409 `stale_counts`.
    #[oai(path = "/clients/:clientId", method = "delete", operation_id = "deleteClient")]
    async fn delete(
        &self,
        app: Data<&App>,
        member: Member,
        /// The client's id.
        #[oai(name = "clientId")]
        client_id: Path<Uuid>,
        /// How many proposals the client was said to have.
        proposals: Query<Option<i64>>,
        /// How many of them were said to be signed.
        signed: Query<Option<i64>>,
        /// How many of them were said to be open: with the client or accepted, and not signed.
        open: Query<Option<i64>>,
    ) -> Result<wire::Deleted, Problem> {
        member.require(Action::Delete, Thing::Proposals).await?;
        let tx = member.may(Action::Delete, Thing::Clients).await?;
        let shown = Shown { proposals: proposals.0, signed: signed.0, open: open.0 };
        client_deletion::delete(&app, tx, &member.principal, client_id.0, &shown).await?;
        Ok(wire::Deleted::Done)
    }
}
