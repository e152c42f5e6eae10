//! The handles shared by all parts of the server: external systems, the clock and randomness.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};
use proffer_adapters::{
    ai::Assistant, clock::Clock, dns::Dns, mail::Mailer, objects::ObjectStore, oidc::Oidc,
    passwords::Passwords, payments::Payments, pdf::Typesetter, random::Rng, recap_files::FileReader,
    seal::Sealer, secrets::Secrets, web::Web,
};
use proffer_store::{ChangeFeed, Db};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

use crate::{authz::Policy, config::Config, telemetry::Metrics};

/// The shared handles; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of an [`App`].
pub struct Parts {
    /// The settings, checked at start.
    pub config: Config,
    /// The two database pools.
    pub db: Db,
    /// The permission policy.
    pub policy: Policy,
    /// The assistant: a model, or the offline rules.
    pub assistant: Assistant,
    /// The mail transport.
    pub mailer: Mailer,
    /// The object storage.
    pub objects: ObjectStore,
    /// The payment provider.
    pub payments: Payments,
    /// Typesets signed documents, one at a time.
    pub typesetter: Typesetter,
    /// Reads files that are added to recaps.
    pub file_reader: FileReader,
    /// Password hashing with bounded parallelism.
    pub passwords: Passwords,
    /// The client for user-supplied addresses.
    pub web: Web,
    /// The DNS client for domain verification.
    pub dns: Dns,
    /// The single sign-on client.
    pub oidc: Oidc,
    /// Encrypts secrets that must be read again.
    pub secrets: Secrets,
    /// Signs documents and evidence.
    pub sealer: Sealer,
    /// The change feed for open event streams.
    pub change_feed: ChangeFeed,
    /// Identifies this process among those that share the database.
    pub process_id: Uuid,
    /// In-memory state of features.
    pub memory: Memory,
    /// Tasks that outlive their request.
    pub tasks: Tasks,
    /// The metrics of this process.
    pub metrics: Metrics,
    /// Cancelled when the process is told to stop: from then on it is not ready.
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

    /// The current time, truncated to the millisecond, which is the precision that is stored and signed.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// A new `UUIDv7` of the present time.
    pub fn new_id(&self) -> Uuid {
        let millis = u64::try_from(self.now().timestamp_millis()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &self.rng.bytes()).into_uuid()
    }
}

/// In-memory state of features, such as caches: one value of each type, created on first use.
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

/// Tasks that outlive their request, whether or not its client waits for them.
#[derive(Debug, Default)]
pub struct Tasks(TaskTracker);

impl Tasks {
    /// Starts a task.
    pub fn run(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.0.spawn(work);
    }

    /// Waits for all tasks, at most for `patience`: an answer that is not complete by then is later treated
    /// as interrupted.
    pub async fn finish(&self, patience: Duration) {
        self.0.close();
        if tokio::time::timeout(patience, self.0.wait()).await.is_err() {
            tracing::warn!(tasks = self.0.len(), "stopped before the assistant had answered");
        }
    }
}
