//! The drafting job.

use std::sync::Arc;

use proffer_adapters::ai::{AiError, CallOutcome};
use proffer_domain::{
    audit::{Actor, EventKind},
    document,
    draft::{Draft, DraftInput, Stage},
    pricing::{self, PricingError},
    proposal::Status,
    proposal_input::HTML_MAX_BYTES,
    settings::SiteSettings,
};
use proffer_store::{Scope, TenantTx};
use sea_orm::ActiveValue::Set;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{
    drafting,
    error::{DraftFailure, ProposalError},
    service::{
        content_change::{self, Author, Cause, NewContent},
        snapshot, trail,
    },
    store::{
        messages::{self, NewMessage},
        rows::{self, Change, Proposal},
    },
};
use crate::{
    app::App,
    failure::Failure,
    features::{
        assistant::service::{self as assistant, Reserved},
        clients, companies,
    },
    jobs::{Job, JobContext, JobError, Task},
    site_settings,
};

/// Drafts a proposal from the user's inputs.
///
/// It reads in one short transaction and writes in another, with the call to the assistant in between.
/// Running it again after it is done changes nothing; running it after it died starts over. A proposal that
/// was deleted, edited or sent in the meantime is left unchanged.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DraftProposal {
    pub proposal_id: Uuid,
    /// The user whose quota it uses.
    pub user_id: Uuid,
}

/// The version of a proposal that was never changed.
const FIRST_VERSION: i64 = 1;
/// The most statements that a message lists.
const LEFT_OUT_MAX: usize = 20;

/// The input of the assistant, and the reservation for its cost.
struct Brief {
    settings: Arc<SiteSettings>,
    input: DraftInput,
    reserved: Option<Reserved>,
}

impl Task for DraftProposal {
    const NAME: &'static str = "draft_proposal";
    /// The user is waiting: three attempts with pauses of a few seconds, then the screen offers a retry.
    const MAX_ATTEMPTS: i32 = 3;
}

impl Job for DraftProposal {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let failure = match Box::pin(self.attempt(context)).await {
            Ok(()) => return Ok(()),
            Err(failure) => failure,
        };
        let error = JobError::from(&failure);
        if matches!(error, JobError::GiveUp(_)) || context.last_attempt {
            self.fail(context, &failure).await?;
        }
        Err(error)
    }
}

impl DraftProposal {
    async fn attempt(&self, context: &JobContext) -> Result<(), DraftFailure> {
        let Some(mut brief) = self.begin(context).await? else { return Ok(()) };
        let answer = ask(context, self.proposal_id, &brief).await;
        assistant::settle(
            &context.app,
            Scope::workspace(context.workspace_id),
            brief.reserved.take(),
            answer.spent,
        )
        .await;
        self.finish(context, answer.value?).await
    }

    /// Reads the inputs, reserves the maximum cost, and marks the drafting as running. Returns `None` if the
    /// drafting is over, or the proposal is deleted or no longer an empty draft.
    async fn begin(&self, context: &JobContext) -> Result<Option<Brief>, DraftFailure> {
        let app = &context.app;
        let settings = site_settings::current(app).await.map_err(ProposalError::from)?;
        let tx = context.tx().await?;
        let Some(proposal) = rows::find_for_update(&tx, self.proposal_id).await? else { return Ok(None) };
        if !drafting::is_open(&tx, proposal.id).await? {
            return Ok(None);
        }
        if !is_untouched(&proposal) {
            drafting::finish(&tx, proposal.id, app.now()).await?;
            tx.commit().await?;
            return Ok(None);
        }
        let input = input(&tx, proposal).await?;
        let max_cost = app.assistant.max_cost_for_draft(&settings, &input);
        drafting::begin(&tx, self.proposal_id, app.now()).await?;
        let reserved = assistant::reserve(app, &tx, self.user_id, max_cost.as_ref()).await?;
        tx.commit().await?;
        Ok(Some(Brief { settings, input, reserved }))
    }

    /// Writes the draft, unless the proposal was changed first.
    async fn finish(&self, context: &JobContext, draft: Draft) -> Result<(), DraftFailure> {
        let (app, tx) = (&context.app, context.tx().await?);
        let Some(proposal) = rows::find_for_update(&tx, self.proposal_id).await? else { return Ok(()) };
        if !drafting::is_open(&tx, proposal.id).await? {
            return Ok(());
        }
        if is_untouched(&proposal) {
            let left_out = draft.left_out.clone();
            drafted(app, &tx, proposal, draft).await?;
            say(app, &tx, self.proposal_id, &left_out).await?;
            let payload = serde_json::json!({ "assistant": app.assistant.kind().as_str() });
            trail::append(app, &tx, self.proposal_id, EventKind::Drafted, Actor::Assistant, payload).await?;
        }
        drafting::finish(&tx, self.proposal_id, app.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Records the failure for the screen and in the audit trail.
    async fn fail(&self, context: &JobContext, failure: &DraftFailure) -> Result<(), JobError> {
        let (app, tx) = (&context.app, context.tx().await?);
        let Some(proposal) = rows::find_for_update(&tx, self.proposal_id).await? else { return Ok(()) };
        if !drafting::is_open(&tx, proposal.id).await? {
            return Ok(());
        }
        drafting::fail(&tx, proposal.id, failure.code, &failure.message, app.now()).await?;
        let payload = serde_json::json!({ "code": failure.code });
        trail::append(app, &tx, proposal.id, EventKind::DraftFailed, Actor::Assistant, payload).await?;
        Ok(tx.commit().await?)
    }
}

/// Whether the proposal still contains only the inputs of the wizard, and perhaps another title.
fn is_untouched(proposal: &Proposal) -> bool {
    proposal.status == Status::Draft.as_str() && document::is_empty(&proposal.html_content)
}

/// The assistant's answer; meanwhile each stage is recorded for the followers.
async fn ask(context: &JobContext, proposal_id: Uuid, brief: &Brief) -> CallOutcome<Draft> {
    let app = &context.app;
    let (entered, mut stages) = mpsc::unbounded_channel();
    let draft = async move {
        let mut ids = || app.new_id();
        let mut on_stage = |stage: Stage| {
            // The receiver lives until this call is done.
            let _ = entered.send(stage);
        };
        app.assistant.draft(&brief.settings, &brief.input, &mut ids, &mut on_stage).await
    };
    let notes = async {
        while let Some(stage) = stages.recv().await {
            // Progress is optional: if it cannot be written, drafting continues.
            if let Err(error) = note(context, proposal_id, stage).await {
                tracing::warn!(proposal = %proposal_id, %error, "a drafting stage could not be noted");
            }
        }
    };
    tokio::join!(draft, notes).0
}

async fn note(context: &JobContext, proposal_id: Uuid, stage: Stage) -> Result<(), JobError> {
    let tx = context.tx().await?;
    drafting::advance(&tx, proposal_id, stage, context.app.now()).await?;
    Ok(tx.commit().await?)
}

/// The inputs, with the client and the company.
async fn input(tx: &TenantTx, proposal: Proposal) -> Result<DraftInput, ProposalError> {
    Ok(DraftInput {
        client: clients::service::profile(tx, proposal.client_id).await?,
        company: companies::service::profile(tx).await?.unwrap_or_default(),
        client_context: proposal.client_context,
        proposed_solution: proposal.proposed_solution,
        pricing_details: proposal.pricing_details,
        additional_notes: proposal.additional_notes,
    })
}

/// Applies a draft; the engine renders the pricing block, even if the draft contains another.
async fn drafted(app: &App, tx: &TenantTx, proposal: Proposal, draft: Draft) -> Result<(), DraftFailure> {
    pricing::totals(&draft.pricing)?;
    let html = draft.html();
    if html.len() > HTML_MAX_BYTES {
        return Err(AiError::Nonsense.into());
    }
    let company = companies::service::profile(tx).await?;
    let snapshot = snapshot::take(proposal.company_snapshot.as_ref(), company.as_ref())?;
    // A user who changed the empty proposal in the meantime chose its title.
    let titled = proposal.version > FIRST_VERSION;
    let new_content = NewContent {
        title: (!titled).then_some(draft.title),
        subtitle: (!titled).then_some(draft.subtitle),
        html: Some(html),
        pricing: Some(draft.pricing),
        carried: None,
    };
    let besides = Change {
        assistant: Set(app.assistant.kind().as_str().to_owned()),
        company_snapshot: Set(snapshot),
        ..Default::default()
    };
    content_change::apply(app, tx, proposal, new_content, &Author::assistant(), Cause::Draft, besides)
        .await?;
    Ok(())
}

/// Tells the team in the chat which statements the draft leaves out.
async fn say(app: &App, tx: &TenantTx, proposal_id: Uuid, left_out: &[String]) -> Result<(), DraftFailure> {
    if left_out.is_empty() {
        return Ok(());
    }
    let listed: Vec<&str> = left_out.iter().take(LEFT_OUT_MAX).map(String::as_str).collect();
    let message = NewMessage {
        workspace_id: Set(tx.workspace_id()),
        id: Set(app.new_id()),
        proposal_id: Set(proposal_id),
        role: Set("assistant".to_owned()),
        content: Set(format!(
            "I left these statements out of the draft, because nothing that you typed says so:\n\n- {}",
            listed.join("\n- ")
        )),
        created_at: Set(app.now()),
        ..Default::default()
    };
    Ok(messages::insert(tx, message).await?)
}

impl From<AiError> for DraftFailure {
    fn from(error: AiError) -> Self {
        Self { code: error.code(), message: error.to_string(), transient: error.is_transient() }
    }
}

impl From<PricingError> for DraftFailure {
    /// The amounts are the user's, so only the user can correct them.
    fn from(error: PricingError) -> Self {
        let reason = error.errors.into_iter().next().map(|error| error.message).unwrap_or_default();
        let message = format!(
            "The total of the prices cannot be calculated. {reason}. Everything you typed is kept; please use smaller amounts."
        );
        Self { code: "pricing_invalid", message, transient: false }
    }
}

impl From<Failure> for DraftFailure {
    fn from(failure: Failure) -> Self {
        ProposalError::from(failure).into()
    }
}

impl From<JobError> for DraftFailure {
    fn from(error: JobError) -> Self {
        Failure::internal(error).into()
    }
}

impl From<sea_orm::DbErr> for DraftFailure {
    fn from(error: sea_orm::DbErr) -> Self {
        Failure::internal(error).into()
    }
}
