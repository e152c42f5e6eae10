//! The entitlement check: which permissions also require a trial, a subscription or another active plan of
//! the workspace.

use std::{future::Future, sync::Arc};

use chrono::{DateTime, Utc};
use proffer_domain::subscription::{PaidFeature, PlanStatus};
use sea_orm::ConnectionTrait;
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::{
    access::plan,
    authz::{Action, Object},
    http::problem::Problem,
};

/// The paid feature that a permission belongs to; `None` if it does not depend on the plan.
fn paid_feature(action: Action, object: Object) -> Option<PaidFeature> {
    match (action, object) {
        (Action::Create | Action::Update, Object::Clients) => Some(PaidFeature::Clients),
        (Action::Create | Action::Update, Object::Proposals) => Some(PaidFeature::Proposals),
        (Action::Use, Object::Assistant) => Some(PaidFeature::Assistant),
        _ => None,
    }
}

fn require_active(feature: PaidFeature, status: PlanStatus) -> Result<(), Problem> {
    match status {
        PlanStatus::Ended { was_paid } => Err(Problem::payment_required(feature, was_paid)),
        PlanStatus::Trial { .. } | PlanStatus::Active | PlanStatus::Grace { .. } => Ok(()),
    }
}

/// The time of a request, and its workspace's plan at that time. The whole request is judged by that moment,
/// so an answer of the assistant or an import is not interrupted when the trial ends. The plan is queried
/// only once.
#[derive(Debug, Clone)]
pub struct Entitlement {
    at: DateTime<Utc>,
    status: Arc<OnceCell<PlanStatus>>,
}

impl Entitlement {
    /// An entitlement for a request at that time.
    pub fn at(at: DateTime<Utc>) -> Self {
        Self { at, status: Arc::default() }
    }

    /// The plan status of a workspace at that time.
    pub async fn plan_status(
        &self,
        conn: &impl ConnectionTrait,
        workspace_id: Uuid,
    ) -> Result<PlanStatus, Problem> {
        plan::plan_status(conn, workspace_id, self.at).await
    }

    /// 402 if the action requires an active plan in the request's workspace and there is none. `status` is
    /// polled only if it matters and is not known yet.
    ///
    /// # Errors
    /// 402 `trial_expired` or `subscription_ended` without an active plan; 500 when the plan cannot be read.
    pub async fn require(
        &self,
        action: Action,
        object: Object,
        status: impl Future<Output = Result<PlanStatus, Problem>>,
    ) -> Result<(), Problem> {
        let Some(feature) = paid_feature(action, object) else { return Ok(()) };
        require_active(feature, *self.status.get_or_try_init(|| status).await?)
    }

    /// The same in another workspace.
    pub async fn require_in(
        &self,
        conn: &impl ConnectionTrait,
        workspace_id: Uuid,
        action: Action,
        object: Object,
    ) -> Result<(), Problem> {
        let Some(feature) = paid_feature(action, object) else { return Ok(()) };
        require_active(feature, self.plan_status(conn, workspace_id).await?)
    }
}
