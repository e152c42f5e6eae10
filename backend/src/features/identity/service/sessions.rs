//! Signing in and out, and who a session belongs to.

use proffer_domain::identity::{Credentials, SessionFacts, SignInDecision, SignInFacts};

use super::tokens;
use crate::{
    app::App,
    db::SystemTx,
    features::identity::{
        api::{CurrentUser, LoginInput, WorkspaceRef},
        store::{self, NewSession},
    },
    http::{
        auth::{PLAIN_COOKIE, Principal, SECURE_COOKIE, Who},
        authz::Role,
        caller::Caller,
        problem::Problem,
    },
};

/// A session just opened: its cookie, and the person as `/api/auth/user` shows them.
pub struct Opened {
    /// The `Set-Cookie` header.
    pub cookie: String,
    /// The person.
    pub user: CurrentUser,
}

/// Checks a password and opens a session. An unknown address costs one hash and answers as a wrong password does.
pub async fn sign_in(app: &App, tx: SystemTx, input: &LoginInput, caller: &Caller, previous: Option<String>) -> Result<Opened, Problem> {
    let credentials = Credentials::parse(&input.email, &input.password)?;
    let user = store::user_by_email(&tx, credentials.email.as_str()).await?;
    drop(tx);
    let stored = user.as_ref().map(|user| user.password_hash.as_str());
    let matches = app.passwords.matches(&credentials.password, stored).await?;
    let decision = SignInDecision::decide(SignInFacts {
        account_exists: user.is_some(),
        password_matches: matches,
        email_verified: user.as_ref().is_some_and(|user| user.email_verified),
    });
    let (Some(user), SignInDecision::Open) = (user, decision) else { return Err(refusal(decision)) };

    let tx = SystemTx::begin(app.db.system()).await?;
    // The token is new at every sign-in, so one planted beforehand is worth nothing.
    if let Some(previous) = previous {
        store::delete_session(&tx, &tokens::hash(&previous)).await?;
    }
    let secret = tokens::issue(app);
    let now = app.now();
    let session = NewSession {
        id: app.new_id(),
        token_hash: secret.hash,
        user_id: user.id,
        workspace_id: store::first_workspace(&tx, user.id).await?,
        ip: caller.ip.clone(),
        user_agent: caller.user_agent.clone(),
        now,
        expires_at: SessionFacts { created_at: now, last_seen_at: now, revoked_at: None }.expires_at(),
    };
    store::insert_session(&tx, &session).await?;
    tx.commit().await?;
    let principal = principal(app, &secret.text).await?.ok_or_else(Problem::unauthenticated)?;
    let permissions = Who::person(app, &principal).permissions();
    let user = current_user(app, &principal, permissions).await?;
    Ok(Opened { cookie: cookie(app, &secret.text, Some(session.expires_at - now)), user })
}

fn refusal(decision: SignInDecision) -> Problem {
    let (code, message) = (decision.code().unwrap_or("invalid_credentials"), decision.message().unwrap_or_default());
    let status = match decision {
        SignInDecision::EmailNotVerified => poem::http::StatusCode::FORBIDDEN,
        SignInDecision::InvalidCredentials | SignInDecision::Open => poem::http::StatusCode::UNAUTHORIZED,
    };
    Problem::new(status, code, message)
}

/// Ends a session, if there is one, and gives the header that removes its cookie.
pub async fn sign_out(app: &App, tx: SystemTx, token: Option<String>) -> Result<String, Problem> {
    if let Some(token) = token {
        store::delete_session(&tx, &tokens::hash(&token)).await?;
    }
    tx.commit().await?;
    Ok(cookie(app, "", None))
}

/// Who a session token belongs to, in their active workspace; nobody when the session is over or they have left it.
pub async fn principal(app: &App, token: &str) -> Result<Option<Principal>, Problem> {
    let Some(row) = store::session(app.db.system(), &tokens::hash(token)).await? else { return Ok(None) };
    let facts = SessionFacts { created_at: row.created_at, last_seen_at: row.last_seen_at, revoked_at: None };
    let now = app.now();
    if !facts.is_live(now) {
        return Ok(None);
    }
    if facts.needs_touch(now) {
        let seen = SessionFacts { last_seen_at: now, ..facts };
        store::touch_session(app.db.system(), row.session_id, now, seen.expires_at()).await?;
    }
    let Some(role) = Role::ALL.iter().copied().find(|role| role.word() == row.role) else { return Ok(None) };
    Ok(Some(Principal {
        user_id: row.user_id,
        session_id: row.session_id,
        workspace_id: row.workspace_id,
        role,
        is_admin: row.is_admin,
        name: format!("{} {}", row.first_name, row.last_name),
        email: row.email,
    }))
}

/// The signed-in person as the screens need them.
pub async fn current_user(app: &App, principal: &Principal, permissions: Vec<String>) -> Result<CurrentUser, Problem> {
    let (user, memberships) = store::person(app.db.system(), principal.user_id).await?;
    let user = user.ok_or_else(Problem::unauthenticated)?;
    let active =
        memberships.iter().find(|membership| membership.workspace_id == principal.workspace_id).ok_or_else(Problem::unauthenticated)?;
    Ok(CurrentUser {
        id: user.id,
        email: user.email,
        first_name: user.first_name,
        last_name: user.last_name,
        profile_image_url: user.profile_image_url,
        is_admin: user.is_admin,
        email_verified: user.email_verified,
        subscription_status: active.subscription_status.clone(),
        trial_ends_at: Some(active.trial_ends_at.into()),
        created_at: user.created_at.into(),
        workspace: workspace_ref(active),
        workspaces: memberships.iter().map(workspace_ref).collect(),
        permissions,
    })
}

fn workspace_ref(membership: &store::Membership) -> WorkspaceRef {
    WorkspaceRef { id: membership.workspace_id, name: membership.name.clone(), role: membership.role.clone() }
}

/// `lifetime` absent removes the cookie.
fn cookie(app: &App, token: &str, lifetime: Option<chrono::TimeDelta>) -> String {
    let seconds = lifetime.map_or(0, |lifetime| lifetime.num_seconds());
    if app.config.is_https() {
        format!("{SECURE_COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}; Secure")
    } else {
        format!("{PLAIN_COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}")
    }
}
