//! Where a workspace requires its single sign-on. Its owner is always let in by password: somebody must be
//! able to mend a connection that has broken.

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

/// Whether that person must sign in through the provider of the workspace that has proven the domain of their
/// address.
pub async fn applies(tx: &SystemTx, user: &User) -> Result<bool, Failure> {
    let Ok(email) = Email::parse("email", &user.email) else { return Ok(false) };
    Ok(store::must_use_sso(tx.conn(), Some(user.id), email.domain()).await?)
}

/// 403 `sso_required` for somebody with the right password who must not use it. Ask only once it was right.
pub async fn refuse_password(tx: &SystemTx, user: &User) -> Result<(), IdentityError> {
    if applies(tx, user).await? { Err(IdentityError::SsoRequired) } else { Ok(()) }
}

/// 403 where this session may not go on in a workspace in which the person has that role: one that a
/// workspace's own provider opened goes on nowhere else, and any other not where single sign-on is required.
pub async fn refuse_unreachable(tx: &SystemTx, principal: &Principal, workspace_id: Uuid, role: &str) -> Result<(), IdentityError> {
    match principal.through_workspace() {
        Some(through) if through == workspace_id => Ok(()),
        Some(_) => Err(session_limited().into()),
        None if store::is_reachable(tx.conn(), workspace_id, role).await? => Ok(()),
        None => Err(IdentityError::SsoRequired),
    }
}
