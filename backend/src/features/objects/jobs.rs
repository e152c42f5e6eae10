//! What becomes of files that nobody uses.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::{service, store};
use crate::{
    adapters::objects::{ObjectError, parts_name},
    features::identity::jobs::RemoveObjects,
    jobs::{self, Job, JobContext, JobError},
};

/// How long a file may wait to be used.
pub const KEPT: TimeDelta = TimeDelta::days(1);

/// Removes the workspace's uploads that nobody has used in time, pictures that nothing names, and what was put to an address after
/// its upload had been used. Put off until the file it was enqueued with may be one of them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SweepFiles {}

impl Job for SweepFiles {
    const TASK: &'static str = "sweep_files";

    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        // Asked for before the rows are: what has come since has its row, and what is taken over meanwhile names its file.
        let keys = match context.app.objects.list(&service::uploads_prefix(context.workspace_id)).await {
            Ok(keys) => keys,
            Err(ObjectError::NotConfigured) => Vec::new(),
            Err(error @ ObjectError::Failed(_)) => {
                tracing::warn!(%error, "sweeping files");
                return Err(JobError::Retry("the object storage refused or did not answer".to_owned()));
            }
        };
        let tx = context.tx().await?;
        let now = context.app.now();
        let mut unused = Vec::new();
        for upload in store::expired_uploads(&tx, now).await? {
            // Somebody may be taking it over at this moment.
            if store::delete_upload(&tx, upload.id).await? {
                unused.extend(upload.multipart_id.as_deref().map(|id| parts_name(&upload.object_key, id)));
                unused.push(upload.object_key);
            }
        }
        unused.extend(store::stray_keys(&tx, keys).await?);
        store::lock_objects(&tx).await?;
        for id in store::unnamed_objects(&tx, now - KEPT).await? {
            if store::delete_object(&tx, id).await? {
                unused.push(service::object_key(context.workspace_id, id));
            }
        }
        unused.sort();
        unused.dedup();
        if !unused.is_empty() {
            let remove = RemoveObjects { keys: unused };
            jobs::enqueue(&context.app, tx.conn(), context.workspace_id, &remove).await?;
        }
        Ok(tx.commit().await?)
    }
}
