//! The wire types of proposals.

use poem_openapi::{NewType, Object};
use proffer_domain::{proposal::Status, proposal_input::Details, revision::CompanySnapshot};
use uuid::Uuid;

use super::{
    drafting_types::DraftingState,
    pricing::{ShownPricing, ShownTotals},
};
use crate::{
    access::Member,
    authz::{Action, Object as Thing},
    features::{assistant::service::AssistantKind, companies::design_types::TemplatePreferences},
    http::problem::Extension,
    wire::Timestamp,
};

/// The client of a proposal, as shown in a list.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProposalClient {
    /// The client's id.
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
    /// The proposal's id.
    pub id: Uuid,
    /// The client's id.
    pub client_id: Uuid,
    /// The title.
    pub title: String,
    /// The subtitle.
    pub subtitle: Option<String>,
    /// The state.
    pub status: Status,
    /// The one-time total plus the first year of recurring lines, as a decimal.
    pub total_amount: String,
    /// The currency, ISO 4217.
    pub currency: String,
    /// The token of the share link, if there is one; only for members who may share.
    pub share_token: Option<String>,
    /// The details.
    #[oai(flatten)]
    pub details: Details,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// The client.
    pub client: ProposalClient,
}

impl ProposalCard {
    /// The proposal as this member may see it. The holder of the link can respond as the client, so only
    /// members who may share see the token.
    #[must_use]
    pub fn shown_to(self, member: &Member) -> Self {
        let share_token = self.share_token.filter(|_| member.allows(Action::Share, Thing::Proposals));
        Self { share_token, ..self }
    }
}

/// A sent revision.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct RevisionRef {
    /// The revision number, counted from 1.
    pub number: i32,
    /// The SHA-256 of its canonical JSON, in hexadecimal form.
    pub sha256: String,
    /// When it was sent.
    pub sent_at: Timestamp,
}

/// A proposal as the team edits it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Proposal {
    /// The fields of the list.
    #[oai(flatten)]
    pub card: ProposalCard,
    /// Sanitised HTML, consisting of sections with stable block ids.
    pub html_content: String,
    /// The prices.
    pub pricing: ShownPricing,
    /// The totals.
    pub totals: ShownTotals,
    /// The client's needs, as the user entered them.
    pub client_context: String,
    /// The proposed solution, as the user entered it.
    pub proposed_solution: String,
    /// The prices, as the user entered them.
    pub pricing_details: String,
    /// Additional notes of the user.
    pub additional_notes: Option<String>,
    /// When it was signed.
    pub signed_at: Option<Timestamp>,
    /// The typed name of the signature.
    pub client_signature: Option<String>,
    /// The signer's name.
    pub signed_by_name: Option<String>,
    /// The signer's email address.
    pub signed_by_email: Option<String>,
    /// The company snapshot, taken when the proposal is created or refreshed; frozen when it is sent.
    pub company_snapshot: Option<CompanySnapshot>,
    /// The company's current terms and conditions; appended when it is sent.
    pub terms_and_conditions: Option<String>,
    /// The name of the recipient that it was sent to.
    pub recipient_name: Option<String>,
    /// The email address that it was sent to.
    pub recipient_email: Option<String>,
    /// Whether the client is reminded.
    pub reminders: bool,
    /// The version, incremented with each change; a save names the version that it is based on.
    pub version: i64,
    /// The progress of drafting.
    pub drafting: DraftingState,
    /// The last sent revision.
    pub sent_revision: Option<RevisionRef>,
    /// The assistant that drafted it.
    pub assistant: AssistantKind,
    /// Its own design; absent if the workspace's design is used.
    pub design: Option<TemplatePreferences>,
    /// The style sheet of the document, for an element with the class `doc`.
    pub design_css: String,
}

impl Proposal {
    /// The proposal as this member may see it.
    #[must_use]
    pub fn shown_to(self, member: &Member) -> Self {
        Self { card: self.card.shown_to(member), ..self }
    }
}

/// A proposal that is being drafted.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ProposalStarted {
    /// The proposal's id.
    pub id: Uuid,
    /// The progress of drafting.
    pub drafting: DraftingState,
}

/// A share link.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ShareLink {
    /// The token of the link.
    pub share_token: String,
    /// The complete link.
    pub url: String,
}

/// An acceptance outside the product, as the team records it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignInput {
    /// The full name of the person who accepted.
    pub name: String,
    /// Their email address.
    pub email: String,
    /// The text of the signature, for example name and email address joined by a dash.
    pub signature: String,
}

/// Both versions of a conflicting save, so that no input is lost.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Conflict {
    /// The version that the refused save was based on.
    pub your_version: i64,
    /// The current version.
    pub current_version: i64,
    /// The current content.
    pub current_html_content: String,
    /// The author of the newest change, if known.
    pub changed_by: Option<String>,
}

/// The current revision, if an outdated one was named.
#[derive(Debug, Clone, Object)]
#[oai(rename = "CurrentRevision", rename_all = "camelCase")]
pub struct CurrentRevision {
    /// The revision number; the changes since an earlier revision can be requested.
    pub number: i32,
    /// The hash of the revision.
    pub sha256: String,
}

impl Extension for Conflict {
    const MEMBER: &'static str = "conflict";
}

impl Extension for CurrentRevision {
    const MEMBER: &'static str = "currentRevision";
}

/// The state of the proposal, if it does not allow the operation.
#[derive(NewType)]
pub struct CurrentStatus(pub String);

impl Extension for CurrentStatus {
    const MEMBER: &'static str = "currentStatus";
}

/// The actual total of the choices as a decimal, if it differs from the one on the screen.
#[derive(NewType)]
pub struct CurrentTotal(pub String);

impl Extension for CurrentTotal {
    const MEMBER: &'static str = "currentTotal";
}
