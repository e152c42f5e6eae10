//! Users of a server that loses a dependency, and what they observe.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use reqwest::{Method, RequestBuilder};
use tokio::{task::JoinHandle, time::Instant};

use crate::support::{
    actor::{Actor, ApiResponse, json},
    cluster::Database,
    stories::client,
};

/// Four users who read and add clients, one after the other, until they are stopped.
pub struct Users {
    seen: Arc<Seen>,
    all: Vec<JoinHandle<Vec<String>>>,
}

#[derive(Default)]
struct Seen {
    over: AtomicBool,
    answered: AtomicUsize,
    refused: AtomicUsize,
    longest: AtomicU64,
}

impl Users {
    /// Starts them.
    pub fn of(ada: &Actor, server: &reqwest::Url) -> Self {
        let seen = Arc::new(Seen::default());
        let all = (0..4).map(|number| tokio::spawn(use_it(ada.at(server), number, seen.clone()))).collect();
        Self { seen, all }
    }

    /// The number of successful answers.
    pub fn answered(&self) -> usize {
        self.seen.answered.load(Ordering::Relaxed)
    }

    /// The number of temporary refusals.
    pub fn refused(&self) -> usize {
        self.seen.refused.load(Ordering::Relaxed)
    }

    /// The duration of the slowest answer.
    pub fn longest(&self) -> Duration {
        Duration::from_millis(self.seen.longest.load(Ordering::Relaxed))
    }

    /// Everything that was reported as done is there, exactly once.
    pub async fn expect_all_kept(self, database: &Database) {
        self.seen.over.store(true, Ordering::Relaxed);
        let mut added = Vec::new();
        for user in self.all {
            added.extend(user.await.unwrap());
        }
        let kept: Vec<String> =
            database.values("SELECT replace(company_name, ' Dental', '') FROM clients").await;
        let times = |name: &String| kept.iter().filter(|kept| *kept == name).count();
        assert!(added.iter().all(|name| times(name) == 1), "of {} added", added.len());
        assert!(kept.iter().all(|name| times(name) == 1), "{kept:?}");
        let logged: i64 =
            database.value("SELECT count(DISTINCT target_id) FROM audit_log WHERE target_id IN (SELECT id::text FROM clients)").await;
        assert_eq!(logged, i64::try_from(kept.len()).unwrap(), "a client without its line in the log");
    }
}

impl Seen {
    /// Every answer is a success or a clear temporary refusal.
    fn note(&self, answer: &ApiResponse) -> bool {
        if answer.status.is_success() {
            self.answered.fetch_add(1, Ordering::Relaxed);
            return true;
        }
        // The key of an interrupted request stays locked, because the request may still be running.
        if answer.status != 409 {
            answer.problem(503, "database_unavailable");
        }
        assert!(answer.header("retry-after").is_some(), "{answer:?}");
        self.refused.fetch_add(1, Ordering::Relaxed);
        false
    }

    async fn ask(&self, user: &Actor, request: RequestBuilder) -> bool {
        let begun = Instant::now();
        let answer = user.send(request).await;
        self.longest.fetch_max(u64::try_from(begun.elapsed().as_millis()).unwrap(), Ordering::Relaxed);
        self.note(&answer)
    }
}

/// Returns the names of the clients that were reported as added.
async fn use_it(user: Actor, number: usize, seen: Arc<Seen>) -> Vec<String> {
    let mut added = Vec::new();
    for round in 0.. {
        if seen.over.load(Ordering::Relaxed) {
            break;
        }
        seen.ask(&user, user.request(Method::GET, "/api/proposals")).await;
        let name = format!("user{number}round{round}");
        let request = || user.request(Method::POST, "/api/clients").header("Idempotency-Key", &name);
        // Refused requests are repeated with the same key.
        for _ in 0..3 {
            if seen.ask(&user, json(request(), &client(&name))).await {
                added.push(name.clone());
                break;
            }
        }
    }
    added
}
