//! The audit entries of a proposal as a hash chain: every entry carries the hash of the one before it, so
//! that changing, dropping, inserting or moving an entry is detected.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use uuid::Uuid;

use crate::{
    canonical::{CanonicalError, canonical_json, sha256_hex},
    timestamp,
};

mod repeat;

pub use repeat::{LastEvent, is_covered_by, is_recorded_today};

/// `previous_hash` of the first entry of every chain.
pub const NO_PREVIOUS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal),+ $(,)?) => {
        /// What happened.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum EventKind {
            $($(#[$doc])* #[serde(rename = $name)] $kind,)+
        }

        impl EventKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// The name on the wire and in the database.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }
        }
    };
}

kinds! {
    /// The proposal was created.
    Created = "created",
    /// It was created as a copy of another.
    Copied = "copied",
    /// The assistant finished the draft.
    Drafted = "drafted",
    DraftFailed = "draft_failed",
    /// Content, title, prices or validity changed.
    Edited = "edited",
    /// A person confirmed an amount.
    AmountConfirmed = "amount_confirmed",
    /// A person accepted claims that no input backs.
    ClaimsAccepted = "claims_accepted",
    /// A share link was created or replaced.
    Shared = "shared",
    /// The share link was revoked.
    LinkRevoked = "link_revoked",
    /// A revision was frozen and sent.
    Sent = "sent",
    /// The client was reminded.
    Reminded = "reminded",
    /// A sent proposal was returned to draft for editing.
    Reopened = "reopened",
    /// The share link was opened.
    Viewed = "viewed",
    /// The client asked for changes.
    ChangesRequested = "changes_requested",
    /// The client accepted, and the workspace still has to countersign.
    Accepted = "accepted",
    /// The workspace countersigned.
    Countersigned = "countersigned",
    /// The client signed.
    Signed = "signed",
    /// The team recorded an acceptance given outside the product.
    AcceptanceRecorded = "acceptance_recorded",
    /// The client declined.
    Declined = "declined",
    /// The validity passed.
    Expired = "expired",
    /// A document or the evidence was downloaded.
    Downloaded = "downloaded",
    /// The proposal was deleted; its evidence stays for its retention time.
    Deleted = "deleted",
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is not the name of an event kind.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown kind of event")]
pub struct UnknownKind;

impl FromStr for EventKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::ALL.iter().copied().find(|kind| kind.as_str() == text).ok_or(UnknownKind)
    }
}

/// The actor of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Actor {
    /// A member of the workspace.
    Member {
        user_id: Uuid,
    },
    /// An integration.
    ApiClient {
        /// The key it used.
        key_id: Uuid,
    },
    /// The holder of the share link, under the name they gave; absent if they only viewed the page.
    Client {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// E-mail address.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        email: Option<String>,
    },
    Assistant,
    /// The product itself: a scheduled or clean-up job.
    System,
}

/// One entry of the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entry {
    /// The proposal the chain belongs to.
    pub proposal_id: Uuid,
    /// Counts from 1.
    pub sequence: u32,
    /// Hash of the entry before, or [`NO_PREVIOUS`].
    pub previous_hash: String,
    /// SHA-256 of everything else in this entry, as canonical JSON.
    pub hash: String,
    /// What happened.
    pub kind: EventKind,
    /// Who did it.
    pub actor: Actor,
    /// When, to the millisecond.
    #[serde(with = "timestamp")]
    pub at: DateTime<Utc>,
    /// Further details. Numbers in it are integers.
    pub payload: Value,
}

/// What an entry's hash covers.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Hashed<'a> {
    proposal_id: Uuid,
    sequence: u32,
    previous_hash: &'a str,
    kind: EventKind,
    actor: &'a Actor,
    #[serde(with = "timestamp")]
    at: DateTime<Utc>,
    payload: &'a Value,
}

impl Entry {
    fn computed_hash(&self) -> Result<String, CanonicalError> {
        canonical_json(&Hashed {
            proposal_id: self.proposal_id,
            sequence: self.sequence,
            previous_hash: &self.previous_hash,
            kind: self.kind,
            actor: &self.actor,
            at: self.at,
            payload: &self.payload,
        })
        .map(sha256_hex)
    }

    /// The head of the chain once this entry is its last.
    #[must_use]
    pub fn head(&self) -> Head {
        Head { sequence: self.sequence, hash: self.hash.clone() }
    }
}

/// The end of a chain, stored apart from it (in the proposal's row, on the certificate), because a chain that
/// was truncated is still valid in itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Head {
    /// Sequence of the last entry.
    pub sequence: u32,
    /// Hash of the last entry.
    pub hash: String,
}

/// An event to be appended.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// The proposal the chain belongs to.
    pub proposal_id: Uuid,
    /// What happened.
    pub kind: EventKind,
    /// Who did it.
    pub actor: Actor,
    /// When; truncated to the millisecond.
    pub at: DateTime<Utc>,
    /// Further details; integers only.
    pub payload: Value,
}

/// Why an event cannot be appended.
#[derive(Debug, Error)]
pub enum AppendError {
    /// The given chain belongs to another proposal.
    #[error("the previous event belongs to another proposal")]
    OtherProposal,
    /// The chain has reached the largest sequence.
    #[error("the chain is full")]
    Full,
    /// The payload has no canonical form.
    #[error(transparent)]
    Payload(#[from] CanonicalError),
}

/// Makes the entry that follows `previous`.
pub fn append(previous: Option<&Entry>, event: NewEvent) -> Result<Entry, AppendError> {
    if previous.is_some_and(|previous| previous.proposal_id != event.proposal_id) {
        return Err(AppendError::OtherProposal);
    }
    append_to_head(previous.map(Entry::head).as_ref(), event)
}

/// The same for callers that have only the chain's head. The caller must make sure that the head belongs to
/// this proposal.
pub fn append_to_head(head: Option<&Head>, event: NewEvent) -> Result<Entry, AppendError> {
    let mut entry = Entry {
        proposal_id: event.proposal_id,
        sequence: match head {
            None => 1,
            Some(head) => head.sequence.checked_add(1).ok_or(AppendError::Full)?,
        },
        previous_hash: head.map_or_else(|| NO_PREVIOUS.to_owned(), |head| head.hash.clone()),
        hash: String::new(),
        kind: event.kind,
        actor: event.actor,
        at: timestamp::to_milliseconds(event.at),
        payload: event.payload,
    };
    entry.hash = entry.computed_hash()?;
    Ok(entry)
}

/// Where and how a chain is broken.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("event {sequence}: {reason}")]
pub struct Broken {
    /// The sequence number that was expected and not found.
    pub sequence: u32,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Reason {
    /// The entry there has another sequence number: one was dropped, duplicated or moved.
    #[error("an event is missing or out of order")]
    Sequence,
    /// The entry belongs to another proposal.
    #[error("the event belongs to another proposal")]
    OtherProposal,
    /// The entry does not follow the one before it.
    #[error("the event does not follow the one before it")]
    PreviousHash,
    /// The entry's content does not have its hash.
    #[error("the event was altered")]
    Altered,
    /// The chain is shorter or longer than its recorded end.
    #[error("the chain does not end where it was recorded to end")]
    Length,
    /// The last entry is not the recorded one.
    #[error("the last event is not the recorded one")]
    Head,
}

/// Checks a chain from its first entry on. A chain whose *last* entries were cut off passes: use
/// [`verify_to`] if the end is known.
pub fn verify(entries: &[Entry]) -> Result<(), Broken> {
    let mut previous: Option<&Entry> = None;
    for (sequence, entry) in (1_u32..).zip(entries) {
        let broken = |reason| Err(Broken { sequence, reason });
        if entry.sequence != sequence {
            return broken(Reason::Sequence);
        }
        if previous.is_some_and(|previous| previous.proposal_id != entry.proposal_id) {
            return broken(Reason::OtherProposal);
        }
        if entry.previous_hash != previous.map_or(NO_PREVIOUS, |previous| previous.hash.as_str()) {
            return broken(Reason::PreviousHash);
        }
        // The hash does not cover anything finer than a millisecond, so a finer time was tampered with.
        let intact = entry.at == timestamp::to_milliseconds(entry.at)
            && entry.computed_hash().is_ok_and(|computed| computed == entry.hash);
        if !intact {
            return broken(Reason::Altered);
        }
        previous = Some(entry);
    }
    Ok(())
}

/// Checks a chain and that it ends at `head`.
pub fn verify_to(entries: &[Entry], head: &Head) -> Result<(), Broken> {
    verify(entries)?;
    let last = entries.last().map_or(0, |entry| entry.sequence);
    if last != head.sequence {
        return Err(Broken { sequence: last.min(head.sequence).saturating_add(1), reason: Reason::Length });
    }
    if entries.last().is_some_and(|entry| entry.hash != head.hash) {
        return Err(Broken { sequence: last, reason: Reason::Head });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
