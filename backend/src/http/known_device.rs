//! The cookie of a known device, a browser on which an account has signed in. It grants no access: rate
//! limits count such a browser separately, so that attempts by others never lock the owner out.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use poem::{
    Request,
    web::cookie::{Cookie, SameSite},
};
use proffer_domain::rate_limit::{Device, device::KNOWN_FOR};
use secrecy::ExposeSecret;

use super::cookies;
use crate::app::App;

/// Its name over https. The prefix prevents subdomains and plain http from setting it.
const SECURE: &str = "__Host-proffer_device";
/// Its name over plain http.
const PLAIN: &str = "proffer_device";
/// What the encrypted value is bound to.
const BOUND_TO: &[u8] = b"known device";

fn name(app: &App) -> &'static str {
    if app.config.is_https() { SECURE } else { PLAIN }
}

/// The known device of a request. A cookie that was altered, or belongs to another server, is ignored.
pub fn of(app: &App, request: &Request) -> Option<Device> {
    let sealed = URL_SAFE_NO_PAD.decode(cookies::cookie(request, name(app))?).ok()?;
    Device::parse(app.secrets.open(&sealed, BOUND_TO)?.expose_secret(), app.now())
}

/// Sets the cookie: the account with that address has signed in on this browser.
pub fn remember(app: &App, request: &Request, mail: &str) {
    let now = app.now();
    let device = of(app, request).unwrap_or_else(|| Device::new(app.new_id(), now)).remember(mail, now);
    let sealed = match app.secrets.seal(&device.text(), BOUND_TO, app.rng.bytes()) {
        Ok(sealed) => sealed,
        Err(error) => return tracing::warn!(%error, "a browser is not remembered"),
    };
    let mut cookie = Cookie::new_with_str(name(app), URL_SAFE_NO_PAD.encode(sealed));
    cookie.set_path("/");
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(app.config.is_https());
    cookie.set_max_age(KNOWN_FOR.to_std().unwrap_or_default());
    request.cookie().add(cookie);
}
