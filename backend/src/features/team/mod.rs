//! The members of a workspace, as other features need them.

mod store;

use poem_openapi::Enum;
use proffer_domain::{
    notification::NotificationEvent,
    team::{MembershipStatus, Role},
};
use proffer_store::{
    SystemTx, TenantTx,
    audit::{Actor, ActorKind, AuditAction},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use self::store::{
    MemberRow, OwnWorkspace, erase_workspace, has_member, member_row, member_rows, workspace, workspace_ids,
    workspaces_of,
};
use crate::{
    app::App,
    authz::Object,
    failure::{Failure, stale},
    features::notifications::{jobs::Notify, service as notifications},
    http::{caller::Caller, request_id},
};

/// The roles that an admin can assign. The owner role can only be transferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum TeamRole {
    /// Everything except billing, ownership transfer and deletion.
    Admin,
    /// Clients and proposals.
    Member,
}

impl From<TeamRole> for Role {
    fn from(role: TeamRole) -> Self {
        match role {
            TeamRole::Admin => Self::Admin,
            TeamRole::Member => Self::Member,
        }
    }
}

/// The fields of a workspace that can be changed.
#[derive(Serialize, Deserialize)]
pub struct Edited {
    /// The name.
    pub name: String,
    /// Whether the workspace countersigns its clients' acceptances.
    pub countersign: bool,
}

/// The `etag` of these fields.
pub fn etag(name: &str, countersign: bool) -> String {
    stale::etag(&Edited { name: name.to_owned(), countersign })
}

/// An active member, as needed for notifications: user, role, name and address.
#[derive(Debug, Clone)]
pub struct ActiveMember {
    pub user_id: Uuid,
    pub role: Role,
    pub email: String,
    /// First and last name.
    pub name: String,
}

/// The active members of a workspace, the owner first; for jobs, because only the system role can read users'
/// names.
pub async fn active_members(app: &App, workspace_id: Uuid) -> Result<Vec<ActiveMember>, Failure> {
    let tx = SystemTx::begin(app.db.system()).await?;
    let team = store::member_rows(&tx, workspace_id).await?;
    drop(tx);
    // An unverified address may belong to another person.
    let active =
        team.into_iter().filter(|mate| mate.status == MembershipStatus::Active.as_str() && mate.is_proven);
    active
        .filter_map(|mate| mate.user_id.map(|user_id| (user_id, mate)))
        .map(|(user_id, mate)| {
            let names = [mate.first_name.unwrap_or_default(), mate.last_name.unwrap_or_default()];
            let role = mate.role.parse().map_err(Failure::internal)?;
            Ok(ActiveMember { user_id, role, email: mate.email, name: names.join(" ").trim().to_owned() })
        })
        .collect()
}

/// Whether the workspace countersigns its clients' acceptances, as seen by this transaction. It may be a
/// guest's.
pub async fn countersigns(tx: &TenantTx) -> Result<bool, Failure> {
    Ok(store::countersigns(tx).await?.unwrap_or(false))
}

/// Notifies owner and admins, after the commit, that a user has joined the workspace that the transaction has
/// entered.
pub async fn announce_joining(
    app: &App,
    tx: &SystemTx,
    workspace_id: Uuid,
    user_id: Uuid,
    name: &str,
) -> Result<(), Failure> {
    let workspace = store::workspace(tx, workspace_id)
        .await?
        .ok_or_else(|| Failure::internal("the invitation has no workspace"))?;
    let news = Notify {
        kind: NotificationEvent::MemberJoined,
        proposal_id: None,
        subject: workspace.name,
        actor: Some(name.to_owned()),
        words: None,
        except: Some(user_id),
        with_document: false,
    };
    notifications::announce_on(app, tx.conn(), workspace_id, news).await
}

/// The audit entry of a user who joins a workspace. It belongs in the audit log of the joined workspace, not
/// of the one that was active before.
pub fn join_audit_action(app: &App, user_id: Uuid, name: &str, caller: &Caller) -> AuditAction {
    AuditAction {
        id: app.new_id(),
        at: app.now(),
        actor: Actor {
            kind: ActorKind::Person,
            id: Some(user_id),
            name: name.to_owned(),
            ip: caller.ip.clone(),
            user_agent: caller.user_agent.clone(),
        },
        action: "join",
        object: Object::Team.word(),
        request_id: request_id::current(),
    }
}
