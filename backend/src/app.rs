//! What every part of the server shares: handles to the outside world, the clock and the source of
//! randomness.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};
use proffer_adapters::{
    ai::Assistant, clock::Clock, dns::Dns, mail::Mailer, objects::ObjectStore, oidc::Oidc, passwords::Passwords, payments::Payments,
    pdf::Typesetter, random::Rng, secrets::Secrets, web::Web,
};
use proffer_store::{ChangeFeed, Db};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

use crate::{authz::Policy, config::Config, telemetry::Metrics};

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
    /// Names this process among those that share the database.
    pub process_id: Uuid,
    /// What features keep in this process.
    pub memory: Memory,
    /// Work that goes on after the request that began it.
    pub tasks: Tasks,
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

/// What features keep in this process besides the rows, such as caches: one value of each type, made when it
/// is first asked for.
#[derive(Debug, Default)]
pub struct Memory(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Memory {
    /// The one value of that type.
    pub fn of<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let value = kept.entry(TypeId::of::<T>()).or_insert_with(|| Arc::<T>::default());
        Arc::clone(value).downcast().unwrap_or_default()
    }
}

/// Work that goes on after the request that began it, whether or not its client waits for it.
#[derive(Debug, Default)]
pub struct Tasks(TaskTracker);

impl Tasks {
    /// Begins such work.
    pub fn run(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.0.spawn(work);
    }

    /// Waits until all of it is done, at most for `patience`: an answer that is not complete by then is found
    /// to be interrupted.
    pub async fn finish(&self, patience: Duration) {
        self.0.close();
        if tokio::time::timeout(patience, self.0.wait()).await.is_err() {
            tracing::warn!(tasks = self.0.len(), "stopped before the assistant had answered");
        }
    }
}
