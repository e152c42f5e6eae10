//! Places at the database: how many of a pool's connections the requests of one workspace may hold at once while others work too, so that
//! one that asks for more than all others together makes its own people wait and nobody else's. Whoever works alone has all of them.

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

/// A workspace is alone when no other has asked for so long.
const ALONE: Duration = Duration::from_secs(1);

/// The places of all workspaces that hold one or wait for one; cheap to clone.
#[derive(Debug, Clone)]
pub struct Places {
    each: usize,
    asking: Arc<Mutex<Asking>>,
}

/// Who asks.
#[derive(Debug, Default)]
struct Asking {
    taken: HashMap<Uuid, Arc<Semaphore>>,
    /// Who asked last, and when.
    last: Option<(Uuid, Instant)>,
    /// When somebody else did last.
    other: Option<Instant>,
    /// Which tasks hold places, and how many.
    holders: HashMap<task::Id, usize>,
}

/// A place; it is free again when this is dropped.
#[derive(Debug)]
pub struct Place {
    /// None for what was taken beyond the workspace's own places.
    permit: Option<OwnedSemaphorePermit>,
    workspace_id: Uuid,
    holder: Option<task::Id>,
    places: Places,
}

impl Places {
    /// So many for each workspace.
    pub fn new(each: usize) -> Self {
        Self { each, asking: Arc::default() }
    }

    /// Waits for a place; those of one workspace come in the order in which they asked. A task that holds one waits for no other: two such could
    /// wait for each other.
    pub async fn take(&self, workspace_id: Uuid) -> Place {
        self.take_at(workspace_id, task::try_id(), Instant::now()).await
    }

    async fn take_at(&self, workspace_id: Uuid, holder: Option<task::Id>, now: Instant) -> Place {
        let (own, waits) = self.locked().asks(workspace_id, self.each, holder, now);
        let permit = match own.clone().try_acquire_owned() {
            Ok(permit) => Some(permit),
            // Nobody closes it, so whoever waits is let in.
            Err(_) if waits => own.acquire_owned().await.ok(),
            Err(_) => None,
        };
        if let Some(holder) = holder {
            *self.locked().holders.entry(holder).or_default() += 1;
        }
        Place { permit, workspace_id, holder, places: self.clone() }
    }

    fn locked(&self) -> MutexGuard<'_, Asking> {
        self.asking.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Asking {
    /// The workspace's own places, and whether one must be free.
    fn asks(&mut self, workspace_id: Uuid, each: usize, holder: Option<task::Id>, now: Instant) -> (Arc<Semaphore>, bool) {
        if let Some((_, at)) = self.last.filter(|(last, _)| *last != workspace_id) {
            self.other = Some(at);
        }
        self.last = Some((workspace_id, now));
        let own = self.taken.entry(workspace_id).or_insert_with(|| Arc::new(Semaphore::new(each)));
        let beside_others = self.other.is_some_and(|other| now.duration_since(other) <= ALONE);
        (own.clone(), beside_others && holder.is_none_or(|holder| !self.holders.contains_key(&holder)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut asking = self.places.locked();
        drop(self.permit.take());
        if let Some(Entry::Occupied(mut held)) = self.holder.map(|holder| asking.holders.entry(holder)) {
            *held.get_mut() -= 1;
            if *held.get() == 0 {
                held.remove();
            }
        }
        // Whoever waits holds it too.
        if asking.taken.get(&self.workspace_id).is_some_and(|own| Arc::strong_count(own) == 1) {
            asking.taken.remove(&self.workspace_id);
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use futures_util::{FutureExt as _, future::join_all};

    use super::*;

    const GREEDY: Uuid = Uuid::from_u128(1);
    const MODEST: Uuid = Uuid::from_u128(2);

    #[tokio::test]
    async fn a_workspace_waits_for_its_own_places_and_no_other_does() {
        let (places, start) = (Places::new(2), Instant::now());
        drop(places.take_at(MODEST, None, start).await);
        let (first, second) = (places.take_at(GREEDY, None, start).await, places.take_at(GREEDY, None, start).await);
        let mut third = Box::pin(places.take_at(GREEDY, None, start));
        assert!(third.as_mut().now_or_never().is_none(), "a third place of two is taken");
        assert!(places.take_at(MODEST, None, start).now_or_never().is_some(), "another workspace waits");
        drop(first);
        let third = third.now_or_never();
        assert!(third.is_some(), "a place that is free is not given");
        drop((second, third));
        assert!(places.locked().taken.is_empty(), "a workspace that does nothing is still known");
    }

    #[tokio::test]
    async fn who_is_alone_waits_for_nobody_until_another_comes() {
        let (places, start) = (Places::new(1), Instant::now());
        let many: Vec<Place> = join_all((0..5).map(|_| places.take_at(GREEDY, None, start))).await;
        drop(places.take_at(MODEST, None, start).await);
        for later in [Duration::ZERO, ALONE] {
            let another = places.take_at(GREEDY, None, start + later).now_or_never();
            assert!(another.is_none(), "it takes more than its own {later:?} after another asked");
        }
        let another = places.take_at(GREEDY, None, start + ALONE * 2).now_or_never();
        assert!(another.is_some(), "it waits for nobody");
        drop((many, another));
        assert!(places.locked().taken.is_empty());
    }

    #[tokio::test]
    async fn who_holds_a_place_waits_for_no_other() {
        let (places, start) = (Places::new(1), Instant::now());
        let [one, other] = [(); 2].map(|()| tokio::spawn(async { task::id() }));
        let (one, other) = (one.await.ok(), other.await.ok());
        drop(places.take_at(MODEST, None, start).await);
        let held = places.take_at(GREEDY, one, start).await;
        let second = places.take_at(GREEDY, one, start).now_or_never();
        assert!(second.is_some(), "it waits for itself");
        assert!(places.take_at(GREEDY, other, start).now_or_never().is_none(), "who holds none is let in");
        drop(held);
        assert!(places.locked().holders.contains_key(&one.unwrap()), "it holds one still");
        drop(second);
        assert!(places.locked().taken.is_empty() && places.locked().holders.is_empty());
    }

    #[tokio::test]
    async fn whoever_no_longer_waits_leaves_nothing_behind() {
        let (places, start) = (Places::new(1), Instant::now());
        drop(places.take_at(MODEST, None, start).await);
        let held = places.take_at(GREEDY, None, start).await;
        assert!(places.take_at(GREEDY, None, start).now_or_never().is_none(), "two places of one are taken");
        drop(held);
        assert!(places.locked().taken.is_empty());
    }
}
