//! A client that acts as a load balancer: it polls the readiness of each replica, and distributes requests
//! among the ready ones in turn.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::Context as _;
use reqwest::Client;
use tokio::time::sleep;

/// The polling interval.
const PROBE: Duration = Duration::from_secs(1);
/// The time limit of an answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// The known replicas; cheap to clone.
#[derive(Clone, Default)]
pub struct Balancer {
    known: Arc<Mutex<Known>>,
}

#[derive(Default)]
struct Known {
    replicas: Vec<Replica>,
    next: usize,
}

struct Replica {
    base: String,
    ready: bool,
}

impl Balancer {
    /// Adds a replica, which is polled before it gets requests.
    pub fn add(&self, base: &str) {
        self.known().replicas.push(Replica { base: base.to_owned(), ready: false });
    }

    /// Removes a replica.
    pub fn remove(&self, base: &str) {
        self.known().replicas.retain(|replica| replica.base != base);
    }

    /// The target of the next request.
    pub fn pick(&self) -> anyhow::Result<String> {
        let mut known = self.known();
        known.next = known.next.wrapping_add(1);
        let ready: Vec<&Replica> = known.replicas.iter().filter(|replica| replica.ready).collect();
        let place = known.next.checked_rem(ready.len()).context("no replica is ready")?;
        Ok(ready.get(place).context("no replica is ready")?.base.clone())
    }

    /// Polls all of them repeatedly.
    pub async fn watch(self) {
        let client = Client::new();
        loop {
            self.look(&client).await;
            sleep(PROBE).await;
        }
    }

    /// Polls all of them once.
    pub async fn look(&self, client: &Client) {
        let bases: Vec<String> = self.known().replicas.iter().map(|replica| replica.base.clone()).collect();
        for base in bases {
            let answer = client.get(format!("{base}/readyz")).timeout(PATIENCE).send().await;
            let ready = answer.is_ok_and(|answer| answer.status().is_success());
            for replica in self.known().replicas.iter_mut().filter(|replica| replica.base == base) {
                replica.ready = ready;
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn only_those_that_are_ready_are_picked_and_by_turns() {
        let balancer = Balancer::default();
        for base in ["a", "b", "c"] {
            balancer.add(base);
        }
        assert!(balancer.pick().is_err());
        for replica in &mut balancer.known().replicas {
            replica.ready = replica.base != "b";
        }
        let mut picked = [balancer.pick().unwrap(), balancer.pick().unwrap(), balancer.pick().unwrap()];
        assert_eq!(picked.first(), picked.last());
        picked.sort();
        assert!(picked.contains(&"a".to_owned()) && picked.contains(&"c".to_owned()));
        balancer.remove("a");
        assert_eq!([balancer.pick().unwrap(), balancer.pick().unwrap()], ["c", "c"]);
    }
}
