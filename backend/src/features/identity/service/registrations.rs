//! Registrations that wait for the proof of their address. Each stands by itself, with its own password,
//! name, workspace and link. The one that is confirmed becomes the account of the address, and all others
//! end: nobody else's password opens it.

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

/// Tells the browser that registered from every other; under https its name keeps other hosts from setting
/// it.
const SECURE_COOKIE: &str = "__Host-proffer_registration";
const PLAIN_COOKIE: &str = "proffer_registration";
/// For how long a browser is known.
const KNOWN_FOR: TimeDelta = TimeDelta::days(30);

/// What is stored of the browser that sends this request, where it has registered somebody.
pub fn browser(app: &App, request: &Request) -> Option<Vec<u8>> {
    let name = if app.config.is_https() { SECURE_COOKIE } else { PLAIN_COOKIE };
    cookies::cookie(request, name).map(|secret| tokens::hash(&secret))
}

/// The header by which the browser will be known.
pub fn browser_cookie(app: &App, secret: &str) -> String {
    let seconds = KNOWN_FOR.num_seconds();
    if app.config.is_https() {
        format!("{SECURE_COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}; Secure")
    } else {
        format!("{PLAIN_COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}")
    }
}

/// A mailed link with its person, locked together with their address: of two clicks one is first, and nobody
/// registers or confirms the address meanwhile. The address comes first everywhere, so that nobody waits for
/// a link whose holder waits for the address.
pub async fn lock_link(tx: &SystemTx, kind: TokenKind, hash: &[u8]) -> Result<Option<(Token, User)>, Failure> {
    let Some(user_id) = account::token(tx, kind, hash).await?.and_then(|token| token.user_id) else { return Ok(None) };
    let Some(user) = account::find(tx, user_id).await? else { return Ok(None) };
    store::lock_address(tx, &user.email).await?;
    Ok(store::token_for_update(tx, kind, hash).await?)
}

/// Of the registrations of the address of `user`, the one made in that browser.
pub async fn made_in(tx: &SystemTx, user: &User, browser: Option<&[u8]>) -> Result<Option<User>, Failure> {
    let Some(browser) = browser else { return Ok(None) };
    let waiting = store::registrations(tx, &user.email).await?;
    Ok(waiting.into_iter().find(|registration| registration.registered_in.as_deref() == Some(browser)))
}

/// Makes `user` the account of their address, which a mailed link has proven.
pub async fn confirm(app: &App, tx: &SystemTx, token: &Token, user: &User) -> Result<(), Failure> {
    store::mark_verified(tx, token, user.id, app.now()).await?;
    end(tx, &user.email).await
}

/// Ends the registrations of an address that still wait, with their workspaces, links and all.
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
