//! Use cases of proposals.

pub mod acceptance;
pub mod editing;
pub mod life;
mod present;
pub mod trail;

use chrono::{DateTime, Utc};
use proffer_domain::{audit, pricing::PricingTable, proposal_input::CreateProposalInput};
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    drafting,
    drafting_api::{DraftingState, DraftingStatus},
    jobs::DraftProposal,
    store::{cards, rows},
    types::{ChatMessage, CurrencyValue, Dashboard, ProposalCard, ProposalInput, ProposalStarted},
};
use crate::{
    app::App,
    db::TenantTx,
    features::clients,
    http::{
        auth::Principal,
        paging::{Cursor, Page},
        problem::Problem,
    },
    jobs, wire,
};

pub use super::store::{
    revisions::{find as revision, insert_signature},
    rows::{find, insert_message, update_if},
};
pub use present::{pricing, proposal as present, status, total};

/// No such proposal, or not one of this workspace's; both look the same.
pub fn not_found() -> Problem {
    Problem::not_found("proposal_not_found", "The proposal you're looking for doesn't exist or you don't have access to it")
}

/// A page of proposals, as they stand at `now`.
pub async fn list(tx: &TenantTx, page: Page, now: DateTime<Utc>) -> Result<(Vec<ProposalCard>, Option<Cursor>), Problem> {
    let (cards, next) = cards::list(tx, page).await?;
    let cards = cards.into_iter().map(|card| present::card(card, now)).collect::<Result<_, _>>()?;
    Ok((cards, next))
}

/// The workspace at a glance, as it stands at `now`.
pub async fn dashboard(tx: &TenantTx, now: DateTime<Utc>) -> Result<Dashboard, Problem> {
    const RECENT: Page = Page { limit: 3, after: None };
    let counts = cards::counts(tx, now).await?;
    let values = cards::values(tx).await?.into_iter().map(|value| {
        let amount = present::total(value.amount, present::currency(&value.currency)?);
        Ok(CurrencyValue { currency: value.currency, amount })
    });
    Ok(Dashboard {
        active_proposals: counts.active,
        total_proposals: counts.total,
        won_proposals: counts.won,
        total_value: values.collect::<Result<_, Problem>>()?,
        total_clients: clients::service::count(tx).await?,
        recent_proposals: list(tx, RECENT, now).await?.0,
        recent_clients: clients::service::list(tx, RECENT).await?,
    })
}

/// Starts a proposal: the row exists at once, and a job of the same transaction drafts it.
pub async fn create(app: &App, tx: TenantTx, principal: &Principal, input: &ProposalInput) -> Result<ProposalStarted, Problem> {
    let input = wire::to_domain::<_, CreateProposalInput>(input)?.validate()?;
    let client = clients::service::get(&tx, input.client_id).await?;
    let (id, now) = (app.new_id(), app.now());
    let title = format!("Proposal for {}", client.company_name);
    let row = rows::Change {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        client_id: Set(client.id),
        created_by: Set(principal.user_id),
        title: Set(title.clone()),
        html_content: Set(String::new()),
        pricing: Set(serde_json::to_value(PricingTable::default()).map_err(Problem::internal)?),
        client_context: Set(input.client_context),
        proposed_solution: Set(input.proposed_solution),
        pricing_details: Set(input.pricing_details),
        additional_notes: Set(input.additional_notes),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    tx.about(id, &title);
    rows::insert(&tx, row).await?;
    trail::append(app, &tx, id, audit::Kind::Created, trail::member(principal), serde_json::json!({})).await?;
    let drafting = start_drafting(app, &tx, principal, id).await?;
    tx.commit().await?;
    Ok(ProposalStarted { id, drafting })
}

async fn start_drafting(app: &App, tx: &TenantTx, principal: &Principal, id: Uuid) -> Result<DraftingState, Problem> {
    let state = drafting::queue(tx, id, principal.user_id, app.now()).await?;
    let job = DraftProposal { proposal_id: id, user_id: principal.user_id };
    jobs::enqueue(app, tx.conn(), tx.workspace_id(), &job).await?;
    Ok(state)
}

/// Drafts again what failed before, from what was typed.
pub async fn retry_drafting(app: &App, tx: TenantTx, principal: &Principal, id: Uuid) -> Result<DraftingState, Problem> {
    let row = rows::find_for_update(&tx, id).await?.ok_or_else(not_found)?;
    tx.about(id, row.title);
    let state = drafting::state(&tx, id).await?;
    if state.status != DraftingStatus::Failed {
        return Err(Problem::conflict("drafting_not_failed", "This proposal is not waiting for another attempt."));
    }
    let state = start_drafting(app, &tx, principal, id).await?;
    tx.commit().await?;
    Ok(state)
}

/// Deletes a proposal; its audit trail ends with who did it, and outlives it together with revisions and signature.
pub async fn delete(app: &App, tx: TenantTx, principal: &Principal, id: Uuid) -> Result<(), Problem> {
    let row = rows::find_for_update(&tx, id).await?.ok_or_else(not_found)?;
    tx.about(id, row.title);
    trail::append(app, &tx, id, audit::Kind::Deleted, trail::member(principal), serde_json::json!({})).await?;
    rows::delete(&tx, id).await?;
    tx.commit().await?;
    Ok(())
}

/// The conversation about a proposal, oldest first.
pub async fn chat(tx: &TenantTx, id: Uuid) -> Result<Vec<ChatMessage>, Problem> {
    rows::find(tx, id).await?.ok_or_else(not_found)?;
    Ok(rows::messages(tx, id).await?.into_iter().map(present::message).collect())
}

/// The proposals of one client, locked for the rest of the transaction.
pub async fn ids_of_client(tx: &TenantTx, client_id: Uuid) -> Result<Vec<Uuid>, Problem> {
    Ok(rows::ids_of_client(tx, client_id).await?)
}
