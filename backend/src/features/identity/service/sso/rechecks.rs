//! Weekly checks that a mail domain still belongs to its workspace.

use proffer_domain::sso::{
    recheck::{EVERY, EVERY_WHILE_MISSING, Outcome, outcome},
    record_name, record_proves, record_value,
};
use proffer_store::SystemTx;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    app::App,
    failure::Failure,
    features::identity::{
        mails,
        store::sso::{self as store, Domain},
    },
    jobs::{self, Job, JobContext, JobError, Task},
};

/// Looks up the DNS record of a domain that was verified by it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecheckDomain {
    domain_id: Uuid,
    /// How many consecutive checks found it missing.
    missed: u32,
}

/// Schedules the first check of a newly verified domain in a week.
pub async fn begin(app: &App, tx: &SystemTx, domain: &Domain) -> Result<(), Failure> {
    let job = RecheckDomain { domain_id: domain.id, missed: 0 };
    jobs::enqueue_at(app, tx.conn(), domain.workspace_id, &job, app.now() + EVERY).await?;
    Ok(())
}

impl Task for RecheckDomain {
    const NAME: &'static str = "recheck_domain";
}

impl Job for RecheckDomain {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let (app, workspace_id) = (&context.app, context.workspace_id);
        let tx = context.tx().await?;
        let domain = store::domain(tx.conn(), workspace_id, self.domain_id).await?;
        drop(tx);
        // The domain may have been removed in the meantime.
        let Some(domain) = domain.filter(|domain| domain.proven_at.is_some()) else { return Ok(()) };
        let found = app.dns.texts(&record_name(&domain.domain)).await?;

        let tx = SystemTx::begin(app.db.system()).await?;
        tx.enter_workspace(workspace_id).await?;
        if !context.settle_as_system(&tx).await? {
            return Ok(());
        }
        let again = match outcome(record_proves(&found, &domain.challenge), self.missed) {
            Outcome::Proven => Some((EVERY, 0)),
            Outcome::Missing(missed) => {
                if missed == 1 {
                    tell_owner(app, &tx, &domain, false).await?;
                }
                Some((EVERY_WHILE_MISSING, missed))
            }
            Outcome::Lost => {
                tracing::warn!(domain = %domain.id, "a mail domain is no longer its workspace's");
                store::lose_domain(&tx, &domain).await?;
                tell_owner(app, &tx, &domain, true).await?;
                None
            }
        };
        if let Some((after, missed)) = again {
            let job = Self { domain_id: domain.id, missed };
            jobs::enqueue_at(app, tx.conn(), workspace_id, &job, app.now() + after).await?;
        }
        Ok(tx.commit().await?)
    }
}

async fn tell_owner(app: &App, tx: &SystemTx, domain: &Domain, is_lost: bool) -> Result<(), Failure> {
    let Some(owner) = store::owner_of_workspace(tx, domain.workspace_id).await? else { return Ok(()) };
    let record = (record_name(&domain.domain), record_value(&domain.challenge));
    let mail =
        mails::domain_unproven(app, (&owner.email, &owner.first_name), &domain.domain, &record, is_lost);
    jobs::enqueue(app, tx.conn(), domain.workspace_id, &mail).await?;
    Ok(())
}
