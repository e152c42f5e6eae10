//! The connection quota: how many of the pool's connections the requests of one workspace may hold while
//! other workspaces are active, so that heavy use by one workspace delays only its own users. A workspace
//! that is alone may use all of them.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task,
    time::Instant,
};
use uuid::Uuid;

/// A workspace counts as alone once no other workspace has asked for this long.
const ALONE: Duration = Duration::from_secs(1);

/// The quotas of all workspaces that hold a connection or wait for one; cheap to clone.
#[derive(Debug, Clone)]
pub struct ConnectionQuota {
    each: usize,
    usage: Arc<Mutex<Usage>>,
}

/// Which tasks hold connections, and which workspace asked last.
#[derive(Debug, Default)]
struct Usage {
    taken: HashMap<Uuid, Arc<Semaphore>>,
    /// The workspace that asked last, and when.
    last: Option<(Uuid, Instant)>,
    /// When a different workspace last asked.
    other: Option<Instant>,
    /// The tasks that hold permits, and how many each holds.
    holders: HashMap<task::Id, usize>,
}

/// Permission to hold one connection; dropping it returns it to the quota.
#[derive(Debug)]
pub struct ConnectionPermit {
    /// `None` when the permit was granted beyond the quota.
    permit: Option<OwnedSemaphorePermit>,
    workspace_id: Uuid,
    holder: Option<task::Id>,
    quota: ConnectionQuota,
}

impl ConnectionQuota {
    /// A quota of `each` connections for every workspace.
    pub fn new(each: usize) -> Self {
        Self { each, usage: Arc::default() }
    }

    /// Waits for a permit; requests of one workspace are served in the order in which they asked. A task that
    /// already holds one never waits: two such tasks could wait for each other.
    pub async fn take(&self, workspace_id: Uuid) -> ConnectionPermit {
        self.take_at(workspace_id, task::try_id(), Instant::now()).await
    }

    async fn take_at(&self, workspace_id: Uuid, holder: Option<task::Id>, now: Instant) -> ConnectionPermit {
        let (own, waits) = self.locked().record(workspace_id, self.each, holder, now);
        let permit = match own.clone().try_acquire_owned() {
            Ok(permit) => Some(permit),
            // The semaphore is never closed, so this cannot fail.
            Err(_) if waits => own.acquire_owned().await.ok(),
            Err(_) => None,
        };
        if let Some(holder) = holder {
            *self.locked().holders.entry(holder).or_default() += 1;
        }
        ConnectionPermit { permit, workspace_id, holder, quota: self.clone() }
    }

    fn locked(&self) -> MutexGuard<'_, Usage> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Usage {
    /// The workspace's semaphore, and whether the request must wait for it.
    fn record(
        &mut self,
        workspace_id: Uuid,
        each: usize,
        holder: Option<task::Id>,
        now: Instant,
    ) -> (Arc<Semaphore>, bool) {
        if let Some((_, at)) = self.last.filter(|(last, _)| *last != workspace_id) {
            self.other = Some(at);
        }
        self.last = Some((workspace_id, now));
        let own = self.taken.entry(workspace_id).or_insert_with(|| Arc::new(Semaphore::new(each)));
        let beside_others = self.other.is_some_and(|other| now.duration_since(other) <= ALONE);
        (own.clone(), beside_others && holder.is_none_or(|holder| !self.holders.contains_key(&holder)))
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut usage = self.quota.locked();
        drop(self.permit.take());
        if let Some(Entry::Occupied(mut held)) = self.holder.map(|holder| usage.holders.entry(holder)) {
            *held.get_mut() -= 1;
            if *held.get() == 0 {
                held.remove();
            }
        }
        // A waiting request holds a reference too.
        if usage.taken.get(&self.workspace_id).is_some_and(|own| Arc::strong_count(own) == 1) {
            usage.taken.remove(&self.workspace_id);
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use futures_util::{FutureExt as _, future::join_all};

    use super::*;

    const BUSY: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);

    #[tokio::test]
    async fn a_workspace_that_uses_up_its_quota_waits_and_others_do_not() {
        let (quota, start) = (ConnectionQuota::new(2), Instant::now());
        drop(quota.take_at(OTHER, None, start).await);
        let (first, second) =
            (quota.take_at(BUSY, None, start).await, quota.take_at(BUSY, None, start).await);
        let mut third = Box::pin(quota.take_at(BUSY, None, start));
        assert!(third.as_mut().now_or_never().is_none(), "a third permit of two was granted");
        assert!(quota.take_at(OTHER, None, start).now_or_never().is_some(), "another workspace waits");
        drop(first);
        let third = third.now_or_never();
        assert!(third.is_some(), "a free permit was not granted");
        drop((second, third));
        assert!(quota.locked().taken.is_empty(), "an idle workspace is still tracked");
    }

    #[tokio::test]
    async fn a_lone_workspace_exceeds_its_quota_until_another_becomes_active() {
        let (quota, start) = (ConnectionQuota::new(1), Instant::now());
        let many: Vec<ConnectionPermit> = join_all((0..5).map(|_| quota.take_at(BUSY, None, start))).await;
        drop(quota.take_at(OTHER, None, start).await);
        for later in [Duration::ZERO, ALONE] {
            let another = quota.take_at(BUSY, None, start + later).now_or_never();
            assert!(another.is_none(), "it exceeds its quota {later:?} after another workspace asked");
        }
        let another = quota.take_at(BUSY, None, start + ALONE * 2).now_or_never();
        assert!(another.is_some(), "it waits although it is alone");
        drop((many, another));
        assert!(quota.locked().taken.is_empty());
    }

    #[tokio::test]
    async fn a_task_that_holds_a_permit_does_not_wait_for_a_second() {
        let (quota, start) = (ConnectionQuota::new(1), Instant::now());
        let [one, other] = [(); 2].map(|()| tokio::spawn(async { task::id() }));
        let (one, other) = (one.await.ok(), other.await.ok());
        drop(quota.take_at(OTHER, None, start).await);
        let held = quota.take_at(BUSY, one, start).await;
        let second = quota.take_at(BUSY, one, start).now_or_never();
        assert!(second.is_some(), "it waits for itself");
        assert!(
            quota.take_at(BUSY, other, start).now_or_never().is_none(),
            "a task without a permit exceeds the quota"
        );
        drop(held);
        assert!(quota.locked().holders.contains_key(&one.unwrap()), "the second permit is no longer counted");
        drop(second);
        assert!(quota.locked().taken.is_empty() && quota.locked().holders.is_empty());
    }

    #[tokio::test]
    async fn a_cancelled_wait_leaves_nothing_behind() {
        let (quota, start) = (ConnectionQuota::new(1), Instant::now());
        drop(quota.take_at(OTHER, None, start).await);
        let held = quota.take_at(BUSY, None, start).await;
        assert!(
            quota.take_at(BUSY, None, start).now_or_never().is_none(),
            "a second permit of one was granted"
        );
        drop(held);
        assert!(quota.locked().taken.is_empty());
    }
}
