//! Every change of a proposal's text and prices is applied here, from any author: the editor, the assistant,
//! an integration or a refresh. The content is sanitised, the engine renders the pricing block, the
//! difference is stored as a patch, and the version is incremented.

use std::collections::HashSet;

use proffer_domain::{
    audit::{Actor, EventKind},
    claims::{self, ClaimKey},
    document::{
        self,
        patch::{Content, Patch},
    },
    field_error::FieldError,
    pricing::{self, PricingTable},
    proposal_input::HTML_MAX_BYTES,
};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::trail;
use crate::{
    access::{Credential, Principal},
    app::App,
    failure::Failure,
    features::proposals::store::{
        patches,
        rows::{self, Change, Proposal},
    },
};

/// The author of a change.
#[derive(Debug, Clone)]
pub struct Author {
    /// The actor in the audit trail.
    pub actor: Actor,
    /// The display name.
    pub name: String,
}

impl Author {
    /// The user, or the key that acts on their behalf.
    pub fn of(principal: &Principal) -> Self {
        match &principal.credential {
            Credential::Session { .. } => {
                Self { actor: Actor::Member { user_id: principal.user_id }, name: principal.name.clone() }
            }
            Credential::Key { id, name, .. } => {
                Self { actor: Actor::ApiClient { key_id: *id }, name: name.clone() }
            }
        }
    }

    pub fn assistant() -> Self {
        Self { actor: Actor::Assistant, name: "Assistant".to_owned() }
    }

    /// Whether the author's text counts as a source, because a person is responsible for it.
    pub fn is_a_source(&self) -> bool {
        matches!(self.actor, Actor::Member { .. } | Actor::ApiClient { .. })
    }
}

/// The cause of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A user edited the document or the title.
    Edit,
    /// A user changed the prices.
    Pricing,
    /// A user confirmed an amount.
    Confirm,
    /// The assistant drafted the proposal.
    Draft,
    /// The assistant made a change requested in the chat.
    Chat,
    /// The changes of an assistant's message were reverted.
    Revert,
    /// A single change of the assistant was refused.
    Review,
    /// The current company information was inserted.
    Refresh,
    /// An earlier version was restored.
    Restore(i64),
    /// The proposal was created as a copy.
    Copy,
    /// The pre-send check removed a claim without a source.
    RemoveClaim,
}

impl Cause {
    /// The name in the database and on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Pricing => "pricing",
            Self::Confirm => "confirm",
            Self::Draft => "draft",
            Self::Chat => "chat",
            Self::Revert => "revert",
            Self::Review => "review",
            Self::Refresh => "refresh",
            Self::Restore(_) => "restore",
            Self::Copy => "copy",
            Self::RemoveClaim => "remove_claim",
        }
    }
}

/// The new content; absent parts are not changed.
#[derive(Debug, Default)]
pub struct NewContent {
    pub title: Option<String>,
    pub subtitle: Option<Option<String>>,
    /// HTML, not sanitised yet.
    pub html: Option<String>,
    pub pricing: Option<PricingTable>,
    /// The claims that the author is responsible for, if they are not just the new ones: a copy keeps those
    /// that members entered in its original.
    pub carried: Option<Vec<ClaimKey>>,
}

impl NewContent {
    /// Replaces the whole content.
    pub fn content(content: Content) -> Self {
        let html = Some(content.html());
        Self {
            title: Some(content.title),
            subtitle: Some(content.subtitle),
            html,
            pricing: Some(content.pricing),
            carried: None,
        }
    }
}

/// An applied change.
#[derive(Debug)]
pub struct AppliedChange {
    /// The updated proposal.
    pub row: Proposal,
    /// The patch; `None` if nothing changed.
    pub patch: Option<(Uuid, Patch)>,
}

/// The text and prices of a row.
pub fn content(row: &Proposal) -> Result<Content, Failure> {
    Ok(Content::read(
        row.title.clone(),
        row.subtitle.clone(),
        &row.html_content,
        super::pricing(&row.pricing)?,
    ))
}

/// Applies a change. The row must be locked, and in an editable state. `besides` are further columns to
/// change. The version counts changes of text and prices: if neither differs, it stays the same, even if
/// other columns change.
pub async fn apply(
    app: &App,
    tx: &TenantTx,
    row: Proposal,
    new_content: NewContent,
    author: &Author,
    cause: Cause,
    besides: Change,
) -> Result<AppliedChange, Failure> {
    let before = content(&row)?;
    let NewContent { title, subtitle, html, pricing, carried } = new_content;
    let table = pricing.unwrap_or_else(|| before.pricing.clone());
    let totals = pricing::totals(&table).map_err(|error| error.errors)?;
    let title = title.map_or_else(|| before.title.clone(), |title| document::plain(&title));
    let subtitle = subtitle
        .map_or_else(|| before.subtitle.clone(), |subtitle| subtitle.map(|text| document::plain(&text)));
    let new_content = match html {
        Some(html) => {
            let mut fresh = HashSet::new();
            let mut ids = || {
                let id = app.new_id();
                fresh.insert(id);
                id
            };
            let html = document::normalise(&html, &mut ids);
            Content::read(title, subtitle, &html, table).with_ids_of(&before, &fresh)
        }
        None => Content { title, subtitle, sections: before.sections.clone(), pricing: table },
    };
    // Rendered again each time, so no edit can alter an amount or remove the prices from the document.
    let (after, html) = new_content.with_pricing_block_of(&before).written();
    if html.len() > HTML_MAX_BYTES {
        return Err(FieldError::new("htmlContent", "too_long", "Content must be at most 1 MB").into());
    }
    let patch = Patch::between(&before, &after);
    if patch.is_empty() {
        if besides == Change::default() && html == row.html_content {
            return Ok(AppliedChange { row, patch: None });
        }
        let change = Change { html_content: Set(html), updated_at: Set(app.now()), ..besides };
        return Ok(AppliedChange { row: rows::update(tx, row.id, change).await?, patch: None });
    }
    let claims = carried.unwrap_or_else(|| claims::typed(&before, &after));
    let claims = serde_json::to_value(claims).map_err(Failure::internal)?;
    let version = row.version + 1;
    let change = Change {
        title: Set(after.title),
        subtitle: Set(after.subtitle),
        html_content: Set(html),
        total_amount: Set(totals.total_amount),
        currency: Set(after.pricing.currency.code().to_owned()),
        pricing: Set(serde_json::to_value(&after.pricing).map_err(Failure::internal)?),
        version: Set(version),
        updated_at: Set(app.now()),
        ..besides
    };
    let row = rows::update(tx, row.id, change).await?;
    let id = keep(app, tx, &row, (&patch, claims), author, cause).await?;
    Ok(AppliedChange { row, patch: Some((id, patch)) })
}

/// Stores the patch that led to the current version of the row.
async fn keep(
    app: &App,
    tx: &TenantTx,
    row: &Proposal,
    (patch, claims): (&Patch, serde_json::Value),
    author: &Author,
    cause: Cause,
) -> Result<Uuid, Failure> {
    let id = app.new_id();
    let row = patches::NewPatch {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        proposal_id: Set(row.id),
        number: Set(row.version),
        author: Set(serde_json::to_value(&author.actor).map_err(Failure::internal)?),
        author_name: Set(author.name.clone()),
        cause: Set(cause.word().to_owned()),
        restored: Set(if let Cause::Restore(number) = cause { Some(number) } else { None }),
        patch: Set(serde_json::to_value(patch).map_err(Failure::internal)?),
        touched: Set(serde_json::to_value(patch.touched()).map_err(Failure::internal)?),
        claims: Set(claims),
        created_at: Set(app.now()),
    };
    patches::insert(tx, row).await?;
    Ok(id)
}

impl AppliedChange {
    /// The changed parts, as named in the audit trail.
    pub fn changed(&self) -> Vec<&'static str> {
        let Some((_, patch)) = &self.patch else { return Vec::new() };
        let words = !patch.blocks.is_empty() || patch.order.is_some();
        let parts = [
            ("title", patch.title.is_some()),
            ("subtitle", patch.subtitle.is_some()),
            ("htmlContent", words),
            ("pricing", patch.pricing.is_some()),
        ];
        parts.into_iter().filter(|(_, changed)| *changed).map(|(name, _)| name).collect()
    }
}

/// Records a change in the audit trail.
pub async fn note(
    app: &App,
    tx: &TenantTx,
    author: &Author,
    applied: &AppliedChange,
    kind: EventKind,
    payload: serde_json::Value,
) -> Result<(), Failure> {
    if applied.patch.is_none() {
        return Ok(());
    }
    trail::append(app, tx, applied.row.id, kind, author.actor.clone(), payload).await
}
