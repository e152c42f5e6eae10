//! The list of proposals.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, Statement,
    sea_query::{Expr, ExprTrait},
};
use uuid::Uuid;

use crate::{
    db::{
        TenantTx,
        entity::{clients, proposals},
    },
    http::paging::{Cursor, Page},
};

/// A proposal as a list shows it.
#[derive(Debug, FromQueryResult)]
pub struct Card {
    pub id: Uuid,
    pub client_id: Uuid,
    pub title: String,
    pub subtitle: Option<String>,
    pub status: String,
    pub total_amount: Decimal,
    pub currency: String,
    pub share_token: Option<String>,
    pub valid_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub company_name: String,
    pub first_name: String,
    pub last_name: String,
}

/// A page of proposals, newest first.
pub async fn list(tx: &TenantTx, page: Page) -> Result<(Vec<Card>, Option<Cursor>), DbErr> {
    use proposals::Column as P;
    let mut query = proposals::Entity::find()
        .select_only()
        .columns([P::Id, P::ClientId, P::Title, P::Subtitle, P::Status, P::TotalAmount, P::Currency])
        .columns([P::ShareToken, P::ValidUntil, P::CreatedAt, P::UpdatedAt])
        .columns([clients::Column::CompanyName, clients::Column::FirstName, clients::Column::LastName])
        .join(
            JoinType::InnerJoin,
            proposals::Entity::belongs_to(clients::Entity)
                .from((P::WorkspaceId, P::ClientId))
                .to((clients::Column::WorkspaceId, clients::Column::Id))
                .into(),
        )
        .filter(P::WorkspaceId.eq(tx.workspace_id()));
    if let Some(after) = page.after {
        query = query.filter(
            Expr::tuple([Expr::col((proposals::Entity, P::CreatedAt)), Expr::col((proposals::Entity, P::Id))])
                .lt(Expr::tuple([Expr::value(after.at), Expr::value(after.id)])),
        );
    }
    let mut rows: Vec<Card> =
        query.order_by_desc(P::CreatedAt).order_by_desc(P::Id).limit(page.limit + 1).into_model().all(tx.conn()).await?;
    let next = page.cut(&mut rows, |card| Cursor { at: card.created_at, id: card.id });
    Ok((rows, next))
}

/// How many proposals there are of which kind.
#[derive(Debug, FromQueryResult)]
pub struct Counts {
    pub active: i64,
    pub total: i64,
    pub won: i64,
}

/// Money in one currency.
#[derive(Debug, FromQueryResult)]
pub struct Value {
    pub currency: String,
    pub amount: Decimal,
}

/// Counts the workspace's proposals; one past its validity is no longer active.
pub async fn counts(tx: &TenantTx, now: DateTime<Utc>) -> Result<Counts, DbErr> {
    let counts = Counts::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT count(*) AS total,
                count(*) FILTER (WHERE status IN ('pending', 'in_review')
                                   AND (valid_until IS NULL OR valid_until >= $2)) AS active,
                count(*) FILTER (WHERE status IN ('signed', 'accepted')) AS won
         FROM proposals WHERE workspace_id = $1",
        [tx.workspace_id().into(), now.into()],
    ));
    Ok(counts.one(tx.conn()).await?.unwrap_or(Counts { active: 0, total: 0, won: 0 }))
}

/// The sum of all proposals, per currency.
pub async fn values(tx: &TenantTx) -> Result<Vec<Value>, DbErr> {
    Value::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT currency, sum(total_amount) AS amount FROM proposals WHERE workspace_id = $1
         GROUP BY currency ORDER BY count(*) DESC, currency",
        [tx.workspace_id().into()],
    ))
    .all(tx.conn())
    .await
}
