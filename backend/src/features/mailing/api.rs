//! The operations and messages of unsubscribing.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, param::Query, payload::Json};
use proffer_domain::rate_limit::Rule;

use super::unsubscribe;
use crate::{
    app::App,
    features::Noun,
    http::{caller::Caller, limits, problem::Problem},
};

/// A subscription that has ended.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Unsubscribed {
    /// A description of it.
    pub message: String,
}

/// Unsubscribing from one kind of mail.
pub struct UnsubscribeApi;

#[OpenApi(tag = "Noun::Notifications")]
impl UnsubscribeApi {
    /// Unsubscribe from one kind of mail, with the link in such a mail: for a member, that kind of
    /// notification; for a client, the reminders about that proposal. Mail clients call it directly (RFC
    /// 8058).
    #[oai(path = "/notifications/unsubscribe", method = "post", operation_id = "unsubscribe")]
    async fn unsubscribe(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The token of the unsubscribe link.
        token: Query<String>,
    ) -> Result<Json<Unsubscribed>, Problem> {
        limits::take(&app, Rule::LinkPerNetwork, &caller.ip).await?;
        Ok(Json(Unsubscribed { message: unsubscribe::unsubscribe(&app, &caller, &token).await? }))
    }
}
