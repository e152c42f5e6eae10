//! The wire types of proposals.

use poem_openapi::{Enum, NewType, Object};
use uuid::Uuid;

use super::{
    drafting_api::DraftingState,
    pricing::{ShownPricing, ShownTotals},
};
use crate::{
    access::Member,
    authz::{Action, Object as Thing},
    features::{
        assistant::service::AssistantKind,
        companies::design_api::{DesignInput, TemplatePreferences},
    },
    http::problem::Extension,
    wire::Timestamp,
};

/// The state of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ProposalStatus {
    /// It is being written.
    Draft,
    /// It is with the client.
    Pending,
    /// The client requested changes.
    InReview,
    /// The client has signed, and the workspace has not countersigned yet.
    Accepted,
    /// The client declined.
    Rejected,
    /// Its validity has ended.
    Expired,
    /// It is signed.
    Signed,
}

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
    pub status: ProposalStatus,
    /// The one-time total plus the first year of recurring lines, as a decimal.
    pub total_amount: String,
    /// The currency, ISO 4217.
    pub currency: String,
    /// The token of the share link, if there is one; only for members who may share.
    pub share_token: Option<String>,
    /// The time until which the proposal can be accepted.
    pub valid_until: Option<Timestamp>,
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

/// The client's view of the sender, taken when the proposal is created or refreshed; frozen when it is sent.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CompanySnapshot {
    /// The name.
    pub name: String,
    /// Years in business.
    pub years_in_business: Option<String>,
    /// Team size.
    pub team_size: Option<String>,
    /// Success metrics.
    pub success_metrics: Option<String>,
    /// Guarantees and commitments.
    pub guarantees_offered: Option<String>,
    /// Industry recognitions.
    pub industry_recognitions: Option<String>,
    /// The URL of a page with client logos.
    pub client_logos_url: Option<String>,
    /// The terms and conditions.
    pub terms_and_conditions: Option<String>,
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

/// The inputs of a new proposal.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ProposalInput {
    /// The client's id.
    pub client_id: String,
    /// The client's needs, at least 10 characters.
    pub client_context: String,
    /// The proposed solution, at least 10 characters.
    pub proposed_solution: String,
    /// The prices as text.
    pub pricing_details: String,
    /// Additional notes.
    pub additional_notes: Option<String>,
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

/// A state that the team can request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum WantedStatus {
    /// Reopen the proposal for editing.
    Draft,
    /// Send the proposal to the client.
    Pending,
}

/// A change of a proposal. Absent fields are not changed.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ProposalUpdate {
    /// The title.
    pub title: Option<String>,
    /// The subtitle; an empty string removes it.
    pub subtitle: Option<String>,
    /// The document as HTML.
    pub html_content: Option<String>,
    /// The version that the change is based on, from the last `GET`. It may be omitted only if nothing but
    /// `htmlContent`, `shareToken` and `status` is sent for a draft that has not changed since it was created
    /// or drafted; otherwise the response is 428 `precondition_required`. If the version is not the newest,
    /// the response is 409 `stale_version`.
    pub version: Option<i64>,
    /// `pending` sends the proposal, `draft` reopens it.
    pub status: Option<WantedStatus>,
    /// A share token chosen by the caller: 21 characters, at least ten of them different.
    pub share_token: Option<String>,
    /// The time until which the proposal can be accepted.
    pub valid_until: Option<Timestamp>,
    /// Whether the client is reminded after three and after seven days.
    pub reminders: Option<bool>,
    /// The proposal's own design.
    pub design: Option<DesignInput>,
    /// True removes the own design, so that the workspace's is used again.
    pub use_workspace_design: Option<bool>,
}

impl ProposalUpdate {
    /// Whether it sets more than the specification's payload, which has no version: content, share token and
    /// state.
    pub fn exceeds_specification(&self) -> bool {
        let Self {
            title,
            subtitle,
            html_content: _,
            version: _,
            status: _,
            share_token: _,
            valid_until,
            reminders,
            design,
            use_workspace_design,
        } = self;
        let design = design.is_some() || *use_workspace_design == Some(true);
        title.is_some() || subtitle.is_some() || valid_until.is_some() || reminders.is_some() || design
    }

    /// Whether it only sends the proposal, without changing it.
    pub fn only_sends(&self) -> bool {
        self.status == Some(WantedStatus::Pending) && self.html_content.is_none() && !self.exceeds_specification()
    }
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
