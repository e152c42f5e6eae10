//! The wire of a proposal's versions: every change with its author, any two side by side, and the way back.

use poem::web::Data;
use poem_openapi::{
    Enum, Object, OpenApi,
    param::{Path, Query},
    payload::Json,
};
use proffer_domain::document::compare;
use uuid::Uuid;

use super::{
    pricing::{ShownPricing, ShownTotals},
    service::versions,
    types::Proposal,
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        paging::{Listed, Page},
        problem::Problem,
    },
    wire::{JsonBody, Timestamp},
};

/// Who made a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AuthorKind {
    /// Somebody of the team.
    Person,
    /// The assistant.
    Assistant,
    /// An integration.
    Api,
}

/// What made a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum VersionCause {
    /// Somebody wrote in the document, or changed its title.
    Edit,
    /// Somebody changed the prices.
    Pricing,
    /// Somebody stands behind an amount.
    Confirm,
    /// The assistant drafted it.
    Draft,
    /// The assistant did what it was asked for in the chat.
    Chat,
    /// What a message of the assistant changed was taken out.
    Revert,
    /// One block of what the assistant changed was refused.
    Review,
    /// The company's latest words came in.
    Refresh,
    /// An earlier version was restored.
    Restore,
    /// It was made as a copy.
    Copy,
    /// A claim that nothing backs was taken out.
    RemoveClaim,
}

/// A version in the history.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Version {
    /// Its number; the proposal's `version` is the newest.
    pub number: i64,
    /// Who made it.
    pub author_kind: AuthorKind,
    /// What people call them.
    pub author_name: String,
    /// What made it.
    pub cause: VersionCause,
    /// Which version it brought back, where it did.
    pub restored: Option<i64>,
    /// The headings of the blocks that it touched, prices and title among them.
    pub touched: Vec<String>,
    /// When.
    pub created_at: Timestamp,
}

/// A version with all that it says.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct VersionContent {
    /// Its number.
    pub number: i64,
    /// The title it had.
    pub title: String,
    /// The subtitle it had.
    pub subtitle: Option<String>,
    /// The document.
    pub html_content: String,
    /// The prices.
    pub pricing: ShownPricing,
    /// What they come to.
    pub totals: ShownTotals,
}

/// One block, compared.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct BlockComparison {
    /// The block.
    pub block_id: Uuid,
    /// What it is about: the `data-kind` of its section.
    pub kind: String,
    /// Its heading.
    pub title: String,
    /// What happened to it.
    pub change: compare::Change,
    /// Its words, heading included.
    pub runs: Vec<compare::Run>,
}

impl From<compare::BlockComparison> for BlockComparison {
    fn from(block: compare::BlockComparison) -> Self {
        Self { block_id: block.block_id, kind: block.kind.name().to_owned(), title: block.title, change: block.change, runs: block.runs }
    }
}

/// Two versions side by side.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Comparison {
    /// The earlier one.
    pub from: i64,
    /// The later one.
    pub to: i64,
    /// The blocks that differ.
    pub blocks: Vec<BlockComparison>,
    /// The prices as they are read, where they differ.
    pub pricing: Vec<compare::Run>,
    /// Title and subtitle, where they differ.
    pub titles: Vec<compare::Run>,
    /// Terms and conditions, where they differ; versions of a draft have none of their own.
    pub terms: Vec<compare::Run>,
}

/// From where a version is restored.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct RestoreInput {
    /// The version that was on the screen; 409 with both where it is no longer the newest.
    pub version: i64,
}

/// Versions.
pub struct VersionsApi;

#[OpenApi(tag = "Noun::Proposals")]
impl VersionsApi {
    /// The history of a proposal, newest first.
    #[oai(path = "/proposals/:id/versions", method = "get", operation_id = "listVersions")]
    async fn list(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// How many, 1 to 100.
        limit: Query<Option<u64>>,
        /// Where to go on, from the `Link` header.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<Version>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let (versions, next) = versions::list(&tx, id.0, page).await?;
        Ok(Listed::new(versions, &format!("/api/proposals/{}/versions", id.0), page.limit, next))
    }

    /// What a version said.
    #[oai(path = "/proposals/:id/versions/:number", method = "get", operation_id = "getVersion")]
    async fn get(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The version's number.
        number: Path<i64>,
    ) -> Result<Json<VersionContent>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(versions::show(&tx, id.0, number.0).await?))
    }

    /// What a version changed, or how it differs from an earlier one.
    #[oai(path = "/proposals/:id/versions/:number/comparison", method = "get", operation_id = "compareVersions")]
    async fn compare(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The later version's number.
        number: Path<i64>,
        /// The earlier version's number; without it the one before.
        from: Query<Option<i64>>,
    ) -> Result<Json<Comparison>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(versions::compare(&tx, id.0, number.0, from.0).await?))
    }

    /// Make an earlier version the newest. Nothing is lost: it is a change like any other.
    #[oai(path = "/proposals/:id/versions/:number/restore", method = "post", operation_id = "restoreVersion")]
    async fn restore(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The version to bring back.
        number: Path<i64>,
        input: JsonBody<RestoreInput>,
    ) -> Result<Json<Proposal>, Problem> {
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        let restored = versions::restore(&app, tx, &member.principal, id.0, number.0, input.version).await?;
        Ok(Json(restored.shown_to(&member)))
    }
}
