//! Use cases of a workspace and its team.

pub mod invitations;
pub mod members;
pub mod workspace;

use proffer_domain::team::{MembershipStatus, Role, Target, TeamRefusal};
use proffer_store::SystemTx;
use uuid::Uuid;

use super::{
    error::WorkspaceError,
    store::{self, Membership, Workspace},
    types::{MemberStatus, TeamMember},
};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::team::{MemberRow, member_row},
};

/// A team, locked until the transaction ends, and the acting member.
struct Team {
    workspace: Workspace,
    actor: Membership,
    role: Role,
}

impl Team {
    /// Locks the team. The actor's permissions are checked under the lock, not at the start of the request:
    /// after two concurrent transfers, one of the callers is no longer the owner.
    async fn lock(tx: &SystemTx, principal: &Principal) -> Result<Self, WorkspaceError> {
        let workspace = store::lock(tx, principal.workspace_id).await?.ok_or(WorkspaceError::NotSignedIn)?;
        let actor = store::membership_of(tx, principal.workspace_id, principal.user_id).await?;
        let actor = actor
            .filter(|actor| actor.status == MembershipStatus::Active.as_str())
            .ok_or(WorkspaceError::NotSignedIn)?;
        Ok(Self { workspace, role: role(&actor)?, actor })
    }

    fn id(&self) -> Uuid {
        self.workspace.workspace_id
    }

    fn target(&self, member: &Membership) -> Result<Target, Failure> {
        Ok(Target {
            role: role(member)?,
            status: membership_status(member)?,
            is_actor: member.id == self.actor.id,
        })
    }
}

fn role(member: &Membership) -> Result<Role, Failure> {
    member.role.parse().map_err(Failure::internal)
}

fn membership_status(member: &Membership) -> Result<MembershipStatus, Failure> {
    member.status.parse().map_err(Failure::internal)
}

/// A member of the team, as shown to the caller.
async fn shown(
    app: &App,
    tx: &SystemTx,
    principal: &Principal,
    id: Uuid,
) -> Result<TeamMember, WorkspaceError> {
    let row = member_row(tx, principal.workspace_id, id).await?.ok_or(TeamRefusal::NoMember)?;
    Ok(present(app, principal, row))
}

fn present(app: &App, principal: &Principal, row: MemberRow) -> TeamMember {
    let status = match row.invitation_expires_at {
        _ if row.status == MembershipStatus::Active.as_str() => MemberStatus::Active,
        Some(end) if app.now() < end => MemberStatus::Invited,
        _ => MemberStatus::InvitationExpired,
    };
    TeamMember {
        id: row.id,
        user_id: row.user_id,
        email: row.email,
        first_name: row.first_name,
        last_name: row.last_name,
        profile_image_url: row.profile_image_url,
        role: row.role,
        status,
        is_you: row.user_id == Some(principal.user_id),
        invitation_expires_at: row.invitation_expires_at.map(Into::into),
        created_at: row.created_at.into(),
    }
}

/// Passes the work of `from` in the workspace, which the transaction has entered, to `to`. Frozen revisions
/// keep the name of their sender.
pub async fn pass_work_on(tx: &SystemTx, workspace_id: Uuid, from: Uuid, to: Uuid) -> Result<(), Failure> {
    Ok(store::pass_work(tx, workspace_id, from, to).await?)
}
