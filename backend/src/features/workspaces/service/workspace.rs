//! The workspace itself: its name, whether it countersigns, and working in another one.

use proffer_domain::team::{self, MembershipStatus};
use proffer_store::{SystemTx, TenantTx};
use uuid::Uuid;

use crate::{
    access::Member,
    app::App,
    failure::stale,
    features::{
        identity::{
            api::CurrentUser,
            service::{sessions, sso::enforcement},
        },
        team::Edited,
        workspaces::{api::WorkspaceInput, error::WorkspaceError, store},
    },
    wire,
};

/// Gives the workspace another name, and says whether it countersigns. The log tells the second apart: it
/// changes what a client's signature leads to.
pub async fn update(app: &App, tx: TenantTx, member: &Member, mut input: WorkspaceInput) -> Result<CurrentUser, WorkspaceError> {
    let started_from = input.etag.take();
    let (name, countersign) = store::edited_for_update(&tx).await?.ok_or(WorkspaceError::NotSignedIn)?;
    let stored = Edited { name, countersign };
    let wanted: Edited = wire::over(&stored, &input)?;
    let wanted = Edited { name: team::workspace_name(&wanted.name)?, ..wanted };
    let Edited { name, countersign } = stale::merged(started_from.as_deref(), &stored, &wanted)?;
    tx.about(tx.workspace_id(), &name);
    if countersign != stored.countersign
        && let Some(entry) = tx.audit_entry()
    {
        entry.action(if countersign { "countersign_on" } else { "countersign_off" });
    }
    store::update_workspace(&tx, name, countersign, app.now()).await?;
    tx.commit().await?;
    Ok(sessions::current_user_in(app, &member.principal, &member.caller, member.principal.workspace_id).await?)
}

/// Lets the session work in another of the person's workspaces. One they do not belong to and one that is not
/// there look the same.
pub async fn switch(app: &App, tx: SystemTx, member: &Member, workspace_id: Uuid) -> Result<CurrentUser, WorkspaceError> {
    let principal = &member.principal;
    let membership = store::membership_of(&tx, workspace_id, principal.user_id)
        .await?
        .filter(|membership| membership.status == MembershipStatus::Active.as_str())
        .ok_or(WorkspaceError::NoWorkspace)?;
    enforcement::refuse_unreachable(&tx, principal, workspace_id, &membership.role).await?;
    sessions::work_in(&tx, principal, workspace_id).await?;
    // The log of the workspace they go from says that they went, and not where to: that is none of its
    // business.
    tx.about(principal.user_id, &principal.name);
    if let Some(entry) = tx.audit_entry() {
        entry.action("switch");
    }
    tx.commit().await?;
    Ok(sessions::current_user_in(app, principal, &member.caller, workspace_id).await?)
}
