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

/// What backs a claim, in its own words.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ClaimSource {
    /// Which input.
    pub kind: claims::SourceKind,
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
    pub kind: claims::ClaimKind,
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

/// Something to settle before sending.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Finding {
    /// Stable name of what is wrong: `unconfirmed_amount`, `unbacked_claim`, `placeholder`, `empty_section`,
    /// `contradiction`, `validity_passed`, `no_client_email`, `no_content`, `unreviewed_change`,
    /// `company_renamed`, `former_company_name`.
    pub code: String,
    /// How much it weighs.
    pub severity: pre_send::Severity,
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
