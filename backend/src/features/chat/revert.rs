//! Reverts changes of the assistant, whole or in part, or marks them as reviewed.

use proffer_domain::document::{
    BlockKind,
    patch::{BlockChange, Part, Patch, UndoResult},
};
use proffer_store::TenantTx;
use sea_orm::{ActiveValue::Set, DbErr};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    error::ChatError,
    presentation::{self, PRICING},
};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::{
        chat::types::{RevertResult, Review, ReviewInput, ReviewResult},
        proposals::{
            ProposalError,
            service::{
                self as proposals, Change, Proposal,
                content_change::{self, AppliedChange, Author, Cause, NewContent},
                editing,
                messages::{self, MessageWithPatch, NewMessage},
            },
        },
    },
};

/// Undoes all changes of a message by the assistant, except those that were undone before.
pub async fn revert(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    proposal_id: Uuid,
    message_id: Uuid,
) -> Result<RevertResult, ChatError> {
    let (row, message, patch) = changed(&tx, proposal_id, message_id).await?;
    editing::refuse_unless_editable(app, &row)?;
    let rest = without_refused(patch, &message.review);
    let before = content_change::content(&row)?;
    let undone = rest.undo(Part::Whole, before.clone());
    // If nothing could be undone, the message does not count as reverted.
    let nothing = undone.content == before && !undone.overtaken.is_empty();
    let conflicts = presentation::conflicts(undone.overtaken.clone());
    let row = if nothing {
        row
    } else {
        let applied = apply_undone(app, &tx, principal, row, undone, Cause::Revert, message_id).await?;
        let change = NewMessage { reverted_at: Set(Some(app.now())), ..Default::default() };
        messages::update(&tx, message_id, change).await?;
        applied.row
    };
    tx.commit().await?;
    Ok(RevertResult { html_content: row.html_content, version: row.version, conflicts })
}

/// Keeps or undoes one change.
pub async fn review(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    proposal_id: Uuid,
    message_id: Uuid,
    input: &ReviewInput,
) -> Result<ReviewResult, ChatError> {
    let (row, message, patch) = changed(&tx, proposal_id, message_id).await?;
    if !has(&patch, input.block_id) {
        return Err(ChatError::ChangeNotFound);
    }
    let part = input.block_id.map_or_else(|| PRICING.to_owned(), |id| id.to_string());
    let (row, overtaken) = match (presentation::reviewed(&message.review, &part), input.keep) {
        (Review::Kept, true) | (Review::Refused, false) => (row, Vec::new()),
        (Review::Refused, true) => {
            return Err(ChatError::AlreadyRefused);
        }
        (_, true) => {
            decide(&tx, &message, &part, "kept").await?;
            (row, Vec::new())
        }
        (_, false) => {
            editing::refuse_unless_editable(app, &row)?;
            let undone = taken_out(&patch, input.block_id, &row)?;
            if undone.overtaken.is_empty() {
                let applied =
                    apply_undone(app, &tx, principal, row, undone, Cause::Review, message_id).await?;
                decide(&tx, &message, &part, "refused").await?;
                (applied.row, Vec::new())
            } else {
                (row, undone.overtaken)
            }
        }
    };
    let message = presentation::find(app, &tx, proposal_id, message_id).await?;
    tx.commit().await?;
    Ok(ReviewResult {
        message,
        html_content: row.html_content,
        version: row.version,
        conflicts: presentation::conflicts(overtaken),
    })
}

/// The locked proposal, the message and its patch; refuses a message without changes.
async fn changed(
    tx: &TenantTx,
    proposal_id: Uuid,
    message_id: Uuid,
) -> Result<(Proposal, MessageWithPatch, Patch), ChatError> {
    let row = proposals::find_for_update(tx, proposal_id).await?.ok_or(ProposalError::NotFound)?;
    let message = presentation::found(tx, proposal_id, message_id).await?;
    tx.about(row.id, &row.title);
    let patch = presentation::patch(&message)?.ok_or(ChatError::NothingChanged)?;
    if message.reverted_at.is_some() {
        return Err(ChatError::AlreadyReverted);
    }
    Ok((row, message, patch))
}

/// Whether a patch changed this block, or the prices if no block is given.
fn has(patch: &Patch, block: Option<Uuid>) -> bool {
    match block {
        Some(id) => patch.blocks.iter().any(|change| change.id == id) || patch.moved().contains(&id),
        None => patch.pricing.is_some(),
    }
}

/// Undoes one part of a patch in the current content. The block that the engine added for prices is undone
/// with them.
fn taken_out(patch: &Patch, block: Option<Uuid>, row: &Proposal) -> Result<UndoResult, Failure> {
    let now = content_change::content(row)?;
    let Some(id) = block else {
        let mut undone = patch.undo(Part::Pricing, now);
        if undone.overtaken.is_empty() {
            let engines = patch.blocks.iter().filter(|change| is_engines(change));
            for change in engines {
                undone = patch.undo(Part::Block(change.id), undone.content);
            }
        }
        return Ok(undone);
    };
    Ok(patch.undo(Part::Block(id), now))
}

fn is_engines(change: &BlockChange) -> bool {
    change.after.as_ref().or(change.before.as_ref()).is_some_and(|section| section.kind == BlockKind::Pricing)
}

/// The patch without the parts that were undone before: later edits there are not conflicts.
fn without_refused(mut patch: Patch, review: &Value) -> Patch {
    let refused = |part: &str| presentation::reviewed(review, part) == Review::Refused;
    let engines = refused(PRICING);
    patch.blocks.retain(|change| !(refused(&change.id.to_string()) || engines && is_engines(change)));
    if engines {
        patch.pricing = None;
    }
    if let Some(order) = &mut patch.order {
        for ids in [&mut order.before, &mut order.after] {
            ids.retain(|id| !refused(&id.to_string()));
        }
    }
    patch
}

async fn decide(tx: &TenantTx, message: &MessageWithPatch, part: &str, word: &str) -> Result<(), DbErr> {
    let mut review = message.review.as_object().cloned().unwrap_or_default();
    review.insert(part.to_owned(), json!(word));
    messages::update(tx, message.id, NewMessage { review: Set(Value::Object(review)), ..Default::default() })
        .await
}

async fn apply_undone(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
    undone: UndoResult,
    cause: Cause,
    message_id: Uuid,
) -> Result<AppliedChange, Failure> {
    let author = Author::of(principal);
    let applied = content_change::apply(
        app,
        tx,
        row,
        NewContent::content(undone.content),
        &author,
        cause,
        Change::default(),
    )
    .await?;
    content_change::note(
        app,
        tx,
        &author,
        &applied,
        presentation::TRAIL,
        json!({ "cause": cause.word(), "message": message_id }),
    )
    .await?;
    Ok(applied)
}
