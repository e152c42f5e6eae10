//! How the subscription stands.

use chrono::{DateTime, Utc};
use proffer_domain::subscription::{GrantedPlan, PaidSubscription, Plan, PlanStatus, SEAT_PRICE_USD, StripeStatus};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    api::{GivenPlan, Payments, SubscriptionStatus},
    store::{self, Subscription},
};
use crate::{
    app::App,
    db::{SystemTx, TenantTx},
    http::problem::Problem,
};

/// How the workspace's subscription stands now.
pub async fn status(app: &App, tx: &TenantTx) -> Result<SubscriptionStatus, Problem> {
    let stored = store::subscription(tx.conn(), tx.workspace_id()).await?.ok_or_else(Problem::unauthenticated)?;
    let plan = plan(&stored)?;
    let status = plan.status_at(app.now());
    let days_left = if let PlanStatus::Trial { days_left } = status { days_left } else { 0 };
    let ends_at = stored.ended_at.or(stored.cancels_at);
    Ok(SubscriptionStatus {
        status: status.as_str().to_owned(),
        trial_ends_at: Some(stored.trial_ends_at.into()),
        team_members: stored.team_members,
        days_left,
        was_paid: plan.was_paid(),
        renews_at: stored.period_ends_at.filter(|_| ends_at.is_none()).map(Into::into),
        ends_at: ends_at.map(Into::into),
        grace_ends_at: if let PlanStatus::Grace { until } = status { Some(until.into()) } else { None },
        given: plan.given.filter(|given| given.holds(app.now())).map(|given| GivenPlan { until: given.until.map(Into::into) }),
        payments: payments(app),
    })
}

/// How a workspace stood at that time, as far as is known now.
pub async fn plan_status(conn: &impl ConnectionTrait, workspace_id: Uuid, at: DateTime<Utc>) -> Result<PlanStatus, Problem> {
    Ok(current_plan(conn, workspace_id).await?.status_at(at))
}

/// What decides how a workspace stands.
pub async fn current_plan(conn: &impl ConnectionTrait, workspace_id: Uuid) -> Result<Plan, Problem> {
    // It was deleted meanwhile, so the caller is no member any more.
    plan(&store::subscription(conn, workspace_id).await?.ok_or_else(Problem::unauthenticated)?)
}

/// What decides how a workspace stands, of what is stored.
pub fn plan(stored: &Subscription) -> Result<Plan, Problem> {
    plan_of(stored.trial_ends_at, stored.stripe_status.as_deref(), stored.past_due_since, stored.given_at, stored.given_until)
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

fn payments(app: &App) -> Payments {
    let stripe = app.config.stripe.as_ref();
    Payments {
        configured: stripe.is_some(),
        test: stripe.is_some_and(|stripe| !stripe.is_live()),
        hosts: stripe.map(|stripe| stripe.hosts.clone()).unwrap_or_default(),
        seat_price: SEAT_PRICE_USD.to_owned(),
        currency: "USD".to_owned(),
    }
}

/// Who the workspace is at Stripe: what it pays there has to end with it.
pub async fn customer(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<String>, Problem> {
    Ok(store::customers::of_workspace(tx, workspace_id).await?)
}
