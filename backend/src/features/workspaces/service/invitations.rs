//! Invitations: sent, sent again and revoked by the team; viewed and accepted by the invited person.

use proffer_domain::{
    identity::{Email, RegistrationInput, TokenFacts},
    team::{self, Acceptance, InvitationState, MembershipStatus, Role, TeamRefusal},
};
use proffer_store::{SystemTx, violated_constraint};
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{Team, membership_status, role, shown};
use crate::{
    access::{self, Member, Principal},
    app::App,
    authz::Action,
    failure::Failure,
    features::{
        identity::{
            IdentityError,
            service::{
                accounts,
                sessions::{self, Opened},
                sso::enforcement,
            },
            types::CurrentUser,
        },
        team::{TeamRole, announce_joining, has_member, join_audit_action, workspace},
        workspaces::{
            error::WorkspaceError,
            invitations_types::{self as wire, InvitationInput, InvitedRegistrationInput},
            mails,
            store::{self, Change, Membership, Token, Workspace},
            types::TeamMember,
        },
    },
    http::caller::Caller,
    jobs, tokens,
};

/// Invites a person by mail.
pub async fn invite(
    app: &App,
    tx: SystemTx,
    principal: &Principal,
    input: &InvitationInput,
) -> Result<TeamMember, WorkspaceError> {
    let email = Email::parse("email", &input.email)?;
    let team = Team::lock(&tx, principal).await?;
    if has_member(&tx, team.id(), email.as_str()).await? {
        return Err(WorkspaceError::AlreadyMember);
    }
    let (id, now) = (app.new_id(), app.now());
    let row = Change {
        workspace_id: Set(team.id()),
        id: Set(id),
        user_id: Set(None),
        role: Set(Role::from(input.role).as_str().to_owned()),
        invited_email: Set(email.as_str().to_owned()),
        invited_by: Set(Some(principal.user_id)),
        status: Set(MembershipStatus::Invited.as_str().to_owned()),
        created_at: Set(now),
        updated_at: Set(now),
    };
    store::insert(&tx, row).await.map_err(|error| match violated_constraint(&error) {
        Some("team_members_one_invitation") => WorkspaceError::AlreadyInvited,
        _ => error.into(),
    })?;
    send(app, &tx, principal, &team, id, email.as_str(), input.role.into()).await?;
    let shown = shown(app, &tx, principal, id).await?;
    tx.about(id, email.as_str());
    tx.commit().await?;
    Ok(shown)
}

/// Creates a new link for an invitation, and enqueues its mail.
async fn send(
    app: &App,
    tx: &SystemTx,
    inviter: &Principal,
    team: &Team,
    id: Uuid,
    to: &str,
    role: Role,
) -> Result<(), Failure> {
    let link = app.new_id();
    store::replace_token(tx, link, (team.id(), id), tokens::mailed(app, link).hash, app.now()).await?;
    let mail = mails::invitation(app, to, &inviter.name, &team.workspace.name, role, link);
    jobs::enqueue(app, tx.conn(), team.id(), &mail).await?;
    Ok(())
}

/// A pending invitation.
async fn open_invitation(tx: &SystemTx, team: &Team, id: Uuid) -> Result<Membership, WorkspaceError> {
    let member = store::membership(tx, team.id(), id).await?;
    member
        .filter(|member| member.status == MembershipStatus::Invited.as_str())
        .ok_or(WorkspaceError::Team(TeamRefusal::NoMember))
}

/// Sends an invitation again, with a new link.
pub async fn resend(
    app: &App,
    tx: SystemTx,
    principal: &Principal,
    id: Uuid,
) -> Result<TeamMember, WorkspaceError> {
    let team = Team::lock(&tx, principal).await?;
    let invitation = open_invitation(&tx, &team, id).await?;
    send(app, &tx, principal, &team, id, &invitation.invited_email, role(&invitation)?).await?;
    let change =
        Change { invited_by: Set(Some(principal.user_id)), updated_at: Set(app.now()), ..Default::default() };
    store::update(&tx, team.id(), id, change).await?;
    let shown = shown(app, &tx, principal, id).await?;
    tx.about(id, &invitation.invited_email);
    if let Some(entry) = tx.audit_entry() {
        entry.action("resend");
    }
    tx.commit().await?;
    Ok(shown)
}

/// Revokes an invitation.
pub async fn cancel(tx: SystemTx, principal: &Principal, id: Uuid) -> Result<(), WorkspaceError> {
    let team = Team::lock(&tx, principal).await?;
    let invitation = open_invitation(&tx, &team, id).await?;
    store::delete(&tx, team.id(), id).await?;
    tx.about(id, &invitation.invited_email);
    if let Some(entry) = tx.audit_entry() {
        entry.action("cancel");
    }
    tx.commit().await?;
    Ok(())
}

/// The target of a link.
struct Found {
    workspace: Workspace,
    member: Membership,
    token: Token,
}

impl Found {
    /// Looks up a link without a lock.
    async fn look_up(tx: &SystemTx, text: &str) -> Result<Self, WorkspaceError> {
        let hash = tokens::hash(text);
        let token = store::invitation_token(tx, &hash).await?.ok_or(WorkspaceError::NoInvitation)?;
        let (Some(workspace_id), Some(member_id)) = (token.invited_workspace, token.invited_member) else {
            return Err(WorkspaceError::NoInvitation);
        };
        let workspace = workspace(tx, workspace_id).await?.ok_or(WorkspaceError::NoInvitation)?;
        let member =
            store::membership(tx, workspace_id, member_id).await?.ok_or(WorkspaceError::NoInvitation)?;
        Ok(Self { workspace, member, token })
    }

    /// The same with the team locked: a concurrent click sees the result of the first, and the invitation
    /// cannot be sent again or revoked in the meantime.
    async fn lock(tx: &SystemTx, text: &str) -> Result<Self, WorkspaceError> {
        let workspace_id = Self::look_up(tx, text).await?.workspace.workspace_id;
        tx.enter_workspace(workspace_id).await?;
        store::lock(tx, workspace_id).await?.ok_or(WorkspaceError::NoInvitation)?;
        Self::look_up(tx, text).await
    }

    fn state(&self, app: &App) -> Result<InvitationState, Failure> {
        let facts = TokenFacts { expires_at: self.token.expires_at, used_at: self.token.used_at };
        Ok(team::invitation_state(membership_status(&self.member)?, facts, app.now()))
    }

    fn is_for(&self, principal: &Principal) -> bool {
        self.member.invited_email == principal.email
            && self.member.user_id.is_none_or(|user_id| user_id == principal.user_id)
    }

    /// Makes the user a member. An earlier membership is removed, and so is this invitation if they have
    /// joined in another way in the meantime. Owner and admins are notified.
    async fn join(&self, app: &App, tx: &SystemTx, user_id: Uuid, name: &str) -> Result<(), WorkspaceError> {
        let (workspace_id, now) = (self.workspace.workspace_id, app.now());
        if let Some(other) = store::membership_of(tx, workspace_id, user_id).await? {
            if other.status == MembershipStatus::Active.as_str() {
                return Ok(store::delete(tx, workspace_id, self.member.id).await?);
            }
            store::delete(tx, workspace_id, other.id).await?;
        }
        let change = Change {
            user_id: Set(Some(user_id)),
            status: Set(MembershipStatus::Active.as_str().to_owned()),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        store::update(tx, workspace_id, self.member.id, change).await?;
        store::use_token(tx, self.token.id, now).await?;
        Ok(announce_joining(app, tx, workspace_id, user_id, name).await?)
    }
}

/// The invitation as shown on its page.
pub async fn get(app: &App, tx: SystemTx, token: &str) -> Result<wire::Invitation, WorkspaceError> {
    let found = Found::look_up(&tx, token).await?;
    let state = match found.state(app)? {
        InvitationState::Open => wire::InvitationState::Open,
        InvitationState::Expired => wire::InvitationState::Expired,
        InvitationState::Accepted => wire::InvitationState::Accepted,
        InvitationState::Gone => return Err(WorkspaceError::NoInvitation),
    };
    let inviter = match found.member.invited_by {
        Some(user_id) => accounts::name(&tx, user_id).await?,
        None => None,
    };
    Ok(wire::Invitation {
        // The inviter's account may be deleted; then the workspace's name is shown.
        invited_by: inviter.unwrap_or_else(|| found.workspace.name.clone()),
        workspace_name: found.workspace.name,
        has_account: accounts::exists(&tx, &found.member.invited_email).await?,
        role: match role(&found.member)? {
            Role::Owner | Role::Admin => TeamRole::Admin,
            Role::Member => TeamRole::Member,
        },
        email: found.member.invited_email,
        state,
    })
}

/// Accepts the invitation as the signed-in user; the session switches to the workspace. A second click gets
/// the same response.
pub async fn accept(
    app: &App,
    tx: SystemTx,
    member: &Member,
    token: &str,
) -> Result<CurrentUser, WorkspaceError> {
    let principal = &member.principal;
    let found = Found::lock(&tx, token).await?;
    let workspace_id = found.workspace.workspace_id;
    let tx = match team::accept(found.state(app)?, found.is_for(principal)) {
        Acceptance::Join => {
            enforcement::refuse_unreachable(&tx, principal, workspace_id, &found.member.role).await?;
            let tx = tx
                .audited(
                    workspace_id,
                    join_audit_action(app, principal.user_id, &principal.name, &member.caller),
                )
                .await?;
            found.join(app, &tx, principal.user_id, &principal.name).await?;
            tx.about(found.member.id, &found.member.invited_email);
            tx
        }
        Acceptance::Repeated => {
            enforcement::refuse_unreachable(&tx, principal, workspace_id, &found.member.role).await?;
            tx
        }
        Acceptance::Unknown => return Err(WorkspaceError::NoInvitation),
        Acceptance::AnotherAddress => return Err(WorkspaceError::AnotherAddress),
        Acceptance::Expired => return Err(WorkspaceError::InvitationExpired),
    };
    sessions::work_in(&tx, principal, workspace_id).await?;
    tx.commit().await?;
    Ok(sessions::current_user_in(app, principal, &member.caller, workspace_id).await?)
}

/// Registers an account for the invited address, which the link verifies, and opens a session in the
/// workspace.
pub async fn register(
    app: &App,
    tx: SystemTx,
    token: &str,
    input: &InvitedRegistrationInput,
    caller: &Caller,
    previous: Option<String>,
) -> Result<Opened, WorkspaceError> {
    let found = Found::look_up(&tx, token).await?;
    refuse_unless_open(found.state(app)?)?;
    let registration = RegistrationInput {
        email: found.member.invited_email.clone(),
        password: input.password.clone(),
        first_name: input.first_name.clone(),
        last_name: input.last_name.clone(),
    }
    .validate()?;
    if accounts::exists(&tx, registration.email.as_str()).await? {
        return Err(WorkspaceError::AccountExists);
    }
    // Hashing is slow, so no transaction is open meanwhile.
    drop(tx);
    let password_hash =
        app.passwords.hash(&registration.password, app.rng.bytes()).await.map_err(IdentityError::from)?;
    let tx = access::anonymous(app, Action::Register).await?;
    let user_id = accounts::open_proven(app, &tx, &registration, password_hash)
        .await?
        .ok_or(WorkspaceError::AccountExists)?;
    let found = Found::lock(&tx, token).await?;
    refuse_unless_open(found.state(app)?)?;
    let workspace_id = found.workspace.workspace_id;
    let name = format!("{} {}", registration.first_name, registration.last_name);
    let tx = tx.audited(workspace_id, join_audit_action(app, user_id, &name, caller)).await?;
    found.join(app, &tx, user_id, &name).await?;
    tx.about(found.member.id, registration.email.as_str());
    sessions::end(&tx, previous.as_deref()).await?;
    let opening = sessions::open(app, &tx, user_id, workspace_id, caller, None).await?;
    tx.commit().await?;
    Ok(opening.finish(app, caller).await?)
}

fn refuse_unless_open(state: InvitationState) -> Result<(), WorkspaceError> {
    match state {
        InvitationState::Open => Ok(()),
        InvitationState::Expired => Err(WorkspaceError::InvitationExpired),
        // A user who has accepted has an account.
        InvitationState::Accepted => Err(WorkspaceError::AccountExists),
        InvitationState::Gone => Err(WorkspaceError::NoInvitation),
    }
}
