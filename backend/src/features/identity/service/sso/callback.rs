//! The callback: a browser returns from the provider.

use proffer_adapters::oidc::{Binding, Return};
use proffer_domain::sso::SsoError;
use subtle::ConstantTimeEq;

use super::{Failed, Source, provisioning, registration, sign_in_screen};
use crate::{
    access,
    app::App,
    authz::Action,
    features::identity::store::sso::{self as store, Attempt},
    http::caller::Caller,
    tokens,
};

/// The authorization response (OpenID Connect), from the query of the redirect.
#[derive(Debug, Default)]
pub struct AuthorizationResponse {
    /// Identifies the sign-in.
    pub state: Option<String>,
    /// The authorization code, to be exchanged for a token.
    pub code: Option<String>,
    /// The error, if there is no code.
    pub error: Option<String>,
    /// The issuer of the response (RFC 9207).
    pub issuer: Option<String>,
}

/// The data sent by the browser.
#[derive(Debug)]
pub struct Browser {
    /// The cookie from the start of the sign-in.
    pub secret: Option<String>,
    /// The session token, if there is one.
    pub session: Option<String>,
    pub caller: Caller,
}

/// The redirect after the callback.
#[derive(Debug)]
pub struct CallbackRedirect {
    /// A path of this site.
    pub path: String,
    /// The session cookie, if a session was opened.
    pub cookie: Option<String>,
}

/// A failure, and the page that reports it.
#[derive(Debug)]
pub struct Failure {
    pub failed: Failed,
    /// The page that requested the link; otherwise the sign-in screen, which keeps the return path.
    pub path: String,
}

/// Consumes the sign-in attempt that the response belongs to, even if it fails, so that no response works
/// twice.
pub async fn finish(
    app: &App,
    answer: &AuthorizationResponse,
    browser: &Browser,
) -> Result<CallbackRedirect, Failure> {
    let attempt =
        take(app, answer, browser).await.map_err(|failed| Failure { failed, path: sign_in_screen("/") })?;
    let path = if attempt.linking_user.is_some() {
        attempt.return_to.clone()
    } else {
        sign_in_screen(&attempt.return_to)
    };
    complete(app, attempt, answer, browser).await.map_err(|failed| Failure { failed, path })
}

async fn take(app: &App, answer: &AuthorizationResponse, browser: &Browser) -> Result<Attempt, Failed> {
    let state = answer.state.as_deref().ok_or(SsoError::Expired)?;
    let tx = access::anonymous(app, Action::SignIn).await?;
    let attempt = store::take_attempt(&tx, &tokens::hash(state)).await?;
    tx.commit().await?;
    let attempt = attempt.filter(|attempt| app.now() < attempt.expires_at).ok_or(SsoError::Expired)?;
    let secret = browser.secret.as_deref().unwrap_or_default();
    let same: bool = tokens::hash(secret).ct_eq(&attempt.browser_hash).into();
    if same { Ok(attempt) } else { Err(SsoError::Expired.into()) }
}

async fn complete(
    app: &App,
    attempt: Attempt,
    answer: &AuthorizationResponse,
    browser: &Browser,
) -> Result<CallbackRedirect, Failed> {
    if let Some(error) = &answer.error {
        return Err(
            if error == "access_denied" { SsoError::Cancelled } else { SsoError::ProviderRefused }.into()
        );
    }
    let code = answer.code.as_deref().ok_or(SsoError::ProviderRefused)?;
    let source = match (attempt.provider, attempt.through_workspace) {
        (Some(id), _) => Source::Site(id),
        (None, Some(id)) => Source::Workspace(id),
        (None, None) => return Err(SsoError::Internal.into()),
    };
    let tx = access::anonymous(app, Action::SignIn).await?;
    let us = registration(app, &tx, &source).await?;
    drop(tx);
    if attempt.linking_user.is_some() && attempt.linking_user != signed_in(app, browser).await? {
        return Err(SsoError::SignInFirst.into());
    }
    let binding =
        Binding { state: String::new(), nonce: attempt.nonce, pkce_verifier: attempt.pkce_verifier };
    let back = Return { code, issuer: answer.issuer.as_deref() };
    let user_claims = app.oidc.finish(&us, &binding, &back, app.now()).await?;
    let user =
        provisioning::ReturningUser { source, issuer: us.issuer, user_claims, linking: attempt.linking_user };
    let cookie = provisioning::admit(app, user, browser).await?;
    Ok(CallbackRedirect { path: attempt.return_to, cookie })
}

async fn signed_in(app: &App, browser: &Browser) -> Result<Option<uuid::Uuid>, Failed> {
    let Some(token) = &browser.session else { return Ok(None) };
    let principal = access::sessions::principal(app, token)
        .await?
        .filter(|principal| principal.through_workspace().is_none());
    Ok(principal.map(|principal| principal.user_id))
}
