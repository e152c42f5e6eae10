//! The members of the team: listing, changing roles, removing, leaving, transferring ownership.

use proffer_domain::team::{self, MembershipStatus, Role, TeamRefusal};
use proffer_store::SystemTx;
use sea_orm::{ActiveValue::Set, DbErr};
use uuid::Uuid;

use super::{Team, pass_work_on, present, shown};
use crate::{
    access::{Member, Principal},
    app::App,
    failure::Failure,
    features::{
        identity::{service::sessions, types::CurrentUser},
        team::member_rows,
        workspaces::{
            error::WorkspaceError,
            store::{self, Change, Membership},
            types::TeamMember,
        },
    },
};

pub async fn list(app: &App, tx: &SystemTx, principal: &Principal) -> Result<Vec<TeamMember>, Failure> {
    let team = member_rows(tx, principal.workspace_id).await?;
    Ok(team.into_iter().map(|row| present(app, principal, row)).collect())
}

async fn find(tx: &SystemTx, team: &Team, id: Uuid) -> Result<Membership, WorkspaceError> {
    store::membership(tx, team.id(), id).await?.ok_or(WorkspaceError::Team(TeamRefusal::NoMember))
}

async fn set_role(app: &App, tx: &SystemTx, member: &Membership, role: Role) -> Result<(), DbErr> {
    let change =
        Change { role: Set(role.as_str().to_owned()), updated_at: Set(app.now()), ..Default::default() };
    store::update(tx, member.workspace_id, member.id, change).await
}

pub async fn change_role(
    app: &App,
    tx: SystemTx,
    principal: &Principal,
    id: Uuid,
    role: Role,
) -> Result<TeamMember, WorkspaceError> {
    let team = Team::lock(&tx, principal).await?;
    let member = find(&tx, &team, id).await?;
    team::change_role(team.role, team.target(&member)?)?;
    set_role(app, &tx, &member, role).await?;
    let shown = shown(app, &tx, principal, id).await?;
    tx.about(id, &member.invited_email);
    if let Some(entry) = tx.audit_entry() {
        entry.details(serde_json::json!({ "from": member.role, "to": role.as_str() }));
    }
    tx.commit().await?;
    Ok(shown)
}

pub async fn remove(app: &App, tx: SystemTx, principal: &Principal, id: Uuid) -> Result<(), WorkspaceError> {
    let team = Team::lock(&tx, principal).await?;
    let member = find(&tx, &team, id).await?;
    team::remove(team.role, team.target(&member)?)?;
    tx.about(id, &member.invited_email);
    part(app, &tx, &team, &member).await?;
    tx.commit().await?;
    Ok(())
}

/// Leaves the active workspace; the session switches to another.
pub async fn leave(app: &App, tx: SystemTx, member: &Member) -> Result<CurrentUser, WorkspaceError> {
    let team = Team::lock(&tx, &member.principal).await?;
    team::leave(team.role)?;
    tx.about(team.actor.id, &team.actor.invited_email);
    let workspace_id = part(app, &tx, &team, &team.actor).await?;
    tx.commit().await?;
    Ok(sessions::current_user_in(app, &member.principal, &member.caller, workspace_id).await?)
}

/// Ends a membership: the user's work passes to the owner, a trigger revokes their keys, and their sessions
/// switch to another of their workspaces, which is returned.
async fn part(app: &App, tx: &SystemTx, team: &Team, member: &Membership) -> Result<Uuid, WorkspaceError> {
    let user_id = member.user_id.ok_or(TeamRefusal::NoMember)?;
    let change = Change {
        status: Set(MembershipStatus::Removed.as_str().to_owned()),
        updated_at: Set(app.now()),
        ..Default::default()
    };
    store::update(tx, team.id(), member.id, change).await?;
    pass_work_on(tx, team.id(), user_id, team.workspace.owner_id).await?;
    // Last, because it may enter a new workspace of the user.
    Ok(sessions::move_away(app, tx, user_id, team.id()).await?)
}

/// Transfers the workspace; the previous owner becomes an admin.
pub async fn transfer(
    app: &App,
    tx: SystemTx,
    member: &Member,
    id: Uuid,
) -> Result<CurrentUser, WorkspaceError> {
    let team = Team::lock(&tx, &member.principal).await?;
    // A caller who is no longer the owner is refused before anything is looked up.
    if team.role != Role::Owner {
        return Err(TeamRefusal::NotAllowed.into());
    }
    let heir = find(&tx, &team, id).await?;
    team::transfer(team.role, team.target(&heir)?)?;
    let user_id = heir.user_id.ok_or(TeamRefusal::NoMember)?;
    // In this order there is never a second owner.
    set_role(app, &tx, &team.actor, Role::Admin).await?;
    set_role(app, &tx, &heir, Role::Owner).await?;
    store::set_owner(&tx, team.id(), user_id, app.now()).await?;
    tx.about(id, &heir.invited_email);
    tx.commit().await?;
    Ok(sessions::current_user_in(app, &member.principal, &member.caller, team.id()).await?)
}
