//! Site administrators: made from the command line alone, by whoever runs the server.

use proffer_domain::identity::Email;

use crate::{db::SystemTx, features::identity::store};

/// Makes somebody a site administrator; false when no account has that address.
///
/// # Errors
/// When the address is none, or the database refuses.
pub async fn grant(tx: &SystemTx, email: &str) -> anyhow::Result<bool> {
    let email = Email::parse("email", email).map_err(|error| anyhow::anyhow!("{}: {email:?}", error.message))?;
    Ok(store::make_admin(tx, email.as_str()).await?)
}
