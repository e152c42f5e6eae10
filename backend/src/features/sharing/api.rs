//! The wire of the shared page.

use poem::web::Data;
use poem_openapi::{Enum, Object, OpenApi, param::Path, payload::Json};
use proffer_domain::{proposal::Status, rate_limit::Rule, revision::CompanySnapshot};
use uuid::Uuid;

use super::{actions, service};
use crate::{
    access::Who,
    app::App,
    authz::{Action, Object as Thing},
    features::{
        Noun,
        proposals::{
            pricing::{Figure, ShownPricing, ShownTotals},
            types::RevisionRef,
        },
    },
    http::{caller::Caller, limits, problem::Problem},
    wire::{JsonBody, Timestamp},
};

/// Why a shared proposal cannot be answered just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SharedNotice {
    /// It has not been sent; this is a look ahead.
    Preview,
    /// The team is working on it; this is what was sent last.
    BeingEdited,
}

/// The text a client agrees to when signing.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Consent {
    /// Which version; acceptance names it.
    pub id: String,
    /// The text.
    pub text: String,
}

/// A proposal as its link shows it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SharedProposal {
    /// Its title.
    pub title: String,
    /// Its subtitle.
    pub subtitle: Option<String>,
    /// Where it is in its life.
    pub status: Status,
    /// When it was created.
    pub created_at: Timestamp,
    /// Sanitised HTML.
    pub html_content: String,
    /// The style sheet that it is shown with, for a document inside `.doc`: frozen with what was sent. Empty
    /// for what was sent before there were designs.
    pub design_css: String,
    /// Terms and conditions, part of what is signed.
    pub terms_and_conditions: Option<String>,
    /// What it costs.
    pub pricing: ShownPricing,
    /// What that comes to.
    pub totals: ShownTotals,
    /// The one-time total plus the first year of recurring lines, a decimal.
    pub total_amount: String,
    /// ISO 4217.
    pub currency: String,
    /// Who sends it.
    pub company_snapshot: Option<CompanySnapshot>,
    /// Where the sender's logo is, for this link alone.
    pub logo_url: Option<String>,
    /// Whom it is for.
    pub client_name: String,
    /// Why it cannot be answered just now.
    pub notice: Option<SharedNotice>,
    /// Whether it can be accepted, declined or commented on.
    pub can_act: bool,
    /// The revision shown; acceptance names its hash.
    pub revision: Option<RevisionRef>,
    /// What acceptance agrees to.
    pub consent: Option<Consent>,
    /// Whether the sender countersigns what is accepted.
    pub countersigns: bool,
    /// Whether the sealed PDF can be downloaded.
    pub has_document: bool,
    /// Until when it can be accepted.
    pub valid_until: Option<Timestamp>,
    /// When it was signed.
    pub signed_at: Option<Timestamp>,
    /// Who signed it.
    pub signed_by_name: Option<String>,
    /// When it was signed or declined.
    pub decided_at: Option<Timestamp>,
}

/// What a client can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SharedAction {
    /// Sign.
    Accept,
    /// Say no.
    Decline,
    /// Ask for changes.
    RequestChanges,
}

/// Why a proposal is declined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
#[oai(rename_all = "snake_case")]
pub enum DeclineReason {
    /// It costs too much.
    Price,
    /// It comes at the wrong time.
    Timing,
    /// It is not what is needed.
    Scope,
    /// Somebody else was chosen.
    ChoseAnother,
    /// It is no longer needed.
    NoLongerNeeded,
    /// Something else.
    Other,
}

impl DeclineReason {
    /// The word in the audit trail.
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// How the team reads it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Price => "It costs too much.",
            Self::Timing => "It comes at the wrong time.",
            Self::Scope => "It is not what is needed.",
            Self::ChoseAnother => "Somebody else was chosen.",
            Self::NoLongerNeeded => "It is no longer needed.",
            Self::Other => "For another reason.",
        }
    }
}

/// One item that a client takes or leaves.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ChoiceInput {
    /// The item.
    pub item_id: Uuid,
    /// Whether it is taken.
    pub selected: bool,
    /// How many units, a decimal; absent means as the sender has set it.
    pub quantity: Option<Figure>,
}

/// Prices with a client's choices in them.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChosenPrices {
    /// The table as chosen.
    pub pricing: ShownPricing,
    /// What it comes to.
    pub totals: ShownTotals,
    /// The one-time total plus the first year of recurring lines, a decimal; acceptance names it.
    pub total_amount: String,
}

/// A client's answer.
#[derive(Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SharedActionInput {
    /// Which answer.
    pub action: SharedAction,
    /// The client's name.
    pub sender_name: String,
    /// The client's address.
    pub sender_email: String,
    /// The full name typed as a signature; accepting needs it.
    pub signature: Option<String>,
    /// A reason or a request.
    pub message: Option<String>,
    /// Hash of the revision that was on the screen; accepting needs it.
    pub revision_sha256: Option<String>,
    /// The consent text agreed to; accepting needs it.
    pub consent_id: Option<String>,
    /// What the client takes, where there is something to choose; what it does not name stays as the sender
    /// has set it. Of a group of which exactly one item is taken, naming one lets go of the other.
    pub choices: Option<Vec<ChoiceInput>>,
    /// What the client's screen says it comes to, a decimal; accepting is refused where it comes to something
    /// else, and needs it where there is something to choose.
    pub total_amount: Option<Figure>,
    /// The signer's company.
    pub company: Option<String>,
    /// The signer's position.
    pub title: Option<String>,
    /// Why it is declined.
    pub reason: Option<DeclineReason>,
    /// The part of the document that a request for changes is about.
    pub block_id: Option<Uuid>,
}

proffer_domain::redact!(SharedActionInput);

/// What became of a client's answer.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SharedActionResult {
    /// What to tell the client.
    pub message: String,
    /// Where the proposal is now.
    pub status: Status,
    /// When it was signed.
    pub signed_at: Option<Timestamp>,
    /// Who signed it.
    pub signed_by_name: Option<String>,
    /// When it was declined.
    pub decided_at: Option<Timestamp>,
}

/// The shared page.
pub struct SharingApi;

#[OpenApi(tag = "Noun::Sharing")]
impl SharingApi {
    /// What the link shows.
    #[oai(path = "/shared/proposals/:shareToken", method = "get", operation_id = "getSharedProposal")]
    async fn get(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
    ) -> Result<Json<SharedProposal>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let guest = Who::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Read, Thing::SharedProposal).await?;
        Ok(Json(service::show(&app, &tx, &share_token).await?))
    }

    /// Accept, decline or ask for changes.
    #[oai(path = "/shared/proposals/:shareToken/action", method = "post", operation_id = "sharedProposalAction")]
    async fn act(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The token of the link.
        #[oai(name = "shareToken")]
        share_token: Path<String>,
        input: JsonBody<SharedActionInput>,
    ) -> Result<Json<SharedActionResult>, Problem> {
        limits::take(&app, Rule::AnswerPerNetwork, &caller.ip).await?;
        limits::take(&app, Rule::AnswerPerLink, share_token.as_str()).await?;
        if input.action != SharedAction::Accept {
            limits::take(&app, Rule::WishPerLink, share_token.as_str()).await?;
        }
        let guest = Who::guest(&app, &share_token, &caller).await?;
        let tx = guest.may(Action::Respond, Thing::SharedProposal).await?;
        Ok(Json(actions::act(&app, tx, &caller, &input.0).await?))
    }
}
