//! Work that a proposal causes and other features do: reminding its client, ending its validity, sealing its
//! evidence.

use chrono::{DateTime, Utc};
use proffer_domain::sending::{Plan, REMINDERS};
use proffer_store::TenantTx;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::store::rows::Proposal;
use crate::{
    app::App,
    failure::Failure,
    jobs::{self, Task},
};

/// Plans what time brings to a proposal that was sent just now with that revision.
pub async fn plan(app: &App, tx: &TenantTx, row: &Proposal, revision_id: Uuid) -> Result<(), Failure> {
    let (now, proposal_id) = (app.now(), row.id);
    if row.recipient_email.is_some() {
        for (number, after) in REMINDERS.into_iter().enumerate() {
            let job = RemindClient { proposal_id, revision_id, number };
            jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &job, now + after).await?;
        }
    }
    let Some(valid_until) = row.valid_until else { return Ok(()) };
    let plan = Plan::of(now, row.valid_until);
    if let Some(at) = plan.warning {
        let job = WarnOfExpiry { proposal_id, revision_id, valid_until };
        jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &job, at).await?;
    }
    if let Some(at) = plan.expiry {
        jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &ExpireProposal { proposal_id, valid_until }, at).await?;
    }
    Ok(())
}

/// Has the evidence of a proposal sealed that this transaction makes signed: a job makes the document, keeps
/// it, and mails it to both sides. The signature is safe with the commit, whatever becomes of the job.
pub async fn seal_later(app: &App, tx: &TenantTx, proposal_id: Uuid) -> Result<(), Failure> {
    jobs::enqueue(app, tx.conn(), tx.workspace_id(), &SealEvidence { proposal_id }).await?;
    Ok(())
}

/// Reminds the client of a proposal.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemindClient {
    /// Which.
    pub proposal_id: Uuid,
    /// The revision that the client had when this was planned.
    pub revision_id: Uuid,
    /// Which reminder, counted from 0.
    pub number: usize,
}

impl Task for RemindClient {
    const NAME: &'static str = "remind_client";
}

/// Tells the team that the validity of a proposal ends soon.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WarnOfExpiry {
    /// Which.
    pub proposal_id: Uuid,
    /// The revision that the client had when this was planned.
    pub revision_id: Uuid,
    /// When it ended then.
    pub valid_until: DateTime<Utc>,
}

impl Task for WarnOfExpiry {
    const NAME: &'static str = "warn_of_expiry";
}

/// Writes down that the validity of a proposal has ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExpireProposal {
    /// Which.
    pub proposal_id: Uuid,
    /// When it ended when this was planned.
    pub valid_until: DateTime<Utc>,
}

impl Task for ExpireProposal {
    const NAME: &'static str = "expire_proposal";
}

/// Makes the sealed document of a signed proposal and mails it to both sides, once.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SealEvidence {
    /// Whose.
    pub proposal_id: Uuid,
}

impl Task for SealEvidence {
    const NAME: &'static str = "seal_evidence";
    // Some four minutes. Longer than that nobody waits to hear that they have signed; the document can come
    // later.
    const MAX_ATTEMPTS: i32 = 6;
}
