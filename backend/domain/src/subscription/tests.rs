//! The plan status, by examples and properties.
#![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

const END: DateTime<Utc> = DateTime::<Utc>::UNIX_EPOCH;
const MS: TimeDelta = TimeDelta::milliseconds(1);

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// A workspace whose trial ends at [`END`] and whose payment is due since then.
fn plan(status: Option<StripeStatus>) -> Plan {
    Plan {
        trial_ends_at: END,
        paid: status.map(|status| PaidSubscription { status, past_due_since: Some(END) }),
        given: None,
    }
}

const PAID_BEFORE: PlanStatus = PlanStatus::Ended { was_paid: true };
const TRIED: PlanStatus = PlanStatus::Ended { was_paid: false };

#[test]
fn a_trial_is_over_when_its_end_has_come() {
    let plan = plan(None);
    assert_eq!(plan.status_at(END - MS), PlanStatus::Trial { days_left: 1 });
    assert_eq!(plan.status_at(END), TRIED);
}

#[test]
fn days_left_are_the_ceiling() {
    let day = TimeDelta::days(1);
    for (left, days) in [(TimeDelta::zero(), 0), (-day, 0), (MS, 1), (day, 1), (day + MS, 2), (TRIAL, 14)] {
        assert_eq!(days_left(END, END - left), days, "{left}");
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    for status in StripeStatus::ALL {
        assert_eq!(status.to_string().parse::<StripeStatus>().unwrap(), status);
    }
    assert_eq!("paid".parse::<StripeStatus>(), Err(UnknownStatus));
}

#[test]
fn each_state_at_stripe_says_how_it_goes_on_after_the_trial() {
    let grace = PlanStatus::Grace { until: END + GRACE };
    for (status, within_grace, after_it) in [
        (StripeStatus::Incomplete, TRIED, TRIED),
        (StripeStatus::IncompleteExpired, TRIED, TRIED),
        (StripeStatus::Trialing, PlanStatus::Active, PlanStatus::Active),
        (StripeStatus::Active, PlanStatus::Active, PlanStatus::Active),
        (StripeStatus::PastDue, grace, PAID_BEFORE),
        (StripeStatus::Canceled, PAID_BEFORE, PAID_BEFORE),
        (StripeStatus::Unpaid, PAID_BEFORE, PAID_BEFORE),
        (StripeStatus::Paused, PAID_BEFORE, PAID_BEFORE),
    ] {
        let plan = plan(Some(status));
        assert_eq!(plan.status_at(END), within_grace, "{status}");
        assert_eq!(plan.status_at(END + GRACE - MS), within_grace, "{status}");
        assert_eq!(plan.status_at(END + GRACE), after_it, "{status}");
    }
}

#[test]
fn a_failed_payment_does_not_shorten_the_trial() {
    let paid = Some(PaidSubscription { status: StripeStatus::PastDue, past_due_since: Some(END - TRIAL) });
    let plan = Plan { paid, ..plan(None) };
    assert_eq!(plan.status_at(END - TRIAL), PlanStatus::Grace { until: END - TRIAL + GRACE });
    assert_eq!(plan.status_at(END - TRIAL + GRACE), PlanStatus::Trial { days_left: 7 });
    assert_eq!(plan.status_at(END), PAID_BEFORE);
}

#[test]
fn a_granted_plan_lasts_until_its_end_and_keeps_trial_and_subscription() {
    let given = |until| Plan { given: Some(GrantedPlan { until }), ..plan(None) };
    let short = given(Some(END - TimeDelta::days(2)));
    assert_eq!(short.status_at(END - TimeDelta::days(2) - MS), PlanStatus::Active);
    assert_eq!(
        short.status_at(END - TimeDelta::days(2)),
        PlanStatus::Trial { days_left: 2 },
        "the trial goes on"
    );
    assert_eq!((short.status_at(END), short.ended()), (TRIED, EndedPlan::Trial));

    let long = given(Some(END + TimeDelta::days(2)));
    assert_eq!(long.status_at(END + TimeDelta::days(2) - MS), PlanStatus::Active);
    assert_eq!((long.status_at(END + TimeDelta::days(2)), long.ended()), (TRIED, EndedPlan::Given));

    assert_eq!(given(None).status_at(END + TimeDelta::days(36_500)), PlanStatus::Active, "for good");

    // A granted plan takes precedence over a failed payment, and the grace period applies once it has
    // expired.
    let both = Plan {
        given: Some(GrantedPlan { until: Some(END + TimeDelta::days(1)) }),
        ..plan(Some(StripeStatus::PastDue))
    };
    assert_eq!(both.status_at(END), PlanStatus::Active);
    assert_eq!(both.status_at(END + TimeDelta::days(1)), PlanStatus::Grace { until: END + GRACE });
    assert_eq!(both.ended(), EndedPlan::Subscription);
}

#[test]
fn the_calendar_makes_no_day_longer_or_shorter() {
    for (registered, ends) in [
        ("2026-12-25T10:00:00Z", "2027-01-08T10:00:00Z"),
        ("2026-01-31T23:59:59.999Z", "2026-02-14T23:59:59.999Z"),
        ("2026-02-20T00:00:00Z", "2026-03-06T00:00:00Z"),
        // A leap day is in between.
        ("2028-02-20T00:00:00Z", "2028-03-05T00:00:00Z"),
        ("2028-02-15T12:00:00Z", "2028-02-29T12:00:00Z"),
        ("2028-02-29T12:00:00Z", "2028-03-14T12:00:00Z"),
        // Daylight saving time begins in Europe that night; a server's clock does not change.
        ("2026-03-20T01:30:00Z", "2026-04-03T01:30:00Z"),
        ("2026-12-31T23:59:59Z", "2027-01-14T23:59:59Z"),
    ] {
        let (registered, ends) = (at(registered), at(ends));
        let plan = Plan { trial_ends_at: registered + TRIAL, paid: None, given: None };
        assert_eq!(plan.trial_ends_at, ends);
        for day in 0..14 {
            let morning = registered + TimeDelta::days(day);
            assert_eq!(plan.status_at(morning), PlanStatus::Trial { days_left: 14 - day }, "{morning}");
            assert_eq!(
                plan.status_at(morning + TimeDelta::days(1) - MS),
                PlanStatus::Trial { days_left: 14 - day },
                "{morning}"
            );
        }
        assert_eq!(plan.status_at(ends), TRIED);
    }
}

#[test]
fn what_waits_says_why_and_how_it_goes_on() {
    for (feature, tried, paid) in [
        (
            PaidFeature::Clients,
            "Your trial has expired. Please upgrade to continue managing clients",
            "Your subscription has ended. Please upgrade to continue managing clients",
        ),
        (
            PaidFeature::Proposals,
            "Your trial has expired. Please upgrade to continue creating proposals",
            "Your subscription has ended. Please upgrade to continue creating proposals",
        ),
        (
            PaidFeature::Assistant,
            "Your trial has expired. Please upgrade to continue using the assistant",
            "Your subscription has ended. Please upgrade to continue using the assistant",
        ),
    ] {
        assert_eq!((feature.refusal(false), feature.refusal(true)), (tried, paid));
    }
}

#[test]
fn what_bills_is_live() {
    let live: Vec<_> =
        StripeStatus::ALL.into_iter().filter(|status| status.is_live()).map(StripeStatus::as_str).collect();
    assert_eq!(live, ["trialing", "active", "past_due", "unpaid", "paused"]);
}

/// A time within some months of the end of the trial.
fn moment() -> impl Strategy<Value = DateTime<Utc>> {
    (-10_000_000_000i64..10_000_000_000).prop_map(|millis| END + TimeDelta::milliseconds(millis))
}

fn plans() -> impl Strategy<Value = Plan> {
    let paid = prop::option::of((prop::sample::select(&StripeStatus::ALL[..]), prop::option::of(moment())));
    let given = prop::option::of(prop::option::of(moment()));
    (paid, given).prop_map(|(paid, given)| Plan {
        trial_ends_at: END,
        paid: paid.map(|(status, past_due_since)| PaidSubscription { status, past_due_since }),
        given: given.map(|until| GrantedPlan { until }),
    })
}

proptest! {
    #[test]
    fn what_has_ended_stays_so(plan in plans(), one in moment(), other in moment()) {
        let (earlier, later) = (one.min(other), one.max(other));
        if !plan.status_at(earlier).is_open() {
            prop_assert_eq!(plan.status_at(later), plan.status_at(earlier));
        }
    }

    #[test]
    fn a_plan_is_active_only_if_one_of_its_sources_allows_it(plan in plans(), now in moment()) {
        let is = |wanted: &[StripeStatus]| plan.paid.is_some_and(|paid| wanted.contains(&paid.status));
        let tried = now < END;
        let paid = is(&[StripeStatus::Active, StripeStatus::Trialing]);
        let given = plan.given.is_some_and(|given| given.until.is_none_or(|until| now < until));
        let since = plan.paid.and_then(|paid| paid.past_due_since);
        let grace = is(&[StripeStatus::PastDue]) && since.is_some_and(|since| now - since < GRACE);
        prop_assert_eq!(plan.status_at(now).is_open(), tried || paid || given || grace);
    }

    #[test]
    fn a_plan_is_active_while_stripe_reports_it_active(plan in plans(), past_due_since in prop::option::of(moment()), now in moment()) {
        let plan = Plan { paid: Some(PaidSubscription { status: StripeStatus::Active, past_due_since }), ..plan };
        prop_assert_eq!(plan.status_at(now), PlanStatus::Active);
    }

    #[test]
    fn it_has_one_of_three_words(plan in plans(), now in moment()) {
        let status = plan.status_at(now);
        prop_assert!(["trial", "active", "trial_expired"].contains(&status.as_str()));
        prop_assert_eq!(status.as_str() == "trial_expired", !status.is_open());
        if let PlanStatus::Ended { was_paid } = status {
            prop_assert_eq!(was_paid, plan.was_paid());
            prop_assert_eq!(was_paid, plan.ended() == EndedPlan::Subscription);
        }
    }

    #[test]
    fn a_trial_has_one_to_fourteen_days_left(elapsed in 0..TRIAL.num_milliseconds()) {
        let status = plan(None).status_at(END - TRIAL + TimeDelta::milliseconds(elapsed));
        prop_assert!(matches!(status, PlanStatus::Trial { days_left: 1..=14 }), "{status:?}");
    }

    #[test]
    fn a_trial_never_has_no_day_left(plan in plans(), now in moment()) {
        if let PlanStatus::Trial { days_left } = plan.status_at(now) {
            prop_assert!(days_left >= 1);
        }
    }
}
