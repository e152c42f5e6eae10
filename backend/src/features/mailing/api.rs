//! The wire of ending the mails of one kind.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, param::Query, payload::Json};
use proffer_domain::rate_limit::Rule;

use super::unsubscribe;
use crate::{
    app::App,
    features::Noun,
    http::{caller::Caller, limits, problem::Problem},
};

/// What comes no more.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Unsubscribed {
    /// What it was, in words.
    pub message: String,
}

/// Ending the mails of one kind.
pub struct UnsubscribeApi;

#[OpenApi(tag = "Noun::Notifications")]
impl UnsubscribeApi {
    /// No longer be mailed about one kind of thing, by the link of such a mail: for somebody of the team that
    /// kind of notification, for a client the reminders of that proposal. Mail programs call it without a
    /// person (RFC 8058).
    #[oai(path = "/notifications/unsubscribe", method = "post", operation_id = "unsubscribe")]
    async fn unsubscribe(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The token of the mail's link.
        token: Query<String>,
    ) -> Result<Json<Unsubscribed>, Problem> {
        limits::take(&app, Rule::LinkPerNetwork, &caller.ip).await?;
        Ok(Json(Unsubscribed { message: unsubscribe::unsubscribe(&app, &caller, &token).await? }))
    }
}
