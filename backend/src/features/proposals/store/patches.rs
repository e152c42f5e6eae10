//! Queries of patches: every change of a proposal, numbered by the resulting version.

use chrono::{DateTime, Utc};
use proffer_store::{TenantTx, entity::patches};
use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait},
};
use uuid::Uuid;

use crate::http::paging::{Cursor, Page};

pub use patches::{ActiveModel as NewPatch, Model as Patch};

/// A patch in the history, without its content, which can be large.
#[derive(Debug, FromQueryResult)]
pub struct Listed {
    pub id: Uuid,
    pub number: i64,
    pub author: serde_json::Value,
    pub author_name: String,
    pub cause: String,
    pub restored: Option<i64>,
    pub touched: serde_json::Value,
    pub created_at: DateTime<Utc>,
}

pub async fn insert(tx: &TenantTx, row: NewPatch) -> Result<(), DbErr> {
    patches::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

fn of(tx: &TenantTx, proposal_id: Uuid) -> sea_orm::Select<patches::Entity> {
    patches::Entity::find()
        .filter(patches::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(patches::Column::ProposalId.eq(proposal_id))
}

/// The patch that led to version `number`.
pub async fn numbered(tx: &TenantTx, proposal_id: Uuid, number: i64) -> Result<Option<Patch>, DbErr> {
    of(tx, proposal_id).filter(patches::Column::Number.eq(number)).one(tx.conn()).await
}

/// The patches between version `number` and version `newest`, newest first, at most `limit`.
pub async fn back_from(
    tx: &TenantTx,
    proposal_id: Uuid,
    newest: i64,
    number: i64,
    limit: u64,
) -> Result<Vec<Patch>, DbErr> {
    of(tx, proposal_id)
        .filter(patches::Column::Number.gt(number))
        .filter(patches::Column::Number.lte(newest))
        .order_by_desc(patches::Column::Number)
        .limit(limit)
        .all(tx.conn())
        .await
}

/// Whether the proposal was changed other than by drafting or copying.
pub async fn changed_since_made(tx: &TenantTx, proposal_id: Uuid) -> Result<bool, DbErr> {
    let changes = of(tx, proposal_id).filter(patches::Column::Cause.is_not_in(["draft", "copy"]));
    let first: Option<i64> =
        changes.select_only().column(patches::Column::Number).limit(1).into_tuple().one(tx.conn()).await?;
    Ok(first.is_some())
}

/// The display name of the author of version `number`.
pub async fn author_name(tx: &TenantTx, proposal_id: Uuid, number: i64) -> Result<Option<String>, DbErr> {
    let name = of(tx, proposal_id)
        .filter(patches::Column::Number.eq(number))
        .select_only()
        .column(patches::Column::AuthorName);
    name.into_tuple().one(tx.conn()).await
}

/// A page of a proposal's patches, newest first. Several can have the same time, so the cursor uses the
/// number.
pub async fn list(
    tx: &TenantTx,
    proposal_id: Uuid,
    page: Page,
) -> Result<(Vec<Listed>, Option<Cursor>), DbErr> {
    use patches::Column as P;
    let mut query = of(tx, proposal_id).select_only().columns([
        P::Id,
        P::Number,
        P::Author,
        P::AuthorName,
        P::Cause,
        P::Restored,
        P::Touched,
        P::CreatedAt,
    ]);
    if let Some(after) = page.after {
        let number =
            of(tx, proposal_id).filter(P::Id.eq(after.id)).select_only().column(P::Number).into_query();
        query = query.filter(
            Expr::col((patches::Entity, P::Number)).lt(Expr::SubQuery(None, Box::new(number.into()))),
        );
    }
    let mut rows: Vec<Listed> =
        query.order_by_desc(P::Number).limit(page.limit + 1).into_model().all(tx.conn()).await?;
    let next = page.cut(&mut rows, |row| Cursor { at: row.created_at, id: row.id });
    Ok((rows, next))
}
