//! The wire of work and mail as site administrators see it: what has failed, what became of each mail, and
//! nothing of what is in either.

use poem_openapi::{
    Enum, Object, OpenApi,
    param::{Path, Query},
    payload::Json,
};
use uuid::Uuid;

use super::{
    jobs,
    mails::{self, MailFilter},
};
use crate::{
    access::Member,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        paging::{Listed, Page},
        problem::Problem,
    },
    wire::{self, Timestamp},
};

/// Where work that did not succeed is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AdminJobState {
    /// It is going to be tried again.
    Retrying,
    /// It was given up.
    Failed,
}

/// Work that did not succeed.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AdminJob {
    /// Whose work it is.
    pub workspace_id: Uuid,
    /// The name of that workspace.
    pub workspace_name: String,
    /// Its id.
    pub id: Uuid,
    /// The task, in the queue's word.
    pub task: String,
    /// What that does, in plain words.
    pub what: String,
    /// Where it is.
    pub state: AdminJobState,
    /// How often it was tried.
    pub attempts: i32,
    /// How often it is tried at most.
    pub max_attempts: i32,
    /// The kind of failure, in the product's own words and nobody else's.
    pub last_error: Option<String>,
    /// When it came to be.
    pub created_at: Timestamp,
    /// When it was given up.
    pub finished_at: Option<Timestamp>,
}

/// Where a mail is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum MailState {
    /// It waits to be handed over for the first time.
    Queued,
    /// The mail server took it. What became of it there is not known here.
    Sent,
    /// It is going to be tried again.
    Retrying,
    /// It was given up.
    Failed,
}

/// What became of a mail.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MailDelivery {
    /// Its id.
    pub id: Uuid,
    /// The workspace it was sent for.
    pub workspace_id: Option<Uuid>,
    /// The name of that workspace.
    pub workspace_name: Option<String>,
    /// What it is for, in plain words.
    pub kind: String,
    /// To whom it goes: one letter and the domain, as in `m…@harbor.example`.
    pub recipient: String,
    /// Where it is.
    pub state: MailState,
    /// How often it was tried.
    pub attempts: i32,
    /// The kind of failure, in the product's own words and nobody else's.
    pub last_error: Option<String>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When the mail server took it.
    pub sent_at: Option<Timestamp>,
}

/// Work and mail of the whole site.
pub struct JobsApi;

#[OpenApi(tag = "Noun::Admin")]
impl JobsApi {
    /// Work that has failed, for now or for good, newest first.
    #[oai(path = "/admin/jobs", method = "get", operation_id = "listFailedJobs")]
    async fn list(
        &self,
        member: Member,
        /// How many, 1 to 100; 100 where it is absent.
        limit: Query<Option<u64>>,
        /// From the `Link` header of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<AdminJob>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        let (failed, next) = jobs::list(&tx, page).await?;
        Ok(Listed::new(failed, "/api/admin/jobs", page.limit, next))
    }

    /// Have work done that was given up, with all its attempts. It stands in the audit log of the workspace
    /// whose work it is.
    #[oai(path = "/admin/jobs/:workspaceId/:jobId/retry", method = "post", operation_id = "retryJob")]
    async fn retry(
        &self,
        member: Member,
        /// Whose work it is.
        #[oai(name = "workspaceId")]
        workspace_id: Path<Uuid>,
        /// Which.
        #[oai(name = "jobId")]
        job_id: Path<Uuid>,
    ) -> Result<Json<AdminJob>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(jobs::retry(tx, workspace_id.0, job_id.0).await?))
    }

    /// What became of each mail that was sent for a workspace, newest first.
    #[oai(path = "/admin/mails", method = "get", operation_id = "listMailDeliveries")]
    async fn mails(
        &self,
        member: Member,
        /// Where the mail is.
        state: Query<Option<MailState>>,
        /// Part of the recipient's domain or of the workspace's name, in any case.
        search: Query<Option<String>>,
        /// How many, 1 to 100; 100 where it is absent.
        limit: Query<Option<u64>>,
        /// From the `Link` header of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<MailDelivery>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let asked = MailFilter { state: state.0, search: search.0.as_deref() };
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        let (deliveries, next) = mails::list(&tx, asked, page).await?;
        let words = [("state", asked.state.map(MailState::word)), ("search", asked.search)];
        Ok(Listed::new(deliveries, &wire::query("/api/admin/mails", &words), page.limit, next))
    }
}
