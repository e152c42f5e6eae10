#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;

use super::{CountedBy, Limit, Rule, seconds, spoken};

const THREE_A_MINUTE: Limit = Limit { burst: 3, interval: TimeDelta::seconds(20) };

fn start() -> DateTime<Utc> {
    "2026-03-02T09:00:00Z".parse().unwrap()
}

fn at(millis: i64) -> DateTime<Utc> {
    start() + TimeDelta::milliseconds(millis)
}

#[test]
fn a_burst_then_one_each_interval() {
    let mut kept = None;
    for (millis, expected) in [
        (0, Ok(())),
        (0, Ok(())),
        (0, Ok(())),
        (0, Err(20_000)),
        (1, Err(19_999)),
        (19_999, Err(1)),
        (20_000, Ok(())),
        (20_000, Err(20_000)),
        // After a long pause the full burst is available again, but no more.
        (500_000, Ok(())),
        (500_000, Ok(())),
        (500_000, Ok(())),
        (500_000, Err(20_000)),
    ] {
        match THREE_A_MINUTE.take(kept, at(millis)) {
            Ok(next) => {
                assert_eq!(expected, Ok(()), "at {millis}");
                kept = Some(next);
            }
            Err(wait) => assert_eq!(expected, Err(wait.num_milliseconds()), "at {millis}"),
        }
    }
}

#[test]
fn waiting_is_said_in_whole_seconds_and_plain_words() {
    for (millis, whole) in
        [(-5, 1), (0, 1), (1, 1), (1000, 1), (1001, 2), (59_999, 60), (i64::MAX / 2, u32::MAX)]
    {
        assert_eq!(seconds(TimeDelta::milliseconds(millis)), whole, "{millis}");
    }
    for (whole, words) in [
        (1, "1 second"),
        (2, "2 seconds"),
        (90, "90 seconds"),
        (91, "2 minutes"),
        (600, "10 minutes"),
        (5400, "90 minutes"),
        (5401, "2 hours"),
    ] {
        assert_eq!(spoken(whole), words);
    }
    let message = Rule::SignInPerAccount.message(TimeDelta::milliseconds(59_001));
    assert_eq!(message, "There have been too many attempts to sign in. Please try again in 60 seconds.");
}

#[test]
fn spellings_of_one_thing_are_counted_as_one() {
    for (rule, spellings, counted) in [
        (Rule::SignInPerAccount, &["ada@ada.example", " ADA@Ada.example\n"][..], "ada@ada.example"),
        (
            Rule::SignInPerSender,
            &["2001:db8:1:2::1 ada@a.example", "2001:db8:1:2::9  ADA@a.example "],
            "2001:db8:1:2::/64 ada@a.example",
        ),
        (Rule::SendPerTarget, &["7 Mia@Acme.example"], "7 mia@acme.example"),
        (Rule::SignInPerNetwork, &["203.0.113.9", "::ffff:203.0.113.9"], "203.0.113.9"),
        (
            Rule::PagePerNetwork,
            &["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:0DB8:1:2::"],
            "2001:db8:1:2::/64",
        ),
        (Rule::PagePerNetwork, &[""], ""),
        (Rule::AnswerPerLink, &["AbC"], "AbC"),
    ] {
        for spelling in spellings {
            assert_eq!(rule.subject(spelling), counted, "{spelling}");
        }
    }
    assert_ne!(
        Rule::PagePerNetwork.subject("2001:db8:1:2::1"),
        Rule::PagePerNetwork.subject("2001:db8:1:3::1")
    );
}

#[test]
fn every_rule_has_its_own_name_and_limits_above_normal_use() {
    let names: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), Rule::ALL.len());
    for rule in Rule::ALL {
        let limit = rule.limit();
        assert!(limit.burst >= 6 && limit.interval > TimeDelta::zero(), "{rule:?}");
        // The longest wait after a refusal.
        assert!(limit.interval <= TimeDelta::minutes(10), "{rule:?}");
        // Several people may share one address.
        assert!(rule.by() != CountedBy::Network || limit.burst >= 30, "{rule:?}");
    }
}

fn limits() -> impl Strategy<Value = Limit> {
    (1_u32..40, 1_i64..120_000)
        .prop_map(|(burst, millis)| Limit { burst, interval: TimeDelta::milliseconds(millis) })
}

proptest! {
    /// However the requests are distributed, no period has more than the burst and one for each interval.
    #[test]
    fn never_more_than_the_burst_and_the_steady_pace(limit in limits(), gaps in prop::collection::vec(0_i64..60_000, 1..300)) {
        let (mut now, mut kept, mut admitted) = (0, None, Vec::new());
        for gap in gaps {
            now += gap;
            if let Ok(next) = limit.take(kept, at(now)) {
                kept = Some(next);
                admitted.push(now);
            }
        }
        let interval = limit.interval.num_milliseconds();
        for (first, from) in admitted.iter().enumerate() {
            for (count, to) in (1_i64..).zip(admitted.iter().skip(first)) {
                prop_assert!(count <= i64::from(limit.burst) + (to - from) / interval, "{count} within {} ms", to - from);
            }
        }
    }

    /// A sender who keeps the steady pace is never refused.
    #[test]
    fn the_steady_pace_is_always_admitted(limit in limits(), extra in prop::collection::vec(0_i64..5000, 1..200)) {
        let (mut now, mut kept) = (0, None);
        for more in extra {
            let next = limit.take(kept, at(now));
            prop_assert!(next.is_ok());
            kept = next.ok();
            now += limit.interval.num_milliseconds() + more;
        }
    }

    /// The wait is exact: a millisecond less is too early, and after the seconds of `Retry-After` a request
    /// is admitted.
    #[test]
    fn the_wait_is_exact(limit in limits(), used in 0_u32..100, later in 0_i64..200_000) {
        let mut kept = None;
        for _ in 0..used {
            kept = limit.take(kept, at(0)).ok().or(kept);
        }
        if let Err(wait) = limit.take(kept, at(later)) {
            prop_assert!(wait <= limit.interval);
            prop_assert!(limit.take(kept, at(later) + wait).is_ok());
            prop_assert!(limit.take(kept, at(later) + wait - TimeDelta::milliseconds(1)).is_err());
            prop_assert!(limit.take(kept, at(later) + TimeDelta::seconds(i64::from(seconds(wait)))).is_ok());
            prop_assert!(limit.take(kept, at(later) + TimeDelta::seconds(i64::from(seconds(wait)) - 1)).is_err());
        }
    }
}
