//! The operations of a proposal's activity: events, readership, mails and comparisons of revisions.

use poem::web::Data;
use poem_openapi::{
    OpenApi,
    param::{Path, Query},
    payload::Json,
};
use proffer_domain::field_error::FieldError;
use uuid::Uuid;

use super::{activity, activity_types::Activity};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{
        Noun,
        proposals::{service::revisions, versions_types::Comparison},
    },
    http::problem::Problem,
};

/// The activity of a proposal.
pub struct ActivityApi;

#[OpenApi(tag = "Noun::Evidence")]
impl ActivityApi {
    /// Get the activity of a proposal.
    #[oai(path = "/proposals/:id/activity", method = "get", operation_id = "getActivity")]
    async fn get(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<Activity>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(activity::show(&app, tx, id.0).await?))
    }

    /// Compare two sent revisions.
    #[oai(
        path = "/proposals/:id/revisions/:number/changes",
        method = "get",
        operation_id = "compareRevisions"
    )]
    async fn compare(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The number of the later revision.
        number: Path<i32>,
        /// The number of the earlier revision; the previous one by default.
        since: Query<Option<i32>>,
    ) -> Result<Json<Comparison>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let since = since.0.unwrap_or(number.0.saturating_sub(1));
        if since > number.0 {
            let error = FieldError::new("since", "not_earlier", "Compare with an earlier revision");
            return Err(Problem::unprocessable("invalid_parameter", "since must be an earlier revision.")
                .with_errors(vec![error]));
        }
        Ok(Json(revisions::compare(&tx, id.0, since, number.0).await?))
    }
}
