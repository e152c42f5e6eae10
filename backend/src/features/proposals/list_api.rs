//! The wire of proposals in a list: what is asked for, and what is done with whole ones: copying, refreshing,
//! deleting several.

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

/// How a list of proposals is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ProposalOrder {
    /// Created last first.
    Newest,
    /// Created first first.
    Oldest,
    /// Changed last first.
    Updated,
    /// By title.
    Title,
    /// The dearest first.
    Amount,
}

/// Which proposals are asked for.
#[derive(Debug)]
pub struct ListQuery {
    /// Those in one state.
    pub status: Option<Status>,
    /// Words to search for.
    pub search: Option<String>,
    /// How they are sorted.
    pub sort: Option<ProposalOrder>,
}

impl ListQuery {
    /// For the store.
    pub fn filter(&self) -> Filter {
        let search = self.search.as_deref().map(str::trim).filter(|words| words.chars().any(char::is_alphanumeric));
        Filter { status: self.status.map(Into::into), search: search.map(str::to_owned), order: self.order() }
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

    /// The address of the same list.
    pub fn path(&self) -> String {
        let status = self.status.map(Status::as_str);
        let words = [("status", status), ("search", self.search.as_deref()), ("sort", self.sort.map(|_| self.order().word()))];
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(words.into_iter().filter_map(|(name, value)| Some((name, value?))));
        let query = query.finish();
        if query.is_empty() { "/api/proposals".to_owned() } else { format!("/api/proposals?{query}") }
    }
}

/// For whom a copy is made.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct CopyInput {
    /// Another client; absent means the same.
    pub client_id: Option<String>,
}

/// A copy.
#[derive(ApiResponse)]
pub enum ProposalCopied {
    /// It is a draft of its own.
    #[oai(status = 201)]
    Created(Json<Proposal>),
}

/// Proposals to delete.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkDeleteInput {
    /// Their ids, 1 to 100.
    pub ids: Vec<Uuid>,
}

/// What was deleted.
#[derive(Debug, Object)]
pub struct BulkDeleted {
    /// The ids that are gone now; what was not there before is not among them.
    pub deleted: Vec<Uuid>,
}

/// Whole proposals.
pub struct ListApi;

#[OpenApi(tag = "Noun::Proposals")]
impl ListApi {
    /// Copy a proposal with its words, prices and design into a new draft. Nothing is drafted anew, so it
    /// costs nothing.
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

    /// Bring the latest company information into a draft.
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

    /// Delete several proposals at once, or none of them. What proves signatures stays.
    #[oai(path = "/proposals/bulk-delete", method = "post", operation_id = "deleteProposals")]
    async fn delete(&self, app: Data<&App>, member: Member, input: JsonBody<BulkDeleteInput>) -> Result<Json<BulkDeleted>, Problem> {
        let tx = member.may(Action::Delete, Thing::Proposals).await?;
        let deleted = service::delete_several(&app, tx, &member.principal, &input.ids).await?;
        Ok(Json(BulkDeleted { deleted }))
    }
}
