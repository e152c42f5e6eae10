//! The refusals of the use cases of the chat, and their form on the wire.

use poem::{error::ResponseError as _, http::StatusCode};
use proffer_adapters::ai::AiError;

use super::turns::INTERRUPTED;
use crate::{
    failure::Failure,
    features::{assistant::AssistantError, clients::ClientError, proposals::ProposalError},
    http::problem::Problem,
};

/// Why a use case of the chat failed.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The message does not exist or belongs to another chat.
    #[error("no such message")]
    MessageNotFound,
    /// The message did not change that part.
    #[error("no such change")]
    ChangeNotFound,
    /// The message changed nothing.
    #[error("the message changed nothing")]
    NothingChanged,
    /// The changes of the message are already reverted.
    #[error("the changes are reverted")]
    AlreadyReverted,
    /// A refused change can no longer be kept.
    #[error("the change is refused")]
    AlreadyRefused,
    /// Another question about the proposal is in progress.
    #[error("another question is being answered")]
    Busy,
    /// Another question uses the id of this turn.
    #[error("the turn id is in use")]
    TurnTaken,
    /// The turn ended before its answer was stored.
    #[error("the turn is over")]
    TurnOver,
    /// The server stops before the answer is complete.
    #[error("the server stops")]
    Stopping,
    /// The turn ended without an answer.
    #[error("the turn has no answer")]
    Unanswered(#[from] Unanswered),
    /// A refusal of the assistant.
    #[error(transparent)]
    Assistant(#[from] AssistantError),
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

impl<E> From<E> for ChatError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ChatError> for Problem {
    fn from(error: ChatError) -> Self {
        match error {
            ChatError::MessageNotFound => Self::not_found(
                "message_not_found",
                "This message does not exist or you don't have access to it.",
            ),
            ChatError::ChangeNotFound => Self::not_found(
                "change_not_found",
                "This message did not change that, or you don't have access to it.",
            ),
            ChatError::NothingChanged => Self::conflict("nothing_changed", "This message changed nothing."),
            ChatError::AlreadyReverted => {
                Self::conflict("already_reverted", "The changes of this message were already reverted.")
            }
            ChatError::AlreadyRefused => Self::conflict(
                "already_refused",
                "This change was already rejected. Ask the assistant for it again.",
            ),
            ChatError::Busy => {
                let message = "The assistant is still answering another question about this proposal. Please wait until it is done.";
                Self::conflict("chat_busy", message)
            }
            ChatError::TurnTaken => {
                Self::conflict("turn_taken", "This turn id is in use. Please ask again with a new one.")
            }
            ChatError::TurnOver => {
                Self::conflict("turn_over", "This question was cancelled in the meantime. Please ask again.")
            }
            ChatError::Stopping => {
                let message = "The server is being restarted. Everything you typed is kept; please ask again with the same turn id.";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "try_again", message)
            }
            ChatError::Unanswered(unanswered) => unanswered.0,
            ChatError::Assistant(error) => error.into(),
            ChatError::Proposal(error) => error.into(),
            ChatError::Client(error) => error.into(),
            ChatError::Failed(failure) => failure.into(),
        }
    }
}

/// Why a turn has no answer, as reported to all its followers. Internal causes are already logged.
#[derive(Debug, Clone, thiserror::Error)]
#[error(transparent)]
pub struct Unanswered(Problem);

impl Unanswered {
    /// The failure stored in a turn's row.
    pub fn stored(code: Option<&str>, message: String) -> Self {
        if code == Some(INTERRUPTED) {
            return Self(Problem::new(StatusCode::SERVICE_UNAVAILABLE, INTERRUPTED, message));
        }
        let errors = [AiError::Unavailable, AiError::Busy { retry_after: None }, AiError::Timeout];
        let known = errors.into_iter().find(|error| Some(error.code()) == code).unwrap_or(AiError::Nonsense);
        let code = known.code();
        Self(Problem::new(Problem::from(known).status(), code, message))
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        self.0.code()
    }

    /// The message for the user.
    pub fn message(&self) -> &str {
        self.0.message()
    }
}

impl From<ChatError> for Unanswered {
    fn from(error: ChatError) -> Self {
        Self(error.into())
    }
}
