//! Who belongs to the team: seeing them, changing roles, removing, leaving, handing over.

use proffer_domain::team::{self, MembershipStatus, Role};
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{Team, no_member, pass_work_on, present, refused, shown};
use crate::{
    app::App,
    db::SystemTx,
    features::{
        identity::{api::CurrentUser, service::sessions},
        workspaces::{
            api::{TeamMember, TeamRole},
            store::{self, Change, Membership},
        },
    },
    http::{
        auth::{Member, Principal},
        problem::Problem,
    },
};

impl From<TeamRole> for Role {
    fn from(role: TeamRole) -> Self {
        match role {
            TeamRole::Admin => Self::Admin,
            TeamRole::Member => Self::Member,
        }
    }
}

/// The team.
pub async fn list(app: &App, tx: &SystemTx, principal: &Principal) -> Result<Vec<TeamMember>, Problem> {
    let team = store::team(tx, principal.workspace_id).await?;
    Ok(team.into_iter().map(|mate| present(app, principal, mate)).collect())
}

/// An active member, as the server's own work knows them: whom to tell of something, and by what name and address.
#[derive(Debug, Clone)]
pub struct Colleague {
    /// The person.
    pub user_id: Uuid,
    /// Their role.
    pub role: Role,
    /// Their address.
    pub email: String,
    /// First and last name.
    pub name: String,
}

/// The active members of a workspace, the owner first; for jobs, since people's names are read by the system role alone.
pub async fn colleagues(app: &App, workspace_id: Uuid) -> Result<Vec<Colleague>, Problem> {
    let tx = SystemTx::begin(app.db.system()).await?;
    let team = store::team(&tx, workspace_id).await?;
    drop(tx);
    // An address that is not verified may belong to another person.
    let active = team.into_iter().filter(|mate| mate.status == MembershipStatus::Active.as_str() && mate.is_proven);
    active
        .filter_map(|mate| mate.user_id.map(|user_id| (user_id, mate)))
        .map(|(user_id, mate)| {
            let names = [mate.first_name.unwrap_or_default(), mate.last_name.unwrap_or_default()];
            let role = mate.role.parse().map_err(Problem::internal)?;
            Ok(Colleague { user_id, role, email: mate.email, name: names.join(" ").trim().to_owned() })
        })
        .collect()
}

async fn find(tx: &SystemTx, team: &Team, id: Uuid) -> Result<Membership, Problem> {
    store::membership(tx, team.id(), id).await?.ok_or_else(no_member)
}

async fn set_role(app: &App, tx: &SystemTx, member: &Membership, role: Role) -> Result<(), Problem> {
    let change = Change { role: Set(role.as_str().to_owned()), updated_at: Set(app.now()), ..Default::default() };
    Ok(store::update(tx, member.workspace_id, member.id, change).await?)
}

/// Gives a member another role.
pub async fn change_role(app: &App, tx: SystemTx, principal: &Principal, id: Uuid, role: Role) -> Result<TeamMember, Problem> {
    let team = Team::lock(&tx, principal).await?;
    let member = find(&tx, &team, id).await?;
    team::change_role(team.role, team.target(&member)?).map_err(refused)?;
    set_role(app, &tx, &member, role).await?;
    let shown = shown(app, &tx, principal, id).await?;
    tx.about(id, &member.invited_email);
    if let Some(entry) = tx.audit_entry() {
        entry.details(serde_json::json!({ "from": member.role, "to": role.as_str() }));
    }
    tx.commit().await?;
    Ok(shown)
}

/// Removes a member.
pub async fn remove(app: &App, tx: SystemTx, principal: &Principal, id: Uuid) -> Result<(), Problem> {
    let team = Team::lock(&tx, principal).await?;
    let member = find(&tx, &team, id).await?;
    team::remove(team.role, team.target(&member)?).map_err(refused)?;
    tx.about(id, &member.invited_email);
    part(app, &tx, &team, &member).await?;
    tx.commit().await?;
    Ok(())
}

/// Leaves the active workspace; the session goes on in another.
pub async fn leave(app: &App, tx: SystemTx, member: &Member) -> Result<CurrentUser, Problem> {
    let team = Team::lock(&tx, &member.principal).await?;
    team::leave(team.role).map_err(refused)?;
    tx.about(team.actor.id, &team.actor.invited_email);
    let workspace_id = part(app, &tx, &team, &team.actor).await?;
    tx.commit().await?;
    sessions::current_user_in(app, &member.principal, &member.caller, workspace_id).await
}

/// Ends a membership: what the person kept passes to the owner, their keys end (by a trigger), and their sessions go on in another of
/// their workspaces, which this gives.
async fn part(app: &App, tx: &SystemTx, team: &Team, member: &Membership) -> Result<Uuid, Problem> {
    let user_id = member.user_id.ok_or_else(no_member)?;
    let change = Change { status: Set(MembershipStatus::Removed.as_str().to_owned()), updated_at: Set(app.now()), ..Default::default() };
    store::update(tx, team.id(), member.id, change).await?;
    pass_work_on(tx, team.id(), user_id, team.workspace.owner_id).await?;
    // Last, since it may enter a new workspace of theirs.
    sessions::move_away(app, tx, user_id, team.id()).await
}

/// Hands the workspace over; the former owner stays as an admin.
pub async fn transfer(app: &App, tx: SystemTx, member: &Member, id: Uuid) -> Result<CurrentUser, Problem> {
    let team = Team::lock(&tx, &member.principal).await?;
    // Whoever is not the owner any more is told that before anything is looked for.
    if team.role != Role::Owner {
        return Err(Problem::forbidden());
    }
    let heir = find(&tx, &team, id).await?;
    team::transfer(team.role, team.target(&heir)?).map_err(refused)?;
    let user_id = heir.user_id.ok_or_else(no_member)?;
    // In this order: there is never a second owner.
    set_role(app, &tx, &team.actor, Role::Admin).await?;
    set_role(app, &tx, &heir, Role::Owner).await?;
    store::set_owner(&tx, team.id(), user_id, app.now()).await?;
    tx.about(id, &heir.invited_email);
    tx.commit().await?;
    sessions::current_user_in(app, &member.principal, &member.caller, team.id()).await
}
