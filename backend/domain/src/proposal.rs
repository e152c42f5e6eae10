//! The life cycle of a proposal: its states, the events, who may cause them, and the resulting state. The
//! whole rule is the `match` in [`transition`]; everything else is refused.

use chrono::{DateTime, Utc};
use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The state of a proposal.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Default,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::EnumString,
    strum::Display,
    Enum,
)]
#[oai(rename = "ProposalStatus", rename_all = "snake_case")]
#[strum(
    serialize_all = "snake_case", const_into_str,
    parse_err_ty = UnknownStatus, parse_err_fn = unknown_status
)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It is being written.
    #[default]
    Draft,
    /// It is with the client.
    Pending,
    /// The client requested changes.
    InReview,
    /// The client has signed, and the workspace has not countersigned yet.
    Accepted,
    /// The client declined.
    Rejected,
    /// Its validity has ended.
    Expired,
    /// It is signed.
    Signed,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 7] = [
        Self::Draft,
        Self::Pending,
        Self::InReview,
        Self::Accepted,
        Self::Rejected,
        Self::Expired,
        Self::Signed,
    ];

    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Whether the proposal is final: no edit, refresh, chat or re-send.
    #[must_use]
    pub fn is_immutable(self) -> bool {
        matches!(self, Self::Accepted | Self::Signed)
    }

    /// Whether the team may change the content now. Sent proposals are first returned to draft by
    /// [`Event::Edit`].
    #[must_use]
    pub fn is_editable(self) -> bool {
        self == Self::Draft
    }

    /// Whether the company information may be refreshed. A refresh, like any edit, returns a declined or
    /// expired proposal to draft; a proposal that is with the client is unchanged until the team returns it
    /// to draft.
    #[must_use]
    pub fn may_refresh(self) -> bool {
        matches!(self, Self::Draft | Self::InReview | Self::Expired | Self::Rejected)
    }

    /// Whether it can be sent again with only a new date.
    #[must_use]
    pub fn may_renew(self) -> bool {
        matches!(self, Self::InReview | Self::Expired)
    }

    /// Whether the status allows the client to accept, decline or ask for changes.
    #[must_use]
    pub fn awaits_client(self) -> bool {
        matches!(self, Self::Pending | Self::InReview)
    }

    /// The status at `now`: a proposal past its validity is expired even before the scheduled job has stored
    /// that.
    #[must_use]
    pub fn at(self, now: DateTime<Utc>, valid_until: Option<DateTime<Utc>>) -> Self {
        if self.awaits_client() && has_passed(now, valid_until) { Self::Expired } else { self }
    }
}

/// The text is not the name of a status.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown proposal status")]
pub struct UnknownStatus;

fn unknown_status(_: &str) -> UnknownStatus {
    UnknownStatus
}

/// The events of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Send to the client, or send again.
    Send,
    /// Return to draft for editing ("Edit Anyway").
    Edit,
    /// The client asks for changes.
    RequestChanges,
    /// The client accepts with a signature.
    Accept,
    /// The workspace countersigns.
    Countersign,
    /// The client declines.
    Decline,
    /// The validity ends.
    Expire,
    /// The team records an acceptance given outside the product ("Sign & Approve").
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

/// The kinds of actors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A member of the workspace, or its API client.
    Team,
    /// The holder of the share link.
    Client,
    /// The scheduler.
    Clock,
}

impl Actor {
    /// Every kind of actor.
    pub const ALL: [Self; 3] = [Self::Team, Self::Client, Self::Clock];
}

/// The facts that a transition depends on besides status and event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The kind of actor.
    pub actor: Actor,
    /// Whether the workspace countersigns acceptances.
    pub countersign: bool,
    /// The present time.
    pub now: DateTime<Utc>,
    /// Until when the proposal can be accepted; absent means without limit.
    pub valid_until: Option<DateTime<Utc>>,
}

/// Why a transition is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransitionRefusal {
    /// The event does not happen in this state.
    State,
    /// Another kind of actor must cause the event.
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
    /// The state at that time: expired if the validity has ended.
    pub from: Status,
    /// The requested event.
    pub event: Event,
    pub reason: TransitionRefusal,
}

/// The result of an event, or why it is refused. The pre-send check (content, unconfirmed amounts, client
/// e-mail) is separate: it decides whether a proposal *should* be sent.
pub fn transition(status: Status, event: Event, rules: Rules) -> Result<Status, InvalidTransition> {
    let from = match event {
        // The expiry event depends on the stored status.
        Event::Expire => status,
        _ => status.at(rules.now, rules.valid_until),
    };
    let refuse = |reason| Err(InvalidTransition { from, event, reason });
    if rules.actor != event.actor() {
        return refuse(TransitionRefusal::Actor);
    }
    let passed = has_passed(rules.now, rules.valid_until);
    match (from, event) {
        (Status::Draft | Status::InReview | Status::Expired, Event::Send) if passed => {
            refuse(TransitionRefusal::ValidityPassed)
        }
        (Status::Draft | Status::InReview | Status::Expired, Event::Send) => Ok(Status::Pending),
        (Status::Pending | Status::InReview | Status::Expired | Status::Rejected, Event::Edit) => {
            Ok(Status::Draft)
        }
        (Status::Pending, Event::RequestChanges) => Ok(Status::InReview),
        (Status::Pending | Status::InReview, Event::Accept) if rules.countersign => Ok(Status::Accepted),
        (Status::Pending | Status::InReview, Event::Accept)
        | (Status::Accepted, Event::Countersign)
        | (Status::Draft | Status::Pending | Status::InReview | Status::Expired, Event::RecordAcceptance) => {
            Ok(Status::Signed)
        }
        (Status::Pending | Status::InReview, Event::Decline) => Ok(Status::Rejected),
        (Status::Pending | Status::InReview, Event::Expire) if passed => Ok(Status::Expired),
        (Status::Pending | Status::InReview, Event::Expire) => refuse(TransitionRefusal::StillValid),
        _ => refuse(TransitionRefusal::State),
    }
}

/// The proposal can be accepted up to and including `valid_until`.
fn has_passed(now: DateTime<Utc>, valid_until: Option<DateTime<Utc>>) -> bool {
    valid_until.is_some_and(|end| now > end)
}

#[cfg(test)]
mod tests;
