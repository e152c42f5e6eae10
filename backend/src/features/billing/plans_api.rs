//! The wire of the workspaces as site administrators see them: how each stands, and the plans that are given
//! by hand.

use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    param::{Path, Query},
    payload::Json,
};
use uuid::Uuid;

use super::plans;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        paging::{Listed, Page},
        problem::Problem,
    },
    wire::{self, JsonBody, Timestamp},
};

/// A workspace: whose it is and how it stands, and nothing of what is in it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct WorkspaceStanding {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The owner's first and last name.
    pub owner_name: String,
    /// The owner's address.
    pub owner_email: String,
    /// How many active members there are.
    pub team_members: i64,
    /// `trial`, `trial_expired` or `active`.
    pub status: String,
    /// When the trial ends or ended.
    pub trial_ends_at: Timestamp,
    /// The state of its subscription, in Stripe's word.
    pub stripe_status: Option<String>,
    /// The plan it was given.
    pub given: Option<GivenByHand>,
    /// When it came to be.
    pub created_at: Timestamp,
}

/// A plan that costs nothing, as whoever gave it recorded it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct GivenByHand {
    /// When it was given.
    pub at: Timestamp,
    /// Until when; absent for one that stays.
    pub until: Option<Timestamp>,
    /// Who gave it.
    pub by: String,
    /// Why.
    pub reason: String,
}

/// A plan to give, or to take back.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanInput {
    /// `pro`, or `none` to take back what was given.
    pub plan: String,
    /// Until when, RFC 3339, in the future; for good where it is absent.
    pub until: Option<String>,
    /// Why, 3 to 500 characters; it stands in the workspace's audit log.
    pub reason: String,
}

/// The workspaces of the site.
pub struct PlansApi;

#[OpenApi(tag = "Noun::Admin")]
impl PlansApi {
    /// The workspaces of the site, newest first.
    #[oai(path = "/admin/workspaces", method = "get", operation_id = "listWorkspaces")]
    async fn list(
        &self,
        app: Data<&App>,
        member: Member,
        /// Part of the workspace's name, or of its owner's name or address.
        search: Query<Option<String>>,
        /// How many, 1 to 100; 100 where it is absent.
        limit: Query<Option<u64>>,
        /// From the `Link` header of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<WorkspaceStanding>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        let (workspaces, next) = plans::list(&app, &tx, search.0.as_deref(), page).await?;
        let path = wire::query("/api/admin/workspaces", &[("search", search.0.as_deref())]);
        Ok(Listed::new(workspaces, &path, page.limit, next))
    }

    /// Give a workspace the plan for nothing, or take it back. It stands in that workspace's audit log.
    #[oai(path = "/admin/workspaces/:workspaceId/plan", method = "put", operation_id = "givePlan")]
    async fn give(
        &self,
        app: Data<&App>,
        member: Member,
        /// The workspace.
        #[oai(name = "workspaceId")]
        workspace_id: Path<Uuid>,
        input: JsonBody<PlanInput>,
    ) -> Result<Json<WorkspaceStanding>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(plans::give(&app, tx, &member.principal, workspace_id.0, input.0).await?))
    }
}
