//! Deleting an account, and the workspaces that have no other members.

use proffer_domain::identity::account::{DeletionConfirmation, wrong_password};
use proffer_store::{Scope, SystemTx, TenantTx};

use super::{
    error::AccountDataError,
    store::erasure::{self, RemainingWork},
    types::DeleteAccountInput,
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::{
        billing::service as billing,
        identity::service::{
            account::{self, User},
            accounts, pictures, sessions,
        },
        objects::service as files,
        team::{self, OwnWorkspace},
        workspaces::service::pass_work_on,
    },
};

/// Deletes the account in one transaction: its own workspaces are erased, its work in others passes to their
/// owners, and every session ends. A job then cancels subscriptions, sends a mail and removes files. Returns
/// the header that removes the cookie.
pub async fn delete(
    app: &App,
    member: &Member,
    input: &DeleteAccountInput,
) -> Result<String, AccountDataError> {
    let confirmed = confirmed(app, member, input).await?;
    let tx = SystemTx::begin(app.db.system()).await?;
    let user = account::for_update(&tx, confirmed.id).await?.ok_or(AccountDataError::Gone)?;
    // The password was changed since it was checked.
    if user.password_hash != confirmed.password_hash {
        return Err(wrong_password("password").into());
    }
    let (own, others): (Vec<_>, Vec<_>) = team::workspaces_of(&tx, user.id)
        .await?
        .into_iter()
        .partition(|workspace| workspace.owner_id == user.id);
    let shared: Vec<&OwnWorkspace> = own.iter().filter(|workspace| workspace.others > 0).collect();
    if !shared.is_empty() {
        return Err(transfer_first(&shared));
    }
    for workspace in &others {
        tx.enter_workspace(workspace.workspace_id).await?;
        pass_work_on(&tx, workspace.workspace_id, user.id, workspace.owner_id).await?;
        erasure::leave(&tx, workspace.workspace_id, user.id, app.now()).await?;
        if let Some(entry) = member.audit_entry(Action::Delete, Object::Account) {
            entry.about(user.id, member.principal.name.clone());
            tx.record(workspace.workspace_id, entry).await?;
        }
    }
    let mut remaining = RemainingWork::default();
    remaining
        .objects
        .extend(user.profile_image_url.iter().filter_map(|address| pictures::key_of(user.id, address)));
    for workspace in &own {
        let inside = TenantTx::begin(app.db.app(), Scope::workspace(workspace.workspace_id)).await?;
        remaining.objects.extend(erasure::unremoved_objects(&inside).await?);
        remaining.objects.extend(files::everything(&inside).await?);
        drop(inside);
        tx.enter_workspace(workspace.workspace_id).await?;
        remaining.customers.extend(billing::customer(&tx, workspace.workspace_id).await?);
        if !team::erase_workspace(&tx).await? {
            // A member has joined since the check above.
            return Err(transfer_first(&[workspace]));
        }
    }
    accounts::erase(&tx, user.id).await?;
    erasure::insert_follow_up(&tx, app.new_id(), &user.email, &user.first_name, remaining, app.now()).await?;
    tx.commit().await?;
    Ok(sessions::no_cookie(app))
}

/// The user, once they have confirmed with their address and password.
async fn confirmed(app: &App, member: &Member, input: &DeleteAccountInput) -> Result<User, AccountDataError> {
    let tx = member.may_with_accounts(Action::Delete, Object::Account).await?;
    let user = account::find(&tx, member.principal.user_id).await?.ok_or(AccountDataError::Gone)?;
    drop(tx);
    let confirmation = DeletionConfirmation::parse(
        &input.email,
        input.password.as_deref(),
        &user.email,
        user.password_hash.is_some(),
    )?;
    if let Some(password) = &confirmation.password
        && !app.passwords.matches(password, user.password_hash.as_deref()).await.map_err(Failure::internal)?
    {
        return Err(wrong_password("password").into());
    }
    Ok(user)
}

fn transfer_first(workspaces: &[&OwnWorkspace]) -> AccountDataError {
    AccountDataError::TransferFirst(workspaces.iter().map(|workspace| workspace.name.clone()).collect())
}
