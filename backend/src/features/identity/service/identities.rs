//! A user's identities at single sign-on providers: listing and unlinking.

use url::Url;
use uuid::Uuid;

use super::account::{changing, own_row};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::identity::{IdentityError, account_types::Identity, store::account},
};

/// The user's identities, in the order of linking.
pub async fn list(app: &App, member: &Member) -> Result<Vec<Identity>, Failure> {
    let tx = member.may_with_accounts(Action::Read, Object::Account).await?;
    let rows = account::identities(&tx, member.principal.user_id).await?;
    Ok(rows
        .into_iter()
        .map(|row| Identity {
            id: row.id,
            provider: provider(app, &row),
            email: row.email,
            created_at: row.created_at.into(),
            last_used_at: row.last_used_at.into(),
        })
        .collect())
}

/// The display name of the provider: the workspace that owns the connection, the text of the site's button,
/// or the host if the site no longer offers it.
fn provider(app: &App, identity: &account::Identity) -> String {
    let button = || {
        app.config
            .oidc_providers
            .iter()
            .find(|provider| provider.issuer == identity.issuer)
            .map(|provider| provider.name.clone())
    };
    let host = || Url::parse(&identity.issuer).ok().and_then(|issuer| issuer.host_str().map(str::to_owned));
    identity.workspace_name.clone().or_else(button).or_else(host).unwrap_or_else(|| identity.issuer.clone())
}

/// Unlinks an identity, unless it is the only way to sign in.
pub async fn unlink(member: &Member, id: Uuid) -> Result<(), IdentityError> {
    let tx = changing(member).await?;
    // Locked, so that the second of two concurrent removals sees the result of the first.
    let user = own_row(&tx, member).await?;
    let identities = account::identities(&tx, user.id).await?;
    if !identities.iter().any(|identity| identity.id == id) {
        return Err(IdentityError::NoIdentity);
    }
    if user.password_hash.is_none() && identities.len() == 1 {
        return Err(IdentityError::LastWayIn);
    }
    account::delete_identity(&tx, user.id, id).await?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("unlink_identity");
    }
    Ok(tx.commit().await?)
}
