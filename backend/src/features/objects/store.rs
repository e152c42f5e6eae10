//! Queries of files and pictures.

use chrono::{DateTime, Utc};
use proffer_store::{
    TenantTx,
    entity::{client_imports, objects, uploads},
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    Statement,
};
use uuid::Uuid;

pub use objects::Model as Object;
pub use uploads::Model as Upload;

pub async fn insert_upload(tx: &TenantTx, upload: Upload) -> Result<(), DbErr> {
    uploads::Entity::insert(uploads::ActiveModel::from(upload)).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// A user's upload that has not expired. A key never contains a NUL, which the database would not accept.
pub async fn upload(
    tx: &TenantTx,
    user_id: Uuid,
    key: &str,
    now: DateTime<Utc>,
) -> Result<Option<Upload>, DbErr> {
    if key.contains('\0') {
        return Ok(None);
    }
    uploads::Entity::find()
        .filter(uploads::Column::ObjectKey.eq(key))
        .filter(uploads::Column::CreatedBy.eq(user_id))
        .filter(uploads::Column::ExpiresAt.gt(now))
        .one(tx.conn())
        .await
}

/// Returns false if it no longer exists. A concurrent call waits here, and then gets false.
pub async fn delete_upload(tx: &TenantTx, id: Uuid) -> Result<bool, DbErr> {
    Ok(uploads::Entity::delete_by_id((tx.workspace_id(), id)).exec(tx.conn()).await?.rows_affected == 1)
}

/// The uploads that were not used in time.
pub async fn expired_uploads(tx: &TenantTx, now: DateTime<Utc>) -> Result<Vec<Upload>, DbErr> {
    uploads::Entity::find().filter(uploads::Column::ExpiresAt.lte(now)).all(tx.conn()).await
}

pub async fn insert_object(tx: &TenantTx, object: Object) -> Result<(), DbErr> {
    objects::Entity::insert(objects::ActiveModel::from(object)).exec_without_returning(tx.conn()).await?;
    Ok(())
}

pub async fn object(tx: &TenantTx, id: Uuid) -> Result<Option<Object>, DbErr> {
    objects::Entity::find_by_id((tx.workspace_id(), id)).one(tx.conn()).await
}

pub async fn delete_object(tx: &TenantTx, id: Uuid) -> Result<bool, DbErr> {
    Ok(objects::Entity::delete_by_id((tx.workspace_id(), id)).exec(tx.conn()).await?.rows_affected == 1)
}

/// Serialises changes of the workspace's pictures: referencing one and deleting it exclude each other.
pub async fn lock_objects(tx: &TenantTx) -> Result<(), DbErr> {
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended('objects of ' || $1::text, 0))";
    tx.conn()
        .execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, lock, [tx.workspace_id().into()]))
        .await?;
    Ok(())
}

/// The pictures created before this time that neither the company nor a client references.
pub async fn unnamed_objects(tx: &TenantTx, before: DateTime<Utc>) -> Result<Vec<Uuid>, DbErr> {
    let unnamed = "SELECT o.id FROM objects o
                   WHERE o.workspace_id = $1 AND o.created_at <= $2
                     AND NOT EXISTS (SELECT 1 FROM companies c WHERE c.workspace_id = $1 AND c.logo_url = '/api/objects/' || o.id)
                     AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.workspace_id = $1
                         AND '/api/objects/' || o.id IN (c.logo_url, c.scraped_info ->> 'logoUrl'))";
    let values = [tx.workspace_id().into(), before.into()];
    let rows =
        tx.conn().query_all_raw(Statement::from_sql_and_values(DbBackend::Postgres, unnamed, values)).await?;
    rows.iter().map(|row| row.try_get("", "id")).collect()
}

pub async fn object_ids(tx: &TenantTx) -> Result<Vec<Uuid>, DbErr> {
    let ids =
        objects::Entity::find().select_only().column(objects::Column::Id).order_by_asc(objects::Column::Id);
    ids.into_tuple().all(tx.conn()).await
}

/// All uploads that were not taken over.
pub async fn uploads(tx: &TenantTx) -> Result<Vec<Upload>, DbErr> {
    uploads::Entity::find().all(tx.conn()).await
}

/// The bytes of the user's and the workspace's unused files. Files without a declared size count with `whole`
/// or `in_parts`.
pub async fn waiting(
    tx: &TenantTx,
    user_id: Uuid,
    (whole, in_parts): (u64, u64),
) -> Result<(u64, u64), DbErr> {
    let sum = "SELECT coalesce(sum(size) FILTER (WHERE created_by = $2), 0)::bigint AS of_person, coalesce(sum(size), 0)::bigint AS of_all
               FROM (SELECT created_by, coalesce(byte_size, CASE WHEN multipart_id IS NULL THEN $3 ELSE $4 END) AS size
                     FROM uploads WHERE workspace_id = $1) AS files";
    let bytes = |bytes: u64| sea_orm::Value::from(i64::try_from(bytes).unwrap_or(i64::MAX));
    let values = [tx.workspace_id().into(), user_id.into(), bytes(whole), bytes(in_parts)];
    let row =
        tx.conn().query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, sum, values)).await?;
    let of =
        |name: &str| row.as_ref().map_or(Ok(0), |row| row.try_get::<i64>("", name)).map(i64::unsigned_abs);
    Ok((of("of_person")?, of("of_all")?))
}

/// The keys of client files that were imported or are waiting.
pub async fn import_keys(tx: &TenantTx) -> Result<Vec<String>, DbErr> {
    client_imports::Entity::find()
        .select_only()
        .column(client_imports::Column::ObjectKey)
        .into_tuple()
        .all(tx.conn())
        .await
}

/// Which of these keys belong to nothing: neither to an upload nor to a client import.
pub async fn stray_keys(tx: &TenantTx, keys: Vec<String>) -> Result<Vec<String>, DbErr> {
    let stray = "SELECT key FROM unnest($2::text[]) AS key
                 WHERE NOT EXISTS (SELECT 1 FROM uploads u WHERE u.workspace_id = $1 AND u.object_key = key)
                   AND NOT EXISTS (SELECT 1 FROM client_imports i WHERE i.workspace_id = $1 AND i.object_key = key)";
    let values = [tx.workspace_id().into(), keys.into()];
    let rows =
        tx.conn().query_all_raw(Statement::from_sql_and_values(DbBackend::Postgres, stray, values)).await?;
    rows.iter().map(|row| row.try_get("", "key")).collect()
}
