//! The plan of a workspace, which decides its paid features.

use chrono::{DateTime, Utc};
use proffer_domain::subscription::{GrantedPlan, PaidSubscription, Plan, PlanStatus, StripeStatus};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement};
use uuid::Uuid;

use crate::http::problem::Problem;

/// The stored subscription of a workspace, and its number of seats.
#[derive(Debug, Clone, FromQueryResult)]
pub struct Subscription {
    /// The workspace's name.
    pub name: String,
    /// When its trial ends or ended.
    pub trial_ends_at: DateTime<Utc>,
    /// The number of active members; each takes a seat.
    pub team_members: i64,
    /// Stripe's status, if there is a subscription.
    pub stripe_status: Option<String>,
    /// The end of the paid period.
    pub period_ends_at: Option<DateTime<Utc>>,
    /// When it will end.
    pub cancels_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// Since when a payment has been overdue.
    pub past_due_since: Option<DateTime<Utc>>,
    /// When a site administrator granted a plan.
    pub given_at: Option<DateTime<Utc>>,
    /// When the granted plan ends; `None` means never.
    pub given_until: Option<DateTime<Utc>>,
}

/// `None` when the workspace does not exist.
pub async fn subscription(
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
) -> Result<Option<Subscription>, DbErr> {
    Subscription::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT w.name, w.trial_ends_at, s.stripe_status, s.period_ends_at, s.cancels_at, s.ended_at, s.past_due_since, s.given_at, s.given_until,
                (SELECT count(*) FROM team_members m WHERE m.workspace_id = w.workspace_id AND m.status = 'active') AS team_members
         FROM workspaces w LEFT JOIN subscriptions s ON s.workspace_id = w.workspace_id WHERE w.workspace_id = $1",
        [workspace_id.into()],
    ))
    .one(conn)
    .await
}

/// The status of the plan at `at`, from what is known now.
pub async fn plan_status(
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    at: DateTime<Utc>,
) -> Result<PlanStatus, Problem> {
    Ok(current_plan(conn, workspace_id).await?.status_at(at))
}

/// The current plan of a workspace.
pub async fn current_plan(conn: &impl ConnectionTrait, workspace_id: Uuid) -> Result<Plan, Problem> {
    // The workspace was deleted meanwhile, so the caller is no longer a member.
    plan(&subscription(conn, workspace_id).await?.ok_or_else(Problem::unauthenticated)?)
}

/// The plan of stored data.
pub fn plan(stored: &Subscription) -> Result<Plan, Problem> {
    plan_of(
        stored.trial_ends_at,
        stored.stripe_status.as_deref(),
        stored.past_due_since,
        stored.given_at,
        stored.given_until,
    )
}

/// The same from its columns, for queries that join them.
pub fn plan_of(
    trial_ends_at: DateTime<Utc>,
    stripe_status: Option<&str>,
    past_due_since: Option<DateTime<Utc>>,
    given_at: Option<DateTime<Utc>>,
    given_until: Option<DateTime<Utc>>,
) -> Result<Plan, Problem> {
    let status = stripe_status.map(str::parse::<StripeStatus>).transpose().map_err(Problem::internal)?;
    Ok(Plan {
        trial_ends_at,
        paid: status.map(|status| PaidSubscription { status, past_due_since }),
        given: given_at.map(|_| GrantedPlan { until: given_until }),
    })
}
