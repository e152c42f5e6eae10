//! The refusals of the use cases of sharing, and their form on the wire.

use proffer_domain::{field_error::FieldError, money::Currency, signature};
use rust_decimal::Decimal;

use crate::{
    failure::Failure,
    features::{
        clients::ClientError,
        objects::ObjectsError,
        proposals::{
            ProposalError,
            service::total,
            types::{CurrentRevision, CurrentTotal},
        },
    },
    http::problem::Problem,
};

/// Why a use case of sharing failed.
#[derive(Debug, thiserror::Error)]
pub enum SharingError {
    /// There is no sent revision to compare with.
    #[error("the proposal was never sent")]
    NeverSent,
    /// The page shows an outdated revision. It can ask for the changes up to the current one.
    #[error("the proposal has changed since the page was opened")]
    StaleRevision(Option<CurrentRevision>),
    /// Fields of the client's answer are missing or not valid.
    #[error("the answer is not complete")]
    Incomplete(Vec<FieldError>),
    /// The page shows another total than the correct one.
    #[error("the total has changed")]
    OtherTotal(Decimal, Currency),
    /// A reminder needs a working link.
    #[error("the link was revoked")]
    LinkRevoked,
    /// A refusal about a picture.
    #[error(transparent)]
    Object(#[from] ObjectsError),
    /// A refusal about the proposal.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// A refusal about the client.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A failure of any use case.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for SharingError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<SharingError> for Problem {
    fn from(error: SharingError) -> Self {
        match error {
            SharingError::NeverSent => {
                Self::not_found("revision_not_found", "This proposal has not been sent yet.")
            }
            SharingError::StaleRevision(current) => {
                let message = "This proposal was changed after you opened it. Please read the new version; what you typed is still here.";
                let problem = Self::conflict("stale_revision", message);
                match current {
                    Some(revision) => problem.with(&revision),
                    None => problem,
                }
            }
            SharingError::Incomplete(errors) => match signature::notice(&errors) {
                // The specification's message for the missing fields.
                Some(notice) => Self::unprocessable("validation_failed", notice.message).with_errors(errors),
                None => Self::invalid(errors),
            },
            SharingError::OtherTotal(amount, currency) => {
                let shown = currency.display(amount);
                let message = format!(
                    "The total has changed: it is {shown}. Nothing was signed; please check it and sign again."
                );
                Self::conflict("totals_mismatch", message).with(&CurrentTotal(total(amount, currency)))
            }
            SharingError::LinkRevoked => Self::conflict(
                "link_revoked",
                "The link to this proposal was revoked. Share it again to create a new one.",
            ),
            SharingError::Object(error) => error.into(),
            SharingError::Proposal(error) => error.into(),
            SharingError::Client(error) => error.into(),
            SharingError::Failed(failure) => failure.into(),
        }
    }
}
