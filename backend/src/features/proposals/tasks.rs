//! Tasks that a proposal causes and other features execute: reminders, expiry, sealing the evidence.

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

/// Schedules reminders and expiry for a proposal that was just sent with this revision.
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
        let job = NotifyExpiring { proposal_id, revision_id, valid_until };
        jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &job, at).await?;
    }
    if let Some(at) = plan.expiry {
        jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &ExpireProposal { proposal_id, valid_until }, at)
            .await?;
    }
    Ok(())
}

/// Enqueues sealing the evidence of a proposal that this transaction signs: a job makes the document, stores
/// it, and mails it to both parties. The signature is stored with the commit, even if the job fails.
pub async fn seal_later(app: &App, tx: &TenantTx, proposal_id: Uuid) -> Result<(), Failure> {
    jobs::enqueue(app, tx.conn(), tx.workspace_id(), &SealEvidence { proposal_id }).await?;
    Ok(())
}

/// Reminds the client of a proposal.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemindClient {
    pub proposal_id: Uuid,
    /// The revision that was sent when this was scheduled.
    pub revision_id: Uuid,
    /// The number of the reminder, counted from 0.
    pub number: usize,
}

impl Task for RemindClient {
    const NAME: &'static str = "remind_client";
}

/// Notifies the team that the validity of a proposal ends soon.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotifyExpiring {
    pub proposal_id: Uuid,
    /// The revision that was sent when this was scheduled.
    pub revision_id: Uuid,
    /// The end of the validity at that time.
    pub valid_until: DateTime<Utc>,
}

impl Task for NotifyExpiring {
    const NAME: &'static str = "warn_of_expiry";
}

/// Records that the validity of a proposal has ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExpireProposal {
    pub proposal_id: Uuid,
    /// The end of the validity when this was scheduled.
    pub valid_until: DateTime<Utc>,
}

impl Task for ExpireProposal {
    const NAME: &'static str = "expire_proposal";
}

/// Makes the sealed document of a signed proposal and mails it to both parties, once.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SealEvidence {
    pub proposal_id: Uuid,
}

impl Task for SealEvidence {
    const NAME: &'static str = "seal_evidence";
    // About four minutes. The parties should not wait longer for the confirmation of the signature; the
    // document can follow later.
    const MAX_ATTEMPTS: i32 = 6;
}
