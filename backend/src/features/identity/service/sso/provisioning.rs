//! Finds or creates the account of a user who signs in through a provider, and their membership of its
//! workspace. A single transaction: a refused sign-in leaves nothing behind.

use proffer_adapters::oidc::UserClaims;
use proffer_domain::{
    identity::Email,
    sso::{
        self, AccountFacts, CallbackFacts, CallbackOutcome, ConnectionKind, JoinAction, Membership,
        MembershipFacts, PriorMembership, SignInProvider, SsoError,
    },
};
use proffer_store::SystemTx;
use uuid::Uuid;

use super::{Failed, Source, callback::Browser, enforcement};
use crate::{
    access,
    app::App,
    authz::Action,
    features::{
        identity::{
            service::{accounts, sessions},
            store::{
                self, NewAccount, User,
                sso::{self as sso_store, Identity, Member},
            },
        },
        team::{announce_joining, join_audit_action},
    },
    http::caller::Caller,
};

/// A user who returns from a provider.
pub struct ReturningUser {
    /// The owner of the provider.
    pub source: Source,
    /// The issuer of the provider.
    pub issuer: String,
    /// The claims of the ID token.
    pub user_claims: UserClaims,
    /// The signed-in user who requested the link.
    pub linking: Option<Uuid>,
}

impl ReturningUser {
    fn through(&self) -> Option<Uuid> {
        match self.source {
            Source::Site(_) => None,
            Source::Workspace(id) => Some(id),
        }
    }
}

/// Finds or creates the account, adds it to the workspace if the connection does that, opens a session, and
/// returns its cookie. Linking leaves the session unchanged.
pub async fn admit(app: &App, returning: ReturningUser, browser: &Browser) -> Result<Option<String>, Failed> {
    let email = returning.user_claims.email.as_deref().ok_or(SsoError::EmailMissing)?;
    let email = Email::parse("email", email).map_err(|_| SsoError::EmailMissing)?;
    let tx = access::anonymous(app, Action::SignIn).await?;
    store::lock_address(&tx, email.as_str()).await?;
    let user = account(app, &tx, &returning, &email).await?;
    judge(&tx, returning.through(), &user).await?;
    if returning.linking.is_some() {
        tx.commit().await?;
        return Ok(None);
    }
    let (tx, workspace_id) = if let Some(workspace_id) = returning.through() {
        (join(app, tx, workspace_id, &user, &browser.caller).await?, workspace_id)
    } else {
        if enforcement::applies(&tx, &user).await? {
            return Err(SsoError::SsoRequired.into());
        }
        let workspace_id = accounts::workspace_to_go_on_in(app, &tx, user.id).await?;
        (tx, workspace_id)
    };
    // Every sign-in gets a new token, which prevents session fixation.
    sessions::end(&tx, browser.session.as_deref()).await?;
    let opening =
        sessions::open(app, &tx, user.id, workspace_id, &browser.caller, returning.through()).await?;
    tx.commit().await?;
    Ok(Some(opening.cookie(app)))
}

/// Refuses users whom this provider must not sign in.
async fn judge(tx: &SystemTx, through: Option<Uuid>, user: &User) -> Result<(), Failed> {
    let is_site_admin = user.is_admin;
    let (kind, account) = match through {
        None => (ConnectionKind::Site, AccountFacts { is_site_admin, ..AccountFacts::default() }),
        Some(workspace_id) => {
            let is = sso_store::memberships_of(tx, user.id, workspace_id).await?;
            let membership = match (is.owns_workspace, is.belongs) {
                (true, _) => Membership::Owner,
                (false, true) => Membership::Member,
                (false, false) => Membership::Outsider,
            };
            (
                ConnectionKind::Workspace,
                AccountFacts { is_site_admin, membership, has_other_workspaces: is.has_other_workspaces },
            )
        }
    };
    Ok(sso::may_sign_in(kind, account)?)
}

async fn account(app: &App, tx: &SystemTx, returning: &ReturningUser, email: &Email) -> Result<User, Failed> {
    let (through, subject) = (returning.through(), returning.user_claims.subject.as_str());
    let identity = sso_store::identity(tx, through, &returning.issuer, subject).await?;
    let known = match &identity {
        Some(identity) => sso_store::user(tx, identity.user_id).await?,
        None => None,
    };
    let of_address = store::user_by_email(tx, email.as_str()).await?;
    let way = match through {
        None => SignInProvider::Site,
        Some(workspace_id) => {
            let known_address = known
                .as_ref()
                .map(|user| Email::parse("email", &user.email))
                .transpose()
                .map_err(|_| SsoError::Internal)?;
            let mut speaks_for_addresses = true;
            for address in [Some(email), known_address.as_ref()].into_iter().flatten() {
                speaks_for_addresses &=
                    sso_store::owner_of_domain(tx.conn(), address.domain()).await? == Some(workspace_id);
            }
            SignInProvider::Workspace { speaks_for_addresses }
        }
    };
    let facts = CallbackFacts {
        way,
        email_verified: returning.user_claims.email_verified,
        known: known.as_ref().map(|user| user.id),
        of_address: of_address.as_ref().map(|user| user.id),
        linking: returning.linking,
    };
    let now = app.now();
    let user = match facts.decide()? {
        CallbackOutcome::Known(_) => {
            if let Some(identity) = &identity {
                sso_store::touch_identity(tx, identity.id, email.as_str(), now).await?;
            }
            return Ok(known.ok_or(SsoError::Internal)?);
        }
        CallbackOutcome::Link(id) => sso_store::user(tx, id).await?.ok_or(SsoError::Internal)?,
        CallbackOutcome::New => {
            // A new account at an address of a workspace that enforces its own provider must come through
            // that provider.
            if through.is_none() && sso_store::must_use_sso(tx.conn(), None, email.domain()).await? {
                return Err(SsoError::SsoRequired.into());
            }
            open_account(app, tx, returning, email).await?
        }
    };
    let identity = Identity {
        id: app.new_id(),
        user_id: user.id,
        through_workspace: through,
        issuer: returning.issuer.clone(),
        subject: subject.to_owned(),
        email: email.as_str().to_owned(),
        created_at: now,
        last_used_at: now,
    };
    sso_store::insert_identity(tx, identity).await?;
    Ok(user)
}

/// Creates an account without a password, whose address the provider has verified. It gets its own workspace,
/// unless a workspace's own provider adds the user to that one.
async fn open_account(
    app: &App,
    tx: &SystemTx,
    returning: &ReturningUser,
    email: &Email,
) -> Result<User, Failed> {
    let UserClaims { given_name, family_name, name, .. } = &returning.user_claims;
    let (first_name, last_name) =
        sso::names(given_name.as_deref(), family_name.as_deref(), name.as_deref(), email.as_str());
    let account = NewAccount {
        user_id: app.new_id(),
        workspace_id: returning.through().is_none().then(|| app.new_id()),
        member_id: app.new_id(),
        email: email.as_str().to_owned(),
        password_hash: None,
        email_verified: true,
        registered_in: None,
        first_name,
        last_name,
        now: app.now(),
    };
    // The address was registered with a password in the meantime.
    if !accounts::insert(app, tx, &account).await? {
        return Err(SsoError::AccountExists.into());
    }
    Ok(sso_store::user(tx, account.user_id).await?.ok_or(SsoError::Internal)?)
}

/// Adds the user to the workspace whose provider signed them in, unless they are a member already.
async fn join(
    app: &App,
    tx: SystemTx,
    workspace_id: Uuid,
    user: &User,
    caller: &Caller,
) -> Result<SystemTx, Failed> {
    tx.enter_workspace(workspace_id).await?;
    // Serialises changes of the team.
    sso_store::lock_workspace(&tx, workspace_id).await?;
    let connection =
        sso_store::connection_of(tx.conn(), workspace_id).await?.ok_or(SsoError::NotAvailable)?;
    let now = app.now();
    let rows = sso_store::memberships(&tx, workspace_id, user.id, &user.email).await?;
    let (theirs, invitations): (Vec<Member>, Vec<Member>) =
        rows.into_iter().partition(|row| row.user_id == Some(user.id));
    let (former, invitation) = (theirs.into_iter().next(), invitations.into_iter().next());
    let invited = match &invitation {
        Some(invitation) => sso_store::invitation_is_open(&tx, invitation, now).await?,
        None => false,
    };
    let facts = MembershipFacts {
        prior_membership: former.as_ref().map(|row| {
            if row.status == "active" { PriorMembership::Active } else { PriorMembership::Removed }
        }),
        invited,
        adds_members: connection.adds_members,
    };
    let role = match facts.decide()? {
        JoinAction::Belongs => return Ok(tx),
        JoinAction::Accept => invitation.as_ref().map(|invitation| invitation.role.clone()),
        JoinAction::Add => Some(connection.default_role),
    };
    let name = format!("{} {}", user.first_name, user.last_name);
    let tx = tx.audited(workspace_id, join_audit_action(app, user.id, name.trim_end(), caller)).await?;
    tx.about(user.id, &user.email);
    if let Some(former) = former {
        sso_store::delete_member(&tx, &former).await?;
    }
    // An expired invitation must not remain next to the membership.
    let member = Member {
        workspace_id,
        id: invitation.as_ref().map_or_else(|| app.new_id(), |invitation| invitation.id),
        user_id: Some(user.id),
        role: role.unwrap_or_else(|| "member".to_owned()),
        invited_email: user.email.clone(),
        status: "active".to_owned(),
        created_at: now,
        updated_at: now,
        invited_by: invitation.as_ref().and_then(|invitation| invitation.invited_by),
    };
    match invitation {
        Some(_) => sso_store::accept_invitation(&tx, member).await?,
        None => sso_store::insert_member(&tx, member).await?,
    }
    announce_joining(app, &tx, workspace_id, user.id, name.trim_end()).await?;
    Ok(tx)
}
