//! The operations of a workspace and its team.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, param::Path, payload::Json};
use uuid::Uuid;

use super::{
    service::{members, workspace},
    types::{TeamMember, WorkspaceInput},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, identity::types::CurrentUser, team::TeamRole},
    http::problem::Problem,
    wire::{self, JsonBody},
};

/// A change of a member's role.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleInput {
    /// The new role.
    pub role: TeamRole,
}

/// The new owner of a workspace.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransferInput {
    /// The membership's id of the new owner, who must be an active member.
    pub member_id: Uuid,
}

/// The workspace to switch to.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SwitchInput {
    /// One of the user's workspaces.
    pub workspace_id: Uuid,
}

/// The workspace and its team.
pub struct WorkspacesApi;

#[OpenApi(tag = "Noun::Workspaces")]
impl WorkspacesApi {
    /// Change the workspace's name, and whether it countersigns its clients' acceptances.
    #[oai(path = "/workspace", method = "put", operation_id = "updateWorkspace")]
    async fn update(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<WorkspaceInput>,
    ) -> Result<Json<CurrentUser>, Problem> {
        let tx = member.may(Action::Update, Thing::Workspace).await?;
        Ok(Json(workspace::update(&app, tx, &member, input.0).await?))
    }

    /// Transfer the workspace to another member. The previous owner becomes an admin.
    #[oai(path = "/workspace/transfer", method = "post", operation_id = "transferOwnership")]
    async fn transfer(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<TransferInput>,
    ) -> Result<Json<CurrentUser>, Problem> {
        let tx = member.may_with_accounts(Action::Transfer, Thing::Workspace).await?;
        Ok(Json(members::transfer(&app, tx, &member, input.member_id).await?))
    }

    /// Switch this session to another workspace of the user.
    #[oai(path = "/workspace/switch", method = "post", operation_id = "switchWorkspace")]
    async fn switch(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<SwitchInput>,
    ) -> Result<Json<CurrentUser>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Account).await?;
        Ok(Json(workspace::switch(&app, tx, &member, input.workspace_id).await?))
    }

    /// Leave the active workspace. The owner cannot leave. The user's work is kept and passes to the owner.
    #[oai(path = "/workspace/leave", method = "post", operation_id = "leaveWorkspace")]
    async fn leave(&self, app: Data<&App>, member: Member) -> Result<Json<CurrentUser>, Problem> {
        let tx = member.may_with_accounts(Action::Leave, Thing::Team).await?;
        Ok(Json(members::leave(&app, tx, &member).await?))
    }

    /// List the team: the owner first, then members by name, then invitations.
    #[oai(path = "/team", method = "get", operation_id = "listTeam")]
    async fn list(&self, app: Data<&App>, member: Member) -> Result<Json<Vec<TeamMember>>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::Team).await?;
        Ok(Json(members::list(&app, &tx, &member.principal).await?))
    }

    /// Change a member's role.
    #[oai(path = "/team/:memberId", method = "put", operation_id = "changeMemberRole")]
    async fn change_role(
        &self,
        app: Data<&App>,
        member: Member,
        /// The membership's id.
        #[oai(name = "memberId")]
        member_id: Path<Uuid>,
        input: JsonBody<RoleInput>,
    ) -> Result<Json<TeamMember>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Team).await?;
        Ok(Json(members::change_role(&app, tx, &member.principal, member_id.0, input.role.into()).await?))
    }

    /// Remove a member. Their access ends at once; their work is kept and passes to the owner.
    #[oai(path = "/team/:memberId", method = "delete", operation_id = "removeMember")]
    async fn remove(
        &self,
        app: Data<&App>,
        member: Member,
        /// The membership's id.
        #[oai(name = "memberId")]
        member_id: Path<Uuid>,
    ) -> Result<wire::Deleted, Problem> {
        let tx = member.may_with_accounts(Action::Delete, Thing::Team).await?;
        members::remove(&app, tx, &member.principal, member_id.0).await?;
        Ok(wire::Deleted::Done)
    }
}
