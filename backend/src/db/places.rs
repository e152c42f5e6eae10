//! Places at the database: how many of a pool's connections the requests of one workspace may hold at once, so that one that asks for
//! more than all others together makes its own people wait and nobody else's.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

/// The places of all workspaces that hold one or wait for one; cheap to clone.
#[derive(Debug, Clone)]
pub struct Places {
    each: usize,
    taken: Arc<Mutex<HashMap<Uuid, Arc<Semaphore>>>>,
}

/// A place; it is free again when this is dropped.
#[derive(Debug)]
pub struct Place {
    permit: Option<OwnedSemaphorePermit>,
    workspace_id: Uuid,
    places: Places,
}

impl Places {
    /// So many for each workspace.
    pub fn new(each: usize) -> Self {
        Self { each, taken: Arc::default() }
    }

    /// Waits for a place; those of one workspace come in the order in which they asked.
    pub async fn take(&self, workspace_id: Uuid) -> Place {
        let own = self.locked().entry(workspace_id).or_insert_with(|| Arc::new(Semaphore::new(self.each))).clone();
        // Nobody closes it, so whoever waits is let in.
        let permit = own.acquire_owned().await.ok();
        Place { permit, workspace_id, places: self.clone() }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<Semaphore>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.locked();
        drop(self.permit.take());
        // Whoever waits holds it too.
        if taken.get(&self.workspace_id).is_some_and(|own| Arc::strong_count(own) == 1) {
            taken.remove(&self.workspace_id);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn a_workspace_waits_for_its_own_places_and_no_other_does() {
        let (places, greedy, modest) = (Places::new(2), Uuid::from_u128(1), Uuid::from_u128(2));
        let (first, second) = (places.take(greedy).await, places.take(greedy).await);
        let mut third = Box::pin(places.take(greedy));
        assert!(third.as_mut().now_or_never().is_none(), "a third place of two is taken");
        assert!(places.take(modest).now_or_never().is_some(), "another workspace waits");
        drop(first);
        let third = third.now_or_never();
        assert!(third.is_some(), "a place that is free is not given");
        drop((second, third));
        assert!(places.locked().is_empty(), "a workspace that does nothing is still known");
    }

    #[tokio::test]
    async fn whoever_no_longer_waits_leaves_nothing_behind() {
        let (places, workspace) = (Places::new(1), Uuid::from_u128(1));
        let held = places.take(workspace).await;
        assert!(places.take(workspace).now_or_never().is_none(), "two places of one are taken");
        drop(held);
        assert!(places.locked().is_empty());
    }
}
