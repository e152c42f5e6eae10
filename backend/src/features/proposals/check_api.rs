//! The operations and messages of the pre-send check: the problems that prevent sending, and the sources of
//! every claim.

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

/// The state of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ClaimState {
    /// A source supports it.
    Backed,
    /// No source supports it.
    Unbacked,
    /// No source supports it, and a member has accepted it.
    Accepted,
}

/// The source of a claim.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ClaimSource {
    /// The kind of source.
    pub kind: claims::SourceKind,
    /// The display name, for example "Company profile: Success metrics".
    pub label: String,
    /// An excerpt of the source.
    pub excerpt: String,
    /// Where the supporting text begins in the excerpt, in UTF-16 code units.
    pub start: u32,
    /// Where the supporting text ends.
    pub end: u32,
    /// The author of the text, if a member entered it.
    pub author: Option<String>,
}

/// A claim in the text.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Claim {
    /// The key, which stays the same while the text and its block do.
    pub key: String,
    /// The block of the claim; the nil UUID for title and subtitle.
    pub block_id: Uuid,
    /// The kind of claim.
    pub kind: claims::ClaimKind,
    /// The text of the claim.
    pub text: String,
    /// Where the claim begins in the block's text (heading, line break, body), in UTF-16 code units.
    pub start: u32,
    /// Where the claim ends.
    pub end: u32,
    /// The state of the claim.
    pub state: ClaimState,
    /// The source that supports it.
    pub source: Option<ClaimSource>,
    /// The member who accepted it.
    pub accepted_by: Option<String>,
    /// When it was accepted.
    pub accepted_at: Option<Timestamp>,
}

/// A problem to resolve before sending.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Finding {
    /// The stable code of the problem: `unconfirmed_amount`, `unbacked_claim`, `placeholder`,
    /// `empty_section`, `contradiction`, `validity_passed`, `no_client_email`, `no_content`,
    /// `unreviewed_change`, `company_renamed` or `former_company_name`.
    pub code: String,
    /// The severity.
    pub severity: pre_send::Severity,
    /// The message for the user.
    pub message: String,
    /// The location: `title`, `blocks.{id}`, `pricing.items.{id}`, `htmlContent`, `client.email`,
    /// `companySnapshot` or `validUntil`.
    pub field: String,
    /// The key of the claim, if the finding is about one.
    pub claim_key: Option<String>,
}

/// The result of a pre-send check.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct PreSendCheck {
    /// The checked version.
    pub version: i64,
    /// Whether the proposal may be sent.
    pub ready: bool,
    /// The findings, in document order.
    pub findings: Vec<Finding>,
    /// All claims, in document order.
    pub claims: Vec<Claim>,
}

/// The claims to accept or remove.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaimsInput {
    /// The keys of the claims, 1 to 200.
    pub claims: Vec<String>,
}

/// The pre-send check.
pub struct CheckApi;

#[OpenApi(tag = "Noun::Proposals")]
impl CheckApi {
    /// Check the current proposal.
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

    /// Accept claims that no source supports. The accepting member is recorded.
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

    /// Remove the sentences that contain these claims.
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

/// Converts a check to the wire type.
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
        severity: finding.severity,
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
        kind: claim.kind,
        text: claim.text,
        start: claim.start,
        end: claim.end,
        state,
        source: claim.backing.map(|backing| ClaimSource {
            kind: backing.kind,
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
