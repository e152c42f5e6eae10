//! Opening an account and proving its address.

use std::collections::BTreeMap;

use proffer_domain::identity::{Email, Registration, RegistrationInput, TokenFacts, TokenKind, VerificationOutcome};
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
            IdentityError,
            api::{RegisterInput, Verification, VerifiedUser},
            mails,
            requests::{self, AnonymousRequest, NewPerson},
            store::{self, NewAccount, NewWorkspace, User},
        },
    },
    http::caller::Caller,
    jobs, tokens,
};

const REGISTERED: &str = "Please check your email to verify your account.";
const RESENT: &str = "Verification email sent! Please check your inbox.";

/// Takes a registration. A taken address gets the same answer for the same work.
pub async fn register(app: &App, tx: SystemTx, input: &RegisterInput, browser: Vec<u8>, caller: &Caller) -> Result<String, IdentityError> {
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

/// Notes a registration, with a workspace of its own, and mails a verification link. The owner of a taken
/// address gets a mail.
pub async fn open(app: &App, tx: SystemTx, person: &NewPerson) -> Result<(), Failure> {
    store::lock_address(&tx, &person.email).await?;
    match store::user_by_email(&tx, &person.email).await? {
        Some(owner) => greet_owner(app, &tx, &owner).await?,
        // An attempt before this one got so far and could not say so.
        None if has_registered(&tx, person).await? => {}
        None => open_account(app, &tx, person).await?,
    }
    Ok(tx.commit().await?)
}

/// Each registration has a browser cookie of its own.
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
    tx.record(workspace_id, own_audit_entry(app, Action::Register, account.user_id, name, &account.email, &person.caller())).await?;
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

/// Inserts an account with its workspace, if it has one, whose trial begins; the transaction has entered it
/// then. Where its address is proven, the registrations of it that wait end. False when the address has an
/// account; nothing is written then. The address must be locked.
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

/// Opens an account, with a workspace of its own, for somebody whose address is proven by the way they came.
/// None when the address has an account.
pub async fn open_proven(app: &App, tx: &SystemTx, registration: &Registration, password_hash: String) -> Result<Option<Uuid>, Failure> {
    let Registration { email, first_name, last_name, .. } = registration;
    let account = new_account(app, (email.as_str().to_owned(), first_name.clone(), last_name.clone()), password_hash, true);
    store::lock_address(tx, &account.email).await?;
    Ok(insert(app, tx, &account).await?.then_some(account.user_id))
}

/// Whether an address has an account. To be told to nobody but those who have proven the address.
pub async fn exists(tx: &SystemTx, email: &str) -> Result<bool, Failure> {
    Ok(store::user_by_email(tx, email).await?.is_some())
}

/// First and last name of a person, if there still is one.
pub async fn name(tx: &SystemTx, user_id: Uuid) -> Result<Option<String>, Failure> {
    Ok(store::user(tx, user_id).await?.map(|user| format!("{} {}", user.first_name, user.last_name)))
}

/// First and last names of people, for those who still have an account.
pub async fn names(app: &App, ids: &[Uuid]) -> Result<BTreeMap<Uuid, String>, Failure> {
    let names = store::names(app.db.system(), ids).await?;
    Ok(names.into_iter().map(|(id, first, last)| (id, format!("{first} {last}"))).collect())
}

/// The workspace that somebody who has just left another goes on in: the first they joined, else a new one of
/// their own. Its trial counts from their registration, so that leaving is no way to another one.
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

/// Tells the owner of a taken address that somebody tried it.
async fn greet_owner(app: &App, tx: &SystemTx, owner: &store::User) -> Result<(), Failure> {
    let Some(workspace_id) = store::account::mail_workspace(tx, owner.id).await? else { return Ok(()) };
    tx.enter_workspace(workspace_id).await?;
    jobs::enqueue(app, tx.conn(), workspace_id, &mails::already_registered(app, &owner.email, &owner.first_name)).await?;
    Ok(())
}

/// Asks for another link. Says and does the same in any case: whether a registration waits, the job looks up.
pub async fn resend_verification(app: &App, tx: SystemTx, email: &str, browser: Option<Vec<u8>>) -> Result<String, Failure> {
    let email = Email::parse("email", email)?.as_str().to_owned();
    requests::hand_over(app, &tx, &AnonymousRequest::Verification { email, browser }).await?;
    tx.commit().await?;
    Ok(RESENT.to_owned())
}

/// Mails a new link where a registration waits. The link of a registration is mailed again to the browser
/// that made it, where the address has no other: whoever opens it must not confirm the password of somebody
/// else. In every other case the link lets them choose a new one.
pub async fn mail_verification(app: &App, tx: SystemTx, email: &str, browser: Option<&[u8]>) -> Result<(), Failure> {
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

/// Mails a link to somebody by which they prove their address and choose a password, since it is not known
/// who asks. False where the address is proven already.
pub async fn mail_verification_again(app: &App, tx: &SystemTx, user_id: Uuid) -> Result<bool, Failure> {
    let Some(user) = store::user(tx, user_id).await?.filter(|user| !user.email_verified) else { return Ok(false) };
    mail_link(app, tx, &user, TokenKind::PasswordReset).await?;
    Ok(true)
}

/// A link of that kind for a person, whose secret is made when its mail is sent.
pub(super) async fn issue_link(app: &App, tx: &SystemTx, user_id: Uuid, kind: TokenKind) -> Result<Uuid, Failure> {
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
        TokenKind::Verification | TokenKind::Invitation => mails::verification(app, &user.email, &user.first_name, link),
    };
    jobs::enqueue(app, tx.conn(), workspace_id, &mail).await?;
    Ok(())
}

/// What a browser brings to a verification link.
pub struct Clicked<'a> {
    /// From where.
    pub caller: &'a Caller,
    /// What is stored of it, where it has registered somebody.
    pub browser: Option<Vec<u8>>,
    /// The session it has.
    pub session: Option<String>,
}

/// Proves the address that a link was mailed to. The registration it belongs to becomes the account; in a
/// browser that has registered the same address itself it is that one, whosever link was clicked, and the
/// person is signed in: then there is a cookie. The second click on a good link still says verified.
pub async fn verify_email(
    app: &App,
    tx: SystemTx,
    token: Option<&str>,
    clicked: Clicked<'_>,
) -> Result<(Verification, Option<String>), IdentityError> {
    let Some(token) = token.filter(|token| !token.is_empty()) else {
        let message = "No verification token provided".to_owned();
        return Ok((Verification { verified: false, expired: false, message, user: None }, None));
    };
    let found = registrations::lock_link(&tx, TokenKind::Verification, &tokens::hash(token)).await?;
    let facts = found.as_ref().map(|(token, _)| TokenFacts { expires_at: token.expires_at, used_at: token.used_at });
    let outcome = VerificationOutcome::decide(facts, app.now());
    let (mut person, mut opening) = (None, None);
    if let Some((token, user)) = found.filter(|_| outcome.is_verified()) {
        let own = registrations::made_in(&tx, &user, clicked.browser.as_deref()).await?;
        let knows_browser = own.is_some();
        let user = own.unwrap_or(user);
        if outcome == VerificationOutcome::Verified {
            registrations::confirm(app, &tx, &token, &user).await?;
            if knows_browser && !enforcement::applies(&tx, &user).await? {
                sessions::end(&tx, clicked.session.as_deref()).await?;
                let workspace_id = workspace_to_go_on_in(app, &tx, user.id).await?;
                opening = Some(sessions::open(app, &tx, user.id, workspace_id, clicked.caller, None).await?);
            }
        }
        person = Some(VerifiedUser { email: user.email, first_name: user.first_name });
    }
    tx.commit().await?;
    let message = outcome.message().to_owned();
    let answer = Verification { verified: outcome.is_verified(), expired: outcome.is_expired(), message, user: person };
    Ok((answer, opening.map(|opening| opening.cookie(app))))
}

/// Deletes the account with its sessions, links, identities and memberships.
pub async fn erase(tx: &SystemTx, user_id: Uuid) -> Result<(), Failure> {
    Ok(store::erase_user(tx, user_id).await?)
}
