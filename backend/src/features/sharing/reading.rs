//! Reading reports of the shared page.

use std::collections::BTreeSet;

use proffer_domain::{
    audit,
    notification::NotificationEvent,
    proposal::Status,
    revision::Frozen,
    views::{self, Class, ReadingProgress, Source},
};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use serde_json::json;
use uuid::Uuid;

use super::reading_types::ReadingInput;
use crate::{
    access::{self, shared_links},
    app::App,
    failure::Failure,
    features::{
        notifications::{jobs::Notify, service as notifications},
        page_views::{self, ViewChange, ViewRow},
        proposals::service::{
            self as proposals, Proposal,
            trail::{self, Novelty},
        },
    },
    http::caller::Caller,
};

/// Processes a report: adds new figures to the row of this page view. The first report that shows a human
/// reader is recorded as an event of the proposal, once for each revision, and the team is notified once.
pub async fn report(
    app: &App,
    tx: TenantTx,
    caller: &Caller,
    session: Option<&str>,
    input: &ReadingInput,
) -> Result<(), Failure> {
    let sections: Vec<(Uuid, i64)> =
        input.sections.iter().map(|section| (section.block_id, section.visible_ms)).collect();
    let reported = ReadingProgress::reported(input.visible_ms, input.interactions, &sections)?;
    let id = tx.scope().guest_proposal_id.ok_or_else(shared_links::not_found)?;
    let row = proposals::find(&tx, id).await?.ok_or_else(shared_links::not_found)?;
    let is_team = access::sessions::is_of_team(app, session, tx.workspace_id()).await?;
    // The page chooses its ids, so one may belong to another proposal, which this guest cannot access.
    let Some(view) = opening(app, &tx, caller, &row, input).await? else { return Ok(()) };
    let before = ReadingProgress {
        visible_ms: view.visible_ms,
        interactions: view.interactions,
        sections: serde_json::from_value(view.sections.clone()).map_err(Failure::internal)?,
    };
    let after = before.after(&reported, app.now() - view.at, &blocks(&tx, &row, view.revision_number).await?);
    // A repeated or late report is not new activity.
    if after != before || (is_team && !view.is_team) {
        let change = ViewChange {
            is_team: Set(is_team || view.is_team),
            visible_ms: Set(after.visible_ms),
            interactions: Set(after.interactions),
            sections: Set(serde_json::to_value(&after.sections).map_err(Failure::internal)?),
            updated_at: Set(app.now()),
            ..Default::default()
        };
        let view = page_views::update_view(&tx, view.id, change).await?;
        if views::classify(&page_views::hit(&view)).0 == Class::Person {
            viewed(app, &tx, row, view.revision_number).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// The row of this page view, created by its first report.
async fn opening(
    app: &App,
    tx: &TenantTx,
    caller: &Caller,
    row: &Proposal,
    input: &ReadingInput,
) -> Result<Option<ViewRow>, Failure> {
    if let Some(view) = page_views::view_for_update(tx, input.view_id).await? {
        return Ok(is_reading(view));
    }
    let shown = match input.revision_number {
        Some(number) => proposals::revision_numbered(tx, row.id, number).await?,
        None => None,
    };
    let mut visitor =
        app.secrets.keyed_hash("page_views.visitor", format!("{} {}", input.visitor_id, row.id).as_bytes());
    visitor.truncate(32);
    let begun = ViewChange {
        revision_number: Set(shown.map(|revision| revision.number)),
        visitor: Set(Some(visitor)),
        method: Set("POST".to_owned()),
        is_team: Set(false),
        ..page_views::begun(app, input.view_id, caller)
    };
    page_views::add_view(tx, row.id, Source::Reading, begun).await?;
    Ok(page_views::view_for_update(tx, input.view_id).await?.and_then(is_reading))
}

fn is_reading(view: ViewRow) -> Option<ViewRow> {
    (view.source == Source::Reading.as_str()).then_some(view)
}

/// The blocks on the screen: those of the revision, or of the draft in a preview.
async fn blocks(tx: &TenantTx, row: &Proposal, number: Option<i32>) -> Result<BTreeSet<Uuid>, Failure> {
    let Some(number) = number else { return Ok(views::blocks(&row.html_content)) };
    let Some(revision) = proposals::revision_numbered(tx, row.id, number).await? else {
        return Ok(BTreeSet::new());
    };
    let frozen: Frozen = serde_json::from_str(&revision.canonical).map_err(Failure::internal)?;
    Ok(views::blocks(&frozen.html_content))
}

/// Records that a human has viewed this revision, or the preview.
async fn viewed(app: &App, tx: &TenantTx, row: Proposal, number: Option<i32>) -> Result<(), Failure> {
    // Sending the proposal resets it to unseen.
    let status: Status = row.status.parse().map_err(Failure::internal)?;
    if row.viewed_at.is_none() && status.awaits_client() {
        let change = proposals::Change { viewed_at: Set(Some(app.now())), ..Default::default() };
        proposals::update(tx, row.id, change).await?;
    }
    let payload = number.map_or_else(|| json!({}), |number| json!({ "revision": number }));
    let actor = audit::Actor::Client { name: None, email: None };
    if trail::append_once(app, tx, row.id, audit::EventKind::Viewed, actor, payload).await? != Novelty::First
    {
        return Ok(());
    }
    let news = Notify {
        kind: NotificationEvent::Viewed,
        proposal_id: Some(row.id),
        subject: row.title,
        actor: None,
        words: None,
        except: None,
        with_document: false,
    };
    notifications::announce(app, tx, news).await
}
