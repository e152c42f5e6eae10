//! Changing a proposal: its text, title, validity, and confirmed amounts. Changes of its state are in `life`.

use chrono::{DateTime, Utc};
use proffer_domain::{
    audit::EventKind,
    design::Validated,
    field_error::FieldError,
    proposal::Status,
    proposal_input::{ProposalUpdate, WantedStatus, future},
};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    ProposalError,
    content_change::{self, Author, Cause, NewContent},
    life, present, trail,
};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::{
        companies::design,
        proposals::{
            store::{
                patches,
                rows::{self, Change, Proposal},
            },
            types::{self, Conflict},
        },
    },
};

/// Executes everything that one `PUT` may contain, in a meaningful order: reopen, change, send.
pub async fn update(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    input: ProposalUpdate,
) -> Result<types::Proposal, ProposalError> {
    let mut row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    match input.version {
        Some(version) => refuse_stale(&tx, &row, version).await?,
        None => refuse_unversioned(&tx, &row, &input).await?,
    }
    row = life::note_expiry(app, &tx, row).await?;
    if input.status == Some(WantedStatus::Draft) {
        row = life::reopen(app, &tx, principal, row).await?;
    }
    let choice = wanted_design(&input)?;
    row = Box::pin(change(app, &tx, principal, row, &input, choice.as_ref())).await?;
    if let Some(reminders) = input.reminders {
        row = switch_reminders(app, &tx, row, reminders).await?;
    }
    if let Some(token) = &input.share_token {
        row = life::take_token(app, &tx, principal, row, token).await?;
    }
    if input.status == Some(WantedStatus::Pending) {
        life::send(app, &tx, principal, row, None).await?;
        if let Some(entry) = tx.audit_entry() {
            entry.action("send");
        }
    }
    let mut proposal = present(app, &tx, id).await?;
    if let (Some(design), Some(DesignChoice::Own(Validated { refusals, .. }))) =
        (&mut proposal.design, choice)
    {
        design.refusals = Some(refusals.into_iter().map(Into::into).collect());
    }
    tx.about(id, &proposal.card.title);
    tx.commit().await?;
    Ok(proposal)
}

/// Refuses a change without a version that could overwrite, or send, another author's change. The
/// specification's payload has no version; it is accepted for a draft that has not changed since it was
/// created or drafted.
async fn refuse_unversioned(
    tx: &TenantTx,
    row: &Proposal,
    input: &ProposalUpdate,
) -> Result<(), ProposalError> {
    let is_draft = row.status == Status::Draft.as_str();
    if is_draft && !input.exceeds_specification() && !patches::changed_since_made(tx, row.id).await? {
        return Ok(());
    }
    Err(ProposalError::Unversioned)
}

/// Refuses with both versions if the change is not based on the newest one.
pub async fn refuse_stale(tx: &TenantTx, row: &Proposal, version: i64) -> Result<(), ProposalError> {
    if version == row.version {
        return Ok(());
    }
    Err(ProposalError::StaleVersion(Conflict {
        your_version: version,
        current_version: row.version,
        current_html_content: row.html_content.clone(),
        changed_by: patches::author_name(tx, row.id, row.version).await?,
    }))
}

/// The requested design.
enum DesignChoice {
    /// The proposal's own design, and the rejected parts of its CSS.
    Own(Validated),
    /// The workspace's design.
    Workspace,
}

fn wanted_design(input: &ProposalUpdate) -> Result<Option<DesignChoice>, Failure> {
    match (&input.design, input.use_workspace_design == Some(true)) {
        (Some(_), true) => {
            let message = "A proposal has either its own design or the workspace's.";
            Err(FieldError::new("useWorkspaceDesign", "contradiction", message).into())
        }
        (Some(design), false) => Ok(Some(DesignChoice::Own(design::validated(design.clone(), "design.")?))),
        (None, true) => Ok(Some(DesignChoice::Workspace)),
        (None, false) => Ok(None),
    }
}

async fn change(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
    input: &ProposalUpdate,
    choice: Option<&DesignChoice>,
) -> Result<Proposal, ProposalError> {
    let edit = input.edit()?;
    let mut besides = Change::default();
    if input.names_details() {
        besides.set_details(&input.details(&row.details(), app.now())?);
    }
    if let Some(choice) = choice {
        besides.design = Set(match choice {
            DesignChoice::Own(Validated { brand, .. }) => {
                Some(serde_json::to_value(brand).map_err(Failure::internal)?)
            }
            DesignChoice::Workspace => None,
        });
    }
    let words = edit.title.is_some() || edit.subtitle.is_some() || edit.html_content.is_some();
    if !words && besides == Change::default() {
        return Ok(row);
    }
    // An expired proposal, or one with change requests, can be sent again with only a new date.
    let renewal = !words && besides.design.is_not_set() && input.status == Some(WantedStatus::Pending);
    if !renewal || !super::status(&row.status, row.valid_until, app.now())?.may_renew() {
        refuse_unless_editable(app, &row)?;
    }
    let new_content = NewContent {
        title: edit.title,
        subtitle: edit.subtitle,
        html: edit.html_content,
        ..NewContent::default()
    };
    Ok(apply_edit(app, tx, principal, row, new_content, besides).await?)
}

/// Changes the end of the validity of a proposal that is about to be sent.
pub async fn renew(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
    until: DateTime<Utc>,
) -> Result<Proposal, ProposalError> {
    let besides = Change { valid_until: Set(Some(future(until, app.now())?.0)), ..Default::default() };
    if !super::status(&row.status, row.valid_until, app.now())?.may_renew() {
        refuse_unless_editable(app, &row)?;
    }
    Ok(apply_edit(app, tx, principal, row, NewContent::default(), besides).await?)
}

async fn apply_edit(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
    new_content: NewContent,
    besides: Change,
) -> Result<Proposal, Failure> {
    let author = Author::of(principal);
    let (details, design) = (row.details(), row.design.clone());
    let applied = content_change::apply(app, tx, row, new_content, &author, Cause::Edit, besides).await?;
    let mut changed = applied.changed();
    changed.extend(applied.row.details().changed_since(&details));
    if applied.row.design != design {
        changed.push("design");
    }
    if !changed.is_empty() {
        trail::append(
            app,
            tx,
            applied.row.id,
            EventKind::Edited,
            author.actor,
            serde_json::json!({ "changed": changed }),
        )
        .await?;
    }
    Ok(applied.row)
}

/// Reminders are not part of the content, so they can be changed while the proposal is with its client.
async fn switch_reminders(
    app: &App,
    tx: &TenantTx,
    row: Proposal,
    reminders: bool,
) -> Result<Proposal, ProposalError> {
    let status = super::status(&row.status, row.valid_until, app.now())?;
    if status.is_immutable() {
        return Err(ProposalError::NotEditable(status));
    }
    Ok(rows::update(tx, row.id, Change { reminders: Set(reminders), ..Default::default() }).await?)
}

/// Confirms an amount.
pub async fn confirm_item(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    item_id: Uuid,
) -> Result<types::Proposal, ProposalError> {
    let row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    refuse_unless_editable(app, &row)?;
    tx.about(id, &row.title);
    if let Some(entry) = tx.audit_entry() {
        entry.action("confirm");
    }
    let mut table = super::pricing(&row.pricing)?;
    let item = table
        .groups
        .iter_mut()
        .flat_map(|group| &mut group.items)
        .find(|item| item.id == item_id)
        .ok_or(ProposalError::ItemNotFound)?;
    if !item.confirmed {
        item.confirmed = true;
        let payload = serde_json::json!({ "itemId": item_id, "unitPrice": item.unit_price.to_string() });
        let author = Author::of(principal);
        let new_content = NewContent { pricing: Some(table), ..NewContent::default() };
        content_change::apply(app, &tx, row, new_content, &author, Cause::Confirm, Change::default()).await?;
        trail::append(app, &tx, id, EventKind::AmountConfirmed, author.actor, payload).await?;
    }
    let proposal = present(app, &tx, id).await?;
    tx.commit().await?;
    Ok(proposal)
}

/// Refuses unless the state of the proposal allows changes of its text and prices.
pub fn refuse_unless_editable(app: &App, row: &Proposal) -> Result<(), ProposalError> {
    let status = super::status(&row.status, row.valid_until, app.now())?;
    if status.is_editable() { Ok(()) } else { Err(ProposalError::NotEditable(status)) }
}
