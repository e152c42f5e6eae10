//! What proposals look like on the wire.

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

/// Where a proposal is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ProposalStatus {
    /// Being written.
    Draft,
    /// With the client.
    Pending,
    /// The client asked for changes.
    InReview,
    /// Signed by the client, to be countersigned.
    Accepted,
    /// Declined.
    Rejected,
    /// Past its validity.
    Expired,
    /// Signed.
    Signed,
}

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
    pub status: ProposalStatus,
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

/// What the client sees of the sender, as it was when the proposal was made or last refreshed; frozen when it
/// is sent.
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
    /// A page with the logos of its clients.
    pub client_logos_url: Option<String>,
    /// Terms and conditions.
    pub terms_and_conditions: Option<String>,
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

/// What a new proposal is made from.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ProposalInput {
    /// Whom it is for.
    pub client_id: String,
    /// What the client needs, at least 10 characters.
    pub client_context: String,
    /// The solution, at least 10 characters.
    pub proposed_solution: String,
    /// The prices in words.
    pub pricing_details: String,
    /// Anything else.
    pub additional_notes: Option<String>,
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

/// A state that the team may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum WantedStatus {
    /// Edit anyway: take it back to work on it.
    Draft,
    /// Send to the client.
    Pending,
}

/// A change to a proposal; every absent field stays as it is.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ProposalUpdate {
    /// A new title.
    pub title: Option<String>,
    /// A new subtitle; empty removes it.
    pub subtitle: Option<String>,
    /// New content.
    pub html_content: Option<String>,
    /// The version this change started from, as the last `GET` gave it. It may be left out only where nothing
    /// but `htmlContent`, `shareToken` and `status` is sent for a draft that has not been changed since it
    /// was made or drafted; otherwise that is 428 `precondition_required`. A version that is not the newest
    /// is 409 `stale_version`.
    pub version: Option<i64>,
    /// `pending` sends, `draft` takes back.
    pub status: Option<WantedStatus>,
    /// A share token made by the caller: 21 characters, at least ten of them different.
    pub share_token: Option<String>,
    /// Until when it can be accepted.
    pub valid_until: Option<Timestamp>,
    /// Whether its client is reminded after three and after seven days.
    pub reminders: Option<bool>,
    /// A design of its own.
    pub design: Option<DesignInput>,
    /// True to let go of its own design and use the workspace's again.
    pub use_workspace_design: Option<bool>,
}

impl ProposalUpdate {
    /// Whether it sets more than the specification's payload, which names no version: content, share token,
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

    /// Whether it puts the proposal before its client as it is.
    pub fn only_sends(&self) -> bool {
        self.status == Some(WantedStatus::Pending) && self.html_content.is_none() && !self.exceeds_specification()
    }
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
