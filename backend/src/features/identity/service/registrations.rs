//! Registrations whose addresses are not verified yet. Each has its own password, name, workspace and link.
//! The one that is confirmed becomes the account of the address, and all others end, so no one else's
//! password opens it.

use chrono::TimeDelta;
use poem::Request;
use proffer_domain::identity::TokenKind;
use proffer_store::SystemTx;

use crate::{
    app::App,
    failure::Failure,
    features::{
        identity::store::{self, Token, User, account},
        team,
    },
    http::cookies,
    tokens,
};

/// Identifies the browser that registered; over https its prefix keeps other hosts from setting it.
const SECURE_COOKIE: &str = "__Host-proffer_registration";
const PLAIN_COOKIE: &str = "proffer_registration";
/// How long a browser is recognised.
const KNOWN_FOR: TimeDelta = TimeDelta::days(30);

/// The stored hash of the browser's cookie, if it has registered an account.
pub fn browser(app: &App, request: &Request) -> Option<Vec<u8>> {
    let name = if app.config.is_https() { SECURE_COOKIE } else { PLAIN_COOKIE };
    cookies::cookie(request, name).map(|secret| tokens::hash(&secret))
}

/// The `Set-Cookie` header that identifies the browser.
pub fn browser_cookie(app: &App, secret: &str) -> String {
    let seconds = KNOWN_FOR.num_seconds();
    if app.config.is_https() {
        format!("{SECURE_COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}; Secure")
    } else {
        format!("{PLAIN_COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}")
    }
}

/// A mailed link with its user, locked together with the address: clicks are processed in order, and the
/// address cannot be registered or verified in the meantime. The address is always locked first, which
/// prevents deadlocks.
pub async fn lock_link(
    tx: &SystemTx,
    kind: TokenKind,
    hash: &[u8],
) -> Result<Option<(Token, User)>, Failure> {
    let Some(user_id) = account::token(tx, kind, hash).await?.and_then(|token| token.user_id) else {
        return Ok(None);
    };
    let Some(user) = account::find(tx, user_id).await? else { return Ok(None) };
    store::lock_address(tx, &user.email).await?;
    Ok(store::token_for_update(tx, kind, hash).await?)
}

/// The registration of the same address that was made in this browser.
pub async fn made_in(tx: &SystemTx, user: &User, browser: Option<&[u8]>) -> Result<Option<User>, Failure> {
    let Some(browser) = browser else { return Ok(None) };
    let waiting = store::registrations(tx, &user.email).await?;
    Ok(waiting.into_iter().find(|registration| registration.registered_in.as_deref() == Some(browser)))
}

/// Makes `user` the account of the address, which a mailed link has verified.
pub async fn confirm(app: &App, tx: &SystemTx, token: &Token, user: &User) -> Result<(), Failure> {
    store::mark_verified(tx, token, user.id, app.now()).await?;
    end(tx, &user.email).await
}

/// Ends the pending registrations of an address, with their workspaces and links.
pub async fn end(tx: &SystemTx, email: &str) -> Result<(), Failure> {
    for registration in store::registrations(tx, email).await? {
        for workspace in team::workspaces_of(tx, registration.id).await? {
            tx.enter_workspace(workspace.workspace_id).await?;
            team::erase_workspace(tx).await?;
        }
        store::erase_user(tx, registration.id).await?;
    }
    Ok(())
}
