//! What proposals look like on the wire.

use poem_openapi::{NewType, Object};
use proffer_domain::{proposal::Status, revision::CompanySnapshot};
use uuid::Uuid;

use super::{
    drafting_api::DraftingState,
    pricing::{ShownPricing, ShownTotals},
};
use crate::{
    access::Member,
    authz::{Action, Object as Thing},
    features::{assistant::service::AssistantKind, companies::design_api::TemplatePreferences},
    http::problem::Extension,
    wire::Timestamp,
};

/// The client a proposal is for, as far as a list needs it.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProposalClient {
    /// Its id.
    pub id: Uuid,
    /// The company's name.
    pub company_name: String,
    /// The contact's first name.
    pub first_name: String,
    /// The contact's last name.
    pub last_name: String,
}

/// A proposal in a list.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProposalCard {
    /// Its id.
    pub id: Uuid,
    /// Whom it is for.
    pub client_id: Uuid,
    /// Its title.
    pub title: String,
    /// Its subtitle.
    pub subtitle: Option<String>,
    /// Where it is in its life.
    pub status: Status,
    /// The one-time total plus the first year of recurring lines, a decimal.
    pub total_amount: String,
    /// ISO 4217.
    pub currency: String,
    /// The token of its link, once shared; for whoever may share it.
    pub share_token: Option<String>,
    /// Until when it can be accepted.
    pub valid_until: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Whom it is for.
    pub client: ProposalClient,
}

impl ProposalCard {
    /// As that member sees it. Whoever holds the link can answer as the client, so it is for those alone who
    /// may share.
    #[must_use]
    pub fn shown_to(self, member: &Member) -> Self {
        let share_token = self.share_token.filter(|_| member.allows(Action::Share, Thing::Proposals));
        Self { share_token, ..self }
    }
}

/// The revision that the client has.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct RevisionRef {
    /// 1 for the first that was sent.
    pub number: i32,
    /// SHA-256 of its canonical JSON, in hex.
    pub sha256: String,
    /// When it was sent.
    pub sent_at: Timestamp,
}

/// A proposal as the team works on it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Proposal {
    /// What a list shows of it.
    #[oai(flatten)]
    pub card: ProposalCard,
    /// Sanitised HTML made of sections with stable block ids.
    pub html_content: String,
    /// What it costs.
    pub pricing: ShownPricing,
    /// What that comes to.
    pub totals: ShownTotals,
    /// What the client needs, as the user wrote it.
    pub client_context: String,
    /// The solution, as the user wrote it.
    pub proposed_solution: String,
    /// The prices, as the user wrote them.
    pub pricing_details: String,
    /// Anything else the user wrote.
    pub additional_notes: Option<String>,
    /// When it was signed.
    pub signed_at: Option<Timestamp>,
    /// The name typed as a signature.
    pub client_signature: Option<String>,
    /// Who signed.
    pub signed_by_name: Option<String>,
    /// The signer's address.
    pub signed_by_email: Option<String>,
    /// The company as it was when the proposal was made or last refreshed; frozen when it is sent.
    pub company_snapshot: Option<CompanySnapshot>,
    /// The company's terms as they are now; appended when it is sent.
    pub terms_and_conditions: Option<String>,
    /// To whom it was sent.
    pub recipient_name: Option<String>,
    /// The address it was sent to.
    pub recipient_email: Option<String>,
    /// Whether its client is reminded.
    pub reminders: bool,
    /// Counts the changes; a save names the one it started from.
    pub version: i64,
    /// How far its drafting is.
    pub drafting: DraftingState,
    /// The revision that the client has.
    pub sent_revision: Option<RevisionRef>,
    /// Which assistant wrote it.
    pub assistant: AssistantKind,
    /// Its own design; absent where the workspace's is used.
    pub design: Option<TemplatePreferences>,
    /// The style sheet that it is shown with, for a document inside `.doc`.
    pub design_css: String,
}

impl Proposal {
    /// As that member sees it.
    #[must_use]
    pub fn shown_to(self, member: &Member) -> Self {
        Self { card: self.card.shown_to(member), ..self }
    }
}

/// A proposal that is being drafted.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProposalStarted {
    /// Its id.
    pub id: Uuid,
    /// How far its drafting is.
    pub drafting: DraftingState,
}

/// A link to a proposal.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ShareLink {
    /// The token.
    pub share_token: String,
    /// The whole link.
    pub url: String,
}

/// An acceptance that was given elsewhere, as the team records it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignInput {
    /// Who accepted: the full name.
    pub name: String,
    /// Their address.
    pub email: String,
    /// What stands for the signature, such as name and address joined by a dash.
    pub signature: String,
}

/// Both sides of a save that came too late, so that nothing typed is lost.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Conflict {
    /// The version the refused save started from.
    pub your_version: i64,
    /// The version that stands now.
    pub current_version: i64,
    /// The content that stands now.
    pub current_html_content: String,
    /// Who made the newest change, where that is known.
    pub changed_by: Option<String>,
}

/// The revision that stands now, where another one was named.
#[derive(Debug, Clone, Object)]
#[oai(rename = "CurrentRevision", rename_all = "camelCase")]
pub struct CurrentRevision {
    /// Its number; what changed since an earlier one can be asked for.
    pub number: i32,
    /// Its hash.
    pub sha256: String,
}

impl Extension for Conflict {
    const MEMBER: &'static str = "conflict";
}

impl Extension for CurrentRevision {
    const MEMBER: &'static str = "currentRevision";
}

/// The status of the proposal, where it forbids what was asked.
#[derive(NewType)]
pub struct CurrentStatus(pub String);

impl Extension for CurrentStatus {
    const MEMBER: &'static str = "currentStatus";
}

/// What the choices come to, a decimal, where the screen said something else.
#[derive(NewType)]
pub struct CurrentTotal(pub String);

impl Extension for CurrentTotal {
    const MEMBER: &'static str = "currentTotal";
}
