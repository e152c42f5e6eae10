//! The task of telling people of the team.

use proffer_domain::notification::NotificationEvent;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::jobs::Task;

/// Something to be told: to the person whose proposal it is while they belong to the team, else to the owner;
/// of a new member to owner and admins.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notify {
    /// What happened.
    pub kind: NotificationEvent,
    /// To which proposal; none for a new member.
    pub proposal_id: Option<Uuid>,
    /// What it is about, by the name people know it by: a proposal's title, a workspace's name.
    pub subject: String,
    /// Who did it, as they named themselves.
    pub actor: Option<String>,
    /// Words that belong to it: a wish, a reason, what it comes to. One paragraph of the mail each line.
    pub words: Option<String>,
    /// Who is not told, because they did it themselves.
    pub except: Option<Uuid>,
    /// Whether the mail carries the proposal's sealed document.
    pub with_document: bool,
}

impl Task for Notify {
    const NAME: &'static str = "notify";
}
