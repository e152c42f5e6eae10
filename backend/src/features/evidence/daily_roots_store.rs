//! Queries of the daily roots and of the heads of audit chains.

use chrono::{DateTime, NaiveDate, Utc};
use proffer_domain::{daily_root::DailyRoot, merkle};
use proffer_store::{
    SystemTx, TenantTx,
    entity::{daily_root_leaves, daily_roots},
};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect, Statement,
};
use uuid::Uuid;

/// The number of chains that are read, and of leaves that are written, with one statement.
pub const BATCH: usize = 5000;

const HEADS: &str = "
    SELECT DISTINCT ON (proposal_id) proposal_id, hash FROM audit_events
    WHERE workspace_id = $1 AND proposal_id > $2 AND at < $3 ORDER BY proposal_id, sequence DESC LIMIT $4";

/// Acquires the right to make a daily root until the transaction ends. Returns false if another worker has
/// it.
pub async fn lock(tx: &SystemTx) -> Result<bool, DbErr> {
    let lock = "SELECT pg_try_advisory_xact_lock(hashtextextended('daily root', 0)) AS locked";
    let row = tx.conn().query_one_raw(Statement::from_string(DbBackend::Postgres, lock)).await?;
    row.ok_or_else(|| DbErr::RecordNotFound("the lock".to_owned()))?.try_get("", "locked")
}

/// The next chains of the transaction's workspace, by proposal, with the hash of the last event before `end`.
pub async fn heads(tx: &TenantTx, after: Uuid, end: DateTime<Utc>) -> Result<Vec<(Uuid, String)>, DbErr> {
    let limit = i64::try_from(BATCH).unwrap_or(i64::MAX);
    let values = [tx.workspace_id().into(), after.into(), end.into(), limit.into()];
    let rows =
        tx.conn().query_all_raw(Statement::from_sql_and_values(DbBackend::Postgres, HEADS, values)).await?;
    rows.iter().map(|row| Ok((row.try_get("", "proposal_id")?, row.try_get("", "hash")?))).collect()
}

/// The root of the last day that has one.
pub async fn newest(conn: &impl ConnectionTrait) -> Result<Option<DailyRoot>, DbErr> {
    daily_roots::Entity::find().order_by_desc(daily_roots::Column::Day).one(conn).await?.map(read).transpose()
}

/// The roots of the days before `before`, the newest first.
pub async fn list(
    conn: &impl ConnectionTrait,
    before: Option<NaiveDate>,
    limit: u64,
) -> Result<Vec<DailyRoot>, DbErr> {
    let mut roots = daily_roots::Entity::find().order_by_desc(daily_roots::Column::Day).limit(limit);
    if let Some(before) = before {
        roots = roots.filter(daily_roots::Column::Day.lt(before));
    }
    roots.all(conn).await?.into_iter().map(read).collect()
}

/// The days from this one on that have a root, in order.
pub async fn days(conn: &impl ConnectionTrait, from: NaiveDate) -> Result<Vec<NaiveDate>, DbErr> {
    let days = daily_roots::Entity::find()
        .select_only()
        .column(daily_roots::Column::Day)
        .filter(daily_roots::Column::Day.gte(from));
    days.order_by_asc(daily_roots::Column::Day).into_tuple().all(conn).await
}

/// The root of a day, and the leaves of its tree in their order.
pub async fn tree(
    conn: &impl ConnectionTrait,
    day: NaiveDate,
) -> Result<(DailyRoot, Vec<merkle::Hash>), DbErr> {
    let root = daily_roots::Entity::find_by_id(day)
        .one(conn)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound("a daily root".to_owned()))?;
    let leaves = daily_root_leaves::Entity::find()
        .filter(daily_root_leaves::Column::Day.eq(day))
        .order_by_asc(daily_root_leaves::Column::Leaf)
        .all(conn)
        .await?;
    Ok((read(root)?, leaves.into_iter().map(|row| hash(row.leaf)).collect::<Result<_, _>>()?))
}

/// Which of the leaves daily roots cover, and that of which day.
pub async fn covered(
    conn: &impl ConnectionTrait,
    leaves: &[merkle::Hash],
) -> Result<Vec<(merkle::Hash, NaiveDate)>, DbErr> {
    let mut covered = Vec::new();
    for batch in leaves.chunks(BATCH) {
        let some = daily_root_leaves::Column::Leaf.is_in(batch.iter().map(|leaf| leaf.to_vec()));
        let rows = daily_root_leaves::Entity::find().filter(some).all(conn).await?;
        for row in rows {
            covered.push((hash(row.leaf)?, row.day));
        }
    }
    Ok(covered)
}

/// Stores a root with its leaves.
pub async fn insert(tx: &SystemTx, root: &DailyRoot, leaves: &[merkle::Hash]) -> Result<(), DbErr> {
    let record = serde_json::to_value(root).map_err(|error| DbErr::Json(error.to_string()))?;
    let row = daily_roots::ActiveModel { day: Set(root.day), record: Set(record) };
    daily_roots::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    for batch in leaves.chunks(BATCH) {
        let rows = batch
            .iter()
            .map(|leaf| daily_root_leaves::ActiveModel { leaf: Set(leaf.to_vec()), day: Set(root.day) });
        daily_root_leaves::Entity::insert_many(rows).exec_without_returning(tx.conn()).await?;
    }
    Ok(())
}

fn read(row: daily_roots::Model) -> Result<DailyRoot, DbErr> {
    serde_json::from_value(row.record).map_err(|error| DbErr::Json(error.to_string()))
}

fn hash(bytes: Vec<u8>) -> Result<merkle::Hash, DbErr> {
    bytes.try_into().map_err(|_| DbErr::Type("a leaf is not a SHA-256".to_owned()))
}
