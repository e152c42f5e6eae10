//! The messages of plans that administrators set.

use poem_openapi::Object;
use uuid::Uuid;

use crate::wire::Timestamp;

/// A workspace: its owner and status, without any content.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct WorkspaceStanding {
    /// The workspace's id.
    pub id: Uuid,
    /// The workspace's name.
    pub name: String,
    /// The owner's first and last name.
    pub owner_name: String,
    /// The owner's email address.
    pub owner_email: String,
    /// The number of active members.
    pub team_members: i64,
    /// The status: `trial`, `trial_expired` or `active`.
    pub status: String,
    /// When the trial ends or ended.
    pub trial_ends_at: Timestamp,
    /// Stripe's status of the subscription.
    pub stripe_status: Option<String>,
    /// The granted plan.
    pub given: Option<GivenByHand>,
    /// When the workspace was created.
    pub created_at: Timestamp,
}

/// A free plan with its audit data.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct GivenByHand {
    /// When the plan was granted.
    pub at: Timestamp,
    /// When the plan ends; absent if it has no end.
    pub until: Option<Timestamp>,
    /// Who granted it.
    pub by: String,
    /// The reason.
    pub reason: String,
}

/// Grants or revokes a plan.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanInput {
    /// `pro` grants the plan, `none` revokes it.
    pub plan: String,
    /// When the plan ends, RFC 3339, in the future; absent means never.
    pub until: Option<String>,
    /// The reason, 3 to 500 characters; it is recorded in the workspace's audit log.
    pub reason: String,
}
