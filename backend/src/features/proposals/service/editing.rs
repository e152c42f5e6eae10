//! Changing a proposal: its text, title, validity, and confirmed amounts. Changes of its state are in `life`.

use chrono::{DateTime, Utc};
use poem::http::StatusCode;
use proffer_domain::{audit::EventKind, design::Validated, field_error::FieldError, proposal::Status, proposal_input::EditProposalInput};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    content_change::{self, Author, Cause, NewContent},
    life, not_found, present, trail,
};
use crate::{
    access::Principal,
    app::App,
    features::{
        companies::design,
        proposals::{
            store::{
                patches,
                rows::{self, Change, Proposal},
            },
            types::{self, Conflict, CurrentStatus, ProposalUpdate, WantedStatus},
        },
    },
    http::problem::Problem,
};

/// Executes everything that one `PUT` may contain, in a meaningful order: reopen, change, send.
pub async fn update(app: &App, tx: TenantTx, principal: &Principal, id: Uuid, input: ProposalUpdate) -> Result<types::Proposal, Problem> {
    let mut row = rows::find_for_update(&tx, id).await?.ok_or_else(not_found)?;
    match input.version {
        Some(version) => refuse_stale(&tx, &row, version).await?,
        None => refuse_unversioned(&tx, &row, &input).await?,
    }
    row = life::note_expiry(app, &tx, row).await?;
    if input.status == Some(WantedStatus::Draft) {
        row = life::reopen(app, &tx, principal, row).await?;
    }
    let wish = wanted_design(&input)?;
    row = Box::pin(change(app, &tx, principal, row, &input, wish.as_ref())).await?;
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
    if let (Some(design), Some(Wish::Own(Validated { refusals, .. }))) = (&mut proposal.design, wish) {
        design.refusals = Some(refusals.into_iter().map(Into::into).collect());
    }
    tx.about(id, &proposal.card.title);
    tx.commit().await?;
    Ok(proposal)
}

/// 428 for a change without a version that could overwrite, or send, another author's change. The
/// specification's payload has no version; it is accepted for a draft that has not changed since it was
/// created or drafted.
async fn refuse_unversioned(tx: &TenantTx, row: &Proposal, input: &ProposalUpdate) -> Result<(), Problem> {
    let is_draft = row.status == Status::Draft.as_str();
    if is_draft && !input.exceeds_specification() && !patches::changed_since_made(tx, row.id).await? {
        return Ok(());
    }
    let message = "Send the version of the proposal that this change started from, as the last GET gave it. Without it, changes of \
                   other people could be overwritten. Nothing was saved.";
    let error = FieldError::new("version", "required", "The version of the last GET is needed");
    Err(Problem::new(StatusCode::PRECONDITION_REQUIRED, "precondition_required", message).with_errors(vec![error]))
}

/// 409 with both versions if the change is not based on the newest one.
pub async fn refuse_stale(tx: &TenantTx, row: &Proposal, version: i64) -> Result<(), Problem> {
    if version == row.version {
        return Ok(());
    }
    let message = "This proposal was changed in the meantime. Nothing of yours was saved over it; both versions are here.";
    Err(Problem::conflict("stale_version", message).with(&Conflict {
        your_version: version,
        current_version: row.version,
        current_html_content: row.html_content.clone(),
        changed_by: patches::author_name(tx, row.id, row.version).await?,
    }))
}

/// The requested design.
enum Wish {
    /// The proposal's own design, and the rejected parts of its CSS.
    Own(Validated),
    /// The workspace's design.
    Workspace,
}

fn wanted_design(input: &ProposalUpdate) -> Result<Option<Wish>, Problem> {
    match (&input.design, input.use_workspace_design == Some(true)) {
        (Some(_), true) => Err(Problem::invalid(vec![FieldError::new(
            "useWorkspaceDesign",
            "contradiction",
            "A proposal has either a design of its own or the workspace's.",
        )])),
        (Some(design), false) => Ok(Some(Wish::Own(design::validated(design.clone(), "design.")?))),
        (None, true) => Ok(Some(Wish::Workspace)),
        (None, false) => Ok(None),
    }
}

async fn change(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
    input: &ProposalUpdate,
    wish: Option<&Wish>,
) -> Result<Proposal, Problem> {
    let edit = EditProposalInput { title: input.title.clone(), subtitle: input.subtitle.clone(), html_content: input.html_content.clone() }
        .validate()?;
    let mut besides = Change::default();
    if let Some(until) = input.valid_until {
        besides.valid_until = Set(Some(future(app, until.0)?));
    }
    if let Some(wish) = wish {
        besides.design = Set(match wish {
            Wish::Own(Validated { brand, .. }) => Some(serde_json::to_value(brand).map_err(Problem::internal)?),
            Wish::Workspace => None,
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
    let new_content = NewContent { title: edit.title, subtitle: edit.subtitle, html: edit.html_content, ..NewContent::default() };
    apply_edit(app, tx, principal, row, new_content, besides).await
}

fn future(app: &App, until: DateTime<Utc>) -> Result<DateTime<Utc>, Problem> {
    if until > app.now() {
        return Ok(until);
    }
    Err(Problem::invalid(vec![FieldError::new("validUntil", "in_the_past", "The validity must end in the future.")]))
}

/// Changes the end of the validity of a proposal that is about to be sent.
pub async fn renew(app: &App, tx: &TenantTx, principal: &Principal, row: Proposal, until: DateTime<Utc>) -> Result<Proposal, Problem> {
    let besides = Change { valid_until: Set(Some(future(app, until)?)), ..Default::default() };
    if !super::status(&row.status, row.valid_until, app.now())?.may_renew() {
        refuse_unless_editable(app, &row)?;
    }
    apply_edit(app, tx, principal, row, NewContent::default(), besides).await
}

async fn apply_edit(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
    new_content: NewContent,
    besides: Change,
) -> Result<Proposal, Problem> {
    let author = Author::of(principal);
    let (valid_until, design) = (row.valid_until, row.design.clone());
    let applied = content_change::apply(app, tx, row, new_content, &author, Cause::Edit, besides).await?;
    let mut changed = applied.changed();
    if applied.row.valid_until != valid_until {
        changed.push("validUntil");
    }
    if applied.row.design != design {
        changed.push("design");
    }
    if !changed.is_empty() {
        trail::append(app, tx, applied.row.id, EventKind::Edited, author.actor, serde_json::json!({ "changed": changed })).await?;
    }
    Ok(applied.row)
}

/// Reminders are not part of the content, so they can be changed while the proposal is with its client.
async fn switch_reminders(app: &App, tx: &TenantTx, row: Proposal, reminders: bool) -> Result<Proposal, Problem> {
    let status = super::status(&row.status, row.valid_until, app.now())?;
    if status.is_immutable() {
        return Err(not_editable(status));
    }
    Ok(rows::update(tx, row.id, Change { reminders: Set(reminders), ..Default::default() }).await?)
}

/// Confirms an amount.
pub async fn confirm_item(app: &App, tx: TenantTx, principal: &Principal, id: Uuid, item_id: Uuid) -> Result<types::Proposal, Problem> {
    let row = rows::find_for_update(&tx, id).await?.ok_or_else(not_found)?;
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
        .ok_or_else(|| Problem::not_found("item_not_found", "This line item does not exist."))?;
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

/// 409 unless the state of the proposal allows changes of its text and prices.
pub fn refuse_unless_editable(app: &App, row: &Proposal) -> Result<(), Problem> {
    let status = super::status(&row.status, row.valid_until, app.now())?;
    if status.is_editable() { Ok(()) } else { Err(not_editable(status)) }
}

fn not_editable(status: Status) -> Problem {
    let message = match status {
        Status::Accepted | Status::Signed => "This proposal is signed and can no longer be changed.",
        Status::Expired => "This proposal has expired. Send it again with a new date, or take it back to draft to change it.",
        _ => "This proposal has been sent. Take it back to draft to change it.",
    };
    Problem::conflict("invalid_transition", message).with(&CurrentStatus(status.to_string()))
}
