//! Use cases of proposals.

pub mod acceptance;
pub mod check;
pub mod client_deletion;
pub mod content_change;
pub mod copying;
pub mod dashboard;
pub mod editing;
pub mod life;
pub mod links;
mod present;
pub mod prices;
pub mod recap_files;
pub mod revisions;
pub mod snapshot;
pub mod trail;
pub mod versions;

use std::collections::BTreeSet;

use proffer_domain::{audit, field_error::FieldError, pricing::PricingTable, proposal_input::ProposalInput};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    drafting,
    drafting_types::{DraftingState, DraftingStatus},
    jobs::DraftProposal,
    store::{
        cards::{self, Filter, ListPosition},
        rows,
    },
    types::{ProposalCard, ProposalStarted},
};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::{clients, companies},
    http::paging::Page,
    jobs,
};

use super::ProposalError;
pub(crate) use super::store::messages;
pub use super::store::{
    revisions::{
        Revision, find as revision, insert_signature, list as revisions, numbered as revision_numbered,
    },
    rows::{Change, Proposal, find, find_for_update, update},
};
pub use present::{pricing, proposal as present, status, total};

/// Disables the client's reminders; returns the proposal's title, or `None` if it does not exist.
pub async fn remind_no_more(tx: &TenantTx, id: Uuid) -> Result<Option<String>, Failure> {
    let Some(row) = find(tx, id).await? else { return Ok(None) };
    rows::update(tx, id, rows::Change { reminders: Set(false), ..Default::default() }).await?;
    Ok(Some(row.title))
}

/// A page of proposals in their current state.
pub async fn list(
    app: &App,
    tx: &TenantTx,
    filter: &Filter,
    page: &Page<ListPosition>,
) -> Result<(Vec<ProposalCard>, Option<ListPosition>), ProposalError> {
    if page.after.as_ref().is_some_and(|place| !place.is_in(filter.order)) {
        return Err(ProposalError::OtherOrder);
    }
    let (cards, next) = cards::list(tx, filter, page, app.now()).await?;
    let cards = cards.into_iter().map(|card| present::card(app, card)).collect::<Result<_, _>>()?;
    Ok((cards, next))
}

/// Creates a proposal: the row exists at once, and a job enqueued in the same transaction drafts it.
pub async fn create(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    input: ProposalInput,
) -> Result<ProposalStarted, ProposalError> {
    let input = input.validate()?;
    let client = clients::service::get(&tx, input.client_id).await?;
    let (id, now) = (app.new_id(), app.now());
    let title = format!("Proposal for {}", client.company_name);
    let company = companies::service::profile(&tx).await?;
    let row = rows::Change {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        client_id: Set(client.id),
        created_by: Set(principal.user_id),
        title: Set(title.clone()),
        html_content: Set(String::new()),
        pricing: Set(serde_json::to_value(PricingTable::default()).map_err(Failure::internal)?),
        client_context: Set(input.client_context),
        proposed_solution: Set(input.proposed_solution),
        pricing_details: Set(input.pricing_details),
        additional_notes: Set(input.additional_notes),
        company_snapshot: Set(snapshot::take(None, company.as_ref())?),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    tx.about(id, &title);
    rows::insert(&tx, row).await?;
    trail::append(app, &tx, id, audit::EventKind::Created, trail::member(principal), serde_json::json!({}))
        .await?;
    let drafting = start_drafting(app, &tx, principal, id).await?;
    tx.commit().await?;
    Ok(ProposalStarted { id, drafting })
}

async fn start_drafting(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    id: Uuid,
) -> Result<DraftingState, ProposalError> {
    let state = drafting::queue(tx, id, principal.user_id, app.now()).await?;
    let job = DraftProposal { proposal_id: id, user_id: principal.user_id };
    jobs::enqueue(app, tx.conn(), tx.workspace_id(), &job).await?;
    Ok(state)
}

/// Retries a failed drafting from the same inputs.
pub async fn retry_drafting(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
) -> Result<DraftingState, ProposalError> {
    let row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    tx.about(id, row.title);
    let state = drafting::state(&tx, id).await?;
    if state.status != DraftingStatus::Failed {
        return Err(ProposalError::DraftingNotFailed);
    }
    let state = start_drafting(app, &tx, principal, id).await?;
    tx.commit().await?;
    Ok(state)
}

/// Deletes a proposal; its audit trail ends with the actor of the deletion, and outlives it together with
/// revisions and signature.
pub async fn delete(app: &App, tx: TenantTx, principal: &Principal, id: Uuid) -> Result<(), ProposalError> {
    let row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    tx.about(id, &row.title);
    remove(app, &tx, principal, id).await?;
    tx.commit().await?;
    Ok(())
}

/// Deletes several proposals, or none of them if one fails. Missing ones are left out of the result.
pub async fn delete_several(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    ids: &[Uuid],
) -> Result<Vec<Uuid>, ProposalError> {
    const MOST: usize = 100;
    if ids.is_empty() || ids.len() > MOST {
        let message = format!("Choose 1 to {MOST} proposals.");
        return Err(FieldError { field: "ids".into(), code: "out_of_range", message: message.into() }.into());
    }
    // In a fixed order, which prevents deadlocks between concurrent deletions.
    let ordered: BTreeSet<Uuid> = ids.iter().copied().collect();
    let mut deleted = Vec::new();
    let mut titles = Vec::new();
    for id in ordered {
        let Some(row) = rows::find_for_update(&tx, id).await? else { continue };
        deleted.push(id);
        titles.push(row.title);
    }
    // Only after all are locked, because changing one blocks all other changes in the workspace, see
    // `keep_tallies`.
    for &id in &deleted {
        remove(app, &tx, principal, id).await?;
    }
    tx.about(deleted.iter().map(Uuid::to_string).collect::<Vec<_>>().join(" "), titles.join(", "));
    tx.commit().await?;
    Ok(deleted)
}

async fn remove(app: &App, tx: &TenantTx, principal: &Principal, id: Uuid) -> Result<(), Failure> {
    trail::append(app, tx, id, audit::EventKind::Deleted, trail::member(principal), serde_json::json!({}))
        .await?;
    rows::delete(tx, id).await?;
    Ok(())
}

/// The proposals of one client, locked until the transaction ends.
pub async fn ids_of_client(tx: &TenantTx, client_id: Uuid) -> Result<Vec<Uuid>, Failure> {
    Ok(rows::ids_of_client(tx, client_id).await?)
}
