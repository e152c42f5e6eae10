//! A proposal's activity, combined from the records of all features.

use std::collections::BTreeMap;

use proffer_domain::{
    audit::{self, Actor, Entry},
    document::{self, Section},
    revision::Frozen,
};
use proffer_store::{TenantTx, entity::audit_events};
use serde_json::Value;
use uuid::Uuid;

use super::{
    activity_types::{Activity, ActivityActor, ActivityEvent},
    error::EvidenceError,
    readership,
};
use crate::{
    app::App,
    failure::Failure,
    features::{
        deliveries,
        identity::service::{accounts, keys},
        page_views,
        proposals::{
            ProposalError,
            service::{self as proposals, Proposal, trail},
            types::RevisionRef,
        },
    },
};

/// How many events are shown; all of them are verified.
const MOST_EVENTS: usize = 500;

/// A proposal's whole activity between sender and client.
pub async fn show(app: &App, tx: TenantTx, id: Uuid) -> Result<Activity, EvidenceError> {
    let row = proposals::find(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    let trail = trail::stored(&tx, id).await?;
    let kept = page_views::of_proposal(&tx, id).await?;
    let mails = deliveries::of_proposal(&tx, id).await?;
    let revisions = proposals::revisions(&tx, id).await?;
    let html = shown(&tx, row).await?;
    let actors: Vec<Option<Actor>> = trail.iter().map(actor).collect();
    let mut names = keys::names(
        &tx,
        &ids(&actors, |actor| if let Actor::ApiClient { key_id } = actor { Some(*key_id) } else { None }),
    )
    .await?;
    drop(tx);
    names.extend(
        accounts::names(
            app,
            &ids(&actors, |actor| if let Actor::Member { user_id } = actor { Some(*user_id) } else { None }),
        )
        .await?,
    );
    let work = move || {
        let sections: Vec<Section> = document::sections(&html);
        let newest = trail.iter().zip(&actors).rev().take(MOST_EVENTS);
        Activity {
            events: newest.map(|(row, actor)| event(row, actor.as_ref(), &names)).collect(),
            intact: is_intact(&trail, &actors),
            readership: readership::of(&kept, &sections),
            mails,
            revisions: revisions
                .into_iter()
                .map(|(number, sha256, at)| RevisionRef { number, sha256, sent_at: at.into() })
                .collect(),
        }
    };
    Ok(tokio::task::spawn_blocking(work).await.map_err(Failure::internal)?)
}

/// The document whose blocks are read: that of the last sent revision, otherwise the draft.
async fn shown(tx: &TenantTx, row: Proposal) -> Result<String, Failure> {
    let sent = match row.sent_revision_id {
        Some(id) => proposals::revision(tx, id).await?,
        None => None,
    };
    let Some(revision) = sent else { return Ok(row.html_content) };
    let frozen: Frozen = serde_json::from_str(&revision.canonical).map_err(Failure::internal)?;
    Ok(frozen.html_content)
}

/// The actor of an event; `None` if the stored value is not one that this product writes.
fn actor(row: &audit_events::Model) -> Option<Actor> {
    serde_json::from_value(row.actor.clone()).ok()
}

fn ids(actors: &[Option<Actor>], of: impl Fn(&Actor) -> Option<Uuid>) -> Vec<Uuid> {
    let mut ids: Vec<Uuid> = actors.iter().flatten().filter_map(of).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Whether each event follows the previous one and is unchanged. A trail begins with the proposal, so an
/// empty one has lost its beginning.
fn is_intact(trail: &[audit_events::Model], actors: &[Option<Actor>]) -> bool {
    let entries: Option<Vec<Entry>> =
        trail.iter().zip(actors).map(|(row, actor)| entry(row, actor.as_ref())).collect();
    entries.is_some_and(|entries| !entries.is_empty() && audit::verify(&entries).is_ok())
}

fn entry(row: &audit_events::Model, actor: Option<&Actor>) -> Option<Entry> {
    Some(Entry {
        proposal_id: row.proposal_id,
        sequence: u32::try_from(row.sequence).ok()?,
        previous_hash: row.previous_hash.clone(),
        hash: row.hash.clone(),
        kind: row.kind.parse().ok()?,
        actor: actor?.clone(),
        at: row.at,
        payload: row.payload.clone(),
    })
}

/// An event for display. A tampered event is shown as stored.
fn event(row: &audit_events::Model, actor: Option<&Actor>, names: &BTreeMap<Uuid, String>) -> ActivityEvent {
    let (kind, name, email) = match actor {
        Some(Actor::Member { user_id }) => (ActivityActor::Member, names.get(user_id).cloned(), None),
        Some(Actor::ApiClient { key_id }) => (ActivityActor::ApiClient, names.get(key_id).cloned(), None),
        Some(Actor::Client { name, email }) => (ActivityActor::Client, name.clone(), email.clone()),
        Some(Actor::Assistant) => (ActivityActor::Assistant, None, None),
        Some(Actor::System) | None => (ActivityActor::System, None, None),
    };
    let said =
        |field: &str| row.payload.get(field).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    ActivityEvent {
        sequence: row.sequence,
        kind: row.kind.clone(),
        actor: kind,
        actor_name: name,
        actor_email: email,
        revision_number: row
            .payload
            .get("revision")
            .and_then(Value::as_i64)
            .and_then(|number| i32::try_from(number).ok()),
        words: said("message").map(str::to_owned),
        reason: said("reason").map(str::to_owned),
        block_id: said("blockId").and_then(|id| id.parse().ok()),
        at: row.at.into(),
        hash: row.hash.clone(),
    }
}
