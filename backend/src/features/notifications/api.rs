//! The operations of notifications.

use std::time::Duration;

use futures_util::stream::BoxStream;
use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    param::Query,
    payload::{EventStream, Json},
};
use uuid::Uuid;

use super::{
    follow, service,
    types::{Notification, NotificationPreference, Unread},
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

/// The notifications to mark as read.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ReadInput {
    /// Their ids; all notifications if absent.
    pub ids: Option<Vec<Uuid>>,
}

/// Notifications.
pub struct NotificationsApi;

#[OpenApi(tag = "Noun::Notifications")]
impl NotificationsApi {
    /// List the user's notifications in the active workspace, newest first.
    #[oai(path = "/notifications", method = "get", operation_id = "listNotifications")]
    async fn list(
        &self,
        member: Member,
        /// The page size, 1 to 100.
        limit: Query<Option<u64>>,
        /// The cursor from the `Link` header of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<Notification>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may(Action::Read, Thing::Notifications).await?;
        let (notifications, next) = service::list(&tx, member.principal.user_id, page).await?;
        Ok(Listed::new(notifications, "/api/notifications", page.limit, next))
    }

    /// Get the number of unread notifications.
    #[oai(path = "/notifications/unread", method = "get", operation_id = "countUnread")]
    async fn unread(&self, member: Member) -> Result<Json<Unread>, Problem> {
        let tx = member.may(Action::Read, Thing::Notifications).await?;
        Ok(Json(service::unread(&tx, member.principal.user_id).await?))
    }

    /// The same as a stream of server-sent events: the current number, and again after each change.
    #[oai(path = "/notifications/events", method = "get", operation_id = "streamNotifications")]
    async fn stream(
        &self,
        app: Data<&App>,
        member: Member,
    ) -> Result<EventStream<BoxStream<'static, Unread>>, Problem> {
        Ok(EventStream::new(follow::follow(&app, member).await?).keep_alive(Duration::from_secs(15)))
    }

    /// Mark notifications as read.
    #[oai(path = "/notifications/read", method = "post", operation_id = "markNotificationsRead")]
    async fn read(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<ReadInput>,
    ) -> Result<Json<Unread>, Problem> {
        let tx = member.may(Action::Update, Thing::Notifications).await?;
        Ok(Json(service::read(&app, tx, member.principal.user_id, input.0.ids).await?))
    }

    /// Get the user's notification preferences in the active workspace, all kinds in a fixed order.
    #[oai(path = "/notifications/preferences", method = "get", operation_id = "getNotificationPreferences")]
    async fn preferences(&self, member: Member) -> Result<Json<Vec<NotificationPreference>>, Problem> {
        let tx = member.may(Action::Read, Thing::Notifications).await?;
        Ok(Json(service::preferences(&tx, member.principal.user_id).await?))
    }

    /// Change notification preferences; kinds that are not listed are not changed.
    #[oai(path = "/notifications/preferences", method = "put", operation_id = "saveNotificationPreferences")]
    async fn save_preferences(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<Vec<NotificationPreference>>,
    ) -> Result<Json<Vec<NotificationPreference>>, Problem> {
        let tx = member.may(Action::Update, Thing::Notifications).await?;
        Ok(Json(service::save_preferences(&app, tx, member.principal.user_id, &input).await?))
    }
}
