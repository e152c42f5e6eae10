//! Queries of frozen revisions and signatures.

use chrono::{DateTime, Utc};
use proffer_domain::{
    revision::{Frozen, Sealed},
    signature::Signature,
};
use proffer_store::{
    TenantTx,
    entity::{revisions, signatures},
};
use sea_orm::{ActiveValue::Set, ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

pub use revisions::Model as Revision;

/// The number of the next revision of a proposal.
pub async fn next_number(tx: &TenantTx, proposal_id: Uuid) -> Result<u32, DbErr> {
    let last = revisions::Entity::find()
        .filter(revisions::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(revisions::Column::ProposalId.eq(proposal_id))
        .order_by_desc(revisions::Column::Number)
        .one(tx.conn())
        .await?;
    let number = last.map_or(0, |revision| revision.number) + 1;
    u32::try_from(number).map_err(|error| DbErr::Type(error.to_string()))
}

pub async fn find(tx: &TenantTx, id: Uuid) -> Result<Option<Revision>, DbErr> {
    revisions::Entity::find_by_id((tx.workspace_id(), id)).one(tx.conn()).await
}

/// The revision with this number.
pub async fn numbered(tx: &TenantTx, proposal_id: Uuid, number: i32) -> Result<Option<Revision>, DbErr> {
    revisions::Entity::find()
        .filter(revisions::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(revisions::Column::ProposalId.eq(proposal_id))
        .filter(revisions::Column::Number.eq(number))
        .one(tx.conn())
        .await
}

/// Number, hash and time of all revisions of a proposal, newest first, without their content.
pub async fn list(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<(i32, String, DateTime<Utc>)>, DbErr> {
    revisions::Entity::find()
        .select_only()
        .columns([revisions::Column::Number, revisions::Column::Sha256, revisions::Column::CreatedAt])
        .filter(revisions::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(revisions::Column::ProposalId.eq(proposal_id))
        .order_by_desc(revisions::Column::Number)
        .into_tuple()
        .all(tx.conn())
        .await
}

pub async fn insert(
    tx: &TenantTx,
    id: Uuid,
    frozen: &Frozen,
    sealed: &Sealed,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = revisions::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        proposal_id: Set(frozen.proposal_id),
        number: Set(i32::try_from(frozen.number).map_err(|error| DbErr::Type(error.to_string()))?),
        canonical: Set(sealed.canonical.clone()),
        sha256: Set(sealed.sha256.clone()),
        created_by: Set(user_id),
        created_at: Set(now),
    };
    revisions::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// The signature of a proposal, if there is one.
pub async fn signature(tx: &TenantTx, proposal_id: Uuid) -> Result<Option<signatures::Model>, DbErr> {
    signatures::Entity::find()
        .filter(signatures::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(signatures::Column::ProposalId.eq(proposal_id))
        .one(tx.conn())
        .await
}

/// Stores a signature; the table accepts one per proposal.
pub async fn insert_signature(
    tx: &TenantTx,
    id: Uuid,
    revision_id: Uuid,
    signature: &Signature,
) -> Result<(), DbErr> {
    let row = signatures::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        proposal_id: Set(signature.proposal_id),
        revision_id: Set(revision_id),
        record: Set(serde_json::to_value(signature).map_err(|error| DbErr::Json(error.to_string()))?),
        created_at: Set(signature.signed_at),
    };
    signatures::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}
