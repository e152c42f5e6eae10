//! The audit trail of a proposal: the hash-chained events of its life cycle.

use proffer_domain::audit::{self, Actor, EventKind, NewEvent};
use proffer_store::{TenantTx, entity::audit_events};
use serde_json::Value;
use uuid::Uuid;

use crate::{access::Principal, app::App, failure::Failure, features::proposals::store::trail};

pub fn member(principal: &Principal) -> Actor {
    Actor::Member { user_id: principal.user_id }
}

/// The relation of an event to earlier ones of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Novelty {
    /// There was no event of this kind.
    First,
    /// There were events of this kind with another payload.
    Another,
    /// The same event existed already, so nothing was added.
    None,
}

/// Adds an event unless the chain has an identical one of this kind. Of concurrent calls, only one adds it.
pub async fn append_once(
    app: &App,
    tx: &TenantTx,
    proposal_id: Uuid,
    kind: EventKind,
    actor: Actor,
    payload: Value,
) -> Result<Novelty, Failure> {
    if trail::payloads(tx, proposal_id, kind).await?.contains(&payload) {
        return Ok(Novelty::None);
    }
    trail::lock(tx, proposal_id).await?;
    let before = trail::payloads(tx, proposal_id, kind).await?;
    if before.contains(&payload) {
        return Ok(Novelty::None);
    }
    append(app, tx, proposal_id, kind, actor, payload).await?;
    Ok(if before.is_empty() { Novelty::First } else { Novelty::Another })
}

/// A proposal's chain as stored, not verified, from its first event on.
pub async fn stored(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<audit_events::Model>, Failure> {
    Ok(trail::rows(tx, proposal_id).await?)
}

/// Appends an event to a proposal's chain, unless the last event is identical. Concurrent transactions append
/// one after the other.
pub async fn append(
    app: &App,
    tx: &TenantTx,
    proposal_id: Uuid,
    kind: EventKind,
    actor: Actor,
    payload: Value,
) -> Result<(), Failure> {
    trail::lock(tx, proposal_id).await?;
    let (head, last) = trail::last(tx, proposal_id).await?.unzip();
    let event = NewEvent { proposal_id, kind, actor, at: app.now(), payload };
    if last.is_some_and(|last| audit::is_covered_by(&last, &event)) {
        return Ok(());
    }
    let entry = audit::append_to_head(head.as_ref(), event).map_err(Failure::internal)?;
    Ok(trail::insert(tx, app.new_id(), &entry).await?)
}

/// The same, unless this actor has added an identical event today.
pub async fn append_once_a_day(
    app: &App,
    tx: &TenantTx,
    proposal_id: Uuid,
    kind: EventKind,
    actor: Actor,
    payload: Value,
) -> Result<(), Failure> {
    trail::lock(tx, proposal_id).await?;
    let event = NewEvent { proposal_id, kind, actor, at: app.now(), payload };
    let today = event.at.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    if audit::is_recorded_today(&trail::since(tx, proposal_id, kind, today).await?, &event) {
        return Ok(());
    }
    append(app, tx, proposal_id, kind, event.actor, event.payload).await
}
