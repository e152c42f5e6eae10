//! The operations of jobs and mails as shown to site administrators: failed jobs and the delivery state of
//! each mail, without their content.

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
    payload::Json,
};
use uuid::Uuid;

use super::{
    jobs,
    jobs_types::{AdminJob, MailDelivery, MailState},
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
    wire::{self},
};

/// Jobs and mails of the whole site.
pub struct JobsApi;

#[OpenApi(tag = "Noun::Admin")]
impl JobsApi {
    /// List jobs that failed temporarily or permanently, newest first.
    #[oai(path = "/admin/jobs", method = "get", operation_id = "listFailedJobs")]
    async fn list(
        &self,
        member: Member,
        /// The page size, 1 to 100; 100 by default.
        limit: Query<Option<u64>>,
        /// The cursor from the `Link` header of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<AdminJob>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        let (failed, next) = jobs::list(&tx, page).await?;
        Ok(Listed::new(failed, "/api/admin/jobs", page.limit, next))
    }

    /// Retry a job that failed permanently, with a new set of attempts. The retry is recorded in the audit
    /// log of the job's workspace.
    #[oai(path = "/admin/jobs/:workspaceId/:jobId/retry", method = "post", operation_id = "retryJob")]
    async fn retry(
        &self,
        member: Member,
        /// The workspace of the job.
        #[oai(name = "workspaceId")]
        workspace_id: Path<Uuid>,
        /// The job's id.
        #[oai(name = "jobId")]
        job_id: Path<Uuid>,
    ) -> Result<Json<AdminJob>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(jobs::retry(tx, workspace_id.0, job_id.0).await?))
    }

    /// List the mails that were sent for workspaces, with their delivery state, newest first.
    #[oai(path = "/admin/mails", method = "get", operation_id = "listMailDeliveries")]
    async fn mails(
        &self,
        member: Member,
        /// Only mails in this state.
        state: Query<Option<MailState>>,
        /// Only mails whose recipient domain or workspace name contains this text; case-insensitive.
        search: Query<Option<String>>,
        /// The page size, 1 to 100; 100 by default.
        limit: Query<Option<u64>>,
        /// The cursor from the `Link` header of the previous page.
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
