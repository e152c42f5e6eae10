//! The messages of the client's page.

use poem_openapi::{Enum, Object};
use proffer_domain::{proposal::Status, proposal_input::Details, revision::CompanySnapshot};
use uuid::Uuid;

use crate::{
    features::proposals::{
        pricing::{Figure, ShownPricing, ShownTotals},
        types::RevisionRef,
    },
    wire::Timestamp,
};

/// Why the client cannot respond to a shared proposal at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SharedNotice {
    /// The proposal has not been sent; this is a preview.
    Preview,
    /// The team is editing the proposal; this is the last sent revision.
    BeingEdited,
}

/// The text that a client agrees to when signing.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Consent {
    /// The version of the text; acceptance must name it.
    pub id: String,
    /// The text.
    pub text: String,
}

/// A proposal as shown by its share link.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SharedProposal {
    /// The title.
    pub title: String,
    /// The subtitle.
    pub subtitle: Option<String>,
    /// The state of the proposal.
    pub status: Status,
    /// When the proposal was created.
    pub created_at: Timestamp,
    /// The document as sanitised HTML.
    pub html_content: String,
    /// The style sheet of the document, for an element with the class `doc`. It is frozen with the revision;
    /// empty for revisions that were sent before designs existed.
    pub design_css: String,
    /// The terms and conditions, which are part of what is signed.
    pub terms_and_conditions: Option<String>,
    /// The prices.
    pub pricing: ShownPricing,
    /// The totals.
    pub totals: ShownTotals,
    /// The one-time total plus the first year of recurring lines, as a decimal.
    pub total_amount: String,
    /// The currency, ISO 4217.
    pub currency: String,
    /// The sender's company.
    pub company_snapshot: Option<CompanySnapshot>,
    /// The URL of the sender's logo, valid only with this link.
    pub logo_url: Option<String>,
    /// The client's name.
    pub client_name: String,
    /// Why the client cannot respond at the moment.
    pub notice: Option<SharedNotice>,
    /// Whether the client can accept, decline or request changes.
    pub can_act: bool,
    /// The shown revision; acceptance must name its hash.
    pub revision: Option<RevisionRef>,
    /// The consent text for acceptance.
    pub consent: Option<Consent>,
    /// Whether the sender countersigns an acceptance.
    pub countersigns: bool,
    /// Whether the sealed PDF can be downloaded.
    pub has_document: bool,
    /// The details.
    #[oai(flatten)]
    pub details: Details,
    /// When it was signed.
    pub signed_at: Option<Timestamp>,
    /// The signer's name.
    pub signed_by_name: Option<String>,
    /// When it was signed or declined.
    pub decided_at: Option<Timestamp>,
}

/// The possible responses of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SharedAction {
    /// Sign the proposal.
    Accept,
    /// Decline the proposal.
    Decline,
    /// Request changes.
    RequestChanges,
}

/// The reason for declining a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
#[oai(rename_all = "snake_case")]
pub enum DeclineReason {
    /// It is too expensive.
    Price,
    /// The timing is wrong.
    Timing,
    /// It is not what the client needs.
    Scope,
    /// The client chose another provider.
    ChoseAnother,
    /// It is no longer needed.
    NoLongerNeeded,
    /// Another reason.
    Other,
}

impl DeclineReason {
    /// The value in the audit trail.
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// The text shown to the team.
    pub fn words(self) -> &'static str {
        match self {
            Self::Price => "It costs too much.",
            Self::Timing => "It comes at the wrong time.",
            Self::Scope => "It is not what is needed.",
            Self::ChoseAnother => "Someone else was chosen.",
            Self::NoLongerNeeded => "It is no longer needed.",
            Self::Other => "For another reason.",
        }
    }
}

/// A client's choice of one line item.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ChoiceInput {
    /// The line item's id.
    pub item_id: Uuid,
    /// Whether the client selects it.
    pub selected: bool,
    /// The quantity as a decimal; absent means the sender's default.
    pub quantity: Option<Figure>,
}

/// Prices with the client's choices applied.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChosenPrices {
    /// The price table with the choices.
    pub pricing: ShownPricing,
    /// The totals with the choices.
    pub totals: ShownTotals,
    /// The one-time total plus the first year of recurring lines, as a decimal; acceptance must repeat it.
    pub total_amount: String,
}

/// A client's response.
#[derive(Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SharedActionInput {
    /// The kind of response.
    pub action: SharedAction,
    /// The client's name.
    pub sender_name: String,
    /// The client's email address.
    pub sender_email: String,
    /// The full name typed as a signature; required to accept.
    pub signature: Option<String>,
    /// A reason, or the requested changes.
    pub message: Option<String>,
    /// The hash of the revision on the screen; required to accept.
    pub revision_sha256: Option<String>,
    /// The id of the consent text; required to accept.
    pub consent_id: Option<String>,
    /// The client's choices, if there is anything to choose. Items that are not listed keep the sender's
    /// default. In a group with exactly one selected item, selecting another deselects the first.
    pub choices: Option<Vec<ChoiceInput>>,
    /// The total that the client's screen shows, as a decimal. Acceptance is refused if the actual total
    /// differs; it is required if there is anything to choose.
    pub total_amount: Option<Figure>,
    /// The signer's company.
    pub company: Option<String>,
    /// The signer's position.
    pub title: Option<String>,
    /// The reason for declining.
    pub reason: Option<DeclineReason>,
    /// The block that a change request is about.
    pub block_id: Option<Uuid>,
}

proffer_domain::redact!(SharedActionInput);

/// The result of a client's response.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SharedActionResult {
    /// The message for the client.
    pub message: String,
    /// The current state of the proposal.
    pub status: Status,
    /// When it was signed.
    pub signed_at: Option<Timestamp>,
    /// The signer's name.
    pub signed_by_name: Option<String>,
    /// When it was declined.
    pub decided_at: Option<Timestamp>,
}
