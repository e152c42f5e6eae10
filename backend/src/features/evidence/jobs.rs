//! The job that seals the evidence of a signature.

use proffer_domain::evidence::Evidence;
use proffer_store::Scope;

use super::{
    sealing::{self, Requester},
    service,
};
use crate::{
    features::proposals::tasks::SealEvidence,
    jobs::{Job, JobContext, JobError},
};

impl Job for SealEvidence {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let scope = Scope::workspace(context.workspace_id);
        match sealing::document(&context.app, scope, self.proposal_id, Requester::Job).await {
            Ok(document) => tell(context, &document.evidence, true).await,
            Err(error) => {
                // The parties are notified of the signature even without a document.
                if error.is_final(context.last_attempt) {
                    let evidence = sealing::signed_evidence(&context.app, scope, self.proposal_id).await?;
                    tell(context, &evidence, false).await?;
                }
                Err(error.into())
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
