//! Model errors, distinguished by what the user or a job can do about them.

use std::time::Duration;

/// Why the assistant gave no answer. The messages say what happened to the user's input. They never contain
/// the model's output, which may repeat a client's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AiError {
    /// The model cannot be reached, broke off, or failed internally.
    #[error(
        "The AI assistant cannot be reached right now. Everything you typed is kept; please try again in a moment."
    )]
    Unavailable,
    /// The model is overloaded.
    #[error(
        "The AI assistant is busy right now. Everything you typed is kept; please try again in a moment."
    )]
    Busy {
        /// When to retry, if the model said so.
        retry_after: Option<Duration>,
    },
    /// The model exceeded the time limit, or stopped in the middle of its answer.
    #[error("The AI assistant took too long to answer. Everything you typed is kept; please try again.")]
    Timeout,
    /// The model answered twice, and neither answer was usable.
    #[error("The AI assistant gave an unusable answer. Everything you typed is kept; please try again.")]
    Nonsense,
    /// The model declined to work on this text.
    #[error(
        "The AI assistant declined to work on this text. Everything you typed is kept; please change it or try again."
    )]
    Declined,
    /// The model rejects this server's settings: its key, its model or the form of the request.
    #[error(
        "The AI assistant is not set up correctly. Everything you typed is kept; please contact your administrator."
    )]
    Misconfigured,
}

impl AiError {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unavailable | Self::Misconfigured => "assistant_unavailable",
            Self::Busy { .. } => "assistant_busy",
            Self::Timeout => "assistant_timeout",
            Self::Nonsense | Self::Declined => "assistant_failed",
        }
    }

    /// Whether the same question may succeed a little later. An unusable answer has already had its second
    /// attempt.
    pub fn is_transient(self) -> bool {
        matches!(self, Self::Unavailable | Self::Busy { .. } | Self::Timeout)
    }
}
