//! Opening an account and proving its address.

use proffer_domain::identity::{Email, Registration, RegistrationInput, TokenFacts, TokenKind, VerificationOutcome};

use super::tokens;
use crate::{
    app::App,
    db::SystemTx,
    features::identity::{
        api::{RegisterInput, Verification, VerifiedUser},
        mails,
        store::{self, NewAccount},
    },
    http::problem::Problem,
    jobs,
};

const REGISTERED: &str = "Please check your email to verify your account.";
const RESENT: &str = "Verification email sent! Please check your inbox.";

/// Opens an account with a workspace of its own and mails a verification link. A taken address gets the same answer for
/// the same work, and its owner a mail.
pub async fn register(app: &App, tx: SystemTx, input: &RegisterInput) -> Result<String, Problem> {
    let registration = RegistrationInput {
        email: input.email.clone(),
        password: input.password.clone(),
        first_name: input.first_name.clone(),
        last_name: input.last_name.clone(),
    }
    .validate()?;
    // Hashing takes its time with no transaction open.
    drop(tx);
    let password_hash = app.passwords.hash(&registration.password, app.rng.bytes()).await?;
    let tx = SystemTx::begin(app.db.system()).await?;
    match store::user_by_email(&tx, registration.email.as_str()).await? {
        Some(owner) => greet_owner(app, &tx, &owner).await?,
        None => open_account(app, &tx, &registration, password_hash).await?,
    }
    tx.commit().await?;
    Ok(REGISTERED.to_owned())
}

async fn open_account(app: &App, tx: &SystemTx, registration: &Registration, password_hash: String) -> Result<(), Problem> {
    let account = NewAccount {
        user_id: app.new_id(),
        workspace_id: app.new_id(),
        member_id: app.new_id(),
        email: registration.email.as_str().to_owned(),
        password_hash,
        first_name: registration.first_name.clone(),
        last_name: registration.last_name.clone(),
        now: app.now(),
    };
    tx.enter_workspace(account.workspace_id).await?;
    // Of two people registering one address at once, the second inserts nothing and is answered like the first.
    if !store::insert_account(tx, &account).await? {
        return Ok(());
    }
    let secret = tokens::issue(app);
    store::insert_token(tx, app.new_id(), account.user_id, TokenKind::Verification, secret.hash, account.now).await?;
    let mail = mails::verification(app, &account.email, &account.first_name, &secret.text);
    jobs::enqueue(app, tx.conn(), account.workspace_id, &mail).await?;
    Ok(())
}

/// Tells the owner of a taken address that somebody tried it; an unproven one gets a new link instead.
async fn greet_owner(app: &App, tx: &SystemTx, owner: &store::User) -> Result<(), Problem> {
    if !owner.email_verified {
        return mail_verification(app, tx, owner).await;
    }
    let workspace_id = store::first_workspace(tx, owner.id).await?;
    tx.enter_workspace(workspace_id).await?;
    jobs::enqueue(app, tx.conn(), workspace_id, &mails::already_registered(app, &owner.email, &owner.first_name)).await?;
    Ok(())
}

/// Mails a new verification link where there is an unproven account; says the same in any case.
pub async fn resend_verification(app: &App, tx: SystemTx, email: &str) -> Result<String, Problem> {
    let email = Email::parse("email", email).map_err(|error| Problem::invalid(vec![error]))?;
    if let Some(user) = store::user_by_email(&tx, email.as_str()).await?
        && !user.email_verified
    {
        mail_verification(app, &tx, &user).await?;
    }
    tx.commit().await?;
    Ok(RESENT.to_owned())
}

async fn mail_verification(app: &App, tx: &SystemTx, user: &store::User) -> Result<(), Problem> {
    let workspace_id = store::first_workspace(tx, user.id).await?;
    tx.enter_workspace(workspace_id).await?;
    let secret = tokens::issue(app);
    store::insert_token(tx, app.new_id(), user.id, TokenKind::Verification, secret.hash, app.now()).await?;
    let mail = mails::verification(app, &user.email, &user.first_name, &secret.text);
    jobs::enqueue(app, tx.conn(), workspace_id, &mail).await?;
    Ok(())
}

/// Proves the address that a link was mailed to. The second click on a good link still says verified.
pub async fn verify_email(app: &App, tx: SystemTx, token: Option<&str>) -> Result<Verification, Problem> {
    let Some(token) = token.filter(|token| !token.is_empty()) else {
        return Ok(Verification { verified: false, expired: false, message: "No verification token provided".to_owned(), user: None });
    };
    let found = store::token_for_update(&tx, TokenKind::Verification, &tokens::hash(token)).await?;
    let facts = found.as_ref().map(|(token, _)| TokenFacts { expires_at: token.expires_at, used_at: token.used_at });
    let outcome = VerificationOutcome::decide(facts, app.now());
    let user = found
        .as_ref()
        .filter(|_| outcome.is_verified())
        .map(|(_, user)| VerifiedUser { email: user.email.clone(), first_name: user.first_name.clone() });
    if let Some((token, _)) = found
        && outcome == VerificationOutcome::Verified
    {
        store::mark_verified(&tx, &token, app.now()).await?;
    }
    tx.commit().await?;
    Ok(Verification { verified: outcome.is_verified(), expired: outcome.is_expired(), message: outcome.message().to_owned(), user })
}
