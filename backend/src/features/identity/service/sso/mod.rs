//! Single sign-on: redirecting to a provider, its callback, and a workspace's own connection.

pub mod authorization;
pub mod callback;
pub mod connection;
pub mod connection_test;
pub mod domains;
pub mod enforcement;
mod error;
mod provisioning;
pub mod rechecks;

use openidconnect::url::Url;
use poem::Request;
use proffer_adapters::oidc::Registration;
use proffer_domain::sso::{ATTEMPT, SsoError};
use proffer_store::SystemTx;
use secrecy::SecretString;
use uuid::Uuid;

pub use self::error::Failed;
use crate::{
    app::App,
    features::identity::store::sso::{self as store, Connection},
    http::cookies,
};

/// The path of the redirect URI.
pub const CALLBACK: &str = "/api/auth/oidc/callback";

/// Binds a sign-in to the browser that started it; over https its prefix keeps other hosts from setting it.
const SECURE_COOKIE: &str = "__Host-proffer_sso";
const PLAIN_COOKIE: &str = "proffer_sso";

/// The owner of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A provider of the site, by its id.
    Site(String),
    /// A workspace's own provider.
    Workspace(Uuid),
}

/// Our client registration at the provider of `source`.
async fn registration(app: &App, tx: &SystemTx, source: &Source) -> Result<Registration, Failed> {
    match source {
        Source::Site(id) => {
            let provider = app
                .config
                .oidc_providers
                .iter()
                .find(|provider| provider.id == *id)
                .ok_or(SsoError::NotAvailable)?;
            Ok(Registration {
                issuer: provider.issuer.clone(),
                client_id: provider.client_id.clone(),
                client_secret: provider.client_secret.clone(),
                redirect_uri: app.config.link(CALLBACK),
            })
        }
        Source::Workspace(workspace_id) => {
            let connection = store::connection_of(tx.conn(), *workspace_id).await?;
            let connection =
                connection.filter(|connection| connection.enabled).ok_or(SsoError::NotAvailable)?;
            let Some(client_secret) = secret_of(app, &connection) else {
                tracing::error!(workspace = %workspace_id, "no key of PROFFER_SECRET_KEY opens the client secret");
                return Err(SsoError::NotAvailable.into());
            };
            Ok(registration_of(app, connection, client_secret))
        }
    }
}

fn registration_of(app: &App, connection: Connection, client_secret: SecretString) -> Registration {
    Registration {
        issuer: connection.issuer,
        client_id: connection.client_id,
        client_secret,
        redirect_uri: app.config.link(CALLBACK),
    }
}

/// The client secret of a connection; `None` if none of our keys decrypts it.
fn secret_of(app: &App, connection: &Connection) -> Option<SecretString> {
    app.secrets.open(&connection.client_secret, connection.workspace_id.as_bytes())
}

/// The browser's cookie from the start of its sign-in.
pub fn browser(app: &App, request: &Request) -> Option<String> {
    cookies::cookie(request, if app.config.is_https() { SECURE_COOKIE } else { PLAIN_COOKIE })
}

/// The header that sets the cookie, or removes it if `secret` is `None`.
pub fn browser_cookie(app: &App, secret: Option<&str>) -> String {
    let (value, seconds) = secret.map_or(("", 0), |secret| (secret, ATTEMPT.num_seconds()));
    if app.config.is_https() {
        format!("{SECURE_COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}; Secure")
    } else {
        format!("{PLAIN_COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}")
    }
}

/// The sign-in screen, with a path of this site to return to.
pub fn sign_in_screen(return_to: &str) -> String {
    if return_to == "/" {
        return "/auth".to_owned();
    }
    format!(
        "/auth?{}",
        url::form_urlencoded::Serializer::new(String::new()).append_pair("returnTo", return_to).finish()
    )
}

/// A path of this site with the reason for the failed sign-in.
pub fn with_error(path: &str, error: SsoError) -> String {
    let add = |path: &str| -> Option<String> {
        let mut url = Url::parse("http://site").ok()?.join(path).ok()?;
        url.query_pairs_mut().append_pair("ssoError", error.code());
        Some(url.as_str().strip_prefix("http://site")?.to_owned())
    };
    add(path).unwrap_or_else(|| format!("/auth?ssoError={}", error.code()))
}
