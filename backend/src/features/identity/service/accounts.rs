//! Opening an account and proving its address.

use std::collections::BTreeMap;

use proffer_domain::identity::{Email, Registration, RegistrationInput, TokenFacts, TokenKind, VerificationOutcome};
use uuid::Uuid;

use super::tokens;
use crate::{
    app::App,
    db::SystemTx,
    features::{
        billing::telling,
        identity::{
            api::{RegisterInput, Verification, VerifiedUser},
            mails,
            store::{self, NewAccount, NewWorkspace},
        },
    },
    http::{auth::own_line, authz::Action, caller::Caller, problem::Problem},
    jobs,
};

const REGISTERED: &str = "Please check your email to verify your account.";
const RESENT: &str = "Verification email sent! Please check your inbox.";

/// Opens an account with a workspace of its own and mails a verification link. A taken address gets the same answer for
/// the same work, and its owner a mail.
pub async fn register(app: &App, tx: SystemTx, input: &RegisterInput, caller: &Caller) -> Result<String, Problem> {
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
        None => open_account(app, &tx, &registration, password_hash, caller).await?,
    }
    tx.commit().await?;
    Ok(REGISTERED.to_owned())
}

async fn open_account(
    app: &App,
    tx: &SystemTx,
    registration: &Registration,
    password_hash: String,
    caller: &Caller,
) -> Result<(), Problem> {
    let account = new_account(app, registration, password_hash, false);
    tx.enter_workspace(account.workspace_id).await?;
    // Of two people registering one address at once, the second inserts nothing and is answered like the first.
    if !insert(app, tx, &account).await? {
        return Ok(());
    }
    let name = format!("{} {}", account.first_name, account.last_name);
    let line = own_line(app, Action::Register, account.user_id, name, &account.email, caller);
    tx.record(account.workspace_id, line).await?;
    let secret = tokens::issue(app);
    store::insert_token(tx, app.new_id(), account.user_id, TokenKind::Verification, secret.hash, account.now).await?;
    let mail = mails::verification(app, &account.email, &account.first_name, &secret.text);
    jobs::enqueue(app, tx.conn(), account.workspace_id, &mail).await?;
    Ok(())
}

fn new_account(app: &App, registration: &Registration, password_hash: String, email_verified: bool) -> NewAccount {
    NewAccount {
        user_id: app.new_id(),
        workspace_id: app.new_id(),
        member_id: app.new_id(),
        email: registration.email.as_str().to_owned(),
        password_hash: Some(password_hash),
        email_verified,
        first_name: registration.first_name.clone(),
        last_name: registration.last_name.clone(),
        now: app.now(),
    }
}

/// Inserts an account with its workspace, whose trial begins. False when the address was taken in the meantime; nothing is written then.
pub(super) async fn insert(app: &App, tx: &SystemTx, account: &NewAccount) -> Result<bool, Problem> {
    if !store::insert_account(tx, account).await? {
        return Ok(false);
    }
    telling::plan_ahead(app, tx.conn(), account.workspace_id, account.now).await?;
    Ok(true)
}

/// Opens an account, with a workspace of its own, for somebody whose address is proven by the way they came. None when
/// the address has an account.
pub async fn open_proven(app: &App, tx: &SystemTx, registration: &Registration, password_hash: String) -> Result<Option<Uuid>, Problem> {
    let account = new_account(app, registration, password_hash, true);
    tx.enter_workspace(account.workspace_id).await?;
    Ok(insert(app, tx, &account).await?.then_some(account.user_id))
}

/// Whether an address has an account. To be told to nobody but those who have proven the address.
pub async fn exists(tx: &SystemTx, email: &str) -> Result<bool, Problem> {
    Ok(store::user_by_email(tx, email).await?.is_some())
}

/// First and last name of a person, if there still is one.
pub async fn name(tx: &SystemTx, user_id: Uuid) -> Result<Option<String>, Problem> {
    Ok(store::user(tx, user_id).await?.map(|user| format!("{} {}", user.first_name, user.last_name)))
}

/// First and last names of people, for those who still have an account.
pub async fn names(app: &App, ids: &[Uuid]) -> Result<BTreeMap<Uuid, String>, Problem> {
    let names = store::names(app.db.system(), ids).await?;
    Ok(names.into_iter().map(|(id, first, last)| (id, format!("{first} {last}"))).collect())
}

/// The workspace that somebody who has just left another goes on in: the first they joined, else a new one of their own.
/// Its trial counts from their registration, so that leaving is no way to another one.
pub async fn workspace_to_go_on_in(app: &App, tx: &SystemTx, user_id: Uuid) -> Result<Uuid, Problem> {
    if let Some(workspace_id) = store::workspace_to_begin_in(tx, user_id).await? {
        return Ok(workspace_id);
    }
    let user = store::user(tx, user_id).await?.ok_or_else(Problem::unauthenticated)?;
    let workspace = NewWorkspace {
        workspace_id: app.new_id(),
        member_id: app.new_id(),
        user_id,
        email: user.email,
        name: format!("{} {}", user.first_name, user.last_name),
        trial_from: user.created_at,
        now: app.now(),
    };
    let (workspace_id, trial_from) = (workspace.workspace_id, workspace.trial_from);
    tx.enter_workspace(workspace_id).await?;
    store::insert_workspace(tx, workspace).await?;
    telling::plan_ahead(app, tx.conn(), workspace_id, trial_from).await?;
    Ok(workspace_id)
}

/// Tells the owner of a taken address that somebody tried it; an unproven one gets a new link instead.
async fn greet_owner(app: &App, tx: &SystemTx, owner: &store::User) -> Result<(), Problem> {
    if !owner.email_verified {
        return mail_verification(app, tx, owner).await;
    }
    let Some(workspace_id) = store::account::mail_workspace(tx, owner.id).await? else { return Ok(()) };
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

/// Mails another verification link to somebody. False where their address is proven already.
pub async fn mail_verification_again(app: &App, tx: &SystemTx, user_id: Uuid) -> Result<bool, Problem> {
    let Some(user) = store::user(tx, user_id).await?.filter(|user| !user.email_verified) else { return Ok(false) };
    mail_verification(app, tx, &user).await?;
    Ok(true)
}

async fn mail_verification(app: &App, tx: &SystemTx, user: &store::User) -> Result<(), Problem> {
    let Some(workspace_id) = store::account::mail_workspace(tx, user.id).await? else { return Ok(()) };
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
    if let Some((token, user)) = found
        && outcome == VerificationOutcome::Verified
    {
        store::mark_verified(&tx, &token, user.id, app.now()).await?;
    }
    tx.commit().await?;
    Ok(Verification { verified: outcome.is_verified(), expired: outcome.is_expired(), message: outcome.message().to_owned(), user })
}
