//! The workspace itself: its name, countersigning, and switching to another one.

use proffer_domain::{
    money::Currency,
    team::{self, MembershipStatus},
};
use proffer_store::{SystemTx, TenantTx};
use uuid::Uuid;

use crate::{
    access::Member,
    app::App,
    failure::{Failure, stale},
    features::{
        identity::{
            service::{sessions, sso::enforcement},
            types::CurrentUser,
        },
        team::Edited,
        workspaces::{error::WorkspaceError, store, types::WorkspaceInput},
    },
};

/// The currency of prices that name none: US dollars until there is a company profile.
pub async fn currency(tx: &TenantTx) -> Result<Currency, Failure> {
    Ok(store::currency(tx).await?.and_then(|code| code.parse().ok()).unwrap_or_default())
}

/// Changes the workspace's name and whether it countersigns. The audit entry distinguishes the latter,
/// because it changes the effect of a client's signature.
pub async fn update(
    app: &App,
    tx: TenantTx,
    member: &Member,
    mut input: WorkspaceInput,
) -> Result<CurrentUser, WorkspaceError> {
    let started_from = input.etag.take();
    let (name, countersign) = store::edited_for_update(&tx).await?.ok_or(WorkspaceError::NotSignedIn)?;
    let stored = Edited { name, countersign };
    let validate = |wanted: Edited| Ok(Edited { name: team::workspace_name(&wanted.name)?, ..wanted });
    let Edited { name, countersign } = stale::changed(started_from.as_deref(), &stored, &input, validate)?;
    tx.about(tx.workspace_id(), &name);
    if countersign != stored.countersign
        && let Some(entry) = tx.audit_entry()
    {
        entry.action(if countersign { "countersign_on" } else { "countersign_off" });
    }
    store::update_workspace(&tx, name, countersign, app.now()).await?;
    tx.commit().await?;
    Ok(sessions::current_user_in(app, &member.principal, &member.caller, member.principal.workspace_id)
        .await?)
}

/// Switches the session to another of the user's workspaces. One that the user does not belong to looks like
/// a missing one.
pub async fn switch(
    app: &App,
    tx: SystemTx,
    member: &Member,
    workspace_id: Uuid,
) -> Result<CurrentUser, WorkspaceError> {
    let principal = &member.principal;
    let membership = store::membership_of(&tx, workspace_id, principal.user_id)
        .await?
        .filter(|membership| membership.status == MembershipStatus::Active.as_str())
        .ok_or(WorkspaceError::NoWorkspace)?;
    enforcement::refuse_unreachable(&tx, principal, workspace_id, &membership.role).await?;
    sessions::work_in(&tx, principal, workspace_id).await?;
    // The audit log of the previous workspace records the switch but not its target, which belongs to another
    // tenant.
    tx.about(principal.user_id, &principal.name);
    if let Some(entry) = tx.audit_entry() {
        entry.action("switch");
    }
    tx.commit().await?;
    Ok(sessions::current_user_in(app, principal, &member.caller, workspace_id).await?)
}
