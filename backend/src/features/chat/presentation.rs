//! Converts messages and changes to wire types.

use std::collections::HashSet;

use proffer_domain::{
    audit,
    document::{
        BlockKind, compare,
        patch::{Content, Patch, UndoConflict},
    },
};
use proffer_store::TenantTx;
use serde_json::Value;
use uuid::Uuid;

use super::{
    error::ChatError,
    price_types::ChatPrices,
    turns::{self, State},
};
use crate::{
    app::App,
    failure::Failure,
    features::{
        chat::types::{ChatChange, ChatMessage, ChatRole, RevertConflict, Review, TurnStatus},
        proposals::{
            ProposalError,
            service::{
                self as proposals,
                messages::{self, MessageWithPatch},
            },
            versions_types::BlockComparison,
        },
    },
};

/// The key of the prices in `review`.
pub const PRICING: &str = "pricing";

/// The chat about a proposal, oldest first.
pub async fn messages(app: &App, tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<ChatMessage>, ChatError> {
    proposals::find(tx, proposal_id).await?.ok_or(ProposalError::NotFound)?;
    Ok(messages::all(tx, proposal_id)
        .await?
        .into_iter()
        .map(|row| message(app, row))
        .collect::<Result<_, _>>()?)
}

/// A message of the chat.
pub async fn find(app: &App, tx: &TenantTx, proposal_id: Uuid, id: Uuid) -> Result<ChatMessage, ChatError> {
    Ok(message(app, found(tx, proposal_id, id).await?)?)
}

/// The row of a message of the chat.
pub async fn found(tx: &TenantTx, proposal_id: Uuid, id: Uuid) -> Result<MessageWithPatch, ChatError> {
    messages::find(tx, proposal_id, id).await?.ok_or(ChatError::MessageNotFound)
}

/// The patch of a message.
pub fn patch(row: &MessageWithPatch) -> Result<Option<Patch>, Failure> {
    row.patch.clone().map(serde_json::from_value).transpose().map_err(Failure::internal)
}

fn message(app: &App, row: MessageWithPatch) -> Result<ChatMessage, Failure> {
    let patch = patch(&row)?.unwrap_or_default();
    let comparison = compare::of(&patch);
    let turn = row.turn_status.as_deref().zip(row.turn_created_at).map(|(status, begun)| {
        let failure = (row.turn_code.as_deref(), row.turn_message.as_deref());
        turns::state(status, begun, None, failure, turns::abandoned_before(app))
    });
    let changes = comparison
        .blocks
        .into_iter()
        .filter(|block| !is_engines(&patch, block))
        .map(|block| ChatChange {
            review: reviewed(&row.review, &block.block_id.to_string()),
            block: block.into(),
        })
        .collect();
    Ok(ChatMessage {
        id: row.id,
        role: if row.role == "assistant" { ChatRole::Assistant } else { ChatRole::User },
        content: row.content,
        sender_name: row.sender_name,
        sender_email: row.sender_email,
        block_id: row.block_id,
        made_changes: row.made_changes,
        changes,
        pricing_review: patch.pricing.is_some().then(|| reviewed(&row.review, PRICING)),
        prices: patch.pricing.as_ref().and_then(|prices| ChatPrices::between(&prices.before, &prices.after)),
        pricing: comparison.pricing,
        titles: comparison.titles,
        reverted_at: row.reverted_at.map(Into::into),
        turn_id: row.turn_id,
        turn_status: turn.as_ref().map(|state| match state {
            State::Running => TurnStatus::Running,
            State::Done(_) => TurnStatus::Done,
            State::Failed { .. } => TurnStatus::Failed,
        }),
        turn_message: turn
            .and_then(|state| if let State::Failed { message, .. } = state { Some(message) } else { None }),
        created_at: row.created_at.into(),
    })
}

/// Whether the engine added or removed this block for the prices: then it follows the prices and needs no
/// review.
pub fn is_engines(patch: &Patch, block: &compare::BlockComparison) -> bool {
    block.kind == BlockKind::Pricing && patch.pricing.is_some()
}

/// The review of this part.
pub fn reviewed(review: &Value, part: &str) -> Review {
    match review.get(part).and_then(Value::as_str) {
        Some("kept") => Review::Kept,
        Some("refused") => Review::Refused,
        _ => Review::Open,
    }
}

/// The pricing block of a document whose prices are about to change, as a block change.
pub fn shown_pricing(runs: Vec<compare::Run>, content: &Content) -> Option<BlockComparison> {
    let block = content.sections.iter().find(|section| section.kind == BlockKind::Pricing)?;
    Some(BlockComparison {
        block_id: block.id,
        kind: block.kind.name().to_owned(),
        title: block.title.clone(),
        change: compare::Change::Changed,
        runs,
    })
}

/// What is not undone, as messages. Duplicates are removed.
pub fn conflicts(overtaken: Vec<UndoConflict>) -> Vec<RevertConflict> {
    let mut seen: HashSet<UndoConflict> = HashSet::new();
    let mut conflicts = Vec::new();
    for what in overtaken {
        if !seen.insert(what.clone()) {
            continue;
        }
        let (block_id, title) = match what {
            UndoConflict::Block { id, title } => (Some(id), named(title)),
            UndoConflict::Pricing => (None, "The pricing".to_owned()),
            UndoConflict::Title => (None, "The title".to_owned()),
            UndoConflict::Subtitle => (None, "The subtitle".to_owned()),
        };
        let message = format!(
            "{} was changed again since and stays as it is.",
            if block_id.is_some() { quoted(&title) } else { title.clone() }
        );
        conflicts.push(RevertConflict { block_id, title, message });
    }
    conflicts
}

/// The display name of a block.
pub fn named(title: String) -> String {
    if title.is_empty() { "A section without a heading".to_owned() } else { title }
}

/// The title in typographic quotation marks.
pub fn quoted(title: &str) -> String {
    format!("\u{201c}{title}\u{201d}")
}

/// The event in the audit trail for a change through the chat.
pub const TRAIL: audit::EventKind = audit::EventKind::Edited;
