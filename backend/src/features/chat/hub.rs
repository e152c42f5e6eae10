//! The turns that this process is answering: their events so far, for all its subscribers.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;
use uuid::Uuid;

use super::{
    error::Unanswered,
    types::{ChatEvent, ChatEventKind},
};

/// The caller chooses a turn's id, and another workspace may have chosen the same, so the key includes the
/// workspace.
type Key = (Uuid, Uuid);

/// The turns in progress; cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Turns {
    live: Arc<Mutex<HashMap<Key, Arc<LiveTurn>>>>,
}

impl Turns {
    /// Registers a turn until the returned value is dropped.
    pub fn begin(&self, workspace_id: Uuid, turn_id: Uuid) -> Publisher {
        let (count, _) = watch::channel(0);
        let live = Arc::new(LiveTurn { turn_id, published: Mutex::default(), count });
        locked(&self.live).insert((workspace_id, turn_id), live.clone());
        Publisher { turns: self.clone(), workspace_id, live }
    }

    /// Follows a turn from its first event, if this process answers it.
    pub fn listen(&self, workspace_id: Uuid, turn_id: Uuid) -> Option<Listener> {
        locked(&self.live).get(&(workspace_id, turn_id)).map(Listener::new)
    }
}

/// The published events of a turn.
#[derive(Debug, Default)]
struct PublishedEvents {
    events: Vec<ChatEvent>,
    failure: Option<Unanswered>,
    over: bool,
}

#[derive(Debug)]
struct LiveTurn {
    turn_id: Uuid,
    published: Mutex<PublishedEvents>,
    /// Incremented with each event.
    count: watch::Sender<u64>,
}

/// Publishes the events of a turn.
#[derive(Debug)]
pub struct Publisher {
    turns: Turns,
    workspace_id: Uuid,
    live: Arc<LiveTurn>,
}

impl Publisher {
    /// Publishes an event, and sets its number.
    pub fn publish(&self, event: ChatEvent) {
        {
            let mut published = locked(&self.live.published);
            let sequence = u32::try_from(published.events.len() + 1).unwrap_or(u32::MAX);
            published.events.push(ChatEvent { sequence, ..event });
        }
        self.live.count.send_modify(|count| *count += 1);
    }

    /// Publishes that the answer failed.
    pub(super) fn fail(&self, unanswered: Unanswered) {
        let event = ChatEvent {
            code: Some(unanswered.code().to_owned()),
            problem: Some(unanswered.message().to_owned()),
            ..ChatEvent::new(ChatEventKind::Failed, self.live.turn_id)
        };
        locked(&self.live.published).failure = Some(unanswered);
        self.publish(event);
    }

    /// Subscribes to these events.
    pub fn listener(&self) -> Listener {
        Listener::new(&self.live)
    }
}

impl Drop for Publisher {
    fn drop(&mut self) {
        locked(&self.live.published).over = true;
        self.live.count.send_modify(|count| *count += 1);
        locked(&self.turns.live).remove(&(self.workspace_id, self.live.turn_id));
    }
}

/// A subscriber to a turn.
#[derive(Debug)]
pub struct Listener {
    live: Arc<LiveTurn>,
    received: usize,
    count: watch::Receiver<u64>,
}

impl Listener {
    fn new(live: &Arc<LiveTurn>) -> Self {
        Self { live: live.clone(), received: 0, count: live.count.subscribe() }
    }

    /// The next event; `None` after the last one.
    pub async fn next(&mut self) -> Option<ChatEvent> {
        loop {
            // Marked before the events are read, so that an event published in between is noticed.
            self.count.mark_unchanged();
            {
                let published = locked(&self.live.published);
                if let Some(event) = published.events.get(self.received) {
                    self.received += 1;
                    return Some(event.clone());
                }
                if published.over {
                    return None;
                }
            }
            self.count.changed().await.ok()?;
        }
    }

    /// The problem, if the answer failed.
    pub(super) fn failure(&self) -> Option<Unanswered> {
        locked(&self.live.published).failure.clone()
    }
}

/// No code panics while it holds one of these locks; even if it did, the content would be consistent.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
