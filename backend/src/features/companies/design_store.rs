//! Queries of the workspace's design.

use chrono::{DateTime, Utc};
use proffer_domain::design::Brand;
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter,
    Statement, sea_query::Expr,
};
use uuid::Uuid;

use proffer_store::{TenantTx, entity::template_preferences};
pub use template_preferences::Model as Preferences;
use template_preferences::{ActiveModel, Column, Entity};

/// The design in use, if there is one.
pub async fn in_use(tx: &TenantTx) -> Result<Option<Preferences>, DbErr> {
    Entity::find()
        .filter(Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(Column::IsActive.eq(true))
        .one(tx.conn())
        .await
}

/// The same, with a lock that serialises concurrent changes until the transaction ends.
pub async fn in_use_for_update(tx: &TenantTx) -> Result<Option<Preferences>, DbErr> {
    let statement = Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT pg_advisory_xact_lock(hashtextextended('template_preferences ' || $1, 0))",
        [tx.workspace_id().to_string().into()],
    );
    tx.conn().query_one_raw(statement).await?;
    in_use(tx).await
}

/// Stores a design, in a transaction that called [`in_use_for_update`]: one row per template, at most one of
/// them in use.
pub async fn save(
    tx: &TenantTx,
    id: Uuid,
    user_id: Uuid,
    brand: &Brand,
    active: bool,
    now: DateTime<Utc>,
) -> Result<Preferences, DbErr> {
    let known = Entity::find()
        .filter(Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(Column::TemplateId.eq(brand.template_id))
        .one(tx.conn())
        .await?;
    if active {
        Entity::update_many()
            .col_expr(Column::IsActive, Expr::value(false))
            .filter(Column::WorkspaceId.eq(tx.workspace_id()))
            .filter(Column::IsActive.eq(true))
            .exec(tx.conn())
            .await?;
    }
    let brand = brand.clone();
    let row = ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(known.as_ref().map_or(id, |row| row.id)),
        template_id: Set(brand.template_id),
        chosen_by: Set(user_id),
        primary_color: Set(brand.primary_color),
        secondary_color: Set(brand.secondary_color),
        accent_color: Set(brand.accent_color),
        layout_style: Set(brand.layout_style),
        font_family: Set(brand.font_family),
        custom_css: Set(brand.custom_css),
        is_active: Set(active),
        updated_at: Set(now),
        ..Default::default()
    };
    match known {
        Some(_) => row.update(tx.conn()).await,
        None => ActiveModel { created_at: Set(now), ..row }.insert(tx.conn()).await,
    }
}

/// The design of a row.
pub fn brand(row: &Preferences) -> Brand {
    Brand {
        template_id: row.template_id,
        primary_color: row.primary_color.clone(),
        secondary_color: row.secondary_color.clone(),
        accent_color: row.accent_color.clone(),
        layout_style: row.layout_style.clone(),
        font_family: row.font_family.clone(),
        custom_css: row.custom_css.clone(),
    }
}
