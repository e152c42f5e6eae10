//! Copying a proposal, and refreshing one with the current company information.

use proffer_domain::{audit::EventKind, draft, field_error::FieldError};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    ProposalError, check,
    content_change::{self, Author, Cause, NewContent},
    editing, life, present, snapshot, trail,
};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::{
        clients,
        companies::{self, CompanyError},
        proposals::{
            store::rows::{self, Change},
            types::Proposal,
        },
    },
};

/// The longest title of a proposal.
const TITLE_MAX: usize = 200;

/// Copies text, prices, design and inputs into a new draft, for the same client or another. Link, signature
/// and validity are not copied.
pub async fn copy(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    client_id: Option<&str>,
) -> Result<Proposal, ProposalError> {
    let source = rows::find(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    let client_id = match client_id {
        None => source.client_id,
        Some(text) => {
            let unknown = || FieldError::new("clientId", "required", "Please select a client");
            clients::service::get(&tx, Uuid::parse_str(text.trim()).map_err(|_| unknown())?).await?.id
        }
    };
    let (copy_id, now) = (app.new_id(), app.now());
    let company = companies::service::profile(&tx).await?;
    let title: String = format!("Copy of {}", source.title).chars().take(TITLE_MAX).collect();
    let row = Change {
        workspace_id: Set(tx.workspace_id()),
        id: Set(copy_id),
        client_id: Set(client_id),
        created_by: Set(principal.user_id),
        title: Set(title.clone()),
        subtitle: Set(source.subtitle.clone()),
        html_content: Set(String::new()),
        pricing: Set(serde_json::to_value(proffer_domain::pricing::PricingTable::default())
            .map_err(Failure::internal)?),
        client_context: Set(source.client_context.clone()),
        proposed_solution: Set(source.proposed_solution.clone()),
        pricing_details: Set(source.pricing_details.clone()),
        additional_notes: Set(source.additional_notes.clone()),
        assistant: Set(source.assistant.clone()),
        design: Set(source.design.clone()),
        company_snapshot: Set(snapshot::take(source.company_snapshot.as_ref(), company.as_ref())?),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    tx.about(copy_id, &title);
    rows::insert(&tx, row).await?;
    let author = Author::of(principal);
    let payload = serde_json::json!({ "from": id });
    trail::append(app, &tx, copy_id, EventKind::Copied, author.actor.clone(), payload).await?;
    let row = rows::find_for_update(&tx, copy_id).await?.ok_or(ProposalError::NotFound)?;
    let content = content_change::content(&source)?;
    let carried = Some(check::typed(&tx, id).await?);
    let new_content = NewContent {
        html: Some(content.html()),
        pricing: Some(content.pricing),
        carried,
        ..NewContent::default()
    };
    content_change::apply(app, &tx, row, new_content, &author, Cause::Copy, Change::default()).await?;
    check::carry_acceptances(app, &tx, id, copy_id).await?;
    let copy = present(app, &tx, copy_id).await?;
    tx.commit().await?;
    Ok(copy)
}

/// Inserts the current company information: in the blocks about the company, and in the company snapshot for
/// the client. A proposal that was returned by the client or has expired becomes a draft.
pub async fn refresh(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
) -> Result<Proposal, ProposalError> {
    let row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    tx.about(id, &row.title);
    let row = life::note_expiry(app, &tx, row).await?;
    let row = if super::status(&row.status, row.valid_until, app.now())?.may_refresh() {
        life::reopen(app, &tx, principal, row).await?
    } else {
        row
    };
    editing::refuse_unless_editable(app, &row)?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("refresh");
    }
    let company = companies::service::profile(&tx).await?.ok_or(CompanyError::NotFound)?;
    let content = draft::refreshed(content_change::content(&row)?, &company, &mut || app.new_id());
    let author = Author::of(principal);
    let new_content = NewContent { html: Some(content.html()), ..NewContent::default() };
    let snapshot = snapshot::take(row.company_snapshot.as_ref(), Some(&company))?;
    let besides = if snapshot == row.company_snapshot {
        Change::default()
    } else {
        Change { company_snapshot: Set(snapshot), ..Default::default() }
    };
    let applied = content_change::apply(app, &tx, row, new_content, &author, Cause::Refresh, besides).await?;
    content_change::note(
        app,
        &tx,
        &author,
        &applied,
        EventKind::Edited,
        serde_json::json!({ "changed": ["company"] }),
    )
    .await?;
    let proposal = present(app, &tx, id).await?;
    tx.commit().await?;
    Ok(proposal)
}
