//! The workspaces of the site as its administrators see them, and granted plans.

use proffer_domain::subscription::grant::PlanGrant;
use proffer_store::SystemTx;
use uuid::Uuid;

use super::{
    error::BillingError,
    plan_notices::{self, NotifyGrantedPlanEnd},
    plans_store::{self as store, Workspace},
    plans_types::{GivenByHand, PlanInput, WorkspaceStanding},
};
use crate::{
    access::{Principal, plan},
    app::App,
    failure::Failure,
    http::paging::{Cursor, Page},
};

/// A page of the workspaces, newest first.
pub async fn list(
    app: &App,
    tx: &SystemTx,
    search: Option<&str>,
    page: Page,
) -> Result<(Vec<WorkspaceStanding>, Option<Cursor>), Failure> {
    let (rows, next) = store::list(tx, search, page).await?;
    Ok((rows.into_iter().map(|row| shown(app, row)).collect::<Result<_, _>>()?, next))
}

/// Grants or revokes a plan, and records that in the workspace's audit log.
pub async fn give(
    app: &App,
    mut tx: SystemTx,
    by: &Principal,
    workspace_id: Uuid,
    input: PlanInput,
) -> Result<WorkspaceStanding, BillingError> {
    let now = app.now();
    let plan = PlanGrant::check(&input.plan, input.until.as_deref(), &input.reason, now)?;
    store::find(&tx, workspace_id).await?.ok_or(BillingError::NoWorkspace)?;
    tx.concerns(workspace_id).await?;
    tx.about(workspace_id, plan.to_string());
    if let Some(entry) = tx.audit_entry() {
        entry.action(if plan.plan.is_some() { "give_plan" } else { "end_plan" });
    }
    store::give(&tx, workspace_id, &plan, &by.name, now).await?;
    if let Some(until) = plan.plan.and_then(|given| given.until) {
        plan_notices::later(app, tx.conn(), workspace_id, &NotifyGrantedPlanEnd { until }, until).await?;
    }
    let given = store::find(&tx, workspace_id).await?.ok_or(BillingError::NoWorkspace)?;
    let shown = shown(app, given)?;
    tx.commit().await?;
    Ok(shown)
}

fn shown(app: &App, row: Workspace) -> Result<WorkspaceStanding, Failure> {
    let plan = plan::plan_of(
        row.trial_ends_at,
        row.stripe_status.as_deref(),
        row.past_due_since,
        row.given_at,
        row.given_until,
    )?;
    let given = row.given_at.zip(row.given_by).zip(row.given_reason);
    Ok(WorkspaceStanding {
        id: row.id,
        name: row.name,
        owner_name: row.owner_name,
        owner_email: row.owner_email,
        team_members: row.team_members,
        status: plan.status_at(app.now()).as_str().to_owned(),
        trial_ends_at: row.trial_ends_at.into(),
        stripe_status: row.stripe_status,
        given: given.map(|((at, by), reason)| GivenByHand {
            at: at.into(),
            until: row.given_until.map(Into::into),
            by,
            reason,
        }),
        created_at: row.created_at.into(),
    })
}
