//! The operations of a proposal's versions: the history, comparing versions, and restoring one.

use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    param::{Path, Query},
    payload::Json,
};
use uuid::Uuid;

use super::{
    service::versions,
    types::Proposal,
    versions_types::{Comparison, Version, VersionContent},
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
    wire::JsonBody,
};

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
    #[oai(
        path = "/proposals/:id/versions/:number/comparison",
        method = "get",
        operation_id = "compareVersions"
    )]
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
