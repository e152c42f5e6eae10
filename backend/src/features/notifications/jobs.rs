//! The task that notifies members of the team.

use proffer_domain::notification::NotificationEvent;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::jobs::Task;

/// A notification to send: about a proposal to its creator while they are a member, otherwise to the owner;
/// about a new member to owner and admins.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notify {
    /// The kind of event.
    pub kind: NotificationEvent,
    /// The proposal; `None` for a new member.
    pub proposal_id: Option<Uuid>,
    /// The subject: a proposal's title or a workspace's name.
    pub subject: String,
    /// The actor, by the name that they gave.
    pub actor: Option<String>,
    /// The accompanying text: a change request, a reason, the totals. Each line becomes a paragraph of the
    /// mail.
    pub words: Option<String>,
    /// The user who caused the event and is therefore not notified.
    pub except: Option<Uuid>,
    /// Whether the mail has the proposal's sealed document attached.
    pub with_document: bool,
}

impl Task for Notify {
    const NAME: &'static str = "notify";
}
