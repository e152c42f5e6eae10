//! Queries of an account deletion.

use chrono::{DateTime, Utc};
use proffer_store::{
    SystemTx, TenantTx,
    entity::{farewells, team_members},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter,
    Statement, sea_query::Expr,
};
use serde_json::Value;
use uuid::Uuid;

pub use farewells::Model as DeletionFollowUp;

/// The keys of objects that jobs of the workspace have not removed yet. Read as the workspace itself, since
/// the system role cannot see the payloads of jobs.
pub async fn unremoved_objects(tx: &TenantTx) -> Result<Vec<String>, DbErr> {
    let open = "SELECT jsonb_array_elements_text(payload -> 'keys') AS key FROM jobs
                WHERE workspace_id = app_workspace_id() AND task = 'remove_objects' AND state <> 'done'";
    let rows = tx.conn().query_all_raw(Statement::from_string(sea_orm::DbBackend::Postgres, open)).await?;
    rows.iter().map(|row| row.try_get("", "key")).collect()
}

/// Removes the user from the workspace that the transaction has entered, so that their seat is no longer
/// counted.
pub async fn leave(
    tx: &SystemTx,
    workspace_id: Uuid,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    team_members::Entity::update_many()
        .col_expr(team_members::Column::Status, Expr::value("removed"))
        .col_expr(team_members::Column::UpdatedAt, Expr::value(now))
        .filter(team_members::Column::WorkspaceId.eq(workspace_id))
        .filter(team_members::Column::UserId.eq(user_id))
        .exec(tx.conn())
        .await?;
    Ok(())
}

/// The work that remains after the account is deleted.
#[derive(Debug, Default)]
pub struct RemainingWork {
    /// Objects to remove.
    pub objects: Vec<String>,
    /// Stripe customers whose subscriptions are to be cancelled.
    pub customers: Vec<String>,
}

/// Records the remaining work; a trigger enqueues its job at the commit.
pub async fn insert_follow_up(
    tx: &SystemTx,
    id: Uuid,
    email: &str,
    first_name: &str,
    remaining: RemainingWork,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = farewells::ActiveModel {
        id: Set(id),
        email: Set(email.to_owned()),
        first_name: Set(first_name.to_owned()),
        objects: Set(Value::from(remaining.objects)),
        customers: Set(Value::from(remaining.customers)),
        mailed_at: Set(None),
        created_at: Set(now),
    };
    farewells::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

pub async fn follow_up(tx: &SystemTx, id: Uuid) -> Result<Option<DeletionFollowUp>, DbErr> {
    farewells::Entity::find_by_id(id).one(tx.conn()).await
}

pub async fn follow_up_mailed(tx: &SystemTx, id: Uuid, now: DateTime<Utc>) -> Result<(), DbErr> {
    farewells::ActiveModel { id: Set(id), mailed_at: Set(Some(now)), ..Default::default() }
        .update(tx.conn())
        .await?;
    Ok(())
}

pub async fn delete_follow_up(tx: &SystemTx, id: Uuid) -> Result<(), DbErr> {
    farewells::Entity::delete_by_id(id).exec(tx.conn()).await?;
    Ok(())
}
