//! The messages of the audit log.

use poem_openapi::{Enum, Object};
use uuid::Uuid;

use crate::wire::{self, Timestamp};

/// The capacity in which an actor acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AuditActorKind {
    /// A member.
    Person,
    /// An integration with an API key.
    Key,
    /// A site administrator.
    SiteAdmin,
    /// The holder of a share link.
    Client,
}

/// An audit entry: who did what, when and from where.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AuditLogEntry {
    /// The entry's id.
    pub id: Uuid,
    /// When it happened.
    pub at: Timestamp,
    /// The capacity of the actor.
    pub actor_kind: AuditActorKind,
    /// The user's or key's id; a client has none.
    pub actor_id: Option<Uuid>,
    /// The actor's name at the time.
    pub actor_name: String,
    /// The action in the terms of the policy, for example `create` or `send`.
    pub action: String,
    /// The kind of object, for example `clients` or `team`.
    pub object: String,
    /// The id of the target.
    pub target_id: Option<String>,
    /// The display name of the target.
    pub target_name: Option<String>,
    /// The IP address.
    pub ip: String,
    /// The user agent.
    pub user_agent: String,
    /// The request id, as in the server's log.
    pub request_id: String,
}

/// The query parameters of the audit log, not validated yet.
#[derive(Debug)]
pub struct LogQuery {
    /// Part of a name.
    pub actor: Option<String>,
    /// A kind of object.
    pub object: Option<String>,
    /// An action.
    pub action: Option<String>,
    /// The earliest time, inclusive.
    pub from: Option<String>,
    /// The latest time, exclusive.
    pub to: Option<String>,
}

impl LogQuery {
    /// The path of the list with the filter.
    pub fn path(&self) -> String {
        let parameters = [
            ("actor", &self.actor),
            ("object", &self.object),
            ("action", &self.action),
            ("from", &self.from),
            ("to", &self.to),
        ];
        wire::query("/api/audit-log", &parameters.map(|(name, value)| (name, value.as_deref())))
    }
}
