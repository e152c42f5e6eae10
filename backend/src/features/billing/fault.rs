//! Errors of calls to Stripe: a message for the user, or a retry for a job.

use poem::http::StatusCode;
use proffer_adapters::payments::PaymentError;
use sea_orm::DbErr;

use crate::{http::problem::Problem, jobs::JobError};

/// Why a payment operation failed.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The call to Stripe failed.
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// Our own part failed.
    #[error(transparent)]
    Ours(#[from] Problem),
}

impl From<DbErr> for Fault {
    fn from(error: DbErr) -> Self {
        Self::Ours(error.into())
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        let error = match fault {
            Fault::Ours(problem) => return problem,
            Fault::Payment(error) => error,
        };
        if matches!(error, PaymentError::NotConfigured) {
            return not_configured();
        }
        tracing::error!(%error, "a payment request failed");
        let (code, message) = match error {
            PaymentError::Refused { .. } => {
                ("payments_refused", "The payment service refused this. Nothing was charged; please tell whoever runs this site.")
            }
            PaymentError::Unusable(_) => ("invalid_checkout_url", "Invalid checkout URL received"),
            PaymentError::NotConfigured | PaymentError::Silent | PaymentError::Failed(_) => {
                ("payments_unavailable", "The payment service does not answer. Nothing was charged; please try again in a moment.")
            }
        };
        Self::new(StatusCode::BAD_GATEWAY, code, message)
    }
}

impl From<Fault> for JobError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Ours(problem) => problem.into(),
            Fault::Payment(error) if may_pass(&error) => Self::Retry(error.to_string()),
            Fault::Payment(error) => Self::GiveUp(error.to_string()),
        }
    }
}

/// 409: payments are not configured.
pub fn not_configured() -> Problem {
    Problem::conflict("payments_not_configured", "Payments are not configured on this server.")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, code: &str) -> PaymentError {
        PaymentError::Refused { status, code: code.to_owned() }
    }

    #[test]
    fn a_key_is_spent_by_an_answer() {
        for (error, spent) in [
            (PaymentError::NotConfigured, false),
            (PaymentError::Silent, false),
            (PaymentError::Failed(500), true),
            (PaymentError::Unusable("another host".to_owned()), true),
            (refused(404, "resource_missing"), true),
            (refused(400, "idempotency_error"), true),
        ] {
            assert_eq!(spends_key(&error), spent, "{error}");
        }
    }

    #[test]
    fn a_job_tries_again_what_may_pass() {
        for (error, passes) in [
            (PaymentError::NotConfigured, false),
            (PaymentError::Silent, true),
            (PaymentError::Failed(503), true),
            (PaymentError::Unusable("no status".to_owned()), true),
            (refused(401, "api_key_expired"), true),
            (refused(403, "more_permissions_required"), true),
            (refused(409, "lock_timeout"), true),
            (refused(400, "invalid_request_error"), false),
            (refused(402, "card_declined"), false),
            (refused(404, "resource_missing"), false),
            (refused(422, "invalid_request_error"), false),
        ] {
            let words = error.to_string();
            assert_eq!(matches!(JobError::from(Fault::from(error)), JobError::Retry(_)), passes, "{words}");
        }
    }
}
