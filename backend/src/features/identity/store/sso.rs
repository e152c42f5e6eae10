//! Queries of single sign-on. Those before a tenant is known use the system role; a workspace's own settings
//! are read and written inside it.

use chrono::{DateTime, Utc};
use proffer_store::{
    SystemTx, TenantTx,
    entity::{
        account_tokens, identities, proven_domains, sso_attempts, sso_connections, sso_domains, team_members,
        users, workspaces,
    },
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Statement,
    sea_query::{Expr, LockType, OnConflict},
};
use uuid::Uuid;

pub use identities::Model as Identity;
pub use sso_attempts::Model as Attempt;
pub use sso_connections::Model as Connection;
pub use sso_domains::Model as Domain;
pub use team_members::Model as Member;

/// Stores a started sign-in, and deletes expired ones.
pub async fn insert_attempt(tx: &SystemTx, attempt: Attempt) -> Result<(), DbErr> {
    sso_attempts::Entity::delete_many()
        .filter(sso_attempts::Column::ExpiresAt.lte(attempt.created_at))
        .exec(tx.conn())
        .await?;
    sso_attempts::Entity::insert(sso_attempts::ActiveModel::from(attempt))
        .exec_without_returning(tx.conn())
        .await?;
    Ok(())
}

/// Consumes the attempt of a returning sign-in; a second request finds none.
pub async fn take_attempt(tx: &SystemTx, state_hash: &[u8]) -> Result<Option<Attempt>, DbErr> {
    Attempt::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "DELETE FROM sso_attempts WHERE state_hash = $1 RETURNING *",
        [state_hash.to_vec().into()],
    ))
    .one(tx.conn())
    .await
}

pub async fn user(tx: &SystemTx, id: Uuid) -> Result<Option<users::Model>, DbErr> {
    users::Entity::find_by_id(id).one(tx.conn()).await
}

/// The identity of a subject at a provider.
pub async fn identity(
    tx: &SystemTx,
    through: Option<Uuid>,
    issuer: &str,
    subject: &str,
) -> Result<Option<Identity>, DbErr> {
    let of_whom = match through {
        Some(workspace_id) => identities::Column::ThroughWorkspace.eq(workspace_id),
        None => identities::Column::ThroughWorkspace.is_null(),
    };
    identities::Entity::find()
        .filter(of_whom)
        .filter(identities::Column::Issuer.eq(issuer))
        .filter(identities::Column::Subject.eq(subject))
        .one(tx.conn())
        .await
}

pub async fn insert_identity(tx: &SystemTx, identity: Identity) -> Result<(), DbErr> {
    identities::Entity::insert(identities::ActiveModel::from(identity))
        .exec_without_returning(tx.conn())
        .await?;
    Ok(())
}

pub async fn touch_identity(tx: &SystemTx, id: Uuid, email: &str, now: DateTime<Utc>) -> Result<(), DbErr> {
    identities::ActiveModel {
        id: Set(id),
        email: Set(email.to_owned()),
        last_used_at: Set(now),
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    Ok(())
}

/// A workspace's connection, for a sign-in.
pub async fn connection_of(
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
) -> Result<Option<Connection>, DbErr> {
    sso_connections::Entity::find_by_id(workspace_id).one(conn).await
}

/// The workspace that has verified a domain.
pub async fn owner_of_domain(conn: &impl ConnectionTrait, domain: &str) -> Result<Option<Uuid>, DbErr> {
    Ok(proven_domains::Entity::find_by_id(domain).one(conn).await?.map(|row| row.owner_workspace))
}

/// All memberships of a user in a workspace, active, former or invited: those of the account, and open
/// invitations for the address.
pub async fn memberships(
    tx: &SystemTx,
    workspace_id: Uuid,
    user_id: Uuid,
    email: &str,
) -> Result<Vec<Member>, DbErr> {
    let invited = Condition::all()
        .add(team_members::Column::InvitedEmail.eq(email))
        .add(team_members::Column::Status.eq("invited"));
    let theirs = Condition::any().add(team_members::Column::UserId.eq(user_id)).add(invited);
    team_members::Entity::find()
        .filter(team_members::Column::WorkspaceId.eq(workspace_id))
        .filter(theirs)
        .all(tx.conn())
        .await
}

pub async fn insert_member(tx: &SystemTx, member: Member) -> Result<(), DbErr> {
    team_members::Entity::insert(team_members::ActiveModel::from(member))
        .exec_without_returning(tx.conn())
        .await?;
    Ok(())
}

/// Turns an invitation into a membership, and marks its link as used.
pub async fn accept_invitation(tx: &SystemTx, member: Member) -> Result<(), DbErr> {
    account_tokens::Entity::update_many()
        .col_expr(account_tokens::Column::UsedAt, Expr::value(member.updated_at))
        .filter(account_tokens::Column::InvitedWorkspace.eq(member.workspace_id))
        .filter(account_tokens::Column::InvitedMember.eq(member.id))
        .exec(tx.conn())
        .await?;
    team_members::ActiveModel {
        workspace_id: Set(member.workspace_id),
        id: Set(member.id),
        user_id: Set(member.user_id),
        role: Set(member.role),
        status: Set(member.status),
        created_at: Set(member.created_at),
        updated_at: Set(member.updated_at),
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    Ok(())
}

/// Whether the link of an invitation is still valid.
pub async fn invitation_is_open(
    tx: &SystemTx,
    invitation: &Member,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let open = account_tokens::Entity::find()
        .filter(account_tokens::Column::InvitedWorkspace.eq(invitation.workspace_id))
        .filter(account_tokens::Column::InvitedMember.eq(invitation.id))
        .filter(account_tokens::Column::UsedAt.is_null())
        .filter(account_tokens::Column::ExpiresAt.gt(now));
    Ok(open.one(tx.conn()).await?.is_some())
}

/// Deletes the former membership of a user who joins again.
pub async fn delete_member(tx: &SystemTx, member: &Member) -> Result<(), DbErr> {
    team_members::Entity::delete_by_id((member.workspace_id, member.id)).exec(tx.conn()).await?;
    Ok(())
}

/// Serialises changes of a team.
pub async fn lock_workspace(tx: &SystemTx, workspace_id: Uuid) -> Result<(), DbErr> {
    workspaces::Entity::find_by_id(workspace_id).lock(LockType::NoKeyUpdate).one(tx.conn()).await?;
    Ok(())
}

/// An account's memberships in and outside a workspace, which decide whether the workspace's provider may
/// sign it in.
#[derive(Debug, FromQueryResult)]
pub struct Memberships {
    pub owns_workspace: bool,
    pub belongs: bool,
    pub has_other_workspaces: bool,
}

/// The active memberships of an account, relative to a workspace.
pub async fn memberships_of(tx: &SystemTx, user_id: Uuid, workspace_id: Uuid) -> Result<Memberships, DbErr> {
    let row = Memberships::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT coalesce(bool_or(workspace_id = $2 AND role = 'owner'), false) AS owns_workspace,
                coalesce(bool_or(workspace_id = $2), false) AS belongs,
                coalesce(bool_or(workspace_id <> $2), false) AS has_other_workspaces
         FROM team_members WHERE user_id = $1 AND status = 'active'",
        [user_id.into(), workspace_id.into()],
    ))
    .one(tx.conn())
    .await?;
    row.ok_or_else(|| DbErr::RecordNotFound("team_members".to_owned()))
}

/// Whether a session that was not opened by a workspace's provider can reach a workspace: all members if
/// single sign-on is not enforced, otherwise only the owner.
pub async fn is_reachable(
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    role: &str,
) -> Result<bool, DbErr> {
    if role == "owner" {
        return Ok(true);
    }
    Ok(!connection_of(conn, workspace_id).await?.is_some_and(|connection| connection.enforced))
}

/// Whether an address must sign in through the provider of the workspace that has verified its domain. There
/// are exceptions: the workspace's owner, because a broken connection must remain repairable; site
/// administrators, whom no provider signs in; and members of other workspaces, because the rule of one
/// workspace must not lock them out of another, and their password does not reach this one.
pub async fn must_use_sso(
    conn: &impl ConnectionTrait,
    user_id: Option<Uuid>,
    domain: &str,
) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct Requirement {
        must: bool,
    }
    let answer = Requirement::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT EXISTS (
             SELECT 1 FROM proven_domains d JOIN sso_connections c ON c.workspace_id = d.owner_workspace AND c.enforced
             WHERE d.domain = $1
               AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = $2 AND u.is_admin)
               AND NOT EXISTS (
                 SELECT 1 FROM team_members m
                 WHERE m.user_id = $2 AND m.status = 'active' AND (m.role = 'owner' OR m.workspace_id <> d.owner_workspace))) AS must",
        [domain.into(), user_id.into()],
    ))
    .one(conn)
    .await?;
    Ok(answer.is_some_and(|answer| answer.must))
}

pub async fn connection(tx: &TenantTx) -> Result<Option<Connection>, DbErr> {
    sso_connections::Entity::find_by_id(tx.workspace_id()).one(tx.conn()).await
}

/// The workspace's connection, locked until the transaction ends.
pub async fn connection_for_update(tx: &TenantTx) -> Result<Option<Connection>, DbErr> {
    sso_connections::Entity::find_by_id(tx.workspace_id()).lock_exclusive().one(tx.conn()).await
}

/// Creates or changes the connection.
pub async fn save_connection(tx: &TenantTx, connection: Connection) -> Result<(), DbErr> {
    use sso_connections::Column;
    let changed = [
        Column::Issuer,
        Column::ClientId,
        Column::ClientSecret,
        Column::Enabled,
        Column::Enforced,
        Column::AddsMembers,
        Column::DefaultRole,
        Column::UpdatedAt,
    ];
    sso_connections::Entity::insert(sso_connections::ActiveModel::from(connection))
        .on_conflict(OnConflict::column(Column::WorkspaceId).update_columns(changed).to_owned())
        .exec_without_returning(tx.conn())
        .await?;
    Ok(())
}

pub async fn delete_connection(tx: &TenantTx) -> Result<(), DbErr> {
    sso_connections::Entity::delete_by_id(tx.workspace_id()).exec(tx.conn()).await?;
    Ok(())
}

/// The workspace's domains, in the order of adding.
pub async fn domains(conn: &impl ConnectionTrait, workspace_id: Uuid) -> Result<Vec<Domain>, DbErr> {
    sso_domains::Entity::find()
        .filter(sso_domains::Column::WorkspaceId.eq(workspace_id))
        .order_by_asc(sso_domains::Column::CreatedAt)
        .order_by_asc(sso_domains::Column::Id)
        .all(conn)
        .await
}

pub async fn domain(
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    id: Uuid,
) -> Result<Option<Domain>, DbErr> {
    sso_domains::Entity::find_by_id((workspace_id, id)).one(conn).await
}

pub async fn proven_domains(conn: &impl ConnectionTrait, workspace_id: Uuid) -> Result<usize, DbErr> {
    let proven = sso_domains::Entity::find()
        .filter(sso_domains::Column::WorkspaceId.eq(workspace_id))
        .filter(sso_domains::Column::ProvenAt.is_not_null());
    Ok(usize::try_from(proven.count(conn).await?).unwrap_or(usize::MAX))
}

/// Returns false without writing if the workspace has the domain already.
pub async fn insert_domain(tx: &TenantTx, domain: Domain) -> Result<bool, DbErr> {
    let inserted = sso_domains::Entity::insert(sso_domains::ActiveModel::from(domain))
        .on_conflict(
            OnConflict::columns([sso_domains::Column::WorkspaceId, sso_domains::Column::Domain])
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(tx.conn())
        .await?;
    Ok(inserted > 0)
}

/// Verifies the domain for the workspace, unless another one was first. Of two concurrent calls, one
/// succeeds.
pub async fn prove_domain(
    tx: &SystemTx,
    domain: &Domain,
    by: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let row = proven_domains::ActiveModel {
        domain: Set(domain.domain.clone()),
        owner_workspace: Set(domain.workspace_id),
        proven_by: Set(by.to_owned()),
        proven_at: Set(now),
    };
    proven_domains::Entity::insert(row)
        .on_conflict(OnConflict::column(proven_domains::Column::Domain).do_nothing().to_owned())
        .exec_without_returning(tx.conn())
        .await?;
    if owner_of_domain(tx.conn(), &domain.domain).await? != Some(domain.workspace_id) {
        return Ok(false);
    }
    sso_domains::ActiveModel {
        workspace_id: Set(domain.workspace_id),
        id: Set(domain.id),
        proven_at: Set(Some(now)),
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    Ok(true)
}

/// Revokes the verification of a domain, after which any workspace can verify it.
async fn end_proof(tx: &SystemTx, domain: &Domain) -> Result<(), DbErr> {
    proven_domains::Entity::delete_many()
        .filter(proven_domains::Column::Domain.eq(&domain.domain))
        .filter(proven_domains::Column::OwnerWorkspace.eq(domain.workspace_id))
        .exec(tx.conn())
        .await?;
    Ok(())
}

/// Revokes the verification of a domain, which stays in the workspace's list.
pub async fn lose_domain(tx: &SystemTx, domain: &Domain) -> Result<(), DbErr> {
    end_proof(tx, domain).await?;
    sso_domains::ActiveModel {
        workspace_id: Set(domain.workspace_id),
        id: Set(domain.id),
        proven_at: Set(None),
        ..Default::default()
    }
    .update(tx.conn())
    .await?;
    Ok(())
}

/// The owner of the workspace.
pub async fn owner_of_workspace(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<users::Model>, DbErr> {
    let owner = "SELECT u.* FROM users u JOIN workspaces w ON w.owner_id = u.id WHERE w.workspace_id = $1";
    let statement =
        Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, owner, [workspace_id.into()]);
    users::Model::find_by_statement(statement).one(tx.conn()).await
}

/// Removes a domain; any workspace can verify it again.
pub async fn remove_domain(tx: &SystemTx, domain: &Domain) -> Result<(), DbErr> {
    end_proof(tx, domain).await?;
    sso_domains::Entity::delete_by_id((domain.workspace_id, domain.id)).exec(tx.conn()).await?;
    Ok(())
}

/// A domain that is not verified yet.
#[derive(Debug, FromQueryResult)]
pub struct Waiting {
    pub id: Uuid,
    pub domain: String,
    pub workspace_id: Uuid,
    pub workspace_name: String,
    pub created_at: DateTime<Utc>,
}

/// All domains that no workspace has verified yet, oldest first.
pub async fn waiting_domains(tx: &SystemTx) -> Result<Vec<Waiting>, DbErr> {
    Waiting::find_by_statement(Statement::from_string(
        sea_orm::DbBackend::Postgres,
        "SELECT d.id, d.domain, d.workspace_id, w.name AS workspace_name, d.created_at
         FROM sso_domains d JOIN workspaces w ON w.workspace_id = d.workspace_id
         WHERE d.proven_at IS NULL AND NOT EXISTS (SELECT 1 FROM proven_domains p WHERE p.domain = d.domain)
         ORDER BY d.created_at, d.id
         LIMIT 500",
    ))
    .all(tx.conn())
    .await
}

/// A domain of any workspace.
pub async fn any_domain(tx: &SystemTx, id: Uuid) -> Result<Option<Domain>, DbErr> {
    sso_domains::Entity::find().filter(sso_domains::Column::Id.eq(id)).one(tx.conn()).await
}
