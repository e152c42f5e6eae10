//! The messages of the account and its sessions.

use poem_openapi::Object;
use uuid::Uuid;

use crate::wire::Timestamp;

/// A change of the account. Absent fields are not changed.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct AccountInput {
    /// The first name, not blank.
    pub first_name: Option<String>,
    /// The last name, not blank.
    pub last_name: Option<String>,
    /// The `etag` of the record that the change is based on. Concurrent changes to other fields are kept; a
    /// conflict in the same field is 409 `stale_record`.
    pub etag: Option<String>,
}

/// A change of the password.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordInput {
    /// The current password; not needed for an account without one, which signs in through a provider.
    pub current_password: Option<String>,
    /// The new password: at least 8 characters with uppercase, lowercase and a digit.
    pub new_password: String,
}

/// A signed-in browser.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Session {
    /// The session's id.
    pub id: Uuid,
    /// Whether it is the session of this request.
    pub is_current: bool,
    /// The IP address at sign-in.
    pub ip: String,
    /// The user agent of the browser.
    pub user_agent: String,
    /// When the session was opened.
    pub created_at: Timestamp,
    /// When the session was last used, accurate to about ten minutes.
    pub last_seen_at: Timestamp,
}

/// The user's identity at a single sign-on provider.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Identity {
    /// The identity's id.
    pub id: Uuid,
    /// The provider's name, as the sign-in screen shows it.
    pub provider: String,
    /// The user's email address at the provider.
    pub email: String,
    /// When the identity was linked.
    pub created_at: Timestamp,
    /// When it was last used to sign in.
    pub last_used_at: Timestamp,
}

proffer_domain::redact!(PasswordInput);
