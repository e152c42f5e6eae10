//! The operations of proposals.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, OpenApi,
    param::{Path, Query},
    payload::Json,
};
use proffer_domain::{
    proposal::Status,
    proposal_input::{ProposalInput, ProposalUpdate, WantedStatus},
    rate_limit::Rule,
};
use uuid::Uuid;

use super::{
    list_api::{ListQuery, ProposalOrder},
    service::{self, acceptance, editing, life},
    types::{Proposal, ProposalCard, ProposalStarted, ShareLink, SignInput},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        limits,
        paging::{Listed, Page},
        problem::Problem,
    },
    wire::{self, JsonBody},
};

/// The proposal was created.
#[derive(ApiResponse)]
pub enum ProposalCreated {
    /// The proposal exists, and its drafting is queued.
    #[oai(status = 201)]
    Created(Json<ProposalStarted>),
}

/// Proposals.
pub struct ProposalsApi;

#[OpenApi(tag = "Noun::Proposals")]
impl ProposalsApi {
    /// List the workspace's proposals, by default newest first.
    #[oai(path = "/proposals", method = "get", operation_id = "listProposals")]
    #[expect(clippy::too_many_arguments, reason = "one for each parameter of the query")]
    async fn list(
        &self,
        app: Data<&App>,
        member: Member,
        /// Only proposals in this state.
        status: Query<Option<Status>>,
        /// Only proposals whose title, subtitle or client contains words that begin with these words.
        search: Query<Option<String>>,
        /// The sort order.
        sort: Query<Option<ProposalOrder>>,
        /// The page size, 1 to 100.
        limit: Query<Option<u64>>,
        /// The cursor from the `Link` header of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<ProposalCard>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let query = ListQuery { status: status.0, search: search.0, sort: sort.0 };
        let (cards, next) = service::list(&app, &tx, &query.filter(), &page).await?;
        let cards = cards.into_iter().map(|card| card.shown_to(&member)).collect();
        Ok(Listed::new(cards, &query.path(), page.limit, next))
    }

    /// Create a proposal. It exists at once, and a job drafts it; because drafting has a cost, this also
    /// requires `assistant:use`.
    #[oai(path = "/proposals", method = "post", operation_id = "createProposal")]
    async fn create(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<ProposalInput>,
    ) -> Result<ProposalCreated, Problem> {
        member.require(Action::Create, Thing::Proposals).await?;
        member.require(Action::Use, Thing::Assistant).await?;
        limits::take(&app, Rule::AssistantPerPerson, member.principal.user_id.to_string()).await?;
        let tx = member.may(Action::Create, Thing::Proposals).await?;
        Ok(ProposalCreated::Created(Json(service::create(&app, tx, &member.principal, input.0).await?)))
    }

    /// Get a proposal.
    #[oai(path = "/proposals/:id", method = "get", operation_id = "getProposal")]
    async fn get(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<Proposal>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(service::present(&app, &tx, id.0).await?.shown_to(&member)))
    }

    /// Change, send or reopen a proposal. Sending requires `proposals:send`, and nothing else if nothing else
    /// is changed; a share token requires `proposals:share`.
    #[oai(path = "/proposals/:id", method = "put", operation_id = "updateProposal")]
    async fn update(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<ProposalUpdate>,
    ) -> Result<Json<Proposal>, Problem> {
        if input.status == Some(WantedStatus::Pending) {
            member.require(Action::Send, Thing::Proposals).await?;
        }
        if input.share_token.is_some() {
            member.require(Action::Share, Thing::Proposals).await?;
        }
        let action = if input.only_sends() { Action::Send } else { Action::Update };
        let tx = member.may(action, Thing::Proposals).await?;
        Ok(Json(
            Box::pin(editing::update(&app, tx, &member.principal, id.0, input.0)).await?.shown_to(&member),
        ))
    }

    /// Delete a proposal. The evidence of a signature is kept.
    #[oai(path = "/proposals/:id", method = "delete", operation_id = "deleteProposal")]
    async fn delete(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<wire::Deleted, Problem> {
        let tx = member.may(Action::Delete, Thing::Proposals).await?;
        service::delete(&app, tx, &member.principal, id.0).await?;
        Ok(wire::Deleted::Done)
    }

    /// Get the share link of a proposal; it is created if there is none.
    #[oai(path = "/proposals/:id/share", method = "post", operation_id = "shareProposal")]
    async fn share(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// True replaces the existing link, which then stops working.
        renew: Query<Option<bool>>,
    ) -> Result<Json<ShareLink>, Problem> {
        let tx = member.may(Action::Share, Thing::Proposals).await?;
        Ok(Json(life::share(&app, tx, &member.principal, id.0, renew.0 == Some(true)).await?))
    }

    /// Revoke the share link, which then stops working. Sharing again creates a new one.
    #[oai(path = "/proposals/:id/share", method = "delete", operation_id = "revokeShareLink")]
    async fn revoke(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<wire::Deleted, Problem> {
        let tx = member.may(Action::Share, Thing::Proposals).await?;
        life::revoke(&app, tx, &member.principal, id.0).await?;
        Ok(wire::Deleted::Done)
    }

    /// Record an acceptance that the client gave outside the product. It is recorded as such, and never
    /// printed as the client's own signature.
    #[oai(path = "/proposals/:id/sign", method = "post", operation_id = "signProposal")]
    async fn sign(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<SignInput>,
    ) -> Result<Json<Proposal>, Problem> {
        let tx = member.may(Action::Accept, Thing::Proposals).await?;
        Ok(Json(acceptance::record(&app, tx, &member, id.0, &input.0).await?))
    }

    /// Confirm an amount that was found neither in the user's text nor in the catalogue.
    #[oai(
        path = "/proposals/:id/pricing/items/:itemId/confirm",
        method = "post",
        operation_id = "confirmPricingItem"
    )]
    async fn confirm_item(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The line item's id.
        #[oai(name = "itemId")]
        item_id: Path<Uuid>,
    ) -> Result<Json<Proposal>, Problem> {
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        Ok(Json(editing::confirm_item(&app, tx, &member.principal, id.0, item_id.0).await?.shown_to(&member)))
    }
}
