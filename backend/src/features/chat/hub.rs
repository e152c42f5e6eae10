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
    live: Arc<Mutex<HashMap<Key, Arc<Live>>>>,
}

impl Turns {
    /// Registers a turn until the returned value is dropped.
    pub(super) fn begin(&self, workspace_id: Uuid, turn_id: Uuid) -> Speaker {
        let (count, _) = watch::channel(0);
        let live = Arc::new(Live { turn_id, told: Mutex::default(), count });
        locked(&self.live).insert((workspace_id, turn_id), live.clone());
        Speaker { turns: self.clone(), workspace_id, live }
    }

    /// Follows a turn from its first event, if this process answers it.
    pub(super) fn listen(&self, workspace_id: Uuid, turn_id: Uuid) -> Option<Listener> {
        locked(&self.live).get(&(workspace_id, turn_id)).map(Listener::new)
    }
}

/// The published events of a turn.
#[derive(Debug, Default)]
struct Told {
    events: Vec<ChatEvent>,
    failure: Option<Unanswered>,
    over: bool,
}

#[derive(Debug)]
struct Live {
    turn_id: Uuid,
    told: Mutex<Told>,
    /// Incremented with each event.
    count: watch::Sender<u64>,
}

/// Publishes the events of a turn.
#[derive(Debug)]
pub(super) struct Speaker {
    turns: Turns,
    workspace_id: Uuid,
    live: Arc<Live>,
}

impl Speaker {
    /// Publishes an event, and sets its number.
    pub(super) fn tell(&self, event: ChatEvent) {
        {
            let mut told = locked(&self.live.told);
            let sequence = u32::try_from(told.events.len() + 1).unwrap_or(u32::MAX);
            told.events.push(ChatEvent { sequence, ..event });
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
        locked(&self.live.told).failure = Some(unanswered);
        self.tell(event);
    }

    /// Subscribes to these events.
    pub(super) fn listener(&self) -> Listener {
        Listener::new(&self.live)
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        locked(&self.live.told).over = true;
        self.live.count.send_modify(|count| *count += 1);
        locked(&self.turns.live).remove(&(self.workspace_id, self.live.turn_id));
    }
}

/// A subscriber to a turn.
#[derive(Debug)]
pub(super) struct Listener {
    live: Arc<Live>,
    heard: usize,
    count: watch::Receiver<u64>,
}

impl Listener {
    fn new(live: &Arc<Live>) -> Self {
        Self { live: live.clone(), heard: 0, count: live.count.subscribe() }
    }

    /// The next event; `None` after the last one.
    pub(super) async fn next(&mut self) -> Option<ChatEvent> {
        loop {
            // Marked before the events are read, so that an event published in between is noticed.
            self.count.mark_unchanged();
            {
                let told = locked(&self.live.told);
                if let Some(event) = told.events.get(self.heard) {
                    self.heard += 1;
                    return Some(event.clone());
                }
                if told.over {
                    return None;
                }
            }
            self.count.changed().await.ok()?;
        }
    }

    /// The problem, if the answer failed.
    pub(super) fn failure(&self) -> Option<Unanswered> {
        locked(&self.live.told).failure.clone()
    }
}

/// No code panics while it holds one of these locks; even if it did, the content would be consistent.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn word(text: &str) -> ChatEvent {
        ChatEvent { text: Some(text.to_owned()), ..ChatEvent::new(ChatEventKind::Text, Uuid::nil()) }
    }

    fn heard(listener: &mut Listener) -> Vec<(u32, Option<String>)> {
        let mut heard = Vec::new();
        while let Some(Some(event)) = listener.next().now_or_never() {
            heard.push((event.sequence, event.text));
        }
        heard
    }

    #[tokio::test]
    async fn a_late_subscriber_receives_all_events_and_then_the_end() {
        let turns = Turns::default();
        let (workspace, turn) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let speaker = turns.begin(workspace, turn);
        let mut early = turns.listen(workspace, turn);
        speaker.tell(word("a"));
        speaker.tell(word("b"));
        let told = vec![(1, Some("a".to_owned())), (2, Some("b".to_owned()))];
        assert_eq!(heard(&mut speaker.listener()), told);
        let early = early.as_mut();
        assert!(early.is_some(), "a running turn is not found");
        if let Some(early) = early {
            assert_eq!(heard(early), told);
            assert!(early.next().now_or_never().is_none(), "the end is told before it has come");
            drop(speaker);
            assert_eq!(early.next().now_or_never().map(|event| event.is_none()), Some(true));
        }
        assert!(turns.listen(workspace, turn).is_none(), "a turn that is over is still held");
    }

    #[tokio::test]
    async fn a_turn_is_its_workspaces() {
        let turns = Turns::default();
        let _speaker = turns.begin(Uuid::from_u128(1), Uuid::from_u128(2));
        assert!(turns.listen(Uuid::from_u128(3), Uuid::from_u128(2)).is_none());
    }
}
