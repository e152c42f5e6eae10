//! Changing a proposal: its words, its title, its validity, and the amounts a person stands behind. What the team may
//! ask of its state is in `life`.

use proffer_domain::{
    audit::Kind,
    document,
    field_error::FieldError,
    pricing::{self, PricingTable},
    proposal::Status,
    proposal_input::EditProposalInput,
};
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{life, not_found, present, trail};
use crate::{
    app::App,
    db::TenantTx,
    features::proposals::{
        store::rows::{self, Change, Proposal},
        types::{self, ProposalUpdate, WantedStatus},
    },
    http::{
        auth::Principal,
        problem::{Conflict, Problem},
    },
};

/// Everything one `PUT` may ask for, in the order that lets it make sense together: take back, change, send.
pub async fn update(app: &App, tx: TenantTx, principal: &Principal, id: Uuid, input: ProposalUpdate) -> Result<types::Proposal, Problem> {
    let mut row = rows::find_for_update(&tx, id).await?.ok_or_else(not_found)?;
    refuse_stale(&row, input.version)?;
    row = life::note_expiry(app, &tx, row).await?;
    if input.status == Some(WantedStatus::Draft) {
        row = life::reopen(app, &tx, principal, row).await?;
    }
    row = change(app, &tx, principal, row, &input).await?;
    if let Some(token) = &input.share_token {
        row = life::take_token(&tx, row, token).await?;
    }
    if input.status == Some(WantedStatus::Pending) {
        life::send(app, &tx, principal, row).await?;
        if let Some(line) = tx.line() {
            line.action("send");
        }
    }
    let proposal = present(&tx, id, app.now()).await?;
    tx.about(id, &proposal.card.title);
    tx.commit().await?;
    Ok(proposal)
}

fn refuse_stale(row: &Proposal, started_from: Option<i64>) -> Result<(), Problem> {
    match started_from {
        Some(version) if version != row.version => Err(Problem::conflict(
            "stale_version",
            "This proposal was changed in the meantime. Nothing of yours was saved over it; both versions are here.",
        )
        .with_conflict(Conflict {
            your_version: version,
            current_version: row.version,
            current_html_content: row.html_content.clone(),
        })),
        _ => Ok(()),
    }
}

async fn change(app: &App, tx: &TenantTx, principal: &Principal, row: Proposal, input: &ProposalUpdate) -> Result<Proposal, Problem> {
    let edit = EditProposalInput { title: input.title.clone(), subtitle: input.subtitle.clone(), html_content: input.html_content.clone() }
        .validate()?;
    let mut changed = Vec::new();
    let mut columns = Change::default();
    if let Some(title) = edit.title {
        changed.push("title");
        columns.title = Set(title);
    }
    if let Some(subtitle) = edit.subtitle {
        changed.push("subtitle");
        columns.subtitle = Set(subtitle);
    }
    if let Some(html) = edit.html_content {
        changed.push("htmlContent");
        columns.html_content = Set(finished_html(app, &html, &super::pricing(&row.pricing)?));
    }
    if let Some(until) = input.valid_until {
        if until.0 <= app.now() {
            return Err(Problem::invalid(vec![FieldError {
                field: "validUntil".into(),
                code: "in_the_past",
                message: "The validity must end in the future.".into(),
            }]));
        }
        changed.push("validUntil");
        columns.valid_until = Set(Some(until.0));
    }
    if changed.is_empty() {
        return Ok(row);
    }
    // What has run out, or came back with wishes, can be sent again with a new date and nothing else changed.
    let renewal = changed == ["validUntil"] && input.status == Some(WantedStatus::Pending);
    if !renewal || !matches!(super::status(&row.status, row.valid_until, app.now())?, Status::Expired | Status::InReview) {
        refuse_unless_editable(app, &row)?;
    }
    save(app, tx, principal, row.id, row.version, columns, Kind::Edited, serde_json::json!({ "changed": changed })).await
}

/// Stands behind an amount.
pub async fn confirm_item(app: &App, tx: TenantTx, principal: &Principal, id: Uuid, item_id: Uuid) -> Result<types::Proposal, Problem> {
    let row = rows::find_for_update(&tx, id).await?.ok_or_else(not_found)?;
    refuse_unless_editable(app, &row)?;
    tx.about(id, &row.title);
    if let Some(line) = tx.line() {
        line.action("confirm");
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
        let columns = Change {
            pricing: Set(serde_json::to_value(&table).map_err(Problem::internal)?),
            html_content: Set(finished_html(app, &row.html_content, &table)),
            ..Default::default()
        };
        save(app, &tx, principal, id, row.version, columns, Kind::AmountConfirmed, payload).await?;
    }
    let proposal = present(&tx, id, app.now()).await?;
    tx.commit().await?;
    Ok(proposal)
}

#[expect(clippy::too_many_arguments, reason = "one private step of the two functions above")]
async fn save(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    id: Uuid,
    version: i64,
    columns: Change,
    kind: Kind,
    payload: serde_json::Value,
) -> Result<Proposal, Problem> {
    rows::update(tx, id, Change { version: Set(version + 1), updated_at: Set(app.now()), ..columns }).await?;
    trail::append(app, tx, id, kind, trail::member(principal), payload).await?;
    rows::find(tx, id).await?.ok_or_else(not_found)
}

fn refuse_unless_editable(app: &App, row: &Proposal) -> Result<(), Problem> {
    let status = super::status(&row.status, row.valid_until, app.now())?;
    if status.is_editable() { Ok(()) } else { Err(not_editable(status)) }
}

fn not_editable(status: Status) -> Problem {
    let message = if status.is_immutable() {
        "This proposal is signed and can no longer be changed."
    } else {
        "This proposal has been sent. Take it back to draft to change it."
    };
    Problem::conflict("invalid_transition", message).with_current_status(status)
}

/// Whatever came in, as sections with stable ids, sanitised, and with the prices as the engine renders them.
fn finished_html(app: &App, html: &str, table: &PricingTable) -> String {
    let html = document::normalise(html, &mut || app.new_id());
    document::replace_pricing(&html, &pricing::render::html(table))
}
