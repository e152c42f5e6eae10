//! The messages of jobs and mails in the admin console.

use poem_openapi::{Enum, Object};
use uuid::Uuid;

use crate::wire::Timestamp;

/// The state of an unsuccessful job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AdminJobState {
    /// It will be retried.
    Retrying,
    /// It has failed permanently.
    Failed,
}

/// An unsuccessful job.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AdminJob {
    /// The workspace of the job.
    pub workspace_id: Uuid,
    /// The name of the workspace.
    pub workspace_name: String,
    /// The job's id.
    pub id: Uuid,
    /// The technical name of the task.
    pub task: String,
    /// What the task does, in plain words.
    pub what: String,
    /// The state of the job.
    pub state: AdminJobState,
    /// The number of attempts so far.
    pub attempts: i32,
    /// The maximum number of attempts.
    pub max_attempts: i32,
    /// The kind of failure, without messages of other systems.
    pub last_error: Option<String>,
    /// When the job was created.
    pub created_at: Timestamp,
    /// When the job failed permanently.
    pub finished_at: Option<Timestamp>,
}

/// The delivery state of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum MailState {
    /// It is waiting for its first attempt.
    Queued,
    /// The mail server accepted it. Whether it reached the recipient is not known.
    Sent,
    /// It will be retried.
    Retrying,
    /// It has failed permanently.
    Failed,
}

/// A mail and its delivery state.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MailDelivery {
    /// The mail's id.
    pub id: Uuid,
    /// The workspace that the mail was sent for.
    pub workspace_id: Option<Uuid>,
    /// The name of the workspace.
    pub workspace_name: Option<String>,
    /// The purpose of the mail, in plain words.
    pub kind: String,
    /// The masked recipient: one letter and the domain, as in `m…@harbor.example`.
    pub recipient: String,
    /// The delivery state.
    pub state: MailState,
    /// The number of attempts so far.
    pub attempts: i32,
    /// The kind of failure, without messages of other systems.
    pub last_error: Option<String>,
    /// When the mail was created.
    pub created_at: Timestamp,
    /// When the mail server accepted it.
    pub sent_at: Option<Timestamp>,
}
