//! Site administrators: granted from the command line, by the operator of the server.

use proffer_domain::identity::Email;
use proffer_store::SystemTx;

use crate::features::identity::store::{self, account};

/// Makes the user with this address a site administrator. Their sessions end, because an administrator must
/// sign in with the password.
///
/// # Errors
/// When the address is invalid, has no account, or is not verified, or the database fails.
pub async fn grant(tx: &SystemTx, email: &str) -> anyhow::Result<()> {
    let email =
        Email::parse("email", email).map_err(|error| anyhow::anyhow!("{}: {email:?}", error.message))?;
    let Some(user) = store::user_by_email(tx, email.as_str()).await? else {
        let waits = !store::registrations(tx, email.as_str()).await?.is_empty();
        anyhow::ensure!(
            !waits,
            "the address {email} is not verified yet; open the link in the verification mail first"
        );
        anyhow::bail!("no account has the address {email}; register it first");
    };
    store::make_admin(tx, user.id).await?;
    account::end_sessions(tx, user.id, None).await?;
    Ok(())
}
