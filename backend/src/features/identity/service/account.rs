//! A signed-in user's own account: name, password and sessions.

use proffer_domain::identity::account::{Names, PasswordChange, wrong_password};
use proffer_store::SystemTx;
use uuid::Uuid;

use super::sessions;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::{Failure, stale},
    features::identity::{
        IdentityError,
        account_types::{AccountInput, PasswordInput, Session},
        mails,
        store::account,
        types::CurrentUser,
    },
    jobs,
};

pub use crate::features::identity::store::{
    User,
    account::{find, for_update},
};

/// Opens the transaction for a change of the user's account.
pub(super) async fn changing(member: &Member) -> Result<SystemTx, Failure> {
    let tx = member.may_with_accounts(Action::Update, Object::Account).await?;
    tx.about(member.principal.user_id, member.principal.name.clone());
    Ok(tx)
}

/// The user's row, locked.
pub(super) async fn own_row(tx: &SystemTx, member: &Member) -> Result<User, IdentityError> {
    account::for_update(tx, member.principal.user_id).await?.ok_or(IdentityError::NotSignedIn)
}

/// The current user.
pub(super) async fn current(app: &App, member: &Member) -> Result<CurrentUser, IdentityError> {
    sessions::current_user(app, &member.principal, member.permissions()).await
}

/// The `etag` of the fields of the account form.
pub(super) fn etag(user: &User) -> String {
    stale::etag(&Names { first_name: user.first_name.clone(), last_name: user.last_name.clone() })
}

/// Changes the name.
pub async fn rename(
    app: &App,
    member: &Member,
    mut input: AccountInput,
) -> Result<CurrentUser, IdentityError> {
    let tx = changing(member).await?;
    let started_from = input.etag.take();
    let user = own_row(&tx, member).await?;
    let stored = Names { first_name: user.first_name, last_name: user.last_name };
    let names = stale::changed(started_from.as_deref(), &stored, &input, Names::validate)?;
    account::set_names(&tx, member.principal.user_id, &names, app.now()).await?;
    tx.commit().await?;
    current(app, member).await
}

/// Sets a new password; all other sessions end, and all open reset links expire.
pub async fn change_password(app: &App, member: &Member, input: &PasswordInput) -> Result<(), IdentityError> {
    let user_id = member.principal.user_id;
    let tx = changing(member).await?;
    let stored = account::find(&tx, user_id).await?.ok_or(IdentityError::NotSignedIn)?.password_hash;
    // Hashing is slow, so no transaction is open meanwhile.
    drop(tx);
    let change =
        PasswordChange::parse(input.current_password.as_deref(), &input.new_password, stored.is_some())?;
    let wrong = || wrong_password("currentPassword").into();
    if let Some(current) = &change.current
        && !app.passwords.matches(current, stored.as_deref()).await?
    {
        return Err(wrong());
    }
    let hash = app.passwords.hash(&change.new, app.rng.bytes()).await?;

    let tx = changing(member).await?;
    let user = own_row(&tx, member).await?;
    // The password was changed in the meantime, so the one that was checked is outdated.
    if user.password_hash != stored {
        return Err(wrong());
    }
    account::set_password(&tx, user_id, hash, app.now()).await?;
    account::use_up_reset_tokens(&tx, user_id, app.now()).await?;
    account::end_sessions(&tx, user_id, member.principal.session_id()).await?;
    let mail = mails::password_changed(app, &user.email, &user.first_name);
    jobs::enqueue(app, tx.conn(), member.principal.workspace_id, &mail).await?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("change_password");
    }
    Ok(tx.commit().await?)
}

/// The user's sessions, most recently used first.
pub async fn sessions(app: &App, member: &Member) -> Result<Vec<Session>, Failure> {
    let tx = member.may_with_accounts(Action::Read, Object::Account).await?;
    let rows = account::sessions(&tx, member.principal.user_id, app.now()).await?;
    let present = member.principal.session_id();
    Ok(rows
        .into_iter()
        .map(|row| Session {
            id: row.id,
            is_current: Some(row.id) == present,
            ip: row.ip,
            user_agent: row.user_agent,
            created_at: row.created_at.into(),
            last_seen_at: row.last_seen_at.into(),
        })
        .collect())
}

/// Ends a session of the user; a session of another user counts as missing.
pub async fn end_session(member: &Member, id: Uuid) -> Result<(), IdentityError> {
    let tx = changing(member).await?;
    if !account::end_session(&tx, member.principal.user_id, id).await? {
        return Err(IdentityError::NoSuchSession);
    }
    if let Some(entry) = tx.audit_entry() {
        entry.action("end_session");
    }
    Ok(tx.commit().await?)
}

/// Ends all sessions of the user except the current one.
pub async fn end_other_sessions(member: &Member) -> Result<(), Failure> {
    let tx = changing(member).await?;
    account::end_sessions(&tx, member.principal.user_id, member.principal.session_id()).await?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("end_sessions");
    }
    Ok(tx.commit().await?)
}
