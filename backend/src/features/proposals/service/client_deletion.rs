//! Deleting a client with its proposals.

use proffer_domain::audit;
use proffer_store::TenantTx;
use uuid::Uuid;

use super::{ProposalError, ids_of_client, trail};
use crate::{
    access::Principal,
    app::App,
    features::clients::service::{self as clients, Shown},
};

/// Deletes a client with its proposals; each proposal's audit trail ends with the actor of the deletion, and
/// outlives the proposal.
pub async fn delete(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    shown: &Shown,
) -> Result<(), ProposalError> {
    clients::lock(&tx, id).await?;
    // This locks the proposals, so the numbers that are read next cannot change.
    let proposal_ids = ids_of_client(&tx, id).await?;
    let client = clients::get(&tx, id).await?;
    shown.check(&client)?;
    tx.about(id, &client.company_name);
    for proposal_id in proposal_ids {
        let details = serde_json::json!({ "withClient": id });
        trail::append(app, &tx, proposal_id, audit::EventKind::Deleted, trail::member(principal), details)
            .await?;
    }
    clients::remove(app, &tx, &client).await?;
    Ok(tx.commit().await?)
}
