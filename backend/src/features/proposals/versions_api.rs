//! The wire types of a proposal's versions: the history, comparing versions, and restoring one.

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

/// The kind of author of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AuthorKind {
    /// A member of the team.
    Person,
    /// The assistant.
    Assistant,
    /// An integration.
    Api,
}

/// The cause of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum VersionCause {
    /// A user edited the document or the title.
    Edit,
    /// A user changed the prices.
    Pricing,
    /// A user confirmed an amount.
    Confirm,
    /// The assistant drafted the proposal.
    Draft,
    /// The assistant made a change requested in the chat.
    Chat,
    /// The changes of an assistant's message were reverted.
    Revert,
    /// A single change of the assistant was refused.
    Review,
    /// The current company information was inserted.
    Refresh,
    /// An earlier version was restored.
    Restore,
    /// The proposal was created as a copy.
    Copy,
    /// A claim without a source was removed.
    RemoveClaim,
}

/// A version in the history.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Version {
    /// The version number; the proposal's `version` is the newest.
    pub number: i64,
    /// The kind of author.
    pub author_kind: AuthorKind,
    /// The author's name.
    pub author_name: String,
    /// The cause of the change.
    pub cause: VersionCause,
    /// The restored version, if it restored one.
    pub restored: Option<i64>,
    /// The headings of the changed blocks, including prices and title.
    pub touched: Vec<String>,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A version with its content.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct VersionContent {
    /// The version number.
    pub number: i64,
    /// The title.
    pub title: String,
    /// The subtitle.
    pub subtitle: Option<String>,
    /// The document as HTML.
    pub html_content: String,
    /// The prices.
    pub pricing: ShownPricing,
    /// The totals.
    pub totals: ShownTotals,
}

/// The comparison of a block.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct BlockComparison {
    /// The block's id.
    pub block_id: Uuid,
    /// The subject of the block: the `data-kind` of its section.
    pub kind: String,
    /// The heading.
    pub title: String,
    /// The change of the block.
    pub change: compare::Change,
    /// The text as a comparison, including the heading.
    pub runs: Vec<compare::Run>,
}

impl From<compare::BlockComparison> for BlockComparison {
    fn from(block: compare::BlockComparison) -> Self {
        Self { block_id: block.block_id, kind: block.kind.name().to_owned(), title: block.title, change: block.change, runs: block.runs }
    }
}

/// The comparison of two versions.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Comparison {
    /// The earlier version.
    pub from: i64,
    /// The later version.
    pub to: i64,
    /// The blocks that differ.
    pub blocks: Vec<BlockComparison>,
    /// The prices as a text comparison; empty if they do not differ.
    pub pricing: Vec<compare::Run>,
    /// Title and subtitle as a text comparison; empty if they do not differ.
    pub titles: Vec<compare::Run>,
    /// Terms and conditions as a text comparison; empty if they do not differ. Versions of a draft have no
    /// terms of their own.
    pub terms: Vec<compare::Run>,
}

/// A request to restore a version.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct RestoreInput {
    /// The version on the screen; 409 with both versions if it is not the newest.
    pub version: i64,
}

/// Versions of proposals.
pub struct VersionsApi;

#[OpenApi(tag = "Noun::Proposals")]
impl VersionsApi {
    /// List the versions of a proposal, newest first.
    #[oai(path = "/proposals/:id/versions", method = "get", operation_id = "listVersions")]
    async fn list(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The page size, 1 to 100.
        limit: Query<Option<u64>>,
        /// The cursor from the `Link` header of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<Version>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let (versions, next) = versions::list(&tx, id.0, page).await?;
        Ok(Listed::new(versions, &format!("/api/proposals/{}/versions", id.0), page.limit, next))
    }

    /// Get the content of a version.
    #[oai(path = "/proposals/:id/versions/:number", method = "get", operation_id = "getVersion")]
    async fn get(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The version number.
        number: Path<i64>,
    ) -> Result<Json<VersionContent>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(versions::show(&tx, id.0, number.0).await?))
    }

    /// Compare a version with its predecessor or with an earlier one.
    #[oai(path = "/proposals/:id/versions/:number/comparison", method = "get", operation_id = "compareVersions")]
    async fn compare(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The number of the later version.
        number: Path<i64>,
        /// The number of the earlier version; the previous one by default.
        from: Query<Option<i64>>,
    ) -> Result<Json<Comparison>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(versions::compare(&tx, id.0, number.0, from.0).await?))
    }

    /// Restore an earlier version as the newest. This is a regular change, so nothing is lost.
    #[oai(path = "/proposals/:id/versions/:number/restore", method = "post", operation_id = "restoreVersion")]
    async fn restore(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The number of the version to restore.
        number: Path<i64>,
        input: JsonBody<RestoreInput>,
    ) -> Result<Json<Proposal>, Problem> {
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        let restored = versions::restore(&app, tx, &member.principal, id.0, number.0, input.version).await?;
        Ok(Json(restored.shown_to(&member)))
    }
}
