//! Use cases of the subscription.

use proffer_domain::subscription;

use super::{api::SubscriptionStatus, store};
use crate::{app::App, db::TenantTx, http::problem::Problem};

/// How the workspace's subscription stands now.
pub async fn status(app: &App, tx: &TenantTx) -> Result<SubscriptionStatus, Problem> {
    let stored = store::subscription(tx).await?.ok_or_else(Problem::unauthenticated)?;
    Ok(SubscriptionStatus {
        status: subscription::status_at(&stored.status, stored.trial_ends_at, app.now()).to_owned(),
        trial_ends_at: Some(stored.trial_ends_at.into()),
        team_members: stored.team_members,
    })
}
