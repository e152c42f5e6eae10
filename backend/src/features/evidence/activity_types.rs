//! The messages of the activity of a proposal.

use poem_openapi::{Enum, Object};
use proffer_domain::views::Class;
use uuid::Uuid;

use crate::{
    features::{deliveries::Delivery, proposals::types::RevisionRef},
    wire::Timestamp,
};

/// The capacity in which an actor did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ActivityActor {
    /// A member of the team.
    Member,
    /// An integration with an API key.
    ApiClient,
    /// The holder of the share link.
    Client,
    /// The assistant.
    Assistant,
    /// The product itself.
    System,
}

/// An event in the audit trail of a proposal.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ActivityEvent {
    /// The position in the audit trail, counted from 1.
    pub sequence: i32,
    /// What happened, for example `sent`, `viewed` or `signed`.
    pub kind: String,
    /// The capacity of the actor.
    pub actor: ActivityActor,
    /// The actor's name, if known.
    pub actor_name: Option<String>,
    /// The client's email address, if given.
    pub actor_email: Option<String>,
    /// The number of the revision that the event is about.
    pub revision_number: Option<i32>,
    /// The accompanying text, for example a change request.
    pub words: Option<String>,
    /// The reason for declining.
    pub reason: Option<String>,
    /// The block that the event is about.
    pub block_id: Option<Uuid>,
    /// When it happened.
    pub at: Timestamp,
    /// The hash of the event.
    pub hash: String,
}

/// A hit on the share link.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct View {
    /// The hit's id.
    pub id: Uuid,
    /// The class of the hit.
    pub class: Class,
    /// Why it has this class.
    pub reason: String,
    /// The number of the revision on the screen.
    pub revision_number: Option<i32>,
    /// How long the page was in the foreground, in milliseconds.
    pub visible_ms: i64,
    /// When the hit began.
    pub at: Timestamp,
    /// When the hit was last updated.
    pub updated_at: Timestamp,
}

/// How long human readers had a block of the document in view.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct SectionReading {
    /// The block's id.
    pub block_id: Uuid,
    /// The heading of the block.
    pub title: String,
    /// The total of all human readers in milliseconds.
    pub visible_ms: i64,
}

/// The readership of a proposal. The numbers count human readers only, and are computed from all hits for
/// each response.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Readership {
    /// When a human first opened it.
    pub first_at: Option<Timestamp>,
    /// When a human last had it open.
    pub last_at: Option<Timestamp>,
    /// How often humans opened it.
    pub count: i64,
    /// The number of their browsers.
    pub visitors: i64,
    /// The number of hits that were not human; a page load and its reading report count as one.
    pub others: i64,
    /// The blocks in document order, with the time that each was in view.
    pub sections: Vec<SectionReading>,
    /// The hits, newest first, at most 100.
    pub views: Vec<View>,
}

/// A proposal's whole activity between sender and client.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Activity {
    /// The events, newest first.
    pub events: Vec<ActivityEvent>,
    /// Whether the audit trail is intact: every event follows the previous one.
    pub intact: bool,
    /// The readership.
    pub readership: Readership,
    /// The mails, newest first.
    pub mails: Vec<Delivery>,
    /// The sent revisions, newest first.
    pub revisions: Vec<RevisionRef>,
}
