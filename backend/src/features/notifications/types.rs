//! The messages of notifications.

use poem_openapi::Object;
use proffer_domain::notification::NotificationEvent;
use uuid::Uuid;

use crate::wire::Timestamp;

/// A notification of a member.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Notification {
    /// The notification's id.
    pub id: Uuid,
    /// The kind of notification.
    pub kind: NotificationEvent,
    /// The proposal that it is about.
    pub proposal_id: Option<Uuid>,
    /// The subject: a proposal's title or a workspace's name.
    pub subject: String,
    /// The name of the actor.
    pub actor: Option<String>,
    /// The accompanying text.
    pub words: Option<String>,
    /// When it happened.
    pub created_at: Timestamp,
    /// When the user read it.
    pub read_at: Option<Timestamp>,
}

/// The state of unread notifications.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Unread {
    /// The number of unread notifications.
    pub unread: i64,
    /// The newest notification, read or not.
    pub newest: Option<Notification>,
}

/// The channels of one kind of notification.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct NotificationPreference {
    /// The kind of notification.
    pub kind: NotificationEvent,
    /// Whether it is listed in the app.
    pub in_app: bool,
    /// Whether it is mailed.
    pub by_mail: bool,
    /// Identifies the current preference; send it with a change to keep concurrent changes.
    pub etag: Option<String>,
}
