//! The whole transition table, and every combination that is refused.

use chrono::{DateTime, TimeDelta, Utc};
use pretty_assertions::assert_eq;

use super::{Actor, Event, InvalidTransition, Rules, Status, TransitionRefusal, transition};

/// From, event, actor, to, to if the workspace countersigns.
type Row = (Status, Event, Actor, Status, Status);

/// The table of the rules, row by row.
const TABLE: &[Row] = {
    use {Actor as A, Event as E, Status as S};
    &[
        (S::Draft, E::Send, A::Team, S::Pending, S::Pending),
        (S::Pending, E::Edit, A::Team, S::Draft, S::Draft),
        (S::InReview, E::Edit, A::Team, S::Draft, S::Draft),
        (S::Expired, E::Edit, A::Team, S::Draft, S::Draft),
        (S::Rejected, E::Edit, A::Team, S::Draft, S::Draft),
        (S::Pending, E::RequestChanges, A::Client, S::InReview, S::InReview),
        (S::InReview, E::Send, A::Team, S::Pending, S::Pending),
        (S::Expired, E::Send, A::Team, S::Pending, S::Pending),
        (S::Pending, E::Accept, A::Client, S::Signed, S::Accepted),
        (S::InReview, E::Accept, A::Client, S::Signed, S::Accepted),
        (S::Accepted, E::Countersign, A::Team, S::Signed, S::Signed),
        (S::Pending, E::Decline, A::Client, S::Rejected, S::Rejected),
        (S::InReview, E::Decline, A::Client, S::Rejected, S::Rejected),
        (S::Draft, E::RecordAcceptance, A::Team, S::Signed, S::Signed),
        (S::Pending, E::RecordAcceptance, A::Team, S::Signed, S::Signed),
        (S::InReview, E::RecordAcceptance, A::Team, S::Signed, S::Signed),
        (S::Expired, E::RecordAcceptance, A::Team, S::Signed, S::Signed),
    ]
};

/// The same after the validity has ended: `pending` and `in_review` count as expired.
const TABLE_PASSED: &[Row] = {
    use {Actor as A, Event as E, Status as S};
    &[
        (S::Pending, E::Expire, A::Clock, S::Expired, S::Expired),
        (S::InReview, E::Expire, A::Clock, S::Expired, S::Expired),
        (S::Pending, E::Edit, A::Team, S::Draft, S::Draft),
        (S::InReview, E::Edit, A::Team, S::Draft, S::Draft),
        (S::Expired, E::Edit, A::Team, S::Draft, S::Draft),
        (S::Rejected, E::Edit, A::Team, S::Draft, S::Draft),
        (S::Accepted, E::Countersign, A::Team, S::Signed, S::Signed),
        (S::Draft, E::RecordAcceptance, A::Team, S::Signed, S::Signed),
        (S::Pending, E::RecordAcceptance, A::Team, S::Signed, S::Signed),
        (S::InReview, E::RecordAcceptance, A::Team, S::Signed, S::Signed),
        (S::Expired, E::RecordAcceptance, A::Team, S::Signed, S::Signed),
    ]
};

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).unwrap_or_default()
}

fn rules(actor: Actor, countersign: bool, valid_until: Option<DateTime<Utc>>) -> Rules {
    Rules { actor, countersign, now: now(), valid_until }
}

#[test]
fn every_status_with_every_event_and_actor() {
    let second = TimeDelta::seconds(1);
    let mut allowed = 0;
    let mut tried = 0;
    for (table, valid_until) in [
        (TABLE, None),
        (TABLE, Some(now() + second)),
        (TABLE, Some(now())),
        (TABLE_PASSED, Some(now() - second)),
    ] {
        for status in Status::ALL {
            for event in Event::ALL {
                for actor in Actor::ALL {
                    for countersign in [false, true] {
                        tried += 1;
                        let row = table
                            .iter()
                            .find(|(from, what, by, ..)| (*from, *what, *by) == (status, event, actor));
                        let expected = row.map(
                            |(_, _, _, plain, countersigned)| {
                                if countersign { *countersigned } else { *plain }
                            },
                        );
                        let result = transition(status, event, rules(actor, countersign, valid_until));
                        assert_eq!(
                            result.ok(),
                            expected,
                            "{status} {event:?} by {actor:?}, valid until {valid_until:?}"
                        );
                        allowed += usize::from(result.is_ok());
                    }
                }
            }
        }
    }
    assert_eq!(tried, 4 * 7 * 8 * 3 * 2);
    assert_eq!(allowed, 2 * (3 * TABLE.len() + TABLE_PASSED.len()));
}

#[test]
fn a_refusal_carries_the_state_and_the_reason() {
    let refused =
        |status, event, actor, valid_until| transition(status, event, rules(actor, false, valid_until)).err();
    let past = Some(now() - TimeDelta::seconds(1));
    for (status, event, actor, valid_until, from, reason) in [
        (Status::Signed, Event::Edit, Actor::Team, None, Status::Signed, TransitionRefusal::State),
        (Status::Accepted, Event::Decline, Actor::Client, None, Status::Accepted, TransitionRefusal::State),
        (Status::Pending, Event::Accept, Actor::Team, None, Status::Pending, TransitionRefusal::Actor),
        // Opened while valid, answered after expiry: the client is told that it has expired.
        (Status::Pending, Event::Accept, Actor::Client, past, Status::Expired, TransitionRefusal::State),
        (Status::Draft, Event::Send, Actor::Team, past, Status::Draft, TransitionRefusal::ValidityPassed),
        (Status::Pending, Event::Expire, Actor::Clock, None, Status::Pending, TransitionRefusal::StillValid),
    ] {
        assert_eq!(
            refused(status, event, actor, valid_until),
            Some(InvalidTransition { from, event, reason })
        );
    }
}

#[test]
fn final_states_let_nothing_through() {
    for actor in Actor::ALL {
        for event in Event::ALL {
            assert!(transition(Status::Signed, event, rules(actor, true, None)).is_err());
        }
    }
}

#[test]
fn names_are_those_of_the_specification() {
    let names = Status::ALL.map(Status::as_str);
    assert_eq!(names, ["draft", "pending", "in_review", "accepted", "rejected", "expired", "signed"]);
    for status in Status::ALL {
        assert_eq!(status.as_str().parse(), Ok(status));
        assert_eq!(serde_json::to_value(status).ok(), Some(status.as_str().into()));
        assert_eq!(status.is_immutable(), matches!(status, Status::Signed | Status::Accepted));
        assert_eq!(
            status.may_refresh(),
            !matches!(status, Status::Pending | Status::Signed | Status::Accepted)
        );
        assert_eq!(status.may_renew(), matches!(status, Status::Expired | Status::InReview));
    }
    assert_eq!(Status::default(), Status::Draft);
    assert!("Draft".parse::<Status>().is_err());
}
