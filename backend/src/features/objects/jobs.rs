//! Jobs that delete unused files.

use chrono::TimeDelta;
use proffer_adapters::objects::{ObjectError, ObjectStore, parts_name};
use proffer_domain::upload::counted;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{service, store};
use crate::jobs::{self, Job, JobContext, JobError, Task};

/// How long a file may stay unused.
pub const KEPT: TimeDelta = TimeDelta::days(1);

/// A time after the expiry of a presigned URL.
const LATER: TimeDelta = TimeDelta::minutes(16);
/// When files are measured whose size the storage does not limit: soon, again, and after the expiry of their
/// URL.
pub const MEASURED_AFTER: [TimeDelta; 3] = [TimeDelta::minutes(1), TimeDelta::minutes(5), LATER];

/// Deletes files that are larger than any feature accepts. A URL that was signed without a size has no limit
/// in the storage.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MeasureFiles {
    /// Whether the job repeats while multipart uploads are in progress, because part URLs can be signed
    /// during that time.
    #[serde(default)]
    pub repeats: bool,
}

impl Task for MeasureFiles {
    const NAME: &'static str = "measure_files";
}

impl Job for MeasureFiles {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let objects = &context.app.objects;
        let keys = listed(objects, context.workspace_id).await?;
        let tx = context.tx().await?;
        let uploads = store::uploads(&tx).await?;
        drop(tx);
        let in_parts = |key: &str| {
            uploads.iter().any(|upload| upload.object_key == key && upload.multipart_id.is_some())
        };
        let mut excessive: Vec<String> = keys
            .into_iter()
            .filter(|(key, size)| *size > counted(None, in_parts(key)))
            .map(|(key, _)| key)
            .collect();
        for upload in &uploads {
            let Some(id) = upload.multipart_id.as_deref() else { continue };
            let parts = objects.parts(&upload.object_key, id).await?.unwrap_or_default();
            if parts.iter().map(|part| part.size).fold(0, u64::saturating_add) > counted(None, true) {
                excessive.push(parts_name(&upload.object_key, id));
                excessive.push(upload.object_key.clone());
            }
        }
        let in_progress =
            |upload: &store::Upload| upload.multipart_id.is_some() && !excessive.contains(&upload.object_key);
        let again = self.repeats && uploads.iter().any(in_progress);
        let tx = context.tx().await?;
        if again {
            let at = context.app.now() + LATER;
            jobs::enqueue_at(&context.app, tx.conn(), context.workspace_id, &self, at).await?;
        }
        if excessive.is_empty() {
            return Ok(tx.commit().await?);
        }
        tracing::warn!(files = excessive.len(), "files that are too large are removed");
        for upload in uploads.iter().filter(|upload| excessive.contains(&upload.object_key)) {
            store::delete_upload(&tx, upload.id).await?;
        }
        jobs::enqueue(&context.app, tx.conn(), context.workspace_id, &RemoveObjects { keys: excessive })
            .await?;
        Ok(tx.commit().await?)
    }
}

/// The workspace's objects in the storage, with sizes; empty if there is no storage any more.
async fn listed(objects: &ObjectStore, workspace_id: Uuid) -> Result<Vec<(String, u64)>, JobError> {
    Ok(if_configured(objects.list(&service::uploads_prefix(workspace_id)).await)?.unwrap_or_default())
}

/// `None` if there is no storage, so that nothing can be left in it.
pub fn if_configured<T>(answer: Result<T, ObjectError>) -> Result<Option<T>, JobError> {
    match answer {
        Err(ObjectError::NotConfigured) => Ok(None),
        answer => Ok(answer.map(Some)?),
    }
}

/// Deletes the workspace's uploads that were not used in time, pictures that nothing references, and files
/// that were uploaded again after their upload had been used. It is delayed until the file that it was
/// enqueued for may be one of them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SweepFiles {}

impl Task for SweepFiles {
    const NAME: &'static str = "sweep_files";
}

impl Job for SweepFiles {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        // The keys are listed before the rows are read: a newer object has its row, and an upload used in the
        // meantime is still referenced.
        let keys: Vec<String> = listed(&context.app.objects, context.workspace_id)
            .await?
            .into_iter()
            .map(|(key, _)| key)
            .collect();
        let tx = context.tx().await?;
        let now = context.app.now();
        let mut unused = Vec::new();
        for upload in store::expired_uploads(&tx, now).await? {
            // Another transaction may be taking it over at this moment.
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

/// Deletes objects that nothing references any more.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoveObjects {
    /// Their keys, or the names of multipart uploads.
    pub keys: Vec<String>,
}

impl Task for RemoveObjects {
    const NAME: &'static str = "remove_objects";
}

impl Job for RemoveObjects {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        remove(&context.app.objects, &self.keys).await
    }
}

/// Deletes these objects.
///
/// # Errors
/// [`JobError::Retry`] when the storage refused or did not answer.
pub async fn remove(objects: &ObjectStore, keys: &[String]) -> Result<(), JobError> {
    for key in keys {
        if_configured(objects.remove(key).await)?;
    }
    Ok(())
}
