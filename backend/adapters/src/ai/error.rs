//! What can go wrong with a model, told apart by what a person or a job can do about it.

use std::time::Duration;

/// Why the assistant gave no answer. The words say what happened to what was typed; the model's own words,
/// which may repeat a client's, are in none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AiError {
    /// It cannot be reached, broke off, or failed inside.
    #[error("The AI assistant cannot be reached right now. Everything you typed is kept; please try again in a moment.")]
    Unavailable,
    /// It has too much to do.
    #[error("The AI assistant is busy right now. Everything you typed is kept; please try again in a moment.")]
    Busy {
        /// When it may be asked again, where it said so.
        retry_after: Option<Duration>,
    },
    /// It did not answer within the time limit, or fell silent in the middle of its answer.
    #[error("The AI assistant took too long to answer. Everything you typed is kept; please try again.")]
    Timeout,
    /// It answered twice, and neither answer could be used.
    #[error("The AI assistant gave an answer that could not be used. Everything you typed is kept; please try again.")]
    Nonsense,
    /// It will not work on this text.
    #[error("The AI assistant declined to work on this text. Everything you typed is kept; please change it or try again.")]
    Declined,
    /// It does not take the settings of this server: its key, its model or the form of the request.
    #[error("The AI assistant is not set up correctly. Everything you typed is kept; please tell your administrator.")]
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

    /// Whether the same question may well be answered a little later. An answer that could not be used has
    /// had its second attempt already.
    pub fn is_transient(self) -> bool {
        matches!(self, Self::Unavailable | Self::Busy { .. } | Self::Timeout)
    }
}
