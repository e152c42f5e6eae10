//! Queries of single proposals.

use proffer_store::{TenantTx, entity::proposals};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter,
    QueryOrder, QuerySelect, Statement,
};
use uuid::Uuid;

pub use proposals::{ActiveModel as Change, Model as Proposal};

/// A proposal with the additional data of its screen, in one statement.
#[derive(Debug, FromQueryResult)]
pub struct ScreenProposal {
    #[sea_orm(nested)]
    pub proposal: Proposal,
    pub client_company_name: String,
    pub client_first_name: String,
    pub client_last_name: String,
    pub company_terms: Option<String>,
    #[sea_orm(nested)]
    pub drafting: Drafting,
    #[sea_orm(nested)]
    pub workspace_design: WorkspaceDesign,
    pub revision_number: Option<i32>,
    pub revision_sha256: Option<String>,
    pub revision_created_at: Option<chrono::DateTime<chrono::Utc>>,
    pub signature: Option<serde_json::Value>,
}

/// The workspace's design, if one is chosen.
#[derive(Debug, FromQueryResult)]
pub struct WorkspaceDesign {
    #[sea_orm(from_alias = "design_template_id")]
    pub template_id: Option<Uuid>,
    #[sea_orm(from_alias = "design_primary_color")]
    pub primary_color: Option<String>,
    #[sea_orm(from_alias = "design_secondary_color")]
    pub secondary_color: Option<String>,
    #[sea_orm(from_alias = "design_accent_color")]
    pub accent_color: Option<String>,
    #[sea_orm(from_alias = "design_layout_style")]
    pub layout_style: Option<String>,
    #[sea_orm(from_alias = "design_font_family")]
    pub font_family: Option<String>,
    #[sea_orm(from_alias = "design_custom_css")]
    pub custom_css: Option<String>,
}

/// The drafting of a proposal, if it was drafted.
#[derive(Debug, FromQueryResult)]
pub struct Drafting {
    #[sea_orm(from_alias = "drafting_status")]
    pub status: Option<String>,
    #[sea_orm(from_alias = "drafting_stage")]
    pub stage: Option<String>,
    #[sea_orm(from_alias = "drafting_progress")]
    pub progress: Option<i32>,
    #[sea_orm(from_alias = "drafting_code")]
    pub code: Option<String>,
    #[sea_orm(from_alias = "drafting_message")]
    pub message: Option<String>,
}

pub async fn whole(tx: &TenantTx, id: Uuid) -> Result<Option<ScreenProposal>, DbErr> {
    ScreenProposal::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT p.*, c.company_name AS client_company_name, c.first_name AS client_first_name,
                c.last_name AS client_last_name, co.terms_and_conditions AS company_terms,
                d.status AS drafting_status, d.stage AS drafting_stage, d.progress AS drafting_progress,
                d.code AS drafting_code, d.message AS drafting_message,
                tp.template_id AS design_template_id, tp.primary_color AS design_primary_color,
                tp.secondary_color AS design_secondary_color, tp.accent_color AS design_accent_color,
                tp.layout_style AS design_layout_style, tp.font_family AS design_font_family, tp.custom_css AS design_custom_css,
                r.number AS revision_number, r.sha256 AS revision_sha256, r.created_at AS revision_created_at,
                s.record AS signature
         FROM proposals p
         JOIN clients c ON c.workspace_id = p.workspace_id AND c.id = p.client_id
         LEFT JOIN companies co ON co.workspace_id = p.workspace_id
         LEFT JOIN draftings d ON d.workspace_id = p.workspace_id AND d.proposal_id = p.id
         LEFT JOIN template_preferences tp ON tp.workspace_id = p.workspace_id AND tp.is_active
         LEFT JOIN revisions r ON r.workspace_id = p.workspace_id AND r.id = p.sent_revision_id
         LEFT JOIN signatures s ON s.workspace_id = p.workspace_id AND s.proposal_id = p.id
         WHERE p.workspace_id = $1 AND p.id = $2",
        [tx.workspace_id().into(), id.into()],
    ))
    .one(tx.conn())
    .await
}

pub async fn find(tx: &TenantTx, id: Uuid) -> Result<Option<Proposal>, DbErr> {
    proposals::Entity::find_by_id((tx.workspace_id(), id)).one(tx.conn()).await
}

/// The row, locked until the transaction ends.
pub async fn find_for_update(tx: &TenantTx, id: Uuid) -> Result<Option<Proposal>, DbErr> {
    proposals::Entity::find_by_id((tx.workspace_id(), id)).lock_exclusive().one(tx.conn()).await
}

/// Rows whose share token is still stored in plain text, locked until the transaction ends.
pub async fn with_clear_token(tx: &TenantTx, limit: u64) -> Result<Vec<Proposal>, DbErr> {
    proposals::Entity::find()
        .filter(proposals::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(proposals::Column::ShareToken.is_not_null())
        .limit(limit)
        .lock_exclusive()
        .all(tx.conn())
        .await
}

pub async fn ids_of_client(tx: &TenantTx, client_id: Uuid) -> Result<Vec<Uuid>, DbErr> {
    proposals::Entity::find()
        .select_only()
        .column(proposals::Column::Id)
        .filter(proposals::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(proposals::Column::ClientId.eq(client_id))
        .order_by_asc(proposals::Column::Id)
        .lock_exclusive()
        .into_tuple()
        .all(tx.conn())
        .await
}

pub async fn insert(tx: &TenantTx, row: Change) -> Result<(), DbErr> {
    proposals::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

/// Writes the columns that `change` sets, and returns the updated row.
pub async fn update(tx: &TenantTx, id: Uuid, change: Change) -> Result<Proposal, DbErr> {
    Change { workspace_id: Set(tx.workspace_id()), id: Set(id), ..change }.update(tx.conn()).await
}

pub async fn delete(tx: &TenantTx, id: Uuid) -> Result<bool, DbErr> {
    Ok(proposals::Entity::delete_by_id((tx.workspace_id(), id)).exec(tx.conn()).await?.rows_affected == 1)
}
