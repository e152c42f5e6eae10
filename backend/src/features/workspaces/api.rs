//! The wire of a workspace and its team.

use poem::web::Data;
use poem_openapi::{Enum, Object, OpenApi, param::Path, payload::Json};
use uuid::Uuid;

use super::service::{members, workspace};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, identity::api::CurrentUser, team::TeamRole},
    http::problem::Problem,
    wire::{self, JsonBody, Timestamp},
};

/// Where somebody stands with the team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum MemberStatus {
    /// Asked to join, and the link still works.
    Invited,
    /// Asked to join, and the link is too old.
    InvitationExpired,
    /// Belongs to it.
    Active,
}

/// Somebody in the team, or invited into it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TeamMember {
    /// The membership's id.
    pub id: Uuid,
    /// The person, once there is one.
    pub user_id: Option<Uuid>,
    /// Their address, or the one the invitation went to.
    pub email: String,
    /// First name, once there is a person.
    pub first_name: Option<String>,
    /// Last name, once there is a person.
    pub last_name: Option<String>,
    /// Where their picture is.
    pub profile_image_url: Option<String>,
    /// `owner`, `admin` or `member`.
    pub role: String,
    /// Where they stand.
    pub status: MemberStatus,
    /// Whether it is the person who asks.
    pub is_you: bool,
    /// When the invitation stops working, for those invited.
    pub invitation_expires_at: Option<Timestamp>,
    /// Since when they belong, or when they were invited.
    pub created_at: Timestamp,
}

/// Another role for a member.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleInput {
    /// The role.
    pub role: TeamRole,
}

/// What changes of a workspace; an absent field stays as it is.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct WorkspaceInput {
    /// Its name, not blank and at most 100 characters.
    pub name: Option<String>,
    /// Whether it countersigns what its clients accept.
    pub countersign: Option<bool>,
    /// The `etag` of what the change started from. Fields that others changed since are kept; the same fields
    /// are 409 `stale_record`.
    pub etag: Option<String>,
}

/// To whom a workspace is handed over.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransferInput {
    /// The membership of the new owner, an active one.
    pub member_id: Uuid,
}

/// Which workspace to work in.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SwitchInput {
    /// One of the person's workspaces.
    pub workspace_id: Uuid,
}

/// Workspace and team.
pub struct WorkspacesApi;

#[OpenApi(tag = "Noun::Workspaces")]
impl WorkspacesApi {
    /// Give the workspace another name, and say whether it countersigns what its clients accept.
    #[oai(path = "/workspace", method = "put", operation_id = "updateWorkspace")]
    async fn update(&self, app: Data<&App>, member: Member, input: JsonBody<WorkspaceInput>) -> Result<Json<CurrentUser>, Problem> {
        let tx = member.may(Action::Update, Thing::Workspace).await?;
        Ok(Json(workspace::update(&app, tx, &member, input.0).await?))
    }

    /// Hand the workspace over to another member. The former owner stays as an admin.
    #[oai(path = "/workspace/transfer", method = "post", operation_id = "transferOwnership")]
    async fn transfer(&self, app: Data<&App>, member: Member, input: JsonBody<TransferInput>) -> Result<Json<CurrentUser>, Problem> {
        let tx = member.may_with_accounts(Action::Transfer, Thing::Workspace).await?;
        Ok(Json(members::transfer(&app, tx, &member, input.member_id).await?))
    }

    /// Work in another of one's workspaces from now on, in this session.
    #[oai(path = "/workspace/switch", method = "post", operation_id = "switchWorkspace")]
    async fn switch(&self, app: Data<&App>, member: Member, input: JsonBody<SwitchInput>) -> Result<Json<CurrentUser>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Account).await?;
        Ok(Json(workspace::switch(&app, tx, &member, input.workspace_id).await?))
    }

    /// Leave the active workspace. The owner cannot; what one has made stays and passes to the owner.
    #[oai(path = "/workspace/leave", method = "post", operation_id = "leaveWorkspace")]
    async fn leave(&self, app: Data<&App>, member: Member) -> Result<Json<CurrentUser>, Problem> {
        let tx = member.may_with_accounts(Action::Leave, Thing::Team).await?;
        Ok(Json(members::leave(&app, tx, &member).await?))
    }

    /// The team: the owner first, then by name, then those invited.
    #[oai(path = "/team", method = "get", operation_id = "listTeam")]
    async fn list(&self, app: Data<&App>, member: Member) -> Result<Json<Vec<TeamMember>>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::Team).await?;
        Ok(Json(members::list(&app, &tx, &member.principal).await?))
    }

    /// Give a member another role.
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

    /// Remove a member: their access ends at once, what they made stays and passes to the owner.
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
