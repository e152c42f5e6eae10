//! Enforced single sign-on. A workspace's owner can always sign in by password, so that a broken connection
//! can be repaired.

use proffer_domain::identity::Email;
use proffer_store::SystemTx;
use uuid::Uuid;

use crate::{
    access::{Principal, session_limited},
    failure::Failure,
    features::identity::{
        IdentityError,
        store::{User, sso as store},
    },
};

/// Whether this user must sign in through the provider of the workspace that has verified the domain of their
/// address.
pub async fn applies(tx: &SystemTx, user: &User) -> Result<bool, Failure> {
    let Ok(email) = Email::parse("email", &user.email) else { return Ok(false) };
    Ok(store::must_use_sso(tx.conn(), Some(user.id), email.domain()).await?)
}

/// 403 `sso_required` for a user with a correct password who must not use it. Call it only after the password
/// check.
pub async fn refuse_password(tx: &SystemTx, user: &User) -> Result<(), IdentityError> {
    if applies(tx, user).await? { Err(IdentityError::SsoRequired) } else { Ok(()) }
}

/// 403 when this session may not reach a workspace in which the user has this role: a session opened by a
/// workspace's own provider reaches only that one, and any other session no workspace that enforces single
/// sign-on.
pub async fn refuse_unreachable(
    tx: &SystemTx,
    principal: &Principal,
    workspace_id: Uuid,
    role: &str,
) -> Result<(), IdentityError> {
    match principal.through_workspace() {
        Some(through) if through == workspace_id => Ok(()),
        Some(_) => Err(session_limited().into()),
        None if store::is_reachable(tx.conn(), workspace_id, role).await? => Ok(()),
        None => Err(IdentityError::SsoRequired),
    }
}
