//! The refusals of the use cases of proposals, and their form on the wire.

use std::borrow::Cow;

use poem::http::StatusCode;
use proffer_domain::{
    field_error::FieldError,
    proposal::{Event, InvalidTransition, Status, TransitionRefusal},
};

use super::types::{Conflict, CurrentStatus};
use crate::{
    failure::Failure,
    features::{
        assistant::AssistantError, clients::ClientError, companies::CompanyError, objects::ObjectsError,
    },
    http::problem::Problem,
    jobs::JobError,
};

/// Why a use case of proposals failed.
#[derive(Debug, thiserror::Error)]
pub enum ProposalError {
    /// The proposal does not exist or belongs to another workspace; both look the same.
    #[error("no such proposal")]
    NotFound,
    /// The line item does not exist.
    #[error("no such line item")]
    ItemNotFound,
    /// The version does not exist.
    #[error("no such version")]
    VersionNotFound,
    /// The proposal was never sent with that number.
    #[error("no such revision")]
    RevisionNotFound,
    /// The state of the proposal does not allow the transition.
    #[error(transparent)]
    Transition(#[from] InvalidTransition),
    /// The state of the proposal does not allow changes of its text and prices.
    #[error("a proposal that is {0} cannot be edited")]
    NotEditable(Status),
    /// The client returns to the signed document by its link.
    #[error("the link of a proposal that is {0} stays")]
    LinkStays(Status),
    /// The key of the link's token is no longer in `SECRET_KEY`.
    #[error("the link cannot be read")]
    LinkUnreadable,
    /// A change without a version could overwrite another author's change.
    #[error("the change names no version")]
    Unversioned,
    /// The change is not based on the newest version.
    #[error("the proposal has changed")]
    StaleVersion(Conflict),
    /// The proposal is still being drafted.
    #[error("the draft is still being written")]
    Drafting,
    /// Only a failed drafting can be retried.
    #[error("drafting has not failed")]
    DraftingNotFailed,
    /// The pre-send check found problems that block this event.
    #[error("the proposal is not ready")]
    NotReady(Event, Vec<FieldError>),
    /// The cursor belongs to a list in another order.
    #[error("the cursor belongs to another list")]
    OtherOrder,
    /// A version can only be compared with an earlier one.
    #[error("the version to compare with is not earlier")]
    NotEarlier,
    /// A refusal about the client.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A refusal about the company.
    #[error(transparent)]
    Company(#[from] CompanyError),
    /// A refusal about an uploaded file.
    #[error(transparent)]
    Object(#[from] ObjectsError),
    /// A failure of any use case.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for ProposalError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl ProposalError {
    /// Whether a retry may succeed. Internal causes are logged.
    pub fn is_transient(self) -> bool {
        Problem::from(self).is_transient()
    }
}

impl From<ProposalError> for Problem {
    fn from(error: ProposalError) -> Self {
        match error {
            ProposalError::NotFound => Self::not_found(
                "proposal_not_found",
                "The proposal you're looking for doesn't exist or you don't have access to it",
            ),
            ProposalError::ItemNotFound => {
                Self::not_found("item_not_found", "This line item does not exist.")
            }
            ProposalError::VersionNotFound => {
                Self::not_found("version_not_found", "This proposal has no such version.")
            }
            ProposalError::RevisionNotFound => {
                Self::not_found("revision_not_found", "This proposal was never sent with that number.")
            }
            ProposalError::Transition(refusal) => forbidden_by(refusal.from, no_transition(refusal)),
            ProposalError::NotEditable(status) => forbidden_by(status, not_editable(status)),
            ProposalError::LinkStays(status) => {
                forbidden_by(status, "This proposal is signed; its link cannot be changed.")
            }
            ProposalError::LinkUnreadable => {
                let message = "The link to this proposal still works, but it can no longer be shown. Renew it: you get a new link, and the old one stops working.";
                Self::conflict("link_unreadable", message)
            }
            ProposalError::Unversioned => {
                let message = "Send the version of the proposal that this change is based on, from the last GET. Without it, other people's changes could be overwritten. Nothing was saved.";
                let error = FieldError::new("version", "required", "The version of the last GET is needed");
                Self::new(StatusCode::PRECONDITION_REQUIRED, "precondition_required", message)
                    .with_errors(vec![error])
            }
            ProposalError::StaleVersion(conflict) => {
                let message = "This proposal was changed in the meantime. Your change was not saved; the response contains both versions.";
                Self::conflict("stale_version", message).with(&conflict)
            }
            ProposalError::Drafting => {
                Self::conflict("drafting_in_progress", "The draft is still being written.")
            }
            ProposalError::DraftingNotFailed => {
                Self::conflict("drafting_not_failed", "This proposal is not waiting for another attempt.")
            }
            ProposalError::NotReady(event, blockers) => {
                let done = if event == Event::Send { "sent" } else { "signed" };
                let message =
                    format!("This proposal cannot be {done} yet. Nothing was lost; see what is missing.");
                Self::unprocessable("pre_send_blocked", message).with_errors(blockers)
            }
            ProposalError::OtherOrder => {
                Self::unprocessable("invalid_parameter", "cursor belongs to a list of another order.")
            }
            ProposalError::NotEarlier => {
                Self::unprocessable("invalid_parameter", "from must be an earlier version.").with_errors(
                    vec![FieldError::new("from", "not_earlier", "Compare with an earlier version")],
                )
            }
            ProposalError::Client(error) => error.into(),
            ProposalError::Company(error) => error.into(),
            ProposalError::Object(error) => error.into(),
            ProposalError::Failed(failure) => failure.into(),
        }
    }
}

/// 409 with the state that does not allow it.
fn forbidden_by(status: Status, message: impl Into<Cow<'static, str>>) -> Problem {
    Problem::conflict("invalid_transition", message).with(&CurrentStatus(status.to_string()))
}

fn no_transition(refusal: InvalidTransition) -> Cow<'static, str> {
    match (refusal.reason, refusal.from) {
        (TransitionRefusal::ValidityPassed, _) => {
            "The validity of this proposal has passed. Send it with a new date.".into()
        }
        (_, Status::Signed | Status::Accepted) => {
            "This proposal is signed and can no longer be changed.".into()
        }
        (_, Status::Expired) => "This proposal has expired.".into(),
        (_, Status::Rejected) => "This proposal was declined.".into(),
        (_, status) => {
            format!("This is not possible while the proposal is {}.", status.as_str().replace('_', " "))
                .into()
        }
    }
}

fn not_editable(status: Status) -> &'static str {
    match status {
        Status::Accepted | Status::Signed => "This proposal is signed and can no longer be changed.",
        Status::Expired => {
            "This proposal has expired. Send it again with a new date, or return it to draft to change it."
        }
        _ => "This proposal has been sent. Return it to draft to change it.",
    }
}

/// Why drafting failed, as shown to the user.
pub struct DraftFailure {
    /// The stable code.
    pub code: &'static str,
    /// The message for the user.
    pub message: String,
    /// Whether a retry can help.
    pub transient: bool,
}

impl From<ProposalError> for DraftFailure {
    fn from(error: ProposalError) -> Self {
        Self::of(&error.into())
    }
}

impl From<AssistantError> for DraftFailure {
    fn from(error: AssistantError) -> Self {
        Self::of(&error.into())
    }
}

impl From<&DraftFailure> for JobError {
    fn from(failure: &DraftFailure) -> Self {
        let code = failure.code.to_owned();
        if failure.transient { Self::Retry(code) } else { Self::GiveUp(code) }
    }
}

impl DraftFailure {
    fn of(problem: &Problem) -> Self {
        Self {
            code: problem.code(),
            message: problem.message().to_owned(),
            transient: problem.is_transient(),
        }
    }
}
