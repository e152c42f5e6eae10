//! The wire of the pre-send check: what keeps a proposal from being sent, and what every claim in it rests
//! on.

use poem::web::Data;
use poem_openapi::{Enum, Object, OpenApi, param::Path, payload::Json};
use proffer_domain::{claims, pre_send};
use uuid::Uuid;

use super::service::check;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
    wire::{JsonBody, Timestamp},
};

/// What a claim is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ClaimKind {
    /// An amount of money.
    Amount,
    /// Any other number.
    Number,
    /// A percentage.
    Percentage,
    /// A date or a duration.
    Date,
    /// A certificate or an award.
    Certificate,
    /// A guarantee or a promise.
    Guarantee,
    /// A person.
    Person,
    /// A company.
    Company,
    /// Words of an earlier client.
    Testimonial,
}

/// Where a claim stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ClaimState {
    /// An input backs it.
    Backed,
    /// Nothing backs it.
    Unbacked,
    /// Nothing backs it, and a person stands behind it.
    Accepted,
}

/// What backs a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SourceKind {
    /// What the client needs, from the recap or typed into the wizard.
    ClientContext,
    /// The proposed solution, from the recap or typed into the wizard.
    ProposedSolution,
    /// The prices in words.
    PricingDetails,
    /// The additional notes.
    AdditionalNotes,
    /// The company profile.
    Company,
    /// The client's entry.
    Client,
    /// The pricing table.
    Pricing,
    /// What somebody of the team typed into the document.
    Typed,
    /// What somebody of the team asked for in the chat.
    Chat,
    /// The proposal's own dates.
    Proposal,
}

/// What backs a claim, in its own words.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ClaimSource {
    /// Which input.
    pub kind: SourceKind,
    /// Its name for people, such as "Company profile: Success metrics".
    pub label: String,
    /// The words around it.
    pub excerpt: String,
    /// Where in them what backs the claim begins, in UTF-16 code units.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Who typed it, where somebody did.
    pub author: Option<String>,
}

/// One claim in the text.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Claim {
    /// Stays the same as long as the words and their block do.
    pub key: String,
    /// The block it stands in; all zeros for the title and the subtitle.
    pub block_id: Uuid,
    /// What it is.
    pub kind: ClaimKind,
    /// The words.
    pub text: String,
    /// Where they begin in the block's text (heading, line end, body), in UTF-16 code units.
    pub start: u32,
    /// Where they end.
    pub end: u32,
    /// Where it stands.
    pub state: ClaimState,
    /// What backs it.
    pub source: Option<ClaimSource>,
    /// Who stands behind it, where somebody accepted it.
    pub accepted_by: Option<String>,
    /// When they did.
    pub accepted_at: Option<Timestamp>,
}

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum Severity {
    /// It stops sending.
    Blocker,
    /// It asks.
    Warning,
}

/// Something to settle before sending.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Finding {
    /// Stable name of what is wrong: `unconfirmed_amount`, `unbacked_claim`, `placeholder`, `empty_section`,
    /// `contradiction`, `validity_passed`, `no_client_email`, `no_content`, `unreviewed_change`,
    /// `company_renamed`, `former_company_name`.
    pub code: String,
    /// How much it weighs.
    pub severity: Severity,
    /// What the screen says.
    pub message: String,
    /// Its place: `title`, `blocks.{id}`, `pricing.items.{id}`, `htmlContent`, `client.email`,
    /// `companySnapshot` or `validUntil`.
    pub field: String,
    /// The claim, where it is one.
    pub claim_key: Option<String>,
}

/// The check of a proposal.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct PreSendCheck {
    /// The version that was checked.
    pub version: i64,
    /// Whether it may be sent.
    pub ready: bool,
    /// What is to be settled, in the order of the document.
    pub findings: Vec<Finding>,
    /// Every claim, in the order of the document.
    pub claims: Vec<Claim>,
}

/// Claims to settle.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaimsInput {
    /// Keys of claims, 1 to 200.
    pub claims: Vec<String>,
}

/// The pre-send check.
pub struct CheckApi;

#[OpenApi(tag = "Noun::Proposals")]
impl CheckApi {
    /// Check a proposal as it stands.
    #[oai(path = "/proposals/:id/check", method = "get", operation_id = "getPreSendCheck")]
    async fn get(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<PreSendCheck>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let (version, found) = check::check(&app, &tx, id.0).await?;
        Ok(Json(shown(version, found)))
    }

    /// Stand behind claims that nothing backs. Who did is recorded.
    #[oai(path = "/proposals/:id/check/accept", method = "post", operation_id = "acceptClaims")]
    async fn accept(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<ClaimsInput>,
    ) -> Result<Json<PreSendCheck>, Problem> {
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        let (version, found) = check::accept(&app, tx, &member.principal, id.0, &input.claims).await?;
        Ok(Json(shown(version, found)))
    }

    /// Take the sentences out that hold those claims.
    #[oai(path = "/proposals/:id/check/remove", method = "post", operation_id = "removeClaims")]
    async fn remove(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<ClaimsInput>,
    ) -> Result<Json<PreSendCheck>, Problem> {
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        let (version, found) = check::remove(&app, tx, &member.principal, id.0, &input.claims).await?;
        Ok(Json(shown(version, found)))
    }
}

/// A check as the wire has it.
fn shown(version: i64, check: pre_send::Check) -> PreSendCheck {
    PreSendCheck {
        version,
        ready: check.ready(),
        findings: check.findings.into_iter().map(finding).collect(),
        claims: check.claims.into_iter().map(|(found, acceptance)| claim(found, acceptance)).collect(),
    }
}

fn finding(finding: pre_send::Finding) -> Finding {
    Finding {
        code: finding.code.to_owned(),
        severity: match finding.severity {
            pre_send::Severity::Blocker => Severity::Blocker,
            pre_send::Severity::Warning => Severity::Warning,
        },
        message: finding.message,
        field: finding.field,
        claim_key: finding.claim,
    }
}

fn claim(claim: claims::Claim, acceptance: Option<pre_send::Acceptance>) -> Claim {
    let state = match (&acceptance, &claim.backing) {
        (Some(_), _) => ClaimState::Accepted,
        (None, Some(_)) => ClaimState::Backed,
        (None, None) => ClaimState::Unbacked,
    };
    Claim {
        key: claim.key,
        block_id: claim.block_id,
        kind: claim.kind.into(),
        text: claim.text,
        start: claim.start,
        end: claim.end,
        state,
        source: claim.backing.map(|backing| ClaimSource {
            kind: backing.kind.into(),
            label: backing.label,
            excerpt: backing.excerpt,
            start: backing.start,
            end: backing.end,
            author: backing.author,
        }),
        accepted_at: acceptance.as_ref().map(|acceptance| acceptance.at.into()),
        accepted_by: acceptance.map(|acceptance| acceptance.by),
    }
}

impl From<claims::ClaimKind> for ClaimKind {
    fn from(kind: claims::ClaimKind) -> Self {
        match kind {
            claims::ClaimKind::Amount => Self::Amount,
            claims::ClaimKind::Number => Self::Number,
            claims::ClaimKind::Percentage => Self::Percentage,
            claims::ClaimKind::Date => Self::Date,
            claims::ClaimKind::Certificate => Self::Certificate,
            claims::ClaimKind::Guarantee => Self::Guarantee,
            claims::ClaimKind::Person => Self::Person,
            claims::ClaimKind::Company => Self::Company,
            claims::ClaimKind::Testimonial => Self::Testimonial,
        }
    }
}

impl From<claims::SourceKind> for SourceKind {
    fn from(kind: claims::SourceKind) -> Self {
        match kind {
            claims::SourceKind::ClientContext => Self::ClientContext,
            claims::SourceKind::ProposedSolution => Self::ProposedSolution,
            claims::SourceKind::PricingDetails => Self::PricingDetails,
            claims::SourceKind::AdditionalNotes => Self::AdditionalNotes,
            claims::SourceKind::Company => Self::Company,
            claims::SourceKind::Client => Self::Client,
            claims::SourceKind::Pricing => Self::Pricing,
            claims::SourceKind::Typed => Self::Typed,
            claims::SourceKind::Chat => Self::Chat,
            claims::SourceKind::Proposal => Self::Proposal,
        }
    }
}
