//! The wire of notifications.

use std::time::Duration;

use futures_util::stream::BoxStream;
use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    param::Query,
    payload::{EventStream, Json},
};
use proffer_domain::notification::NotificationEvent;
use uuid::Uuid;

use super::{follow, service};
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

/// Something that somebody of the team is told.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Notification {
    /// Its id.
    pub id: Uuid,
    /// What happened.
    pub kind: NotificationEvent,
    /// To which proposal.
    pub proposal_id: Option<Uuid>,
    /// What it is about: a proposal's title, a workspace's name.
    pub subject: String,
    /// Who did it.
    pub actor: Option<String>,
    /// Words that belong to it.
    pub words: Option<String>,
    /// When.
    pub created_at: Timestamp,
    /// When the person read it.
    pub read_at: Option<Timestamp>,
}

/// How much is unread.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Unread {
    /// How many.
    pub unread: i64,
    /// The newest notification, read or not.
    pub newest: Option<Notification>,
}

/// What was read.
#[derive(Debug, Clone, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ReadInput {
    /// Which; absent means all of them.
    pub ids: Option<Vec<Uuid>>,
}

/// In which ways somebody is told of one kind.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct NotificationPreference {
    /// What.
    pub kind: NotificationEvent,
    /// Whether it is listed under the bell.
    pub in_app: bool,
    /// Whether it is mailed.
    pub by_mail: bool,
    /// Stands for both as they are now; a change sends it along, and keeps what another one changed since.
    pub etag: Option<String>,
}

/// Notifications.
pub struct NotificationsApi;

#[OpenApi(tag = "Noun::Notifications")]
impl NotificationsApi {
    /// What the person was told in the active workspace, the newest first.
    #[oai(path = "/notifications", method = "get", operation_id = "listNotifications")]
    async fn list(
        &self,
        member: Member,
        /// How many, 1 to 100.
        limit: Query<Option<u64>>,
        /// Where to go on, from the `Link` header.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<Notification>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let tx = member.may(Action::Read, Thing::Notifications).await?;
        let (notifications, next) = service::list(&tx, member.principal.user_id, page).await?;
        Ok(Listed::new(notifications, "/api/notifications", page.limit, next))
    }

    /// How much of it is unread.
    #[oai(path = "/notifications/unread", method = "get", operation_id = "countUnread")]
    async fn unread(&self, member: Member) -> Result<Json<Unread>, Problem> {
        let tx = member.may(Action::Read, Thing::Notifications).await?;
        Ok(Json(service::unread(&tx, member.principal.user_id).await?))
    }

    /// The same as a stream of server-sent events: how much is unread now, and again whenever that changes.
    #[oai(path = "/notifications/events", method = "get", operation_id = "streamNotifications")]
    async fn stream(&self, app: Data<&App>, member: Member) -> Result<EventStream<BoxStream<'static, Unread>>, Problem> {
        Ok(EventStream::new(follow::follow(&app, member).await?).keep_alive(Duration::from_secs(15)))
    }

    /// Say what was read.
    #[oai(path = "/notifications/read", method = "post", operation_id = "markNotificationsRead")]
    async fn read(&self, app: Data<&App>, member: Member, input: JsonBody<ReadInput>) -> Result<Json<Unread>, Problem> {
        let tx = member.may(Action::Update, Thing::Notifications).await?;
        Ok(Json(service::read(&app, tx, member.principal.user_id, input.0.ids).await?))
    }

    /// What the person wants to hear of in the active workspace, every kind in its order.
    #[oai(path = "/notifications/preferences", method = "get", operation_id = "getNotificationPreferences")]
    async fn preferences(&self, member: Member) -> Result<Json<Vec<NotificationPreference>>, Problem> {
        let tx = member.may(Action::Read, Thing::Notifications).await?;
        Ok(Json(service::preferences(&tx, member.principal.user_id).await?))
    }

    /// Want to hear of something otherwise; kinds that are not named stay as they are.
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
