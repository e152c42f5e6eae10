//! The link by which whoever gets a mail stops its kind: what it stands for, encrypted, so that nobody can
//! make one or learn ids from it. It needs no row and never expires; what it does can be undone in the
//! settings, and done again.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use proffer_domain::notification::NotificationEvent;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;

/// What the encryption is bound to: no other secret of the site opens as a link.
const BOUND_TO: &[u8] = b"unsubscribe";

/// The page for people, and the operation behind it.
const PAGE: &str = "/unsubscribe?token=";
const OPERATION: &str = "/api/notifications/unsubscribe?token=";

/// What somebody is mailed until they say otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Subscription {
    /// A client: the reminders of that proposal.
    Reminders {
        /// The tenant.
        workspace_id: Uuid,
        /// The proposal.
        proposal_id: Uuid,
    },
    /// Somebody of the team: that kind of notification.
    Notifications {
        /// The tenant.
        workspace_id: Uuid,
        /// The person.
        user_id: Uuid,
        /// The kind.
        kind: NotificationEvent,
    },
}

/// The address of the page that ends it once somebody says so.
pub fn link(app: &App, what: &Subscription) -> String {
    let sealed =
        serde_json::to_string(what).map_err(anyhow::Error::from).and_then(|text| app.secrets.seal(&text, BOUND_TO, app.rng.bytes()));
    let token = sealed.unwrap_or_else(|error| {
        // Nothing this short fails; were it ever to, a mail without a working link is better than none.
        tracing::error!(%error, "a link to unsubscribe cannot be made");
        Vec::new()
    });
    app.config.link(&format!("{PAGE}{}", URL_SAFE_NO_PAD.encode(token)))
}

/// Where mail programs post for the same, without a person and without a page (RFC 8058).
pub fn one_click(page: &str) -> String {
    page.replacen(PAGE, OPERATION, 1)
}

/// What the token of such a link stands for; nothing where it was altered, or made elsewhere.
pub fn open(app: &App, token: &str) -> Option<Subscription> {
    let sealed = URL_SAFE_NO_PAD.decode(token).ok()?;
    let text = app.secrets.open(&sealed, BOUND_TO)?;
    serde_json::from_str(text.expose_secret()).ok()
}
