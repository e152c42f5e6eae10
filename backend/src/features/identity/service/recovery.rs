//! Password recovery: the mailed link, and the new password.

use proffer_domain::identity::{
    Email, TokenFacts, TokenKind,
    account::{Reset, ResetOutcome},
};
use proffer_store::SystemTx;

use super::{accounts, registrations};
use crate::{
    app::App,
    failure::Failure,
    features::identity::{
        IdentityError, mails,
        requests::{self, AnonymousRequest},
        store::{self, Token, account},
    },
    jobs, tokens,
};

const SENT: &str = "If an account with that email exists, we've sent a password reset link.";
const RESET: &str = "Your password has been reset. You can sign in with it now.";

/// Requests a reset link. Response and work are always the same; the job looks up whether there is an
/// account.
pub async fn forgot(
    app: &App,
    tx: SystemTx,
    email: &str,
    browser: Option<Vec<u8>>,
) -> Result<String, Failure> {
    let email = Email::parse("email", email)?.as_str().to_owned();
    requests::hand_over(app, &tx, &AnonymousRequest::Reset { email, browser }).await?;
    tx.commit().await?;
    Ok(SENT.to_owned())
}

/// Mails a reset link if there is an account, verified or not: opening the link verifies the address.
pub async fn mail_reset(app: &App, tx: SystemTx, email: &str, browser: Option<&[u8]>) -> Result<(), Failure> {
    let Some(user) = store::addressee(&tx, email, browser).await? else { return Ok(()) };
    let Some(workspace_id) = account::mail_workspace(&tx, user.id).await? else { return Ok(()) };
    tx.enter_workspace(workspace_id).await?;
    let link = accounts::issue_link(app, &tx, user.id, TokenKind::PasswordReset).await?;
    jobs::enqueue(app, tx.conn(), workspace_id, &mails::reset(app, &user.email, &user.first_name, link))
        .await?;
    Ok(tx.commit().await?)
}

/// Sets the password chosen with a mailed link. The link works once; all of the user's sessions end, and all
/// other reset links expire. If the address was not verified yet, it is now, and all other registrations of
/// it end.
pub async fn reset(app: &App, tx: SystemTx, token: &str, password: &str) -> Result<String, IdentityError> {
    let reset = Reset::parse(token, password)?;
    let hash = tokens::hash(&reset.token);
    // A check without a lock, so that hashing requires a valid link; the link is consumed below, under a
    // lock.
    admit(app, account::token(&tx, TokenKind::PasswordReset, &hash).await?.as_ref())?;
    drop(tx);
    let password_hash = app.passwords.hash(&reset.password, app.rng.bytes()).await?;

    let tx = SystemTx::begin(app.db.system()).await?;
    let found = registrations::lock_link(&tx, TokenKind::PasswordReset, &hash).await?;
    admit(app, found.as_ref().map(|(token, _)| token))?;
    let (token, user) = found.ok_or_else(|| Failure::internal("a reset token without its person"))?;
    let now = app.now();
    registrations::confirm(app, &tx, &token, &user).await?;
    account::use_up_reset_tokens(&tx, user.id, now).await?;
    account::set_password(&tx, user.id, password_hash, now).await?;
    account::end_sessions(&tx, user.id, None).await?;
    if let Some(workspace_id) = account::mail_workspace(&tx, user.id).await? {
        tx.enter_workspace(workspace_id).await?;
        jobs::enqueue(
            app,
            tx.conn(),
            workspace_id,
            &mails::password_changed(app, &user.email, &user.first_name),
        )
        .await?;
    }
    tx.commit().await?;
    Ok(RESET.to_owned())
}

fn admit(app: &App, token: Option<&Token>) -> Result<(), IdentityError> {
    let facts = token.map(|token| TokenFacts { expires_at: token.expires_at, used_at: token.used_at });
    match ResetOutcome::decide(facts, app.now()) {
        ResetOutcome::Allowed => Ok(()),
        refused => Err(IdentityError::ResetLink(refused)),
    }
}
