//! The wire of deleting a client, which ends their proposals too.

use poem::web::Data;
use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use uuid::Uuid;

use super::service::client_deletion;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, clients::service::Shown},
    http::problem::Problem,
    wire,
};

/// Deleting a client.
pub struct ClientDeletionApi;

#[OpenApi(tag = "Noun::Clients")]
impl ClientDeletionApi {
    /// Delete a client with all its proposals, which must be allowed as well. What proves a signature stays. Whoever was shown how
    /// many proposals that concerns names the figures: where others are right by now it is 409 `stale_counts`.
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
