//! Queries of the audit log; newest first, along the index `audit_log_at`.

use proffer_store::{TenantTx, entity::audit_log};
use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, extension::postgres::PgExpr},
};

use super::service::Filter;
use crate::http::paging::Cursor;

pub use audit_log::Model as Line;

fn matching(tx: &TenantTx, filter: &Filter) -> Select<audit_log::Entity> {
    use audit_log::Column as C;
    let mut query = audit_log::Entity::find().filter(C::WorkspaceId.eq(tx.workspace_id()));
    if let Some(words) = &filter.actor {
        let pattern = format!("%{}%", words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
        query = query.filter(Expr::col(C::ActorName).ilike(pattern));
    }
    if let Some(object) = filter.object {
        query = query.filter(C::Object.eq(object.word()));
    }
    if let Some(action) = &filter.action {
        query = query.filter(C::Action.eq(action));
    }
    if let Some(from) = filter.from {
        query = query.filter(C::At.gte(from));
    }
    if let Some(to) = filter.to {
        query = query.filter(C::At.lt(to));
    }
    query
}

/// Up to `limit` entries, starting behind `after`.
pub async fn list(
    tx: &TenantTx,
    filter: &Filter,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Line>, DbErr> {
    use audit_log::Column as C;
    let mut query = matching(tx, filter);
    if let Some(after) = after {
        let place = Expr::tuple([Expr::col(C::At), Expr::col(C::Id)]);
        query = query.filter(place.lt(Expr::tuple([Expr::value(after.at), Expr::value(after.id)])));
    }
    query.order_by_desc(C::At).order_by_desc(C::Id).limit(limit).all(tx.conn()).await
}

/// Whether there are more entries than `lines`.
pub async fn exceeds(tx: &TenantTx, filter: &Filter, lines: u64) -> Result<bool, DbErr> {
    Ok(matching(tx, filter).limit(lines + 1).count(tx.conn()).await? > lines)
}
