//! Queries of countersignatures.

use proffer_domain::countersignature::Countersignature;
use proffer_store::{TenantTx, entity::countersignatures};
use sea_orm::{ActiveValue::Set, DbErr, EntityTrait};
use uuid::Uuid;

/// Stores the countersignature; the table accepts one per proposal.
pub async fn insert(
    tx: &TenantTx,
    id: Uuid,
    signature_id: Uuid,
    record: &Countersignature,
) -> Result<(), DbErr> {
    let row = countersignatures::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        proposal_id: Set(record.proposal_id),
        signature_id: Set(signature_id),
        record: Set(serde_json::to_value(record).map_err(|error| DbErr::Json(error.to_string()))?),
        created_at: Set(record.signed_at),
    };
    countersignatures::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}
