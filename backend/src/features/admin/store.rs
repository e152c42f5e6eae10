//! Queries of the site's settings. They belong to no workspace, so the system role owns them.

use chrono::{DateTime, Utc};
use proffer_store::{
    SystemTx,
    entity::{admin_setting_versions as versions, admin_settings as settings},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, DbErr, EntityTrait, FromQueryResult, QueryOrder, QuerySelect,
    Statement, sea_query::OnConflict,
};
use uuid::Uuid;

pub use settings::{ActiveModel as Change, Model as Setting};

/// A version of a setting and its author.
#[derive(Debug, FromQueryResult)]
#[expect(clippy::struct_field_names, reason = "columns of a query are called what they are called")]
pub struct Version {
    pub version: i32,
    pub setting_value: String,
    pub changed_by: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// All settings, oldest first.
pub async fn list(tx: &SystemTx) -> Result<Vec<Setting>, DbErr> {
    use settings::Column as C;
    settings::Entity::find().order_by_asc(C::CreatedAt).order_by_asc(C::Id).all(tx.conn()).await
}

pub async fn find(tx: &SystemTx, key: &str) -> Result<Option<Setting>, DbErr> {
    settings::Entity::find_by_id(key).one(tx.conn()).await
}

/// The setting, locked until the transaction ends.
pub async fn find_for_update(tx: &SystemTx, key: &str) -> Result<Option<Setting>, DbErr> {
    settings::Entity::find_by_id(key).lock_exclusive().one(tx.conn()).await
}

/// Adds a setting unless it exists. Returns whether it was added.
pub async fn insert_missing(tx: &SystemTx, row: Change) -> Result<bool, DbErr> {
    let keep = OnConflict::column(settings::Column::SettingKey).do_nothing().to_owned();
    let added = settings::Entity::insert(row).on_conflict(keep).exec_without_returning(tx.conn()).await?;
    Ok(added > 0)
}

pub async fn update(tx: &SystemTx, row: Change) -> Result<Setting, DbErr> {
    row.update(tx.conn()).await
}

/// Stores a value as a version; default values have no author.
pub async fn insert_version(
    tx: &SystemTx,
    setting: &Setting,
    changed_by: Option<Uuid>,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = versions::ActiveModel {
        setting_key: Set(setting.setting_key.clone()),
        version: Set(setting.version),
        setting_value: Set(setting.setting_value.clone()),
        changed_by: Set(changed_by),
        created_at: Set(at),
    };
    versions::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// All versions of a setting, newest first.
pub async fn versions(tx: &SystemTx, key: &str) -> Result<Vec<Version>, DbErr> {
    let query = "SELECT v.version, v.setting_value, v.created_at,
               coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) AS changed_by
        FROM admin_setting_versions v LEFT JOIN users u ON u.id = v.changed_by
        WHERE v.setting_key = $1 ORDER BY v.version DESC";
    let statement = Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, query, [key.into()]);
    Version::find_by_statement(statement).all(tx.conn()).await
}
