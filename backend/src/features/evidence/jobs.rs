//! The job that seals the evidence of a signature.

use proffer_domain::evidence::Evidence;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    sealing::{self, Requester},
    service,
};
use crate::{
    db::Scope,
    jobs::{Job, JobContext, JobError},
};

/// Makes the sealed document of a signed proposal and mails it to both sides, once.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SealEvidence {
    /// Whose.
    pub proposal_id: Uuid,
}

impl Job for SealEvidence {
    const TASK: &'static str = "seal_evidence";
    // Some four minutes. Longer than that nobody waits to hear that they have signed; the document can come later.
    const MAX_ATTEMPTS: i32 = 6;

    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let scope = Scope::workspace(context.workspace_id);
        match sealing::document(&context.app, scope, self.proposal_id, Requester::Job).await {
            Ok(document) => tell(context, &document.evidence, true).await,
            Err(fault) => {
                // Who signed is told all the same.
                if fault.is_final(context.last_attempt) {
                    let evidence = sealing::signed_evidence(&context.app, scope, self.proposal_id).await?;
                    tell(context, &evidence, false).await?;
                }
                Err(fault.into())
            }
        }
    }
}

async fn tell(context: &JobContext, evidence: &Evidence, with_document: bool) -> Result<(), JobError> {
    let tx = context.tx().await?;
    if !context.settle(&tx).await? {
        return Ok(());
    }
    service::tell(&context.app, &tx, evidence, with_document).await?;
    Ok(tx.commit().await?)
}
