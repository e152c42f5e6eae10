//! The daily root: one signed hash for each day (UTC) that covers the audit chains of all proposals.
//!
//! It is the root of a Merkle tree with the heads of the chains that have grown since the root before. Each
//! root names the hash of the one before it, so anyone who has kept one hash can tell whether any chain that
//! it covers was rewritten since, even by an operator who has the key.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    audit::{Entry, NO_PREVIOUS},
    canonical::{CanonicalError, canonical_json, sha256_hex},
    merkle,
    seal::{Fingerprint, PublicKey, Seal, SealingKey},
};

/// The path at which an installation publishes its daily roots.
pub const PUBLISHED_AT: &str = "/.well-known/proffer-daily-roots.json";

/// The name of this format.
const FORMAT: &str = "proffer-daily-root-1";

/// The root of one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DailyRoot {
    pub format: String,
    /// The day that ended: later events are not covered.
    pub day: NaiveDate,
    /// How many leaves the tree has.
    pub tree_size: u64,
    /// The root of the Merkle tree, in hexadecimal.
    pub root: String,
    /// `hash` of the daily root before, or [`NO_PREVIOUS`].
    pub previous_hash: String,
    /// SHA-256 of the canonical JSON of everything above.
    pub hash: String,
    /// The signature of the same JSON.
    pub seal: Seal,
}

/// What is hashed and signed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Statement<'a> {
    format: &'a str,
    day: NaiveDate,
    tree_size: u64,
    root: &'a str,
    previous_hash: &'a str,
}

impl DailyRoot {
    /// Signs the root of these leaves.
    pub fn sign(
        day: NaiveDate,
        leaves: &[merkle::Hash],
        previous: Option<&Self>,
        key: &SealingKey,
    ) -> Result<Self, CanonicalError> {
        let root = hex::encode(merkle::root(leaves));
        let previous_hash = previous.map_or_else(|| NO_PREVIOUS.to_owned(), |previous| previous.hash.clone());
        let tree_size = count(leaves.len());
        let statement =
            Statement { format: FORMAT, day, tree_size, root: &root, previous_hash: &previous_hash };
        let (hash, seal) = (sha256_hex(canonical_json(&statement)?), Seal::new(key, &statement)?);
        Ok(Self { format: FORMAT.to_owned(), day, tree_size, root, previous_hash, hash, seal })
    }

    /// The key that signed it; `None` if it was altered.
    #[must_use]
    pub fn signer(&self) -> Option<PublicKey> {
        let Self { format, day, tree_size, root, previous_hash, .. } = self;
        let statement = Statement { format, day: *day, tree_size: *tree_size, root, previous_hash };
        let is_hashed = canonical_json(&statement).is_ok_and(|text| sha256_hex(text) == self.hash);
        self.seal.signer(&statement).filter(|_| is_hashed && format == FORMAT)
    }
}

/// The leaf of a chain: the hash of its head, which covers the proposal's id and all events up to there.
#[must_use]
pub fn leaf(head_hash: &str) -> merkle::Hash {
    merkle::leaf(head_hash.as_bytes())
}

/// The proof that a daily root covers a chain up to an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InclusionProof {
    /// The last event that is covered.
    pub sequence: u32,
    /// The position of its leaf in the tree.
    pub leaf_index: u64,
    /// The hashes beside the way from the leaf to the root, in hexadecimal.
    pub path: Vec<String>,
    pub daily_root: DailyRoot,
}

impl InclusionProof {
    /// The proof for an event with this leaf, if it is one of the root's `leaves`.
    #[must_use]
    pub fn new(
        sequence: u32,
        leaf: &merkle::Hash,
        leaves: &[merkle::Hash],
        daily_root: DailyRoot,
    ) -> Option<Self> {
        let index = leaves.iter().position(|other| other == leaf)?;
        let path = merkle::path(leaves, index)?.into_iter().map(hex::encode).collect();
        Some(Self { sequence, leaf_index: count(index), path, daily_root })
    }

    /// Whether the daily root covers the event with this hash. Who signed the root is another question.
    #[must_use]
    pub fn covers(&self, event_hash: &str) -> bool {
        let path: Option<Vec<merkle::Hash>> = self.path.iter().map(|hash| decoded(hash)).collect();
        let (Some(path), Some(root)) = (path, decoded(&self.daily_root.root)) else { return false };
        merkle::is_included(&leaf(event_hash), self.leaf_index, self.daily_root.tree_size, &path, &root)
    }
}

/// How long after its time an event may be committed, and so miss the root of its day.
const LATE: TimeDelta = TimeDelta::hours(1);

/// The day whose root should cover an event and all events before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueEvent {
    pub sequence: u32,
    pub day: NaiveDate,
}

/// When each event of a chain should be covered. An event dated before its predecessor is as late as that:
/// the clock was set back.
pub fn due_events(events: &[Entry]) -> impl Iterator<Item = DueEvent> {
    events.iter().scan(DateTime::<Utc>::MIN_UTC, |latest, event| {
        *latest = event.at.max(*latest);
        Some(DueEvent {
            sequence: event.sequence,
            day: latest.checked_add_signed(LATE).unwrap_or(*latest).date_naive(),
        })
    })
}

/// The first event that was not covered in time, which means that it was rewritten since: there is a root of
/// its day or a later one, and neither that nor an earlier one covers it. `covered` has the last event that a
/// root covers and the day of that root; `roots` the days that have one, in order.
#[must_use]
pub fn first_uncovered(
    due: &[DueEvent],
    covered: &[(u32, NaiveDate)],
    roots: &[NaiveDate],
) -> Option<DueEvent> {
    due.iter().copied().find(|event| {
        let root = roots.iter().find(|day| **day >= event.day);
        root.is_some_and(|root| {
            !covered.iter().any(|(sequence, day)| *sequence >= event.sequence && day <= root)
        })
    })
}

fn decoded(text: &str) -> Option<merkle::Hash> {
    let mut hash = merkle::Hash::default();
    hex::decode_to_slice(text, &mut hash).ok()?;
    (hex::encode(hash) == text).then_some(hash)
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// The daily roots that a site publishes, or copies of them: an unbroken part of their chain.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PublishedRoots(BTreeMap<NaiveDate, DailyRoot>);

/// Why files hold no published daily roots.
#[derive(Debug, Error)]
pub enum PublishedError {
    /// One holds something else.
    #[error("holds no daily roots: {0}")]
    Form(#[from] serde_json::Error),
    /// A root was altered.
    #[error("holds a daily root of {0} that was altered")]
    Altered(NaiveDate),
    /// There are two roots of a day, or one is missing.
    #[error("holds a daily root of {0} that does not follow the one before it")]
    Order(NaiveDate),
}

#[derive(Deserialize)]
struct File {
    roots: Vec<DailyRoot>,
}

impl PublishedRoots {
    /// Reads and checks what [`PUBLISHED_AT`] answers, one text for each part of it.
    pub fn from_json<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, PublishedError> {
        let mut roots = BTreeMap::new();
        for text in texts {
            for root in serde_json::from_str::<File>(text)?.roots {
                let day = root.day;
                root.signer().ok_or(PublishedError::Altered(day))?;
                if roots.insert(day, root.clone()).is_some_and(|other| other != root) {
                    return Err(PublishedError::Order(day));
                }
            }
        }
        let mut pairs = roots.values().zip(roots.values().skip(1));
        match pairs.find(|(before, root)| root.previous_hash != before.hash) {
            Some((_, root)) => Err(PublishedError::Order(root.day)),
            None => Ok(Self(roots)),
        }
    }

    /// Whether this root is one of them.
    #[must_use]
    pub fn has(&self, root: &DailyRoot) -> bool {
        self.0.get(&root.day) == Some(root)
    }

    /// The days that have one, in order.
    pub fn days(&self) -> impl Iterator<Item = NaiveDate> {
        self.0.keys().copied()
    }

    /// The day of the root with this hash, which binds the roots of earlier days too.
    #[must_use]
    pub fn day_of(&self, hash: &Fingerprint) -> Option<NaiveDate> {
        self.0.values().find(|root| root.hash == hash.to_string()).map(|root| root.day)
    }
}
