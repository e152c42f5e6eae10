//! Putting a job into the queue.

use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait};
use uuid::Uuid;

use super::Job;
use crate::{app::App, db::entity::jobs, http::problem::Problem};

/// Enqueues `job` for a workspace as part of the transaction behind `conn`: a trigger hands its id to the queue, so the
/// worker hears of it at the commit and not before.
pub async fn enqueue<J: Job>(app: &App, conn: &impl ConnectionTrait, workspace_id: Uuid, job: &J) -> Result<Uuid, Problem> {
    let id = app.new_id();
    let row = jobs::ActiveModel {
        workspace_id: Set(workspace_id),
        id: Set(id),
        task: Set(J::TASK.to_owned()),
        payload: Set(serde_json::to_value(job).map_err(Problem::internal)?),
        max_attempts: Set(J::MAX_ATTEMPTS),
        created_at: Set(app.now()),
        ..Default::default()
    };
    jobs::Entity::insert(row).exec_without_returning(conn).await?;
    Ok(id)
}
