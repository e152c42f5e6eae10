//! The messages of requests about the data of an account.

use poem_openapi::Object;

/// The confirmation of an account deletion.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeleteAccountInput {
    /// The account's email address, entered again as confirmation.
    pub email: String,
    /// The account's password; not needed for an account without one.
    pub password: Option<String>,
}

proffer_domain::redact!(DeleteAccountInput);
