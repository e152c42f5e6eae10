//! Which events are not recorded because an earlier entry already covers them. An editor saves while a person
//! types; that is one edit, not hundreds.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use super::{Actor, EventKind, NewEvent};

/// An edit covers later edits of the same parts by the same person for this long.
const ONE_EDIT: TimeDelta = TimeDelta::minutes(10);

/// The fields of a chain's last event that decide whether an edit is a repetition.
#[derive(Debug, Clone)]
pub struct LastEvent {
    /// What happened.
    pub kind: EventKind,
    /// Who did it.
    pub actor: Actor,
    /// When.
    pub at: DateTime<Utc>,
    /// Further details.
    pub payload: Value,
}

/// Whether the last event of a chain already covers `event`: an edit by the same author, less than ten
/// minutes ago, of all the parts that are changed now, with nothing in between.
#[must_use]
pub fn is_covered_by(last: &LastEvent, event: &NewEvent) -> bool {
    let (Some(before), Some(now)) = (parts(&last.payload), parts(&event.payload)) else { return false };
    let since = event.at - last.at;
    last.kind == EventKind::Edited
        && event.kind == EventKind::Edited
        && last.actor == event.actor
        && since >= TimeDelta::zero()
        && since < ONE_EDIT
        && now.iter().all(|part| before.contains(part))
}

/// Whether an earlier event of the same UTC day already covers `event`: the same kind by the same actor. Five
/// downloads of a document in one day are recorded once.
#[must_use]
pub fn is_recorded_today(before: &[LastEvent], event: &NewEvent) -> bool {
    before.iter().any(|earlier| {
        earlier.kind == event.kind
            && earlier.actor == event.actor
            && earlier.payload == event.payload
            && earlier.at.date_naive() == event.at.date_naive()
    })
}

/// The parts that an edit changed; `None` if the payload holds anything else.
fn parts(payload: &Value) -> Option<&Vec<Value>> {
    let object = payload.as_object().filter(|object| object.len() == 1)?;
    object.get("changed")?.as_array()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_edit_covers_later_ones_for_ten_minutes() {
        let ada = Actor::Member { user_id: Uuid::from_u128(1) };
        let bob = Actor::Member { user_id: Uuid::from_u128(2) };
        let key = Actor::ApiClient { key_id: Uuid::from_u128(1) };
        let words = json!({ "changed": ["htmlContent"] });
        let both = json!({ "changed": ["title", "htmlContent"] });
        let brought_back = json!({ "changed": ["htmlContent"], "restored": 3 });
        let edited = EventKind::Edited;
        for (what, last, next, seconds, said) in [
            ("the same again", (edited, &ada, &words), (edited, &ada, &words), 1, true),
            ("at the same instant", (edited, &ada, &words), (edited, &ada, &words), 0, true),
            ("just within ten minutes", (edited, &ada, &words), (edited, &ada, &words), 599, true),
            ("after ten minutes", (edited, &ada, &words), (edited, &ada, &words), 600, false),
            ("by a clock that went back", (edited, &ada, &words), (edited, &ada, &words), -1, false),
            ("a part of what was edited", (edited, &ada, &both), (edited, &ada, &words), 1, true),
            ("another part", (edited, &ada, &words), (edited, &ada, &both), 1, false),
            ("another user", (edited, &ada, &words), (edited, &bob, &words), 1, false),
            ("their integration", (edited, &ada, &words), (edited, &key, &words), 1, false),
            (
                "the assistant twice",
                (edited, &Actor::Assistant, &words),
                (edited, &Actor::Assistant, &words),
                1,
                true,
            ),
            ("after it was sent", (EventKind::Sent, &ada, &words), (edited, &ada, &words), 1, false),
            (
                "something that is no edit",
                (edited, &ada, &words),
                (EventKind::AmountConfirmed, &ada, &words),
                1,
                false,
            ),
            (
                "an amount that was confirmed before",
                (EventKind::AmountConfirmed, &ada, &words),
                (edited, &ada, &words),
                1,
                false,
            ),
            ("a version that was restored", (edited, &ada, &words), (edited, &ada, &brought_back), 1, false),
            ("an edit of what was restored", (edited, &ada, &brought_back), (edited, &ada, &words), 1, false),
            ("an edit that says nothing", (edited, &ada, &json!({})), (edited, &ada, &json!({})), 1, false),
        ] {
            let at = DateTime::UNIX_EPOCH + TimeDelta::days(1);
            let last = LastEvent { kind: last.0, actor: last.1.clone(), at, payload: last.2.clone() };
            let event = NewEvent {
                proposal_id: Uuid::nil(),
                kind: next.0,
                actor: next.1.clone(),
                at: at + TimeDelta::seconds(seconds),
                payload: next.2.clone(),
            };
            assert_eq!(is_covered_by(&last, &event), said, "{what}");
        }
    }

    #[test]
    fn a_download_is_recorded_once_per_day_and_actor() {
        let ada = Actor::Member { user_id: Uuid::from_u128(1) };
        let client = Actor::Client { name: None, email: None };
        let pdf = json!({ "file": "document" });
        let evening = DateTime::UNIX_EPOCH + TimeDelta::hours(23);
        let last = |kind, actor: &Actor, payload: &Value| LastEvent {
            kind,
            actor: actor.clone(),
            at: evening,
            payload: payload.clone(),
        };
        let before = [last(EventKind::Downloaded, &ada, &pdf), last(EventKind::Viewed, &client, &json!({}))];
        for (what, actor, payload, minutes, said) in [
            ("the same again", &ada, &pdf, 59, true),
            ("the next day", &ada, &pdf, 60, false),
            ("the day before, by a clock that went back", &ada, &pdf, -24 * 60, false),
            ("another file", &ada, &json!({ "file": "evidence" }), 1, false),
            ("another user", &client, &pdf, 1, false),
        ] {
            let event = NewEvent {
                proposal_id: Uuid::nil(),
                kind: EventKind::Downloaded,
                actor: actor.clone(),
                at: evening + TimeDelta::minutes(minutes),
                payload: payload.clone(),
            };
            assert_eq!(is_recorded_today(&before, &event), said, "{what}");
        }
    }
}
