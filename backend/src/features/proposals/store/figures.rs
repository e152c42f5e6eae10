//! Queries of the dashboard: figures that triggers maintain, and index prefixes. Their cost does not grow
//! with the number of proposals.

use chrono::{DateTime, TimeDelta, Utc};
use proffer_store::{
    TenantTx,
    entity::{proposal_months, proposal_tallies},
};
use rust_decimal::Decimal;
use sea_orm::{
    ColumnTrait as _, ConnectionTrait as _, DbBackend, DbErr, EntityTrait as _, FromQueryResult,
    QueryFilter as _, Statement, Value,
};
use uuid::Uuid;

pub use proffer_store::entity::proposal_months::Model as KeptMonth;

/// The number and value of proposals with the same state and currency.
#[derive(Debug, FromQueryResult)]
pub struct Tally {
    pub status: String,
    pub currency: String,
    pub count: i64,
    pub amount: Decimal,
}

/// A proposal that its client has seen and not answered.
#[derive(Debug, FromQueryResult)]
pub struct Unanswered {
    pub id: Uuid,
    pub title: String,
    pub company_name: String,
    pub status: String,
    pub has_link: bool,
    pub valid_until: Option<DateTime<Utc>>,
    pub sent_at: DateTime<Utc>,
    pub viewed_at: DateTime<Utc>,
    pub total_amount: Decimal,
    pub currency: String,
}

fn statement<const N: usize>(sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

/// All proposals by their stored state.
pub async fn tallies(tx: &TenantTx) -> Result<Vec<Tally>, DbErr> {
    let rows = proposal_tallies::Entity::find()
        .filter(proposal_tallies::Column::WorkspaceId.eq(tx.workspace_id()))
        .all(tx.conn())
        .await?;
    let tally = |row: proposal_tallies::Model| Tally {
        status: row.status,
        currency: row.currency,
        count: row.count,
        amount: row.amount,
    };
    Ok(rows.into_iter().map(tally).collect())
}

/// Proposals whose validity has ended although that is not stored yet: few, because a job stores it on time.
pub async fn lapsed(tx: &TenantTx, now: DateTime<Utc>) -> Result<Vec<Tally>, DbErr> {
    Tally::find_by_statement(statement(
        "SELECT status, currency, count(*) AS count, sum(total_amount) AS amount FROM proposals
         WHERE workspace_id = $1 AND status IN ('pending', 'in_review') AND valid_until < $2 GROUP BY status, currency",
        [tx.workspace_id().into(), now.into()],
    ))
    .all(tx.conn())
    .await
}

/// The months from `first` on.
pub async fn months(tx: &TenantTx, first: &str) -> Result<Vec<KeptMonth>, DbErr> {
    proposal_months::Entity::find()
        .filter(proposal_months::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(proposal_months::Column::Month.gte(first))
        .all(tx.conn())
        .await
}

/// How long the newest acceptances since then took, from the first time the proposal was sent, for proposals
/// that were sent. All in a single row, because one row each would cost more than finding them.
pub async fn acceptances(tx: &TenantTx, since: DateTime<Utc>, limit: u64) -> Result<Vec<TimeDelta>, DbErr> {
    let sql = format!(
        "SELECT coalesce(json_agg(floor(extract(epoch FROM decided_at - first_sent_at))::bigint), '[]') AS seconds
         FROM (SELECT first_sent_at, decided_at FROM proposals
               WHERE workspace_id = $1 AND status IN ('accepted', 'signed') AND first_sent_at IS NOT NULL AND decided_at >= $2
               ORDER BY decided_at DESC LIMIT {limit}) newest"
    );
    let row = tx.conn().query_one_raw(statement(&sql, [tx.workspace_id().into(), since.into()])).await?;
    let seconds =
        row.map(|row| row.try_get::<sea_orm::JsonValue>("", "seconds")).transpose()?.unwrap_or_default();
    let seconds: Vec<i64> =
        serde_json::from_value(seconds).map_err(|error| DbErr::Json(error.to_string()))?;
    Ok(seconds.into_iter().filter_map(TimeDelta::try_seconds).collect())
}

/// Proposals that a client has seen, can still answer and has not answered; the one sent longest ago first.
pub async fn unanswered(tx: &TenantTx, now: DateTime<Utc>, limit: u64) -> Result<Vec<Unanswered>, DbErr> {
    Unanswered::find_by_statement(statement(
        &format!(
            "SELECT p.id, p.title, c.company_name, p.status, p.share_token_hash IS NOT NULL AS has_link, p.valid_until, p.sent_at, p.viewed_at,
                    p.total_amount, p.currency
             FROM proposals p JOIN clients c ON c.workspace_id = p.workspace_id AND c.id = p.client_id
             WHERE p.workspace_id = $1 AND p.status IN ('pending', 'in_review') AND p.viewed_at IS NOT NULL
               AND (p.valid_until IS NULL OR p.valid_until >= $2)
             ORDER BY p.sent_at, p.id LIMIT {limit}"
        ),
        [tx.workspace_id().into(), now.into()],
    ))
    .all(tx.conn())
    .await
}
