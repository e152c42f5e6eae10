//! Queries of page views.

use proffer_domain::views::Source;
use proffer_store::{TenantTx, entity::page_views};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect, sea_query::OnConflict,
};
use uuid::Uuid;

/// How many hits per source are stored for a proposal. No real client reaches this number; it stops a flood
/// from filling the table.
const MOST_VIEWS: u64 = 10_000;

pub use page_views::{ActiveModel as ViewChange, Model as View};

fn views(tx: &TenantTx, proposal_id: Uuid) -> sea_orm::Select<page_views::Entity> {
    page_views::Entity::find()
        .filter(page_views::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(page_views::Column::ProposalId.eq(proposal_id))
}

/// Stores a hit, unless there are too many already or its id exists.
pub async fn add_view(
    tx: &TenantTx,
    proposal_id: Uuid,
    source: Source,
    row: ViewChange,
) -> Result<(), DbErr> {
    let last =
        views(tx, proposal_id).filter(page_views::Column::Source.eq(source.as_str())).offset(MOST_VIEWS - 1);
    if last.select_only().column(page_views::Column::Id).into_tuple::<Uuid>().one(tx.conn()).await?.is_some()
    {
        tracing::info!("a share link has been hit too often for more to be kept");
        return Ok(());
    }
    let row = ViewChange {
        workspace_id: Set(tx.workspace_id()),
        proposal_id: Set(proposal_id),
        source: Set(source.as_str().to_owned()),
        ..row
    };
    let same = OnConflict::columns([page_views::Column::WorkspaceId, page_views::Column::Id])
        .do_nothing()
        .to_owned();
    page_views::Entity::insert(row).on_conflict(same).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// A hit, locked until the transaction ends.
pub async fn view_for_update(tx: &TenantTx, id: Uuid) -> Result<Option<View>, DbErr> {
    page_views::Entity::find_by_id((tx.workspace_id(), id)).lock_exclusive().one(tx.conn()).await
}

/// Writes the columns that `change` sets.
pub async fn update_view(tx: &TenantTx, id: Uuid, change: ViewChange) -> Result<View, DbErr> {
    ViewChange { workspace_id: Set(tx.workspace_id()), id: Set(id), ..change }.update(tx.conn()).await
}

/// All hits of a proposal, newest first.
pub async fn all_views(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<View>, DbErr> {
    views(tx, proposal_id)
        .order_by_desc(page_views::Column::At)
        .order_by_desc(page_views::Column::Id)
        .all(tx.conn())
        .await
}
