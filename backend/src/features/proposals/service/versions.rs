//! The versions of a proposal. Each is the result of its patch, so any of them is computed by undoing patches
//! from the newest.
//!
//! The first version is the content before any change: empty for a drafted proposal. It is not a change and
//! therefore not in the history, but it can be read and restored like any other.

use poem_openapi::types::ParseFromJSON;
use proffer_domain::{
    audit::{Actor, EventKind},
    document::{
        compare,
        patch::{Content, Patch},
    },
    pricing,
};
use proffer_store::TenantTx;
use serde_json::Value;
use uuid::Uuid;

use super::{
    ProposalError,
    content_change::{self, Author, Cause, NewContent},
    editing, present,
};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::proposals::{
        store::{
            patches,
            rows::{self, Change, Proposal},
        },
        types,
        versions_types::{AuthorKind, Comparison, Version, VersionCause, VersionContent},
    },
    http::paging::{Cursor, Page},
};

/// How many patches are read at once: each can be as large as two documents.
const BATCH: u64 = 20;

/// A page of the history, newest first.
pub async fn list(
    tx: &TenantTx,
    id: Uuid,
    page: Page,
) -> Result<(Vec<Version>, Option<Cursor>), ProposalError> {
    rows::find(tx, id).await?.ok_or(ProposalError::NotFound)?;
    let (patches, next) = patches::list(tx, id, page).await?;
    Ok((patches.into_iter().map(listed).collect::<Result<_, _>>()?, next))
}

fn listed(patch: patches::Listed) -> Result<Version, Failure> {
    let author: Actor = serde_json::from_value(patch.author).map_err(Failure::internal)?;
    Ok(Version {
        number: patch.number,
        author_kind: match author {
            Actor::Assistant => AuthorKind::Assistant,
            Actor::ApiClient { .. } => AuthorKind::Api,
            Actor::Member { .. } | Actor::Client { .. } | Actor::System => AuthorKind::Person,
        },
        author_name: patch.author_name,
        cause: VersionCause::parse_from_json(Some(Value::String(patch.cause)))
            .map_err(|error| Failure::internal(error.into_message()))?,
        restored: patch.restored,
        touched: serde_json::from_value(patch.touched).map_err(Failure::internal)?,
        created_at: patch.created_at.into(),
    })
}

/// The content of a version.
pub async fn show(tx: &TenantTx, id: Uuid, number: i64) -> Result<VersionContent, ProposalError> {
    let row = rows::find(tx, id).await?.ok_or(ProposalError::NotFound)?;
    let content = content(tx, &row, number).await?;
    let totals = pricing::totals(&content.pricing).map_err(Failure::internal)?;
    Ok(VersionContent {
        number,
        html_content: content.html(),
        title: content.title,
        subtitle: content.subtitle,
        pricing: content.pricing.into(),
        totals: totals.into(),
    })
}

/// The content of version `number`.
async fn content(tx: &TenantTx, row: &Proposal, number: i64) -> Result<Content, ProposalError> {
    if number > row.version {
        return Err(ProposalError::VersionNotFound);
    }
    back(tx, row.id, content_change::content(row)?, row.version, number).await
}

/// Undoes patches from version `at`, which has this content, to version `number`. A proposal that is older
/// than its history has no versions before the history begins.
async fn back(
    tx: &TenantTx,
    id: Uuid,
    mut content: Content,
    mut at: i64,
    number: i64,
) -> Result<Content, ProposalError> {
    if number < 1 {
        return Err(ProposalError::VersionNotFound);
    }
    while at > number {
        let patches = patches::back_from(tx, id, at, number, BATCH).await?;
        if patches.first().is_none_or(|patch| patch.number != at) {
            return Err(ProposalError::VersionNotFound);
        }
        for patch in patches {
            at = patch.number - 1;
            content = read(patch)?.rewind(content);
        }
    }
    Ok(content)
}

fn read(patch: patches::Patch) -> Result<Patch, Failure> {
    serde_json::from_value(patch.patch).map_err(Failure::internal)
}

/// What a version changed, or how it differs from an earlier one.
pub async fn compare(
    tx: &TenantTx,
    id: Uuid,
    number: i64,
    from: Option<i64>,
) -> Result<Comparison, ProposalError> {
    if from.is_some_and(|from| from >= number) {
        return Err(ProposalError::NotEarlier);
    }
    let row = rows::find(tx, id).await?.ok_or(ProposalError::NotFound)?;
    let (from, compared) = if let Some(from) = from.filter(|from| *from != number - 1) {
        let later = content(tx, &row, number).await?;
        let earlier = back(tx, id, later.clone(), number, from).await?;
        (from, compare::between(&earlier, &later))
    } else {
        let patch = patches::numbered(tx, id, number).await?.ok_or(ProposalError::VersionNotFound)?;
        (number - 1, compare::of(&read(patch)?))
    };
    Ok(Comparison {
        from,
        to: number,
        blocks: compared.blocks.into_iter().map(Into::into).collect(),
        pricing: compared.pricing,
        titles: compared.titles,
        terms: Vec::new(),
    })
}

/// Makes an earlier version the newest, as a regular change. Only a draft can be changed.
pub async fn restore(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    number: i64,
    started_from: i64,
) -> Result<types::Proposal, ProposalError> {
    let row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    editing::refuse_stale(&tx, &row, started_from).await?;
    editing::refuse_unless_editable(app, &row)?;
    let new_content = NewContent::content(content(&tx, &row, number).await?);
    let author = Author::of(principal);
    let applied =
        content_change::apply(app, &tx, row, new_content, &author, Cause::Restore(number), Change::default())
            .await?;
    let payload = serde_json::json!({ "changed": applied.changed(), "restored": number });
    content_change::note(app, &tx, &author, &applied, EventKind::Edited, payload).await?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("restore");
    }
    let proposal = present(app, &tx, id).await?;
    tx.about(id, &proposal.card.title);
    tx.commit().await?;
    Ok(proposal)
}
