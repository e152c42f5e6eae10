//! Registering accounts and verifying their addresses.

use std::collections::BTreeMap;

use proffer_domain::identity::{
    Email, Registration, RegistrationInput, TokenFacts, TokenKind, VerificationOutcome,
};
use proffer_store::SystemTx;
use uuid::Uuid;

use super::{registrations, sessions, sso::enforcement};
use crate::{
    access::own_audit_entry,
    app::App,
    authz::Action,
    failure::Failure,
    features::{
        billing::plan_notices,
        identity::{
            IdentityError, mails,
            requests::{self, AnonymousRequest, NewPerson},
            store::{self, NewAccount, NewWorkspace, User},
            types::{RegisterInput, Verification, VerifiedUser},
        },
    },
    http::caller::Caller,
    jobs, tokens,
};

const REGISTERED: &str = "Please check your email to verify your account.";
const RESENT: &str = "Verification email sent! Please check your inbox.";

/// Accepts a registration. An existing address gets the same response for the same work.
pub async fn register(
    app: &App,
    tx: SystemTx,
    input: &RegisterInput,
    browser: Vec<u8>,
    caller: &Caller,
) -> Result<String, IdentityError> {
    let registration = RegistrationInput {
        email: input.email.clone(),
        password: input.password.clone(),
        first_name: input.first_name.clone(),
        last_name: input.last_name.clone(),
    }
    .validate()?;
    // Hashing is slow, so no transaction is open meanwhile.
    drop(tx);
    let password_hash = app.passwords.hash(&registration.password, app.rng.bytes()).await?;
    let person = NewPerson {
        email: registration.email.as_str().to_owned(),
        first_name: registration.first_name,
        last_name: registration.last_name,
        password_hash,
        browser,
        ip: caller.ip.clone(),
        user_agent: caller.user_agent.clone(),
    };
    let tx = SystemTx::begin(app.db.system()).await?;
    requests::hand_over(app, &tx, &AnonymousRequest::Account(person)).await?;
    tx.commit().await?;
    Ok(REGISTERED.to_owned())
}

/// Stores a registration with its own workspace, and mails a verification link. If the address has an
/// account, its owner gets a mail instead.
pub async fn open(app: &App, tx: SystemTx, person: &NewPerson) -> Result<(), Failure> {
    store::lock_address(&tx, &person.email).await?;
    match store::user_by_email(&tx, &person.email).await? {
        Some(owner) => greet_owner(app, &tx, &owner).await?,
        // An earlier attempt of this job completed this step, but could not record it.
        None if has_registered(&tx, person).await? => {}
        None => open_account(app, &tx, person).await?,
    }
    Ok(tx.commit().await?)
}

/// Each registration has its own browser cookie.
async fn has_registered(tx: &SystemTx, person: &NewPerson) -> Result<bool, Failure> {
    let waiting = store::registrations(tx, &person.email).await?;
    Ok(waiting.iter().any(|registration| registration.registered_in.as_deref() == Some(&person.browser)))
}

async fn open_account(app: &App, tx: &SystemTx, person: &NewPerson) -> Result<(), Failure> {
    let (first_name, last_name) = (person.first_name.clone(), person.last_name.clone());
    let account = NewAccount {
        registered_in: Some(person.browser.clone()),
        ..new_account(app, (person.email.clone(), first_name, last_name), person.password_hash.clone(), false)
    };
    insert(app, tx, &account).await?;
    let Some(workspace_id) = account.workspace_id else { return Ok(()) };
    let name = format!("{} {}", account.first_name, account.last_name);
    tx.record(
        workspace_id,
        own_audit_entry(app, Action::Register, account.user_id, name, &account.email, &person.caller()),
    )
    .await?;
    let link = issue_link(app, tx, account.user_id, TokenKind::Verification).await?;
    let mail = mails::verification(app, &account.email, &account.first_name, link);
    jobs::enqueue(app, tx.conn(), workspace_id, &mail).await?;
    Ok(())
}

fn new_account(
    app: &App,
    (email, first_name, last_name): (String, String, String),
    password_hash: String,
    email_verified: bool,
) -> NewAccount {
    NewAccount {
        user_id: app.new_id(),
        workspace_id: Some(app.new_id()),
        member_id: app.new_id(),
        email,
        password_hash: Some(password_hash),
        email_verified,
        registered_in: None,
        first_name,
        last_name,
        now: app.now(),
    }
}

/// Inserts an account and its workspace, if it has one; the trial begins, and the transaction enters the
/// workspace. If the address is verified, its pending registrations end. Returns false without writing if the
/// address has an account. The address must be locked.
pub(super) async fn insert(app: &App, tx: &SystemTx, account: &NewAccount) -> Result<bool, Failure> {
    if account.email_verified {
        registrations::end(tx, &account.email).await?;
    }
    if let Some(workspace_id) = account.workspace_id {
        tx.enter_workspace(workspace_id).await?;
    }
    if !store::insert_account(tx, account).await? {
        return Ok(false);
    }
    if let Some(workspace_id) = account.workspace_id {
        plan_notices::plan_ahead(app, tx.conn(), workspace_id, account.now).await?;
    }
    Ok(true)
}

/// Registers an account with its own workspace, for an address that is already verified. `None` if the
/// address has an account.
pub async fn open_proven(
    app: &App,
    tx: &SystemTx,
    registration: &Registration,
    password_hash: String,
) -> Result<Option<Uuid>, Failure> {
    let Registration { email, first_name, last_name, .. } = registration;
    let account = new_account(
        app,
        (email.as_str().to_owned(), first_name.clone(), last_name.clone()),
        password_hash,
        true,
    );
    store::lock_address(tx, &account.email).await?;
    Ok(insert(app, tx, &account).await?.then_some(account.user_id))
}

/// Whether an address has an account. The result may be revealed only to a user who has verified the address.
pub async fn exists(tx: &SystemTx, email: &str) -> Result<bool, Failure> {
    Ok(store::user_by_email(tx, email).await?.is_some())
}

/// First and last name of a user, if the account still exists.
pub async fn name(tx: &SystemTx, user_id: Uuid) -> Result<Option<String>, Failure> {
    Ok(store::user(tx, user_id).await?.map(|user| format!("{} {}", user.first_name, user.last_name)))
}

/// First and last names of the users that still have an account.
pub async fn names(app: &App, ids: &[Uuid]) -> Result<BTreeMap<Uuid, String>, Failure> {
    let names = store::names(app.db.system(), ids).await?;
    Ok(names.into_iter().map(|(id, first, last)| (id, format!("{first} {last}"))).collect())
}

/// The next workspace of a user who has just left one: the first that they joined, otherwise a new one. Its
/// trial counts from their registration, so that leaving does not start another trial.
pub async fn workspace_to_go_on_in(app: &App, tx: &SystemTx, user_id: Uuid) -> Result<Uuid, IdentityError> {
    if let Some(workspace_id) = store::workspace_to_begin_in(tx, user_id).await? {
        return Ok(workspace_id);
    }
    let user = store::user(tx, user_id).await?.ok_or(IdentityError::NotSignedIn)?;
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
    plan_notices::plan_ahead(app, tx.conn(), workspace_id, trial_from).await?;
    Ok(workspace_id)
}

/// Informs the owner of an existing address about the attempt to register it.
async fn greet_owner(app: &App, tx: &SystemTx, owner: &store::User) -> Result<(), Failure> {
    let Some(workspace_id) = store::account::mail_workspace(tx, owner.id).await? else { return Ok(()) };
    tx.enter_workspace(workspace_id).await?;
    jobs::enqueue(
        app,
        tx.conn(),
        workspace_id,
        &mails::already_registered(app, &owner.email, &owner.first_name),
    )
    .await?;
    Ok(())
}

/// Requests another verification link. Response and work are always the same; the job looks up whether there
/// is a registration.
pub async fn resend_verification(
    app: &App,
    tx: SystemTx,
    email: &str,
    browser: Option<Vec<u8>>,
) -> Result<String, Failure> {
    let email = Email::parse("email", email)?.as_str().to_owned();
    requests::hand_over(app, &tx, &AnonymousRequest::Verification { email, browser }).await?;
    tx.commit().await?;
    Ok(RESENT.to_owned())
}

/// Mails a new link for a pending registration. If the browser made the only registration of the address, it
/// gets that registration's link again, which confirms its password. In all other cases the link lets the
/// user choose a new password, because opening it must not confirm the password of another person.
pub async fn mail_verification(
    app: &App,
    tx: SystemTx,
    email: &str,
    browser: Option<&[u8]>,
) -> Result<(), Failure> {
    let waiting = store::registrations(&tx, email).await?;
    let is_own = |registration: &User| browser.is_some() && registration.registered_in.as_deref() == browser;
    match waiting.as_slice() {
        [] => {}
        [only] if is_own(only) => mail_link(app, &tx, only, TokenKind::Verification).await?,
        [latest, ..] => {
            let whose = waiting.iter().find(|registration| is_own(registration)).unwrap_or(latest);
            mail_link(app, &tx, whose, TokenKind::PasswordReset).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// Mails a link that verifies the address and lets the user choose a password, because it is not known who
/// requests it. Returns false if the address is verified already.
pub async fn mail_verification_again(app: &App, tx: &SystemTx, user_id: Uuid) -> Result<bool, Failure> {
    let Some(user) = store::user(tx, user_id).await?.filter(|user| !user.email_verified) else {
        return Ok(false);
    };
    mail_link(app, tx, &user, TokenKind::PasswordReset).await?;
    Ok(true)
}

/// A new link of this kind for a user; its secret is computed when the mail is sent.
pub(super) async fn issue_link(
    app: &App,
    tx: &SystemTx,
    user_id: Uuid,
    kind: TokenKind,
) -> Result<Uuid, Failure> {
    let id = app.new_id();
    store::insert_token(tx, id, user_id, kind, tokens::mailed(app, id).hash, app.now()).await?;
    Ok(id)
}

async fn mail_link(app: &App, tx: &SystemTx, user: &User, kind: TokenKind) -> Result<(), Failure> {
    let Some(workspace_id) = store::account::mail_workspace(tx, user.id).await? else { return Ok(()) };
    tx.enter_workspace(workspace_id).await?;
    let link = issue_link(app, tx, user.id, kind).await?;
    let mail = match kind {
        TokenKind::PasswordReset => mails::completion(app, &user.email, link),
        TokenKind::Verification | TokenKind::Invitation => {
            mails::verification(app, &user.email, &user.first_name, link)
        }
    };
    jobs::enqueue(app, tx.conn(), workspace_id, &mail).await?;
    Ok(())
}

/// The context of a click on a verification link.
pub struct VerificationContext<'a> {
    pub caller: &'a Caller,
    /// The stored hash of its cookie, if the browser has registered an account.
    pub browser: Option<Vec<u8>>,
    /// The session token, if there is one.
    pub session: Option<String>,
}

/// Verifies the address that a link was mailed to. The registration of the link becomes the account; but if
/// the browser has itself registered the same address, that registration does, and the user is signed in with
/// a session cookie. A second click on a valid link has the same result.
pub async fn verify_email(
    app: &App,
    tx: SystemTx,
    token: Option<&str>,
    context: VerificationContext<'_>,
) -> Result<(Verification, Option<String>), IdentityError> {
    let Some(token) = token.filter(|token| !token.is_empty()) else {
        let message = "No verification token provided".to_owned();
        return Ok((Verification { verified: false, expired: false, message, user: None }, None));
    };
    let found = registrations::lock_link(&tx, TokenKind::Verification, &tokens::hash(token)).await?;
    let facts =
        found.as_ref().map(|(token, _)| TokenFacts { expires_at: token.expires_at, used_at: token.used_at });
    let outcome = VerificationOutcome::decide(facts, app.now());
    let (mut person, mut opening) = (None, None);
    if let Some((token, user)) = found.filter(|_| outcome.is_verified()) {
        let own = registrations::made_in(&tx, &user, context.browser.as_deref()).await?;
        let knows_browser = own.is_some();
        let user = own.unwrap_or(user);
        if outcome == VerificationOutcome::Verified {
            registrations::confirm(app, &tx, &token, &user).await?;
            if knows_browser && !enforcement::applies(&tx, &user).await? {
                sessions::end(&tx, context.session.as_deref()).await?;
                let workspace_id = workspace_to_go_on_in(app, &tx, user.id).await?;
                opening = Some(sessions::open(app, &tx, user.id, workspace_id, context.caller, None).await?);
            }
        }
        person = Some(VerifiedUser { email: user.email, first_name: user.first_name });
    }
    tx.commit().await?;
    let message = outcome.message().to_owned();
    let answer = Verification {
        verified: outcome.is_verified(),
        expired: outcome.is_expired(),
        message,
        user: person,
    };
    Ok((answer, opening.map(|opening| opening.cookie(app))))
}

/// Deletes the account with its sessions, links, identities and memberships.
pub async fn erase(tx: &SystemTx, user_id: Uuid) -> Result<(), Failure> {
    Ok(store::erase_user(tx, user_id).await?)
}
