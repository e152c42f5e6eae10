//! The messages of sending.

use poem_openapi::Object;

use crate::features::deliveries::Delivery;

/// The result of sending a proposal.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SentProposal {
    /// The share token of the link.
    pub share_token: String,
    /// The complete share link.
    pub url: String,
    /// The delivery of the mail.
    pub mail: Delivery,
}

/// A reminder to the client.
#[derive(Clone, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct RemindInput {
    /// A different email address, for example if the first was wrong; by default the one that the proposal
    /// was sent to.
    pub recipient_email: Option<String>,
    /// The text before the link.
    pub message: Option<String>,
}

proffer_domain::redact!(RemindInput);
