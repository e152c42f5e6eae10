//! What every part of the server shares: handles to the outside world, the clock and the source of randomness.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use rand::{SeedableRng, TryRngCore, rngs::StdRng};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    adapters::{
        ai::Assistant, dns::Dns, mail::Mailer, objects::ObjectStore, oidc::Oidc, passwords::Passwords, payments::Payments, pdf::Typesetter,
        secrets::Secrets, web::Web,
    },
    config::Config,
    db::{ChangeFeed, Db},
    features::{admin::settings::Settings, assistant::chat::Turns},
    http::authz::Policy,
    jobs::Running,
    telemetry::Metrics,
};

/// The shared handles; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What an [`App`] is made of.
pub struct Parts {
    /// The settings, checked at start.
    pub config: Config,
    /// The two database pools.
    pub db: Db,
    /// Who may do what.
    pub policy: Policy,
    /// The assistant: a model, or the offline rules.
    pub assistant: Assistant,
    /// Where mail goes.
    pub mailer: Mailer,
    /// Where pictures are kept.
    pub objects: ObjectStore,
    /// Who takes payments.
    pub payments: Payments,
    /// Sets signed documents, one at a time.
    pub typesetter: Typesetter,
    /// Password hashing, bounded.
    pub passwords: Passwords,
    /// Addresses that somebody else has chosen.
    pub web: Web,
    /// The records that prove a domain.
    pub dns: Dns,
    /// Providers of single sign-on.
    pub oidc: Oidc,
    /// Encrypts what must be read again.
    pub secrets: Secrets,
    /// Row changes for open event streams.
    pub change_feed: ChangeFeed,
    /// The jobs that this process has under way.
    pub running: Running,
    /// The questions to the assistant that this process is answering.
    pub turns: Turns,
    /// The settings that site administrators keep.
    pub settings: Settings,
    /// Figures of what happens here.
    pub metrics: Metrics,
    /// Cancelled once the process is told to stop: from then on it is not ready.
    pub draining: CancellationToken,
    /// The time.
    pub clock: Clock,
    /// Randomness.
    pub rng: Rng,
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("App")
    }
}

impl App {
    /// Puts the parts together.
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// The present time, to the millisecond: what is stored and signed has no more than that.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// A new `UUIDv7` of the present time.
    pub fn new_id(&self) -> Uuid {
        let millis = u64::try_from(self.now().timestamp_millis()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &self.rng.bytes()).into_uuid()
    }
}

/// The time, real or set by a test.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// The machine's clock and so much more, which only grows: that of embedded mode, where a person may move it on.
    Shifted(Arc<Mutex<TimeDelta>>),
    /// A clock that stands until it is moved.
    Fixed(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// A clock standing at `at`.
    pub fn fixed(at: DateTime<Utc>) -> Self {
        Self::Fixed(Arc::new(Mutex::new(at)))
    }

    /// The machine's clock, so far ahead.
    pub fn shifted(ahead: TimeDelta) -> Self {
        Self::Shifted(Arc::new(Mutex::new(ahead)))
    }

    /// How far ahead of the machine's clock it has been moved.
    pub fn shift(&self) -> Option<TimeDelta> {
        match self {
            Self::Shifted(ahead) => Some(*ahead.lock().unwrap_or_else(PoisonError::into_inner)),
            Self::System | Self::Fixed(_) => None,
        }
    }

    /// The time, to the millisecond.
    pub fn now(&self) -> DateTime<Utc> {
        let now = match self {
            Self::System => machine_time(),
            Self::Shifted(ahead) => machine_time() + *ahead.lock().unwrap_or_else(PoisonError::into_inner),
            Self::Fixed(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
        };
        DateTime::from_timestamp_millis(now.timestamp_millis()).unwrap_or(now)
    }

    /// Moves a clock on that may be moved; the machine's own does not move for anybody.
    pub fn advance(&self, by: TimeDelta) {
        match self {
            Self::System => {}
            Self::Shifted(ahead) => *ahead.lock().unwrap_or_else(PoisonError::into_inner) += by.max(TimeDelta::zero()),
            Self::Fixed(at) => *at.lock().unwrap_or_else(PoisonError::into_inner) += by,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
fn machine_time() -> DateTime<Utc> {
    Utc::now()
}

/// Randomness, from the operating system or from a test's seed.
#[derive(Debug)]
pub enum Rng {
    /// The operating system's.
    Os,
    /// Repeatable, for tests.
    Seeded(Box<Mutex<StdRng>>),
}

impl Rng {
    /// A repeatable source.
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Box::new(Mutex::new(StdRng::seed_from_u64(seed))))
    }

    /// `N` random bytes.
    ///
    /// # Panics
    /// When the operating system gives no randomness: nothing safe can be done then, least of all going on.
    #[expect(clippy::expect_used, reason = "a server without randomness must stop, not sign people in")]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match self {
            Self::Os => rand::rngs::OsRng.try_fill_bytes(&mut bytes).expect("the operating system's randomness"),
            Self::Seeded(rng) => {
                rand::RngCore::fill_bytes(&mut *rng.lock().unwrap_or_else(PoisonError::into_inner), &mut bytes);
            }
        }
        bytes
    }
}
