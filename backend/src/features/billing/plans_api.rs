//! The operations of the workspaces as site administrators see them: their status, and granted plans.

use poem::web::Data;
use poem_openapi::{
    OpenApi,
    param::{Path, Query},
    payload::Json,
};
use uuid::Uuid;

use super::{
    plans,
    plans_types::{PlanInput, WorkspaceStanding},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        paging::{Listed, Page},
        problem::Problem,
    },
    wire::{self, JsonBody},
};

/// The workspaces of the site.
pub struct PlansApi;

#[OpenApi(tag = "Noun::Admin")]
impl PlansApi {
    /// List the workspaces of the site, newest first.
    #[oai(path = "/admin/workspaces", method = "get", operation_id = "listWorkspaces")]
    async fn list(
        &self,
        app: Data<&App>,
        member: Member,
        /// Only workspaces whose name, or whose owner's name or email address, contains this text.
        search: Query<Option<String>>,
        /// The page size, 1 to 100; 100 by default.
        limit: Query<Option<u64>>,
        /// The cursor from the `Link` header of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<WorkspaceStanding>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        let (workspaces, next) = plans::list(&app, &tx, search.0.as_deref(), page).await?;
        let path = wire::query("/api/admin/workspaces", &[("search", search.0.as_deref())]);
        Ok(Listed::new(workspaces, &path, page.limit, next))
    }

    /// Grant a workspace a free plan, or revoke it. The change is recorded in the workspace's audit log.
    #[oai(path = "/admin/workspaces/:workspaceId/plan", method = "put", operation_id = "givePlan")]
    async fn give(
        &self,
        app: Data<&App>,
        member: Member,
        /// The workspace's id.
        #[oai(name = "workspaceId")]
        workspace_id: Path<Uuid>,
        input: JsonBody<PlanInput>,
    ) -> Result<Json<WorkspaceStanding>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(plans::give(&app, tx, &member.principal, workspace_id.0, input.0).await?))
    }
}
