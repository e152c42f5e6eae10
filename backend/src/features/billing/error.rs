//! Errors of payments, and what they become: a problem on the wire, or a retry for a job.

use poem::http::StatusCode;
use proffer_adapters::payments::{PaymentError, ReportError};

use crate::{failure::Failure, http::problem::Problem, jobs::JobError};

/// Why a payment operation failed.
#[derive(Debug, thiserror::Error)]
pub enum BillingError {
    /// The call to Stripe failed, or payments are not configured.
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// The webhook request is not a valid Stripe event, or payments are not configured.
    #[error(transparent)]
    Event(#[from] ReportError),
    /// The workspace has no subscription to manage.
    #[error("there is no subscription")]
    NoSubscription,
    /// The workspace already has a subscription; a second one would be charged too.
    #[error("there is a subscription")]
    AlreadySubscribed,
    /// The workspace of the session has been deleted.
    #[error("the workspace is gone")]
    WorkspaceGone,
    /// A site administrator named a workspace that does not exist.
    #[error("no such workspace")]
    NoWorkspace,
    /// An error that any use case can have.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for BillingError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<BillingError> for Problem {
    fn from(error: BillingError) -> Self {
        match error {
            BillingError::Payment(error) => payment(&error),
            BillingError::Event(error) => event(&error),
            BillingError::NoSubscription => {
                Self::conflict("no_subscription", "There is no subscription yet.")
            }
            BillingError::AlreadySubscribed => Self::conflict(
                "already_subscribed",
                "This workspace has a subscription already. Change or cancel it under Manage Subscription.",
            ),
            BillingError::WorkspaceGone => Self::unauthenticated(),
            BillingError::NoWorkspace => {
                Self::not_found("workspace_not_found", "There is no such workspace.")
            }
            BillingError::Failed(failure) => failure.into(),
        }
    }
}

impl From<BillingError> for JobError {
    fn from(error: BillingError) -> Self {
        match error {
            BillingError::Payment(error) if may_pass(&error) => Self::Retry(error.to_string()),
            BillingError::Payment(error) => Self::GiveUp(error.to_string()),
            other => Problem::from(other).into(),
        }
    }
}

fn not_configured() -> Problem {
    Problem::conflict("payments_not_configured", "Payments are not configured on this server.")
}

fn payment(error: &PaymentError) -> Problem {
    if matches!(error, PaymentError::NotConfigured) {
        return not_configured();
    }
    tracing::error!(%error, "a payment request failed");
    let (code, message) = match error {
        PaymentError::Refused { .. } => (
            "payments_refused",
            "The payment service rejected this. Nothing was charged; please tell the administrator of this site.",
        ),
        PaymentError::Unusable(_) => ("invalid_checkout_url", "Invalid checkout URL received"),
        PaymentError::NotConfigured | PaymentError::Silent | PaymentError::Failed(_) => (
            "payments_unavailable",
            "The payment service does not answer. Nothing was charged; please try again in a moment.",
        ),
    };
    Problem::new(StatusCode::BAD_GATEWAY, code, message)
}

/// The sender of an invalid event does not learn the reason; it is logged for the operator.
fn event(error: &ReportError) -> Problem {
    if *error == ReportError::NotConfigured {
        return not_configured();
    }
    tracing::warn!(%error, "a reported event was refused");
    Problem::bad_request("invalid_event", "This is not an event of the payment service.")
}

/// Whether a retry may succeed. Refusals are temporary only while an API key is being replaced (401, 403), or
/// when another request is in progress (409).
pub fn may_pass(error: &PaymentError) -> bool {
    match error {
        PaymentError::NotConfigured => false,
        PaymentError::Refused { status, .. } => matches!(status, 401 | 403 | 409),
        PaymentError::Silent | PaymentError::Failed(_) | PaymentError::Unusable(_) => true,
    }
}

/// Whether the object does not exist or no longer exists.
pub fn is_missing(error: &PaymentError) -> bool {
    matches!(error, PaymentError::Refused { code, .. } if code == "resource_missing")
}

/// Whether the idempotency key must not be used again: Stripe stores a response for a day and repeats it for
/// the same key, even if it was an internal error. Without a response the same key is right, since the
/// request may have been executed.
pub fn spends_key(error: &PaymentError) -> bool {
    match error {
        PaymentError::Failed(_) | PaymentError::Unusable(_) | PaymentError::Refused { .. } => true,
        PaymentError::Silent | PaymentError::NotConfigured => false,
    }
}
