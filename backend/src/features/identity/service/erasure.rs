//! The end of an account, and of the workspaces that it alone owns.

use proffer_domain::identity::account::{Goodbye, wrong_password};

use super::{pictures, sessions};
use crate::{
    app::App,
    db::{Scope, SystemTx, TenantTx},
    features::{
        billing::service as billing,
        identity::{
            account_api::DeleteAccountInput,
            store::{
                User, account,
                erasure::{self, Belonging, LastThings},
            },
        },
        objects::service as files,
        workspaces::service::pass_work_on,
    },
    http::{
        auth::Member,
        authz::{Action, Object},
        problem::Problem,
    },
};

/// Ends the account, all at once: what it alone owned goes, what it did elsewhere passes to the owners there, and every session
/// is over. A mail, the end of what is paid and the removal of files follow. Answers the header that removes the cookie.
pub async fn delete(app: &App, member: &Member, input: &DeleteAccountInput) -> Result<String, Problem> {
    let confirmed = confirmed(app, member, input).await?;
    let tx = SystemTx::begin(app.db.system()).await?;
    let user = account::for_update(&tx, confirmed.id).await?.ok_or_else(Problem::unauthenticated)?;
    // It was changed meanwhile: what was checked is not the password any more.
    if user.password_hash != confirmed.password_hash {
        return Err(Problem::invalid(vec![wrong_password("password")]));
    }
    let (own, others): (Vec<_>, Vec<_>) =
        erasure::belongings(&tx, user.id).await?.into_iter().partition(|workspace| workspace.owner_id == user.id);
    let shared: Vec<&Belonging> = own.iter().filter(|workspace| workspace.others > 0).collect();
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
    let mut last = LastThings::default();
    last.objects.extend(user.profile_image_url.iter().filter_map(|address| pictures::key_of(user.id, address)));
    for workspace in &own {
        let inside = TenantTx::begin(app.db.app(), Scope::workspace(workspace.workspace_id)).await?;
        last.objects.extend(erasure::unremoved_objects(&inside).await?);
        last.objects.extend(files::everything(&inside).await?);
        drop(inside);
        tx.enter_workspace(workspace.workspace_id).await?;
        last.customers.extend(billing::customer(&tx, workspace.workspace_id).await?);
        if !erasure::erase_workspace(&tx).await? {
            // Somebody has joined since the look above.
            return Err(transfer_first(&[workspace]));
        }
    }
    erasure::erase_user(&tx, user.id).await?;
    erasure::leave_word(&tx, app.new_id(), &user.email, &user.first_name, last, app.now()).await?;
    tx.commit().await?;
    Ok(sessions::no_cookie(app))
}

/// The person, once they have typed their address and password again.
async fn confirmed(app: &App, member: &Member, input: &DeleteAccountInput) -> Result<User, Problem> {
    let tx = member.may_with_accounts(Action::Delete, Object::Account).await?;
    let user = account::find(&tx, member.principal.user_id).await?.ok_or_else(Problem::unauthenticated)?;
    drop(tx);
    let goodbye = Goodbye::parse(&input.email, input.password.as_deref(), &user.email, user.password_hash.is_some())?;
    if let Some(password) = &goodbye.password
        && !app.passwords.matches(password, user.password_hash.as_deref()).await?
    {
        return Err(Problem::invalid(vec![wrong_password("password")]));
    }
    Ok(user)
}

fn transfer_first(workspaces: &[&Belonging]) -> Problem {
    let names: Vec<&str> = workspaces.iter().map(|workspace| workspace.name.as_str()).collect();
    Problem::conflict(
        "transfer_ownership_first",
        format!("Other people work in {}. Hand it over to one of them, or remove them, before you delete your account.", names.join(", ")),
    )
}
