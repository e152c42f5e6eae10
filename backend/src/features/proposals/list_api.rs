//! The operations and messages of the proposal list, and of operations on whole proposals: copying,
//! refreshing, deleting several.

use poem::web::Data;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi, param::Path, payload::Json};
use proffer_domain::proposal::Status;
use uuid::Uuid;

use super::{
    service::{self, copying},
    store::cards::{Filter, Order},
    types::Proposal,
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
    wire::JsonBody,
};

/// The sort order of a proposal list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ProposalOrder {
    /// The most recently created first.
    Newest,
    /// The oldest first.
    Oldest,
    /// The most recently changed first.
    Updated,
    /// By title.
    Title,
    /// The highest amount first.
    Amount,
}

/// The filter and sort order of a proposal list.
#[derive(Debug)]
pub struct ListQuery {
    /// Only proposals in this state.
    pub status: Option<Status>,
    /// The search text.
    pub search: Option<String>,
    /// The sort order.
    pub sort: Option<ProposalOrder>,
}

impl ListQuery {
    /// The filter for the store.
    pub fn filter(&self) -> Filter {
        let search =
            self.search.as_deref().map(str::trim).filter(|words| words.chars().any(char::is_alphanumeric));
        Filter { status: self.status, search: search.map(str::to_owned), order: self.order() }
    }

    fn order(&self) -> Order {
        match self.sort {
            None | Some(ProposalOrder::Newest) => Order::Newest,
            Some(ProposalOrder::Oldest) => Order::Oldest,
            Some(ProposalOrder::Updated) => Order::Updated,
            Some(ProposalOrder::Title) => Order::Title,
            Some(ProposalOrder::Amount) => Order::Amount,
        }
    }

    /// The path of the list with this query.
    pub fn path(&self) -> String {
        let status = self.status.map(Status::as_str);
        let words = [
            ("status", status),
            ("search", self.search.as_deref()),
            ("sort", self.sort.map(|_| self.order().word())),
        ];
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(words.into_iter().filter_map(|(name, value)| Some((name, value?))));
        let query = query.finish();
        if query.is_empty() { "/api/proposals".to_owned() } else { format!("/api/proposals?{query}") }
    }
}

/// The recipient of a copy.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct CopyInput {
    /// Another client; the same client if absent.
    pub client_id: Option<String>,
}

/// The proposal was copied.
#[derive(ApiResponse)]
pub enum ProposalCopied {
    /// The copy, a new draft.
    #[oai(status = 201)]
    Created(Json<Proposal>),
}

/// The proposals to delete.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkDeleteInput {
    /// Their ids, 1 to 100.
    pub ids: Vec<Uuid>,
}

/// The deleted proposals.
#[derive(Debug, Object)]
pub struct BulkDeleted {
    /// The ids of the deleted proposals; ids that did not exist are left out.
    pub deleted: Vec<Uuid>,
}

/// Operations on whole proposals.
pub struct ListApi;

#[OpenApi(tag = "Noun::Proposals")]
impl ListApi {
    /// Copy a proposal with its text, prices and design into a new draft. The assistant is not used, so
    /// copying is free.
    #[oai(path = "/proposals/:id/copy", method = "post", operation_id = "copyProposal")]
    async fn copy(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<CopyInput>,
    ) -> Result<ProposalCopied, Problem> {
        let tx = member.may(Action::Create, Thing::Proposals).await?;
        let copy = copying::copy(&app, tx, &member.principal, id.0, input.client_id.as_deref()).await?;
        Ok(ProposalCopied::Created(Json(copy.shown_to(&member))))
    }

    /// Update a draft with the current company information.
    #[oai(path = "/proposals/:id/refresh", method = "post", operation_id = "refreshProposal")]
    async fn refresh(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<Proposal>, Problem> {
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        Ok(Json(Box::pin(copying::refresh(&app, tx, &member.principal, id.0)).await?.shown_to(&member)))
    }

    /// Delete several proposals, or none of them if one deletion fails. The evidence of signatures is kept.
    #[oai(path = "/proposals/bulk-delete", method = "post", operation_id = "deleteProposals")]
    async fn delete(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<BulkDeleteInput>,
    ) -> Result<Json<BulkDeleted>, Problem> {
        let tx = member.may(Action::Delete, Thing::Proposals).await?;
        let deleted = service::delete_several(&app, tx, &member.principal, &input.ids).await?;
        Ok(Json(BulkDeleted { deleted }))
    }
}
