//! The wire of proposals.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, OpenApi,
    param::{Path, Query},
    payload::Json,
};
use uuid::Uuid;

use super::{
    service::{self, editing, life},
    types::{ChatMessage, Dashboard, Proposal, ProposalCard, ProposalInput, ProposalStarted, ProposalUpdate, ShareLink, WantedStatus},
};
use crate::{
    app::App,
    features::Noun,
    http::{
        auth::Member,
        authz::{Action, Object as Thing},
        paging::{Listed, Page},
        problem::Problem,
    },
    wire,
};

/// A proposal has been started.
#[derive(ApiResponse)]
pub enum ProposalCreated {
    /// It exists; its drafting is queued.
    #[oai(status = 201)]
    Created(Json<ProposalStarted>),
}

/// Proposals.
pub struct ProposalsApi;

#[OpenApi(tag = "Noun::Proposals")]
impl ProposalsApi {
    /// The workspace at a glance.
    #[oai(path = "/dashboard", method = "get", operation_id = "getDashboard")]
    async fn dashboard(&self, app: Data<&App>, member: Member) -> Result<Json<Dashboard>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(service::dashboard(&tx, app.now()).await?))
    }

    /// The workspace's proposals, newest first.
    #[oai(path = "/proposals", method = "get", operation_id = "listProposals")]
    async fn list(
        &self,
        app: Data<&App>,
        member: Member,
        /// How many, 1 to 100.
        limit: Query<Option<u64>>,
        /// Where to go on, from the `Link` header.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<ProposalCard>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let (cards, next) = service::list(&tx, page, app.now()).await?;
        Ok(Listed::new(cards, "/api/proposals", page.limit, next))
    }

    /// Start a proposal: it exists at once, and a job drafts it.
    #[oai(path = "/proposals", method = "post", operation_id = "createProposal")]
    async fn create(&self, app: Data<&App>, member: Member, input: Json<ProposalInput>) -> Result<ProposalCreated, Problem> {
        let tx = member.may(Action::Create, Thing::Proposals).await?;
        Ok(ProposalCreated::Created(Json(service::create(&app, tx, &member.principal, &input.0).await?)))
    }

    /// One proposal.
    #[oai(path = "/proposals/:id", method = "get", operation_id = "getProposal")]
    async fn get(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<Proposal>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(service::present(&tx, id.0, app.now()).await?))
    }

    /// Change, send or take back a proposal.
    #[oai(path = "/proposals/:id", method = "put", operation_id = "updateProposal")]
    async fn update(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: Json<ProposalUpdate>,
    ) -> Result<Json<Proposal>, Problem> {
        if matches!(input.status, Some(WantedStatus::Pending)) {
            member.require(Action::Send, Thing::Proposals)?;
        }
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        Ok(Json(editing::update(&app, tx, &member.principal, id.0, input.0).await?))
    }

    /// Delete a proposal. What proves a signature stays.
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

    /// The link to a proposal, made if there is none.
    #[oai(path = "/proposals/:id/share", method = "post", operation_id = "shareProposal")]
    async fn share(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<ShareLink>, Problem> {
        let tx = member.may(Action::Share, Thing::Proposals).await?;
        Ok(Json(life::share(&app, tx, &member.principal, id.0).await?))
    }

    /// Stand behind an amount that was found neither in the user's words nor in the catalogue.
    #[oai(path = "/proposals/:id/pricing/items/:itemId/confirm", method = "post", operation_id = "confirmPricingItem")]
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
        Ok(Json(editing::confirm_item(&app, tx, &member.principal, id.0, item_id.0).await?))
    }

    /// The conversation about a proposal, oldest first; the client's change requests are part of it.
    #[oai(path = "/proposals/:id/chat", method = "get", operation_id = "listChatMessages")]
    async fn chat(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<Vec<ChatMessage>>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(service::chat(&tx, id.0).await?))
    }
}
