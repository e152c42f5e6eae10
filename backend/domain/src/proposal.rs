//! A proposal's life: its states, what can happen to it, who may make that happen, and what
//! follows. The whole rule is the one `match` in [`transition`]; everything else is refused.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The states of the specification. A missing status is a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Being written; never sent, or taken back for editing.
    #[default]
    Draft,
    /// Sent, waiting for the client.
    Pending,
    /// The client asked for changes.
    InReview,
    /// Signed by the client, waiting for the workspace's countersignature.
    Accepted,
    /// Declined by the client.
    Rejected,
    /// Its validity has passed.
    Expired,
    /// Signed. Final.
    Signed,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 7] = [Self::Draft, Self::Pending, Self::InReview, Self::Accepted, Self::Rejected, Self::Expired, Self::Signed];

    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Pending => "pending",
            Self::InReview => "in_review",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Expired => "expired",
            Self::Signed => "signed",
        }
    }

    /// Whether the proposal may never change again: no edit, refresh, chat or re-send.
    #[must_use]
    pub fn is_immutable(self) -> bool {
        matches!(self, Self::Accepted | Self::Signed)
    }

    /// Whether the team may change the content now. Sent proposals are first taken back by
    /// [`Event::Edit`].
    #[must_use]
    pub fn is_editable(self) -> bool {
        self == Self::Draft
    }

    /// Whether the latest company information may be brought in. What came back from the client or has run out is taken back to
    /// draft by it, as by any edit; what is with the client is left alone until somebody takes it back.
    #[must_use]
    pub fn may_refresh(self) -> bool {
        matches!(self, Self::Draft | Self::InReview | Self::Expired | Self::Rejected)
    }

    /// Whether it can be sent again with a new date and nothing else changed.
    #[must_use]
    pub fn may_renew(self) -> bool {
        matches!(self, Self::InReview | Self::Expired)
    }

    /// Whether the client may accept, decline or ask for changes, by status alone.
    #[must_use]
    pub fn awaits_client(self) -> bool {
        matches!(self, Self::Pending | Self::InReview)
    }

    /// The status as it stands at `now`: a proposal whose validity has passed is expired even
    /// before the clock's job has written it down.
    #[must_use]
    pub fn at(self, now: DateTime<Utc>, valid_until: Option<DateTime<Utc>>) -> Self {
        if self.awaits_client() && has_passed(now, valid_until) { Self::Expired } else { self }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names no status.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown proposal status")]
pub struct UnknownStatus;

impl FromStr for Status {
    type Err = UnknownStatus;

    fn from_str(text: &str) -> Result<Self, UnknownStatus> {
        Self::ALL.into_iter().find(|status| status.as_str() == text).ok_or(UnknownStatus)
    }
}

/// What can happen to a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Send to the client, or send again.
    Send,
    /// Take back for editing ("Edit Anyway").
    Edit,
    /// The client asks for changes.
    RequestChanges,
    /// The client accepts with a signature.
    Accept,
    /// The workspace countersigns.
    Countersign,
    /// The client declines.
    Decline,
    /// The validity passes.
    Expire,
    /// The team records an acceptance given elsewhere ("Sign & Approve").
    RecordAcceptance,
}

impl Event {
    /// Every event.
    pub const ALL: [Self; 8] = [
        Self::Send,
        Self::Edit,
        Self::RequestChanges,
        Self::Accept,
        Self::Countersign,
        Self::Decline,
        Self::Expire,
        Self::RecordAcceptance,
    ];

    /// The only kind of actor that can cause it.
    #[must_use]
    pub fn actor(self) -> Actor {
        match self {
            Self::Send | Self::Edit | Self::Countersign | Self::RecordAcceptance => Actor::Team,
            Self::RequestChanges | Self::Accept | Self::Decline => Actor::Client,
            Self::Expire => Actor::Clock,
        }
    }
}

/// Who makes something happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A member of the workspace, or its API client.
    Team,
    /// Whoever holds the share link.
    Client,
    /// Time.
    Clock,
}

impl Actor {
    /// Every kind of actor.
    pub const ALL: [Self; 3] = [Self::Team, Self::Client, Self::Clock];
}

/// The facts a transition depends on besides status and event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Who asks.
    pub actor: Actor,
    /// Whether the workspace countersigns what clients accept.
    pub countersign: bool,
    /// Now.
    pub now: DateTime<Utc>,
    /// Until when the proposal can be accepted; absent means without end.
    pub valid_until: Option<DateTime<Utc>>,
}

/// Why a transition is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransitionRefusal {
    /// The event does not happen in this state.
    State,
    /// The event is somebody else's to cause.
    Actor,
    /// The validity lies in the past, so nothing can be sent.
    ValidityPassed,
    /// The validity has not passed, so nothing expires.
    StillValid,
}

/// The transition does not exist; answered as 409 `invalid_transition` with the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the proposal is {from}, which does not allow this")]
pub struct InvalidTransition {
    /// The state, as it stands now: expired where the validity has passed.
    pub from: Status,
    /// What was tried.
    pub event: Event,
    /// Why it is refused.
    pub reason: TransitionRefusal,
}

/// What follows from an event, or why it cannot happen. The pre-send check (content, unconfirmed
/// amounts, client e-mail) is apart: it asks whether a proposal *should* be sent.
pub fn transition(status: Status, event: Event, rules: Rules) -> Result<Status, InvalidTransition> {
    let from = match event {
        // The clock's own event is about the status as written.
        Event::Expire => status,
        _ => status.at(rules.now, rules.valid_until),
    };
    let refuse = |reason| Err(InvalidTransition { from, event, reason });
    if rules.actor != event.actor() {
        return refuse(TransitionRefusal::Actor);
    }
    let passed = has_passed(rules.now, rules.valid_until);
    match (from, event) {
        (Status::Draft | Status::InReview | Status::Expired, Event::Send) if passed => refuse(TransitionRefusal::ValidityPassed),
        (Status::Draft | Status::InReview | Status::Expired, Event::Send) => Ok(Status::Pending),
        (Status::Pending | Status::InReview | Status::Expired | Status::Rejected, Event::Edit) => Ok(Status::Draft),
        (Status::Pending, Event::RequestChanges) => Ok(Status::InReview),
        (Status::Pending | Status::InReview, Event::Accept) if rules.countersign => Ok(Status::Accepted),
        (Status::Pending | Status::InReview, Event::Accept)
        | (Status::Accepted, Event::Countersign)
        | (Status::Draft | Status::Pending | Status::InReview | Status::Expired, Event::RecordAcceptance) => Ok(Status::Signed),
        (Status::Pending | Status::InReview, Event::Decline) => Ok(Status::Rejected),
        (Status::Pending | Status::InReview, Event::Expire) if passed => Ok(Status::Expired),
        (Status::Pending | Status::InReview, Event::Expire) => refuse(TransitionRefusal::StillValid),
        _ => refuse(TransitionRefusal::State),
    }
}

/// The proposal is good through the very instant of `valid_until`.
fn has_passed(now: DateTime<Utc>, valid_until: Option<DateTime<Utc>>) -> bool {
    valid_until.is_some_and(|end| now > end)
}

#[cfg(test)]
mod tests;
