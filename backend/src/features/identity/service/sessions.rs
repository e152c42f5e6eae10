//! Signing in and out, and the user of a session.

use chrono::TimeDelta;
use poem::Request;
use proffer_domain::identity::{Credentials, SessionFacts, SignInDecision, SignInFacts};
use proffer_store::SystemTx;
use uuid::Uuid;

use super::{account, accounts, registrations, sso::enforcement};
use crate::{
    access::{self, Principal, Subject, own_audit_entry},
    app::App,
    authz::{Action, Role},
    failure::Failure,
    features::{
        identity::{
            IdentityError,
            store::{self, NewSession},
            types::{CurrentUser, LoginInput, WorkspaceRef},
        },
        team,
    },
    http::{
        caller::Caller,
        cookies::{self, PLAIN_COOKIE, SECURE_COOKIE},
    },
    tokens,
};

/// A session that was just opened: its cookie, and the user as in `/api/auth/user`.
pub struct Opened {
    pub cookie: String,
    pub user: CurrentUser,
}

/// Checks a password and opens a session. An unknown address costs one hash and gets the same response as a
/// wrong password.
pub async fn sign_in(
    app: &App,
    tx: SystemTx,
    input: &LoginInput,
    caller: &Caller,
    request: &Request,
) -> Result<Opened, IdentityError> {
    let credentials = Credentials::parse(&input.email, &input.password)?;
    let browser = registrations::browser(app, request);
    let user = store::addressee(&tx, credentials.email.as_str(), browser.as_deref()).await?;
    drop(tx);
    let stored = user.as_ref().and_then(|user| user.password_hash.as_deref());
    let matches = app.passwords.matches(&credentials.password, stored).await?;
    let decision = SignInDecision::decide(SignInFacts {
        account_exists: user.is_some(),
        password_matches: matches,
        email_verified: user.as_ref().is_some_and(|user| user.email_verified),
    });
    let (Some(user), SignInDecision::Open) = (user, decision) else {
        return Err(IdentityError::SignIn(decision));
    };

    let tx = SystemTx::begin(app.db.system()).await?;
    enforcement::refuse_password(&tx, &user).await?;
    end(&tx, cookies::session_token(request).as_deref()).await?;
    let workspace_id = accounts::workspace_to_go_on_in(app, &tx, user.id).await?;
    let opening = open(app, &tx, user.id, workspace_id, caller, None).await?;
    tx.commit().await?;
    opening.finish(app, caller).await
}

/// A session that begins when its transaction commits.
pub struct Opening {
    token: String,
    lifetime: TimeDelta,
}

/// Opens a session of a user in a workspace. Every sign-in gets a new token, which prevents session fixation;
/// the caller must [`end`] the browser's previous session.
pub async fn open(
    app: &App,
    tx: &SystemTx,
    user_id: Uuid,
    workspace_id: Uuid,
    caller: &Caller,
    through_workspace: Option<Uuid>,
) -> Result<Opening, IdentityError> {
    let secret = tokens::issue(app);
    let now = app.now();
    let session = NewSession {
        id: app.new_id(),
        token_hash: secret.hash,
        user_id,
        workspace_id,
        through_workspace,
        ip: caller.ip.clone(),
        user_agent: caller.user_agent.clone(),
        now,
        expires_at: SessionFacts { created_at: now, last_seen_at: now, revoked_at: None }.expires_at(),
    };
    store::insert_session(tx, &session).await?;
    let user = store::user(tx, user_id).await?.ok_or(IdentityError::NotSignedIn)?;
    let name = format!("{} {}", user.first_name, user.last_name);
    tx.record(workspace_id, own_audit_entry(app, Action::SignIn, user_id, name, &user.email, caller)).await?;
    Ok(Opening { token: secret.text, lifetime: session.expires_at - now })
}

impl Opening {
    pub fn cookie(&self, app: &App) -> String {
        cookie(app, &self.token, Some(self.lifetime))
    }

    /// The cookie and the current user, after the commit.
    pub async fn finish(self, app: &App, caller: &Caller) -> Result<Opened, IdentityError> {
        let principal =
            access::sessions::principal(app, &self.token).await?.ok_or(IdentityError::NotSignedIn)?;
        let permissions = Subject::principal(app, &principal, caller).permissions();
        Ok(Opened { cookie: self.cookie(app), user: current_user(app, &principal, permissions).await? })
    }
}

/// Ends the session of this token, if there is one.
pub async fn end(tx: &SystemTx, token: Option<&str>) -> Result<(), Failure> {
    if let Some(token) = token {
        store::delete_session(tx, &tokens::hash(token)).await?;
    }
    Ok(())
}

/// Ends a session, if there is one, and returns the header that removes its cookie.
pub async fn sign_out(app: &App, tx: SystemTx, token: Option<String>) -> Result<String, Failure> {
    end(&tx, token.as_deref()).await?;
    tx.commit().await?;
    Ok(no_cookie(app))
}

/// The header that removes the cookie of an ended session.
pub fn no_cookie(app: &App) -> String {
    cookie(app, "", None)
}

/// Switches the session to another workspace; the caller must have checked the membership.
pub async fn work_in(tx: &SystemTx, principal: &Principal, workspace_id: Uuid) -> Result<(), IdentityError> {
    let session_id = principal.session_id().ok_or(IdentityError::NoSession)?;
    Ok(store::set_active_workspace(tx, session_id, workspace_id).await?)
}

/// Moves the sessions of a user who has left a workspace to another of their workspaces, so that they stay
/// signed in. Returns that workspace.
pub async fn move_away(app: &App, tx: &SystemTx, user_id: Uuid, from: Uuid) -> Result<Uuid, IdentityError> {
    let to = accounts::workspace_to_go_on_in(app, tx, user_id).await?;
    store::move_sessions(tx, user_id, from, to).await?;
    Ok(to)
}

/// The current user for the frontend, in another of their workspaces.
pub async fn current_user_in(
    app: &App,
    principal: &Principal,
    caller: &Caller,
    workspace_id: Uuid,
) -> Result<CurrentUser, IdentityError> {
    let (_, memberships) = reached(app, principal).await?;
    let active = memberships
        .iter()
        .find(|membership| membership.workspace_id == workspace_id)
        .ok_or(IdentityError::NotSignedIn)?;
    let role = Role::of_word(&active.role).ok_or(IdentityError::NotSignedIn)?;
    let principal = Principal { workspace_id, role, ..principal.clone() };
    let permissions = Subject::principal(app, &principal, caller).permissions();
    current_user(app, &principal, permissions).await
}

/// The current user for the frontend.
pub async fn current_user(
    app: &App,
    principal: &Principal,
    permissions: Vec<String>,
) -> Result<CurrentUser, IdentityError> {
    let (user, memberships) = reached(app, principal).await?;
    let user = user.ok_or(IdentityError::NotSignedIn)?;
    let active = memberships
        .iter()
        .find(|membership| membership.workspace_id == principal.workspace_id)
        .ok_or(IdentityError::NotSignedIn)?;
    Ok(CurrentUser {
        etag: account::etag(&user),
        id: user.id,
        email: user.email,
        first_name: user.first_name,
        last_name: user.last_name,
        profile_image_url: user.profile_image_url,
        is_admin: principal.is_admin,
        email_verified: user.email_verified,
        has_password: user.password_hash.is_some(),
        subscription_status: active.plan()?.status_at(app.now()).as_str().to_owned(),
        trial_ends_at: Some(active.trial_ends_at.into()),
        subscription_ends_at: active.subscription_ends_at.map(Into::into),
        stripe_customer_id: active.stripe_customer_id.clone(),
        stripe_subscription_id: active.stripe_subscription_id.clone(),
        created_at: user.created_at.into(),
        workspace: workspace_ref(active),
        workspaces: memberships.iter().map(workspace_ref).collect(),
        permissions,
    })
}

/// The user, with the workspaces that the session can reach or switch to.
async fn reached(
    app: &App,
    principal: &Principal,
) -> Result<(Option<store::User>, Vec<store::Membership>), Failure> {
    let (user, mut memberships) = store::person(app.db.system(), principal.user_id).await?;
    if let Some(through) = principal.through_workspace() {
        memberships.retain(|membership| membership.workspace_id == through);
    }
    Ok((user, memberships))
}

fn workspace_ref(membership: &store::Membership) -> WorkspaceRef {
    WorkspaceRef {
        etag: team::etag(&membership.name, membership.countersign),
        id: membership.workspace_id,
        name: membership.name.clone(),
        role: membership.role.clone(),
        countersign: membership.countersign,
    }
}

/// Without `lifetime`, the cookie is removed.
fn cookie(app: &App, token: &str, lifetime: Option<TimeDelta>) -> String {
    let seconds = lifetime.map_or(0, |lifetime| lifetime.num_seconds());
    if app.config.is_https() {
        format!("{SECURE_COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}; Secure")
    } else {
        format!("{PLAIN_COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}")
    }
}
