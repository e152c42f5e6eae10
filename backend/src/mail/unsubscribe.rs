//! The unsubscribe link of a mail. It encrypts the subscription that it ends, so that no one can forge it or
//! read ids from it. It needs no row and never expires; the recipient can subscribe again in the settings.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use proffer_domain::notification::NotificationEvent;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;

/// The encryption context: no other secret of the site opens as a link.
const BOUND_TO: &[u8] = b"unsubscribe";

/// The unsubscribe page, and the operation behind it.
const PAGE: &str = "/unsubscribe?token=";
const OPERATION: &str = "/api/notifications/unsubscribe?token=";

/// A subscription to mails, on by default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Subscription {
    /// A client: the reminders of one proposal.
    Reminders {
        /// The tenant.
        workspace_id: Uuid,
        proposal_id: Uuid,
    },
    /// A member: one kind of notification.
    Notifications {
        /// The tenant.
        workspace_id: Uuid,
        user_id: Uuid,
        kind: NotificationEvent,
    },
}

/// The address of the page that ends the subscription after confirmation.
pub fn link(app: &App, what: &Subscription) -> String {
    let sealed = serde_json::to_string(what)
        .map_err(anyhow::Error::from)
        .and_then(|text| app.secrets.seal(&text, BOUND_TO, app.rng.bytes()));
    let token = sealed.unwrap_or_else(|error| {
        // Encryption of such a short text does not fail; if it did, a mail without a working link is better
        // than none.
        tracing::error!(%error, "a link to unsubscribe cannot be made");
        Vec::new()
    });
    app.config.link(&format!("{PAGE}{}", URL_SAFE_NO_PAD.encode(token)))
}

/// The address that mail clients post to, without a page (RFC 8058).
pub fn one_click(page: &str) -> String {
    page.replacen(PAGE, OPERATION, 1)
}

/// The subscription of a token; `None` if the token was altered or issued elsewhere.
pub fn open(app: &App, token: &str) -> Option<Subscription> {
    let sealed = URL_SAFE_NO_PAD.decode(token).ok()?;
    let text = app.secrets.open(&sealed, BOUND_TO)?;
    serde_json::from_str(text.expose_secret()).ok()
}
