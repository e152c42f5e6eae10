//! The audit log of a workspace: a transaction opened for an action writes its audit entry when it commits,
//! so no action goes unrecorded. `features/workspaces` reads the entries.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait};
use serde_json::Value;
use uuid::Uuid;

use super::entity::audit_log;

/// The capacity in which an actor acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ActorKind {
    /// A signed-in member.
    Person,
    /// An integration with a key.
    Key,
    /// A site administrator.
    SiteAdmin,
    /// The holder of a share link.
    Client,
}

impl ActorKind {
    /// The word used in the log and on the wire.
    pub fn word(self) -> &'static str {
        self.into_str()
    }
}

/// The actor and where the request came from.
#[derive(Clone)]
pub struct Actor {
    /// In what capacity.
    pub kind: ActorKind,
    /// The user or key; a client has none.
    pub id: Option<Uuid>,
    /// The current name; names change and members leave, but the log keeps it.
    pub name: String,
    /// The IP address.
    pub ip: String,
    pub user_agent: String,
}

proffer_domain::redact!(Actor);

/// The action that a transaction is opened for.
#[derive(Debug, Clone)]
pub struct AuditAction {
    /// Id of the entry.
    pub id: Uuid,
    /// When it happens.
    pub at: DateTime<Utc>,
    pub actor: Actor,
    /// The action of the required permission.
    pub action: &'static str,
    /// The object of the required permission.
    pub object: &'static str,
    /// The request id, as in the server's log.
    pub request_id: String,
}

#[derive(Debug, Default)]
struct Extras {
    action: Option<&'static str>,
    target_id: Option<String>,
    target_name: Option<String>,
    details: Option<Value>,
    actor_name: Option<String>,
}

/// The audit entry of an action, with details that are added while it is carried out.
#[derive(Debug)]
pub struct AuditEntry {
    action: AuditAction,
    details: Mutex<Extras>,
}

impl AuditEntry {
    /// The entry of an action that has just begun.
    pub fn new(action: AuditAction) -> Self {
        Self { action, details: Mutex::default() }
    }

    fn note(&self, change: impl FnOnce(&mut Extras)) {
        change(&mut self.details.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The target of the action: its id and its display name.
    #[expect(clippy::needless_pass_by_value, reason = "ids are small, and callers have no more use for them")]
    pub fn about(&self, id: impl ToString, name: impl Into<String>) {
        self.note(|known| (known.target_id, known.target_name) = (Some(id.to_string()), Some(name.into())));
    }

    /// Further facts, without secrets, as a JSON object.
    pub fn details(&self, details: Value) {
        self.note(|known| known.details = Some(details));
    }

    /// A more specific action name than that of the permission.
    pub fn action(&self, action: &'static str) {
        self.note(|known| known.action = Some(action));
    }

    /// The name that an actor without an account entered.
    pub fn actor_name(&self, name: impl Into<String>) {
        self.note(|known| known.actor_name = Some(name.into()));
    }

    /// Writes the entry, as the last statement before its transaction commits.
    pub(super) async fn write(self, conn: &impl ConnectionTrait, workspace_id: Uuid) -> Result<(), DbErr> {
        let AuditAction { id, at, actor, action, object, request_id } = self.action;
        let known = self.details.into_inner().unwrap_or_else(PoisonError::into_inner);
        let row = audit_log::ActiveModel {
            workspace_id: Set(workspace_id),
            id: Set(id),
            at: Set(at),
            actor_kind: Set(actor.kind.word().to_owned()),
            actor_id: Set(actor.id),
            actor_name: Set(known.actor_name.unwrap_or(actor.name)),
            action: Set(known.action.unwrap_or(action).to_owned()),
            object: Set(object.to_owned()),
            target_id: Set(known.target_id),
            target_name: Set(known.target_name),
            details: Set(known.details.unwrap_or_else(|| Value::Object(serde_json::Map::default()))),
            ip: Set(actor.ip),
            user_agent: Set(actor.user_agent),
            request_id: Set(request_id),
        };
        audit_log::Entity::insert(row).exec_without_returning(conn).await?;
        Ok(())
    }
}
