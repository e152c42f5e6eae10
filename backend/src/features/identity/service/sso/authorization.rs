//! The authorization request: redirects a browser to the provider.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use proffer_adapters::oidc::Binding;
use proffer_domain::{identity::Email, sso::ATTEMPT};
use proffer_store::SystemTx;
use url::form_urlencoded;
use uuid::Uuid;

use super::{Failed, Source, browser_cookie, registration};
use crate::{
    access,
    app::App,
    authz::Action,
    features::identity::{
        IdentityError,
        redirects::is_own_path,
        store::sso::{self as store, Attempt},
    },
    tokens,
};

/// The parameters of a sign-in request.
#[derive(Debug, Default)]
pub struct SignInRequest {
    /// A path of this site; any other value is ignored.
    pub return_to: Option<String>,
    /// The entered email address, for the provider's form.
    pub hint: Option<String>,
    /// The signed-in user who wants to link this provider.
    pub linking: Option<Uuid>,
}

/// A sign-in that has started at the provider.
#[derive(Debug)]
pub struct StartedSignIn {
    /// The URL of the provider's page.
    pub url: String,
    /// The cookie that binds the callback to this browser.
    pub cookie: String,
}

/// Records the sign-in attempt and returns the URL of the provider's page.
pub async fn start(app: &App, source: Source, request: SignInRequest) -> Result<StartedSignIn, Failed> {
    let tx = access::anonymous(app, Action::SignIn).await?;
    let us = registration(app, &tx, &source).await?;
    drop(tx);
    let (state, browser) = (tokens::issue(app), tokens::issue(app));
    let secret = || URL_SAFE_NO_PAD.encode(app.rng.bytes::<32>());
    let binding = Binding { state: state.text, nonce: secret(), pkce_verifier: secret() };
    let hint = request.hint.as_deref().and_then(|hint| Email::parse("email", hint).ok());
    let now = app.now();
    let url = app.oidc.begin(&us, &binding, hint.as_ref().map(Email::as_str), now).await?;

    let (provider, through_workspace) = match source {
        Source::Site(id) => (Some(id), None),
        Source::Workspace(id) => (None, Some(id)),
    };
    let attempt = Attempt {
        id: app.new_id(),
        state_hash: state.hash,
        browser_hash: browser.hash,
        nonce: binding.nonce,
        pkce_verifier: binding.pkce_verifier,
        provider,
        through_workspace,
        linking_user: request.linking,
        return_to: request.return_to.filter(|path| is_own_path(path)).unwrap_or_else(|| "/".to_owned()),
        created_at: now,
        expires_at: now + ATTEMPT,
    };
    let tx = access::anonymous(app, Action::SignIn).await?;
    store::insert_attempt(&tx, attempt).await?;
    tx.commit().await?;
    Ok(StartedSignIn { url: url.into(), cookie: browser_cookie(app, Some(&browser.text)) })
}

/// The path of this site that redirects to the provider of the address's workspace. Only the domain of the
/// address decides, so nothing is revealed about accounts.
pub async fn find(tx: &SystemTx, email: &str, return_to: Option<&str>) -> Result<String, IdentityError> {
    let email = Email::parse("email", email)?;
    let workspace_id =
        store::owner_of_domain(tx.conn(), email.domain()).await?.ok_or(IdentityError::NoSsoForAddress)?;
    store::connection_of(tx.conn(), workspace_id)
        .await?
        .filter(|connection| connection.enabled)
        .ok_or(IdentityError::NoSsoForAddress)?;
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("email", email.as_str());
    if let Some(path) = return_to.filter(|path| is_own_path(path)) {
        query.append_pair("returnTo", path);
    }
    Ok(format!("/api/auth/sso/{workspace_id}/start?{}", query.finish()))
}
