//! A proposal's audit trail: the hash-chained events of its life.

use proffer_domain::audit::{self, Actor, Kind, NewEvent};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    app::App,
    db::TenantTx,
    features::proposals::store::trail,
    http::{auth::Principal, problem::Problem},
};

/// A member of the workspace as an actor.
pub fn member(principal: &Principal) -> Actor {
    Actor::Member { user_id: principal.user_id }
}

/// Adds an event to the end of a proposal's chain, unless the last one says it already. Two transactions adding to one chain
/// follow each other.
pub async fn append(app: &App, tx: &TenantTx, proposal_id: Uuid, kind: Kind, actor: Actor, payload: Value) -> Result<(), Problem> {
    trail::lock(tx, proposal_id).await?;
    let (head, last) = trail::last(tx, proposal_id).await?.unzip();
    let event = NewEvent { proposal_id, kind, actor, at: app.now(), payload };
    if last.is_some_and(|last| audit::is_said_by(&last, &event)) {
        return Ok(());
    }
    let entry = audit::append_to_head(head.as_ref(), event).map_err(Problem::internal)?;
    Ok(trail::insert(tx, app.new_id(), &entry).await?)
}
