//! The client's signature: one acceptance of the chosen items in the revision on the screen.

use proffer_domain::{
    audit::EventKind,
    field_error::FieldError,
    notification,
    pricing::{self, choose, mail_lines},
    proposal::Status,
    signature::{self, AcceptRequest, Method, RequestContext, Signature, SigningError},
};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;

use super::{
    actions::{AnsweredProposal, named},
    choices,
    error::SharingError,
    mails, service,
    types::{SharedAction, SharedActionInput, SharedActionResult},
};
use crate::{
    app::App,
    failure::Failure,
    features::{
        deliveries::{self, MailKind},
        notifications::{self, jobs::Notify},
        proposals::{
            service::{self as proposals, Change, Proposal, revisions, trail},
            tasks,
        },
    },
    http::{caller::Caller, request_id},
};

const ACCEPTED: &str = "Proposal accepted. Thank you!";

/// Whether the same person has already signed exactly this (a second click, a repeated request); the response
/// then confirms it. Different choices, for example in another tab, do not match.
pub async fn already_signed_so(
    tx: &TenantTx,
    row: &Proposal,
    input: &SharedActionInput,
    table: &pricing::PricingTable,
    sha256: &str,
) -> Result<Option<SharedActionResult>, Failure> {
    let status: Status = row.status.parse().map_err(Failure::internal)?;
    if input.action != SharedAction::Accept || !status.is_immutable() {
        return Ok(None);
    }
    let Some((_, signed)) = revisions::signature(tx, row.id).await? else { return Ok(None) };
    let wanted = choices::read(input.choices.as_deref().unwrap_or_default())
        .and_then(|choices| choose::choose(table, &choices));
    let same = signed.method == Method::TypedName
        && signed.typed_name.as_deref() == input.signature.as_deref().map(str::trim)
        && signed.name == input.sender_name.trim()
        && signed.email == input.sender_email.trim().to_lowercase()
        && input.revision_sha256.as_deref().is_none_or(|shown| shown == sha256)
        && wanted.is_ok_and(|table| signature::charged(&table) == signed.choices);
    Ok(same.then(|| accepted(status, &signed)))
}

fn accepted(status: Status, signature: &Signature) -> SharedActionResult {
    SharedActionResult {
        message: ACCEPTED.to_owned(),
        status,
        signed_at: Some(signature.signed_at.into()),
        signed_by_name: Some(signature.name.clone()),
        decided_at: Some(signature.signed_at.into()),
    }
}

/// One transaction for the totals, the signature, the event, the state, and the jobs that follow.
pub async fn accept(
    app: &App,
    tx: &TenantTx,
    caller: &Caller,
    input: &SharedActionInput,
    before: &AnsweredProposal,
    to: Status,
) -> Result<SharedActionResult, SharingError> {
    let AnsweredProposal { row, revision, frozen } = before;
    let signature = sign(app, caller, input, before)?;
    let chosen = signature.chosen(&frozen.pricing);
    let totals = pricing::totals(&chosen).map_err(Failure::internal)?;
    let change = Change {
        status: Set(to.as_str().to_owned()),
        total_amount: Set(totals.total_amount),
        signed_at: Set(Some(signature.signed_at)),
        decided_at: Set(Some(signature.signed_at)),
        client_signature: Set(signature.typed_name.clone()),
        signed_by_name: Set(Some(signature.name.clone())),
        signed_by_email: Set(Some(signature.email.clone())),
        updated_at: Set(signature.signed_at),
        ..Default::default()
    };
    proposals::update(tx, row.id, change).await?;
    proposals::insert_signature(tx, app.new_id(), revision.id, &signature).await?;
    let payload = serde_json::json!({
        "revision": frozen.number,
        "sha256": revision.sha256,
        "choicesSha256": signature.choices_sha256,
        "totalsSha256": signature.totals_sha256,
        "totalAmount": proposals::total(totals.total_amount, chosen.currency),
        "termsSha256": signature.terms_sha256,
        "consentId": signature.consent_id,
        "signatureSha256": signature.sha256().map_err(Failure::internal)?,
        "message": signature.message,
        "requestId": signature.request_id,
    });
    let kind = if to == Status::Accepted { EventKind::Accepted } else { EventKind::Signed };
    trail::append(app, tx, row.id, kind, named(&signature.name, &signature.email), payload).await?;
    if to == Status::Accepted {
        let mail = mails::waits_for_countersignature(app, frozen, &signature, &chosen, &totals);
        deliveries::enqueue(app, tx, row.id, MailKind::Answer, &mail).await?;
        let mut words = mail_lines::lines(&totals, chosen.currency);
        words.extend(signature.message.clone());
        words.push("It waits for your countersignature.".to_owned());
        notifications::service::announce(
            app,
            tx,
            news(row, notification::NotificationEvent::Signed, &signature.name, Some(words.join("\n"))),
        )
        .await?;
    } else {
        tasks::seal_later(app, tx, row.id).await?;
    }
    Ok(accepted(to, &signature))
}

/// The team's notification about a client's response.
pub fn news(
    row: &Proposal,
    kind: notification::NotificationEvent,
    client: &str,
    words: Option<String>,
) -> Notify {
    Notify {
        kind,
        proposal_id: Some(row.id),
        subject: row.title.clone(),
        actor: Some(client.to_owned()),
        words,
        except: None,
        with_document: false,
    }
}

fn sign(
    app: &App,
    caller: &Caller,
    input: &SharedActionInput,
    before: &AnsweredProposal,
) -> Result<Signature, SharingError> {
    let choices = choices::read(input.choices.as_deref().unwrap_or_default())?;
    let request = AcceptRequest {
        sender_name: &input.sender_name,
        sender_email: &input.sender_email,
        signature: input.signature.as_deref().unwrap_or_default(),
        message: input.message.as_deref(),
        company: input.company.as_deref(),
        title: input.title.as_deref(),
        revision_sha256: input.revision_sha256.as_deref().unwrap_or_default(),
        consent_id: input.consent_id.as_deref().unwrap_or_default(),
        choices: &choices,
        total_amount: input.total_amount.as_ref().map(|figure| figure.0.as_str()),
    };
    let circumstances = RequestContext {
        at: app.now(),
        ip: caller.ip.parse().ok(),
        user_agent: Some(caller.user_agent.clone()),
        request_id: request_id::current(),
    };
    let AnsweredProposal { frozen, revision, .. } = before;
    signature::sign(&request, frozen, &revision.sha256, &circumstances).map_err(|error| match error {
        SigningError::Fields(errors) => SharingError::Incomplete(errors),
        SigningError::StaleRevision => service::stale(Some(revision)),
        SigningError::OtherConsent => {
            FieldError::new("consentId", "consent_required", "Please agree to sign electronically.").into()
        }
        SigningError::OtherTotal { total_amount } => SharingError::OtherTotal(total_amount, frozen.currency),
        error @ (SigningError::TotalsMismatch | SigningError::Pricing(_) | SigningError::Canonical(_)) => {
            Failure::internal(error).into()
        }
    })
}
