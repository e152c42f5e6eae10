//! Queries of the audit trail.

use chrono::{DateTime, Utc};
use proffer_domain::audit::{Entry, EventKind, Head, LastEvent, UnknownKind};
use proffer_store::{TenantTx, entity::audit_events};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    Statement,
};
use uuid::Uuid;

/// Serialises additions to this proposal's chain until the transaction ends.
pub async fn lock(tx: &TenantTx, proposal_id: Uuid) -> Result<(), DbErr> {
    tx.conn()
        .execute_raw(Statement::from_sql_and_values(
            sea_orm::DbBackend::Postgres,
            "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
            [format!("audit:{proposal_id}").into()],
        ))
        .await?;
    Ok(())
}

/// The end of a proposal's chain, and its last event.
pub async fn last(tx: &TenantTx, proposal_id: Uuid) -> Result<Option<(Head, LastEvent)>, DbErr> {
    let last = audit_events::Entity::find()
        .filter(audit_events::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(audit_events::Column::ProposalId.eq(proposal_id))
        .order_by_desc(audit_events::Column::Sequence)
        .one(tx.conn())
        .await?;
    last.map(|event| {
        let sequence = u32::try_from(event.sequence).map_err(|error| DbErr::Type(error.to_string()))?;
        Ok((Head { sequence, hash: event.hash.clone() }, said(event)?))
    })
    .transpose()
}

/// A proposal's chain as stored, from its first event on.
pub async fn rows(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<audit_events::Model>, DbErr> {
    audit_events::Entity::find()
        .filter(audit_events::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(audit_events::Column::ProposalId.eq(proposal_id))
        .order_by_asc(audit_events::Column::Sequence)
        .all(tx.conn())
        .await
}

/// The payloads of all events of a kind, in order.
pub async fn payloads(
    tx: &TenantTx,
    proposal_id: Uuid,
    kind: EventKind,
) -> Result<Vec<serde_json::Value>, DbErr> {
    audit_events::Entity::find()
        .select_only()
        .column(audit_events::Column::Payload)
        .filter(audit_events::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(audit_events::Column::ProposalId.eq(proposal_id))
        .filter(audit_events::Column::Kind.eq(kind.as_str()))
        .order_by_asc(audit_events::Column::Sequence)
        .into_tuple()
        .all(tx.conn())
        .await
}

/// The events of a kind from a time on.
pub async fn since(
    tx: &TenantTx,
    proposal_id: Uuid,
    kind: EventKind,
    from: DateTime<Utc>,
) -> Result<Vec<LastEvent>, DbErr> {
    let events = audit_events::Entity::find()
        .filter(audit_events::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(audit_events::Column::ProposalId.eq(proposal_id))
        .filter(audit_events::Column::Kind.eq(kind.as_str()))
        .filter(audit_events::Column::At.gte(from))
        .all(tx.conn())
        .await?;
    events.into_iter().map(said).collect()
}

fn said(event: audit_events::Model) -> Result<LastEvent, DbErr> {
    let kind = event.kind.parse().map_err(|error: UnknownKind| DbErr::Type(error.to_string()))?;
    let actor = serde_json::from_value(event.actor).map_err(|error| DbErr::Json(error.to_string()))?;
    Ok(LastEvent { kind, actor, at: event.at, payload: event.payload })
}

pub async fn insert(tx: &TenantTx, id: Uuid, entry: &Entry) -> Result<(), DbErr> {
    let json = |value| serde_json::to_value(value).map_err(|error| DbErr::Json(error.to_string()));
    let row = audit_events::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        proposal_id: Set(entry.proposal_id),
        sequence: Set(i32::try_from(entry.sequence).map_err(|error| DbErr::Type(error.to_string()))?),
        kind: Set(entry.kind.as_str().to_owned()),
        actor: Set(json(&entry.actor)?),
        payload: Set(entry.payload.clone()),
        previous_hash: Set(entry.previous_hash.clone()),
        hash: Set(entry.hash.clone()),
        at: Set(entry.at),
    };
    audit_events::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}
