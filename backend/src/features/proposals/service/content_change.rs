//! Where every change of a proposal's words and prices lands, whoever made it: the editor, the assistant, an
//! integration, a refresh. It is sanitised, its pricing block rendered by the engine, its difference kept as
//! a patch, and the version counted.

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

/// Who makes a change.
#[derive(Debug, Clone)]
pub struct Author {
    /// As the audit trail knows them.
    pub actor: Actor,
    /// What people call them.
    pub name: String,
}

impl Author {
    /// The person, or the key that acts for them.
    pub fn of(principal: &Principal) -> Self {
        match &principal.credential {
            Credential::Session { .. } => Self { actor: Actor::Member { user_id: principal.user_id }, name: principal.name.clone() },
            Credential::Key { id, name, .. } => Self { actor: Actor::ApiClient { key_id: *id }, name: name.clone() },
        }
    }

    /// The assistant.
    pub fn assistant() -> Self {
        Self { actor: Actor::Assistant, name: "Assistant".to_owned() }
    }

    /// Whether what they write counts as a source: somebody stands behind it.
    pub fn is_a_source(&self) -> bool {
        matches!(self.actor, Actor::Member { .. } | Actor::ApiClient { .. })
    }
}

/// What made a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Somebody wrote in the document, or changed its title.
    Edit,
    /// Somebody changed the prices.
    Pricing,
    /// Somebody stands behind an amount.
    Confirm,
    /// The assistant drafted it.
    Draft,
    /// The assistant did what it was asked for in the chat.
    Chat,
    /// What a message of the assistant changed was taken out.
    Revert,
    /// One block of what it changed was refused.
    Review,
    /// The company's latest words came in.
    Refresh,
    /// An earlier version was restored.
    Restore(i64),
    /// It was made as a copy.
    Copy,
    /// A claim that nothing backs was taken out by the pre-send check.
    RemoveClaim,
}

impl Cause {
    /// The word in the database and on the wire.
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

/// What the document shall be; whatever is absent stays.
#[derive(Debug, Default)]
pub struct NewContent {
    /// The title.
    pub title: Option<String>,
    /// The subtitle.
    pub subtitle: Option<Option<String>>,
    /// Any HTML.
    pub html: Option<String>,
    /// The prices.
    pub pricing: Option<PricingTable>,
    /// The claims that the author stands for, where they are not simply those that are new: a copy carries on
    /// what people typed into its original.
    pub carried: Option<Vec<ClaimKey>>,
}

impl NewContent {
    /// All of a content.
    pub fn content(content: Content) -> Self {
        let html = Some(content.html());
        Self { title: Some(content.title), subtitle: Some(content.subtitle), html, pricing: Some(content.pricing), carried: None }
    }
}

/// A change that has applied.
#[derive(Debug)]
pub struct AppliedChange {
    /// The proposal as it is now.
    pub row: Proposal,
    /// What changed; none where nothing did.
    pub patch: Option<(Uuid, Patch)>,
}

/// The words and prices of a row.
pub fn content(row: &Proposal) -> Result<Content, Failure> {
    Ok(Content::read(row.title.clone(), row.subtitle.clone(), &row.html_content, super::pricing(&row.pricing)?))
}

/// Lands a change. The row must be locked, and it must be one that may be changed. `besides` are columns of
/// the row that change with it. The version counts words and prices: where neither differs, it stays,
/// whatever else is written.
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
    let subtitle = subtitle.map_or_else(|| before.subtitle.clone(), |subtitle| subtitle.map(|text| document::plain(&text)));
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
    // Written anew each time: no edit can alter a figure or take the prices off the page.
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

/// Writes down what led to the version that the row is at now.
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
    /// The parts that changed, as the audit trail names them.
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

/// Says in the audit trail that something was changed.
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
