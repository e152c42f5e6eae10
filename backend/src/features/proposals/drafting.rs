//! The progress of drafting a proposal: the rows that the job updates, and the streams that follow them.
//!
//! The rows are authoritative; a stream only shows what it read from a row. So the progress survives a
//! reload, a dropped connection and a restarted server: the client reads the row again.

mod follow;

use chrono::{DateTime, Utc};
use proffer_domain::draft::Stage;
use proffer_store::{TenantTx, entity::draftings};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DbErr, EntityTrait, QueryFilter, QuerySelect, UpdateMany,
    sea_query::OnConflict,
};
use uuid::Uuid;

use super::{
    drafting_types::{DraftingState, DraftingStatus},
    error::ProposalError,
    store::rows,
};
use crate::failure::Failure;

pub use follow::follow;

/// The state of a proposal's drafting; a proposal that was not drafted counts as done.
pub async fn state(tx: &TenantTx, proposal_id: Uuid) -> Result<DraftingState, ProposalError> {
    match find(tx, proposal_id).await? {
        Some(row) => Ok(row.try_into()?),
        None => rows::find(tx, proposal_id).await?.map(|_| done()).ok_or(ProposalError::NotFound),
    }
}

fn done() -> DraftingState {
    DraftingState {
        status: DraftingStatus::Done,
        stage: Stage::Finalizing,
        progress: Stage::Finalizing.progress().into(),
        code: None,
        message: None,
    }
}

async fn find(tx: &TenantTx, proposal_id: Uuid) -> Result<Option<draftings::Model>, DbErr> {
    draftings::Entity::find_by_id((tx.workspace_id(), proposal_id)).one(tx.conn()).await
}

/// Resets a proposal to the start of drafting, even after an earlier one. The job is enqueued in the same
/// transaction.
pub async fn queue(
    tx: &TenantTx,
    proposal_id: Uuid,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<DraftingState, ProposalError> {
    use draftings::Column as C;
    let row = draftings::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        proposal_id: Set(proposal_id),
        requested_by: Set(user_id),
        ..step("queued", Stage::Analyzing, 0, now)
    };
    draftings::Entity::insert(row)
        .on_conflict(
            OnConflict::columns([C::WorkspaceId, C::ProposalId])
                .update_columns([
                    C::RequestedBy,
                    C::Status,
                    C::Stage,
                    C::Progress,
                    C::Code,
                    C::Message,
                    C::UpdatedAt,
                ])
                .to_owned(),
        )
        .exec_without_returning(tx.conn())
        .await?;
    state(tx, proposal_id).await
}

/// Whether the drafting is still pending; locks its row until the transaction ends. Lock the proposal's row
/// first: deleting a proposal locks the two in that order.
pub(super) async fn is_open(tx: &TenantTx, proposal_id: Uuid) -> Result<bool, DbErr> {
    let row = draftings::Entity::find_by_id((tx.workspace_id(), proposal_id))
        .lock_exclusive()
        .one(tx.conn())
        .await?;
    Ok(row.is_some_and(|row| OPEN.contains(&row.status.as_str())))
}

/// Marks the drafting as started or restarted.
pub(super) async fn begin(tx: &TenantTx, proposal_id: Uuid, now: DateTime<Utc>) -> Result<(), DbErr> {
    let first = Stage::Analyzing;
    open(tx, proposal_id).set(step("running", first, first.progress().into(), now)).exec(tx.conn()).await?;
    Ok(())
}

/// Moves the drafting to a stage. It never goes back: a model that repairs its answer starts again, but the
/// shown progress must not.
pub(super) async fn advance(
    tx: &TenantTx,
    proposal_id: Uuid,
    stage: Stage,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    open(tx, proposal_id)
        .filter(draftings::Column::Progress.lt(i32::from(stage.progress())))
        .set(step("running", stage, stage.progress().into(), now))
        .exec(tx.conn())
        .await?;
    Ok(())
}

/// Marks the drafting as done.
pub(super) async fn finish(tx: &TenantTx, proposal_id: Uuid, now: DateTime<Utc>) -> Result<(), DbErr> {
    let last = Stage::Finalizing;
    open(tx, proposal_id).set(step("done", last, last.progress().into(), now)).exec(tx.conn()).await?;
    Ok(())
}

/// Marks the drafting as failed, at the stage it had reached.
pub(super) async fn fail(
    tx: &TenantTx,
    proposal_id: Uuid,
    code: &str,
    message: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let change = draftings::ActiveModel {
        status: Set("failed".to_owned()),
        code: Set(Some(code.to_owned())),
        message: Set(Some(message.to_owned())),
        updated_at: Set(now),
        ..Default::default()
    };
    open(tx, proposal_id).set(change).exec(tx.conn()).await?;
    Ok(())
}

/// The states in which the job still has work to do.
const OPEN: [&str; 2] = ["queued", "running"];

/// Only an open drafting is updated: a worker that was considered dead and continues finds it done, and
/// changes nothing.
fn open(tx: &TenantTx, proposal_id: Uuid) -> UpdateMany<draftings::Entity> {
    draftings::Entity::update_many()
        .filter(draftings::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(draftings::Column::ProposalId.eq(proposal_id))
        .filter(draftings::Column::Status.is_in(OPEN))
}

fn step(status: &str, stage: Stage, progress: i32, now: DateTime<Utc>) -> draftings::ActiveModel {
    draftings::ActiveModel {
        status: Set(status.to_owned()),
        stage: Set(stage.name().to_owned()),
        progress: Set(progress),
        code: Set(None),
        message: Set(None),
        updated_at: Set(now),
        ..Default::default()
    }
}

impl TryFrom<draftings::Model> for DraftingState {
    type Error = Failure;

    fn try_from(row: draftings::Model) -> Result<Self, Failure> {
        Ok(Self {
            status: status(&row.status)?,
            stage: row.stage.parse().map_err(Failure::internal)?,
            progress: row.progress,
            code: row.code,
            message: row.message,
        })
    }
}

/// The drafting columns that a proposal's query reads; all absent if it was not drafted.
impl TryFrom<rows::Drafting> for DraftingState {
    type Error = Failure;

    fn try_from(row: rows::Drafting) -> Result<Self, Failure> {
        let (Some(status), Some(stage), Some(progress)) = (row.status, row.stage, row.progress) else {
            return Ok(done());
        };
        Ok(Self {
            status: self::status(&status)?,
            stage: stage.parse().map_err(Failure::internal)?,
            progress,
            code: row.code,
            message: row.message,
        })
    }
}

fn status(word: &str) -> Result<DraftingStatus, Failure> {
    match word {
        "queued" => Ok(DraftingStatus::Queued),
        "running" => Ok(DraftingStatus::Running),
        "done" => Ok(DraftingStatus::Done),
        "failed" => Ok(DraftingStatus::Failed),
        word => Err(unknown(word)),
    }
}

fn unknown(word: &str) -> Failure {
    Failure::internal(format!("draftings has the unknown word {word:?}"))
}
